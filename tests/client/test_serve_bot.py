"""A bot at a real gRPC server on the loopback interface whose words are written here."""

import asyncio
import threading
from unittest.mock import patch

import pytest

from kozel import Bot
from kozel.client import channel, client
from kozel.client.backoff import Backoff
from kozel.client.channel import Address
from kozel.client.client import serve_bot
from kozel.client.errors import ArenaBroken, NotAnArena, Refused, Replaced
from kozel.testing import FakeArena
from kozel.testing.faulty import Crashing, Silent
from kozel.wire.messages import Response
from kozel.wire.values import Answer, Behind, GoodbyeReason, Refusal, RefusalReason
from tests.client.building import VIEW, ending, question, seating, within


class First(Bot):
    version = "1.2"

    def choose(self, view):
        return view.legal_actions[0]


def served(bot, *conversations, **dialing):
    async def run():
        async with FakeArena(*conversations) as arena:
            await serve_bot(bot, arena.dialing(**dialing))

    within(20, run())


def test_a_whole_stay():
    heard = []

    async def conversation(peer):
        heard.append(await peer.welcome())
        tables = range(1, 4)
        await peer.send(Response(started=[seating(table) for table in tables]))
        await peer.send(Response(decisions=[question(table) for table in tables], heartbeat=9))
        heard.extend(await peer.answers(3))
        await peer.send(Response(ended=[ending(table) for table in tables]))
        await peer.goodbye()

    served(First(), conversation, name="bot", capacity=3)

    hello = heard[0]
    assert (hello.bot_name, hello.bot_version, hello.capacity) == ("bot", "1.2", 3)
    assert hello.sdk.startswith("kozel-python/")
    assert not hello.events
    assert heard[1:] == [Answer(table, 1, 0) for table in range(1, 4)]


def test_heartbeats_are_answered_while_a_plain_bot_thinks():
    may_answer = threading.Event()

    class Thoughtful(First):
        def choose(self, view):
            may_answer.wait()
            return view.legal_actions[0]

    async def conversation(peer):
        await peer.welcome()
        await peer.send(Response(started=[seating()], decisions=[question()]))
        for number in (1, 2, 3):
            await peer.send(Response(heartbeat=number))
            request = await peer.receive()
            assert (request.heartbeat, request.answers) == (number, ())
        may_answer.set()
        assert await peer.answers(1) == [Answer(1, 1, 0)]
        await peer.goodbye()

    served(Thoughtful(), conversation)


def test_a_crash_in_choose_declines_and_the_stream_goes_on(caplog):
    async def conversation(peer):
        await peer.welcome()
        await peer.send(Response(started=[seating()], decisions=[question(1, 1)]))
        assert await peer.answers(1) == [Answer(1, 1, None)]
        await peer.send(Response(decisions=[question(1, 2)]))
        assert await peer.answers(1) == [Answer(1, 2, None)]
        await peer.goodbye()

    served(Crashing(), conversation)

    assert caplog.text.count("ZeroDivisionError: this bot always fails") == 2


def test_a_broken_stream_is_resumed_and_the_answer_sent_again():
    heard = []

    async def breaks_off(peer):
        await peer.welcome()
        await peer.send(Response(started=[seating()], decisions=[question()]))
        heard.extend(await peer.answers(1))

    async def resumes(peer):
        assert peer.number == 2
        await peer.welcome([seating()])
        await peer.send(Response(decisions=[question()]))
        heard.extend(await peer.answers(1))
        await peer.goodbye()

    served(First(), breaks_off, resumes)

    assert heard == [Answer(1, 1, 0), Answer(1, 1, 0)]


def test_an_arena_that_is_away_is_reported_once_and_awaited(caplog):
    stop = asyncio.Event()
    attempts = []

    class Impatient(Backoff):
        def next_s(self):
            attempts.append(super().next_s())
            if len(attempts) == 4:
                stop.set()
            return 0.01

    async def run():
        with patch.object(client, "Backoff", Impatient):
            async with FakeArena(lambda peer: peer.welcome()) as arena:
                address = Address(arena.server)
            await serve_bot(First(), arena.dialing(address=address), stop=stop)

    within(20, run())
    assert len(attempts) == 4
    assert attempts == sorted(attempts)
    assert caplog.text.count("no connection to 127.0.0.1:") == 1


@pytest.mark.parametrize("kind", ["plain", "async"])
def test_a_bot_that_wants_to_end_the_program_ends_it(kind):
    class Quitting(Bot):
        def choose(self, view):
            raise SystemExit(3)

    class QuittingLater(Bot):
        async def choose(self, view):
            raise SystemExit(3)

    async def conversation(peer):
        await peer.welcome()
        await peer.send(Response(started=[seating()], decisions=[question()]))
        await peer.receive()

    with pytest.raises(SystemExit) as exit_:
        served(Quitting() if kind == "plain" else QuittingLater(), conversation)
    assert exit_.value.code == 3


