"""Practice tables: matches between a person and bots, beside the tournaments and after them.

Nothing of them is stored or rated. A bot plays here with seats that no rated match wants; when one
does, the bot goes and the house plays on for it, so that no rated match ever waits.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Final

from kozel.records import Recorder
from kozel.rules import Match, SeededChance, commitment
from kozel.rules.errors import shortened
from kozel.table import MatchLabels, Table
from kozel_arena.logs import Log
from kozel_arena.runtime.connection import NS_PER_SECOND, Clock
from kozel_arena.runtime.host import Chair
from kozel_arena.runtime.lag import Lag
from kozel_arena.runtime.lines import PersonLine
from kozel_arena.runtime.players import Player
from kozel_arena.runtime.practice_table import POLICY, PracticeTable, house_player
from kozel_arena.runtime.practice_values import (
    HOUSE,
    NoRoom,
    NoSuchTable,
    Opponent,
    PracticePlan,
    WrongPlan,
)
from kozel_arena.runtime.values import Identity

SWEEP_SECONDS: Final = 5.0
"""How often it is looked who has gone and what is too old."""
PATIENCE_NS: Final = 20 * NS_PER_SECOND
"""A person whose place nobody has looked at for so long is gone."""
LONGEST_NS: Final = 3 * 3600 * NS_PER_SECOND
"""A practice match that is still not over is stopped."""
KEPT_NS: Final = 1800 * NS_PER_SECOND
"""How long a table can be looked at after its end."""
MOST_KEPT: Final = 64
"""Tables that are kept after their end; the oldest go first."""


class Practice:
    """All practice tables of an arena.

    Args:
        players: the connected bots by id.
        most_tables: how many are played at once; 0 for none at all.
        clock: the arena's clock.
        lag: the arena's own delays.
        log: one line a start and an end.
    """

    def __init__(
        self,
        players: Mapping[str, Player],
        *,
        most_tables: int,
        clock: Clock,
        lag: Lag,
        log: Log,
    ) -> None:
        self._players = players
        self.most_tables = most_tables
        self._clock = clock
        self._lag = lag
        self._log = log
        self._tables: dict[str, PracticeTable] = {}
        self._is_closed = False

    @property
    def in_play(self) -> list[PracticeTable]:
        """The tables that are played now."""
        return [table for table in self._tables.values() if not table.is_over]

    def opponents(self) -> list[Opponent]:
        """The connected bots by name."""
        found = [
            Opponent(bot_id=player.bot_id, name=player.name, free_seats=player.free_seats)
            for player in self._players.values()
            if player.connection is not None
        ]
        return sorted(found, key=lambda opponent: opponent.name)

    def open(self, plan: PracticePlan, *, dials: bool = False) -> PracticeTable:
        """Begin a practice match.

        Args:
            plan: what is played and against whom.
            dials: whether the person comes over a stream of bots, with the table's token.

        Raises:
            NoRoom: no table is free, or a bot has not as many seats free.
            WrongPlan: an opponent is not connected.
        """
        self._check_room()
        bots = self._bots(plan.opponents)
        token, seed = secrets.token_urlsafe(24), secrets.token_hex(32)
        match_id = f"practice-{secrets.token_hex(6)}"
        person = Player(match_id, plan.person)
        line = None if dials else PersonLine(self._clock)
        person.connection = line
        around = [person, *bots]
        first = len(around) - plan.seat
        seated = [around[(first + seat) % len(around)] for seat in range(len(around))]
        chairs = [Chair(player, player.next_table_id()) for player in seated]
        table = PracticeTable(
            plan,
            _referee(plan, chairs, match_id=match_id, seed=seed),
            chairs,
            token=token,
            seed=seed,
            line=line,
            clock=self._clock,
            lag=self._lag,
            ended=self._ended,
        )
        self._tables[token] = table
        self._log.info("practice_started", match=match_id, seats=table.names)
        table.start()
        return table

    def find(self, token: str) -> PracticeTable:
        """The table of a token; raises NoSuchTable."""
        table = self._tables.get(token)
        if table is None:
            raise NoSuchTable
        return table

    # The person as a bot that dials in.

    def guest(self, token: str) -> Identity | None:
        """Who dials in with a table's token; None where the person is not to dial in."""
        table = self._tables.get(token)
        if table is None or table.line is not None or table.is_over:
            return None
        return Identity(table.person.bot_id, table.person.name)

    def player(self, bot_id: str) -> Player | None:
        """The person who dials in under that id."""
        for table in self.in_play:
            if table.line is None and table.person.bot_id == bot_id:
                return table.person
        return None

    # Bots that are wanted elsewhere.

    def make_room(self, player: Player, seats: int) -> None:
        """Take a bot away from practice tables until so many of its seats are free."""
        for table in self.in_play if player.practice_seats else ():
            for seat in table.seats_of(player):
                if player.free_seats >= seats:
                    return
                table.replace(seat, why="was called to a rated match")

    def release(self, player: Player) -> None:
        """A bot wants to leave: it plays no practice match any more."""
        for table in self.in_play if player.practice_seats else ():
            for seat in table.seats_of(player):
                table.replace(seat, why="leaves")

    # Running and stopping.

    async def run(self) -> None:
        """See who has gone and what is too old; runs until it is cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Notice persons that are gone, stop what is too old, forget what was kept long enough."""
        now_ns = self._clock()
        for table in self.in_play:
            if now_ns - table.started_ns > LONGEST_NS:
                table.abort()
            elif now_ns - table.looked_ns > PATIENCE_NS:
                table.miss()
        over = [table for table in self._tables.values() if table.is_over]
        over.sort(key=lambda table: table.ended_ns)
        for at, table in enumerate(reversed(over)):
            if at >= MOST_KEPT or now_ns - table.ended_ns > KEPT_NS:
                del self._tables[table.token]

    def close(self) -> None:
        """Open no table any more."""
        self._is_closed = True

    def abort_all(self) -> None:
        """Stop what is in play."""
        for table in self.in_play:
            table.abort()

    def _check_room(self) -> None:
        if self.most_tables == 0:
            raise NoRoom("this arena has no practice tables: its organiser has turned them off")
        if self._is_closed:
            raise NoRoom("the arena is shutting down: come back when it runs again")
        if len(self.in_play) >= self.most_tables:
            raise NoRoom(
                f"all {self.most_tables} practice tables of this arena are taken: try again later"
            )

    def _bots(self, names: tuple[str, ...]) -> list[Player]:
        """Who sits down, in that order; raises NoRoom or WrongPlan."""
        found = [house_player(self._clock) if name == HOUSE else self._bot(name) for name in names]
        for player, seats in Counter(player for player in found if player.bot_id != HOUSE).items():
            if player.free_seats < seats:
                raise NoRoom(
                    f"the bot {player.name!r} has {player.free_seats} of its {player.capacity} "
                    f"seats free and {seats} are needed: try again later, or take another"
                )
        return found

    def _bot(self, name: str) -> Player:
        player = self._players.get(name) or next(
            (player for player in self._players.values() if player.name == name), None
        )
        if player is None or player.connection is None:
            there = ", ".join(opponent.name for opponent in self.opponents()) or "none"
            raise WrongPlan(
                "opponents",
                f"no bot {shortened(name)} is connected: take {HOUSE!r}, the arena's own player, "
                f"or one of the connected bots ({there})",
            )
        return player

    def _ended(self, table: PracticeTable, error: Exception | None) -> None:
        if error is not None:
            self._log.error("practice_failed", match=table.match_id, exc_info=error)
            return
        assert table.result is not None
        self._log.info("practice_ended", match=table.match_id, verdict=str(table.result.verdict))


def _referee(plan: PracticePlan, chairs: list[Chair], *, match_id: str, seed: str) -> Table:
    """The referee of a practice match: the same as of a rated one."""
    return Table(
        match=Match(plan.rules, SeededChance(seed)),
        match_id=match_id,
        time_control=plan.time_control,
        recorder=Recorder(plan.rules),
        listeners=[
            seat
            for seat, chair in enumerate(chairs)
            if chair.player.wants_events or seat == plan.seat
        ],
        labels=MatchLabels(
            seats=tuple(chair.player.name for chair in chairs),
            seed=seed,
            commitment=commitment(seed, match_id),
        ),
        policy=POLICY,
        entries=tuple(chair.player.bot_id for chair in chairs),
    )
