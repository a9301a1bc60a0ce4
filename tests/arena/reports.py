"""Reports of tournaments for tests: what a client of an arena would have decoded."""

from datetime import UTC, datetime

from kozel.stats import Interval
from kozel.table import Verdict
from kozel_arena.rpc.admin_values import (
    CrossTableCell,
    Standing,
    TournamentEntry,
    TournamentPlan,
    TournamentReport,
    VerdictCount,
)
from kozel_arena.tournament import TournamentState


def a_standing(place: int, name: str, **changes: object) -> Standing:
    """A bot with the widest measures that there can be."""
    values: dict[str, object] = {
        "bot_id": f"b{place - 1}",
        "name": name,
        "place": place,
        "matches": 12_000,
        "groups": 6_000,
        "score": Interval(1.0, 0.0, 1.0),
        "points": Interval(120.0, 0.0, 120.0),
        "field": None,
        "elo": Interval(-1234.4, -1555.5, -1000.6),
        "superiority": 1.0,
        "ladder": None,
        "decision_p50_ns": 4_999_000_000,
        "decision_p99_ns": 4_999_000_000,
        "silences": 1_234_567,
        "verdicts": (
            VerdictCount(verdict=Verdict.NORMAL, matches=11_000, charged=0),
            VerdictCount(verdict=Verdict.TIMEOUT, matches=1_000, charged=999),
        ),
        "is_withdrawn": False,
    }
    return Standing(**{**values, **changes})  # type: ignore[arg-type]


def a_report(names: list[str]) -> TournamentReport:
    """A tournament in which everybody has met everybody."""
    lines = [a_standing(place, name) for place, name in enumerate(names, start=1)]
    cells = [
        CrossTableCell(
            bot_id=a.bot_id,
            opponent_id=b.bot_id,
            matches=10,
            groups=5,
            score=Interval(1.0, 0.7, 1.0),
            difference=Interval(10.0, -2.0, 22.0),
            superiority=0.9,
            score_deviation=0.25,
            difference_deviation=30.0,
        )
        for a in lines
        for b in lines
        if a is not b
    ]
    tournament = TournamentEntry(
        id="t1",
        plan=TournamentPlan(name="cup", ruleset="miner", bots=tuple(names), matches_per_pairing=10),
        state=TournamentState.FINISHED,
        total=90,
        finished=90,
        running=0,
        created=datetime(2025, 1, 1, tzinfo=UTC),
    )
    return TournamentReport(tournament=tournament, standings=tuple(lines), cross_table=tuple(cells))
