"""`run(bot)`: the main function of a bot's program. Flags, environment, signals, exit codes.

Exit codes: 0 left in peace, 1 the arena will not have this bot (the sentence says why), 2 something
is missing or wrong on the command line, 130 Ctrl+C, 143 a second SIGTERM.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from kozel.bot import Bot

# gRPC would write lines of its own about every broken connection; it reads this when imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

from kozel.client.arguments import dialing_of, log_level_of, parse
from kozel.client.channel import Address
from kozel.client.client import Dialing, serve_bot
from kozel.client.errors import ClientError, UsageError
from kozel.client.stderr_tail import stderr_kept

__all__ = ["Address", "ClientError", "Dialing", "run", "serve_bot"]


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
    arguments = parse(bot, argv, os.environ)
    try:
        dialing = dialing_of(arguments)
        with stderr_kept(dialing.log):
            logging.basicConfig(
                stream=sys.stderr,
                level=log_level_of(arguments),
                format="%(asctime)s %(levelname)s %(message)s",
            )
            for library in ("asyncio", "grpc"):
                # At debug they tell of event loops and engines, which says nothing about the bot.
                logging.getLogger(library).setLevel(logging.INFO)
            sys.exit(asyncio.run(_until_signalled(bot, dialing)))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except ClientError as error:
        print(error, file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)


async def _until_signalled(bot: Bot, dialing: Dialing) -> int:
    """Serve the bot; give the exit code."""
    stop = asyncio.Event()
    task = asyncio.ensure_future(serve_bot(bot, dialing, stop=stop))

    def terminate() -> None:
        if stop.is_set():
            task.cancel()
        stop.set()

    loop = asyncio.get_running_loop()
    has_signals = sys.platform != "win32"
    if has_signals:
        loop.add_signal_handler(signal.SIGTERM, terminate)
    try:
        await task
    except asyncio.CancelledError:
        if stop.is_set():
            return 128 + signal.SIGTERM
        raise
    finally:
        if has_signals:
            loop.remove_signal_handler(signal.SIGTERM)
    return 0
