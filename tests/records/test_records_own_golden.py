"""Records kept from every ruleset: still right, and played again the same, byte by byte."""

import json

import pytest

from kozel.cli import main
from kozel.records import format_record, parse_record
from kozel.rules import RULES_VERSION
from tests.records.independent import check
from tests.records.option_tables import Options
from tests.records.own_golden import PATH, line_of, lines, played

MATCHES = [pytest.param(*match, id=match[0]) for match in played()]


def test_verify_accepts_the_kept_records(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(PATH)]) == 0
    count = len(lines())
    says = f"{PATH}: {count} matches verified, deals of {count} derived from the seed\n"
    assert capsys.readouterr().out == says


def test_every_kept_record_holds_the_version_of_the_rules() -> None:
    assert {json.loads(line)["rules_version"] for line in lines().values()} == {RULES_VERSION}


def test_every_value_of_every_option_is_kept() -> None:
    assert list(lines()) == [name for name, *_ in played()]


@pytest.mark.parametrize(("name", "ruleset", "options", "number"), MATCHES)
def test_the_same_seed_and_answers_give_the_kept_bytes(
    name: str, ruleset: str, options: Options, number: int
) -> None:
    assert line_of(ruleset, options, number) == lines()[name]


def test_kept_records_are_written_as_they_were_read() -> None:
    for line in lines().values():
        assert format_record(parse_record(line)) == line


def test_kept_records_are_right_by_the_rules_as_written() -> None:
    for line in lines().values():
        check(json.loads(line))
