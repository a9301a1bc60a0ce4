"""A database of an older version goes on as if it had been of this one from the start."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, Table, create_engine, select

from kozel.records import format_record
from kozel_arena.roles import Caller, Role
from kozel_arena.storage import Repository, ResultWriter
from kozel_arena.storage.location import parse_location
from kozel_arena.storage.schema import _config
from kozel_arena.storage.tokens import token_hash
from kozel_arena.tournament.values import DealMode, TournamentFormat
from tests.arena.storage_builders import NOON, finished, opened, tournament_of_bots

TALLY = "[270,5]"


@pytest.fixture
def old(empty: str, tmp_path: Path) -> str:
    """A database of tables 0001 with four results, three of them of the first tournament."""
    move(command.upgrade, empty)
    with opened(tmp_path / "new.db") as database:
        cup = tournament_of_bots(Repository(database), 2, matches_per_pairing=4)
        matches = [finished(cup, number, winner=0) for number in (0, 1, 3)]
    with reflected(empty) as (connection, tables):

        def add(table: str, *values: object) -> None:
            # Ids are left to the database: a server's counter would not know of given ones.
            names = [column.name for column in tables[table].columns if column.name != "id"]
            row = dict(zip(names, values, strict=True))
            connection.execute(tables[table].insert().values(row))

        for number in (1, 2):
            add("bot", f"bot {number}", str(number), NOON)
        add("meta", "organiser_token_sha256", token_hash("secret"))
        clock = (5000, 60000, 3)
        add("tournament", "Spring cup", "miner", "{}", 4, "7", *clock, 4, "running", NOON)
        for bot in (1, 2):
            add("entry", 1, bot, bot - 1, "[270,30]")
        for row, match in enumerate(matches, 1):
            record = format_record(match.result.record)
            add("match", match.match_id, 1, match.number, "normal", NOON, NOON, record)
            for seat, bot_id in enumerate(match.seats):
                side = seat % 2
                points = 1.0 - side
                add("match_seat", row, seat, 1, int(bot_id[1:]), side, points, 0, TALLY, False)
    return empty


def move(step: Callable[[Config, str], None], location: str, to: str = "0001") -> None:
    """Upgrade or downgrade a database to some tables."""
    engine = create_engine(parse_location(location))
    with engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        step(config, to)
    engine.dispose()


@contextmanager
def reflected(location: str) -> Iterator[tuple[Connection, Mapping[str, Table]]]:
    """A transaction, and the tables as they are."""
    engine = create_engine(parse_location(location))
    metadata = MetaData()
    metadata.reflect(engine)
    with engine.begin() as connection:
        yield connection, metadata.tables
    engine.dispose()


def test_results_of_older_tables_get_their_groups_and_points_from_the_records(
    old: str,
) -> None:
    with opened(old) as database:
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


def test_a_tournament_of_older_tables_is_a_round_robin_and_goes_on(old: str) -> None:
    with opened(old) as database:
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


def test_the_organisers_token_of_older_tables_is_still_valid(old: str) -> None:
    with opened(old) as database:
        repository = Repository(database)
        assert repository.caller("secret") == Caller("organiser", Role.ORGANISER)
        assert [token.name for token in repository.tokens()] == ["organiser"]


def test_the_way_back_loses_only_what_older_tables_have_no_place_for(old: str) -> None:
    before = dump(old)
    with opened(old):
        pass
    move(command.downgrade, old)
    assert dump(old) == before


def test_replays_of_older_tables_get_secrets_and_withdrawals_their_rounds(location: str) -> None:
    olga = Caller("olga", Role.ORGANISER)
    with opened(location) as database:
        repository = Repository(database)
        cup = tournament_of_bots(repository, 6, format=TournamentFormat.SWISS, rounds=2)
        writer = ResultWriter(database)
        for number in (0, 1, 2):
            seats = ("b1", "b2") if number < 2 else ("b3", "b4")
            writer.submit(replace(finished(cup, number), seats=seats * 2, group=0))
        writer.close()
        for match_id in ("t1-0", "t1-1"):
            before = repository.void_match(match_id, reason="lag", by=olga).replay.seed
        for bot in ("b3", "b5"):
            repository.withdraw("t1", bot, left_round=7, by=olga)
    move(command.downgrade, location, "0004")
    with opened(location) as database:
        repository = Repository(database)
        replays = repository.replays("t1")
        assert [replay.attempt for replay in replays.values()] == [1, 1]
        assert len({replay.seed for replay in replays.values()} - {before, ""}) == 1
        assert repository.left_rounds("t1") == {"b3": 1, "b5": 0}


def dump(location: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the tables 0001."""
    names = ("bot", "meta", "tournament", "entry", "match", "match_seat")
    with reflected(location) as (connection, tables):
        return {
            name: [
                tuple(row)
                for row in connection.execute(
                    select(tables[name]).order_by(*tables[name].primary_key.columns)
                )
            ]
            for name in names
        }
