"""How far a tournament is, in words that promise no more matches than there will be."""

from kozel_arena.rpc.admin_values import TournamentEntry
from kozel_arena.tournament import TournamentFormat


def played_of(entry: TournamentEntry) -> str:
    """How many matches have a result, and of how many, such as `18 of at most 120`."""
    if is_endless(entry):
        return str(entry.finished)
    return f"{entry.finished} of {total_text(entry)}"


def total_text(entry: TournamentEntry) -> str:
    """How many matches there are in all, such as `at most 120`."""
    if is_endless(entry):
        return "no fixed number of"
    return f"at most {entry.total}" if entry.is_total_most else str(entry.total)


def is_endless(entry: TournamentEntry) -> bool:
    """Whether it goes on until an organiser ends it."""
    is_ladder = entry.plan.format is TournamentFormat.LADDER and entry.plan.rounds is None
    return is_ladder and entry.is_total_most
