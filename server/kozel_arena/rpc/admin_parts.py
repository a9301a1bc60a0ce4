"""What all parts of the admin service share: arena, database, and a tournament's message."""

import asyncio
from dataclasses import dataclass
from typing import Any

from kozel.table import TimeControl
from kozel.v1 import admin_pb2 as pb
from kozel_arena.results import ResultTables
from kozel_arena.rpc import admin_encoding as codec
from kozel_arena.rpc.caller import is_organiser
from kozel_arena.runtime.arena import Arena
from kozel_arena.runtime.tournaments import Tournaments
from kozel_arena.storage import Accounts, Repository, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminParts:
    """What the admin service works on."""

    arena: Arena
    """Who is connected and what is played."""
    tournaments: Tournaments
    """Creates, starts, pauses and cancels."""
    repository: Repository
    """Is read in threads."""
    accounts: Accounts
    """Is used in threads."""
    usual_clock: TimeControl
    """For tournaments that set none."""
    results: ResultTables
    """The tables of tournaments."""


class AdminPart:
    """A part of the admin service. `AdminServicer` is all of them."""

    def __init__(self, parts: AdminParts) -> None:
        self._arena = parts.arena
        self._tournaments = parts.tournaments
        self._repository = parts.repository
        self._accounts = parts.accounts
        self._usual_clock = parts.usual_clock
        self._results = parts.results

    async def _found(self, id_or_name: str) -> Tournament:
        """The tournament that a request names."""
        return await asyncio.to_thread(self._repository.tournament, id_or_name)

    async def _tournament(self, tournament: Tournament) -> pb.Tournament:
        """The tournament as its message, with what the caller may see."""
        entries = await asyncio.to_thread(self._repository.entries, tournament.id)
        return codec.encode_tournament(
            tournament,
            entries,
            running=self._arena.matches.count(tournament.id),
            given_up=self._arena.matches.given_up(tournament.id),
            shows_seed=is_organiser(),
        )


Context = Any
"""gRPC's, whose class is generic only in its stubs."""
