"""The arena's end of the codec of results: tables, matches, tokens, audit log as messages."""

from collections.abc import Iterator, Mapping, Set

from kozel.stats import Interval
from kozel.table import Verdict
from kozel.v1 import admin_pb2, oversight_pb2
from kozel.wire.codec import encode_duration
from kozel.wire.enums import VERDICTS
from kozel_arena.rating import EntryAnalysis, OrderDependentRating, PairAnalysis, StandingLine
from kozel_arena.results import Results
from kozel_arena.rpc.admin_decoding import encode_time
from kozel_arena.rpc.admin_enums import ROLES, SPRT_DECISIONS
from kozel_arena.storage import AccessToken, AuditEntry, StoredMatch


def encode_interval(interval: Interval | None) -> admin_pb2.Interval | None:
    """An estimate with its interval; None stays unset."""
    if interval is None:
        return None
    return admin_pb2.Interval(value=interval.value, low=interval.low, high=interval.high)


def encode_standings(results: Results, withdrawn: Set[str]) -> Iterator[admin_pb2.Standing]:
    """The standings, best first.

    Args:
        results: of the tournament.
        withdrawn: ids of the bots that were taken out of it.
    """
    chances = results.analysis.superiority
    entries = results.analysis.entries
    for row, entry in enumerate(entries):
        is_last = row == len(entries) - 1
        yield _standing(
            entry,
            results.lines[entry.entry],
            superiority=None if is_last or entry.elo is None else chances[row][row + 1],
            verdicts=results.verdicts.get(entry.entry, {}),
            is_withdrawn=entry.entry in withdrawn,
            ladder=results.ladder.get(entry.entry),
        )


def _standing(
    entry: EntryAnalysis,
    line: StandingLine,
    *,
    superiority: float | None,
    verdicts: Mapping[Verdict, tuple[int, int]],
    is_withdrawn: bool,
    ladder: OrderDependentRating | None,
) -> admin_pb2.Standing:
    return admin_pb2.Standing(
        bot_id=entry.entry,
        name=line.name,
        matches=entry.matches,
        score=entry.score.value,
        score_low=entry.score.low,
        score_high=entry.score.high,
        decision_p50=encode_duration(line.decision_p50_ns),
        decision_p99=encode_duration(line.decision_p99_ns),
        silences=line.silences,
        place=entry.place,
        deal_groups=entry.groups,
        points=encode_interval(entry.points) if entry.deals else None,
        field=encode_interval(entry.field),
        elo=encode_interval(entry.elo),
        superiority=superiority,
        verdicts=[
            admin_pb2.VerdictCount(
                verdict=VERDICTS.encode(verdict),  # type: ignore[arg-type]
                matches=matches,
                charged=charged,
            )
            for verdict, (matches, charged) in verdicts.items()
        ],
        withdrawn=is_withdrawn,
        ladder=None
        if ladder is None
        else admin_pb2.LadderRating(mu=ladder.mu, sigma=ladder.sigma, ordinal=ladder.ordinal),
    )


def encode_cells(results: Results) -> Iterator[admin_pb2.CrossTableCell]:
    """The cross-table: every ordered pair that has met."""
    places = {entry.entry: place for place, entry in enumerate(results.analysis.entries)}
    for pair in results.analysis.pairs:
        row, column = places[pair.entry], places[pair.opponent]
        yield _cell(pair, results.analysis.superiority[row][column])


def _cell(pair: PairAnalysis, superiority: float) -> admin_pb2.CrossTableCell:
    return admin_pb2.CrossTableCell(
        bot_id=pair.entry,
        opponent_id=pair.opponent,
        matches=pair.matches,
        score=pair.score.value,
        superiority=superiority,
        score_low=pair.score.low,
        score_high=pair.score.high,
        difference=encode_interval(pair.difference),
        deal_groups=pair.groups,
        score_deviation=pair.score_deviation,
        difference_deviation=pair.difference_deviation,
    )


def encode_sprt(results: Results) -> admin_pb2.SprtStatus | None:
    """How far a sequential test is; None where there is none."""
    if (state := results.sprt) is None:
        return None
    return admin_pb2.SprtStatus(
        llr=state.llr,
        lower=state.lower,
        upper=state.upper,
        decision=SPRT_DECISIONS.encode(state.decision),  # type: ignore[arg-type]
        deal_groups=state.groups,
    )


def encode_match(match: StoredMatch) -> oversight_pb2.FinishedMatch:
    """A finished match."""
    return oversight_pb2.FinishedMatch(
        match_id=match.match_id,
        tournament_id=match.tournament_id,
        number=match.number,
        attempt=match.attempt,
        deal_group=match.group,
        bots=match.names,
        match_points=match.match_points,
        deal_points=match.deal_points,
        verdict=VERDICTS.encode(match.verdict),  # type: ignore[arg-type]
        charged_seats=[seat for seat, is_charged in enumerate(match.charged) if is_charged],
        deals=match.deals,
        started=encode_time(match.started),
        ended=encode_time(match.ended),
    )


def encode_audit(entry: AuditEntry) -> oversight_pb2.AuditEntry:
    """Something that an organiser did."""
    return oversight_pb2.AuditEntry(
        time=encode_time(entry.time),
        who=entry.who,
        role=ROLES.encode(entry.role),  # type: ignore[arg-type]
        action=entry.action,
        subject=entry.subject,
        details=entry.details,
    )


def encode_token(token: AccessToken) -> oversight_pb2.Token:
    """A token without its secret."""
    return oversight_pb2.Token(
        name=token.name,
        role=ROLES.encode(token.role),  # type: ignore[arg-type]
        created=encode_time(token.created),
        revoked=None if token.revoked is None else encode_time(token.revoked),
    )
