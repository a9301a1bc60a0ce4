"""A database of an older version goes on as if it had been of this one from the start."""

import sqlite3
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from kozel.records import format_record
from kozel_arena.roles import Caller, Role
from kozel_arena.storage import Database, Repository, ResultWriter
from kozel_arena.storage.schema import _config
from kozel_arena.storage.tokens import token_hash
from kozel_arena.tournament.values import DealMode, TournamentFormat
from tests.arena.storage_builders import finished, opened, tournament_of_bots

TALLY = "[270,5]"


def old_database(path: Path) -> None:
    """A database of tables 0001 with four results, three of them of the first tournament."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with opened(path.with_name("new.db")) as database:
        repository = Repository(database)
        cup = tournament_of_bots(repository, 2, matches_per_pairing=4)
        matches = [finished(cup, number, winner=0) for number in (0, 1, 3)]
    old = sqlite3.connect(path)
    for number in (1, 2):
        values = (number, f"bot {number}", str(number), "2026-05-04 12:00:00.000000")
        old.execute("INSERT INTO bot VALUES (?, ?, ?, ?)", values)
    old.execute("INSERT INTO meta VALUES ('organiser_token_sha256', ?)", [token_hash("secret")])
    old.execute(
        "INSERT INTO tournament VALUES (1, 'Spring cup', 'miner', '{}', 4, '7', 5000, 60000, 3, 4, "
        "'running', '2026-05-04 12:00:00.000000')"
    )
    for bot in (1, 2):
        old.execute("INSERT INTO entry VALUES (1, ?, ?, '[270,30]')", (bot, bot - 1))
    time = "2026-05-04 12:00:00.000000"
    for row, match in enumerate(matches, 1):
        values = (row, match.match_id, 1, match.number, "normal", time, time)
        record = format_record(match.result.record)
        old.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*values, record))
        for seat, bot in enumerate(match.seats):
            side = seat % 2
            values = (row, seat, 1, int(bot[1:]), side, 1.0 - side, 0, TALLY, False)
            old.execute("INSERT INTO match_seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    old.commit()
    old.close()


def test_results_of_older_tables_get_their_groups_and_points_from_the_records(
    tmp_path: Path,
) -> None:
    path = tmp_path / "old.db"
    old_database(path)
    with opened(path) as database:
        matches = Repository(database).matches("t1")
        assert [match.number for match in matches] == [3, 1, 0]
        for match in matches:
            points = [deal.points for deal in finished_record(match.number).deals]
            sums = [sum(side) for side in zip(*points, strict=True)]
            assert match.deals == len(points) > 0
            assert match.deal_points == (sums[0], sums[1], sums[0], sums[1])
            assert (match.group, match.attempt) == (match.number, 0)
            assert match.rated == (True,) * 4


def finished_record(number: int):  # type: ignore[no-untyped-def]
    """The record that `finished` has for that number."""
    from tests.arena.storage_builders import played

    return played(str(number % 3)).record


def test_a_tournament_of_older_tables_is_a_round_robin_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old_database(path)
    with opened(path) as database:
        repository = Repository(database)
        cup = repository.tournament("Spring cup")
        assert cup.config.format is TournamentFormat.ROUND_ROBIN
        assert cup.config.deals is DealMode.INDEPENDENT
        assert (cup.finished, cup.total, cup.withdrawn) == (3, 4, frozenset())
        before = repository.standings("t1")
        writer = ResultWriter(database)
        writer.submit(finished(cup, 2, winner=0))
        writer.close()
        assert repository.finished_numbers("t1") == {0, 1, 2, 3}
        after = repository.standings("t1")
        assert [line.decision_p50_ns for line in before] == [line.decision_p50_ns for line in after]


def test_the_organisers_token_of_older_tables_is_still_valid(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old_database(path)
    with opened(path) as database:
        repository = Repository(database)
        assert repository.caller("secret") == Caller("organiser", Role.ORGANISER)
        assert [token.name for token in repository.tokens()] == ["organiser"]


def test_the_way_back_loses_only_what_older_tables_have_no_place_for(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old_database(path)
    before = dump(path)
    Database.open(str(path)).upgrade()
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    engine.dispose()
    assert dump(path) == before


def dump(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the tables 0001."""
    connection = sqlite3.connect(path)
    tables = ("bot", "meta", "tournament", "entry", "match", "match_seat")
    rows = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    connection.close()
    return rows
