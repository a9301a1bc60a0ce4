"""The entry of `kozel-arena`: says what to install when the server's packages are missing.

Imports nothing beside the standard library until it knows that the rest is there.
"""

import os
import signal
import sys
from importlib.util import find_spec

from kozel_arena.interrupts import end_at_once

NEEDED = (
    "typer",
    "rich",
    "grpc_health",
    "sqlmodel",
    "alembic",
    "prometheus_client",
    "pydantic_settings",
    "structlog",
    "scipy",
)
"""Modules of the extra [server]; the command line works only when all of them are there."""

ADVICE = "kozel-arena needs the server's packages: pip install 'kozel-arena[server]'"


def main() -> int:
    """Run the command line; the exit code is 0, 1 failed, 2 wrong usage, 130 interrupted."""
    end_at_once()
    if any(find_spec(name) is None for name in NEEDED):
        print(ADVICE, file=sys.stderr)
        return 2
    # Read when grpc is imported. Its own lines about certificates and connections stand beside the
    # sentence of a command; only an arena's log has a use for them.
    level = "ERROR" if sys.argv[1:2] == ["serve"] else "NONE"
    os.environ.setdefault("GRPC_VERBOSITY", level)
    from kozel_arena.cli.root import run

    try:
        return run()
    except KeyboardInterrupt:
        return 130
    finally:
        # Nothing is left to interrupt; a late Ctrl+C would only print the interpreter's own trace.
        signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
