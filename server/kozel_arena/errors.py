"""The one error that an organiser sees: a sentence that says what was wrong and what to do."""

from kozel.rules.errors import KozelError


class ArenaError(KozelError):
    """The arena cannot start or go on; `str(error)` is one sentence for the organiser."""
