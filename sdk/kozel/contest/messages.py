"""What parent and worker say to each other: one line of JSON a message."""

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from kozel.contest.outcomes import Outcome
from kozel.contest.values import Introduction


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A match for a worker."""

    number: int
    absent: tuple[int, ...] = ()
    """Entries that do not sit down, because their process ended in this match again and again."""

    def to_line(self) -> bytes:
        """The message."""
        return _line({"number": self.number, "absent": self.absent})

    @classmethod
    def from_line(cls, line: bytes) -> "Job":
        """The reverse of `to_line`."""
        raw = json.loads(line)
        return cls(number=raw["number"], absent=tuple(raw["absent"]))


class ProgramDied(Exception):
    """A bot's program ended while it was needed; a worker says so with `Died`."""

    def __init__(self, entry: int, how: str, last_words: str) -> None:
        super().__init__(how)
        self.entry = entry
        self.how = how
        self.last_words = last_words


@dataclass(frozen=True, slots=True)
class Ready:
    """The bots are there."""

    introduction: Introduction


@dataclass(frozen=True, slots=True)
class Unusable:
    """A bot cannot play at all, or the worker cannot; the sentence says why."""

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """A match is over."""

    outcome: Outcome
    record: str | None
    """Its line, when records are kept."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot could not decide; only the first few of a worker's are told."""

    entry: int
    text: str


@dataclass(frozen=True, slots=True)
class Died:
    """A program ended in the midst of a match; the worker is of no more use."""

    entry: int
    how: str
    """As the end of a sentence."""
    last_words: str
    """The end of what it wrote."""


Message: TypeAlias = Ready | Unusable | Done | Fault | Died
"""From a worker."""


def encode(message: Message) -> bytes:
    """A worker's message as a line."""
    match message:
        case Ready(introduction):
            raw: dict[str, Any] = {
                "kind": "ready", "names": introduction.names, "digests": introduction.digests
            }  # fmt: skip
        case Unusable(text):
            raw = {"kind": "unusable", "text": text}
        case Done(outcome, record):
            raw = {"kind": "done", "outcome": outcome.to_json(), "record": record}
        case Fault(entry, text):
            raw = {"kind": "fault", "entry": entry, "text": text}
        case Died(entry, how, last_words):
            raw = {"kind": "died", "entry": entry, "how": how, "last_words": last_words}
    return _line(raw)


def decode(line: bytes) -> Message:
    """The reverse of `encode`."""
    raw = json.loads(line)
    match raw["kind"]:
        case "ready":
            names, digests = raw["names"], raw["digests"]
            return Ready(Introduction((names[0], names[1]), (digests[0], digests[1])))
        case "unusable":
            return Unusable(raw["text"])
        case "done":
            return Done(Outcome.from_json(raw["outcome"]), raw["record"])
        case "fault":
            return Fault(raw["entry"], raw["text"])
        case "died":
            return Died(raw["entry"], raw["how"], raw["last_words"])
        case other:
            raise ValueError(f"a worker says {other!r}, which nobody understands")


def _line(raw: dict[str, Any]) -> bytes:
    return json.dumps(raw).encode() + b"\n"


def how_it_ended(code: int) -> str:
    """What became of a process, as the end of a sentence; a code of -N is signal N."""
    return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"


def quoted(words: str) -> str:
    """The last words of a process, as the end of a sentence."""
    return f"; the end of what it wrote:\n{words}" if words else ", and wrote nothing"
