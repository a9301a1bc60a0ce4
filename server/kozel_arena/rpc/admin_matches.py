"""The admin service's calls about finished matches. Their records hold cards and seeds."""

import asyncio
from collections.abc import AsyncIterator, Iterator

from kozel.v1 import admin_pb2 as pb
from kozel_arena.rpc.admin_encoding import OVER
from kozel_arena.rpc.admin_parts import AdminPart, Context
from kozel_arena.rpc.caller import NotForViewers, current_caller, is_organiser
from kozel_arena.storage import Tournament

RECORDS_AT_ONCE = 64
"""Records that are read in one go while exporting."""


class MatchCalls(AdminPart):
    """Gives out finished matches."""

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
