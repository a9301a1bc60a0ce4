"""What a bot is: the few things that its author can rely on."""

import subprocess
import sys

import pytest

from kozel import Bot
from kozel.bot import IllegalChoice, index_of, is_async, wants_events
from tests.client.building import VIEW


class Plain(Bot):
    def choose(self, view):
        return view.legal_actions[0]


class Listening(Plain):
    name = "the listener"

    async def choose(self, view):
        return view.legal_actions[0]

    def event(self, match, event):
        return None


def test_a_bot_is_called_like_its_class_unless_it_says_otherwise():
    assert Plain().name == "Plain"
    assert Listening().name == "the listener"


def test_a_bot_gets_events_only_if_it_overrides_the_hook():
    assert not wants_events(Plain())
    assert wants_events(Listening())


def test_async_bots_are_told_from_plain_ones():
    assert not is_async(Plain())
    assert is_async(Listening())


def test_a_bot_without_choose_cannot_be_made():
    class Empty(Bot):
        pass

    with pytest.raises(TypeError, match=r"Empty with abstract method.*choose"):
        Empty()


def test_one_object_plays_all_matches_unless_told_otherwise():
    bot = Plain()

    assert bot.for_match(VIEW.match) is bot


def test_an_action_is_found_by_what_it_is_not_by_which_object_it_is():
    for index, action in enumerate(VIEW.legal_actions):
        assert index_of(Plain(), VIEW, action) == index


def test_an_illegal_choice_lists_what_was_legal():
    with pytest.raises(IllegalChoice, match=r"Plain.choose returned None.*\(play ") as error:
        index_of(Plain(), VIEW, None)
    assert error.value.legal == VIEW.legal_actions


def test_importing_the_package_loads_no_network():
    code = "import kozel, sys; print({'grpc', 'google.protobuf', 'asyncio'} & set(sys.modules))"

    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert result.stdout.strip() == "set()"


def test_a_bot_is_eight_lines():
    source = """\
from kozel import Action, Bot, View, run

class Cautious(Bot):
    def choose(self, view: View) -> Action:
        return min(view.legal_actions, key=view.card_points)

if __name__ == "__main__":
    run(Cautious())
"""
    result = subprocess.run(
        [sys.executable, "-c", source, "--token", ""], capture_output=True, text=True, check=False
    )

    assert len(source.splitlines()) <= 8
    assert result.returncode == 2
    assert result.stderr.startswith("no token: give --token or KOZEL_TOKEN")
