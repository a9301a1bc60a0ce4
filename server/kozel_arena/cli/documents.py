"""What `--json` prints: bots and tournaments as plain JSON values; field names are kept stable."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from kozel.stats import Interval, SprtState
from kozel_arena.rpc.admin_values import (
    AuditLine,
    BotEntry,
    CrossTableCell,
    MatchEntry,
    Standing,
    TokenEntry,
    TournamentEntry,
    TournamentReport,
)
from kozel_arena.tournament import KnockoutTable, SwissLine

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
    """A tournament without results; times of the clock and the delay are nanoseconds."""
    plan = entry.plan
    return {
        "id": entry.id,
        "name": plan.name,
        "state": entry.state.value,
        "ruleset": plan.ruleset,
        "format": plan.format.value,
        "individual": plan.individual,
        "deals": plan.deals.value,
        "policy": plan.policy.value,
        "rounds": plan.rounds,
        "challengers": list(plan.challengers),
        "sprt": None if plan.sprt is None else asdict(plan.sprt),
        "options": dict(plan.options),
        "bots": list(plan.bots),
        "matches_per_pairing": plan.matches_per_pairing,
        "seed": plan.seed or None,
        "time_control": {
            "move_limit_ns": plan.clock.move_limit_ns,
            "bank_ns": plan.clock.bank_ns,
            "strikes": plan.clock.strikes,
        },
        "spectator_delay_ns": plan.spectator_delay_ns,
        "matches": {
            "total": entry.total,
            "total_is_most": entry.is_total_most,
            "finished": entry.finished,
            "running": entry.running,
            "given_up": list(entry.given_up),
        },
        "created": entry.created.isoformat(),
    }


def interval_document(interval: Interval | None) -> Document | None:
    """An estimate with the ends of its 95 % interval."""
    if interval is None:
        return None
    return {"value": interval.value, "low": interval.low, "high": interval.high}


def standing_document(line: Standing) -> Document:
    """One line of the standings; scores and probabilities 0 to 1, times in milliseconds."""
    ladder = line.ladder
    return {
        "place": line.place,
        "bot": line.name,
        "bot_id": line.bot_id,
        "matches": line.matches,
        "deal_groups": line.groups,
        "score": line.score.value,
        "score_low": line.score.low,
        "score_high": line.score.high,
        "elo": interval_document(line.elo),
        "points_per_deal": interval_document(line.points),
        "points_against_field": interval_document(line.field),
        "superiority_over_next": line.superiority,
        "openskill_order_dependent": None
        if ladder is None
        else {"mu": ladder.mu, "sigma": ladder.sigma, "ordinal": ladder.ordinal},
        "verdicts": {
            count.verdict.value: {"matches": count.matches, "charged": count.charged}
            for count in line.verdicts
        },
        "decision_p50_ms": line.decision_p50_ns / NS_PER_MS,
        "decision_p99_ms": line.decision_p99_ns / NS_PER_MS,
        "silences": line.silences,
        "withdrawn": line.is_withdrawn,
    }


def cell_document(cell: CrossTableCell, names: dict[str, str]) -> Document:
    """One cell of the cross-table; the score is the bot's, 0 to 1, points are a deal's."""
    return {
        "bot": names[cell.bot_id],
        "opponent": names[cell.opponent_id],
        "bot_id": cell.bot_id,
        "opponent_id": cell.opponent_id,
        "matches": cell.matches,
        "deal_groups": cell.groups,
        "score": cell.score.value,
        "score_low": cell.score.low,
        "score_high": cell.score.high,
        "points_difference": interval_document(cell.difference),
        "superiority": cell.superiority,
        "score_deviation": cell.score_deviation,
        "points_deviation": cell.difference_deviation,
    }


def sprt_document(state: SprtState) -> Document:
    """How far a sequential test is."""
    return {
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "deal_groups": state.groups,
        "decision": state.decision.value,
    }


def report_document(report: TournamentReport) -> Document:
    """A tournament with standings (best first) and cross-table."""
    names = {line.bot_id: line.name for line in report.standings}
    return {
        "tournament": tournament_document(report.tournament),
        "standings": [standing_document(line) for line in report.standings],
        "cross_table": [cell_document(cell, names) for cell in report.cross_table],
        "sprt": None if report.sprt is None else sprt_document(report.sprt),
        "winner": report.winner or None,
        "swiss": [swiss_document(line, names) for line in report.swiss],
        "knockout": None if report.knockout is None else knockout_document(report.knockout, names),
    }


def swiss_document(line: SwissLine, names: Mapping[str, str]) -> Document:
    """A line of a Swiss tournament's table; points are those of meetings, score is 0 to 1."""
    return {
        "place": line.place,
        "bot": names[line.entry],
        "bot_id": line.entry,
        "points": line.points,
        "buchholz": line.buchholz,
        "score": line.score,
        "byes": line.byes,
    }


def knockout_document(table: KnockoutTable, names: Mapping[str, str]) -> Document:
    """A knockout: its meetings round by round (lists are by bot), and who has come where."""
    return {
        "meetings": [
            {
                "stage": meeting.round.stage.value,
                "round": meeting.round.number,
                "bots": [names[entry] for entry in meeting.entries],
                "match_points": list(meeting.match_points),
                "deal_points": list(meeting.deal_points),
                "matches": meeting.matches,
                "winner": names[meeting.winner] if meeting.winner else None,
                "decided_by": meeting.decision.value if meeting.decision else None,
            }
            for meeting in table.meetings
        ],
        "places": [
            {"place": line.place, "bot": names[line.entry], "bot_id": line.entry}
            for line in table.places
        ],
    }


def match_document(match: MatchEntry) -> Document:
    """A finished match; lists are by seat."""
    return {
        "id": match.id,
        "tournament_id": match.tournament_id,
        "number": match.number,
        "attempt": match.attempt,
        "deal_group": match.group,
        "bots": list(match.bots),
        "match_points": list(match.match_points),
        "deal_points": list(match.deal_points),
        "verdict": match.verdict.value,
        "charged_seats": list(match.charged_seats),
        "deals": match.deals,
        "started": match.started.isoformat(),
        "ended": match.ended.isoformat(),
    }


def audit_document(line: AuditLine) -> Document:
    """Something that an organiser did."""
    return {
        "time": line.time.isoformat(),
        "who": line.who,
        "role": line.role.value,
        "action": line.action,
        "subject": line.subject,
        "details": line.details,
    }


def token_document(token: TokenEntry) -> Document:
    """A token without its secret."""
    return {
        "name": token.name,
        "role": token.role.value,
        "created": token.created.isoformat(),
        "revoked": None if token.revoked is None else token.revoked.isoformat(),
    }