def test_a_refusal_for_good_says_why_and_which_side_is_behind():
    refusal = Refusal(RefusalReason.PROTOCOL, "This arena speaks 2.", Behind.BOT)

    async def conversation(peer):
        await peer.receive()
        await peer.send(Response(refusal=refusal))

    with pytest.raises(Refused, match=r"\(protocol\): This arena speaks 2. The bot is behind"):
        served(First(), conversation)


def test_a_refusal_for_now_is_tried_again(caplog):
    async def full(peer):
        await peer.receive()
        refusal = Refusal(RefusalReason.FULL, "All seats are taken.", retry=True)
        await peer.send(Response(refusal=refusal))

    async def has_room(peer):
        await peer.welcome()
        await peer.goodbye()

    served(First(), full, has_room)

    assert "refused for now: All seats are taken." in caplog.text


def test_a_newer_stream_with_the_same_token_ends_the_stay():
    async def conversation(peer):
        await peer.welcome()
        await peer.goodbye(GoodbyeReason.REPLACED)

    with pytest.raises(Replaced, match="another process plays with this bot's token"):
        served(First(), conversation)


def test_a_drained_arena_is_awaited_unless_the_bot_dialled_once():
    streams = []

    async def drained(peer):
        streams.append(peer.number)
        await peer.welcome()
        await peer.goodbye(GoodbyeReason.DRAINED)

    async def left(peer):
        streams.append(peer.number)
        await peer.welcome()
        await peer.goodbye(GoodbyeReason.LEFT)

    served(First(), drained, left)
    served(First(), drained, left, once=True)

    assert streams == [1, 2, 1]


def test_a_bot_that_leaves_says_so_and_finishes_its_match():
    async def run():
        stop = asyncio.Event()

        async def conversation(peer):
            await peer.welcome()
            await peer.send(Response(started=[seating()]))
            stop.set()
            assert (await peer.receive()).leaving
            await peer.send(Response(decisions=[question()]))
            await peer.answers(1)
            await peer.send(Response(ended=[ending()]))
            await peer.goodbye()

        async with FakeArena(conversation) as arena:
            await serve_bot(First(), arena.dialing(), stop=stop)

    within(20, run())


def test_a_message_that_breaks_the_protocol_ends_the_stay():
    async def conversation(peer):
        await peer.welcome()
        await peer.send(Response(decisions=[question(99)]))
        await peer.receive()

    with pytest.raises(ArenaBroken, match="decision for table 99, which has not started"):
        served(First(), conversation)


def test_another_grpc_server_is_no_arena(monkeypatch):
    monkeypatch.setattr("kozel.testing.fake_arena.PLAY_METHOD", "/other.Service/Method")

    with pytest.raises(NotAnArena, match="is not a Kozel arena"):
        served(First(), lambda peer: peer.welcome())


def test_an_arena_that_falls_silent_is_dialled_again(caplog):
    async def silent(peer):
        await peer.welcome(silence_limit_ns=100_000_000)
        await peer.receive()

    async def talks(peer):
        await peer.welcome()
        await peer.goodbye()

    served(First(), silent, talks)

    assert "nothing was heard for 0.1 s" in caplog.text


def test_an_arena_that_never_says_welcome_is_dialled_again(caplog, monkeypatch):
    monkeypatch.setattr(channel, "OPENING_LIMIT_S", 0.1)

    async def mute(peer):
        await peer.receive()
        await peer.receive()

    async def talks(peer):
        await peer.welcome()
        await peer.goodbye()

    served(First(), mute, talks)

    assert "nothing was heard for 0.1 s" in caplog.text


def test_cancelling_is_clean_while_a_bot_thinks():
    async def run():
        asked = asyncio.Event()

        async def conversation(peer):
            await peer.welcome()
            await peer.send(Response(started=[seating()], decisions=[question()]))
            asked.set()
            await peer.receive()

        async with FakeArena(conversation) as arena:
            bot = asyncio.ensure_future(serve_bot(Silent(), arena.dialing()))
            await asked.wait()
            bot.cancel()
            with pytest.raises(asyncio.CancelledError):
                await bot

    within(20, run())


def test_events_are_asked_for_only_by_bots_that_want_them():
    hellos = []

    class Curious(First):
        def event(self, match, event):
            raise AssertionError("nothing happens here")

    async def conversation(peer):
        hellos.append(await peer.welcome())
        await peer.goodbye()

    served(First(), conversation)
    served(Curious(), conversation)

    assert [hello.events for hello in hellos] == [False, True]
    assert VIEW.legal_codes
