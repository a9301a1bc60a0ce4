"""What a format itself finds out, beside the statistics: Swiss points, who won a knockout."""

from dataclasses import dataclass
from enum import StrEnum

from kozel_arena.tournament.brackets import Round


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissLine:
    """An entry of a Swiss tournament, after the rounds that are over."""

    entry: str
    """Id of the bot."""
    place: int
    """From 1. By points, then Buchholz, then match score; who is equal in all three shares one."""
    points: float
    """One for a meeting won and for a bye, a part of it when several have won."""
    buchholz: float
    """Points of all that it has met, as often as it has."""
    score: float
    """Match points a match, 0 to 1; 0 without a match."""
    byes: int
    """Rounds that it sat out because nobody was left for it."""


class Decision(StrEnum):
    """By what a meeting of a knockout was decided; the value is the word in documents."""

    MATCH_POINTS = "match_points"
    DEAL_POINTS = "deal_points"
    """Match points were equal."""
    SEED = "seed"
    """All was equal, also after the extra sets."""
    WITHDRAWAL = "withdrawal"
    """It was not played out: somebody has withdrawn."""
    BYE = "bye"
    """Nobody came to meet it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutMeeting:
    """A meeting whose entries are known, or a bye. Tuples are by entry."""

    round: Round
    entries: tuple[str, ...]
    """One alone has a bye."""
    match_points: tuple[float, ...]
    deal_points: tuple[int, ...]
    """Card points of its side over all deals."""
    matches: int
    """That have a result."""
    winner: str | None
    """None while it is open."""
    decision: Decision | None
    """None while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlace:
    """Where an entry has come; entries that went out in the same round share a place."""

    entry: str
    """Id of the bot."""
    place: int | None
    """From 1; None for who is still in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutTable:
    """How far a knockout is."""

    meetings: tuple[KnockoutMeeting, ...]
    """Round by round, those whose entries are known."""
    places: tuple[KnockoutPlace, ...]
    """Who is still in first, in the order of the seeds; then the best first."""

    @property
    def winner(self) -> str | None:
        """The entry that has won it; None while that is open."""
        return next((line.entry for line in self.places if line.place == 1), None)
