"""Serves an ASGI application over HTTP in the arena's own loop, with uvicorn."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from kozel_arena.config import split_address
from kozel_arena.errors import ArenaError

GRACE_SECONDS: Final = 2
"""How long answers that are being given may still take when the arena stops."""


class _Server(uvicorn.Server):
    """uvicorn without signal handlers: signals are the arena's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serving_web(
    address: str, app: ASGIApp, stopping: asyncio.Event, *, proxies: str = ""
) -> AsyncIterator[str]:
    """Serve pages while the context lasts; gives the address with the port taken.

    Args:
        address: HOST:PORT; port 0 takes a free one.
        app: what is served.
        stopping: set when the context ends, so that streams of events end.
        proxies: addresses, with commas, whose X-Forwarded-For and X-Forwarded-Proto are believed.

    Raises:
        ArenaError: the address cannot be taken.
    """
    taken = take(address)
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[taken]), name="web")
    try:
        yield f"{address.rpartition(':')[0]}:{taken.getsockname()[1]}"
    finally:
        stopping.set()
        server.should_exit = True
        await serving


def take(address: str) -> socket.socket:
    """A socket that listens at HOST:PORT, whose connections send at once.

    Raises:
        ArenaError: the address cannot be taken.
    """
    host, port = split_address(address)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends at once (TCP_NODELAY): else the second part of every
    # answer waits 40 ms for the reader to acknowledge the first.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
        taken.listen(128)
    except OSError as error:
        taken.close()
        raise ArenaError(
            f"the address {address} of the dashboard cannot be taken ({error.strerror}): stop the "
            "program that listens there, or choose another with --http, or `--http off`"
        ) from None
    return taken
