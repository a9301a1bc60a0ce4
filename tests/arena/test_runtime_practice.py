"""Practice tables: who may sit where, what the person is told, and how a table ends."""

import asyncio
import json
from collections.abc import Awaitable

import pytest

from kozel.records import parse_record, verify_record
from kozel.rules import DealStarted, cards_of
from kozel.table import AnswerProblem, Verdict
from kozel_arena.runtime.practice import KEPT_NS, LONGEST_NS, PATIENCE_NS
from kozel_arena.runtime.practice_values import NoRoom, NoSuchTable, Note, WrongPlan
from tests.arena.practice_tables import SECOND, Room, asked, line_of, plan_of, play_on, until


def played(conversation: Awaitable[None]) -> None:
    """Run a conversation."""

    async def limited() -> None:
        async with asyncio.timeout(30):
            await conversation

    asyncio.run(limited())


@pytest.mark.parametrize(
    ("ruleset", "options", "others"),
    [
        ("miner", {"short": True}, 3),
        ("classic", {"trump_mode": "named", "short": True}, 3),
        ("shokha", {"players": 3}, 2),
        ("pot", {"players": 2}, 1),
        ("widow", {}, 2),
    ],
)
def test_a_person_plays_a_whole_match_of_each_ruleset_and_keeps_its_record(
    ruleset: str, options: dict[str, object], others: int
) -> None:
    async def conversation() -> None:
        room = Room(bots={"alice": 4})
        table = room.open(
            "alice", *["house"] * (others - 1), ruleset=ruleset, options=options, seat=1
        )
        await play_on(room, table)
        assert table.result is not None
        assert table.result.verdict is Verdict.NORMAL
        record = parse_record(table.record)
        verify_record(record)
        assert record.seats[1] == "you"
        assert record.seats[2 % (others + 1)] == "alice"
        assert record.tournament is None
        assert not room.players["b1"].seats
        assert room.players["b1"].practice_seats == 0

    played(conversation())


def test_the_persons_place_never_holds_another_hand_or_the_stock() -> None:
    async def conversation() -> None:
        room = Room()
        table = room.open("house", "house", ruleset="shokha", options={"players": 3})
        line = line_of(table)
        await asked(line)
        started = [event for _, event in line.log if isinstance(event, DealStarted)]
        assert started
        assert all(not hand for event in started for hand in event.hands[1:])
        assert all(event.stock == () for event in started)
        assert len(cards_of(started[0].hands[0])) == 4

    played(conversation())


def test_a_bot_is_taken_only_with_seats_that_its_capacity_leaves() -> None:
    async def conversation() -> None:
        room = Room(bots={"alice": 2})
        with pytest.raises(NoRoom, match="'alice' has 2 of its 2 seats free and 3 are needed"):
            room.open("alice", "alice", "alice")
        room.open("alice", "house", "alice")
        with pytest.raises(NoRoom, match="has 0 of its 2 seats free and 1 are needed"):
            room.open("alice", "house", "house")

    played(conversation())


