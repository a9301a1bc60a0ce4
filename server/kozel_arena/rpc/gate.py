"""The gate before the admin service: lets in whom a token allows it, turns errors into statuses."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final, TypeAlias

import grpc

from kozel.rules.errors import KozelError
from kozel_arena.logs import Log
from kozel_arena.roles import Caller, Role
from kozel_arena.rpc.admin_watch import TooManyWatchers
from kozel_arena.rpc.caller import NotForViewers, call_comes_from
from kozel_arena.rpc.guard import report_failure
from kozel_arena.runtime.practice_values import NoRoom, NoSuchTable, NotNow
from kozel_arena.storage import (
    NameTaken,
    StorageError,
    TakesNoPart,
    UnknownBot,
    UnknownInvitation,
    UnknownMatch,
    UnknownToken,
    UnknownTournament,
    WrongState,
)

SERVICE: Final = "/kozel.v1.AdminService/"
NO_TOKEN: Final = (
    "organisers only: send the metadata 'authorization: Bearer TOKEN' with the token from the file "
    "that 'kozel-arena serve' named"
)
FOR_VIEWERS: Final = frozenset(
    {
        "ListBots",
        "ListTournaments",
        "GetTournament",
        "ListMatches",
        "WatchTournament",
        # These two look at the tournament's state by themselves.
        "GetMatch",
        "ExportMatches",
        # A person's own table, by its token.
        "OpenPractice",
        "LeavePractice",
        "GetPracticeRecord",
    }
)
"""Calls that viewers may make; every other one is the organisers' alone."""
# Texts, because grpc's classes are generic only in their stubs.
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Proceed: TypeAlias = "Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]"
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class OrganiserGate(grpc.aio.ServerInterceptor):
    """Lets only organisers and viewers to `AdminService`; other services pass untouched."""

    def __init__(self, find_caller: Callable[[str], Caller | None], log: Log) -> None:
        """A gate.

        Args:
            find_caller: whose token that is, None for nobody's; called in a thread.
            log: one line a refusal.
        """
        self._find_caller = find_caller
        self._log = log

    async def intercept_service(
        self, continuation: Proceed, handler_call_details: grpc.HandlerCallDetails
    ) -> "Handler | None":
        """The handler of a call: the service's own, guarded, or one that refuses."""
        handler = await continuation(handler_call_details)
        if handler is None or not handler_call_details.method.startswith(SERVICE):
            return handler
        method = handler_call_details.method.removeprefix(SERVICE)
        token = _bearer(handler_call_details.invocation_metadata)
        caller = None if token is None else await asyncio.to_thread(self._find_caller, token)
        if caller is None:
            self._log.warning("organiser_refused", method=method)
            return _refusing(grpc.StatusCode.UNAUTHENTICATED, NO_TOKEN)
        if caller.role is not Role.ORGANISER and method not in FOR_VIEWERS:
            self._log.warning("viewer_refused", method=method, caller=caller.name)
            refusal = NotForViewers(caller, f"call {method}")
            return _refusing(status_of(refusal), str(refusal))
        return self._guarded(handler, method, caller)

    def _guarded(self, handler: Handler, method: str, caller: Caller) -> Handler:
        codecs = {
            "request_deserializer": handler.request_deserializer,
            "response_serializer": handler.response_serializer,
        }
        if handler.response_streaming:
            stream: Any = handler.unary_stream

            async def many(request: Any, context: Context) -> AsyncIterator[Any]:
                call_comes_from(caller)
                try:
                    async for response in stream(request, context):
                        yield response
                except Exception as error:
                    await self._abort(error, context, method)

            return grpc.unary_stream_rpc_method_handler(many, **codecs)
        single: Any = handler.unary_unary

        async def one(request: Any, context: Context) -> Any:
            call_comes_from(caller)
            try:
                return await single(request, context)
            except Exception as error:
                await self._abort(error, context, method)

        return grpc.unary_unary_rpc_method_handler(one, **codecs)

    async def _abort(self, error: Exception, context: Context, method: str) -> None:
        """End a call with the status and the sentence for an error."""
        if isinstance(error, KozelError):
            await context.abort(status_of(error), str(error))
        text = report_failure(self._log, error, where=method)
        await context.abort(grpc.StatusCode.INTERNAL, text)


def status_of(error: KozelError) -> grpc.StatusCode:
    """The status for an error that was raised on purpose."""
    match error:
        case (
            UnknownBot()
            | UnknownTournament()
            | UnknownMatch()
            | UnknownToken()
            | TakesNoPart()
            | UnknownInvitation()
            | NoSuchTable()
        ):
            return grpc.StatusCode.NOT_FOUND
        case NameTaken():
            return grpc.StatusCode.ALREADY_EXISTS
        case NotForViewers():
            return grpc.StatusCode.PERMISSION_DENIED
        case TooManyWatchers() | NoRoom():
            return grpc.StatusCode.RESOURCE_EXHAUSTED
        case WrongState() | StorageError() | NotNow():
            return grpc.StatusCode.FAILED_PRECONDITION
        case _:
            return grpc.StatusCode.INVALID_ARGUMENT


def _refusing(status: grpc.StatusCode, sentence: str) -> Handler:
    """A handler that refuses every call."""

    async def refuse(request: Any, context: Context) -> None:
        await context.abort(status, sentence)

    return grpc.unary_unary_rpc_method_handler(refuse)


def _bearer(metadata: Sequence[tuple[str, str | bytes]] | None) -> str | None:
    """The token in the metadata of a call; None if there is none."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token:
                return token
    return None
