"""Matches between programs that dial in: one for each seat that an entry holds.

A match is played by one thread in the order of the inbox; time is what the streams' threads noted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter_ns
from typing import Final

from kozel.contest.children import Child, new_token
from kozel.contest.hosted_match import HostedMatch
from kozel.contest.in_process import digests_of
from kozel.contest.lines import Event, Exited, Joined, Leaving, Switchboard
from kozel.contest.lineups import Order
from kozel.contest.messages import Job, ProgramDied, how_it_ended, quoted
from kozel.contest.naming import names_of, short_name
from kozel.contest.values import Introduction, Plan
from kozel.records import Record
from kozel.rules.errors import KozelError

DIALING_S: Final = 60.0
"""How long a program may take to dial in."""


class NeverDialed(KozelError):
    """A program did not dial in, or ended before it did."""


class Programs:
    """The two entries as programs, all of them on the line.

    Raises:
        ProgramNotStarted: a command cannot be run.
        NeverDialed: a program did not dial in.
    """

    def __init__(self, plan: Plan) -> None:
        self._bots = plan.bots
        self._inbox: SimpleQueue[Event] = SimpleQueue()
        self._exits: dict[int, str] = {}
        self._leaving: dict[int, str] = {}
        self._tables = 0
        self._chairs = chairs_of(plan.orders)
        tokens = [new_token() for _ in self._chairs]
        by_token = {token: chair for chair, token in enumerate(tokens)}
        self._switchboard = Switchboard(by_token, self._inbox)
        self._children = [
            Child(
                plan.bots[entry],
                chair,
                seed=f"{plan.seed}/{entry}/{copy}",
                token=tokens[chair],
                server=self._switchboard.address,
                inbox=self._inbox,
            )
            for chair, (entry, copy) in enumerate(self._chairs)
        ]
        self._await_all()
        own = [short_name(bot) for bot in plan.bots]
        self.introduction = Introduction(
            plan.names or names_of(plan.bots, own), digests_of(plan.bots)
        )

    def play(self, plan: Plan, job: Job, label: str) -> Record:
        """Play a match to its end.

        Raises:
            ProgramDied: a program that plays ended, or wants to.
        """
        pairing = plan.pairing(job.number)
        chairs = [
            self._chairs.index((entry, pairing.order[:seat].count(entry)))
            for seat, entry in enumerate(pairing.order)
        ]
        present = {
            chair: seat
            for seat, chair in enumerate(chairs)
            if pairing.order[seat] not in job.absent
        }
        if missing := [chair for chair in present if chair in self._exits | self._leaving.keys()]:
            raise self._death(missing[0])
        match = HostedMatch(
            plan,
            job.number,
            self.introduction.names,
            present,
            self._switchboard,
            first_table=self._tables,
        )
        self._tables += len(chairs)
        match.start(perf_counter_ns())
        while match.result is None:
            self._wait(match, present)
        return replace(match.result.record, tournament=label)

    def _wait(self, match: HostedMatch, present: Mapping[int, int]) -> None:
        """Deal with what happens next, or with the time that has gone by."""
        try:
            event = self._inbox.get(timeout=match.wait_s(perf_counter_ns()))
        except Empty:
            match.expire(perf_counter_ns())
            return
        self._note(event)
        if isinstance(event, Exited) and event.chair in present:
            raise self._death(event.chair)
        match.take(event, perf_counter_ns())

    def _note(self, event: Event) -> None:
        """Remember who is no more, or not for long."""
        match event:
            case Exited(chair, code):
                self._exits[chair] = how_it_ended(code)
            case Leaving(chair):
                self._leaving[chair] = "asked to leave"
            case _:
                pass

    def _death(self, chair: int) -> ProgramDied:
        how = self._exits.get(chair) or self._leaving[chair]
        return ProgramDied(self._chairs[chair][0], how, self._children[chair].last_words)

    def _await_all(self) -> None:
        """Wait until every program has dialed in."""
        deadline = monotonic() + DIALING_S
        missing = set(range(len(self._chairs)))
        while missing:
            try:
                event = self._inbox.get(timeout=max(0.0, deadline - monotonic()))
            except Empty:
                raise self._never_dialed(min(missing), f"within {DIALING_S:g} s") from None
            self._note(event)
            match event:
                case Joined(chair):
                    missing.discard(chair)
                case Exited(chair):
                    raise self._never_dialed(chair, f"and {self._exits[chair]}")
                case _:
                    pass

    def _never_dialed(self, chair: int, how: str) -> NeverDialed:
        bot = self._bots[self._chairs[chair][0]]
        words = quoted(self._children[chair].last_words)
        return NeverDialed(f"bot {bot!r} did not dial in to KOZEL_SERVER {how}{words}")


def chairs_of(orders: Sequence[Order]) -> tuple[tuple[int, int], ...]:
    """(entry, copy) of every program that is needed: as many as an entry holds seats at most."""
    return tuple(
        (entry, copy)
        for entry in (0, 1)
        for copy in range(max(order.count(entry) for order in orders))
    )
