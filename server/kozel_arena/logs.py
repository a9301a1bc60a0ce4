"""How the arena logs: an event name and fields, one line each, to stderr. Knows no part of it."""

import logging
import sys
from typing import Literal, TextIO

import structlog

Log = structlog.typing.FilteringBoundLogger
LogFormat = Literal["json", "console"]


def make_log(*, level: str, form: LogFormat, stream: TextIO | None = None) -> Log:
    """A logger of its own; nothing global is configured.

    Args:
        level: least level that is written: debug, info, warning or error.
        form: `json` for machines, `console` for people.
        stream: where to; stderr unless given.
    """
    target = sys.stderr if stream is None else stream
    last: list[structlog.typing.Processor]
    if form == "json":
        # Without locals: they hold tokens and hands.
        traceback = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        last = [
            structlog.processors.ExceptionRenderer(traceback),
            structlog.processors.JSONRenderer(),
        ]
    else:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=target.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    log: Log = structlog.wrap_logger(
        structlog.PrintLogger(target),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        cache_logger_on_first_use=True,
    )
    return log