def test_nobody_else_sits_down_than_connected_bots_and_the_house() -> None:
    async def conversation() -> None:
        room = Room(bots={"alice": 8})
        with pytest.raises(WrongPlan, match=r"no bot 'bob' is connected.*\(alice\)"):
            room.open("bob", "house", "house")
        room.players["b1"].connection = None
        with pytest.raises(WrongPlan, match="no bot 'alice' is connected"):
            room.open("alice", "house", "house")

    played(conversation())


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ({"seat": 4}, "there is no seat 4"),
        ({"seat": -1}, "there is no seat -1"),
        ({"person": ""}, "a name of 1 to 32"),
        ({"person": "a\nb"}, "a name of 1 to 32"),
        ({"person": "x" * 33}, "a name of 1 to 32"),
        ({"clock": {"move_limit_ns": 1}}, "1 to 600 seconds"),
        ({"clock": {"move_limit_ns": 601 * SECOND}}, "1 to 600 seconds"),
        ({"clock": {"bank_ns": 3601 * SECOND}}, "at most 3600 seconds"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(
    plan: dict[str, object], sentence: str
) -> None:
    with pytest.raises(WrongPlan, match=sentence):
        plan_of("house", "house", "house", **plan)


def test_the_number_of_opponents_must_fit() -> None:
    with pytest.raises(WrongPlan, match="2 other players were named: miner with these options has"):
        plan_of("house", "house")


def test_tables_are_bounded_and_can_be_turned_off() -> None:
    async def conversation() -> None:
        room = Room(most_tables=1)
        first = room.open("house", "house", "house")
        with pytest.raises(NoRoom, match="all 1 practice tables"):
            room.open("house", "house", "house")
        first.abort()
        room.open("house", "house", "house")
        with pytest.raises(NoRoom, match="turned them off"):
            Room(most_tables=0).open("house", "house", "house")
        room.practice.close()
        with pytest.raises(NoRoom, match="shutting down"):
            room.open("house", "house", "house")

    played(conversation())


def test_late_double_unknown_and_illegal_answers_change_nothing() -> None:
    async def conversation() -> None:
        room = Room()
        table = room.open("house", "house", "house", clock={"bank_ns": 0})
        line = line_of(table)
        await asked(line)
        decision = line.decision_id
        assert table.choose(decision, 99) is AnswerProblem.OUT_OF_RANGE
        assert table.choose(decision + 1, 0) is AnswerProblem.UNKNOWN_DECISION
        assert line.is_asked
        assert table.choose(decision, 0) is None
        assert table.choose(decision, 0) is AnswerProblem.ALREADY_ANSWERED
        await asked(line)
        room.now_ns += 601 * SECOND
        late = line.decision_id
        assert table.choose(late, 0) is AnswerProblem.LATE
        await until(lambda: line.decision_id > late)
        assert any(
            "Your time was over" in note.text for _, note in line.log if isinstance(note, Note)
        )

    played(conversation())


def test_a_bot_that_is_wanted_for_a_rated_match_goes_at_once_and_the_house_plays_on() -> None:
    async def conversation() -> None:
        room = Room(bots={"alice": 2})
        player, bot = room.players["b1"], room.bots["alice"]
        table = room.open("alice", "house", "alice")
        line = line_of(table)
        assert (player.free_seats, player.rated_room) == (0, 2)
        room.practice.make_room(player, 1)
        assert player.free_seats == 1
        assert table.names == ["you", "house", "house", "alice"]
        assert [ending.verdict for ending in bot.ended] == [Verdict.ABORTED]
        room.practice.make_room(player, 1)
        assert player.free_seats == 1
        room.practice.make_room(player, 2)
        assert (player.free_seats, player.practice_seats) == (2, 0)
        assert table.names == ["you", "house", "house", "house"]
        notes = [note.text for _, note in line.log if isinstance(note, Note)]
        assert notes == ["alice was called to a rated match: the house plays on."] * 2
        room.bots.clear()
        await play_on(room, table)
        assert table.result is not None
        assert table.result.verdict is Verdict.NORMAL

    played(conversation())


def test_a_bot_that_goes_away_or_wants_to_leave_is_replaced() -> None:
    async def conversation() -> None:
        room = Room(bots={"alice": 2, "bob": 2})
        table = room.open("alice", "bob", "house")
        alice, bob = room.players["b1"], room.players["b2"]
        alice.connection = None
        for taken in list(alice.seats.values()):
            taken.host.left(taken.seat)
        bob.is_leaving = True
        room.practice.release(bob)
        assert table.names == ["you", "house", "house", "house"]
        assert room.bots["bob"].farewells
        assert not alice.seats
        assert not bob.seats

    played(conversation())


def test_a_person_who_goes_away_loses_by_forfeit_and_one_who_returns_goes_on() -> None:
    async def conversation() -> None:
        room = Room()
        table = room.open("house", "house", "house", clock={"strikes": 1})
        line = line_of(table)
        await asked(line)
        room.now_ns += PATIENCE_NS + 1
        room.practice.sweep()
        table.look()
        assert table.choose(line.decision_id, 0) is None
        await asked(line)
        room.now_ns += PATIENCE_NS + 1
        room.practice.sweep()
        room.now_ns += 600 * SECOND
        table.look()
        assert table.result is not None
        assert table.result.verdict is Verdict.TIMEOUT
        assert table.result.charged_seats == table.result.losers == (0,)
        assert table.record

    played(conversation())


def test_tables_end_and_are_forgotten_after_their_times() -> None:
    async def conversation() -> None:
        room = Room()
        table = room.open("house", "house", "house")
        room.now_ns += LONGEST_NS + 1
        room.practice.sweep()
        assert table.is_over
        assert table.record == ""
        assert room.practice.find(table.token) is table
        room.now_ns += KEPT_NS + 1
        room.practice.sweep()
        with pytest.raises(NoSuchTable):
            room.practice.find(table.token)

    played(conversation())


def test_the_seed_is_told_at_the_end_and_fits_the_commitment() -> None:
    async def conversation() -> None:
        room = Room()
        table = room.open("house", "house", "house")
        line = line_of(table)
        await play_on(room, table)
        assert line.ending is not None
        assert line.ending.seed == json.loads(table.record)["seed"]
        assert table.commitment == json.loads(table.record)["commitment"]

    played(conversation())
