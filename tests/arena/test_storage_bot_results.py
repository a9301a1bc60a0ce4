"""What storage tells of a bot: its tournaments, its matches as columns, its times and verdicts."""

import numpy as np
import pytest

from kozel.table import Verdict
from kozel_arena.rating import TimeHistogram, analyse_bot
from kozel_arena.roles import Caller, Role
from kozel_arena.storage import BotResults, Database, Repository, ResultWriter, UnknownBot
from tests.arena.storage_builders import config, finished, tournament_of_bots


@pytest.fixture
def bots(database: Database, repository: Repository) -> BotResults:
    """Three bots that have played a whole tournament: b1 won all, a match ended by a timeout."""
    tournament = tournament_of_bots(repository, 3)
    writer = ResultWriter(database)
    first = next(n for n in range(6) if "b1" in finished(tournament, n).seats)
    for number in range(6):
        match = finished(tournament, number)
        side = match.seats.index("b1") % 2 if "b1" in match.seats else 0
        charged = (1 - side,) if number == first else ()
        writer.submit(finished(tournament, number, winner=side, charged=charged))
    writer.close()
    repository.create_tournament(config("b2", "b3", name="Summer cup"))
    return BotResults(database)


def test_a_bot_has_the_tournaments_that_it_is_entered_in(bots: BotResults) -> None:
    assert [one.config.name for one in bots.tournaments("b1")] == ["Spring cup"]
    assert [one.config.name for one in bots.tournaments("b2")] == ["Summer cup", "Spring cup"]
    with pytest.raises(UnknownBot, match="no bot 'b9'"):
        bots.tournaments("b9")
    with pytest.raises(UnknownBot, match="no bot 'bot 1'"):
        bots.tournaments("bot 1")


def test_its_matches_are_columns_in_the_order_of_storing(bots: BotResults) -> None:
    (cup,) = bots.tournaments("b1")
    matches = bots.facts("b1", cup).matches
    assert len(matches.rows) == 4
    assert (np.diff(matches.rows) > 0).all()
    assert matches.points.tolist() == [1.0] * 4
    assert sorted(matches.opponents.tolist()) == [2, 2, 3, 3]
    assert matches.scores.tolist() == [1.0] * 4
    assert sorted(matches.seats.tolist()) == [0, 0, 1, 1]
    assert matches.seat_names == ("0 and 2", "1 and 3")
    found = analyse_bot([matches])
    assert {share.key: share.matches for share in found.opponents} == {"2": 2, "3": 2}


def test_its_verdicts_tell_what_is_charged_to_it(bots: BotResults) -> None:
    (cup,) = bots.tournaments("b1")
    ended = {id: bots.facts(id, cup).verdicts for id in ("b1", "b2", "b3")}
    assert ended["b1"] == {Verdict.NORMAL: (3, 0), Verdict.TIMEOUT: (1, 0)}
    assert sorted(ended[id].get(Verdict.TIMEOUT, (0, 0)) for id in ("b2", "b3")) == [(0, 0), (1, 1)]


def test_its_times_are_those_of_all_its_seats(bots: BotResults) -> None:
    (cup,) = bots.tournaments("b1")
    facts = bots.facts("b1", cup)
    assert facts.times == TimeHistogram.of([1_000_000] * (4 * 2 * 5))
    assert facts.silences == 0
    assert [count for _, count in facts.times.buckets()] == [40]


def test_a_tournament_without_a_match_gives_empty_columns(bots: BotResults) -> None:
    summer, _ = bots.tournaments("b2")
    facts = bots.facts("b2", summer)
    assert facts.matches.rows.tolist() == []
    assert facts.verdicts == {}
    assert facts.times.count == 0


def test_its_last_matches_come_first(bots: BotResults) -> None:
    cups = bots.tournaments("b3")
    recent = bots.recent("b3", cups, limit=3)
    assert len(recent) == 3
    assert all("b3" in match.seats for match in recent)
    assert [match.ended for match in recent] == sorted(
        (match.ended for match in recent), reverse=True
    )


def test_times_of_rows_are_told_and_a_voided_match_is_gone(
    bots: BotResults, repository: Repository
) -> None:
    (cup,) = bots.tournaments("b1")
    rows = bots.facts("b1", cup).matches.rows.tolist()
    assert set(bots.ended(rows)) == set(rows)
    last = bots.recent("b1", [cup], limit=1)[0]
    repository.void_match(last.match_id, reason="test", by=Caller("anna", Role.ORGANISER))
    (cup,) = bots.tournaments("b1")
    assert (cup.finished, cup.voided) == (5, 1)
    assert len(bots.facts("b1", cup).matches.rows) == 3
    assert len(bots.ended(rows)) == 3
