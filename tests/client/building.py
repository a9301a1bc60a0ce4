"""Builders for conversations: seats, views and messages of a small Miner match."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from kozel.client.session import Session
from kozel.rules import Match, MatchEnded, SeededChance, View, bind
from kozel.table import TimeControl, Verdict
from kozel.testing.fake_arena import WELCOME
from kozel.wire.messages import Question, Response, encode_response
from kozel.wire.values import Ending, Hello, Seating

Result = TypeVar("Result")

CLOCK = TimeControl(move_limit_ns=1_000_000_000)


def within(seconds: float, awaitable: Awaitable[Result]) -> Result:
    """Run to the end, or fail after a real limit that no healthy run comes near."""

    async def limited() -> Result:
        async with asyncio.timeout(seconds):
            return await awaitable

    return asyncio.run(limited())


def view_of(seed: str = "a seed", *, moves: int = 0) -> View:
    """The view of whoever must act after some moves of a Miner match with a choice left."""
    match = Match(bind("miner"), SeededChance(seed))
    while True:
        seat = match.deciders()[0]
        legal = match.legal(seat)
        if moves <= 0 and len(legal) > 1:
            return match.view(seat, limit_ns=1_000_000_000)
        match.apply(seat, legal[0])
        moves -= 1


VIEW = view_of()


def seating(table_id: int = 1, match_id: str | None = None) -> Seating:
    return Seating(table_id, match_id or f"match-{table_id}", VIEW.match, CLOCK)


def question(table_id: int = 1, decision_id: int = 1) -> Question:
    return Question(table_id, decision_id, VIEW)


def ending(table_id: int = 1, verdict: Verdict = Verdict.NORMAL) -> Ending:
    ended = MatchEnded(score=(3, 12), winners=(0,), losers=(1,))
    return Ending(table_id, verdict, ended)


class Talk:
    """A session on the one side, values on the other."""

    def __init__(self, **hello: object) -> None:
        self.session = Session(Hello(token="secret", **hello))

    def hears(self, **fields: object) -> list[object]:
        """What the bot's end makes of a response."""
        return list(self.session.receive(encode_response(Response(**fields))))

    def says(self) -> list[object]:
        """The requests that are due, as messages."""
        return list(self.session.requests())

    def opens(self, **fields: object) -> list[object]:
        """Connect and be welcomed."""
        self.session.connected()
        self.says()
        return self.hears(**{"welcome": WELCOME, **fields})
