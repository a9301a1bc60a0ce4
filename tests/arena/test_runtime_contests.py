"""Tournaments in play: paused, without a bot, with one more, and with a result less."""

from types import SimpleNamespace
from typing import Any

import pytest

from kozel.rules import bind
from kozel.table import FaultPolicy, TimeControl
from kozel_arena.lobby import RunningTournament, choose_starts
from kozel_arena.runtime.contests import Contests
from kozel_arena.runtime.tables import match_id_of, seed_of
from kozel_arena.runtime.values import TournamentInPlay
from kozel_arena.storage import Replay
from kozel_arena.tournament import DealMode, Pairing, Progress, RoundRobin

BOTS = ("b1", "b2", "b3")


class Played:
    """Contests with one tournament, whose matches the test ends."""

    def __init__(self, bots: tuple[str, ...] = BOTS, matches: int = 2) -> None:
        self.over: list[str] = []
        self.contests = Contests(lambda tournament: self.over.append(tournament.running.id))
        schedule = RoundRobin(bots, matches_per_pairing=matches, players=4, sides=2)
        self.progress = Progress(schedule.total())
        self.tournament = TournamentInPlay(
            running=RunningTournament("t1", schedule, self.progress),
            name="event",
            rules=bind("miner"),
            seed="7",
            time_control=TimeControl(move_limit_ns=1),
            policy=FaultPolicy.DEFAULT_MOVE,
            deals=DealMode.INDEPENDENT,
        )
        self.contests.add(self.tournament)

    def starts(self, most: int = 100) -> list[Pairing]:
        """The matches that start now, everybody having all the seats that it wants."""
        starts = choose_starts(
            self.contests.startable(), free_seats=dict.fromkeys(BOTS, 1000), capacity=most
        )
        return [start.pairing for start in starts]

    def commit(self, number: int, match_id: str = "") -> None:
        finished: Any = SimpleNamespace(
            tournament_id="t1", number=number, match_id=match_id or f"t1-{number}"
        )
        self.contests.count(finished)

    def finish_all(self) -> list[int]:
        """Play what is left; the numbers."""
        numbers = []
        while pairings := self.starts():
            for pairing in pairings:
                self.commit(pairing.number)
                numbers.append(pairing.number)
        return numbers


def test_a_tournament_is_over_when_its_last_result_is_committed() -> None:
    played = Played()
    pairings = played.starts()
    for pairing in pairings[:-1]:
        played.commit(pairing.number)
    assert played.over == []
    played.commit(pairings[-1].number)
    assert played.over == ["t1"]
    assert played.contests.get("t1") is None


def test_a_paused_tournament_starts_nothing_and_counts_what_ends() -> None:
    played = Played()
    [running] = played.starts(1)
    played.contests.pause("t1")
    assert played.starts() == []
    played.commit(running.number)
    assert played.progress.finished_count == 1
    played.contests.unpause("t1")
    assert len(played.finish_all()) == 5
    assert played.over == ["t1"]


def test_a_match_that_is_put_back_while_paused_waits() -> None:
    played = Played()
    [running] = played.starts(1)
    played.contests.pause("t1")
    played.contests.put_back("t1", running.number)
    assert played.starts() == []
    played.contests.unpause("t1")
    assert running.number in {pairing.number for pairing in played.starts()}


def test_a_bot_that_withdraws_starts_nothing_and_nobody_waits_for_it() -> None:
    played = Played()
    running = played.starts(1)[0]
    gone = running.seats[0]
    played.contests.withdraw("t1", gone, left_round=0)
    later = played.starts()
    assert all(gone not in pairing.seats for pairing in later)
    for pairing in (running, *later):
        played.commit(pairing.number)
    assert played.over == ["t1"], "what it played counts, what it did not is not waited for"


def test_a_bot_that_joins_is_played_with_and_what_was_played_stays() -> None:
    played = Played(BOTS[:2])
    [running] = played.starts(1)
    schedule = RoundRobin(BOTS[:2], matches_per_pairing=2, players=4, sides=2)
    played.contests.enter("t1", "b3", schedule)
    tournament = played.contests.get("t1")
    assert tournament is not None
    assert tournament.running.schedule is schedule
    played.commit(running.number)
    assert tournament.running.progress.finished_count == 1


def test_a_result_that_is_made_void_is_played_again_with_other_deals() -> None:
    played = Played()
    pairings = played.starts()
    for pairing in pairings[:-1]:
        played.commit(pairing.number)
    struck = pairings[0]
    before = seed_of(played.tournament, struck)
    played.contests.reopen("t1", struck.number, f"t1-{struck.number}", replay=Replay(1, "secret"))
    played.commit(pairings[-1].number)
    assert played.over == []
    [again] = played.starts()
    assert again == struck
    assert match_id_of(played.tournament, again.number) == f"t1-{again.number}.1"
    assert seed_of(played.tournament, again) != before
    played.commit(again.number, f"t1-{again.number}.1")
    assert played.over == ["t1"]


def test_a_result_struck_out_before_it_was_known_to_be_stored_is_not_counted() -> None:
    """The database says so first; the writer's word that it is stored comes after."""
    played = Played(BOTS[:2])
    [first, second] = played.starts()
    played.contests.reopen("t1", first.number, f"t1-{first.number}", replay=Replay(1, "secret"))
    played.commit(first.number)
    played.commit(second.number)
    assert played.over == []
    [again] = played.starts()
    played.commit(again.number, f"t1-{again.number}.1")
    assert played.over == ["t1"]


def test_a_match_that_was_given_up_is_neither_open_nor_over_until_it_is_taken_up() -> None:
    played = Played(BOTS[:2])
    [first, second] = played.starts()
    played.contests.give_up("t1", first.number, first.seats)
    played.commit(second.number)
    assert (played.over, played.starts()) == ([], [])
    assert played.contests.given_up("t1") == [first.number]
    assert played.contests.take_up("t1") == [first.number]
    assert played.contests.given_up("t1") == []
    assert played.finish_all() == [first.number]
    assert played.over == ["t1"]


def test_nobody_waits_for_a_match_that_was_given_up_when_a_bot_of_it_withdraws() -> None:
    played = Played()
    pairings = played.starts()
    gone = pairings[0].seats[0]
    for pairing in pairings:
        if gone in pairing.seats:
            played.contests.give_up("t1", pairing.number, pairing.seats)
        else:
            played.commit(pairing.number)
    assert played.over == []
    played.contests.withdraw("t1", gone, left_round=0)
    assert played.over == ["t1"]
    assert played.contests.given_up("t1") == []


@pytest.mark.parametrize("deed", ["pause", "unpause", "remove"])
def test_what_names_a_tournament_that_is_not_in_play_does_nothing(deed: str) -> None:
    played = Played()
    getattr(played.contests, deed)("t9")
    played.contests.withdraw("t9", "b1", left_round=0)
    played.contests.put_back("t9", 0)
    played.contests.give_up("t9", 0, ("b1", "b2"))
    assert played.contests.take_up("t9") == []
    assert len(played.finish_all()) == 6
