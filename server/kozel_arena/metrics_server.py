"""Serves the metrics of an arena over HTTP, in a thread of prometheus-client's own."""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, start_http_server

from kozel_arena.config import split_address
from kozel_arena.errors import ArenaError


@contextmanager
def serving_metrics(address: str, registry: CollectorRegistry) -> Iterator[str]:
    """Serve `/metrics` while the context lasts; gives the address with the port taken.

    Raises:
        ArenaError: the address cannot be taken.
    """
    host, port = split_address(address)
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise ArenaError(
            f"the metrics address {address} cannot be taken ({error.strerror}): stop the program "
            "that listens there, or choose another with --metrics, or `--metrics off`"
        ) from None
    try:
        yield f"{host}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
