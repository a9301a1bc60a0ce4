"""What `--json` prints: bots and tournaments as plain JSON values; field names are kept stable."""

from typing import Final

from kozel_arena.rating import CrossTableCell, StandingLine
from kozel_arena.rpc.admin_values import (
    BotEntry,
    TournamentEntry,
    TournamentReport,
)

Document = dict[str, object]
NS_PER_MS: Final = 10**6


def bot_document(bot: BotEntry) -> Document:
    """A registered bot."""
    return {
        "id": bot.id,
        "name": bot.name,
        "created": bot.created.isoformat(),
        "connected": bot.is_connected,
        "seats_in_play": bot.seats_in_play,
    }


def tournament_document(entry: TournamentEntry) -> Document:
    """A tournament without results; times of the clock are nanoseconds."""
    plan = entry.plan
    return {
        "id": entry.id,
        "name": plan.name,
        "state": entry.state.value,
        "ruleset": plan.ruleset,
        "options": dict(plan.options),
        "bots": list(plan.bots),
        "matches_per_pairing": plan.matches_per_pairing,
        "seed": plan.seed or None,
        "time_control": {
            "move_limit_ns": plan.clock.move_limit_ns,
            "bank_ns": plan.clock.bank_ns,
            "strikes": plan.clock.strikes,
        },
        "matches": {
            "total": entry.total,
            "finished": entry.finished,
            "running": entry.running,
        },
        "created": entry.created.isoformat(),
    }


def standing_document(line: StandingLine) -> Document:
    """One line of the standings; scores 0 to 1, times in milliseconds."""
    return {
        "bot": line.name,
        "bot_id": line.bot_id,
        "matches": line.matches,
        "score": line.score,
        "score_low": line.score_low,
        "score_high": line.score_high,
        "decision_p50_ms": line.decision_p50_ns / NS_PER_MS,
        "decision_p99_ms": line.decision_p99_ns / NS_PER_MS,
        "silences": line.silences,
    }


def cell_document(cell: CrossTableCell, names: dict[str, str]) -> Document:
    """One cell of the cross-table; the score is the bot's, 0 to 1."""
    return {
        "bot": names[cell.bot_id],
        "opponent": names[cell.opponent_id],
        "bot_id": cell.bot_id,
        "opponent_id": cell.opponent_id,
        "matches": cell.matches,
        "score": cell.score,
    }


def report_document(report: TournamentReport) -> Document:
    """A tournament with standings (best first) and cross-table."""
    names = {line.bot_id: line.name for line in report.standings}
    return {
        "tournament": tournament_document(report.tournament),
        "standings": [standing_document(line) for line in report.standings],
        "cross_table": [cell_document(cell, names) for cell in report.cross_table],
    }
