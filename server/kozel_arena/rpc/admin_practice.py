"""The admin service's calls about practice matches of persons who dial in from a terminal."""

from kozel.rules import bind
from kozel.v1 import practice_pb2 as pb
from kozel.wire.matches import decode_options, decode_time_control
from kozel_arena.rpc.admin_parts import AdminPart, Context
from kozel_arena.runtime.practice_values import PracticePlan


class PracticeCalls(AdminPart):
    """Opens, stops and records practice matches; the token of a table is all that names it."""

    async def OpenPractice(
        self, request: pb.OpenPracticeRequest, context: Context
    ) -> pb.OpenPracticeResponse:
        """Open a table whose person dials in."""
        plan = PracticePlan(
            rules=bind(request.ruleset, decode_options(request.options)),
            seat=request.seat,
            opponents=tuple(request.opponents),
            time_control=decode_time_control(request.time_control),
            person=request.name,
        )
        table = self._arena.practice.open(plan, dials=True)
        return pb.OpenPracticeResponse(
            token=table.token, match_id=table.match_id, seats=table.names
        )

    async def LeavePractice(
        self, request: pb.LeavePracticeRequest, context: Context
    ) -> pb.LeavePracticeResponse:
        """Stop a match."""
        self._arena.practice.find(request.token).abort()
        return pb.LeavePracticeResponse()

    async def GetPracticeRecord(
        self, request: pb.GetPracticeRecordRequest, context: Context
    ) -> pb.GetPracticeRecordResponse:
        """The record of a match that is over."""
        table = self._arena.practice.find(request.token)
        return pb.GetPracticeRecordResponse(record=table.whole_record())
