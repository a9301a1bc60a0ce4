"""How to join: the address, the few lines of a bot, and the protocol's files to take away."""

import io
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kozel_arena
from kozel.rules import RULES_VERSION, ruleset_names
from kozel.wire.values import PROTOCOL
from kozel_arena.config import split_address
from kozel_arena.web.painter import Painter

EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})
"""Hosts that stand for every address of a machine."""
MACHINE_ITSELF: Final = frozenset({"127.0.0.1", "::1", "localhost"})
TEXTS: Final = ("*.md", "kozel/v1/*.proto")
"""What of the protocol's folder is given out."""
ABOUT: Final = {
    "README.md": "the reference, with real bytes",
    "kozel/v1/arena.proto": "the stream of a bot",
    "kozel/v1/play.proto": "what flows in it: decisions, answers, events",
    "kozel/v1/admin.proto": "what organisers do: bots and tournaments",
    "kozel/v1/oversight.proto": "the same: matches, tokens, the audit log",
    "kozel/v1/practice.proto": "practice tables for persons",
    "kozel/v1/ranking.proto": "tables of Swiss tournaments and knockouts",
    "kozel/v1/registration.proto": "registration of bots by their authors",
}
"""What is in each file of the protocol."""
EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the same files make the same archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinFacts:
    """What a bot needs to know before it dials."""

    server: str
    """HOST:PORT where bots dial, as the reader of the page can reach it."""
    is_tls: bool
    """Whether they must dial with TLS."""
    is_local: bool
    """Whether only bots on the arena's own machine can dial."""
    version: str
    """Of the arena."""
    protocol: int
    """Version of the protocol that the arena speaks."""
    rules_version: int
    """Of the rules; it rises only when some match could end otherwise than before."""
    rulesets: tuple[str, ...]
    """Names of the games that can be played."""
    files: tuple[str, ...]
    """Names of the files of the protocol."""


class JoinPages:
    """The page on how to join.

    Args:
        listen: HOST:PORT where the arena listens for bots.
        is_tls: whether with TLS.
        version: of the arena.
        painter: makes pages.
    """

    def __init__(self, *, listen: str, is_tls: bool, version: str, painter: Painter) -> None:
        self._listen = listen
        self._is_tls = is_tls
        self._version = version
        self._painter = painter

    def routes(self) -> list[Route]:
        """Where the pages are."""
        return [
            Route("/join", self._join, name="join"),
            Route("/join/kozel-proto.zip", self._archive),
            Route("/join/proto/{name:path}", self._file),
        ]

    def api(self) -> APIRouter:
        """The same as JSON."""
        api = APIRouter()

        @api.get(
            "/join",
            summary="What a bot needs to know before it dials",
            description="The address, whether with TLS, and the versions of protocol and rules. "
            "The files of the protocol are at `/join/proto/NAME`, all as `/join/kozel-proto.zip`.",
        )
        async def join(request: Request) -> JoinFacts:
            return self.facts(request)

        return api

    def facts(self, request: Request) -> JoinFacts:
        """What a bot needs to know, for the reader who asked."""
        host, port = split_address(self._listen)
        reached = (request.url.hostname or host) if host in EVERYWHERE else host
        return JoinFacts(
            server=f"[{reached}]:{port}" if ":" in reached else f"{reached}:{port}",
            is_tls=self._is_tls,
            is_local=host in MACHINE_ITSELF,
            version=self._version,
            protocol=PROTOCOL,
            rules_version=RULES_VERSION,
            rulesets=tuple(ruleset_names()),
            files=tuple(protocol_files()),
        )

    async def _join(self, request: Request) -> Response:
        return self._painter.page(request, "join.html", facts=self.facts(request), about=ABOUT)

    async def _file(self, request: Request) -> Response:
        text = protocol_files().get(request.path_params["name"])
        if text is None:
            raise HTTPException(404)
        return Response(text, media_type="text/plain; charset=utf-8")

    async def _archive(self, request: Request) -> Response:
        headers = {"Content-Disposition": 'attachment; filename="kozel-proto.zip"'}
        return Response(archive(), media_type="application/zip", headers=headers)


@cache
def protocol_files() -> dict[str, bytes]:
    """The files of the protocol by name: beside the package in a wheel, or in the checkout."""
    package = Path(kozel_arena.__file__).parent
    for folder in (package / "proto", package.parents[1] / "proto"):
        found = sorted(path for pattern in TEXTS for path in folder.glob(pattern))
        if found:
            return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
    return {}


@cache
def archive() -> bytes:
    """All files of the protocol as a zip archive, in one folder."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in protocol_files().items():
            made.writestr(zipfile.ZipInfo(f"kozel-proto/{name}", EARLIEST), text)
    return packed.getvalue()
