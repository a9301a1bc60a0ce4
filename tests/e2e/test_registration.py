"""Registration by the organiser's commands, replaced tokens, and what a bot's log says."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from kozel.v1.arena_pb2 import PlayRequest
from kozel.wire.values import RefusalReason
from kozel_arena.cli.root import run
from kozel_arena.rpc import play
from kozel_arena.rpc.admin_client import AdminError
from kozel_arena.rpc.admin_values import Clock, TournamentPlan
from tests.arena.real_arena import NANOS, Host, an_arena, within

pytestmark = pytest.mark.e2e
PLAN = TournamentPlan(
    name="open cup",
    ruleset="miner",
    options={"short": True},
    bots=(),
    matches_per_pairing=2,
    seed="7",
    clock=Clock(move_limit_ns=20 * NANOS, bank_ns=0, strikes=3),
)


async def command(host: Host, *words: str) -> int:
    """Run a command of the organiser; its exit code."""
    where = ("--server", host.address, "--token-file", str(host.running.token_file))
    return await asyncio.to_thread(run, [*words, *where])


def test_an_organiser_opens_registration_invites_and_closes_by_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def told() -> None:
        async with an_arena(tmp_path) as host:
            create = ("tournament", "create", "cup", "--ruleset", "miner", "--matches", "2")
            assert await command(host, *create, "--registration", "4") == 0
            id, _ = capsys.readouterr()
            assert id.strip() == "t1"
            invite = ("registration", "invite", "cup", "--label", "class 7b", "--uses", "3")
            assert await command(host, *invite) == 0
            code, remark = capsys.readouterr()
            assert len(code.strip()) == 16
            assert "Invitation 1, for 3 bots" in remark
            assert await command(host, "registration", "show", "cup") == 0
            assert "is open: 0 of 4 bots are there" in capsys.readouterr().out
            until = ("--until", "2099-12-24T18:00")
            assert await command(host, "registration", "open", "cup", "--bots", "6", *until) == 0
            assert "until 2099-12-24 18:00Z" in capsys.readouterr().err
            assert await command(host, "registration", "revoke", "cup", "1") == 0
            assert "0 of 3 bots came with it" in capsys.readouterr().err
            assert await command(host, "registration", "close", "cup") == 0
            assert "closed (the organiser has closed registration)" in capsys.readouterr().err
            assert await command(host, "registration", "show", "cup", "--json") == 0
            assert code.strip() not in capsys.readouterr().out
            bad = ("registration", "open", "cup", "--bots", "6", "--until", "tomorrow")
            assert await command(host, *bad) == 2
            assert "write a time such as" in capsys.readouterr().err

    within(30, told())


def test_a_tournament_whose_bots_register_starts_when_it_has_enough(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path) as host:
            draft = await host.ask(lambda client: client.create_tournament(PLAN, most_bots=4))
            assert draft.total == 0
            with pytest.raises(AdminError):
                await host.ask(lambda client: client.start_tournament(draft.id))
            await host.ask(lambda client: client.cancel_tournament(draft.id))
            with pytest.raises(AdminError, match="have not started"):
                await host.ask(lambda client: client.open_registration(draft.id, most_bots=4))

    within(30, told())


def test_a_replaced_token_ends_the_running_stream_at_once(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("alice", "bob")
            async with host.dial("alice") as alice:
                await alice.hear_until(lambda bot: bot.welcomes)
                name, token = await host.ask(lambda client: client.rotate_bot_token("alice"))
                await alice.hear_all()
                (refusal,) = alice.refusals
                assert refusal.reason is RefusalReason.TOKEN
                assert "was replaced" in refusal.text
            async with host.dial("alice") as alice:
                await alice.hear_all()
                assert alice.refusals[0].reason is RefusalReason.TOKEN
                assert not alice.welcomes
            host.tokens[name] = token
            async with host.dial("alice") as alice:
                await alice.hear_until(lambda bot: bot.welcomes)
            audit = await host.ask(lambda client: client.audit(10))
            assert [line.action for line in audit] == ["token_rotated", "bot_added", "bot_added"]

    within(30, told())


def test_a_match_goes_on_with_the_new_token(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("alice", "bob")
            id = await host.start("alice", "bob")
            async with host.dial("bob", capacity=4) as bob:
                async with host.dial("alice", capacity=4) as alice:
                    await alice.hear_until(lambda bot: bot.seatings)
                    _, token = await host.ask(lambda client: client.rotate_bot_token("alice"))
                    await alice.hear_all()
                host.tokens["alice"] = token
                async with host.dial("alice", capacity=4) as alice:
                    await alice.hear_until(lambda bot: bot.welcomes)
                    assert alice.welcomes[0].resumed
                    await asyncio.gather(
                        *(bot.play(lambda bot: len(bot.endings) >= 4) for bot in (alice, bob))
                    )
            await host.finished(id)

    within(30, told())


def test_a_hello_that_was_let_through_before_a_token_died_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token dies between the look into the database and the seat in the arena."""

    async def told() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("alice")
            before = play.check_hello

            async def slow_check(hello: object, find_bot: object) -> object:
                found = await before(hello, find_bot)  # type: ignore[arg-type]
                monkeypatch.setattr(play, "check_hello", before)
                await host.ask(lambda client: client.rotate_bot_token("alice"))
                return found

            monkeypatch.setattr(play, "check_hello", slow_check)
            async with host.dial("alice") as alice:
                await alice.hear_all()
                assert alice.refusals[0].reason is RefusalReason.TOKEN
                assert not alice.welcomes

    within(30, told())


def test_unreadable_bytes_come_with_the_error() -> None:
    assert play.read_request(PlayRequest(leaving=True).SerializeToString()).leaving
    with pytest.raises(play.Unreadable) as error:
        play.read_request(b"\xff\xff")
    assert error.value.payload == b"\xff\xff"


def test_more_bots_than_allowed_are_refused_when_a_draft_is_made(tmp_path: Path) -> None:
    async def told() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("alice", "bob", "carol")
            plan = replace(PLAN, bots=("alice", "bob", "carol"))
            with pytest.raises(AdminError, match="3 bots are entered already"):
                await host.ask(lambda client: client.create_tournament(plan, most_bots=2))

    within(30, told())
