"""How a deal's card points become penalties, marks or shares of a pot; numbers in, numbers out."""

from collections.abc import Sequence

from kozel.rules.cards import RANK_POINTS
from kozel.rules.events import MatchEnded

ALL_POINTS = 120
SPAS = 31
"""The loser of a follow-suit cycle is saved from the double penalty at this many points (M8)."""

assert 4 * sum(RANK_POINTS) == ALL_POINTS


def cycle_loser(points: Sequence[int]) -> int | None:
    """The side with fewer points of two, None for eggs (M10)."""
    if points[0] == points[1]:
        return None
    return 0 if points[0] < points[1] else 1


def took_no_trick(side: int, trick_winners: Sequence[int]) -> bool:
    """Lusya: whether neither seat of the side took a trick (M9). Zero points alone is not it."""
    return all(seat & 1 != side for seat in trick_winners)


def paid_by(side: int | None, penalty: int) -> tuple[int, int]:
    """The change of two sides when one of them takes a penalty."""
    return (penalty if side == 0 else 0, penalty if side == 1 else 0)


def add(score: Sequence[int], change: Sequence[int]) -> tuple[int, ...]:
    """The score after a change, per side."""
    return tuple([have + more for have, more in zip(score, change, strict=True)])


def ended_at_limit(score: tuple[int, ...], limit: int) -> MatchEnded | None:
    """The end of a match of two sides once one has its fill of penalties: it loses (M11)."""
    losers = [side for side, have in enumerate(score) if have >= limit]
    return lost_by(score, losers) if losers else None


def widow_mark(total: int, *, sixty_costs: int) -> int:
    """The mark for one side's total, 0..120, in Widow (W6)."""
    if total == ALL_POINTS // 2:
        return sixty_costs
    if total == 0 or total > ALL_POINTS // 2:
        return 0
    return 4 if total < SPAS else 2


def goats_at_limit(score: tuple[int, ...], limit: int) -> MatchEnded | None:
    """The end of a match once somebody has its fill: the highest are goats, all others win (W7)."""
    if max(score) < limit:
        return None
    return lost_by(score, [side for side, have in enumerate(score) if have == max(score)])


def lost_by(score: tuple[int, ...], losers: Sequence[int]) -> MatchEnded:
    """The end of a match that these sides have lost and all others have won."""
    winners = tuple(side for side in range(len(score)) if side not in losers)
    return MatchEnded(score, winners, tuple(losers))


def singles_change(points: Sequence[int], playing: Sequence[int]) -> tuple[int, ...]:
    """B12 for players on their own: 2 for every player who has strictly more.

    Args:
        points: card points per side.
        playing: the sides still in; the others take nothing.
    """
    return tuple(
        2 * sum(points[other] > have for other in playing) if side in playing else 0
        for side, have in enumerate(points)
    )


def teams_change(points: Sequence[int], *, spas_at: int) -> tuple[int, int]:
    """B12 for two teams: the losing one takes 2 from `spas_at` points on, 4 below, 6 with none."""
    loser = cycle_loser(points)
    if loser is None:
        return (0, 0)
    have = points[loser]
    return paid_by(loser, 2 if have >= spas_at else 4 if have else 6)


def pot_winners(points: Sequence[int], playing: Sequence[int]) -> tuple[int, ...]:
    """P2: the sides still in with the most card points; they share the pot equally."""
    most = max(points[side] for side in playing)
    return tuple(side for side in playing if points[side] == most)
