"""Every text that the rules write can be read again, and what cannot be read is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozel.rules import (
    Action,
    ActionKind,
    Card,
    InvalidNotation,
    Suit,
    action_of,
    cards_of,
    find_ruleset,
    format_action,
    format_card,
    format_cards,
    format_suit,
    mask_of,
    parse_action,
    parse_card,
    parse_cards,
    parse_options,
    parse_suit,
    ruleset_names,
)
from kozel.rules.actions import BARE
from kozel.rules.cards import CARDS, FULL_DECK
from kozel.rules.options import format_value

hands = st.integers(min_value=1, max_value=FULL_DECK)
card_kinds = [kind for kind in ActionKind if kind not in (*BARE, ActionKind.NAME)]
actions = st.one_of(
    st.builds(lambda kind, mask: Action(kind, cards_of(mask)), st.sampled_from(card_kinds), hands),
    st.builds(Action, st.sampled_from(BARE)),
    st.builds(lambda suit: Action(ActionKind.NAME, suit=suit), st.sampled_from(Suit)),
)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_c05_a_card_reads_as_it_was_written(card: Card) -> None:
    assert parse_card(format_card(card)) == card
    assert format_card(card) == str(card) == f"{card.rank}{card.suit}"


@pytest.mark.parametrize("suit", Suit)
def test_c05_a_suit_reads_as_it_was_written(suit: Suit) -> None:
    assert parse_suit(format_suit(suit)) is suit


@given(hands)
def test_c05_cards_read_as_they_were_written(mask: int) -> None:
    cards = cards_of(mask)
    assert parse_cards(format_cards(cards)) == cards
    assert mask_of(cards) == mask


@given(actions)
def test_an_action_reads_as_it_was_written(action: Action) -> None:
    assert parse_action(format_action(action)) == action
    assert action_of(action.code) == action


def test_the_cards_of_an_action_stand_in_any_order() -> None:
    assert parse_action("bury AD 6C TS") == parse_action("bury 6C TS AD")
    assert format_action(parse_action("bury AD 6C TS")) == "bury 6C TS AD"


@pytest.mark.parametrize("name", ruleset_names()[:5])
def test_option_values_read_as_they_were_written(name: str) -> None:
    for option in find_ruleset(name).options:
        for value in option.choices or (option.default, option.minimum):
            assert parse_options(name, [f"{option.name}={format_value(value)}"]) == {
                option.name: value
            }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begin an action with one of play, beat"),
        ("lead 6C", "begin an action with one of"),
        ("PLAY 6C", "begin an action with one of"),
        ("play", "needs cards"),
        ("claim", "needs cards"),
        ("play 1C", "write a card as rank"),
        ("play 10S", "write a card as rank"),
        ("play sT", "write a card as rank"),
        ("throw 6C 6C", "stands in the list twice"),
        ("pass 6C", "goes without cards"),
        ("take TS", "goes without cards"),
        ("name", "one of C S H D"),
        ("name X", "one of C S H D"),
        ("name C S", "one of C S H D"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str, says: str) -> None:
    with pytest.raises(InvalidNotation, match=says):
        parse_action(text)


@given(st.text(max_size=12))
def test_any_text_is_an_action_or_refused_by_name(text: str) -> None:
    for read in (parse_action, parse_card, parse_cards, parse_suit):
        with suppress(InvalidNotation):
            read(text)
