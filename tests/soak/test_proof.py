"""The proof of a soak holds for every format, whatever is killed, and finds whatever is wrong."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from kozel.records import read_records
from kozel_arena.storage.location import parse_location
from kozel_arena.tournament import DealMode, FaultPolicy, TournamentFormat, schedule_of
from kozel_arena.tournament.values import InvalidTournament
from tests.arena.storage_builders import opened
from tests.soak.events import EVENTS, Event, Mode
from tests.soak.ledger import Ledger, Told, Witness, read_ledger, told
from tests.soak.paper import PaperArena
from tests.soak.plan import SoakPlan, planned
from tests.soak.proof import counts, differences, kept, promised, violations
from tests.soak.rehearsal import config


def small(event: Event) -> SoakPlan:
    """A plan with as few matches a meeting as the event allows."""
    least = 16 if event.sprt else {2: 2, 3: 6, 4: 4}[event.company]
    return planned(replace(event, matches=least), seed="paper")


def played(plan: SoakPlan, file: Path, *, seed: int, kills: float) -> Ledger:
    """What a tournament leaves that was played by an arena of paper."""
    with opened(file) as database:
        PaperArena(plan, database).play(Random(seed), kills=kills)
    return read_ledger(parse_location(str(file)))


def named(event: Event) -> str:
    """A test's name."""
    return f"{event.format}-{event.ruleset}-{event.deals}-{event.mode}"


PROVED = tuple(map(small, EVENTS[:7]))
"""One of each format."""


def stored(file: Path) -> Ledger:
    """What stands in a database."""
    return read_ledger(parse_location(str(file)))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[TournamentFormat, Path]:
    """A database with a whole tournament, by format."""
    folder = tmp_path_factory.mktemp("whole")
    found = {}
    for plan in PROVED:
        found[plan.event.format] = file = folder / f"{plan.event.format}.db"
        assert violations(plan, played(plan, file, seed=1, kills=0)) == []
    return found


@pytest.mark.parametrize("event", EVENTS, ids=named)
def test_every_event_is_played_exactly_once_however_often_the_arena_is_killed(
    tmp_path: Path, files: dict[TournamentFormat, Path], event: Event
) -> None:
    plan = small(event)
    ledger = played(plan, tmp_path / "killed.db", seed=2, kills=0.1)
    assert violations(plan, ledger) == []
    if plan in PROVED and event.format is not TournamentFormat.LADDER:
        assert differences(plan, stored(files[event.format]), ledger) == []


def test_the_events_are_of_every_format_game_and_policy_and_of_all_deals_that_a_format_allows() -> (
    None
):
    formats = {(event.format, event.deals) for event in EVENTS}
    assert formats >= set(filter(allowed, product(TournamentFormat, DealMode)))
    assert {event.format for event in EVENTS if event.individual} == {
        TournamentFormat.ROUND_ROBIN,
        TournamentFormat.GAUNTLET,
        TournamentFormat.SWISS,
        TournamentFormat.LADDER,
    }
    tables = {(event.ruleset, event.options.get("players")) for event in EVENTS}
    assert {ruleset for ruleset, _ in tables} == {"miner", "classic", "shokha", "pot", "widow"}
    assert tables >= set(product(("shokha", "pot"), (2, 3, None)))
    assert set(product(Mode, FaultPolicy)) - {(Mode.EXACT, FaultPolicy.FORFEIT)} == {
        (event.mode, event.policy) for event in EVENTS
    }
    for format, mode in product(TournamentFormat, Mode):
        assert any((event.format, event.mode) == (format, mode) for event in EVENTS)


def allowed(format_and_deals: tuple[TournamentFormat, DealMode]) -> bool:
    """Whether the arena takes a tournament of eight bots with these deals."""
    format, deals = format_and_deals
    event = next(event for event in EVENTS if event.format is format and not event.individual)
    bots = 2 if format is TournamentFormat.SPRT else 8
    challengers = 2 if format is TournamentFormat.GAUNTLET else 0
    wanted = replace(event, ruleset="miner", options={}, bots=bots, matches=4, deals=deals)
    plan = planned(replace(wanted, challengers=challengers), seed="paper")
    try:
        schedule_of(config(plan))
    except InvalidTournament:
        return False
    return True


