"""The author's code: whatever it does becomes an answer, and is shown to the author."""

import asyncio
import logging

import pytest

from kozel import Action, Bot
from kozel.client.author import Author, Unfinished
from kozel.client.happenings import Asked, Ended, Lost, Told
from kozel.rules import TrickTaken
from kozel.testing.faulty import Crashing, Illegal
from kozel.wire.values import Answer
from tests.client.building import VIEW, ending, seating

ASKED = Asked(seating(), 5, VIEW)


class Last(Bot):
    def choose(self, view):
        return view.legal_actions[-1]


class Memory(Bot):
    """Notes what it hears of its match."""

    def __init__(self, made=None):
        self.made = made if made is not None else []
        self.heard = []

    def for_match(self, match):
        self.made.append(Memory())
        return self.made[-1]

    def choose(self, view):
        self.heard.append("choose")
        return view.legal_actions[0]

    def match_started(self, match):
        self.heard.append(match)

    def event(self, match, event):
        self.heard.append(event)

    def match_ended(self, match, ended):
        self.heard.append(ended)


def test_a_choice_becomes_its_index():
    assert Author(Last()).take(ASKED) == Answer(1, 5, len(VIEW.legal_codes) - 1)


def test_an_exception_is_shown_with_its_traceback_and_declines(caplog):
    assert Author(Crashing()).take(ASKED) == Answer(1, 5, None)

    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "match match-1 seat" in record.getMessage()
    assert "deal 1 decision 5: Crashing.choose failed" in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_an_illegal_choice_is_named_with_what_is_legal(caplog):
    assert Author(Illegal()).take(ASKED) == Answer(1, 5, None)

    (record,) = caplog.records
    assert "Illegal.choose returned 'play" in record.getMessage()
    assert "return one of view.legal_actions (play" in record.getMessage()
    assert record.exc_info is None


@pytest.mark.parametrize("choice", [None, 3, "play TS", Action])
def test_something_that_is_no_action_is_an_illegal_choice(choice, caplog):
    class Odd(Bot):
        def choose(self, view):
            return choice

    assert Author(Odd()).take(ASKED) == Answer(1, 5, None)
    assert f"returned {choice!r}" in caplog.text


def test_a_seat_may_have_an_object_of_its_own():
    bot = Memory()
    author = Author(bot)
    author.take(seating(1))
    author.take(seating(2))
    author.take(Asked(seating(1), 1, VIEW))
    author.take(Told(seating(2), TrickTaken(3)))
    author.take(Ended(seating(1), ending(1)))

    first, second = bot.made
    assert first.heard == [VIEW.match, "choose", ending().ended]
    assert second.heard == [VIEW.match, TrickTaken(3)]
    assert bot.heard == []


def test_a_lost_seat_s_object_is_let_go():
    bot = Memory()
    author = Author(bot)
    author.take(seating(1))
    author.take(Lost(seating(1)))
    author.take(Asked(seating(1), 1, VIEW))

    assert bot.made[0].heard == [VIEW.match]
    assert bot.heard == ["choose"]


def test_a_failing_hook_costs_nothing(caplog):
    class Clumsy(Last):
        def match_started(self, match):
            raise KeyError("forgotten")

    author = Author(Clumsy())
    assert author.take(seating()) is None
    assert "Clumsy.match_started failed; the match goes on" in caplog.text
    assert author.take(ASKED) == Answer(1, 5, len(VIEW.legal_codes) - 1)


def test_an_async_choose_is_handed_on_and_finished():
    class Later(Bot):
        async def choose(self, view):
            return view.legal_actions[1]

    author = Author(Later())
    unfinished = author.take(ASKED)

    assert isinstance(unfinished, Unfinished)
    assert asyncio.run(author.finish(unfinished)) == Answer(1, 5, 1)


def test_an_async_choose_that_fails_declines(caplog):
    class Never(Bot):
        async def choose(self, view):
            raise ValueError("no idea")

    author = Author(Never())
    assert asyncio.run(author.finish(author.take(ASKED))) == Answer(1, 5, None)
    assert "Never.choose failed" in caplog.text
    assert "no idea" in caplog.text
