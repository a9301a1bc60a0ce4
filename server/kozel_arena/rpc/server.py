"""The gRPC server: its options, its services, its address. Knows no tournament and no table."""

import socket
from pathlib import Path
from typing import Any, Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from kozel.v1.admin_pb2_grpc import add_AdminServiceServicer_to_server
from kozel_arena.config import split_address
from kozel_arena.errors import ArenaError
from kozel_arena.rpc.admin import AdminServicer
from kozel_arena.rpc.gate import OrganiserGate
from kozel_arena.rpc.play import PlayServicer, add_play_servicer
from kozel_arena.rpc.strangers import MOST_STRANGERS
from kozel_arena.runtime.arena import MAX_REQUEST_BYTES

SERVICES: Final = ("kozel.v1.ArenaService", "kozel.v1.AdminService")
CALLS_BESIDE_STREAMS: Final = 100 + MOST_STRANGERS
"""Calls that may run beside the bots' streams: organisers, health checks, bots at the door."""


def server_options(max_streams: int) -> list[tuple[str, int]]:
    """Options that find frozen peers, allow the clients' pings, and survive a burst of streams."""
    return [
        # Without it a second server binds the same port in silence.
        ("grpc.so_reuseport", 0),
        ("grpc.keepalive_time_ms", 10_000),
        ("grpc.keepalive_timeout_ms", 5_000),
        # The timeout above does not bound how long a frozen peer goes unnoticed; this does.
        ("grpc.http2.ping_timeout_ms", 5_000),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.keepalive_permit_without_calls", 1),
        # The common spelling `min_recv_ping_…` is ignored, and clients are sent away.
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
        ("grpc.max_receive_message_length", MAX_REQUEST_BYTES),
        ("grpc.server.max_pending_requests", max_streams + CALLS_BESIDE_STREAMS),
        ("grpc.server.max_pending_requests_hard_limit", 2 * max_streams + CALLS_BESIDE_STREAMS),
    ]


class ArenaServer:
    """The server of one arena."""

    def __init__(
        self,
        *,
        play: PlayServicer,
        admin: AdminServicer,
        gate: OrganiserGate,
        max_streams: int,
    ) -> None:
        """A server that does not listen yet.

        Args:
            play: for bots.
            admin: for organisers.
            gate: before `admin`.
            max_streams: bots at once; calls far beyond it are turned away by gRPC itself.
        """
        self._server = grpc.aio.server(
            interceptors=(gate,),
            options=server_options(max_streams),
            maximum_concurrent_rpcs=2 * max_streams + CALLS_BESIDE_STREAMS,
        )
        self._health: Any = health.aio.HealthServicer()
        add_play_servicer(play, self._server)
        add_AdminServiceServicer_to_server(admin, self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)

    def bind(self, address: str, credentials: grpc.ServerCredentials | None) -> int:
        """Take the address; returns its port.

        Raises:
            ArenaError: it cannot be taken, or the credentials cannot be used.
        """
        try:
            _try(address)
        except OSError:
            raise _taken(address) from None
        try:
            if credentials is None:
                return self._server.add_insecure_port(address)
            return self._server.add_secure_port(address, credentials)
        except RuntimeError:
            if credentials is None:
                raise _taken(address) from None
            raise ArenaError(
                "the TLS certificate and key cannot be used: give PEM files that belong together "
                "with --tls-cert and --tls-key"
            ) from None

    async def start(self) -> None:
        """Listen."""
        await self._server.start()
        await self._set_health(health_pb2.HealthCheckResponse.SERVING)

    async def announce_end(self) -> None:
        """Tell health checks that nothing new should come here."""
        await self._set_health(health_pb2.HealthCheckResponse.NOT_SERVING)

    async def stop(self) -> None:
        """Hang up on whoever is still there."""
        await self._server.stop(grace=0)

    def close(self) -> None:
        """Let go of gRPC, whether it has listened or not; nothing can be called afterwards.

        gRPC's thread runs as long as a server exists, and prints an error when it outlives the
        interpreter; the dashboard's library remembers functions that lead here.
        """
        del self._server

    async def _set_health(self, status: int) -> None:
        for service in ("", *SERVICES):
            await self._health.set(service, status)


def _taken(address: str) -> ArenaError:
    return ArenaError(
        f"the address {address} cannot be taken: another program listens there or it is not this "
        "machine's, so stop that program or choose another with --listen"
    )


def _try(address: str) -> None:
    """See that an address is free: gRPC prints lines of its own when it is not.

    Raises:
        OSError: it is not.
    """
    host, port = split_address(address)
    for family, kind, protocol, _, place in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    ):
        with socket.socket(family, kind, protocol) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            attempt.bind(place)


def read_credentials(cert: Path | None, key: Path | None) -> grpc.ServerCredentials | None:
    """The TLS credentials in two PEM files; None without files.

    Raises:
        ArenaError: they cannot be read.
    """
    if cert is None or key is None:
        return None
    try:
        chain, secret = cert.read_bytes(), key.read_bytes()
    except OSError as error:
        raise ArenaError(f"cannot read the TLS file {error.filename}: {error.strerror}") from None
    return grpc.ssl_server_credentials([(secret, chain)])
