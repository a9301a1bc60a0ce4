"""What everybody at a table knows: in the golden matches, at every step, what all seats know."""

import json
from collections.abc import Iterator

import pytest

from kozel.records import parse_record
from kozel.records.replay import replay
from kozel.rules import ActionKind, Match, PublicView, public_view
from kozel.rules.actions import CARDS_MASK
from kozel.rules.moves import kind_of, seat_of
from tests.records import golden

RULESETS = ("miner", "classic", "shokha", "pot", "widow")


def states(ruleset: str) -> Iterator[tuple[Match, PublicView]]:
    """Every state of the golden matches of a ruleset, and what everybody knows of it."""
    for match in golden.matches(ruleset):
        for step in replay(parse_record(json.dumps(match))):
            yield step.match, public_view(step.match)


def cards_of_view(view: PublicView) -> int:
    """Mask of every card that is named."""
    mask = 0 if view.turn_up is None else view.turn_up.mask
    for move in view.moves:
        if kind_of(move) != ActionKind.NAME:
            mask |= move & CARDS_MASK
    return mask


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_card_is_public_that_a_seat_does_not_know(ruleset: str) -> None:
    for match, view in states(ruleset):
        shown = cards_of_view(view)
        for seat in range(match.rules.players):
            assert shown & ~match.view(seat).seen_mask == 0
            assert shown & match.deal.hands[seat] & ~_turned_up(view) == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_that_all_seats_know_alike_is_public(ruleset: str) -> None:
    for match, view in states(ruleset):
        seats = [match.view(seat) for seat in range(match.rules.players)]
        known = set(seats[0].history_codes)
        for one in seats:
            assert (view.deal, view.hand_sizes, view.score, view.points) == (
                one.deal,
                one.hand_sizes,
                one.score,
                one.points,
            )
            assert len(view.moves) - view.trick_start == len(one.trick)
            assert view.trick_winners == one.trick_winners
            known &= set(one.history_codes)
        assert known <= set(view.moves)


def test_passes_and_claims_in_vain_are_not_public() -> None:
    private = 0
    for ruleset in ("shokha", "pot"):
        for match, view in states(ruleset):
            kinds = [ActionKind(kind_of(move)) for move in view.moves]
            assert ActionKind.PASS not in kinds
            private += len(match.deal.history) - len(view.moves)
            for move in view.moves:
                if kind_of(move) == ActionKind.THROW:
                    thrower = match.view(seat_of(move)).history_codes
                    assert move & CARDS_MASK == 0 or move in thrower
    assert private > 0, "the golden matches hold no private move"


def _turned_up(view: PublicView) -> int:
    """The turn-up is drawn last, and everybody knows who holds it."""
    return 0 if view.turn_up is None else view.turn_up.mask
