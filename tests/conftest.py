"""Property tests draw the same examples on every machine, and keep nothing between runs.

Arenas that tests start in processes of their own show no dashboard unless the test asks for it.
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.arena.postgresql import PostgreSql

os.environ["KOZEL_ARENA_HTTP"] = "off"

settings.register_profile("same everywhere", derandomize=True, deadline=None, database=None)
settings.load_profile("same everywhere")


@pytest.fixture(scope="session")
def postgresql() -> Iterator["PostgreSql"]:
    """A PostgreSQL server that the tests have started; skips where there is none."""
    from tests.arena import postgresql as servers

    programs = servers.programs()
    if programs is None:
        pytest.skip("no PostgreSQL on this machine: apt-get install postgresql")
    with servers.postgresql(programs) as server:
        yield server
