"""The admin service's calls about finished matches. Their records hold cards and seeds."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Final

from kozel.rules.errors import KozelError
from kozel.v1 import admin_pb2 as pb
from kozel.v1 import oversight_pb2
from kozel.wire.enums import VERDICTS
from kozel_arena.rpc.admin_encoding import OVER
from kozel_arena.rpc.admin_parts import AdminPart, Context
from kozel_arena.rpc.caller import NotForViewers, current_caller, is_organiser
from kozel_arena.rpc.results_encoding import encode_match
from kozel_arena.runtime.tables import match_id
from kozel_arena.storage import Tournament
from kozel_arena.tournament import TournamentState

RECORDS_AT_ONCE: Final = 64
"""Records that are read in one go while exporting."""
LONGEST_REASON: Final = 500
"""Characters of a reason in the audit log."""
USUAL_LIMIT: Final = 50
LARGEST_LIMIT: Final = 1000
"""Lines of a list in one answer."""


class UnusableRequest(KozelError):
    """A field of a request cannot be meant."""


class MatchCalls(AdminPart):
    """Gives out finished matches, and strikes them out."""

    async def ListMatches(
        self, request: oversight_pb2.ListMatchesRequest, context: Context
    ) -> oversight_pb2.ListMatchesResponse:
        """Finished matches without their records."""
        if request.opponent and not request.bot:
            raise UnusableRequest("an opponent needs a bot: name both")
        found = await asyncio.to_thread(
            partial(
                self._repository.matches,
                request.tournament,
                bot=request.bot or None,
                opponent=request.opponent or None,
                verdict=VERDICTS.decode(request.verdict) if request.verdict else None,
                limit=limit_of(request.limit),
            )
        )
        return oversight_pb2.ListMatchesResponse(matches=map(encode_match, found))

    async def GetMatch(
        self, request: oversight_pb2.GetMatchRequest, context: Context
    ) -> oversight_pb2.GetMatchResponse:
        """One finished match with its record."""
        match, record = await asyncio.to_thread(self._repository.match, request.match_id)
        _check_records_are_open(await self._found(match.tournament_id))
        return oversight_pb2.GetMatchResponse(match=encode_match(match), record=record)

    async def VoidMatch(
        self, request: pb.VoidMatchRequest, context: Context
    ) -> pb.VoidMatchResponse:
        """Strike out the result of a match; it is played again."""
        reason = request.reason.strip()
        if not 0 < len(reason) <= LONGEST_REASON or not reason.isprintable():
            raise UnusableRequest(
                f"the reason cannot be used: give 1 to {LONGEST_REASON} printable characters"
            )
        tournament, voided = await self._tournaments.void(
            request.match_id, reason=reason, by=current_caller()
        )
        is_replayed = tournament.state is not TournamentState.CANCELLED
        replay = match_id(tournament.id, voided.number, voided.replay.attempt)
        return pb.VoidMatchResponse(
            tournament=await self._tournament(tournament),
            replay_match_id=replay if is_replayed else "",
        )

    async def ExportMatches(
        self, request: pb.ExportMatchesRequest, context: Context
    ) -> AsyncIterator[pb.ExportMatchesResponse]:
        """Every finished match as a record, in the order of their numbers."""
        tournament = await self._found(request.tournament)
        _check_records_are_open(tournament)
        records = self._repository.records(tournament.id)
        while some := await asyncio.to_thread(_next_few, records):
            for record in some:
                yield pb.ExportMatchesResponse(record=record)


def limit_of(asked: int) -> int:
    """How many lines of a list are wanted.

    Raises:
        UnusableRequest: more than one answer holds.
    """
    if asked > LARGEST_LIMIT:
        raise UnusableRequest(f"a limit of {asked} is too much: ask for at most {LARGEST_LIMIT}")
    return asked or USUAL_LIMIT


def _check_records_are_open(tournament: Tournament) -> None:
    """See that the caller may have records: deals of a record may still be played elsewhere.

    Raises:
        NotForViewers: a viewer asks before the tournament is over.
    """
    if not is_organiser() and tournament.state not in OVER:
        raise NotForViewers(
            current_caller(), f"have records of {tournament.config.name!r} before it is over"
        )


def _next_few(records: Iterator[str]) -> list[str]:
    """The next records, at most `RECORDS_AT_ONCE`."""
    return [record for _, record in zip(range(RECORDS_AT_ONCE), records, strict=False)]
