"""Every format under everything at once: absences, lost matches, kills, withdrawals, voids."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kozel_arena.tournament import (
    DealMode,
    InvalidTournament,
    Outcome,
    Pairing,
    Progress,
    Schedule,
    TournamentConfig,
    TournamentFormat,
    schedule_of,
    validated,
)
from tests.arena.contests import Contest, bots, by_chance, outcome
from tests.arena.test_schedule_of import BOUNDS, PLAIN

SIDES = {"miner": 2, "widow": 3}


def any_config(chance: Random, format: TournamentFormat) -> TournamentConfig | None:
    """A tournament of that format, if chance has made one that can be played."""
    entries = bots(2 if format == "sprt" else chance.randint(3, 10))
    changes: dict[str, Any] = {
        "entries": entries,
        "ruleset": chance.choice(list(SIDES)),
        "individual": chance.random() < 0.3,
        "deals": chance.choice(list(DealMode)),
        "matches_per_pairing": chance.choice([2, 4, 6, 12]),
    }
    if format in ("swiss", "ladder"):
        changes["rounds"] = chance.randint(1, 5)
    if format == "gauntlet":
        changes["challengers"] = tuple(chance.sample(entries, chance.randint(1, len(entries) - 1)))
    if format == "sprt":
        changes["sprt"] = BOUNDS
    try:
        return validated(replace(PLAIN, format=format, **changes))
    except InvalidTournament:
        return None


def trouble(contest: Contest, chance: Random, *, withdrawals: float) -> None:
    """Some of what can happen between two starts."""
    for _ in range(chance.randint(1, len(contest.running))):
        at = chance.randrange(len(contest.running))
        if chance.random() < 0.15:
            contest.put_back(at)
        else:
            contest.finish(at)
    if chance.random() < 0.1:
        contest.kill()
    if chance.random() < withdrawals:
        contest.withdraw(chance.choice(contest.here))
    known = list(contest.progress.outcomes)
    if known and chance.random() < 0.03:
        number = chance.choice(known)
        if not contest.schedule.rests_on(contest.progress, number):
            contest.progress.reopen(number)


def start_with_absences(contest: Contest, chance: Random) -> None:
    absent = [id for id in contest.here if chance.random() < 0.15]
    hidden = {id: contest.free.pop(id) for id in absent}
    contest.start(chance.randint(1, 9))
    contest.free |= hidden
    if not contest.running:
        contest.start()


@given(seed=st.integers(0, 2**32), format=st.sampled_from(list(TournamentFormat)))
@settings(max_examples=150, deadline=None)
def test_whatever_happens_it_ends_and_a_restart_finds_it_ended(
    seed: int, format: TournamentFormat
) -> None:
    chance = Random(seed)
    config = any_config(chance, format)
    if config is None:
        return
    schedule = schedule_of(config)
    play = by_chance(seed, SIDES[config.ruleset])
    contest = Contest(schedule, play, seats=chance.choice([2, 3, 4, 9]), here=config.entries)
    withdrawals = chance.choice([0.0, 0.0, 0.05])
    while not schedule.is_over(contest.progress):
        start_with_absences(contest, chance)
        if not contest.running:
            assert schedule.is_over(contest.progress), "nobody is absent and nothing starts"
            break
        trouble(contest, chance, withdrawals=withdrawals)
    progress = contest.progress
    if format in ("round_robin", "gauntlet", "ladder") and not progress.withdrawn:
        assert progress.finished_count == schedule.total()
    by_number = sorted(progress.outcomes.values(), key=lambda known: known.number)
    again = Progress(schedule.total(), outcomes=by_number)
    for id, round in progress.left_rounds.items():
        again.withdraw(id, left_round=round)
    assert schedule.is_over(again)


def translated(
    play: Callable[[Pairing], Outcome], names: dict[str, str], sides: int
) -> Callable[[Pairing], Outcome]:
    """The same results for entries that are called otherwise."""
    back = {name: id for id, name in names.items()}

    def renamed(pairing: Pairing) -> Outcome:
        seats = tuple(back[name] for name in pairing.seats)
        known = play(Pairing(pairing.number, seats, pairing.group))
        return outcome(pairing, known.match_points[:sides], known.deal_points[:sides])

    return renamed


@given(seed=st.integers(0, 2**32), format=st.sampled_from(list(TournamentFormat)))
@settings(max_examples=60, deadline=None)
def test_other_names_give_the_same_pairings_under_other_names(
    seed: int, format: TournamentFormat
) -> None:
    config = any_config(Random(seed), format)
    if config is None:
        return
    sides = SIDES[config.ruleset]
    names = {id: f"{Random(f'{seed}{id}').random()} vs {id} ж" for id in config.entries}
    other = replace(
        config,
        entries=tuple(names[id] for id in config.entries),
        challengers=tuple(names[id] for id in config.challengers),
    )
    play = by_chance(seed, sides)

    def played(config: TournamentConfig, play: Callable[[Pairing], Outcome]) -> list[Outcome]:
        schedule: Schedule = schedule_of(config)
        return Contest(schedule, play, here=config.entries).to_the_end(Random(seed))

    first, second = played(config, play), played(other, translated(play, names, sides))
    assert [(o.number, o.group, tuple(names[id] for id in o.seats)) for o in first] == [
        (o.number, o.group, o.seats) for o in second
    ]
