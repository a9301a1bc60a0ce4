"""Whatever an organiser changes stands in the audit log: every call of the service is walked."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import grpc
import pytest

from kozel.v1 import admin_pb2 as pb
from kozel.v1 import admin_pb2_grpc
from kozel.v1 import oversight_pb2 as seen
from kozel.v1 import registration_pb2 as joining
from kozel_arena.rpc.admin_watch import MOST_WATCHERS
from kozel_arena.rpc.gate import FOR_VIEWERS
from tests.arena.real_arena import Host, an_arena, within
from tests.e2e.test_admin_oversight import play_to_the_end

pytestmark = pytest.mark.e2e

READS: Final = FOR_VIEWERS | {"ListAudit", "ListTokens", "GetRegistration"}
"""Calls that change nothing; viewers may make no other."""


def a_tournament(name: str, format: "pb.TournamentFormat") -> pb.CreateTournamentRequest:
    config = pb.TournamentConfig(
        name=name, ruleset="miner", bots=("ann", "bob"), matches_per_pairing=2, format=format
    )
    config.options["short"].flag = True
    return pb.CreateTournamentRequest(config=config)


ROUND_ROBIN, LADDER = pb.TOURNAMENT_FORMAT_ROUND_ROBIN, pb.TOURNAMENT_FORMAT_LADDER
DEEDS: Final[tuple[tuple[str, Any, tuple[str, str, str]], ...]] = (
    ("AddBot", pb.AddBotRequest(name="cy"), ("bot_added", "cy", "")),
    ("CreateTournament", a_tournament("cup", ROUND_ROBIN), ("tournament_created", "cup", "")),
    (
        "StartTournament",
        pb.StartTournamentRequest(tournament="cup"),
        ("tournament_started", "cup", ""),
    ),
    (
        "PauseTournament",
        pb.PauseTournamentRequest(tournament="cup"),
        ("tournament_paused", "cup", ""),
    ),
    (
        "ResumeTournament",
        pb.ResumeTournamentRequest(tournament="cup"),
        ("tournament_resumed", "cup", ""),
    ),
    ("CreateTournament", a_tournament("hill", LADDER), ("tournament_created", "hill", "")),
    ("EnterBot", pb.EnterBotRequest(tournament="hill", bot="cy"), ("bot_entered", "hill", "cy")),
    (
        "WithdrawBot",
        pb.WithdrawBotRequest(tournament="hill", bot="cy"),
        ("bot_withdrawn", "hill", "cy"),
    ),
    (
        "StartTournament",
        pb.StartTournamentRequest(tournament="hill"),
        ("tournament_started", "hill", ""),
    ),
    (
        "FinishTournament",
        pb.FinishTournamentRequest(tournament="hill"),
        ("tournament_finished", "hill", ""),
    ),
    (
        "VoidMatch",
        pb.VoidMatchRequest(match_id="t1-0", reason="the hall lost its network"),
        ("match_voided", "t1-0", "the hall lost its network"),
    ),
    (
        "CancelTournament",
        pb.CancelTournamentRequest(tournament="cup"),
        ("tournament_cancelled", "cup", ""),
    ),
    (
        "AddToken",
        seen.AddTokenRequest(name="vera", role=seen.ROLE_VIEWER),
        ("token_added", "vera", "viewer"),
    ),
    ("RevokeToken", seen.RevokeTokenRequest(name="vera"), ("token_revoked", "vera", "")),
    ("RotateBotToken", joining.RotateBotTokenRequest(bot="cy"), ("token_rotated", "cy", "")),
    ("CreateTournament", a_tournament("open", ROUND_ROBIN), ("tournament_created", "open", "")),
    (
        "OpenRegistration",
        joining.OpenRegistrationRequest(tournament="open", most_bots=4),
        ("registration_opened", "open", "at most 4 bots"),
    ),
    (
        "CreateInvitation",
        joining.CreateInvitationRequest(tournament="open", label="class 7b"),
        ("invitation_made", "open", "1 class 7b, for 1"),
    ),
    (
        "RevokeInvitation",
        joining.RevokeInvitationRequest(tournament="open", number=1),
        ("invitation_revoked", "open", "1 class 7b"),
    ),
    (
        "CloseRegistration",
        joining.CloseRegistrationRequest(tournament="open"),
        ("registration_closed", "open", ""),
    ),
)
"""A call that changes something, and what the log then says: action, subject, details. In an order
in which each is possible; a match is played to its end before the one that voids it."""


def test_every_call_that_changes_something_is_in_the_audit_log(tmp_path: Path) -> None:
    methods = pb.DESCRIPTOR.services_by_name["AdminService"].methods_by_name
    # A call that is new has to be put into one of the two lists.
    assert set(methods) == READS | {name for name, _, _ in DEEDS}
    assert not READS & {name for name, _, _ in DEEDS}

    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            began = datetime.now(UTC)
            async with as_organiser(host) as call:
                for deed, (name, request, said) in enumerate(DEEDS, 3):
                    if name == "VoidMatch":
                        await play_to_the_end(host, "t1", "ann", "bob")
                    await call(name, request)
                    log = (await call("ListAudit", seen.ListAuditRequest(limit=100))).entries
                    assert len(log) == deed, f"{name} wrote {len(log) - deed + 1} lines"
                    assert (log[0].action, log[0].subject, log[0].details) == said
                    assert (log[0].who, log[0].role) == ("organiser", seen.ROLE_ORGANISER)
                    written = log[0].time.ToDatetime(UTC)
                    assert began <= written <= datetime.now(UTC) + timedelta(seconds=1)

    within(60, conversation())


def test_one_watcher_too_many_is_told_to_come_again(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            await host.start("ann", "bob")
            request = pb.WatchTournamentRequest(tournament="event")
            async with as_organiser(host) as call:
                streams = [call("WatchTournament", request) for _ in range(MOST_WATCHERS)]
                for stream in streams:
                    assert (await stream.read()).tournament.config.name == "event"
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await call("WatchTournament", request).read()
                assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
                assert "32 others watch" in str(refused.value.details())
                for stream in streams:
                    stream.cancel()

    within(30, conversation())


class as_organiser:
    """Calls the service by the names of its methods, with the organiser's token."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def __aenter__(self) -> Callable[[str, Any], Any]:
        self._channel = grpc.aio.insecure_channel(
            self._host.address, options=[("grpc.enable_http_proxy", 0)]
        )
        stub = admin_pb2_grpc.AdminServiceStub(self._channel)
        token = self._host.running.token_file.read_text(encoding="utf-8").strip()
        metadata = (("authorization", f"Bearer {token}"),)
        return lambda name, request: getattr(stub, name)(request, metadata=metadata)

    async def __aexit__(self, *_: object) -> None:
        await self._channel.close()
