"""An organiser's end of the codec of results: tables, matches, tokens, audit log as values."""

from kozel.stats import Interval, SprtState
from kozel.v1 import admin_pb2, oversight_pb2
from kozel.wire.enums import VERDICTS
from kozel.wire.matches import decode_duration
from kozel_arena.rpc.admin_decoding import decode_time, decode_tournament
from kozel_arena.rpc.admin_enums import ROLES, SPRT_DECISIONS
from kozel_arena.rpc.admin_values import (
    AuditLine,
    CrossTableCell,
    LadderRating,
    MatchEntry,
    RunningMatch,
    Snapshot,
    Standing,
    TokenEntry,
    TournamentReport,
    VerdictCount,
)
from kozel_arena.rpc.ranking_codec import decode_knockout, decode_swiss


def decode_interval(message: admin_pb2.Interval) -> Interval:
    """An estimate with its interval."""
    return Interval(message.value, message.low, message.high)


def decode_standing(message: admin_pb2.Standing) -> Standing:
    """One line of the standings."""
    return Standing(
        bot_id=message.bot_id,
        name=message.name,
        place=message.place,
        matches=message.matches,
        groups=message.deal_groups,
        score=Interval(message.score, message.score_low, message.score_high),
        points=decode_interval(message.points) if message.HasField("points") else None,
        field=decode_interval(message.field) if message.HasField("field") else None,
        elo=decode_interval(message.elo) if message.HasField("elo") else None,
        superiority=message.superiority if message.HasField("superiority") else None,
        ladder=decode_ladder(message.ladder) if message.HasField("ladder") else None,
        decision_p50_ns=decode_duration(message.decision_p50),
        decision_p99_ns=decode_duration(message.decision_p99),
        silences=message.silences,
        verdicts=tuple(
            VerdictCount(
                verdict=VERDICTS.decode(count.verdict),
                matches=count.matches,
                charged=count.charged,
            )
            for count in message.verdicts
        ),
        is_withdrawn=message.withdrawn,
    )


def decode_ladder(message: admin_pb2.LadderRating) -> LadderRating:
    """A rating of a ladder."""
    return LadderRating(mu=message.mu, sigma=message.sigma, ordinal=message.ordinal)


def decode_cell(message: admin_pb2.CrossTableCell) -> CrossTableCell:
    """One cell of the cross-table."""
    has = message.HasField
    return CrossTableCell(
        bot_id=message.bot_id,
        opponent_id=message.opponent_id,
        matches=message.matches,
        groups=message.deal_groups,
        score=Interval(message.score, message.score_low, message.score_high),
        difference=decode_interval(message.difference),
        superiority=message.superiority if has("superiority") else None,
        score_deviation=message.score_deviation if has("score_deviation") else None,
        difference_deviation=message.difference_deviation if has("difference_deviation") else None,
    )


def decode_sprt(message: admin_pb2.SprtStatus) -> SprtState:
    """How far a sequential test is."""
    return SprtState(
        llr=message.llr,
        lower=message.lower,
        upper=message.upper,
        groups=message.deal_groups,
        decision=SPRT_DECISIONS.decode(message.decision),
    )


def decode_report(message: admin_pb2.GetTournamentResponse) -> TournamentReport:
    """A tournament with its results so far."""
    names = {line.bot_id: line.name for line in message.standings}
    return TournamentReport(
        tournament=decode_tournament(message.tournament),
        standings=tuple(map(decode_standing, message.standings)),
        cross_table=tuple(map(decode_cell, message.cross_table)),
        sprt=decode_sprt(message.sprt) if message.HasField("sprt") else None,
        winner=names.get(message.winner_id, ""),
        swiss=decode_swiss(message.swiss),
        knockout=decode_knockout(message.knockout) if message.HasField("knockout") else None,
    )


def decode_snapshot(message: admin_pb2.WatchTournamentResponse) -> Snapshot:
    """A tournament at one moment."""
    return Snapshot(
        tournament=decode_tournament(message.tournament),
        running=tuple(
            RunningMatch(
                match_id=match.match_id,
                bots=tuple(match.bots),
                age_ns=decode_duration(match.age),
            )
            for match in message.running
        ),
        standings=tuple(map(decode_standing, message.standings)),
        sprt=decode_sprt(message.sprt) if message.HasField("sprt") else None,
        swiss=decode_swiss(message.swiss),
        knockout=decode_knockout(message.knockout) if message.HasField("knockout") else None,
    )


def decode_match(message: oversight_pb2.FinishedMatch) -> MatchEntry:
    """A finished match."""
    return MatchEntry(
        id=message.match_id,
        tournament_id=message.tournament_id,
        number=message.number,
        attempt=message.attempt,
        group=message.deal_group,
        bots=tuple(message.bots),
        match_points=tuple(message.match_points),
        deal_points=tuple(message.deal_points),
        verdict=VERDICTS.decode(message.verdict),
        charged_seats=tuple(message.charged_seats),
        deals=message.deals,
        started=decode_time(message.started),
        ended=decode_time(message.ended),
    )


def decode_audit(message: oversight_pb2.AuditEntry) -> AuditLine:
    """Something that an organiser did."""
    return AuditLine(
        time=decode_time(message.time),
        who=message.who,
        role=ROLES.decode(message.role),
        action=message.action,
        subject=message.subject,
        details=message.details,
    )


def decode_token(message: oversight_pb2.Token) -> TokenEntry:
    """A token without its secret."""
    return TokenEntry(
        name=message.name,
        role=ROLES.decode(message.role),
        created=decode_time(message.created),
        revoked=decode_time(message.revoked) if message.HasField("revoked") else None,
    )
