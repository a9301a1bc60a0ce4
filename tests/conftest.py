"""Property tests draw the same examples on every machine, and keep nothing between runs.

Arenas that tests start in processes of their own show no dashboard unless the test asks for it.
"""

import os

from hypothesis import settings

os.environ["KOZEL_ARENA_HTTP"] = "off"

settings.register_profile("same everywhere", derandomize=True, deadline=None, database=None)
settings.load_profile("same everywhere")
