"""The organiser's client's calls about registration and the tokens of bots."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from google.protobuf.timestamp_pb2 import Timestamp

from kozel.v1 import admin_pb2_grpc
from kozel.v1 import registration_pb2 as pb
from kozel_arena.rpc.admin_decoding import decode_time, encode_time
from kozel_arena.rpc.admin_values import InvitationEntry, RegistrationEntry

Answer = TypeVar("Answer")


class RegistrationClient(ABC):
    """A part of `AdminClient`, which has the connection."""

    _calls: admin_pb2_grpc.AdminServiceStub

    @abstractmethod
    def _call(self, method: Callable[..., Answer], request: object) -> Answer:
        """Make a call, or raise an AdminError."""

    def open_registration(
        self, tournament: str, *, most_bots: int, closes: datetime | None = None
    ) -> RegistrationEntry:
        """Let authors register bots for a tournament that has not started."""
        request = pb.OpenRegistrationRequest(
            tournament=tournament, most_bots=most_bots, closes=_stamp(closes)
        )
        answer = self._call(self._calls.OpenRegistration, request)
        return decode_registration(answer.registration)

    def close_registration(self, tournament: str) -> RegistrationEntry:
        """Let nobody register any more."""
        request = pb.CloseRegistrationRequest(tournament=tournament)
        answer = self._call(self._calls.CloseRegistration, request)
        return decode_registration(answer.registration)

    def registration(
        self, tournament: str
    ) -> tuple[RegistrationEntry | None, tuple[InvitationEntry, ...]]:
        """The registration of a tournament, None if there never was one, and its invitations."""
        request = pb.GetRegistrationRequest(tournament=tournament)
        answer = self._call(self._calls.GetRegistration, request)
        is_there = answer.HasField("registration")
        found = decode_registration(answer.registration) if is_there else None
        return found, tuple(map(decode_invitation, answer.invitations))

    def invite(
        self, tournament: str, *, label: str, uses: int, expires: datetime | None
    ) -> tuple[InvitationEntry, str]:
        """Make an invitation: it and its code, which cannot be had again."""
        request = pb.CreateInvitationRequest(
            tournament=tournament, label=label, uses=uses, expires=_stamp(expires)
        )
        answer = self._call(self._calls.CreateInvitation, request)
        return decode_invitation(answer.invitation), answer.code

    def revoke_invitation(self, tournament: str, number: int) -> InvitationEntry:
        """Make an invitation worthless."""
        request = pb.RevokeInvitationRequest(tournament=tournament, number=number)
        return decode_invitation(self._call(self._calls.RevokeInvitation, request).invitation)

    def rotate_bot_token(self, bot: str) -> tuple[str, str]:
        """Replace a bot's token: the bot's name and its new token, which cannot be had again."""
        answer = self._call(self._calls.RotateBotToken, pb.RotateBotTokenRequest(bot=bot))
        return answer.name, answer.token


def decode_registration(message: pb.Registration) -> RegistrationEntry:
    """The registration of a tournament."""
    return RegistrationEntry(
        tournament_id=message.tournament_id,
        tournament=message.tournament,
        most_bots=message.most_bots,
        entries=message.entries,
        opened=decode_time(message.opened),
        closes=decode_time(message.closes) if message.HasField("closes") else None,
        why_closed=message.why_closed or None,
    )


def decode_invitation(message: pb.Invitation) -> InvitationEntry:
    """An invitation without its code."""
    return InvitationEntry(
        number=message.number,
        label=message.label,
        uses=message.uses,
        used=message.used,
        created=decode_time(message.created),
        expires=decode_time(message.expires) if message.HasField("expires") else None,
        revoked=decode_time(message.revoked) if message.HasField("revoked") else None,
    )


def _stamp(time: datetime | None) -> Timestamp | None:
    return None if time is None else encode_time(time)
