"""Errors of the codec.

KozelError
└── WireError             a message cannot be understood
    ├── UnknownValue      a number that this side's software does not know
    └── InvalidMessage    the fields contradict each other or the protocol
"""

from kozel.rules.errors import KozelError, shortened


class WireError(KozelError):
    """A message from the other side cannot be understood."""


class UnknownValue(WireError):
    """A field holds a number that this side's software does not know."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(
            f"unknown {field} {shortened(value)} in a message: the other side may be newer, "
            "so upgrade kozel-arena on this side"
        )
        self.field = field
        self.value = value


class InvalidMessage(WireError):
    """A message breaks the protocol; the sentence names the field."""
