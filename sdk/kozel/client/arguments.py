"""Where a bot plays and as whom, from flags and environment; reads neither by itself."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from kozel.bot import Bot
from kozel.client.channel import Address
from kozel.client.client import DEFAULT_CAPACITY, Dialing
from kozel.client.errors import UsageError
from kozel.client.stderr_tail import StderrTail
from kozel.rules.errors import shortened

DEFAULT_SERVER: Final = "127.0.0.1:50051"
LONGEST_NUMBER: Final = 18
"""Digits."""

LOG_LEVELS: Final = ("debug", "info", "warning", "error")

_EPILOG: Final = """\
environment, where a flag is not given:
  KOZEL_SERVER KOZEL_TOKEN KOZEL_NAME KOZEL_CAPACITY KOZEL_TLS=1 KOZEL_TLS_CA KOZEL_LOG_LEVEL
  KOZEL_SEND_LOG=0
"""


def parse(
    bot: Bot, argv: Sequence[str] | None, environment: Mapping[str, str]
) -> argparse.Namespace:
    """Read the command line.

    Args:
        bot: its class's docstring describes the program.
        argv: without the program's name; None for `sys.argv`.
        environment: gives the defaults.

    Raises:
        SystemExit: code 2 for what cannot be read, 0 for --help.
    """
    get = environment.get
    parser = argparse.ArgumentParser(
        description=(type(bot).__doc__ or f"The bot {bot.name}.").strip(),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    text = "the arena (default: %(default)s)"
    server = get("KOZEL_SERVER", DEFAULT_SERVER)
    parser.add_argument("--server", default=server, metavar="HOST:PORT", help=text)
    text = "the bot's secret; better in KOZEL_TOKEN, other users can see a command line"
    parser.add_argument("--token", default=get("KOZEL_TOKEN", ""), help=text)
    text = "refuse to play unless the token is this bot's"
    parser.add_argument("--name", default=get("KOZEL_NAME", ""), help=text)
    text = "how many seats to play at once (default: %(default)s)"
    capacity = get("KOZEL_CAPACITY", str(DEFAULT_CAPACITY))
    parser.add_argument("--capacity", default=capacity, metavar="SEATS", help=text)
    _add_tls(parser, environment)
    text = "leave when the arena shuts down, instead of waiting for its return"
    parser.add_argument("--once", action="store_true", help=text)
    send = get("KOZEL_SEND_LOG", "1")
    text = "keep the end of stderr from the arena, where only you and the organiser could read it"
    parser.add_argument(
        "--no-send-log", dest="send_log", action="store_const", const="0", default=send, help=text
    )
    text = f"{', '.join(LOG_LEVELS)} (default: %(default)s)"
    level = get("KOZEL_LOG_LEVEL", "info")
    parser.add_argument("--log-level", default=level, metavar="LEVEL", help=text)
    return parser.parse_args(argv)


def dialing_of(arguments: argparse.Namespace) -> Dialing:
    """Where and as whom to play.

    Raises:
        UsageError: no token, an address without port, a capacity below 1, unreadable certificates,
            a switch that is neither 0 nor 1.
    """
    if not arguments.token:
        raise UsageError(
            "no token: give --token or KOZEL_TOKEN, "
            "the organiser gets one with `kozel-arena bot add NAME`"
        )
    return Dialing(
        address=Address(
            _server(arguments.server),
            tls=_switch("KOZEL_TLS", arguments.tls) or arguments.tls_ca is not None,
            ca=_certificates(arguments.tls_ca),
        ),
        token=arguments.token,
        name=arguments.name,
        capacity=_capacity(arguments.capacity),
        once=arguments.once,
        log=StderrTail(sys.stderr, secret=arguments.token) if _sends_log(arguments) else None,
    )


def log_level_of(arguments: argparse.Namespace) -> str:
    """The level as `logging` names it.

    Raises:
        UsageError: there is no such level.
    """
    level: str = arguments.log_level
    if level not in LOG_LEVELS:
        raise UsageError(f"--log-level {shortened(level)}: choose one of {', '.join(LOG_LEVELS)}")
    return level.upper()


def _add_tls(parser: argparse.ArgumentParser, environment: Mapping[str, str]) -> None:
    tls = environment.get("KOZEL_TLS", "0")
    text = "encrypt the stream"
    parser.add_argument("--tls", action="store_const", const="1", default=tls, help=text)
    text = "root certificates in PEM instead of the system's; implies --tls"
    ca = environment.get("KOZEL_TLS_CA")
    parser.add_argument("--tls-ca", default=ca, metavar="FILE", help=text)


def _whole_number(text: str) -> int:
    """A number in ASCII digits; too large a one for anything that is none.

    Python itself refuses to read thousands of digits.
    """
    is_one = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if is_one else 10**LONGEST_NUMBER


def _server(text: str) -> str:
    host, _, port = text.rpartition(":")
    if not host or _whole_number(port) > 65535:
        raise UsageError(f"--server {shortened(text)}: write HOST:PORT, such as {DEFAULT_SERVER}")
    return text


def _capacity(text: str) -> int:
    if not 1 <= _whole_number(text) < 2**32:
        raise UsageError(
            f"--capacity {shortened(text)}: give how many seats to play at once, 1 or more"
        )
    return int(text)


def _sends_log(arguments: argparse.Namespace) -> bool:
    return _switch("KOZEL_SEND_LOG", arguments.send_log)


def _switch(variable: str, text: str) -> bool:
    if text not in ("0", "1"):
        raise UsageError(f"{variable} is {shortened(text)}: set it to 0 or 1")
    return text == "1"


def _certificates(path: str | None) -> bytes | None:
    if path is None:
        return None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"--tls-ca {path}: {error.strerror}") from None
