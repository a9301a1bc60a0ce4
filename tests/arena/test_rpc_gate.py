"""Organisers at the gate: who comes in, which status an error is, and what never goes out."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import StringIO
from typing import Any

import grpc
import pytest
from google.protobuf.message_factory import GetMessageClass

from kozel.rules import InvalidOption, UnknownRuleset
from kozel.v1 import admin_pb2, admin_pb2_grpc
from kozel_arena.logs import make_log
from kozel_arena.roles import Caller, Role
from kozel_arena.rpc.caller import NotForViewers, current_caller
from kozel_arena.rpc.gate import NO_TOKEN, OrganiserGate, status_of
from kozel_arena.storage import (
    NameTaken,
    StorageError,
    TakesNoPart,
    UnknownBot,
    UnknownMatch,
    UnknownToken,
    UnknownTournament,
    WrongState,
)
from tests.arena.real_arena import within

CALLERS = {"right": Caller("olga", Role.ORGANISER), "seeing": Caller("vera", Role.VIEWER)}
HIDDEN = "the hand of seat 2 is QC JS 6H"


class Failing(admin_pb2_grpc.AdminServiceServicer):
    """A service with an error of its own, which knows too much."""

    async def ListBots(self, request: Any, context: Any) -> Any:
        raise ZeroDivisionError(HIDDEN)

    async def ExportMatches(self, request: Any, context: Any) -> AsyncIterator[Any]:
        yield admin_pb2.ExportMatchesResponse(record="one")
        raise ZeroDivisionError(HIDDEN)

    async def AddBot(self, request: Any, context: Any) -> Any:
        raise NameTaken("bot", request.name)


@asynccontextmanager
async def gated(log: StringIO, service: Failing) -> AsyncIterator[Any]:
    """A stub of a failing service behind a gate that knows two tokens."""
    gate = OrganiserGate(CALLERS.get, make_log(level="info", form="json", stream=log))
    server = grpc.aio.server(interceptors=(gate,), options=[("grpc.so_reuseport", 0)])
    admin_pb2_grpc.add_AdminServiceServicer_to_server(service, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(
        f"127.0.0.1:{port}", options=[("grpc.enable_http_proxy", 0)]
    ) as channel:
        yield admin_pb2_grpc.AdminServiceStub(channel)
    await server.stop(grace=0)


def outcome(
    call: Callable[[Any, Any], Any],
    *metadata: tuple[str, str],
    service: Failing | None = None,
) -> tuple[grpc.StatusCode, str, list[dict[str, Any]]]:
    """Status and sentence of a call, and what was logged."""
    log = StringIO()

    async def conversation() -> tuple[grpc.StatusCode, str]:
        async with gated(log, service or Failing()) as stub:
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await call(stub, metadata)
            return raised.value.code(), raised.value.details() or ""

    code, text = within(10, conversation())
    return code, text, [json.loads(line) for line in log.getvalue().splitlines()]


async def list_bots(stub: Any, metadata: Any) -> None:
    await stub.ListBots(admin_pb2.ListBotsRequest(), metadata=metadata)


async def export(stub: Any, metadata: Any) -> None:
    async for _ in stub.ExportMatches(admin_pb2.ExportMatchesRequest(), metadata=metadata):
        pass


async def add_bot(stub: Any, metadata: Any) -> None:
    await stub.AddBot(admin_pb2.AddBotRequest(name="anna"), metadata=metadata)


@pytest.mark.parametrize("call", [list_bots, export])
@pytest.mark.parametrize(
    "metadata",
    [
        (),
        (("authorization", "Bearer wrong"),),
        (("authorization", "Bearer "),),
        (("authorization", "right"),),
        (("authorization", "Basic right"),),
    ],
)
def test_nobody_comes_in_without_the_organisers_token(call: Any, metadata: Any) -> None:
    code, text, lines = outcome(call, *metadata)
    assert (code, text) == (grpc.StatusCode.UNAUTHENTICATED, NO_TOKEN)
    assert [line["event"] for line in lines] == ["organiser_refused"]
    assert "wrong" not in json.dumps(lines)


VIEWERS_MAY = {
    "ListBots",
    "ListTournaments",
    "GetTournament",
    "ListMatches",
    "GetMatch",
    "WatchTournament",
    "ExportMatches",
    "OpenPractice",
    "LeavePractice",
    "GetPracticeRecord",
}
SERVICE = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]


@pytest.mark.parametrize("method", list(SERVICE.methods), ids=lambda method: method.name)
def test_a_viewer_may_look_and_do_nothing(method: Any) -> None:
    """Every call there is: one that is added is the organisers' alone until this list says else."""

    async def call(stub: Any, metadata: Any) -> None:
        request = GetMessageClass(method.input_type)
        answer = getattr(stub, method.name)(request(), metadata=metadata)
        if method.server_streaming:
            async for _ in answer:
                pass
        else:
            await answer

    code, text, lines = outcome(call, ("authorization", "Bearer seeing"))
    if method.name in VIEWERS_MAY:
        assert code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNIMPLEMENTED)
    else:
        assert code is grpc.StatusCode.PERMISSION_DENIED
        assert "'vera' is a viewer's" in text
        assert [line["event"] for line in lines] == ["viewer_refused"]


