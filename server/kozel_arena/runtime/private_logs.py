"""What an arena tells a bot's author about the bot: refusals, slow decisions, and its own stderr.

Held in memory only and bounded for each bot, so it costs little and is gone when the arena stops.
Nothing is written on the way of a decision that is answered in time. Knows no page and no stream.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from kozel.table import AnswerProblem
from kozel.wire.values import Answer

MOST_LINES: Final = 100
"""Lines that are kept for a bot, the newest ones."""
MOST_STDERR_BYTES: Final = 16 * 1024
"""Bytes of a bot's stderr that are kept, the newest ones."""
MOST_PAYLOAD_BYTES: Final = 128
"""Bytes of a refused message that are kept, the first ones."""
LONGEST_TEXT: Final = 300
"""Characters of a line's text."""
MAX_LOG_BYTES: Final = 8 * 1024
"""Most bytes of stderr in one message."""
LOG_INTERVAL_NS: Final = 1_000_000_000
"""Stderr is sent at most so often; half of it is tolerated, for clocks that differ."""


def _present() -> datetime:
    return datetime.now(UTC)


class LogKind(StrEnum):
    """What a line of a bot's log is about."""

    REFUSED = "refused"
    """A stream was not opened, or was closed for a fault of the bot's."""
    ANSWER = "answer"
    """An answer was not accepted."""
    SLOW = "slow"
    """A decision was answered after its time, out of the bank."""
    SILENT = "silent"
    """A decision was not answered at all in its time; the arena chose."""
    DECLINED = "declined"
    """The bot said that it has no answer: its code failed."""
    TOKEN = "token"
    """The bot's token was replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """Something that the author of a bot wants to know."""

    time: datetime
    """When it happened, in UTC."""
    kind: LogKind
    """What it is about."""
    text: str
    """What happened, in at most 300 characters."""
    match_id: str = ""
    """Empty where it is about no match."""
    decision_id: int = 0
    """0 where it is about no decision."""
    milliseconds: float | None = None
    """How long the decision took; None where that is not the matter."""
    payload: str = ""
    """The first bytes of the message that was refused, in hexadecimal digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateLog:
    """A bot's log at one moment."""

    lines: tuple[LogLine, ...]
    """The newest first."""
    older: int
    """How many lines were forgotten."""
    stderr: str
    """The end of what the bot wrote to its stderr."""
    dropped_bytes: int
    """Bytes of stderr that were forgotten, or came too fast."""


class BotLog:
    """One bot's log, as the parts of the arena write it."""

    __slots__ = ("_dropped", "_lines", "_now", "_stderr", "_stderr_ns", "_written")

    def __init__(self, now: Callable[[], datetime] = _present) -> None:
        self._now = now
        self._lines: deque[LogLine] = deque(maxlen=MOST_LINES)
        self._written = 0
        self._stderr = b""
        self._stderr_ns: int | None = None
        self._dropped = 0

    def note(
        self,
        kind: LogKind,
        text: str,
        *,
        match_id: str = "",
        decision_id: int = 0,
        milliseconds: float | None = None,
        payload: bytes = b"",
    ) -> None:
        """Write a line; the oldest one makes room for it."""
        self._written += 1
        self._lines.append(
            LogLine(
                time=self._now(),
                kind=kind,
                text=text[:LONGEST_TEXT],
                match_id=match_id,
                decision_id=decision_id,
                milliseconds=milliseconds,
                payload=payload[:MOST_PAYLOAD_BYTES].hex(),
            )
        )

    def refused(
        self, problem: AnswerProblem, answer: Answer, match_id: str, payload: bytes
    ) -> None:
        """An answer was not accepted; with the bytes of the message that it came in."""
        table_id, decision_id, index = answer
        choice = "no index" if index is None else f"index {index}"
        text = f"{problem}: table {table_id}, decision {decision_id}, {choice}"
        self.note(LogKind.ANSWER, text, match_id=match_id, decision_id=decision_id, payload=payload)

    def declined(self, match_id: str, decision_id: int) -> None:
        """The bot said that it has no answer."""
        text = "declined: the bot's code failed, so the arena plays its default action"
        self.note(LogKind.DECLINED, text, match_id=match_id, decision_id=decision_id)

    def take_stderr(self, text: bytes, now_ns: int) -> None:
        """The bot sent more of its stderr; what comes too fast is dropped.

        Args:
            text: in UTF-8; what is none is shown as such.
            now_ns: time of the arena's clock.
        """
        last = self._stderr_ns
        if last is not None and now_ns - last < LOG_INTERVAL_NS // 2:
            self._dropped += len(text)
            return
        self._stderr_ns = now_ns
        whole = self._stderr + text[-MAX_LOG_BYTES:]
        self._stderr = whole[-MOST_STDERR_BYTES:]
        self._dropped += max(0, len(text) - MAX_LOG_BYTES) + len(whole) - len(self._stderr)

    def read(self) -> PrivateLog:
        """The log as it is now."""
        return PrivateLog(
            lines=tuple(reversed(self._lines)),
            older=self._written - len(self._lines),
            stderr=self._stderr.decode("utf-8", "replace"),
            dropped_bytes=self._dropped,
        )


class PrivateLogs:
    """The logs of all bots; one is made when it is asked for first."""

    def __init__(self, now: Callable[[], datetime] = _present) -> None:
        """No logs.

        Args:
            now: tells what time it is.
        """
        self._now = now
        self._logs: dict[str, BotLog] = {}

    def of(self, bot_id: str) -> BotLog:
        """The log of a registered bot."""
        log = self._logs.get(bot_id)
        if log is None:
            log = self._logs[bot_id] = BotLog(self._now)
        return log
