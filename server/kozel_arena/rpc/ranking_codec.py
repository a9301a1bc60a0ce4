"""The tables of Swiss tournaments and knockouts as messages, both ways; bots go by their ids."""

from collections.abc import Iterable
from typing import Final

from kozel.v1 import ranking_pb2 as pb
from kozel.wire.enums import EnumCodec
from kozel_arena.tournament import (
    Decision,
    KnockoutMeeting,
    KnockoutPlace,
    KnockoutTable,
    Round,
    Stage,
    SwissLine,
)

STAGES: Final = EnumCodec(
    "part of a knockout",
    {
        Stage.MAIN: pb.KNOCKOUT_STAGE_MAIN,
        Stage.SECOND: pb.KNOCKOUT_STAGE_SECOND,
        Stage.FINAL: pb.KNOCKOUT_STAGE_FINAL,
        Stage.REPLAY: pb.KNOCKOUT_STAGE_REPLAY,
    },
)
DECISIONS: Final = EnumCodec(
    "decision of a meeting",
    {
        Decision.MATCH_POINTS: pb.MEETING_DECISION_MATCH_POINTS,
        Decision.DEAL_POINTS: pb.MEETING_DECISION_DEAL_POINTS,
        Decision.SEED: pb.MEETING_DECISION_SEED,
        Decision.WITHDRAWAL: pb.MEETING_DECISION_WITHDRAWAL,
        Decision.BYE: pb.MEETING_DECISION_BYE,
    },
)


def encode_swiss(line: SwissLine) -> pb.SwissLine:
    """A line of the table of a Swiss tournament."""
    return pb.SwissLine(
        bot_id=line.entry,
        place=line.place,
        points=line.points,
        buchholz=line.buchholz,
        score=line.score,
        byes=line.byes,
    )


def encode_knockout(table: KnockoutTable | None) -> pb.KnockoutTable | None:
    """The table of a knockout; None stays unset."""
    if table is None:
        return None
    return pb.KnockoutTable(
        meetings=map(_encode_meeting, table.meetings),
        places=[pb.KnockoutPlace(bot_id=one.entry, place=one.place or 0) for one in table.places],
    )


def _encode_meeting(meeting: KnockoutMeeting) -> pb.KnockoutMeeting:
    decision = meeting.decision
    return pb.KnockoutMeeting(
        stage=STAGES.encode(meeting.round.stage),  # type: ignore[arg-type]
        round=meeting.round.number,
        bot_ids=meeting.entries,
        match_points=meeting.match_points,
        deal_points=meeting.deal_points,
        matches=meeting.matches,
        winner_id=meeting.winner or "",
        decision=DECISIONS.encode(decision) if decision else None,  # type: ignore[arg-type]
    )


def decode_swiss(messages: Iterable[pb.SwissLine]) -> tuple[SwissLine, ...]:
    """The table of a Swiss tournament."""
    return tuple(
        SwissLine(
            entry=line.bot_id,
            place=line.place,
            points=line.points,
            buchholz=line.buchholz,
            score=line.score,
            byes=line.byes,
        )
        for line in messages
    )


def decode_knockout(message: pb.KnockoutTable) -> KnockoutTable:
    """The table of a knockout."""
    return KnockoutTable(
        meetings=tuple(map(_decode_meeting, message.meetings)),
        places=tuple(
            KnockoutPlace(entry=one.bot_id, place=one.place or None) for one in message.places
        ),
    )


def _decode_meeting(message: pb.KnockoutMeeting) -> KnockoutMeeting:
    return KnockoutMeeting(
        round=Round(STAGES.decode(message.stage), message.round),
        entries=tuple(message.bot_ids),
        match_points=tuple(message.match_points),
        deal_points=tuple(message.deal_points),
        matches=message.matches,
        winner=message.winner_id or None,
        decision=DECISIONS.decode(message.decision) if message.decision else None,
    )
