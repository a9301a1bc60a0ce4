"""What is stored comes back: bots, tournaments, standings, cross-tables, records."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from kozel.records import format_record, parse_record
from kozel.rules.errors import InvalidOption, UnknownRuleset
from kozel.table import TimeControl
from kozel_arena.storage import (
    Database,
    NameTaken,
    Repository,
    ResultWriter,
    StorageError,
    Tournament,
    UnknownBot,
    UnknownTournament,
    WrongState,
)
from kozel_arena.tournament import Entry, InvalidTournament, TournamentError, TournamentState
from tests.arena.storage_builders import config, finished, tournament_of_bots


def write(database: Database, tournament: Tournament, winners: dict[int, int]) -> None:
    """Store results: by match number the side that won."""
    writer = ResultWriter(database)
    for number, winner in winners.items():
        writer.submit(finished(tournament, number, winner=winner))
    writer.close()


def test_a_bot_is_known_by_its_token_only(repository: Repository) -> None:
    bot, token = repository.add_bot("Anna")
    other, other_token = repository.add_bot("Boris")
    assert token.startswith("kozel_")
    assert len(token) == len("kozel_") + 43
    assert repository.bot_by_token(token) == bot
    assert repository.bot_by_token(other_token) == other
    assert repository.bot_by_token(token[:-1]) is None
    assert repository.bot_by_token("\udcff") is None


def test_bots_are_listed_by_name_and_found_by_id_or_name(repository: Repository) -> None:
    boris, _ = repository.add_bot("Boris")
    anna, _ = repository.add_bot("Anna")
    assert repository.bots() == [anna, boris]
    assert (boris.id, anna.id) == ("b1", "b2")
    assert repository.bot("b2") == repository.bot("Anna") == anna
    assert (datetime.now(UTC) - anna.created).total_seconds() < 60
    with pytest.raises(UnknownBot, match="no bot 'b3'"):
        repository.bot("b3")


@pytest.mark.parametrize("name", ["A vs Z", "Жора", "b0", "t", "x" * 64, "日本 語"])
def test_any_printable_name_will_do(repository: Repository, name: str) -> None:
    bot, _ = repository.add_bot(name)
    assert repository.bot(name) == bot


@pytest.mark.parametrize("name", ["", " a", "a ", "x" * 65, "a\nb", "a\x1b[31m", "b1", "t12"])
def test_a_name_that_misleads_is_refused(repository: Repository, name: str) -> None:
    with pytest.raises((StorageError, TournamentError), match="name"):
        repository.add_bot(name)
    assert repository.bots() == []


def test_a_name_is_given_once_however_it_is_encoded(repository: Repository) -> None:
    repository.add_bot("Zoé")
    with pytest.raises(NameTaken, match="a bot named 'Zoé' exists already"):
        repository.add_bot("Zoe\N{COMBINING ACUTE ACCENT}")


def test_a_tournament_comes_back_as_it_was_created(repository: Repository) -> None:
    created = tournament_of_bots(repository, 3, options={"short": True, "marker": "JC"})
    assert repository.tournament(created.id) == created
    assert repository.tournament("Spring cup") == created
    assert created.config.options == {"short": True}
    assert created.config.time_control == TimeControl(
        move_limit_ns=5_000_000_000, bank_ns=60_000_000_000, strikes=3
    )
    assert (created.id, created.state, created.total) == ("t1", TournamentState.CREATED, 6)
    assert repository.entries("t1") == [Entry(f"b{n}", f"bot {n}") for n in (1, 2, 3)]


def test_the_draw_keeps_its_order(repository: Repository) -> None:
    for name in ("Anna", "Boris", "Clara"):
        repository.add_bot(name)
    repository.create_tournament(config("b3", "b1", "b2"))
    assert repository.tournament("t1").config.entries == ("b3", "b1", "b2")


def test_tournaments_are_listed_newest_first(repository: Repository) -> None:
    tournament_of_bots(repository, 2)
    repository.create_tournament(config("b1", "b2", name="Summer cup"))
    assert [cup.config.name for cup in repository.tournaments()] == ["Summer cup", "Spring cup"]


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"entries": ("b1", "b9")}, UnknownBot, "no bot 'b9'"),
        ({"entries": ("b1", "bot 2")}, UnknownBot, "no bot 'bot 2'"),
        ({"entries": ("b1", "b1")}, InvalidTournament, "entered twice"),
        ({"entries": ("b1",)}, InvalidTournament, "needs 2"),
        ({"ruleset": "widow"}, InvalidTournament, "a match needs 3"),
        ({"ruleset": "poker"}, UnknownRuleset, "poker"),
        ({"options": {"long": True}}, InvalidOption, "long"),
        ({"options": {"short": "yes"}}, InvalidOption, "short"),
        ({"matches_per_pairing": 3}, InvalidTournament, "multiple of 2"),
        ({"seed": "a:b"}, InvalidTournament, "without a colon"),
        ({"seed": ""}, InvalidTournament, "without a colon"),
        ({"name": ""}, InvalidTournament, "the name '' cannot be used: give 1 to 64 printable"),
        ({"name": "t7"}, StorageError, "looks like an id"),
        ({"name": "Spring cup"}, NameTaken, "a tournament named 'Spring cup' exists already"),
    ],
)
def test_what_cannot_be_played_is_not_stored(
    repository: Repository, changes: dict[str, Any], error: type[Exception], words: str
) -> None:
    tournament_of_bots(repository, 2)
    with pytest.raises(error, match=words):
        repository.create_tournament(replace(config("b1", "b2", name="Autumn cup"), **changes))
    assert len(repository.tournaments()) == 1


def test_a_tournament_moves_only_forward(repository: Repository) -> None:
    tournament_of_bots(repository, 2)
    repository.set_state("t1", TournamentState.RUNNING)
    repository.set_state("t1", TournamentState.RUNNING)
    repository.set_state("t1", TournamentState.FINISHED)
    assert repository.tournament("t1").state is TournamentState.FINISHED
    with pytest.raises(WrongState, match="is finished, so it cannot be started"):
        repository.set_state("t1", TournamentState.RUNNING)


def test_an_unknown_tournament_is_an_error_everywhere(repository: Repository) -> None:
    for ask in (
        repository.tournament,
        repository.entries,
        repository.finished_numbers,
        repository.standings,
        repository.cross_table,
        lambda id: list(repository.records(id)),
    ):
        with pytest.raises(UnknownTournament, match="no tournament 't5'"):
            ask("t5")


def test_before_the_first_result_every_entry_has_a_line(repository: Repository) -> None:
    tournament = tournament_of_bots(repository, 3)
    lines = repository.standings(tournament.id)
    assert [(line.bot_id, line.matches) for line in lines] == [("b1", 0), ("b2", 0), ("b3", 0)]
    assert repository.cross_table(tournament.id) == []
    assert repository.finished_numbers(tournament.id) == set()


def test_standings_and_cross_table_sum_up_the_results(
    database: Database, repository: Repository
) -> None:
    tournament = tournament_of_bots(repository, 3)
    meetings = [played.seats[:2] for played in (finished(tournament, n) for n in range(6))]
    champion = {n: seats.index("b2") for n, seats in enumerate(meetings) if "b2" in seats}
    others = {n: seats.index("b3") for n, seats in enumerate(meetings) if "b2" not in seats}
    write(database, tournament, champion | others)
    lines = repository.standings(tournament.id)
    assert [(line.bot_id, line.name, line.matches, line.score) for line in lines] == [
        ("b2", "bot 2", 4, 1.0),
        ("b3", "bot 3", 4, 0.5),
        ("b1", "bot 1", 4, 0.0),
    ]
    assert lines[0].decision_p50_ns == pytest.approx(1_000_000, rel=0.04)
    cells = {
        (cell.bot_id, cell.opponent_id): (cell.matches, cell.score)
        for cell in repository.cross_table(tournament.id)
    }
    assert cells == {
        ("b1", "b2"): (2, 0.0),
        ("b2", "b1"): (2, 1.0),
        ("b1", "b3"): (2, 0.0),
        ("b3", "b1"): (2, 1.0),
        ("b2", "b3"): (2, 1.0),
        ("b3", "b2"): (2, 0.0),
    }
    assert repository.tournament(tournament.id).finished == 6


def test_silences_charges_and_times_are_kept_for_every_seat(
    database: Database, repository: Repository
) -> None:
    tournament = tournament_of_bots(repository, 2)
    writer = ResultWriter(database)
    writer.submit(finished(tournament, 0, silences=(3, 0, 4, 1), charged=(0, 2)))
    writer.close()
    first, second = finished(tournament, 0).seats[:2]
    silences = {line.bot_id: line.silences for line in repository.standings(tournament.id)}
    assert silences == {first: 7, second: 1}
    seats = "SELECT seat, side, is_charged, decisions FROM match_seat ORDER BY seat"
    with database.transaction() as connection:
        rows = connection.exec_driver_sql(seats).all()
    assert [row[:3] for row in rows] == [(0, 0, 1), (1, 1, 0), (2, 0, 1), (3, 1, 0)]
    assert {row[3] for row in rows} == {"[270,5]"}


def test_two_tournaments_of_the_same_bots_are_kept_apart(
    database: Database, repository: Repository
) -> None:
    spring = tournament_of_bots(repository, 2)
    summer = repository.create_tournament(config("b1", "b2", name="Summer cup"))
    write(database, spring, {0: 0})
    assert repository.finished_numbers(spring.id) == {0}
    assert repository.finished_numbers(summer.id) == set()
    assert all(line.matches == 0 for line in repository.standings(summer.id))


def test_records_come_in_the_order_of_their_numbers_whatever_came_first(
    database: Database, repository: Repository
) -> None:
    tournament = tournament_of_bots(repository, 4, matches_per_pairing=40)
    numbers = [*range(239, 100, -1), *range(101)]
    write(database, tournament, dict.fromkeys(numbers, 0))
    records = [parse_record(line) for line in repository.records(tournament.id)]
    assert [record.id for record in records] == [f"t1-{number}" for number in range(240)]
    line = next(repository.records(tournament.id))
    assert line == format_record(finished(tournament, 0).result.record)
    assert "\n" not in line


def test_records_can_be_read_while_results_are_written(
    database: Database, repository: Repository
) -> None:
    tournament = tournament_of_bots(repository, 2, matches_per_pairing=210)
    write(database, tournament, dict.fromkeys(range(205), 0))
    records = repository.records(tournament.id)
    next(records)
    write(database, tournament, {209: 0})
    assert len(list(records)) == 205
