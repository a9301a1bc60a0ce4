"""What the recorder writes while a match is played can be verified, aborted matches too."""

import json

import pytest

from kozel.records import Damage, RecordError, format_record, parse_record, verify_record
from kozel.rules import ruleset_names
from tests.records.playing import as_json, random_match

BUILT_IN = ruleset_names()


@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_random_matches_are_verified_with_all_legal_sets(ruleset: str) -> None:
    for number in range(5):
        seed = f"recorder-{number}"
        _, recorder = random_match(ruleset, seed=seed, with_legal=True)
        for record in (recorder.record(seed=seed), recorder.record()):
            verify_record(parse_record(format_record(record)))


@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_a_match_may_be_aborted_at_any_time(ruleset: str) -> None:
    whole, _ = random_match(ruleset, seed="abort")
    for played in [*range(12), 20, 45, 61]:
        match, recorder = random_match(ruleset, seed="abort", stop_after=played)
        if match.outcome is not None:
            break
        record = recorder.record(seed="abort", verdict="aborted")
        assert record.winners == record.losers == ()
        assert record.score == match.score
        verify_record(parse_record(format_record(record)))
    assert whole.outcome is not None


def test_an_unfinished_match_without_that_verdict_is_damaged() -> None:
    _, recorder = random_match("miner", seed="abort", stop_after=20)
    with pytest.raises(RecordError, match="the key 'points' is missing") as caught:
        parse_record(format_record(recorder.record(verdict="normal")))
    assert caught.value.damage is Damage.MISSING_KEY


def test_only_the_last_deal_of_an_aborted_match_may_lack_its_end() -> None:
    _, recorder = random_match("miner", seed="abort", stop_after=100)
    match = as_json(recorder.record(verdict="aborted"))
    for key in ("points", "change", "score"):
        del match["deals"][0][key]
    with pytest.raises(RecordError, match="deal 1: the key 'points' is missing"):
        parse_record(json.dumps(match))


def test_an_aborted_match_names_no_winners() -> None:
    _, recorder = random_match("miner", seed="abort", stop_after=20)
    match = as_json(recorder.record(verdict="aborted"))
    match["winners"] = [0]
    with pytest.raises(RecordError, match="'winners' is"):
        verify_record(parse_record(json.dumps(match)))


def test_the_record_keeps_what_the_arena_adds() -> None:
    _, recorder = random_match("miner", seed="labels")
    record = recorder.record(
        id="cup-3",
        tournament="cup",
        seats=("a", "b", "c", "d"),
        time_control={"move_limit_ms": 500.5, "bank_ms": 0, "strikes": 3},
        started="2025-01-01T10:00:00Z",
        ended="2025-01-01T10:00:01Z",
        verdict="timeout",
    )
    assert parse_record(format_record(record)) == record
    verify_record(record)


def test_times_and_the_arena_s_choices_are_kept() -> None:
    match, recorder = random_match("miner", seed="silence", stop_after=1)
    seat = match.deciders()[0]
    code = match.default(seat)
    recorder.act(seat, code, ms=12.345, by="arena", why="gone")
    match.apply(seat, code)
    record = parse_record(format_record(recorder.record(verdict="aborted")))
    action = record.deals[0].actions[1]
    assert (action.ms, action.by, action.why) == (12.345, "arena", "gone")
    verify_record(record)
