"""What bots are called, so that two versions can be told apart."""

import pytest

from kozel.contest.naming import names_of, short_name


@pytest.mark.parametrize(
    ("bots", "own", "names"),
    [
        (("new.py", "old.py"), ("Mine", "Other"), ("Mine", "Other")),
        (("new.py", "old.py"), ("Mine", "Mine"), ("new", "old")),
        (("a/bot.py", "b/bot.py"), ("Mine", "Mine"), ("bot", "bot 2")),
        (("bot.py:New", "bot.py:Old"), ("Mine", "Mine"), ("bot:New", "bot:Old")),
        (("greedy", "greedy"), ("greedy", "greedy"), ("greedy", "greedy 2")),
    ],
)
def test_the_names_of_two_bots_differ(bots, own, names):
    assert names_of(bots, own) == names


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("bots/old.py", "old"),
        ("package.module:Class", "module:Class"),
        ("cmd:./mybot --fast", "mybot"),
        ("cmd:/opt/my.bot/run.sh", "run"),
        ("cmd:python bots/old.py --depth 3", "old"),
        ("cmd:node", "node"),
    ],
)
def test_a_bot_is_called_after_its_file(bot, name):
    assert short_name(bot) == name
