"""Why a bot's stay at an arena ended badly.

KozelError
└── ClientError           the bot cannot go on; the sentence says what to do
    ├── Refused           the arena refused the stream, for good
    ├── Replaced          a newer stream with the same token took over
    ├── NotAnArena        something else answers at that address
    └── ArenaBroken       the arena sent what this software cannot understand
"""

from kozel.rules.errors import KozelError
from kozel.wire.values import Behind, Refusal

_ADVICE = {
    Behind.NEITHER: "",
    Behind.BOT: " The bot is behind: upgrade kozel-arena here.",
    Behind.ARENA: " The arena is behind: ask its organiser to upgrade it.",
}


class ClientError(KozelError):
    """The bot cannot go on playing at this arena."""


class Refused(ClientError):
    """The arena refused the stream and would refuse it again."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(
            f"the arena refused this bot ({refusal.reason}): {refusal.text}"
            f"{_ADVICE[refusal.behind]}"
        )
        self.refusal = refusal


class Replaced(ClientError):
    """The same token opened a newer stream, which plays on."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"another process plays with this bot's token now: {text} "
            "Stop one of them, or register a bot for each."
        )


class NotAnArena(ClientError):
    """Something answers at the address, but it does not serve kozel.v1.ArenaService."""

    def __init__(self, server: str, why: str) -> None:
        super().__init__(
            f"{server} is not a Kozel arena ({why}): check host and port, "
            "the arena's bot port is not its web port"
        )


class ArenaBroken(ClientError):
    """The arena sent something that breaks the protocol as this software knows it."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the arena sent a message that cannot be used: {why}")


class UsageError(ClientError):
    """Something is missing or wrong on the command line or in the environment."""
