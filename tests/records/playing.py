"""Plays random matches for the tests of records, on the real rules and the real recorder."""

import json
from random import Random
from typing import Any

from kozel.records import Record, Recorder, format_record
from kozel.rules import Match, OptionValue, Question, SeededChance, bind, commitment
from tests.records.golden import Json


def random_match(
    ruleset: str,
    *,
    seed: str,
    with_legal: bool = False,
    stop_after: int | None = None,
    **options: OptionValue,
) -> tuple[Match, Recorder]:
    """Play at random to the end, or stop after so many actions."""
    match = Match(bind(ruleset, options), SeededChance(seed))
    recorder = recorded(match, choice_seed=seed, with_legal=with_legal, stop_after=stop_after)
    return match, recorder


def recorded(
    match: Match,
    *,
    choice_seed: str,
    with_legal: bool = False,
    stop_after: int | None = None,
    silent_every: int | None = None,
    claims_all: bool = False,
) -> Recorder:
    """Play a new match at random.

    Args:
        match: a new match.
        choice_seed: where the choices come from.
        with_legal: whether the record holds every legal set.
        stop_after: how many actions to play, None for all.
        silent_every: every so many answers, the first among them, are silence.
        claims_all: whether every special lead is claimed (B9).
    """
    recorder = Recorder(match.rules, with_legal=with_legal)
    recorder.events(match.take_events())
    choice, played = Random(choice_seed), 0
    while not match.outcome and played != stop_after:
        seat = match.deciders()[0]
        legal = match.legal(seat)
        if silent_every is not None and played % silent_every == 0:
            code = match.default(seat)
            recorder.act(seat, code, legal=legal, by="arena", why="timeout")
        else:
            claims = claims_all and match.question(seat) is Question.CLAIM
            code = legal[0] if claims else choice.choice(legal)
            recorder.act(seat, code, legal=legal)
        match.apply(seat, code)
        recorder.events(match.take_events())
        played += 1
    return recorder


def random_record(ruleset: str, *, seed: str, id: str = "test-1", **more: Any) -> Json:
    """A whole random match as JSON, with id, seed and commitment."""
    _, recorder = random_match(ruleset, seed=seed, **more)
    record = recorder.record(id=id, seed=seed, commitment=commitment(seed, id), verdict="normal")
    return as_json(record)


def as_json(record: Record) -> Json:
    """The record as parsed JSON."""
    found: Json = json.loads(format_record(record))
    return found
