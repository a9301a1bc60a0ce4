"""What stays the same during a match can be looked at, copied and sent elsewhere."""

import pickle
from copy import deepcopy

from kozel.rules import MatchInfo

INFO = MatchInfo("miner", {"short": False}, players=4, seat=2)


def test_rules_are_the_same_object_for_every_seat_of_a_match() -> None:
    other = MatchInfo("miner", {"short": False}, players=4, seat=0)

    assert INFO.rules is INFO.rules is other.rules
    assert INFO.rules.options["short"] is False


def test_a_match_info_that_has_looked_up_its_rules_equals_one_that_has_not() -> None:
    assert INFO.rules.ruleset == "miner"

    assert MatchInfo("miner", {"short": False}, players=4, seat=2) == INFO


def test_a_copy_keeps_the_fields_and_finds_the_same_rules() -> None:
    assert INFO.rules.players == 4

    for copy in (deepcopy(INFO), pickle.loads(pickle.dumps(INFO))):
        assert copy == INFO
        assert copy.rules is INFO.rules
