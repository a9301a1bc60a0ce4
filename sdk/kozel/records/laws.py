"""Which paragraph of sdk/RULES.md each check of a record stands on, by ruleset; names only."""

from dataclasses import dataclass
from typing import Final

CARDS: Final = "C0.3"
"""The deck holds 120 points: no card twice, none missing."""
CHANCE: Final = "C0.6"
LEGAL: Final = "C0.7"
SILENCE: Final = "C0.8"


@dataclass(frozen=True, slots=True)
class Laws:
    """Paragraph numbers of one ruleset."""

    hands: str
    void: str
    trump: str
    owner: str
    score: str
    end: str


_LAWS: Final = {
    "miner": Laws(hands="M1", void="M2", trump="M4", owner="M3", score="M8-M10", end="M11"),
    "classic": Laws(hands="K1", void="K2", trump="K3", owner="K4", score="K7-K9", end="K9"),
    "shokha": Laws(hands="B3", void="B3", trump="B3", owner="B4", score="B12", end="B13"),
    "pot": Laws(hands="B3", void="B3", trump="B3", owner="P4-P5", score="P2-P5", end="P3-P5"),
    "widow": Laws(hands="W2", void="W2", trump="W1", owner="W2", score="W6", end="W7"),
}


def laws_of(ruleset: str) -> Laws:
    """The paragraphs of a ruleset; one that the rules do not know is named as a whole."""
    whole = f"the rules of {ruleset}"
    unknown = Laws(hands=whole, void=whole, trump=whole, owner=whole, score=whole, end=whole)
    return _LAWS.get(ruleset, unknown)
