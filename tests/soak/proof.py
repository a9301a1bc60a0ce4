"""Proves that a tournament was played exactly once. Every function lists what is wrong."""

from collections import Counter
from itertools import combinations, zip_longest

from kozel.records import read_records
from kozel.table import Verdict
from kozel_arena.rating import TimeHistogram
from kozel_arena.tournament import TournamentFormat, TournamentState
from tests.soak.ledger import Ledger, without_times
from tests.soak.plan import Mode, SoakPlan

SHOWN = 5
"""So many examples of one thing that is wrong."""
UNDISTURBED = {Verdict.NORMAL.value}
PLAYED = {Verdict.NORMAL.value, Verdict.TIMEOUT.value, Verdict.DISCONNECT.value}


def violations(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """What a database says against a tournament that is over."""
    return [
        *counts(plan, ledger),
        *whole_results(ledger),
        *meetings(plan, ledger),
        *verdicts(plan, ledger),
        *(f"the database says: {complaint}" for complaint in ledger.complaints),
    ]


def counts(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """Exactly the planned numbers, each once."""
    wrong = []
    if ledger.state != TournamentState.FINISHED.value:
        wrong.append(f"the tournament is {ledger.state}, not finished")
    numbers = Counter(match.number for match in ledger.matches)
    planned = set(range(planned_total(plan, ledger)))
    if lost := sorted(planned - numbers.keys()):
        wrong.append(f"{len(lost)} matches are lost: {lost[:SHOWN]}")
    if added := sorted(numbers.keys() - planned):
        wrong.append(f"{len(added)} matches were never planned: {added[:SHOWN]}")
    if doubled := [number for number, count in numbers.items() if count > 1]:
        wrong.append(f"{len(doubled)} matches are doubled: {doubled[:SHOWN]}")
    ids = Counter(match.match_id for match in ledger.matches)
    if doubled_ids := [id for id, count in ids.items() if count > 1]:
        wrong.append(f"{len(doubled_ids)} match ids are doubled: {doubled_ids[:SHOWN]}")
    return wrong


def planned_total(plan: SoakPlan, ledger: Ledger) -> int:
    """How many matches there must be, worked out here where it can be."""
    if plan.format is TournamentFormat.ROUND_ROBIN:
        return plan.total
    return ledger.total


def whole_results(ledger: Ledger) -> list[str]:
    """Every match has all its rows, and what is summed up is the sum of what is there."""
    wrong = []
    seats = {match.id: [] for match in ledger.matches}
    sums = {entry.bot_id: TimeHistogram() for entry in ledger.entries}
    for seat in ledger.seats:
        seats.setdefault(seat.match_row_id, []).append(seat)
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
    if plan.format is not TournamentFormat.ROUND_ROBIN:
        return []
    met: Counter[frozenset[str]] = Counter()
    present: dict[int, set[str]] = {}
    for seat in ledger.seats:
        present.setdefault(seat.match_row_id, set()).add(ledger.names[seat.bot_id])
    met.update(map(frozenset, present.values()))
    wanted = map(frozenset, combinations(plan.bots, plan.game.sides))
    expected = dict.fromkeys(wanted, plan.game.matches)
    return [
        f"{sorted(group)} met {met[group]} times, not {expected.get(group, 0)}"
        for group in expected.keys() | met.keys()
        if met[group] != expected.get(group, 0)
    ]


def verdicts(plan: SoakPlan, ledger: Ledger) -> list[str]:
    """No match counts that had no result, and none ran out of time where there was plenty."""
    allowed = UNDISTURBED if plan.mode is Mode.EXACT else PLAYED
    wrong = [
        f"{match.match_id} ended as {match.verdict}"
        for match in ledger.matches
        if match.verdict not in allowed
    ]
    silent = sum(seat.silences for seat in ledger.seats)
    if plan.mode is Mode.EXACT and silent:
        wrong.append(f"{silent} decisions were not answered although there was plenty of time")
    return wrong


def exports(ledger: Ledger, exported: list[str]) -> list[str]:
    """The exported lines are the records, in the order of their numbers."""
    stored = [match.record for match in ledger.matches]
    return [] if exported == stored else ["the export differs from the records in the database"]


def differences(undisturbed: Ledger, ledger: Ledger) -> list[str]:
    """Where a run under fire differs from one that nothing disturbed, match by match."""
    wrong = []
    for before, after in zip_longest(undisturbed.matches, ledger.matches):
        if before is None or after is None or before.number != after.number:
            wrong.append("the two runs have other match numbers")
            break
        if without_times(before.record) != without_times(after.record):
            wrong.append(f"{after.match_id} was played otherwise than undisturbed")
    if undisturbed.points() != ledger.points():
        wrong.append(f"the table is {ledger.points()}, undisturbed {undisturbed.points()}")
    return wrong
