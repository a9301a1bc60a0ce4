"""What the second opinions on records share: cards as texts, dealing from a seed, legal sets.

Written from sdk/RULES.md, sdk/RECORDS.md and proto/README.md alone; imports nothing of `kozel`.
"""

from collections.abc import Iterable
from hashlib import sha256, sha512
from typing import Any

SUITS = "CSHD"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
PLAIN_ORDER = "6789JQKTA"
KINDS = ("play", "beat", "throw", "claim", "pass", "name", "take", "refuse", "bury")

Json = dict[str, Any]
Choice = tuple[str, Any]


class Wrong(Exception):
    """The record does not follow from the rules."""


def demand(is_right: bool, text: str) -> None:
    """Raise `Wrong` unless it is right."""
    if not is_right:
        raise Wrong(text)


def worth(cards: Iterable[str]) -> int:
    """Card points (C0.3)."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def choice(kind: str, value: Any) -> Choice:
    """An action that can be compared: the order of its cards means nothing."""
    return kind, tuple(sorted(value)) if isinstance(value, (list, tuple)) else value


def choice_of(action: Json) -> Choice:
    """The one thing that an action says."""
    kinds = [kind for kind in KINDS if kind in action]
    demand(len(kinds) == 1, f"{action} is not one action")
    return choice(kinds[0], action[kinds[0]])


class Checker:
    """A match's options and seed, and the actions of the deal at hand, taken one by one."""

    ranks: str

    def __init__(self, match: Json) -> None:
        self.options: Json = match["options"]
        self.seed: str | None = match.get("seed")
        self.actions: list[Json] = []
        if "commitment" in match:
            text = f"{match['seed']}:{match['id']}"
            demand(match["commitment"] == sha256(text.encode()).hexdigest(), "commitment")

    def draw(self, purpose: str, *numbers: int) -> int:
        """A number out of the seed, of 512 bits."""
        text = ":".join(["kozel/1", str(self.seed), purpose, *map(str, numbers)])
        return int.from_bytes(sha512(text.encode()).digest(), "big")

    @property
    def deck(self) -> list[str]:
        """Every card, in ascending order of card numbers."""
        return [rank + suit for suit in SUITS for rank in self.ranks]

    def shuffled(self, number: int, attempt: int = 0) -> list[str]:
        """The deck of a deal, as it comes from the seed."""
        deck = self.deck
        rest = self.draw("deck", number, attempt)
        for last in reversed(range(1, len(deck))):
            rest, at = divmod(rest, last + 1)
            deck[last], deck[at] = deck[at], deck[last]
        return deck

    def check_deck(self, piles: list[list[str]]) -> None:
        """The piles together are the whole deck."""
        cards = sorted(card for pile in piles for card in pile)
        demand(cards == sorted(self.deck), "not the whole deck")

    def take_action(self, seat: int, legal: list[Choice], default: Choice | None = None) -> Choice:
        """The next action, which is this seat's, legal, and the default if the arena chose."""
        demand(bool(self.actions), f"seat {seat} should act, but the deal ends")
        action = self.actions.pop(0)
        demand(action["seat"] == seat, f"seat {seat} should act, not {action['seat']}")
        done = choice_of(action)
        demand(done in legal, f"{done} is not legal")
        if "legal" in action:
            given = sorted(map(choice_of, action["legal"]))
            demand(given == sorted(legal), f"legal should be {legal}, not {given}")
        if action.get("by") == "arena" and default is not None:
            demand(done == default, f"silence should be {default}, not {done}")
        return done

    def check_result(self, match: Json, score: list[int], winners: list[int]) -> None:
        """The final score, the winners, and everybody else as losers."""
        demand(match["score"] == score, "final score")
        demand(match["winners"] == winners, f"winners should be {winners}")
        losers = [side for side in range(len(score)) if side not in winners]
        demand(match["losers"] == losers, f"losers should be {losers}")
