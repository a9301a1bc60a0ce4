"""An arena tells every bot under which version of the rules it plays."""

from pathlib import Path

import pytest

from kozel.rules import RULES_VERSION
from tests.arena.real_arena import an_arena, within

pytestmark = pytest.mark.e2e


def test_the_welcome_carries_the_version_of_the_rules(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna")
            async with host.dial("anna") as bot:
                await bot.hear_until(lambda bot: bot.welcomes)
        assert [welcome.rules_version for welcome in bot.welcomes] == [RULES_VERSION]

    within(20, conversation())
