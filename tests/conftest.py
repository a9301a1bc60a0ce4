"""Property tests draw the same examples on every machine, and keep nothing between runs."""

from hypothesis import settings

settings.register_profile("same everywhere", derandomize=True, deadline=None, database=None)
settings.load_profile("same everywhere")
