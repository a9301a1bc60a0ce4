"""What organisers change while a tournament runs, and what is written down of it."""

import json
from dataclasses import replace

import pytest

from kozel.table import FaultPolicy, Verdict
from kozel_arena.rating import TimeHistogram
from kozel_arena.roles import Caller, Role
from kozel_arena.storage import (
    AlreadyVoided,
    Database,
    FinishedMatch,
    NameTaken,
    Repository,
    ResultWriter,
    StorageError,
    TakesNoPart,
    Tournament,
    UnknownMatch,
    UnknownToken,
    WrongState,
)
from kozel_arena.storage.histograms import entry_histograms, tally
from kozel_arena.tournament import TournamentState
from kozel_arena.tournament.values import DealMode, SprtBounds, TournamentFormat
from tests.arena.storage_builders import config, finished, seats_of, tournament_of_bots

OLGA = Caller("olga", Role.ORGANISER)


def write(database: Database, *matches: FinishedMatch) -> ResultWriter:
    writer = ResultWriter(database)
    for match in matches:
        writer.submit(match)
    writer.close()
    return writer


def replayed(tournament: Tournament, number: int, attempt: int) -> FinishedMatch:
    """The match that is played for one that was voided."""
    return finished(tournament, number, winner=0, attempt=attempt)


def histograms(database: Database) -> list[TimeHistogram]:
    with database.transaction() as connection:
        return list(entry_histograms(connection, 1).values())


def deeds(repository: Repository) -> list[tuple[str, str, str, str]]:
    log = repository.audit()
    assert {entry.role for entry in log} <= {Role.ORGANISER}
    return [(entry.who, entry.action, entry.subject, entry.details) for entry in log]


def test_every_setting_of_a_tournament_comes_back(repository: Repository) -> None:
    # Stored as they are; whether they fit together is for `validated` to say.
    from kozel_arena.storage.rows import tournament_of, tournament_row
    from tests.arena.storage_builders import NOON

    chosen = config(
        "b1",
        "b2",
        format=TournamentFormat.SPRT,
        individual=True,
        deals=DealMode.MIRRORED,
        policy=FaultPolicy.FORFEIT,
        rounds=7,
        challengers=("b2",),
        sprt=SprtBounds(elo0=0, elo1=20, alpha=0.01, beta=0.1),
        spectator_delay_ns=0,
    )
    row = tournament_row(chosen, total=2, created=NOON)
    assert tournament_of(row, {"b1": False, "b2": True}, finished=0).config == chosen


@pytest.mark.parametrize("delay_ns", [None, 0, 90 * 10**9])
def test_the_delay_of_spectators_is_kept(repository: Repository, delay_ns: int | None) -> None:
    made = tournament_of_bots(repository, 2, spectator_delay_ns=delay_ns)
    assert repository.tournament(made.id).config.spectator_delay_ns == delay_ns


def test_a_tournament_from_before_there_were_delays_is_shown_as_the_arena_shows_tables(
    database: Database, repository: Repository
) -> None:
    tournament_of_bots(repository, 2, spectator_delay_ns=0)
    with database.transaction() as connection:
        (settings,) = connection.exec_driver_sql("SELECT settings FROM tournament").one()
        older = {key: value for key, value in json.loads(settings).items() if "delay" not in key}
        assert len(older) == len(json.loads(settings)) - 1
        connection.exec_driver_sql(f"UPDATE tournament SET settings = '{json.dumps(older)}'")
    assert repository.tournament("t1").config.spectator_delay_ns is None


def test_a_paused_tournament_goes_on_or_ends(repository: Repository) -> None:
    tournament_of_bots(repository, 2)
    with pytest.raises(WrongState, match="is created, so it cannot be paused"):
        repository.set_state("t1", TournamentState.PAUSED)
    for state in ("running", "paused", "paused", "running", "paused", "cancelled"):
        repository.set_state("t1", TournamentState(state), by=OLGA)
    assert repository.tournament("t1").state is TournamentState.CANCELLED
    steps = ["started", "paused", "resumed", "paused", "cancelled"]
    assert deeds(repository) == [
        ("olga", f"tournament_{step}", "Spring cup", "") for step in reversed(steps)
    ]


