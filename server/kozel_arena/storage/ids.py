"""Ids as others see them (`b1`, `t1`) and as the tables number them."""

import re
from typing import Final

_ID: Final = re.compile(r"([bt])([1-9]\d{0,17})")

MOST_ROWS: Final = 2**31 - 1
"""The largest number of a row; PostgreSQL does not even look for a larger one."""


def bot_id(number: int | None) -> str:
    """The id of the bot in that row."""
    return f"b{number}"


def tournament_id(number: int | None) -> str:
    """The id of the tournament in that row."""
    return f"t{number}"


def bot_number(id: str) -> int | None:
    """The row of a bot's id; None if it is no such id."""
    return _number(id, "b")


def tournament_number(id: str) -> int | None:
    """The row of a tournament's id; None if it is no such id."""
    return _number(id, "t")


def looks_like_id(name: str) -> bool:
    """Whether a name could be taken for an id, and so cannot be given."""
    return _ID.fullmatch(name) is not None


def may_exist(id_or_name: str) -> bool:
    """Whether anything can be called so: PostgreSQL does not even look for a text with a NUL."""
    return id_or_name.isprintable()


def _number(id: str, letter: str) -> int | None:
    found = _ID.fullmatch(id)
    number = int(found[2]) if found and found[1] == letter else MOST_ROWS + 1
    return number if number <= MOST_ROWS else None
