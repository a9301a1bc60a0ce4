"""The gate before the admin service: lets organisers in, and turns errors into statuses."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final, TypeAlias

import grpc

from kozel.rules.errors import KozelError
from kozel_arena.logs import Log
from kozel_arena.rpc.guard import report_failure
from kozel_arena.storage import (
    NameTaken,
    StorageError,
    UnknownBot,
    UnknownTournament,
    WrongState,
)

SERVICE: Final = "/kozel.v1.AdminService/"
NO_TOKEN: Final = (
    "organisers only: send the metadata 'authorization: Bearer TOKEN' with the token from the file "
    "that 'kozel-arena serve' named"
)
# Texts, because grpc's classes are generic only in their stubs.
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Proceed: TypeAlias = "Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]]"
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class OrganiserGate(grpc.aio.ServerInterceptor):
    """Lets only organisers to `AdminService`; other services pass untouched."""

    def __init__(self, is_organiser: Callable[[str], bool], log: Log) -> None:
        """A gate.

        Args:
            is_organiser: whether a token is an organiser's; called in a thread.
            log: one line a refusal.
        """
        self._is_organiser = is_organiser
        self._log = log

    async def intercept_service(
        self, continuation: Proceed, handler_call_details: grpc.HandlerCallDetails
    ) -> "Handler | None":
        """The handler of a call: the service's own, guarded, or one that refuses."""
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or not method.startswith(SERVICE):
            return handler
        token = _bearer(handler_call_details.invocation_metadata)
        if token is None or not await asyncio.to_thread(self._is_organiser, token):
            self._log.warning("organiser_refused", method=method)
            return grpc.unary_unary_rpc_method_handler(_refuse)
        return self._guarded(handler, method.removeprefix(SERVICE))

    def _guarded(self, handler: Handler, method: str) -> Handler:
        codecs = {
            "request_deserializer": handler.request_deserializer,
            "response_serializer": handler.response_serializer,
        }
        if handler.response_streaming:
            stream: Any = handler.unary_stream

            async def many(request: Any, context: Context) -> AsyncIterator[Any]:
                try:
                    async for response in stream(request, context):
                        yield response
                except Exception as error:
                    await self._abort(error, context, method)

            return grpc.unary_stream_rpc_method_handler(many, **codecs)
        single: Any = handler.unary_unary

        async def one(request: Any, context: Context) -> Any:
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
        case UnknownBot() | UnknownTournament():
            return grpc.StatusCode.NOT_FOUND
        case NameTaken():
            return grpc.StatusCode.ALREADY_EXISTS
        case WrongState() | StorageError():
            return grpc.StatusCode.FAILED_PRECONDITION
        case _:
            return grpc.StatusCode.INVALID_ARGUMENT


async def _refuse(request: Any, context: Context) -> None:
    await context.abort(grpc.StatusCode.UNAUTHENTICATED, NO_TOKEN)


def _bearer(metadata: Sequence[tuple[str, str | bytes]] | None) -> str | None:
    """The token in the metadata of a call; None if there is none."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token:
                return token
    return None
