"""Who may come in: every refusal names its cause, what to do, and who is behind."""

import asyncio
from typing import Any

import pytest

from kozel.wire.values import Behind, Hello, Refusal, RefusalReason
from kozel_arena.rpc.door import check_hello
from kozel_arena.runtime.values import Identity

ANNA = Identity("b1", "anna")


async def find(token: str) -> Identity | None:
    return ANNA if token == "right" else None


def checked(**fields: Any) -> Identity | Refusal:
    return asyncio.run(check_hello(Hello(**{"token": "right", **fields}), find))


def test_a_bot_with_the_right_token_comes_in_with_its_name_or_without() -> None:
    assert checked() == checked(bot_name="anna") == ANNA


@pytest.mark.parametrize(
    ("fields", "reason", "behind", "advice"),
    [
        ({"protocol_min": 0, "protocol_max": 0}, "protocol", Behind.BOT, "upgrade the bot's SDK"),
        ({"protocol_min": 2, "protocol_max": 9}, "protocol", Behind.ARENA, "ask the organiser"),
        ({"token": "wrong"}, "token", Behind.NEITHER, "ask the organiser"),
        ({"token": ""}, "token", Behind.NEITHER, "ask the organiser"),
        ({"token": "x" * 60_000}, "token", Behind.NEITHER, "ask the organiser"),
        ({"bot_name": "bert"}, "name", Behind.NEITHER, "leave the name away"),
        ({"capacity": 0}, "hello_invalid", Behind.NEITHER, "1 or more"),
        ({"bot_version": "v" * 65}, "hello_invalid", Behind.NEITHER, "at most 64"),
        ({"sdk": "s" * 65}, "hello_invalid", Behind.NEITHER, "at most 64"),
    ],
)
def test_a_refusal_says_why_and_what_to_do(
    fields: dict[str, Any], reason: str, behind: Behind, advice: str
) -> None:
    refusal = checked(**fields)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is RefusalReason[reason.upper()]
    assert (refusal.behind, refusal.retry) == (behind, False)
    assert advice in refusal.text


def test_the_name_of_another_bot_is_told_only_to_who_holds_its_token() -> None:
    refusal = checked(token="wrong", bot_name="anna")
    assert isinstance(refusal, Refusal)
    assert refusal.reason is RefusalReason.TOKEN
