"""Engine speed: a random playout's ns a move, beside OpenSpiel's C++ hearts driven from Python."""

import random
from time import perf_counter_ns

from kozel.rules import Match, SeededChance, bind
from tests.bench.report import compare

DEALS = 400


def kozel_ns_a_move(ruleset: str, seed: int) -> float:
    """Legal actions, a random choice, apply: from each dealt state to its deal's end."""
    rules = bind(ruleset, {})
    deals = [Match(rules, SeededChance(f"bench{seed}x{number}")).deal for number in range(DEALS)]
    choose = random.Random(seed).random
    moves = 0
    start = perf_counter_ns()
    for deal in deals:
        legal, apply = deal.legal, deal.apply
        while not deal.is_over:
            actions = legal()
            apply(actions[int(choose() * len(actions))])
            moves += 1
    return (perf_counter_ns() - start) / moves


def hearts_ns_a_move(seed: int) -> float:
    """The same loop on OpenSpiel's hearts, dealing not counted either."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    deals = [_dealt(game, random.Random(seed * DEALS + number)) for number in range(DEALS)]
    choose = random.Random(seed).random
    moves = 0
    start = perf_counter_ns()
    for state in deals:
        legal, apply, is_over = state.legal_actions, state.apply_action, state.is_terminal
        while not is_over():
            actions = legal()
            apply(actions[int(choose() * len(actions))])
            moves += 1
    return (perf_counter_ns() - start) / moves


def _dealt(game, rng):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    return state


def main() -> None:
    """Print a line a ruleset."""
    for ruleset in ("miner", "classic", "widow", "shokha", "pot"):
        wanted = 1.0 if ruleset in ("miner", "classic") else None
        result = compare(
            f"engine, {ruleset}",
            "ns/move",
            lambda number, ruleset=ruleset: kozel_ns_a_move(ruleset, number),
            "OpenSpiel hearts (C++ from Python)",
            hearts_ns_a_move,
        )
        print(result.line(wanted), flush=True)
