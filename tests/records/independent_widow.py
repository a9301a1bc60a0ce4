"""A second opinion on records of Widow, written from sdk/RULES.md alone.

It works on the parsed JSON with cards as texts and imports nothing of `kozel`, so that a mistake
in the engine is not repeated here. `check_widow` raises `Wrong`.
"""

from itertools import combinations

from tests.records.independent_base import (
    PLAIN_ORDER,
    SUITS,
    Checker,
    Json,
    choice,
    demand,
    worth,
)

TRUMPS = ["6C", "QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AC", "TC", "KC"]
SEATS = range(3)


def check_widow(match: Json) -> None:
    """Check a whole match: cards, soloist, widow, legal sets, tricks, marks, goats."""
    game = Widow(match)
    limit = game.options.get("limit", 12)
    score = [0, 0, 0]
    for number, deal in enumerate(match["deals"], 1):
        demand(max(score) < limit, f"deal {number} after the end")
        change = game.check_deal(number, deal)
        score = [before + more for before, more in zip(score, change, strict=True)]
        demand(deal["change"] == change, f"deal {number}: change should be {change}")
        demand(deal["score"] == score, f"deal {number}: score should be {score}")
    demand(max(score) >= limit, "the match is not over")
    game.check_result(match, score, [seat for seat in SEATS if score[seat] < max(score)])


def group(card: str) -> str:
    """W1: the trumps are one suit."""
    return "trump" if card in TRUMPS else card[1]


def may_follow(hand: list[str], led: str) -> list[str]:
    """W5: the suit led, else a trump, else anything."""
    same = [card for card in hand if group(card) == group(led)]
    return same or [card for card in hand if card in TRUMPS] or hand


def strength(card: str) -> int:
    """Of trumps among all, of plain cards within a suit."""
    return 100 - TRUMPS.index(card) if card in TRUMPS else PLAIN_ORDER.index(card[0])


def cheapness(card: str) -> tuple[int, int, int]:
    """Fewest points, weakest, then C S H D, as silence chooses."""
    return worth([card]), strength(card), SUITS.index(card[1])


def winner(trick: list[tuple[int, str]]) -> int:
    """C0.10: the highest trump, else the highest card of the suit led."""
    led = group(trick[0][1])
    able = [play for play in trick if group(play[1]) in ("trump", led)]
    return max(able, key=lambda play: strength(play[1]))[0]


class Widow(Checker):
    """W1-W7."""

    ranks = "6TJQKA"

    def mark(self, total: int) -> int:
        """W6."""
        if total == 60:
            cost: int = self.options.get("sixty_costs", 2)
            return cost
        return 4 if 1 <= total <= 30 else 2 if 31 <= total <= 60 else 0

    def check_cards(self, number: int, deal: Json) -> None:
        sizes = [len(pile) for pile in [*deal["hands"], deal["widow"]]]
        demand(sizes == [7, 7, 7, 3], "hand sizes")
        demand("thrown" not in deal, "no deal is void")
        self.check_deck([*deal["hands"], deal["widow"]])
        if self.seed is not None:
            deck = self.shuffled(number)
            dealt = [deck[0:7], deck[7:14], deck[14:21], deck[21:]]
            is_same = map(sorted, dealt), map(sorted, [*deal["hands"], deal["widow"]])
            demand(list(is_same[0]) == list(is_same[1]), f"deal {number} is not from the seed")

    def soloist(self, deal: Json) -> int:
        """W2: the first of these jacks that is not in the widow decides."""
        jack = next(jack for jack in ("JC", "JS", "JH", "JD") if jack not in deal["widow"])
        return next(seat for seat in SEATS if jack in deal["hands"][seat])

    def hide(self, soloist: int, hands: list[list[str]], widow: list[str]) -> list[str]:
        """W3: the cards that lie hidden in the end."""
        take, refuse = choice("take", True), choice("refuse", True)
        if self.take_action(soloist, [take, refuse], refuse) == refuse:
            return widow
        hand = hands[soloist] + widow
        legal = [choice("bury", cards) for cards in combinations(hand, 3)]
        buried: tuple[str, ...] = self.take_action(soloist, legal, choice("bury", widow))[1]
        hands[soloist] = [card for card in hand if card not in buried]
        return list(buried)

    def play(self, hands: list[list[str]]) -> list[list[str]]:
        """The cards taken, by seat."""
        taken: list[list[str]] = [[], [], []]
        highest = next(c for c in ("AD", "TD", "KD", "6D") if any(c in hand for hand in hands))
        leader = next(seat for seat in SEATS if highest in hands[seat])
        forced = [highest] if self.options.get("first_lead_forced") else None
        while any(hands):
            trick: list[tuple[int, str]] = []
            for seat in ((leader + step) % 3 for step in SEATS):
                hand = hands[seat]
                cards = may_follow(hand, trick[0][1]) if trick else forced or hand
                default = choice("play", [min(cards, key=cheapness)])
                legal = [choice("play", [card]) for card in cards]
                [card] = self.take_action(seat, legal, default)[1]
                hand.remove(card)
                trick.append((seat, card))
                forced = None
            leader = winner(trick)
            taken[leader] += [card for _, card in trick]
        return taken

    def check_deal(self, number: int, deal: Json) -> list[int]:
        """The marks by seat."""
        self.check_cards(number, deal)
        soloist = self.soloist(deal)
        demand(deal["owner"] == soloist, f"deal {number}: owner should be {soloist}")
        demand(deal["trump"] == "C", f"deal {number}: clubs lead the trumps")
        self.actions = list(deal["actions"])
        hands = [list(hand) for hand in deal["hands"]]
        hidden = self.hide(soloist, hands, list(deal["widow"]))
        taken = self.play(hands)
        demand(not self.actions, f"deal {number}: actions after the last trick")
        mine = worth(taken[soloist]) + worth(hidden)
        totals = [mine if seat == soloist else 120 - mine for seat in SEATS]
        demand(deal["points"] == totals, f"deal {number}: points should be {totals}")
        return [self.mark(total) for total in totals]
