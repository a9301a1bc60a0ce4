"""What an organiser may do at a real arena, and what is refused, each with one sentence."""

import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from kozel_arena.rpc.admin_client import AdminClient, AdminError, TokenRefused
from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from kozel_arena.tournament import TournamentState
from tests.arena.real_arena import an_arena, within

pytestmark = pytest.mark.e2e

PLAN: dict[str, Any] = {
    "name": "event",
    "ruleset": "miner",
    "bots": ("anna", "bert"),
    "matches_per_pairing": 2,
}


def test_the_wrong_token_opens_nothing(tmp_path: Path) -> None:
    def wrong(address: str) -> None:
        with AdminClient(address=address, token="wrong") as client:
            client.bots()

    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            assert host.running.token_file.stat().st_mode & 0o777 == 0o600
            with pytest.raises(TokenRefused):
                await host.ask(lambda client: wrong(host.address))

    within(20, conversation())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ruleset": "whist"}, "unknown ruleset 'whist'"),
        ({"options": {"long": True}}, "option 'long' of ruleset miner"),
        ({"options": {"short": "perhaps"}}, "option 'short' of ruleset miner"),
        ({"bots": ("anna", "carl")}, "there is no bot 'carl'"),
        ({"bots": ("anna",)}, "enter more bots"),
        ({"bots": ("anna", "anna")}, "a bot is entered twice"),
        ({"matches_per_pairing": 3}, "choose a multiple of 2"),
        ({"name": ""}, "1 to 64 printable characters"),
        ({"clock": Clock(move_limit_ns=0)}, "move_limit_ns is 0"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused_in_one_sentence(
    tmp_path: Path, change: dict[str, Any], sentence: str
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna", "bert")
            with pytest.raises(AdminError, match=sentence) as raised:
                await host.ask(lambda client: client.create_tournament(plan))
            assert "\n" not in str(raised.value)
            assert not await host.ask(lambda client: client.tournaments())

    plan = TournamentPlan(**{**PLAN, **change})
    within(20, conversation())


def test_a_tournament_goes_from_created_to_cancelled_and_not_back(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, move_limit="7s", bank="11s", strikes=5) as host:
            await host.add_bots("anna", "bert")
            plan = TournamentPlan(**PLAN, clock=Clock(bank_ns=1))
            created = await host.ask(lambda client: client.create_tournament(plan))
            assert created.state is TournamentState.CREATED
            assert (created.total, created.finished, created.running) == (2, 0, 0)
            assert created.plan.clock == Clock(move_limit_ns=7 * 10**9, bank_ns=1, strikes=5)
            assert created.plan.seed == ""
            started, _ = await host.ask(lambda client: client.start_tournament("event"))
            assert started.state is TournamentState.RUNNING
            cancelled = await host.ask(lambda client: client.cancel_tournament(created.id))
            assert cancelled.state is TournamentState.CANCELLED
            assert len(cancelled.plan.seed) == 64
            with pytest.raises(AdminError, match="it cannot be started"):
                await host.ask(lambda client: client.start_tournament("event"))

    within(20, conversation())


def test_names_that_nobody_has_are_said_to_be_unknown(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("anna")
            for call in (
                lambda client: client.report("nothing"),
                lambda client: client.start_tournament("nothing"),
                lambda client: list(client.records("nothing")),
            ):
                with pytest.raises(AdminError, match="there is no tournament 'nothing'"):
                    await host.ask(call)
            with pytest.raises(AdminError, match="a bot named 'anna' exists already"):
                await host.ask(lambda client: client.add_bot("anna"))

    within(20, conversation())


def test_metrics_and_health_tell_how_the_arena_does(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path, metrics="127.0.0.1:0") as host:
            await host.add_bots("anna")
            async with host.dial("anna") as bot:
                await bot.hear_until(lambda bot: bot.welcomes)
                text = await host.ask(lambda _: scraped(host.running.metrics_address))
                async with grpc.aio.insecure_channel(
                    host.address, options=[("grpc.enable_http_proxy", 0)]
                ) as channel:
                    stub: Any = health_pb2_grpc.HealthStub(channel)
                    for service in ("", "kozel.v1.ArenaService", "kozel.v1.AdminService"):
                        request = health_pb2.HealthCheckRequest(service=service)
                        health = await stub.Check(request)
                        assert health.status == health_pb2.HealthCheckResponse.SERVING
        assert "kozel_streams_open 1.0" in text
        assert "kozel_matches_running 0.0" in text
        assert 'kozel_refusals_total{reason="token"} 0.0' in text
        assert 'kozel_matches_total{verdict="normal"} 0.0' in text
        assert 'kozel_decisions_total{outcome="silent"} 0.0' in text
        assert "kozel_build_info{version=" in text

    within(20, conversation())


def scraped(address: str | None) -> str:
    """The metrics as text."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"http://{address}/metrics", timeout=5) as answer:
        return str(answer.read().decode("utf-8"))