def test_a_voided_match_is_kept_but_counts_no_more_and_its_number_is_open(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 2)
    write(database, finished(cup, 0, winner=0), finished(cup, 1, winner=0))
    record = repository.match("t1-0")[1]
    voided = repository.void_match("t1-0", reason="power cut", by=OLGA)
    assert (voided.match_id, voided.number, voided.attempt) == ("t1-0", 0, 0)
    assert (voided.reason, voided.who) == ("power cut", "olga")
    assert repository.voided("t1") == [voided]
    assert repository.finished_numbers("t1") == {1}
    assert repository.replays("t1") == {0: voided.replay}
    assert voided.replay.attempt == 1
    assert [line.matches for line in repository.standings("t1")] == [1, 1]
    assert deeds(repository) == [("olga", "match_voided", "t1-0", "power cut")]
    for again in (
        lambda: repository.void_match("t1-0", reason="again", by=OLGA),
        lambda: repository.match("t1-0"),
    ):
        with pytest.raises(AlreadyVoided, match=r"'t1-0' was voided already, by 'olga' on .*cut"):
            again()
    with pytest.raises(UnknownMatch, match="no finished match 't1-9'"):
        repository.void_match("t1-9", reason="again", by=OLGA)
    with database.transaction() as connection:
        kept = connection.exec_driver_sql("SELECT record, seats FROM voided_match").one()
    assert kept.record == record
    assert kept.seats.count('"match_points": 1.0') == 2


def test_a_voided_match_is_replayed_once_and_its_old_result_cannot_come_back(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 2)
    write(database, finished(cup, 0))
    repository.void_match("t1-0", reason="lag", by=OLGA)
    writer = write(database, finished(cup, 0), replayed(cup, 0, 1), replayed(cup, 0, 1))
    assert (writer.committed, writer.duplicates) == (1, 2)
    assert [match.match_id for match in repository.matches("t1")] == ["t1-0.1"]
    assert repository.matches("t1")[0].attempt == 1
    repository.void_match("t1-0.1", reason="lag", by=OLGA)
    assert repository.replays("t1")[0].attempt == 2


def replay_seed(repository: Repository, match_id: str) -> str:
    """Void a result; the secret for the deals of its replay."""
    return repository.void_match(match_id, reason="lag", by=OLGA).replay.seed


def test_the_deals_of_a_replay_come_from_a_secret_that_nothing_else_tells(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 2)
    write(database, finished(cup, 0), finished(cup, 1))
    seeds = {replay_seed(repository, "t1-0"), replay_seed(repository, "t1-1")}
    write(database, replayed(cup, 0, 1))
    seeds.add(replay_seed(repository, "t1-0.1"))
    assert len(seeds) == 3
    assert all(len(seed) == 64 for seed in seeds)
    assert {repository.replays("t1")[number].seed for number in (0, 1)} < seeds
    shown = f"{repository.voided('t1')} {repository.audit()} {list(repository.records('t1'))}"
    assert not any(seed in shown for seed in seeds)


def test_matches_of_the_same_deals_have_the_same_new_ones_until_these_are_known(
    database: Database, repository: Repository
) -> None:
    """Mirrored matches that are voided together are mirrored again."""
    cup = tournament_of_bots(repository, 2, matches_per_pairing=4)
    write(database, *(replace(finished(cup, number), group=0) for number in range(4)))
    first, second = replay_seed(repository, "t1-0"), replay_seed(repository, "t1-1")
    assert first == second
    write(database, replace(replayed(cup, 0, 1), group=0))
    third, fourth = replay_seed(repository, "t1-2"), replay_seed(repository, "t1-3")
    assert len({first, third, fourth}) == 3
    assert replay_seed(repository, "t1-0.1") not in (first, third, fourth)


def test_a_finished_tournament_runs_again_for_the_match_that_was_voided(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 2)
    write(database, finished(cup, 0), finished(cup, 1))
    repository.set_state("t1", TournamentState.RUNNING)
    repository.set_state("t1", TournamentState.FINISHED)
    repository.void_match("t1-1", reason="lag", by=OLGA)
    assert repository.tournament("t1").state is TournamentState.RUNNING
    assert repository.tournament("t1").finished == 1


