"""Two worlds that differ only in what a seat cannot know give that seat the same views."""

import random
from collections.abc import Sequence

import pytest

from kozel.rules import Event, Match, OptionValue, Question, SeededChance, View, bind, seen_by
from kozel.rules.actions import KIND_SHIFT, ActionKind
from kozel.rules.bura import PASS
from kozel.rules.moves import kind_of

TABLES: list[tuple[str, dict[str, OptionValue]]] = [
    ("miner", {}),
    ("classic", {}),
    ("classic", {"trump_mode": "named"}),
    ("widow", {}),
    ("widow", {"widow_peek": False}),
    ("shokha", {}),
    ("shokha", {"players": 2}),
    ("shokha", {"players": 3, "combo_auto_win": False}),
    ("pot", {"players": 3}),
]


class SwappedChance(SeededChance):
    """The deals of a seed, with two cards in each other's place."""

    def __init__(self, seed: str, one: int, other: int) -> None:
        super().__init__(seed)
        self.swap = {one: other, other: one}

    def deck(self, cards: Sequence[int], deal: int, attempt: int) -> list[int]:
        return [self.swap.get(card, card) for card in super().deck(cards, deal, attempt)]


def swapped(code: int, one: int, other: int) -> int:
    """The action with the two cards in each other's place."""
    if code >> KIND_SHIFT == ActionKind.NAME or (code >> one ^ code >> other) & 1 == 0:
        return code
    return code ^ (1 << one | 1 << other)


def cards_known(match: Match, seat: int) -> int:
    """Cards that the seat holds, sees, or has ever seen in this deal."""
    return match.view(seat).seen_mask


class World:
    """A match of which one seat's views and messages are kept."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.told: list[Event | None] = []
        self.views: list[View] = []

    def apply(self, code: int) -> None:
        seat = self.match.deciders()[0]
        self.match.apply(seat, code)
        self.told += [
            shown
            for event in self.match.take_events()
            if (shown := seen_by(event, self.seat)) is not None
        ]

    def let_others_pass(self) -> None:
        """Other seats' claim windows pass by: they may open in one world and not in the other."""
        while self.match.deciders():
            seat = self.match.deciders()[0]
            if seat == self.seat or self.match.question(seat) is not Question.CLAIM:
                return
            self.apply(PASS)


def follow_along(first: World, second: World, cards: tuple[int, int], choose: random.Random) -> int:
    """Plays both worlds alike until the difference may be known; gives how many views agreed."""
    one, other = cards
    agreed = 0
    while first.match.deal_number == 1 == second.match.deal_number:
        first.let_others_pass()
        second.let_others_pass()
        if not (first.match.deciders() and second.match.deciders()):
            break
        seat = first.match.deciders()[0]
        known = cards_known(first.match, first.seat)
        if (known >> one | known >> other) & 1:
            break
        if second.match.deciders()[0] != seat:
            # W4: the highest diamond was swapped, and whoever leads shows that it holds it.
            assert first.match.rules.ruleset == "widow"
            break
        assert first.match.view(first.seat) == second.match.view(first.seat)
        agreed += 1
        code = choose.choice(first.match.legal(seat))
        twin = code if seat == first.seat else swapped(code, one, other)
        if twin not in second.match.legal(seat):
            assert seat != first.seat
            break
        first.apply(code)
        second.apply(twin)
        if is_shown(code) and code != twin:
            break
        assert first.told == second.told or first.match.deal_number > 1
    return agreed


def is_shown(code: int) -> bool:
    """Whether an action shows its cards to everybody."""
    return kind_of(code) not in (ActionKind.THROW, ActionKind.BURY)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_hidden_cards_can_change_places_and_the_seat_sees_no_difference(
    name: str, options: dict[str, OptionValue]
) -> None:
    rules = bind(name, options)
    agreed = 0
    for seed in range(60):
        choose = random.Random(seed)
        seat = seed % rules.players
        match = Match(rules, SeededChance(str(seed)))
        known = cards_known(match, seat)
        one, other = choose.sample([card for card in rules.deck if not known >> card & 1], 2)
        twin = Match(rules, SwappedChance(str(seed), one, other))
        if match.view(seat) == twin.view(seat):  # Else the swap moved an owner or a void deal.
            agreed += follow_along(World(match, seat), World(twin, seat), (one, other), choose)
    assert agreed > 100
