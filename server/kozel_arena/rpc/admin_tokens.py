"""The admin service's calls about tokens and about who did what."""

import asyncio
from functools import partial

from kozel.v1 import oversight_pb2 as pb
from kozel_arena.rpc.admin_enums import ROLES
from kozel_arena.rpc.admin_matches import limit_of
from kozel_arena.rpc.admin_parts import AdminPart, Context
from kozel_arena.rpc.caller import current_caller
from kozel_arena.rpc.results_encoding import encode_audit, encode_token


class TokenCalls(AdminPart):
    """Makes, lists and revokes tokens, and shows the audit log."""

    async def AddToken(self, request: pb.AddTokenRequest, context: Context) -> pb.AddTokenResponse:
        """Make a token."""
        role = ROLES.decode(request.role)
        add = partial(self._repository.add_token, request.name, role, by=current_caller())
        token, secret = await asyncio.to_thread(add)
        return pb.AddTokenResponse(token=encode_token(token), secret=secret)

    async def ListTokens(
        self, request: pb.ListTokensRequest, context: Context
    ) -> pb.ListTokensResponse:
        """All tokens by name."""
        tokens = await asyncio.to_thread(self._repository.tokens)
        return pb.ListTokensResponse(tokens=map(encode_token, tokens))

    async def RevokeToken(
        self, request: pb.RevokeTokenRequest, context: Context
    ) -> pb.RevokeTokenResponse:
        """Make a token worthless."""
        revoke = partial(self._repository.revoke_token, request.name, by=current_caller())
        return pb.RevokeTokenResponse(token=encode_token(await asyncio.to_thread(revoke)))

    async def ListAudit(
        self, request: pb.ListAuditRequest, context: Context
    ) -> pb.ListAuditResponse:
        """What organisers did, the last thing first."""
        read = partial(self._repository.audit, limit=limit_of(request.limit))
        return pb.ListAuditResponse(entries=map(encode_audit, await asyncio.to_thread(read)))