@pytest.mark.parametrize("is_tallied", [True, False])
def test_times_are_summed_up_rightly_whether_tallied_or_voided(
    database: Database, repository: Repository, is_tallied: bool
) -> None:
    cup = tournament_of_bots(repository, 2, matches_per_pairing=4)
    times = [1_000, 50_000, 7_000_000, 900_000_000]
    write(database, *(finished(cup, n, think_ns=time) for n, time in enumerate(times)))
    if is_tallied:
        with database.transaction() as connection:
            tally(connection, 1)
    everything = [TimeHistogram.of(time for time in times for _ in range(10)) for _ in range(2)]
    assert histograms(database) == everything
    repository.void_match("t1-2", reason="lag", by=OLGA)
    del times[2]
    rest = [TimeHistogram.of(time for time in times for _ in range(10)) for _ in range(2)]
    assert histograms(database) == rest
    with database.transaction() as connection:
        tally(connection, 1)
        tally(connection, 1)
    assert histograms(database) == rest


def test_a_bot_that_withdraws_keeps_what_it_has_played(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 3)
    write(database, *(finished(cup, number) for number in range(6)))
    left = repository.withdraw("t1", "bot 2", by=OLGA)
    assert left == repository.withdraw("t1", "b2", by=OLGA) == repository.tournament("t1")
    assert left.withdrawn == {"b2"}
    assert repository.left_rounds("t1") == {"b2": 0}
    assert left.config.entries == ("b1", "b2", "b3")
    assert {line.bot_id: line.matches for line in repository.standings("t1")}["b2"] == 4
    assert deeds(repository) == [("olga", "bot_withdrawn", "Spring cup", "bot 2")]
    repository.add_bot("stranger")
    with pytest.raises(TakesNoPart, match="the bot 'stranger' takes no part in 'Spring cup'"):
        repository.withdraw("t1", "stranger")


def test_only_a_ladder_can_be_joined_late(repository: Repository) -> None:
    tournament_of_bots(repository, 2)
    repository.add_bot("late")
    with pytest.raises(StorageError, match="is a round_robin: bots can join a ladder only"):
        repository.enter("t1", "late")


def test_a_ladder_is_joined_left_and_joined_again(
    database: Database, repository: Repository
) -> None:
    tournament_of_bots(repository, 2)
    with database.transaction() as connection:
        connection.exec_driver_sql("""UPDATE tournament SET settings = '{"format": "ladder"}'""")
    late, _ = repository.add_bot("late")
    assert repository.enter("t1", "late").config.entries == ("b1", "b2", late.id)
    with pytest.raises(NameTaken, match="'late' exists already"):
        repository.enter("t1", "late")
    repository.withdraw("t1", "late")
    back = repository.enter("t1", "late", by=OLGA)
    assert (back.config.entries, back.withdrawn) == (("b1", "b2", late.id), frozenset())
    repository.set_state("t1", TournamentState.CANCELLED)
    for change in (repository.enter, repository.withdraw):
        with pytest.raises(StorageError, match="is cancelled: its entries are final"):
            change("t1", "late")


def test_tokens_have_names_and_roles_until_they_are_revoked(repository: Repository) -> None:
    first, secret = repository.add_token("olga", Role.ORGANISER)
    viewer, looking = repository.add_token("zoé", Role.VIEWER, by=OLGA)
    assert repository.tokens() == [first, viewer]
    assert repository.caller(secret) == OLGA
    assert repository.caller(looking) == Caller("zoé", Role.VIEWER)
    assert repository.caller(looking + "x") is None
    with pytest.raises(NameTaken, match="a token named 'zoé' exists already"):
        repository.add_token("zoé", Role.ORGANISER)
    gone = repository.revoke_token("zoé", by=OLGA)
    assert repository.revoke_token("zoé", by=OLGA) == gone
    assert gone.revoked is not None
    assert repository.caller(looking) is None
    with pytest.raises(StorageError, match="the last one of an organiser: add another one first"):
        repository.revoke_token("olga", by=OLGA)
    with pytest.raises(UnknownToken, match="no token 'nobody'"):
        repository.revoke_token("nobody")
    assert deeds(repository) == [
        ("olga", "token_revoked", "zoé", ""),
        ("olga", "token_added", "zoé", "viewer"),
    ]


