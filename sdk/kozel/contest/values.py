"""What a contest is: who, what, on which deals, by which clock. Values only."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Self

from kozel.contest.lineups import Order, seat_orders
from kozel.rules import OptionValue, Rules, match_seed
from kozel.rules.ruleset import bound
from kozel.table import TimeControl

NS_PER_S: Final = 1_000_000_000
PROGRAM: Final = "cmd:"
"""Before a command line: the bot is a program that dials in."""


def is_program(bot: str) -> bool:
    """Whether a bot of the command line is a program."""
    return bot.startswith(PROGRAM)


class Deals(StrEnum):
    """Which matches play the same deals."""

    MIRRORED = "mirrored"
    """All seat orders of a group play the same deals: for bots that do not remember them."""
    INDEPENDENT = "independent"
    """Each match has its own."""


class Pairing(NamedTuple):
    """A match to play."""

    number: int
    """From 0."""
    group: int
    """Of the same deals, from 0."""
    order: Order
    """By seat: entry 0 or 1."""
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything that a match's course depends on: the same plan gives the same matches."""

    ruleset: str
    options: Mapping[str, OptionValue]
    """Only those that were given."""
    bots: tuple[str, str]
    """As on the command line."""
    names: tuple[str, str] | None
    """As what they appear, or None: as they call themselves."""
    seed: str
    deals: Deals
    time_control: TimeControl
    uses_processes: bool
    """Whether every bot is a program of its own; otherwise they play in the worker."""

    @property
    def rules(self) -> Rules:
        """The bound ruleset."""
        return bound(self.ruleset, self.options)

    @property
    def orders(self) -> tuple[Order, ...]:
        """The seat orders, taken in turn.

        Raises:
            WrongLineup: two bots cannot play this ruleset.
        """
        return seat_orders(self.rules, len(self.bots))

    @property
    def matches_a_group(self) -> int:
        """How many matches play the same deals."""
        return len(self.orders) if self.deals is Deals.MIRRORED else 1

    def pairing(self, number: int) -> Pairing:
        """Match `number`, from 0."""
        orders = self.orders
        group = number // self.matches_a_group
        return Pairing(number, group, orders[number % len(orders)], match_seed(self.seed, group))

    def match_id(self, number: int) -> str:
        """Id of a match in records."""
        return f"{self.seed}-{number}"

    def to_json(self) -> str:
        """For a worker; one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The reverse of `to_json`."""
        raw = json.loads(text)
        return cls(
            ruleset=raw["ruleset"],
            options=raw["options"],
            bots=tuple(raw["bots"]),
            names=None if raw["names"] is None else tuple(raw["names"]),
            seed=raw["seed"],
            deals=Deals(raw["deals"]),
            time_control=TimeControl(**raw["time_control"]),
            uses_processes=raw["uses_processes"],
        )


@dataclass(frozen=True, slots=True)
class Introduction:
    """Who the two bots turned out to be; every worker must say the same."""

    names: tuple[str, str]
    digests: tuple[str, str]
    """Of the bots' files, 8 hex digits of SHA-256; empty for programs."""


def label_of(plan: Plan, introduction: Introduction) -> str:
    """What a record says of the contest; equal labels are one contest, edited bots are others."""
    shown = [
        f"{bot}#{digest}" if digest else bot
        for bot, digest in zip(plan.bots, introduction.digests, strict=True)
    ]
    clock = plan.time_control
    parts = [
        " v ".join(shown),
        str(plan.deals),
        f"seed {plan.seed}",
        f"{clock.move_limit_ns / NS_PER_S:g} s a move, bank {clock.bank_ns / NS_PER_S:g} s, "
        f"{clock.strikes} strikes",
    ]
    return "; ".join([*parts, "as processes"] if plan.uses_processes else parts)