LOSE = "DELETE FROM match_seat WHERE match_row_id = {row}; DELETE FROM match WHERE id = {row}"
OTHER_NUMBER = "UPDATE match SET number = (SELECT total FROM tournament) WHERE id = {row}"
OTHER_GROUP = "UPDATE match SET deal_group = deal_group + 1 WHERE id = {row}"
OTHER_DEALS = (
    'UPDATE match SET record = replace(record, \'"seed":"\', \'"seed":"0\') WHERE id = {row}'
)
OTHER_RECORD = (
    "UPDATE match SET record = (SELECT record FROM match WHERE id = {row} + 1) WHERE id = {row}"
)
SWAPPED = (
    "CREATE TEMPORARY TABLE other AS SELECT number, id FROM match WHERE id IN ({row}, {row} + 1);"
    "UPDATE match SET number = -id WHERE id IN ({row}, {row} + 1);"
    "UPDATE match SET number = (SELECT number FROM other WHERE other.id = 2 * {row} + 1 - match.id)"
    " WHERE id IN ({row}, {row} + 1)"
)
ABORTED = "UPDATE match SET verdict = 'aborted' WHERE id = {row}"
HALF = "DELETE FROM match_seat WHERE match_row_id = {row} AND seat = 1"
OTHER_BOT = (
    "UPDATE match_seat SET bot_id = 1 + bot_id % (SELECT max(id) FROM bot)"
    " WHERE match_row_id = {row} AND seat = 0"
)
UNFINISHED = "UPDATE tournament SET state = 'running'"
DAMAGE = {
    "lost": LOSE,
    "never planned": OTHER_NUMBER,
    "deal group": OTHER_GROUP,
    "other deals": OTHER_DEALS,
    "other record": OTHER_RECORD,
    "exchanged": SWAPPED,
    "aborted": ABORTED,
    "half a result": HALF,
    "other bot": OTHER_BOT,
    "not finished": UNFINISHED,
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("plan", PROVED, ids=lambda plan: plan.event.format)
def test_whatever_is_wrong_with_a_tournament_is_found(
    tmp_path: Path, files: dict[TournamentFormat, Path], plan: SoakPlan, damage: str
) -> None:
    file = tmp_path / "damaged.db"
    file.write_bytes(files[plan.event.format].read_bytes())
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DAMAGE[damage].format(row=3))
    assert violations(plan, stored(file)) != []


def test_a_match_that_counts_twice_is_found(files: dict[TournamentFormat, Path]) -> None:
    plan = PROVED[0]
    ledger = stored(files[plan.event.format])
    doubled = replace(ledger, matches=[*ledger.matches, ledger.matches[3]])
    assert counts(plan, doubled) == [
        "1 matches are doubled: [3]",
        "1 match ids are doubled: ['t1-3']",
    ]


def test_an_end_that_a_bot_was_told_and_that_is_not_stored_is_found(
    tmp_path: Path, files: dict[TournamentFormat, Path]
) -> None:
    ledger = stored(files[TournamentFormat.ROUND_ROBIN])
    (record,) = read_records([ledger.matches[2].record])
    log = tmp_path / "bot.log"
    line = "2026-05-04 12:00:00,000 INFO match {} ended ({}): score {}, sides that won (0,)\n"
    log.write_text(
        "".join(
            (
                line.format("t1-2", "normal", record.score),
                line.format("t1-2", "aborted", (0, 0)),
                "2026-05-04 12:00:00,000 INFO match t1-3 ended (normal): score (1",
            )
        ),
        encoding="utf-8",
    )
    assert told(log) == {Told("t1-2", "normal", record.score)}
    assert promised(told(log), ledger) == []
    other = Told("t1-2", "normal", (99, 0))
    lost = Told("t1-100", "normal", (12, 3))
    assert len(promised([other, lost], ledger)) == 2


def test_a_result_that_was_stored_and_is_played_again_is_found(
    files: dict[TournamentFormat, Path],
) -> None:
    ledger = stored(files[TournamentFormat.ROUND_ROBIN])
    witness = Witness()
    witness.results = {match.match_id: match.record for match in ledger.matches}
    assert kept(witness, ledger) == []
    witness.results["t1-2"] = witness.results["t1-2"].replace("12:", "11:")
    witness.results["t1-100"] = "{}"
    assert kept(witness, ledger) == [
        "the stored result of t1-2 was changed",
        "the stored result of t1-100 was lost",
    ]