def test_matches_are_chosen_and_turned_over_page_by_page(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 4, matches_per_pairing=4)
    matches = [finished(cup, n, charged=(0, 2) if n % 5 == 0 else ()) for n in range(cup.total)]
    write(database, *matches)
    everything = [match.match_id for match in reversed(matches)]
    pages, last = list[str](), None
    while page := repository.matches("t1", limit=7, before=last):
        pages += [match.match_id for match in page]
        last = pages[-1]
    assert pages == everything
    of_both = repository.matches("t1", bot="bot 1", opponent="b3", limit=100)
    assert {frozenset(match.names) for match in of_both} == {frozenset({"bot 1", "bot 3"})}
    assert len(of_both) == 4
    assert len(repository.matches("t1", bot="b2", limit=100)) == 12
    late = repository.matches("t1", verdict=Verdict.TIMEOUT, numbers=range(10, 21))
    assert [match.number for match in late] == [20, 15, 10]
    assert late[0].charged == (True, False, True, False)
    with pytest.raises(UnknownMatch):
        repository.matches("t1", before="t1-999")


def test_verdicts_are_counted_once_a_match_though_a_bot_holds_two_seats(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 3)
    by_pair = {frozenset(seats_of(cup, n)): n for n in range(cup.total)}
    odd = by_pair[frozenset({"b1", "b2"})]
    guilty = seats_of(cup, odd)[0]
    charged = {n: (0, 2) if n == odd else () for n in range(cup.total)}
    write(database, *(finished(cup, n, charged=charged[n]) for n in range(cup.total)))
    innocent = "b2" if guilty == "b1" else "b1"
    assert repository.verdict_counts("t1") == {
        guilty: {Verdict.NORMAL: (3, 0), Verdict.TIMEOUT: (1, 1)},
        innocent: {Verdict.NORMAL: (3, 0), Verdict.TIMEOUT: (1, 0)},
        "b3": {Verdict.NORMAL: (4, 0)},
    }


def test_one_match_comes_with_its_record(database: Database, repository: Repository) -> None:
    cup = tournament_of_bots(repository, 2)
    match = finished(cup, 1, winner=1, silences=(0, 1, 0, 2))
    write(database, match)
    stored, record = repository.match("t1-1")
    assert record == next(repository.records("t1"))
    assert (stored.seats, stored.match_points) == (match.seats, (0.0, 1.0, 0.0, 1.0))
    assert (stored.silences, stored.started, stored.ended) == (
        match.result.silences,
        match.started,
        match.ended,
    )


def test_formats_resume_from_the_outcomes_in_the_order_of_their_arrival(
    database: Database, repository: Repository
) -> None:
    cup = tournament_of_bots(repository, 4, matches_per_pairing=40)
    numbers = [*range(239, 100, -1), *range(101)]
    write(database, *(finished(cup, number, winner=0) for number in numbers))
    outcomes = list(repository.outcomes("t1"))
    assert [outcome.number for outcome in outcomes] == numbers
    stored = {match.number: match for match in repository.matches("t1", limit=1000)}
    for outcome in outcomes:
        match = stored[outcome.number]
        assert (outcome.seats, outcome.group) == (match.seats, match.group)
        assert (outcome.match_points, outcome.charged) == (match.match_points, match.charged)
        assert (outcome.deal_points, outcome.deals) == (match.deal_points, match.deals)


def test_statistics_get_every_result_as_columns(database: Database, repository: Repository) -> None:
    cup = tournament_of_bots(repository, 3)
    write(database, *(finished(cup, number, winner=number % 2) for number in range(6)))
    table = repository.match_table("t1")
    assert (table.entries, table.sides) == (("b1", "b2", "b3"), (0, 1))
    for row in range(6):
        match = repository.match(f"t1-{table.numbers[row]}")[0]
        assert tuple(table.entries[seat] for seat in table.seats[row]) == match.seats[:2]
        assert tuple(table.match_points[row]) == match.match_points[:2]
        assert tuple(table.deal_points[row]) == match.deal_points[:2]
        assert (table.deals[row], table.groups[row]) == (match.deals, match.group)
    assert table.is_rated.all()
