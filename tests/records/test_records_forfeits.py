"""Forfeited matches: cut short, and yet with winners that a reader can check."""

import json

import pytest

from kozel.records import Damage, RecordError, format_record, parse_record, replay, replay_text
from kozel.records import verify_record as verify
from kozel.records.reader import VERDICTS
from kozel.records.recorder import Recorder
from kozel.rules import Match, SeededChance, bind
from kozel.rules.cards import CARDS
from kozel.table import FaultPolicy, Finish, Table, TimeControl, Verdict


def forfeited(ruleset: str = "widow", seat: int = 1) -> dict:
    """The record of a match that a seat forfeits by its silence, as JSON."""
    rules = bind(ruleset)
    table = Table(
        match=Match(rules, SeededChance("forfeit")),
        match_id="f-1",
        time_control=TimeControl(move_limit_ns=10, strikes=2),
        recorder=Recorder(rules),
        policy=FaultPolicy.FORFEIT,
    )
    effects, now = table.start(0), 0
    while not isinstance(effects[-1], Finish):
        ask = effects[-1]
        table.sent(ask.seat, ask.decision_id, now)
        if ask.seat == seat:
            now += 10
            effects = table.expire(now)
        else:
            effects = table.answer(ask.seat, ask.decision_id, 0, now)
    return json.loads(format_record(effects[-1].result.record))


def changed(**keys: object) -> str:
    return json.dumps({**forfeited(), **keys})


def test_every_verdict_of_a_table_can_stand_in_a_record() -> None:
    assert set(VERDICTS) == set(map(str, Verdict))


def test_a_forfeited_match_is_verified_and_shown() -> None:
    record = parse_record(changed())
    verify(record)
    assert (record.winners, record.losers, record.forfeit) == ((0, 2), (1,), (1,))
    text = "\n".join(replay_text(record))
    assert "The match was forfeited by side 1." in text
    assert "side 0 and 2 won, side 1 lost" in text


@pytest.mark.parametrize(
    "keys",
    [
        {"winners": [0], "losers": [1, 2]},
        {"winners": [0, 1, 2], "losers": []},
        {"forfeit": [1, 1]},
        {"forfeit": [3], "winners": [0, 1, 2], "losers": []},
        {"forfeit": [0, 1, 2], "winners": [], "losers": [0, 1, 2]},
        {"verdict": "normal"},
        {"score": [1, 0, 0]},
    ],
    ids=str,
)
def test_a_forfeit_that_cannot_be_is_damage(keys: dict[str, object]) -> None:
    with pytest.raises(RecordError) as caught:
        verify(parse_record(changed(**keys)))
    assert caught.value.damage is Damage.SCORE


def test_a_match_that_ended_for_no_reason_is_too_short() -> None:
    raw = forfeited()
    del raw["forfeit"]
    with pytest.raises(RecordError) as caught:
        verify(parse_record(json.dumps(raw)))
    assert caught.value.damage in (Damage.MISSING_KEY, Damage.LENGTH)


def with_another_choice(why: str) -> str:
    """The record with the arena's last choice replaced by another legal one."""
    raw = forfeited("miner")
    actions = raw["deals"][-1]["actions"]
    at = max(number for number, action in enumerate(actions) if action.get("by"))
    del actions[at + 1 :]
    record = parse_record(json.dumps(raw))
    match = list(replay(parse_record(json.dumps(cut_before(raw, at)))))[-1].match
    seat, code = record.deals[-1].actions[at][:2]
    other = next(choice for choice in match.legal(seat) if choice != code)
    actions[at] = {"seat": seat, "by": "arena", "why": why, **choice_text(other)}
    return json.dumps(raw)


def cut_before(raw: dict, at: int) -> dict:
    last = {**raw["deals"][-1], "actions": raw["deals"][-1]["actions"][:at]}
    return {**raw, "deals": [*raw["deals"][:-1], last]}


def choice_text(code: int) -> dict:
    card = code.bit_length() - 1
    return {"play": [str(CARDS[card])]}


def test_what_the_arena_chose_for_a_silent_seat_is_its_default_or_damage() -> None:
    with pytest.raises(RecordError) as caught:
        verify(parse_record(with_another_choice("timeout")))
    assert caught.value.damage is Damage.ARENA_CHOICE


def test_what_a_house_player_chose_may_be_anything_legal() -> None:
    verify(parse_record(with_another_choice("house")))
