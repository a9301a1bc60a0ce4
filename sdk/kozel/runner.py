"""`run(bot)`: the main function of a bot's program. Flags, environment, signals, exit codes.

Exit codes: 0 left in peace, 1 the arena will not have this bot (the sentence says why), 2 something
is missing or wrong on the command line, 130 Ctrl+C, 143 a second SIGTERM.
"""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NoReturn

from kozel.bot import Bot
from kozel.client.channel import Address
from kozel.client.client import DEFAULT_CAPACITY, Dialing, serve_bot
from kozel.client.errors import ClientError

__all__ = ["Address", "ClientError", "Dialing", "dialing_of", "run", "serve_bot"]

DEFAULT_SERVER: Final = "127.0.0.1:50051"

ENVIRONMENT: Final = """\
environment, where a flag is not given:
  KOZEL_SERVER KOZEL_TOKEN KOZEL_NAME KOZEL_CAPACITY KOZEL_TLS=1 KOZEL_TLS_CA KOZEL_LOG_LEVEL
"""

_LEVELS: Final = ("debug", "info", "warning", "error")


def run(bot: Bot, argv: Sequence[str] | None = None) -> NoReturn:
    """Dial in and play until the arena lets the bot go, then exit the process.

    The stream is opened again whenever it breaks, with waits of at most 5 s, and running matches
    are resumed. The first SIGTERM asks for no new matches and leaves after those that run; a
    second one, or Ctrl+C, ends at once.

    Args:
        bot: one object for all matches; see `Bot.for_match` for bots with a memory.
        argv: the command line without the program's name; None for `sys.argv`.

    Raises:
        SystemExit: always, with the exit codes of this module's text.
    """
    arguments = _parser(bot, os.environ).parse_args(argv)
    logging.basicConfig(
        stream=sys.stderr,
        level=arguments.log_level.upper(),
        format="%(asctime)s %(levelname)s %(message)s",
    )
    try:
        dialing = dialing_of(arguments)
        sys.exit(asyncio.run(_until_signalled(bot, dialing)))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except UsageError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except ClientError as error:
        print(error, file=sys.stderr)
        sys.exit(1)


class UsageError(ClientError):
    """Something is missing or wrong on the command line."""


def dialing_of(arguments: argparse.Namespace) -> Dialing:
    """Where and as whom to play, from parsed arguments.

    Raises:
        UsageError: no token, a capacity below 1, an address without port, unreadable certificates.
    """
    if not arguments.token:
        raise UsageError(
            "no token: give --token or KOZEL_TOKEN, "
            "the organiser gets one with `kozel-arena bot add NAME`"
        )
    host, _, port = arguments.server.rpartition(":")
    if not host or not port.isdigit():
        raise UsageError(
            f"--server {arguments.server!r}: write HOST:PORT, such as {DEFAULT_SERVER}"
        )
    return Dialing(
        address=Address(
            arguments.server,
            tls=arguments.tls or arguments.tls_ca is not None,
            ca=_certificates(arguments.tls_ca),
        ),
        token=arguments.token,
        name=arguments.name,
        capacity=_capacity(arguments.capacity),
        once=arguments.once,
    )


def _capacity(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) < 2**32:
        raise UsageError(
            f"--capacity {text!r}: give the number of seats to play at once, 1 or more"
        )
    return int(text)


def _certificates(path: str | None) -> bytes | None:
    if path is None:
        return None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"--tls-ca {path}: {error.strerror}") from None


def _parser(bot: Bot, environment: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=(type(bot).__doc__ or f"The bot {bot.name}.").strip(),
        epilog=ENVIRONMENT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    get = environment.get
    parser.add_argument(
        "--server",
        default=get("KOZEL_SERVER", DEFAULT_SERVER),
        metavar="HOST:PORT",
        help="the arena (default: %(default)s)",
    )
    parser.add_argument(
        "--token", default=get("KOZEL_TOKEN", ""), help="the bot's secret; better in KOZEL_TOKEN"
    )
    parser.add_argument(
        "--name", default=get("KOZEL_NAME", ""), help="fail unless the token is this bot's"
    )
    parser.add_argument(
        "--capacity",
        default=get("KOZEL_CAPACITY", str(DEFAULT_CAPACITY)),
        metavar="SEATS",
        help="how many seats to play at once (default: %(default)s)",
    )
    parser.add_argument(
        "--tls",
        action="store_true",
        default=_switch(parser, environment),
        help="encrypt the stream",
    )
    parser.add_argument(
        "--tls-ca",
        default=get("KOZEL_TLS_CA"),
        metavar="FILE",
        help="root certificates in PEM instead of the system's; implies --tls",
    )
    parser.add_argument(
        "--once",
        action="store_true",
        help="leave when the arena shuts down, instead of waiting for its return",
    )
    _add_log_level(parser, get("KOZEL_LOG_LEVEL", "info"))
    return parser


def _switch(parser: argparse.ArgumentParser, environment: Mapping[str, str]) -> bool:
    value = environment.get("KOZEL_TLS", "0")
    if value not in ("0", "1"):
        parser.error(f"KOZEL_TLS is {value!r}: set it to 0 or 1")
    return value == "1"


def _add_log_level(parser: argparse.ArgumentParser, default: str) -> None:
    if default not in _LEVELS:
        parser.error(f"KOZEL_LOG_LEVEL is {default!r}: choose one of {', '.join(_LEVELS)}")
    parser.add_argument(
        "--log-level", default=default, choices=_LEVELS, help="default: %(default)s"
    )


async def _until_signalled(bot: Bot, dialing: Dialing) -> int:
    """Serve the bot; give the exit code."""
    stop = asyncio.Event()
    task = asyncio.ensure_future(serve_bot(bot, dialing, stop=stop))

    def terminate() -> None:
        if stop.is_set():
            task.cancel()
        stop.set()

    loop = asyncio.get_running_loop()
    with_signals = sys.platform != "win32"
    if with_signals:
        loop.add_signal_handler(signal.SIGTERM, terminate)
    try:
        await task
    except asyncio.CancelledError:
        if stop.is_set() and task.cancelled():
            return 128 + signal.SIGTERM
        raise
    finally:
        if with_signals:
            loop.remove_signal_handler(signal.SIGTERM)
    return 0
