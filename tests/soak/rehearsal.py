"""A tournament once more on paper: the pure schedule, fed with the stored results as they came.

It gets the names of the bots for ids, knows no arena, and says which matches there had to be,
who had to sit where, and from which seed. Every function lists what is wrong.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from kozel.records import Record, read_records
from kozel.rules import bind, match_seed
from kozel.table import TimeControl
from kozel_arena.tournament import (
    DealMode,
    Outcome,
    Pairing,
    Progress,
    ScheduleState,
    TournamentConfig,
    TournamentFormat,
    schedule_of,
)
from kozel_arena.tournament.seating import Seating
from tests.soak.ledger import Ledger
from tests.soak.plan import LONGEST_HOLD_S, SoakPlan

NS_PER_S = 1_000_000_000
SLACK_S = 10.0
"""How long after its last deciding match a sequential test may start another one: the results
have to be stored first, and what stores them may be frozen."""


def rehearsed(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """Where what was played differs from what the schedule asks for, given these results.

    The ledger has to be whole: every number once, and in the schedule; every row of its seats.
    """
    played = list(in_order(ledger))
    if plan.event.format is TournamentFormat.LADDER:
        return ladder(plan, played) or ends(plan, played)
    return replayed(plan, played) or ends(plan, played)


def in_order(ledger: Ledger) -> Iterator[tuple[Outcome, Record]]:
    """The results in the order in which they were stored, by names."""
    seats: dict[int, list[Any]] = {}
    for seat in ledger.seats:
        seats.setdefault(seat.match_row_id, []).append(seat)
    for match in sorted(ledger.matches, key=lambda match: match.id):
        (record,) = read_records([match.record])
        rows = seats.get(match.id, [])
        outcome = Outcome(
            number=match.number,
            seats=tuple(ledger.names[row.bot_id] for row in rows),
            group=match.deal_group,
            match_points=tuple(row.match_points for row in rows),
            deal_points=tuple(row.deal_points for row in rows),
            deals=match.deals,
            charged=(False,) * len(rows),
        )
        yield outcome, record


def config(plan: SoakPlan) -> TournamentConfig:
    """What is played, with the bots' names for ids: nothing may depend on what ids look like."""
    tournament = plan.tournament
    return TournamentConfig(
        name=tournament.name,
        ruleset=tournament.ruleset,
        options=tournament.options,
        entries=tournament.bots,
        matches_per_pairing=tournament.matches_per_pairing,
        seed=tournament.seed,
        time_control=TimeControl(move_limit_ns=NS_PER_S),
        format=tournament.format,
        individual=tournament.individual,
        deals=tournament.deals,
        policy=tournament.policy,
        rounds=tournament.rounds,
        challengers=tournament.challengers,
        sprt=tournament.sprt,
    )


def replayed(plan: SoakPlan, played: list[tuple[Outcome, Record]]) -> list[str]:
    """Every match had its turn when it was stored, and is the one that the schedule asked for.

    Ends at the first that is not: the schedule has nothing to go on from there.
    """
    paper = schedule_of(config(plan))
    progress = Progress(paper.total())
    asked: dict[int, Pairing] = {}
    free = dict.fromkeys(plan.bots, 4 * paper.total())
    for outcome, record in played:
        state = ScheduleState(progress=progress, free=free, wanted=paper.total())
        asked |= {pairing.number: pairing for pairing in paper.next(state)}
        pairing = asked.pop(outcome.number, None)
        if pairing is None:
            return [f"match {outcome.number} was played before its turn, or had none"]
        if wrong := unlike(plan, pairing, outcome, record):
            return wrong
        progress.finish(outcome.number, outcome)
    return []


def unlike(plan: SoakPlan, pairing: Pairing, outcome: Outcome, record: Record) -> list[str]:
    """Other seats, another deal group, or other deals than the schedule's."""
    number = pairing.number
    wrong = []
    if outcome.seats != pairing.seats:
        wrong.append(f"match {number} seats {outcome.seats}, not {pairing.seats}")
    if outcome.group != pairing.group:
        wrong.append(f"match {number} is of deal group {outcome.group}, not {pairing.group}")
    if record.seed != match_seed(plan.seed, pairing.group):
        wrong.append(f"match {number} has other deals than its deal group {pairing.group}")
    return wrong


def ladder(plan: SoakPlan, played: list[tuple[Outcome, Record]]) -> list[str]:
    """All matches of a meeting are of the same bots, on every seat equally often."""
    rules = bind(plan.event.ruleset, plan.event.options)
    seating = Seating(players=rules.players, sides=rules.sides, individual=plan.event.individual)
    companies: dict[int, tuple[str, ...]] = {}
    wrong = []
    for outcome, record in sorted(played, key=lambda result: result[0].number):
        number = outcome.number
        turn, at = divmod(number, plan.event.matches)
        company = companies.setdefault(turn, seating.unseated(outcome.seats, at))
        seats = seating.seats(tuple(company[corner] for corner in seating.order(at)))
        group = number // seating.mirrored if plan.event.deals is DealMode.MIRRORED else number
        wrong += unlike(plan, Pairing(number, seats, group), outcome, record)
        if len(set(company)) < seating.entries:
            wrong.append(f"meeting {turn} is of {company}")
    return wrong


def ends(plan: SoakPlan, played: list[tuple[Outcome, Record]]) -> list[str]:
    """With these results the tournament is over, and nothing was begun after that."""
    paper = schedule_of(config(plan))
    outcomes = [outcome for outcome, _ in played]
    whole = Progress(paper.total(), outcomes=outcomes)
    if not paper.is_over(whole):
        open = [n for n in range(paper.total()) if whole.is_open(n)]
        return [f"by its results the tournament is not over; without a result are {open[:5]} …"]
    if plan.event.format is not TournamentFormat.SPRT:
        return []
    progress = Progress(paper.total())
    decided: datetime | None = None
    wrong = []
    for outcome, record in played:
        assert record.started is not None
        assert record.ended is not None
        if decided is not None and datetime.fromisoformat(record.started) > decided:
            wrong.append(f"match {outcome.number} began after the test had decided")
        progress.finish(outcome.number, outcome)
        if decided is None and paper.is_over(progress):
            hold_s = LONGEST_HOLD_S[plan.event.mode] + SLACK_S
            decided = datetime.fromisoformat(record.ended) + timedelta(seconds=hold_s)
    return wrong
