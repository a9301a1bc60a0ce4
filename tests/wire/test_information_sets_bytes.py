"""Two worlds that differ only in what a seat cannot know send that seat the very same bytes.

For a seat of a match at every decision: other worlds are made that could have looked just so
to it (`twins`), and what its stream has carried until then is compared, message by message. What
it may know is said by `knowledge`, which was written from the rules and knows no view.
"""

import random
from collections import Counter

import pytest

from kozel.rules import Acted, ActionKind, DealVoided, OptionValue, bind
from kozel.rules.actions import KIND_SHIFT
from kozel.rules.bura import BuraDeal
from tests.wire.deals import Deals, make_deals
from tests.wire.knowledge import Happened, known_to
from tests.wire.twins import CannotBe, Moment, Original, Twin, other_deals

Options = dict[str, OptionValue]

FOLLOW = {"hands", "void deals", "others asked", "silences"}
BURA = {"hands", "stock", "thrown", "window", "points", "others asked", "silences"}
OPEN_PAIR = BURA - {"points", "thrown"}
"""Of two, one throws only to the other, who sees it at once; with `winner` nothing stays hidden."""
WIDOW = {"hands", "widow", "buried", "others asked", "silences"}

TABLES: list[tuple[str, Options, set[str]]] = [
    ("miner", {}, FOLLOW),
    (
        "miner",
        {"short": True, "marker": "AC", "pairing": "fixed_seats", "must_trump": True},
        FOLLOW,
    ),
    ("classic", {}, FOLLOW),
    ("classic", {"trump_mode": "named", "deck": 32, "marker": "AD"}, FOLLOW - {"void deals"}),
    ("classic", {"trump_mode": "named", "silent_name": "longest", "must_trump": True}, FOLLOW),
    ("shokha", {}, BURA),
    ("shokha", {"players": 2}, BURA - {"points"}),
    ("shokha", {"players": 3, "combo_auto_win": False, "max_deals": 2}, BURA),
    ("shokha", {"players": 4, "reveal_discards": "winner"}, BURA),
    ("shokha", {"players": 3, "reveal_discards": "deal_end"}, BURA),
    ("shokha", {"players": 3, "combos": False, "shokha": False}, BURA - {"window"}),
    ("pot", {"max_deals": 2}, BURA),
    ("pot", {"players": 2, "max_deals": 1, "reveal_discards": "winner"}, OPEN_PAIR),
    ("pot", {"players": 3, "scoring": "penalty", "reveal_discards": "deal_end"}, BURA),
    ("widow", {}, WIDOW),
    ("widow", {"widow_peek": False, "first_lead_forced": True, "sixty_costs": 0}, WIDOW),
]
MATCHES = 7
TRIES = 6
DEALS = 2


def name_of(table: tuple[str, Options, set[str]]) -> str:
    return " ".join([table[0], *(f"{name}={value}" for name, value in table[1].items())])


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_what_a_seat_cannot_know_changes_no_byte_of_its_stream(
    table: tuple[str, Options, set[str]],
) -> None:
    name, options, wanted = table
    rules = bind(name, options)
    differences: Counter[str] = Counter()
    for number in range(MATCHES):
        seed = f"{name_of(table)} {number}"
        original = Original(
            rules,
            make_deals(rules, seed),
            seed=seed,
            seat=number % rules.players,
            listeners=range(rules.players) if number % 3 else (),
        )
        original.play(DEALS)
        chance = random.Random(seed)
        for moment in original.moments:
            for attempt in range(TRIES):
                deals = other_deals(original, moment, chance)
                found = compare(original, moment, deals, seed=f"{seed} {attempt}")
                differences.update(found)
                if found:
                    break
    assert {what for what in wanted if differences[what] < 3} == set(), differences


def compare(original: Original, moment: Moment, deals: Deals, *, seed: str) -> set[str]:
    """What differed in a twin that gave the seat the same bytes; nothing if it cannot be."""
    twin = Twin(original, moment, deals, seed=seed)
    try:
        twin.play()
    except CannotBe:
        return set()
    rules, seat = original.match.rules, original.seat
    others = known_to(seat, rules, twin.match.happened)
    if any(one != other for one, other in zip(moment.facts, others, strict=False)):
        return set()
    assert twin.streams.messages == original.streams.messages[: moment.messages]
    return differences_of(original, moment, twin)


def differences_of(original: Original, moment: Moment, twin: Twin) -> set[str]:
    """In what the two worlds differ."""
    first, second = original.match.happened[: moment.happened], twin.match.happened
    one, other = moment.state.deal, twin.match.deal
    pairs = {
        "hands": (one.hands, other.hands),
        "void deals": (voids(first), voids(second)),
        "thrown": (codes(first, ActionKind.THROW), codes(second, ActionKind.THROW)),
        "buried": (codes(first, ActionKind.BURY), codes(second, ActionKind.BURY)),
        "window": (window(first), window(second)),
        "others asked": (moment.others_asked, twin.others_asked),
        "silences": (0, twin.silences),
        "widow": (getattr(one, "widow", 0), getattr(other, "widow", 0)),
    }
    if isinstance(one, BuraDeal) and isinstance(other, BuraDeal):
        pairs["stock"] = (one.stock[one.drawn :], other.stock[other.drawn :])
        pairs["points"] = (one.taken, other.taken)
    return {what for what, (mine, theirs) in pairs.items() if mine != theirs}


def actions(happened: list[Happened]) -> list[Acted]:
    return [event for what in happened for event in what.events if isinstance(event, Acted)]


def codes(happened: list[Happened], kind: ActionKind) -> list[int]:
    """Codes of all actions of a kind."""
    return [event.code for event in actions(happened) if event.code >> KIND_SHIFT == kind]


def window(happened: list[Happened]) -> list[tuple[int, int]]:
    """Passes and claims in vain."""
    return [(event.seat, event.code) for event in actions(happened) if event.is_private]


def voids(happened: list[Happened]) -> list[tuple[int, ...]]:
    """Hands of void deals."""
    return [
        event.hands for what in happened for event in what.events if isinstance(event, DealVoided)
    ]
