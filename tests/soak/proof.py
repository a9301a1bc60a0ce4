"""Proves that a tournament was played exactly once. Every function lists what is wrong."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from kozel.records import read_records
from kozel.stats import Gsprt, SprtDecision, SprtState
from kozel.table import Verdict
from kozel_arena.rating import TimeHistogram
from kozel_arena.tournament import TournamentFormat, TournamentState
from tests.soak.events import Mode, Sameness
from tests.soak.ledger import Ledger, Told, Witness, without_times
from tests.soak.plan import SoakPlan
from tests.soak.rehearsal import rehearsed

SHOWN = 5
"""So many examples of one thing that is wrong."""
UNDISTURBED = {Verdict.NORMAL.value}
PLAYED = {Verdict.NORMAL.value, Verdict.TIMEOUT.value, Verdict.DISCONNECT.value}


def violations(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """What a database says against a tournament that is over."""
    found = [
        *counts(plan, ledger),
        *whole_results(ledger),
        *meetings(plan, ledger),
        *verdicts(plan, ledger),
        *(f"the database says: {complaint}" for complaint in ledger.complaints),
    ]
    return found or rehearsed(plan, ledger)


def counts(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """Exactly the planned numbers, each once."""
    wrong = []
    if ledger.state != TournamentState.FINISHED.value:
        wrong.append(f"the tournament is {ledger.state}, not finished")
    numbers = Counter(match.number for match in ledger.matches)
    planned = set(range(plan.total if plan.event.is_fixed else ledger.total))
    if plan.event.is_fixed and (lost := sorted(planned - numbers.keys())):
        wrong.append(f"{len(lost)} matches are lost: {lost[:SHOWN]}")
    if added := sorted(numbers.keys() - planned):
        wrong.append(f"{len(added)} matches were never planned: {added[:SHOWN]}")
    if doubled := [number for number, count in numbers.items() if count > 1]:
        wrong.append(f"{len(doubled)} matches are doubled: {doubled[:SHOWN]}")
    ids = Counter(match.match_id for match in ledger.matches)
    if doubled_ids := [id for id, count in ids.items() if count > 1]:
        wrong.append(f"{len(doubled_ids)} match ids are doubled: {doubled_ids[:SHOWN]}")
    return wrong


def whole_results(ledger: Ledger) -> list[str]:
    """Every match has all its rows, and what is summed up is the sum of what is there."""
    wrong = []
    seats = {match.id: [] for match in ledger.matches}
    sums = {entry.bot_id: TimeHistogram() for entry in ledger.entries}
    for seat in ledger.seats:
        seats.setdefault(seat.match_row_id, []).append(seat)
        if seat.match_row_id <= ledger.tallied_through:
            sums[seat.bot_id].merge(TimeHistogram.parse(seat.decisions))
    rows = {match.id: match for match in ledger.matches}
    for id, taken in seats.items():
        if id not in rows:
            wrong.append(f"seats without a match: row {id}")
            continue
        (record,) = read_records([rows[id].record])
        if tuple(ledger.names[seat.bot_id] for seat in taken) != record.seats:
            wrong.append(f"{rows[id].match_id} has other seats than its record")
        if record.id != rows[id].match_id:
            wrong.append(f"{rows[id].match_id} has the record of {record.id}")
    for entry in ledger.entries:
        if sums[entry.bot_id].format() != entry.decisions:
            wrong.append(f"the times of {entry.name!r} are not the sum of its matches")
    return wrong


def meetings(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """Round robin: everybody has met everybody equally often, counted by who sat there."""
    if plan.event.format is not TournamentFormat.ROUND_ROBIN or plan.event.individual:
        return []
    met: Counter[frozenset[str]] = Counter()
    present: dict[int, set[str]] = {}
    for seat in ledger.seats:
        present.setdefault(seat.match_row_id, set()).add(ledger.names[seat.bot_id])
    met.update(map(frozenset, present.values()))
    wanted = map(frozenset, combinations(plan.bots, plan.event.company))
    expected = dict.fromkeys(wanted, plan.event.matches)
    return [
        f"{sorted(group)} met {met[group]} times, not {expected.get(group, 0)}"
        for group in expected.keys() | met.keys()
        if met[group] != expected.get(group, 0)
    ]


def verdicts(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """No match counts that had no result, and none ran out of time where there was plenty."""
    allowed = UNDISTURBED if plan.event.mode is Mode.EXACT else PLAYED
    wrong = [
        f"{match.match_id} ended as {match.verdict}"
        for match in ledger.matches
        if match.verdict not in allowed
    ]
    silent = sum(seat.silences for seat in ledger.seats)
    if plan.event.mode is Mode.EXACT and silent:
        wrong.append(f"{silent} decisions were not answered although there was plenty of time")
    return wrong


def exports(ledger: Ledger, exported: list[str]) -> list[str]:
    """The exported lines are the records, in the order of their numbers."""
    stored = [match.record for match in ledger.matches]
    return [] if exported == stored else ["the export differs from the records in the database"]


def kept(witness: Witness, ledger: Ledger) -> list[str]:
    """Every result that once stood in the database still does, as it was."""
    stored = {match.match_id: match.record for match in ledger.matches}
    return [
        f"the stored result of {id} was {'changed' if id in stored else 'lost'}"
        for id, record in witness.results.items()
        if stored.get(id) != record
    ]


def promised(ends: Iterable[Told], ledger: Ledger) -> list[str]:
    """What bots were told of a match is stored: they hear of its end when it is safe."""
    stored = {}
    for match in ledger.matches:
        (record,) = read_records([match.record])
        stored[match.match_id] = Told(match.match_id, match.verdict, record.score)
    return [
        f"a bot was told {end}, stored is {stored.get(end.match_id)}"
        for end in ends
        if stored.get(end.match_id) != end
    ]


def differences(plan: SoakPlan, undisturbed: Ledger, ledger: Ledger) -> list[str]:
    """Where a run under fire differs from one that nothing disturbed, match by match."""
    before = {match.number: match.record for match in undisturbed.matches}
    after = {match.number: match.record for match in ledger.matches}
    wrong = []
    if plan.event.sameness is Sameness.DECIDED:
        # What was in play when the test stopped ended in one run and had not begun in the other.
        wrong += decisions(plan, undisturbed, ledger)
    elif before.keys() != after.keys():
        wrong.append(f"other matches than undisturbed: {sorted(before.keys() ^ after.keys())}")
    elif undisturbed.points() != ledger.points():
        wrong.append(f"the table is {ledger.points()}, undisturbed {undisturbed.points()}")
    wrong += [
        f"match {number} was played otherwise than undisturbed"
        for number in sorted(before.keys() & after.keys())
        if without_times(before[number]) != without_times(after[number])
    ]
    return wrong


def decisions(plan: SoakPlan, undisturbed: Ledger, ledger: Ledger) -> list[str]:
    """A sequential test: its state, worked out from the matches in the order of their numbers."""
    states = [tested(plan, run) for run in (undisturbed, ledger)]
    if states[0] == states[1]:
        return []
    return [f"the test says {states[1]}, undisturbed {states[0]}"]


def tested(plan: SoakPlan, ledger: Ledger) -> SprtState:
    """Mirrored pairs, counted until the test decides or a pair is not complete."""
    bounds = plan.event.sprt
    assert bounds is not None
    test = Gsprt(elo0=bounds.elo0, elo1=bounds.elo1, alpha=bounds.alpha, beta=bounds.beta)
    points: dict[int, float] = {}
    numbers = {match.id: match.number for match in ledger.matches}
    for seat in ledger.seats:
        if seat.seat == seat.side and ledger.names[seat.bot_id] == plan.bots[0]:
            points[numbers[seat.match_row_id]] = seat.match_points
    for first in range(0, plan.event.matches, 2):
        pair = [points[number] for number in (first, first + 1) if number in points]
        if test.state.decision is not SprtDecision.OPEN or len(pair) < 2:
            break
        test.add(sum(pair) / 2)
    return test.state
