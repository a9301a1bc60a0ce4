"""What a demo plays, as a value, and the bots that play it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kozel.finder import sample_bots
from kozel.rules import Rules
from kozel_arena.cli.output import CommandError

OFF: Final = "off"
"""Instead of an address: nothing is served there."""
TOURNAMENT: Final = "demo"
"""Name of the tournament that a demo plays."""

BOTS: Final = {
    "greedy-1": "greedy",
    "greedy-2": "greedy",
    "random-1": "random",
    "random-2": "random",
}
"""By name of the bot, the sample bot that plays it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPlan:
    """What a demo plays and where it keeps the results."""

    rules: Rules
    matches_per_pairing: int
    seed: str
    database: Path
    http: str = OFF
    """HOST:PORT of the dashboard, or `off`."""

    @property
    def token_file(self) -> Path:
        """Where the arena leaves the organiser's token."""
        return self.database.with_name(f"{self.database.name}.organiser-token")


def programs() -> dict[str, Path]:
    """By name of the bot, the file that plays it.

    Raises CommandError when the installation lacks the sample bots.
    """
    files = sample_bots()
    missing = set(BOTS.values()) - set(files)
    if missing:
        raise CommandError(
            f"this installation lacks the sample bots {', '.join(sorted(missing))}: "
            "run pip install --force-reinstall 'kozel-arena[server]'"
        )
    return {name: files[sample] for name, sample in BOTS.items()}
