"""Who may come in: checks a Hello, and gives a refusal with the sentence for the author."""

from collections.abc import Awaitable, Callable
from typing import Final

from kozel.rules.errors import shortened
from kozel.wire.values import PROTOCOL, Behind, Hello, Refusal, RefusalReason
from kozel_arena.runtime.values import Identity

FindBot = Callable[[str], Awaitable[Identity | None]]
"""Whom a token belongs to."""

LONGEST_TEXT: Final = 64
"""Most characters of a bot's version and of its SDK's name."""
LONGEST_TOKEN: Final = 256
"""A longer text is no token; it is not even looked up."""

MALFORMED: Final = Refusal(
    RefusalReason.PROTOCOL_ERROR,
    "a message could not be read: send PlayRequest of kozel/v1/arena.proto, its texts in UTF-8",
)
HELLO_EXPECTED: Final = Refusal(
    RefusalReason.HELLO_EXPECTED,
    "the first message of a stream must carry Hello, and within 10 seconds",
)


async def check_hello(hello: Hello, find_bot: FindBot) -> Identity | Refusal:
    """Whom a Hello is from, or why it is refused: version first, then token, name and ranges."""
    refusal = _check_protocol(hello)
    if refusal is not None:
        return refusal
    identity = await find_bot(hello.token) if len(hello.token) <= LONGEST_TOKEN else None
    if identity is None:
        return Refusal(
            RefusalReason.TOKEN,
            "the arena does not know this token: ask the organiser for one, and check that it is "
            "whole and for this arena",
        )
    if hello.bot_name not in ("", identity.name):
        return Refusal(
            RefusalReason.NAME,
            f"the token belongs to the bot {identity.name!r}, not to {shortened(hello.bot_name)}: "
            "use the token of this bot, or leave the name away",
        )
    return _check_ranges(hello) or identity


async def owner_of(hello: Hello, refusal: Refusal, find_bot: FindBot) -> Identity | None:
    """Whose token a refused Hello has, so that the author can be told; None if it is nobody's."""
    if refusal.reason is RefusalReason.TOKEN or len(hello.token) > LONGEST_TOKEN:
        return None
    return await find_bot(hello.token)


def _check_protocol(hello: Hello) -> Refusal | None:
    lowest, highest = hello.protocol_min, hello.protocol_max
    if highest < PROTOCOL:
        return Refusal(
            RefusalReason.PROTOCOL,
            f"the bot speaks protocol versions up to {highest} and the arena speaks {PROTOCOL}: "
            "upgrade the bot's SDK",
            Behind.BOT,
        )
    if lowest > PROTOCOL:
        return Refusal(
            RefusalReason.PROTOCOL,
            f"the bot speaks protocol versions from {lowest} and the arena speaks {PROTOCOL}: ask "
            "the organiser to upgrade the arena, or use an older SDK",
            Behind.ARENA,
        )
    return None


def _check_ranges(hello: Hello) -> Refusal | None:
    if hello.capacity < 1:
        text = "Hello.capacity is 0: say how many seats the bot plays at once, 1 or more"
        return Refusal(RefusalReason.HELLO_INVALID, text)
    for name, value in (("bot_version", hello.bot_version), ("sdk", hello.sdk)):
        if len(value) > LONGEST_TEXT:
            text = f"Hello.{name} has {len(value)} characters: write at most {LONGEST_TEXT}"
            return Refusal(RefusalReason.HELLO_INVALID, text)
    return None
