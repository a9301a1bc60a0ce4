"""A second opinion on records of Shokha and Pot, written from sdk/RULES.md alone.

It works on the parsed JSON with cards as texts and imports nothing of `kozel`, so that a mistake
in the engine is not repeated here. `check_bura` raises `Wrong`.
"""

from itertools import combinations, permutations
from typing import Any

from tests.records.independent_base import (
    PLAIN_ORDER,
    SUITS,
    Checker,
    Choice,
    Json,
    choice,
    demand,
    worth,
)

SHOKHA = "6S"


def check_bura(match: Json) -> None:
    """Check a whole match: cards, dealers, trumps, claims, legal sets, scores, who is out, end."""
    game = Bura(match)
    score, dealer = game.first_score(), game.first_dealer(match)
    for number, deal in enumerate(match["deals"], 1):
        demand(not game.is_over(score, number - 1), f"deal {number} after the end")
        seats = game.seats_in(score)
        points = game.play(number, deal, seats, dealer)
        demand(deal["points"] == points, f"deal {number}: points should be {points}")
        sides = sorted({game.side_of(seat) for seat in seats})
        change = game.change(points, sides)
        score = [before + more for before, more in zip(score, change, strict=True)]
        demand(deal["change"] == change, f"deal {number}: change should be {change}")
        demand(deal["score"] == score, f"deal {number}: score should be {score}")
        dealer = game.next_dealer(dealer, points, sides, game.seats_in(score))
    demand(game.is_over(score, len(match["deals"])), "the match is not over")
    best = max(score) if game.is_for_chips else min(score)
    winners = [side for side, reached in enumerate(score) if reached == best]
    game.check_result(match, score, winners)


