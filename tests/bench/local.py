"""Whole matches in this process: the referee's price beside the bare rules on the same matches."""

from time import perf_counter

from kozel import Action, Bot, View
from kozel.local import play_matches
from kozel.rules import Match, SeededChance, bind, match_seed
from tests.bench.report import compare

MATCHES = 40


class First(Bot):
    """Plays the first legal action: what is measured is not the bot."""

    def choose(self, view: View) -> Action:
        return view.legal_actions[0]


def refereed(ruleset: str, seed: int) -> float:
    """Matches a second with views, clocks, the referee and a record."""
    rules = bind(ruleset, {})
    start = perf_counter()
    for _ in play_matches(rules, [[First()] * rules.players], seed=seed, matches=MATCHES):
        pass
    return MATCHES / (perf_counter() - start)


def bare(ruleset: str, seed: int) -> float:
    """Matches a second with nothing but the rules, the same deals and the same choices."""
    rules = bind(ruleset, {})
    start = perf_counter()
    for number in range(MATCHES):
        match = Match(rules, SeededChance(match_seed(seed, number)))
        while match.outcome is None:
            seat = match.deciders()[0]
            match.apply(seat, match.legal(seat)[0])
            match.take_events()
    return MATCHES / (perf_counter() - start)


def main() -> None:
    """Print a line a ruleset."""
    for ruleset in ("miner", "classic", "shokha", "pot", "widow"):
        result = compare(
            f"in process, {ruleset}",
            "matches/s",
            lambda number, ruleset=ruleset: refereed(ruleset, number),
            "the rules alone",
            lambda number, ruleset=ruleset: bare(ruleset, number),
            rounds=3,
            more_is_better=True,
        )
        print(result.line(), flush=True)
