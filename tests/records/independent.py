"""A second opinion on records of all five rulesets, written from sdk/RULES.md alone.

This file knows Miner and Classic, and hands the others on. It works on the parsed JSON with cards
as texts and imports nothing of `kozel`, so that a mistake in the engine is not repeated here.
`check` raises `Wrong`.
"""

from abc import ABC, abstractmethod
from collections import Counter

from tests.records.independent_base import (
    PLAIN_ORDER,
    SUITS,
    Checker,
    Choice,
    Json,
    Wrong,
    choice,
    demand,
    worth,
)
from tests.records.independent_bura import check_bura
from tests.records.independent_widow import check_widow

__all__ = ["Wrong", "check"]

RANKS = "6789TJQKA"
MINER_SUITS = "CHSD"


def check(match: Json) -> None:
    """Check a whole match, believing nothing that follows from the rules."""
    if match["ruleset"] == "widow":
        check_widow(match)
    elif match["ruleset"] in ("shokha", "pot"):
        check_bura(match)
    else:
        check_follow(match)


def check_follow(match: Json) -> None:
    """Check a match of two teams: void deals, trump, owner, actions, legal sets, scores, end."""
    game = Miner(match) if match["ruleset"] == "miner" else Classic(match)
    score = [0, 0]
    for number, deal in enumerate(match["deals"], 1):
        demand(max(score) < game.limit, f"deal {number} after the end")
        change = game.check_deal(number, deal)
        score = [score[0] + change[0], score[1] + change[1]]
        demand(deal["change"] == change, f"deal {number}: change should be {change}")
        demand(deal["score"] == score, f"deal {number}: score should be {score}")
    demand(max(score) >= game.limit, "the match is not over")
    loser = 0 if score[0] >= game.limit else 1
    game.check_result(match, score, [1 - loser])


class Game(Checker, ABC):
    """What both games share (C0.1-C0.10)."""

    marker: str
    trump = ""
    trumps: list[str]
    owner = -1

    def __init__(self, match: Json) -> None:
        super().__init__(match)
        self.limit = 6 if self.options.get("short") else 12
        self.must_trump = bool(self.options.get("must_trump"))

    def check_hands(self, hands: list[list[str]], number: int, attempt: int) -> None:
        size = len(self.ranks)
        demand([len(hand) for hand in hands] == [size] * 4, "hand sizes")
        self.check_deck(hands)
        if self.seed is not None:
            deck = self.shuffled(number, attempt)
            for seat, hand in enumerate(hands):
                dealt = deck[seat * size : (seat + 1) * size]
                demand(sorted(dealt) == sorted(hand), f"deal {number} is not from the seed")

    def is_void(self, hands: list[list[str]]) -> bool:
        return any(worth(hand) <= 13 for hand in hands)

    # Play.

    def group(self, card: str) -> str:
        return "trump" if card in self.trumps else card[1]

    def may_follow(self, hand: list[str], led: str) -> list[str]:
        same = [card for card in hand if self.group(card) == self.group(led)]
        if same:
            return same
        trumps = [card for card in hand if card in self.trumps]
        return trumps if self.must_trump and trumps else hand

    def may_lead(self, seat: int, hand: list[str]) -> list[str]:
        return hand

    def winner(self, trick: list[tuple[int, str]]) -> int:
        def strength(play: tuple[int, str]) -> tuple[int, int]:
            card = play[1]
            if card in self.trumps:
                return 2, -self.trumps.index(card)
            follows = self.group(card) == self.group(trick[0][1])
            return (1 if follows else 0), PLAIN_ORDER.index(card[0])

        return max(trick, key=strength)[0]

    def cheapness(self, card: str) -> tuple[int, bool, int, int]:
        """Fewest points, weakest, then C S H D, as silence chooses."""
        is_trump = card in self.trumps
        strength = -self.trumps.index(card) if is_trump else PLAIN_ORDER.index(card[0])
        return worth([card]), is_trump, strength, SUITS.index(card[1])

    def is_cut_short(self, trick: list[tuple[int, str]], winner: int) -> bool:
        return False

    def play(self, deal: Json, leader: int) -> tuple[list[list[str]], bool]:
        """Cards taken by side, and whether the cycle was cut short; moves `self.last_winner`."""
        hands = [list(hand) for hand in deal["hands"]]
        taken: list[list[str]] = [[], []]
        while any(hands):
            trick: list[tuple[int, str]] = []
            for seat in ((leader + step) % 4 for step in range(4)):
                hand = hands[seat]
                cards = self.may_follow(hand, trick[0][1]) if trick else self.may_lead(seat, hand)
                default = choice("play", [min(cards, key=self.cheapness)])
                legal = [choice("play", [card]) for card in cards]
                [card] = self.take_action(seat, legal, default)[1]
                hand.remove(card)
                trick.append((seat, card))
            leader = self.last_winner = self.winner(trick)
            taken[leader % 2] += [card for _, card in trick]
            if self.is_cut_short(trick, leader):
                return taken, True
        return taken, False

    last_winner = -1

    # A deal.

    def check_deal(self, number: int, deal: Json) -> list[int]:
        """The change of the score."""
        thrown = deal.get("thrown", [])
        for attempt, hands in enumerate(thrown):
            self.check_hands(hands, number, attempt)
            demand(self.is_void(hands), f"deal {number}: thrown out but not void")
        self.check_hands(deal["hands"], number, len(thrown))
        demand(not self.is_void(deal["hands"]), f"deal {number} is void")
        self.actions = list(deal["actions"])
        self.begin(number, deal)
        demand(deal["owner"] == self.owner, f"deal {number}: owner should be {self.owner}")
        demand(deal["trump"] == self.trump, f"deal {number}: trump should be {self.trump}")
        taken, is_cut_short = self.play(deal, self.owner)
        demand(not self.actions, f"deal {number}: actions after the end of the cycle")
        points = [worth(cards) for cards in taken]
        demand(deal["points"] == points, f"deal {number}: points should be {points}")
        if is_cut_short:
            return self.caught(self.last_winner)
        return self.change(points, taken)

    def change(self, points: list[int], taken: list[list[str]]) -> list[int]:
        if points[0] == points[1]:
            return [0, 0]
        loser = 0 if points[0] < points[1] else 1
        penalty = self.penalty(loser, points[loser])
        if not taken[loser]:
            penalty = self.limit
        return [penalty, 0] if loser == 0 else [0, penalty]

    def holder(self, deal: Json) -> int:
        return next(seat for seat, hand in enumerate(deal["hands"]) if self.marker in hand)

    @abstractmethod
    def begin(self, number: int, deal: Json) -> None:
        """Set owner, trump and trumps."""

    @abstractmethod
    def penalty(self, loser: int, points: int) -> int:
        """What the side with fewer points takes (M8, K7)."""

    def caught(self, winner: int) -> list[int]:
        """K8: four for the side of the queen; in Miner nothing is caught."""
        return [4, 0] if winner % 2 == 1 else [0, 4]