class Bura(Checker):
    """B1-B13 and P1-P5."""

    ranks = "6789TJQKA"
    trump = ""

    def __init__(self, match: Json) -> None:
        super().__init__(match)
        is_pot = match["ruleset"] == "pot"
        self.players: int = self.option("players", 4)
        self.sides = 2 if self.players == 4 else self.players
        self.has_shokha: bool = self.option("shokha", True)
        self.has_combos: bool = self.option("combos", True)
        self.combos_win: bool = self.option("combo_auto_win", not is_pot)
        self.max_deals: int = self.option("max_deals", 60 if is_pot else 0)
        self.ante: int = self.option("ante", 2)
        self.is_for_chips = is_pot and self.option("scoring", "pot") == "pot"
        self.hands: dict[int, list[str]] = {}
        self.stock: list[str] = []

    def option(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)

    # The match: who is in, who deals, who wins (B1, B3, B13, P2-P5).

    def side_of(self, seat: int) -> int:
        return seat % 2 if self.players == 4 else seat

    def first_score(self) -> list[int]:
        return [self.option("stack", 12) if self.is_for_chips else 0] * self.sides

    def seats_in(self, score: list[int]) -> list[int]:
        """B13, P3: out at the limit, or without the next ante."""
        if self.is_for_chips:
            is_in = [chips >= self.ante for chips in score]
        else:
            is_in = [penalties < self.option("limit", 12) for penalties in score]
        return [seat for seat in range(self.players) if is_in[self.side_of(seat)]]

    def is_over(self, score: list[int], deals: int) -> bool:
        sides = {self.side_of(seat) for seat in self.seats_in(score)}
        return len(sides) == 1 or (self.max_deals > 0 and deals == self.max_deals)

    def first_dealer(self, match: Json) -> int:
        dealer: int = match["first_dealer"]
        drawn = self.draw("first_dealer") % self.players
        demand(self.seed is None or drawn == dealer, "the first dealer is not from the seed")
        return dealer

    def after(self, seat: int) -> list[int]:
        """All seats clockwise from this one's left, itself last."""
        return [(seat + step) % self.players for step in range(1, self.players + 1)]

    def next_dealer(
        self, dealer: int, points: list[int], sides: list[int], seats: list[int]
    ) -> int:
        """B3, P4, P5: clockwise among those still in; with chips, the pot's winner."""
        best = max(points[side] for side in sides)
        for seat in self.after(dealer):
            has_won = self.side_of(seat) in sides and points[self.side_of(seat)] == best
            if seat in seats and (has_won or not self.is_for_chips):
                return seat
        raise AssertionError("somebody is always in")

    def change(self, points: list[int], sides: list[int]) -> list[int]:
        change = [0] * self.sides
        for side in sides:
            above = sum(points[other] > points[side] for other in sides)
            if self.is_for_chips:
                shares = sum(points[other] == points[side] for other in sides)
                won = 0 if above else self.ante * len(sides) // shares
                change[side] = won - self.ante
            elif self.players == 4 and above:
                spas: int = self.option("spas_at", 32)
                change[side] = 2 if points[side] >= spas else 4 if points[side] else 6
            else:
                change[side] = 2 * above
        return change

    # Cards (B2, B6, B7).

    def rank(self, card: str) -> int:
        return PLAIN_ORDER.index(card[0])

    def beats(self, mine: str, other: str) -> bool:
        if self.has_shokha and SHOKHA in (mine, other):
            return mine == SHOKHA
        if mine[1] == other[1]:
            return self.rank(mine) > self.rank(other)
        return mine[1] == self.trump

    def beats_all(self, mine: tuple[str, ...], winning: tuple[str, ...]) -> bool:
        """B6: some matching, one to one, in which each card beats its partner."""
        return any(all(map(self.beats, order, winning)) for order in permutations(mine))

    def cheapness(self, card: str) -> tuple[int, bool, bool, int, int]:
        """Fewest points, weakest, then C S H D, as silence chooses."""
        is_shokha = self.has_shokha and card == SHOKHA
        is_trump = card[1] == self.trump
        return worth([card]), is_shokha, is_trump, self.rank(card), SUITS.index(card[1])

    # Leads (B5, B9, B10).

    def is_moscow(self, hand: list[str]) -> bool:
        rest = [card for card in hand if not (self.has_shokha and card == SHOKHA)]
        return all(card[0] in "AT" for card in rest) and any(card[0] == "A" for card in rest)

    def is_molodka(self, hand: list[str]) -> bool:
        rest = [card for card in hand if not (self.has_shokha and card == SHOKHA)]
        return len({card[1] for card in hand}) == 1 or (
            len(rest) == 3 and len({card[1] for card in rest}) == 1
        )

    def claimant(self, order: list[int]) -> int | None:
        """B9: everyone who could claim says so; Moscow goes first, then the turn order."""
        claimants = []
        for seat in order:
            hand = self.hands[seat]
            if len(hand) == 4 and (self.is_moscow(hand) or self.is_molodka(hand)):
                claim, silence = choice("claim", hand), choice("pass", True)
                if self.take_action(seat, [claim, silence], silence) == claim:
                    claimants.append(seat)
        moscows = [seat for seat in claimants if self.is_moscow(self.hands[seat])]
        return next(iter(moscows + claimants), None)

    def lead(self, seat: int) -> tuple[str, ...]:
        hand = self.hands[seat]
        legal = [
            choice("play", cards)
            for size in range(1, len(hand) + 1)
            for cards in combinations(hand, size)
            if len({card[1] for card in cards}) == 1
        ]
        cheapest = choice("play", [min(hand, key=self.cheapness)])
        cards: tuple[str, ...] = self.take_action(seat, legal, cheapest)[1]
        return cards

    # A trick and a deal (B3, B4, B6, B8, B11).

    def respond(self, seat: int, winning: tuple[str, ...], may_beat: bool) -> Choice:
        hand, size = self.hands[seat], len(winning)
        sets = list(combinations(hand, size))
        legal = [choice("throw", cards) for cards in sets]
        if may_beat:
            legal += [choice("beat", cards) for cards in sets if self.beats_all(cards, winning)]
        cheapest = sorted(hand, key=self.cheapness)[:size]
        return self.take_action(seat, legal, choice("throw", cheapest))

    def put_down(self, seat: int, cards: tuple[str, ...]) -> list[str]:
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        return list(cards)

    def trick(self, leader: int, seats: list[int]) -> tuple[int, list[str]]:
        """The winner, and all the cards it takes."""
        order = [seat for seat in [leader, *self.after(leader)[:-1]] if seat in seats]
        claimant = self.claimant(order) if self.has_combos else None
        if claimant is None:
            winning = self.lead(leader)
        else:
            leader, winning = claimant, tuple(self.hands[claimant])
        is_special = self.has_combos and len(winning) == 4
        taken, winner = self.put_down(leader, winning), leader
        for seat in self.after(leader)[:-1]:
            if seat in seats:
                may_beat = not (is_special and self.combos_win)
                kind, cards = self.respond(seat, winning, may_beat)
                taken += self.put_down(seat, cards)
                if kind == "beat":
                    winner, winning = seat, cards
        return winner, taken

    def draw_up(self, winner: int, seats: list[int]) -> None:
        """B11: one card at a time clockwise from the winner."""
        order = [seat for seat in [winner, *self.after(winner)[:-1]] if seat in seats]
        while self.stock and any(len(self.hands[seat]) < 4 for seat in seats):
            for seat in order:
                if self.stock and len(self.hands[seat]) < 4:
                    self.hands[seat].append(self.stock.pop(0))

    def play(self, number: int, deal: Json, seats: list[int], dealer: int) -> list[int]:
        """Card points by side; checks the cards, the trump, the first leader, every action."""
        self.check_cards(number, deal, seats, dealer)
        self.trump = self.stock[-1][1]
        demand(deal["trump"] == self.trump, f"deal {number}: trump should be {self.trump}")
        leader = next(seat for seat in self.after(dealer) if seat in seats)
        demand(deal["owner"] == leader, f"deal {number}: owner should be {leader}")
        self.actions = list(deal["actions"])
        points = [0] * self.sides
        while any(self.hands.values()):
            leader, taken = self.trick(leader, seats)
            points[self.side_of(leader)] += worth(taken)
            self.draw_up(leader, seats)
        demand(not self.actions, f"deal {number}: actions after the last trick")
        return points

    def check_cards(self, number: int, deal: Json, seats: list[int], dealer: int) -> None:
        """B3, and dealing from a seed as proto/README.md has it."""
        demand([len(hand) for hand in deal["hands"]] == [4] * len(seats), "hand sizes")
        demand("thrown" not in deal, "no deal is void")
        self.check_deck([*deal["hands"], deal["stock"]])
        self.hands = dict(zip(seats, map(list, deal["hands"]), strict=True))
        self.stock = list(deal["stock"])
        if self.seed is None:
            return
        deck = self.shuffled(number)
        order = [seat for seat in self.after(dealer) if seat in seats]
        for at, seat in enumerate(order):
            dealt = sorted(deck[at : 4 * len(seats) : len(seats)])
            demand(dealt == sorted(self.hands[seat]), f"deal {number} is not from the seed")
        turn_up, *rest = deck[4 * len(seats) :]
        demand(self.stock == [*rest, turn_up], f"deal {number}: stock is not from the seed")
