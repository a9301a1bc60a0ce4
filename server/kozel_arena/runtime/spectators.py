"""What spectators see of tables that are played: what everybody there knew, some time ago.

Nothing is kept and no time is spent while nobody watches. A table that is watched is looked at now
and then; how long ago something happened is told in such steps only, so a thinking time is not.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kozel.rules import PublicView
from kozel.rules.errors import KozelError, shortened
from kozel_arena.runtime.connection import NS_PER_SECOND, Clock
from kozel_arena.runtime.matches import MatchInPlay
from kozel_arena.runtime.values import TournamentInPlay
from kozel_arena.tournament import DealMode, TournamentConfig

PERIOD_NS: Final = 500_000_000
"""A table is looked at no more often than this."""
MOST_PICTURES: Final = 240
"""Pictures kept of a table; with a long delay it is looked at less often."""
MOST_TABLES: Final = 64
"""Tables watched at once."""
FORGOTTEN_NS: Final = 15_000_000_000
"""A table at which nobody has looked for so long is watched no more."""


class NotWatchable(KozelError):
    """A table cannot be watched."""


class NotInPlay(NotWatchable):
    """There is no such table."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"no match {shortened(match_id)} is being played: see what is played now")
        self.match_id = match_id


class NoSpectators(NotWatchable):
    """The organiser shows no tables."""

    def __init__(self) -> None:
        super().__init__(
            "this arena shows no match while it is played: its organiser has turned that off"
        )


class DealsAreShared(NotWatchable):
    """The cards of a table would tell what lies at others."""

    def __init__(self, match_id: str) -> None:
        super().__init__(
            f"match {shortened(match_id)} cannot be watched: the same deals are played at other "
            "tables, and its cards are shown when all of them are done"
        )
        self.match_id = match_id


class TooManyWatched(NotWatchable):
    """As many tables are watched as the arena shows."""

    def __init__(self) -> None:
        super().__init__(
            f"{MOST_TABLES} other tables are watched already: try again later, or watch another"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a spectator sees of a table now."""

    match: MatchInPlay
    """Who plays what; nothing else of it may be shown."""
    view: PublicView | None
    """The table as it was; None before there is a picture that is old enough."""
    delay_ns: int
    """How old what is seen is."""
    wait_ns: int
    """How long until there is a picture."""
    is_over: bool
    """Whether nothing more will be seen."""


class _Watched:
    """A table that somebody watches."""

    __slots__ = (
        "delay_ns",
        "ended_ns",
        "latest",
        "looked_ns",
        "match",
        "pictured_ns",
        "pictures",
        "shown",
        "since_ns",
    )

    def __init__(self, match: MatchInPlay, delay_ns: int, now_ns: int) -> None:
        self.match = match
        self.delay_ns = delay_ns
        self.pictures: deque[tuple[int, PublicView]] = deque()
        self.latest: PublicView | None = None
        self.shown: PublicView | None = None
        self.pictured_ns: int | None = None
        self.since_ns = now_ns
        self.looked_ns = now_ns
        self.ended_ns: int | None = None


class Spectators:
    """Shows tables with a delay.

    Args:
        find: finds a match in play by its id.
        usual_ns: how old a picture must be, where a tournament sets no delay of its own; None
            shows nothing of those.
        clock: whole nanoseconds that never go back.
    """

    def __init__(
        self,
        find: Callable[[str], MatchInPlay | None],
        *,
        usual_ns: int | None,
        clock: Clock,
    ) -> None:
        self._usual_ns = usual_ns
        self._find = find
        self._clock = clock
        self._watched: OrderedDict[str, _Watched] = OrderedDict()
        """The one looked at longest ago first."""

    def delay_ns(self, tournament: TournamentInPlay | TournamentConfig) -> int | None:
        """How late the tables of a tournament are shown; None: not while they are played."""
        if tournament.deals is not DealMode.INDEPENDENT:
            return None
        own_ns = tournament.spectator_delay_ns
        return self._usual_ns if own_ns is None else own_ns

    def delay_seconds(self, tournament: TournamentInPlay | TournamentConfig) -> float | None:
        """The same in seconds."""
        delay_ns = self.delay_ns(tournament)
        return None if delay_ns is None else delay_ns / NS_PER_SECOND

    def look(self, match_id: str) -> Sight:
        """A look at a table, which keeps it watched for a while.

        Raises:
            NotWatchable: it cannot be watched.
        """
        now_ns = self._clock()
        self._forget(now_ns)
        watched = self._watched.get(match_id) or self._watch(match_id, now_ns)
        self._take_picture(match_id, watched, now_ns)
        watched.looked_ns = now_ns
        self._watched.move_to_end(match_id)
        delay_ns, ended_ns = watched.delay_ns, watched.ended_ns
        while watched.pictures and watched.pictures[0][0] <= now_ns - delay_ns:
            watched.shown = watched.pictures.popleft()[1]
        return Sight(
            match=watched.match,
            view=watched.shown,
            delay_ns=delay_ns,
            wait_ns=0 if watched.shown else max(0, watched.since_ns + delay_ns - now_ns),
            is_over=ended_ns is not None and now_ns >= ended_ns + delay_ns,
        )

    def _forget(self, now_ns: int) -> None:
        while self._watched:
            oldest = next(iter(self._watched.values()))
            if now_ns - oldest.looked_ns <= FORGOTTEN_NS:
                return
            self._watched.popitem(last=False)

    def _watch(self, match_id: str, now_ns: int) -> _Watched:
        match = self._find(match_id)
        if match is None:
            raise NotInPlay(match_id)
        if match.tournament.deals is not DealMode.INDEPENDENT:
            raise DealsAreShared(match_id)
        delay_ns = self.delay_ns(match.tournament)
        if delay_ns is None:
            raise NoSpectators
        if len(self._watched) >= MOST_TABLES:
            raise TooManyWatched
        watched = self._watched[match_id] = _Watched(match, delay_ns, now_ns)
        return watched

    def _take_picture(self, match_id: str, watched: _Watched, now_ns: int) -> None:
        """Look at the table itself, unless that was just done."""
        step_ns = max(PERIOD_NS, watched.delay_ns // MOST_PICTURES)
        if watched.pictured_ns is not None and now_ns - watched.pictured_ns < step_ns:
            return
        watched.pictured_ns = now_ns
        match = self._find(match_id)
        if match is None:
            watched.ended_ns = watched.ended_ns or now_ns
            return
        # A match that ended without a result is played again under its id.
        watched.match, watched.ended_ns = match, None
        view = match.host.public_view()
        if view != watched.latest:
            watched.latest = view
            watched.pictures.append((now_ns, view))
