"""What holds in every match of every ruleset, whatever is played."""

import random
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel.rules import (
    Acted,
    DealEnded,
    Event,
    IllegalAction,
    Match,
    OptionValue,
    SeededChance,
    TrickTaken,
    action_of,
    bind,
    points_of,
)
from kozel.rules.actions import CARDS_MASK, KIND_SHIFT, ActionKind
from kozel.rules.bura import BuraDeal
from kozel.rules.moves import kind_of
from kozel.rules.widow_deal import WidowDeal

TABLES: list[tuple[str, dict[str, OptionValue]]] = [
    ("miner", {}),
    ("miner", {"must_trump": True, "marker": "AC", "pairing": "fixed_seats"}),
    ("classic", {"trump_mode": "named"}),
    ("classic", {"deck": 32, "short": True, "silent_name": "longest"}),
    ("widow", {}),
    ("widow", {"widow_peek": False, "first_lead_forced": True}),
    ("shokha", {}),
    ("shokha", {"players": 2, "reveal_discards": "winner"}),
    ("shokha", {"players": 3, "combos": False, "shokha": False}),
    ("pot", {"max_deals": 8}),
    ("pot", {"players": 3, "max_deals": 8}),
]
tables = st.sampled_from(TABLES)
seeds = st.integers(min_value=0, max_value=10**9)
bounded = settings(max_examples=40)


def steps(match: Match, seed: int) -> Iterator[tuple[int, int]]:
    """Plays a match at random; gives each (seat, code) before it is applied."""
    choose = random.Random(seed).choice
    while match.deciders():
        seat = match.deciders()[0]
        code = choose(match.legal(seat))
        yield seat, code
        match.apply(seat, code)


def started(table: tuple[str, dict[str, OptionValue]], seed: int) -> Match:
    name, options = table
    return Match(bind(name, options), SeededChance(str(seed)))


def lying_cards(match: Match) -> list[int]:
    """Masks of every place where a card of the deal can lie."""
    deal = match.deal
    played = [
        move & CARDS_MASK
        for move in deal.history
        if kind_of(move) in (ActionKind.PLAY, ActionKind.BEAT, ActionKind.THROW)
    ]
    places = [*deal.hands, *played]
    if isinstance(deal, BuraDeal):
        places += deal.stock[deal.drawn :]
        places += claims_that_led(deal)
    if isinstance(deal, WidowDeal):
        places.append(deal.hidden)
    return places


def claims_that_led(deal: BuraDeal) -> list[int]:
    everybody = 15
    return [
        move & CARDS_MASK
        for move, audience in zip(deal.history, deal.audience, strict=True)
        if kind_of(move) == ActionKind.CLAIM and audience == everybody
    ]


@bounded
@given(tables, seeds)
def test_random_matches_end_with_winners_and_losers(
    table: tuple[str, dict[str, OptionValue]], seed: int
) -> None:
    match = started(table, seed)
    for _ in steps(match, seed):
        assert match.deal_number < 500
    ended = match.outcome
    assert ended is not None
    assert sorted((*ended.winners, *ended.losers)) == list(range(match.rules.sides))
    assert match.deciders() == ()
    assert match.legal(0) == ()


@bounded
@given(tables, seeds)
def test_the_cards_of_a_deal_always_partition_the_deck(
    table: tuple[str, dict[str, OptionValue]], seed: int
) -> None:
    match = started(table, seed)
    deck = sum(card.mask for card in match.rules.deck)
    assert points_of(deck) == 120
    for _ in steps(match, seed):
        places = lying_cards(match)
        assert sum(places) == deck
        assert sum(place.bit_count() for place in places) == len(match.rules.deck)


@bounded
@given(tables, seeds)
def test_a_deal_is_worth_120_points_unless_a_queen_is_caught(
    table: tuple[str, dict[str, OptionValue]], seed: int
) -> None:
    match = started(table, seed)
    for _ in steps(match, seed):
        deal = match.deal
        hidden = deal.hidden if isinstance(deal, WidowDeal) else 0
        on_table = CARDS_MASK & sum(move & CARDS_MASK for move in deal.history[deal.trick_start :])
        stock = sum(deal.stock[deal.drawn :]) if isinstance(deal, BuraDeal) else 0
        rest = sum(deal.hands) | hidden | on_table | stock
        if match.question(match.deciders()[0]).name in ("LEAD", "CLAIM"):
            assert sum(deal.taken) + points_of(rest) == 120
    ends = [event for event in match.take_events() if isinstance(event, DealEnded)]
    assert all(points_of_deal(match, end) == 120 for end in ends)


