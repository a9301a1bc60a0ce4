"""Running the command in this process and writing bots, as the tests of `kozel play` do."""

from tests.local.conftest import bot_file, kozel

__all__ = ["bot_file", "kozel"]
