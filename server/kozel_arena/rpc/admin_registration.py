"""The admin service's calls about registration by authors, and about the tokens of bots."""

import asyncio
from datetime import datetime
from functools import partial

from google.protobuf.timestamp_pb2 import Timestamp

from kozel.v1 import registration_pb2 as pb
from kozel_arena.rpc.admin_decoding import decode_time, encode_time
from kozel_arena.rpc.admin_parts import AdminPart, Context
from kozel_arena.rpc.caller import current_caller
from kozel_arena.storage import Invitation, Registration, UnusableValue


class RegistrationCalls(AdminPart):
    """Opens and closes registration, makes invitation codes, and replaces tokens of bots."""

    async def OpenRegistration(
        self, request: pb.OpenRegistrationRequest, context: Context
    ) -> pb.OpenRegistrationResponse:
        """Let authors register bots."""
        open_ = partial(
            self._accounts.open_registration,
            request.tournament,
            most_bots=request.most_bots,
            closes=_moment(request.closes) if request.HasField("closes") else None,
            by=current_caller(),
        )
        registration = await asyncio.to_thread(open_)
        return pb.OpenRegistrationResponse(registration=encode_registration(registration))

    async def CloseRegistration(
        self, request: pb.CloseRegistrationRequest, context: Context
    ) -> pb.CloseRegistrationResponse:
        """Let nobody register any more."""
        close = partial(self._accounts.close_registration, request.tournament, by=current_caller())
        registration = await asyncio.to_thread(close)
        return pb.CloseRegistrationResponse(registration=encode_registration(registration))

    async def GetRegistration(
        self, request: pb.GetRegistrationRequest, context: Context
    ) -> pb.GetRegistrationResponse:
        """The registration of a tournament and its invitations."""
        found = await asyncio.to_thread(self._accounts.registration, request.tournament)
        invitations = await asyncio.to_thread(self._accounts.invitations, request.tournament)
        return pb.GetRegistrationResponse(
            registration=None if found is None else encode_registration(found),
            invitations=map(encode_invitation, invitations),
        )

    async def CreateInvitation(
        self, request: pb.CreateInvitationRequest, context: Context
    ) -> pb.CreateInvitationResponse:
        """Make an invitation code."""
        invite = partial(
            self._accounts.invite,
            request.tournament,
            label=request.label,
            uses=request.uses or 1,
            expires=_moment(request.expires) if request.HasField("expires") else None,
            by=current_caller(),
        )
        invitation, code = await asyncio.to_thread(invite)
        return pb.CreateInvitationResponse(invitation=encode_invitation(invitation), code=code)

    async def RevokeInvitation(
        self, request: pb.RevokeInvitationRequest, context: Context
    ) -> pb.RevokeInvitationResponse:
        """Make an invitation code worthless."""
        revoke = partial(
            self._accounts.revoke_invitation,
            request.tournament,
            request.number,
            by=current_caller(),
        )
        invitation = await asyncio.to_thread(revoke)
        return pb.RevokeInvitationResponse(invitation=encode_invitation(invitation))

    async def RotateBotToken(
        self, request: pb.RotateBotTokenRequest, context: Context
    ) -> pb.RotateBotTokenResponse:
        """Give a bot another token; the stream of the old one ends."""
        rotate = partial(self._accounts.rotate, request.bot, by=current_caller())
        bot, token = await asyncio.to_thread(rotate)
        self._arena.expel(bot.id)
        return pb.RotateBotTokenResponse(bot_id=bot.id, name=bot.name, token=token)


def encode_registration(registration: Registration) -> pb.Registration:
    """The registration of a tournament."""
    closes = registration.closes
    return pb.Registration(
        tournament_id=registration.tournament_id,
        tournament=registration.tournament,
        most_bots=registration.most_bots,
        entries=registration.entries,
        opened=encode_time(registration.opened),
        closes=None if closes is None else encode_time(closes),
        why_closed=registration.why_closed or "",
    )


def encode_invitation(invitation: Invitation) -> pb.Invitation:
    """An invitation without its code."""
    expires, revoked = invitation.expires, invitation.revoked
    return pb.Invitation(
        number=invitation.number,
        label=invitation.label,
        uses=invitation.uses,
        used=invitation.used,
        created=encode_time(invitation.created),
        expires=None if expires is None else encode_time(expires),
        revoked=None if revoked is None else encode_time(revoked),
    )


def _moment(message: Timestamp) -> datetime:
    """A moment; raises UnusableValue for one that no calendar here has."""
    try:
        return decode_time(message)
    except (ValueError, OverflowError):
        raise UnusableValue("the time cannot be used: give one in the years 1 to 9999") from None