def points_of_deal(match: Match, end: DealEnded) -> int:
    """Both defenders of Widow are given the pair's total; a caught queen stops the counting."""
    if match.rules.ruleset == "widow":
        return min(end.points) + max(end.points)
    is_caught = match.rules.ruleset == "classic" and sorted(end.change) == [0, 4]
    return 120 if is_caught else sum(end.points)


@bounded
@given(tables, seeds, st.integers(min_value=0, max_value=(9 << KIND_SHIFT) - 1))
def test_every_action_but_the_legal_ones_is_refused_and_changes_nothing(
    table: tuple[str, dict[str, OptionValue]], seed: int, strange: int
) -> None:
    match = started(table, seed)
    for step, (seat, _) in enumerate(islice(steps(match, seed), 60)):
        if step % 6 != seed % 6:
            continue
        legal = match.legal(seat)
        assert list(legal) == sorted(set(legal))
        before = match.view(seat)
        single = [
            kind << KIND_SHIFT | 1 << card for kind in range(9) for card in range(step % 3, 36, 3)
        ]
        tried = [strange, -1, 1 << 60, *(code ^ 1 << step % 44 for code in legal), *single]
        for code in tried:
            if code not in legal:
                with pytest.raises(IllegalAction, match=f"seat {seat} may not"):
                    match.apply(seat, code)
        other = (seat + 1) % match.rules.players
        with pytest.raises(IllegalAction):
            match.apply(other, legal[0])
        assert match.view(seat) == before


@bounded
@given(tables, seeds)
def test_every_legal_action_applies(table: tuple[str, dict[str, OptionValue]], seed: int) -> None:
    match = started(table, seed)
    for _, (seat, _) in enumerate(islice(steps(match, seed), 60)):
        for code in match.legal(seat)[:12]:
            assert action_of(code).code == code
            branch = match.copy()
            branch.apply(seat, code)
            assert branch.deciders() != () or branch.outcome


@bounded
@given(tables, seeds)
def test_a_copy_goes_its_own_way(table: tuple[str, dict[str, OptionValue]], seed: int) -> None:
    match = started(table, seed)
    for _ in islice(steps(match, seed), 9):
        pass
    before = [match.view(seat) for seat in range(match.rules.players)]
    copy = match.copy()
    ends = [collect(copy, seed), collect(match.copy(), seed)]
    assert ends[0] == ends[1]
    assert [match.view(seat) for seat in range(match.rules.players)] == before


def collect(match: Match, seed: int) -> list[Event]:
    for _ in steps(match, seed):
        pass
    return match.take_events()


@bounded
@given(tables, seeds)
def test_the_same_seed_and_actions_give_the_same_match(
    table: tuple[str, dict[str, OptionValue]], seed: int
) -> None:
    assert collect(started(table, seed), seed) == collect(started(table, seed), seed)


@bounded
@given(tables, seeds)
def test_events_tell_every_action_once_and_add_up(
    table: tuple[str, dict[str, OptionValue]], seed: int
) -> None:
    match = started(table, seed)
    played = list(steps(match, seed))
    events = match.take_events()
    acted = [(event.seat, event.code) for event in events if isinstance(event, Acted)]
    assert sorted(acted) == sorted(played)
    ends = [event for event in events if isinstance(event, DealEnded)]
    assert [end.deal for end in ends] == list(range(1, match.deal_number + 1))
    assert ends[-1].score == match.score
    for before, after in pairwise(ends):
        change = zip(before.score, after.change, strict=True)
        assert tuple(have + more for have, more in change) == after.score


@bounded
@given(tables, seeds)
def test_a_match_that_tells_no_moves_tells_all_the_rest(
    table: tuple[str, dict[str, OptionValue]], seed: int
) -> None:
    quiet, telling = started(table, seed), started(table, seed)
    quiet.tells_moves = False
    told = [event for event in collect(telling, seed) if not isinstance(event, Acted | TrickTaken)]
    assert collect(quiet, seed) == told
    assert quiet.outcome == telling.outcome


@bounded
@given(tables, seeds)
def test_the_default_action_is_legal(table: tuple[str, dict[str, OptionValue]], seed: int) -> None:
    match = started(table, seed)
    for _ in steps(match, seed):
        for seat in match.deciders():
            assert match.default(seat) in match.legal(seat)


@bounded
@given(tables, seeds)
def test_a_view_reads_the_trick_as_the_deal_does(
    table: tuple[str, dict[str, OptionValue]], seed: int
) -> None:
    match = started(table, seed)
    for seat, code in steps(match, seed):
        view = match.view(seat)
        if not view.trick:
            assert view.winning_seat is None
            continue
        assert view.trick[0].seat == view.leader
        wins = view.wins(action_of(code))
        after = match.copy()
        after.apply(seat, code)
        if after.deal_number == match.deal_number and after.view(seat).trick:
            assert after.view(seat).winning_seat == (seat if wins else view.winning_seat)
