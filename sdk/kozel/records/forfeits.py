"""How a match ends that a side forfeits, and whether a record may say so."""

from kozel.records.errors import Damage, RecordError
from kozel.records.model import FORFEIT_VERDICTS, Record
from kozel.rules import MatchEnded, Rules, Standing


def forfeited(record: Record, rules: Rules, standing: Standing, *, is_over: bool) -> MatchEnded:
    """The outcome of a forfeited match: the sides still in win, but for those that forfeit.

    Raises:
        RecordError: the match was over, or no such side could forfeit it so.
    """
    if is_over:
        problem = "a match that was played to its end cannot be forfeited"
    elif record.verdict not in FORFEIT_VERDICTS:
        problem = f"a match cannot be forfeited with the verdict {record.verdict}"
    elif not _are_in(record.forfeit, rules, standing):
        problem = f"the sides {list(record.forfeit)} cannot forfeit: name sides still in, ascending"
    else:
        return outcome_of_forfeit(record.forfeit, rules, standing)
    raise RecordError(problem, damage=Damage.SCORE)


def outcome_of_forfeit(lost: tuple[int, ...], rules: Rules, standing: Standing) -> MatchEnded:
    """How a match ends in which these sides forfeit."""
    winners = tuple([side for side in _sides_in(rules, standing) if side not in lost])
    losers = tuple([side for side in range(rules.sides) if side not in winners])
    return MatchEnded(standing.score, winners, losers)


def _are_in(sides: tuple[int, ...], rules: Rules, standing: Standing) -> bool:
    still_in = _sides_in(rules, standing)
    return (
        list(sides) == sorted(set(sides))
        and len(sides) < len(still_in)
        and (set(sides) <= set(still_in))
    )


def _sides_in(rules: Rules, standing: Standing) -> list[int]:
    return [side for side in range(rules.sides) if standing.active >> side & 1]
