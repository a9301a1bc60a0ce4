"""What is written can be read, and reads as it was: records cut short anywhere, with anything."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kozel.records import format_record, parse_record, verify_record
from kozel.rules import commitment, ruleset_names
from tests.records.option_tables import tables
from tests.records.playing import random_match

TABLES = [table for ruleset in ruleset_names()[:5] for table in tables(ruleset)]
texts = st.text(min_size=1, max_size=20)
plain_texts = st.text(st.characters(codec="ascii", categories=["L", "Nd"]), min_size=1)
labels = st.fixed_dictionaries(
    {},
    optional={
        "tournament": texts,
        "time_control": st.dictionaries(
            st.sampled_from(["move_limit_ms", "bank_ms", "strikes"]),
            st.integers(min_value=0, max_value=10**9),
        ),
        "started": texts,
        "ended": texts,
    },
)


@settings(max_examples=60)
@given(
    table=st.sampled_from(TABLES),
    seed=plain_texts,
    length=st.integers(min_value=0, max_value=90),
    with_legal=st.booleans(),
    more=labels,
)
def test_a_record_cut_short_anywhere_reads_as_it_was_written(
    table: tuple[str, dict[str, Any]],
    seed: str,
    length: int,
    with_legal: bool,
    more: dict[str, Any],
) -> None:
    ruleset, options = table
    match, recorder = random_match(
        ruleset, seed=seed, stop_after=length, with_legal=with_legal, **options
    )
    verdict = "aborted" if match.outcome is None else "normal"
    record = recorder.record(
        id="round-1", seed=seed, commitment=commitment(seed, "round-1"), verdict=verdict, **more
    )
    line = format_record(record)
    assert "\n" not in line
    again = parse_record(line)
    assert again == record
    assert format_record(again) == line
    verify_record(again)