class Miner(Game):
    """M1-M11."""

    ranks = RANKS
    pairing: list[str] | None = None

    def __init__(self, match: Json) -> None:
        super().__init__(match)
        self.marker = self.options.get("marker", "JC")

    def begin(self, number: int, deal: Json) -> None:
        self.owner = self.holder(deal)
        if self.pairing is None:
            fixed = self.options.get("pairing") == "fixed_seats"
            first = 0 if fixed else self.owner
            self.pairing = [MINER_SUITS[(seat - first) % 4] for seat in range(4)]
        self.trump = self.pairing[self.owner]
        rest = [rank + self.trump for rank in "ATKQ987"]
        self.trumps = ["6" + self.trump, "JC", "JS", "JH", "JD", *rest]

    def penalty(self, loser: int, points: int) -> int:
        holds = self.owner % 2 != loser
        return (1 if points >= 31 else 2) + (0 if holds else 1)


class Classic(Game):
    """K1-K9."""

    def __init__(self, match: Json) -> None:
        super().__init__(match)
        self.ranks = "789TJQKA" if self.options.get("deck") == 32 else "6TJQKA"
        self.marker = self.options.get("marker", "JC")
        self.shamok = self.ranks[0] + "C"
        self.is_named = self.options.get("trump_mode") == "named"

    def is_void(self, hands: list[list[str]]) -> bool:
        queens = {"Q" + suit for suit in SUITS}
        return super().is_void(hands) or any(queens <= set(hand) for hand in hands)

    def begin(self, number: int, deal: Json) -> None:
        self.owner = self.holder(deal) if number == 1 else self.last_winner
        self.trump = self.options.get("fixed_trump", "C")
        demand(("drawn_trump" in deal) == (self.is_named and number > 1), "drawn trump")
        if self.is_named and number == 1:
            legal = [choice("name", suit) for suit in SUITS]
            self.trump = self.take_action(self.owner, legal, self.silent_name(number, deal))[1]
        elif self.is_named:
            self.trump = deal["drawn_trump"]
            drawn = SUITS[self.draw("drawn_trump", number) % 4]
            demand(self.seed is None or drawn == self.trump, "the trump is not from the seed")
        self.set_trumps()

    def set_trumps(self) -> None:
        """K5: the shamok, the queens, the jacks, then the rest of the trump suit."""
        royals = [rank + suit for rank in "QJ" for suit in SUITS]
        rest = [rank + self.trump for rank in "ATK9876" if rank in self.ranks]
        self.trumps = list(dict.fromkeys([self.shamok, *royals, *rest]))

    def silent_name(self, number: int, deal: Json) -> Choice | None:
        """K3: drawn from the seed, or the suit with the most plain cards."""
        if self.options.get("silent_name") != "longest":
            drawn = SUITS[self.draw("silent_name", number) % 4]
            return None if self.seed is None else choice("name", drawn)
        plain = [card[1] for card in deal["hands"][self.owner] if self.is_always_plain(card)]
        return choice("name", max(SUITS, key=Counter(plain).__getitem__))

    def is_always_plain(self, card: str) -> bool:
        return card != self.shamok and card[0] not in "QJ"

    def may_lead(self, seat: int, hand: list[str]) -> list[str]:
        plain = [card for card in hand if card not in self.trumps]
        return plain if seat % 2 != self.owner % 2 and plain else hand

    def is_cut_short(self, trick: list[tuple[int, str]], winner: int) -> bool:
        seats = {card: seat for seat, card in trick}
        if self.shamok not in seats or "QC" not in seats:
            return False
        return seats[self.shamok] % 2 != seats["QC"] % 2

    def penalty(self, loser: int, points: int) -> int:
        return 2 if points >= 31 else 4