def test_a_service_knows_who_is_calling() -> None:
    class Telling(Failing):
        async def ListBots(self, request: Any, context: Any) -> Any:
            raise NameTaken("caller", current_caller().name)

        async def ExportMatches(self, request: Any, context: Any) -> AsyncIterator[Any]:
            yield admin_pb2.ExportMatchesResponse(record=current_caller().name)
            raise NameTaken("caller", current_caller().name)

    for call in (list_bots, export):
        for token, caller in CALLERS.items():
            _, text, _ = outcome(call, ("authorization", f"Bearer {token}"), service=Telling())
            assert f"'{caller.name}'" in text


@pytest.mark.parametrize("call", [list_bots, export])
def test_a_failure_of_the_arenas_own_goes_out_as_an_id_and_into_the_log_whole(call: Any) -> None:
    code, text, lines = outcome(call, ("authorization", "Bearer right"))
    assert code is grpc.StatusCode.INTERNAL
    assert HIDDEN not in text
    [line] = lines
    assert (line["event"], line["level"]) == ("internal_error", "error")
    assert line["error_id"] in text
    assert HIDDEN in json.dumps(line)
    assert "locals" not in json.dumps(line)


def test_an_error_with_a_sentence_goes_out_as_it_is_and_is_not_logged() -> None:
    code, text, lines = outcome(add_bot, ("authorization", "bearer right"))
    assert code is grpc.StatusCode.ALREADY_EXISTS
    assert "'anna'" in text
    assert not lines


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UnknownBot("x"), grpc.StatusCode.NOT_FOUND),
        (UnknownTournament("x"), grpc.StatusCode.NOT_FOUND),
        (UnknownMatch("x"), grpc.StatusCode.NOT_FOUND),
        (UnknownToken("x"), grpc.StatusCode.NOT_FOUND),
        (TakesNoPart("ann", "x"), grpc.StatusCode.NOT_FOUND),
        (NameTaken("bot", "x"), grpc.StatusCode.ALREADY_EXISTS),
        (WrongState("x", "finished", "running"), grpc.StatusCode.FAILED_PRECONDITION),
        (NotForViewers(CALLERS["seeing"], "look"), grpc.StatusCode.PERMISSION_DENIED),
        (StorageError("the disk failed"), grpc.StatusCode.FAILED_PRECONDITION),
        (UnknownRuleset("whist", ("miner",)), grpc.StatusCode.INVALID_ARGUMENT),
        (InvalidOption("miner", "long", "it has none"), grpc.StatusCode.INVALID_ARGUMENT),
    ],
)
def test_every_error_has_its_status(error: Any, status: grpc.StatusCode) -> None:
    assert status_of(error) is status


def test_a_gate_leaves_other_services_alone() -> None:
    async def conversation() -> None:
        gate = OrganiserGate(lambda token: None, make_log(level="info", form="json"))
        handler = grpc.unary_unary_rpc_method_handler(lambda request, context: request)

        async def proceed(details: Any) -> Any:
            return handler

        class Details:
            method = "/grpc.health.v1.Health/Check"
            invocation_metadata = ()

        assert await gate.intercept_service(proceed, Details()) is handler  # type: ignore[arg-type]

    asyncio.run(conversation())
