"""What organisers and viewers do with a real arena: steps, corrections, tables, tokens, the log."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kozel.records import read_records, verify_record
from kozel.stats import SprtDecision
from kozel.table import Verdict
from kozel_arena.roles import Role
from kozel_arena.rpc.admin_client import AdminClient, AdminError, TokenRefused
from kozel_arena.rpc.admin_values import TournamentPlan
from kozel_arena.tournament import SprtBounds, TournamentFormat, TournamentState
from tests.arena.real_arena import Host, RawBot, an_arena, within

pytestmark = pytest.mark.e2e
SIDE_SEATS = 2
"""Seats of a bot in a match of two teams."""


async def play_to_the_end(host: Host, id: str, *names: str) -> None:
    """Bots that play the first legal action until the tournament is over."""
    over = asyncio.create_task(host.finished(id))

    async def play(name: str) -> None:
        async with host.dial(name, capacity=2) as bot:
            while not over.done():
                heard = asyncio.create_task(bot.hear_until(lambda bot: bot.decisions))
                await asyncio.wait({heard, over}, return_when=asyncio.FIRST_COMPLETED)
                decisions, bot.decisions = bot.decisions, []
                if decisions:
                    await bot.answer(*((d.table_id, d.decision_id, 0) for d in decisions))
                heard.cancel()

    await asyncio.gather(*map(play, names))
    await over


async def refusal(host: Host, question: Callable[[AdminClient], Any]) -> str:
    """The sentence with which the arena refuses."""
    with pytest.raises(AdminError) as raised:
        await host.ask(question)
    return str(raised.value)


async def is_asked(bot: RawBot) -> bool:
    return bool((await bot.hear_until(lambda bot: bot.decisions)).decisions)


def test_a_paused_tournament_starts_nothing_also_after_a_restart(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            id = await host.start("ann", "bob", matches=2)
            paused = await host.ask(lambda client: client.pause_tournament("event"))
            assert paused.state is TournamentState.PAUSED
            again = await host.ask(lambda client: client.pause_tournament("event"))
            assert again.state is TournamentState.PAUSED
            tokens = host.tokens
        async with an_arena(tmp_path) as host:
            host.tokens = tokens
            async with host.dial("ann", capacity=2) as ann, host.dial("bob", capacity=2) as bob:
                await asyncio.gather(*(b.hear_until(lambda b: b.welcomes) for b in (ann, bob)))
                report = await host.report(id)
                assert report.tournament.state is TournamentState.PAUSED
                assert not ann.seatings
                resumed = await host.ask(lambda client: client.resume_tournament("event"))
                assert resumed.state is TournamentState.RUNNING
                await ann.hear_until(lambda bot: bot.seatings)
            await play_to_the_end(host, id, "ann", "bob")

    within(30, conversation())


def test_steps_that_cannot_be_taken_are_refused(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            plan = TournamentPlan(
                name="event", ruleset="miner", bots=("ann", "bob"), matches_per_pairing=2
            )
            await host.ask(lambda client: client.create_tournament(plan))
            for question, said in (
                (lambda client: client.pause_tournament("event"), "is created"),
                (lambda client: client.resume_tournament("event"), "is created"),
                (lambda client: client.finish_tournament("event"), "is no ladder"),
                (lambda client: client.withdraw_bot("event", "cy"), "'cy'"),
                (lambda client: client.enter_bot("event", "ann"), "ladder"),
                (lambda client: client.void_match("t1-0", "why"), "t1-0"),
                (lambda client: client.void_match("t1-0", "\x1b"), "the reason cannot be used"),
                (lambda client: client.match("t1-0"), "t1-0"),
                (lambda client: client.matches("event", bot="cy", limit=5), "'cy'"),
                (lambda client: client.matches("event", limit=1001), "at most 1000"),
                (lambda client: client.audit(5000), "at most 1000"),
                (lambda client: client.revoke_token("cy"), "'cy'"),
                (lambda client: client.revoke_token("organiser"), "last one of an organiser"),
                (lambda client: client.add_token("organiser", Role.VIEWER), "'organiser'"),
                (lambda client: next(client.watch("nothing")), "'nothing'"),
            ):
                assert said in await refusal(host, question)
            await host.ask(lambda client: client.cancel_tournament("event"))
            assert "is cancelled" in await refusal(
                host, lambda client: client.pause_tournament("event")
            )

    within(30, conversation())


def test_a_voided_match_is_played_again_with_other_deals_and_stands_in_the_log(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            id = await host.start("ann", "bob", matches=2)
            await play_to_the_end(host, id, "ann", "bob")
            before = await host.report(id)
            _, old = await host.ask(lambda client: client.match(f"{id}-1"))
            entry, replay = await host.ask(
                lambda client: client.void_match(f"{id}-1", "the power failed")
            )
            assert (entry.state, entry.finished) == (TournamentState.RUNNING, 1)
            assert replay == f"{id}-1.1"
            for question in (
                lambda client: client.void_match(f"{id}-1", "again"),
                lambda client: client.match(f"{id}-1"),
            ):
                said = await refusal(host, question)
                assert f"'{id}-1' was voided already, by 'organiser' on 20" in said
                assert "(the power failed)" in said
            await play_to_the_end(host, id, "ann", "bob")
            after = await host.report(id)
            assert [line.matches for line in after.standings] == [2, 2]
            assert len(before.standings) == 2
            match, new = await host.ask(lambda client: client.match(replay))
            assert (match.number, match.attempt, match.verdict) == (1, 1, Verdict.NORMAL)
            [one], [two] = list(read_records([old])), list(read_records([new]))
            assert one.seed != two.seed
            verify_record(two)
            found = await host.ask(lambda client: client.matches("event", bot="ann", limit=9))
            assert [match.id for match in found] == [f"{id}-1.1", f"{id}-0"]
            log = await host.ask(lambda client: client.audit(50))
            [voided] = [line for line in log if line.action == "match_voided"]
            assert (voided.who, voided.subject, voided.details) == (
                "organiser",
                f"{id}-1",
                "the power failed",
            )

    within(60, conversation())


def test_the_tables_of_a_tournament_hold_every_measure(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            id = await host.start("ann", "bob", matches=8)
            await play_to_the_end(host, id, "ann", "bob")
            report = await host.report(id)
        best, other = report.standings
        assert best.elo is not None
        assert other.elo is not None
        assert best.elo.value == pytest.approx(-other.elo.value, abs=1e-6)
        assert best.elo.low <= best.elo.value <= best.elo.high
        assert best.points is not None
        assert 0 <= best.points.low <= best.points.value <= best.points.high <= 120
        assert best.superiority is not None
        assert other.superiority is None
        assert {count.verdict: count.matches for count in best.verdicts} == {Verdict.NORMAL: 8}
        assert {(cell.matches, cell.groups) for cell in report.cross_table} == {(8, 8)}
        assert sum(cell.score.value for cell in report.cross_table) == pytest.approx(1)

    within(60, conversation())


def test_who_is_withdrawn_plays_no_further_match(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob", "cy")
            id = await host.start("ann", "bob", "cy", matches=2)
            await host.ask(lambda client: client.withdraw_bot("event", "cy"))
            await play_to_the_end(host, id, "ann", "bob")
            report = await host.report(id)
            assert {line.name: line.matches for line in report.standings} == {
                "ann": 2,
                "bob": 2,
                "cy": 0,
            }
            assert [line.name for line in report.standings if line.is_withdrawn] == ["cy"]

    within(60, conversation())


def test_a_ladder_takes_bots_in_and_is_finished_by_hand(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob", "cy")
            plan = TournamentPlan(
                name="event",
                ruleset="miner",
                options={"short": True},
                bots=("ann", "bob"),
                matches_per_pairing=2,
                format=TournamentFormat.LADDER,
            )
            entry = await host.ask(lambda client: client.create_tournament(plan))
            await host.ask(lambda client: client.start_tournament("event"))
            entered = await host.ask(lambda client: client.enter_bot("event", "cy"))
            assert entered.plan.bots == ("ann", "bob", "cy")
            assert "'cy'" in await refusal(host, lambda client: client.enter_bot("event", "cy"))
            over = asyncio.create_task(host.finished(entry.id))
            playing = asyncio.create_task(play_to_the_end(host, entry.id, "ann", "bob", "cy"))
            while not (await host.report(entry.id)).tournament.finished >= 3:
                pass
            finished = await host.ask(lambda client: client.finish_tournament("event"))
            assert finished.state is TournamentState.FINISHED
            report = await over
            await playing
            assert all(line.ladder is not None for line in report.standings)

    within(60, conversation())


def test_a_viewer_looks_at_results_and_at_no_seed_or_card_before_the_end(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            id = await host.start("ann", "bob", matches=2)
            _, secret = await host.ask(lambda client: client.add_token("vera", Role.VIEWER))

            def seen(question: Callable[[AdminClient], Any]) -> Any:
                with AdminClient(address=host.address, token=secret) as client:
                    return question(client)

            async def view(question: Callable[[AdminClient], Any]) -> Any:
                return await asyncio.to_thread(seen, question)

            for question in (
                lambda client: list(client.records("event")),
                lambda client: client.cancel_tournament("event"),
                lambda client: client.audit(5),
                lambda client: client.add_token("w", Role.ORGANISER),
                lambda client: client.void_match("t1-0", "why"),
            ):
                with pytest.raises(AdminError, match="'vera' is a viewer's"):
                    await view(question)
            assert (await view(lambda client: next(client.watch("event")))).tournament.id == id
            await play_to_the_end(host, id, "ann", "bob")
            assert (await host.report(id)).tournament.plan.seed == "7"
            assert (await view(lambda client: client.report(id))).tournament.plan.seed == ""
            assert len(await view(lambda client: client.matches("event", limit=5))) == 2
            assert len(await view(lambda client: list(client.records("event")))) == 2
            await host.ask(lambda client: client.revoke_token("vera"))
            with pytest.raises(TokenRefused):
                await view(lambda client: client.bots())

    within(60, conversation())


def test_a_sequential_test_says_how_far_it_is_and_its_decision_cannot_be_voided(
    tmp_path: Path,
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            await host.add_bots("ann", "bob")
            plan = TournamentPlan(
                name="event",
                ruleset="miner",
                options={"short": True},
                bots=("ann", "bob"),
                matches_per_pairing=4000,
                format=TournamentFormat.SPRT,
                # So wide a gap is decided within a few groups.
                sprt=SprtBounds(elo0=-800, elo1=800, alpha=0.4, beta=0.4),
            )
            entry = await host.ask(lambda client: client.create_tournament(plan))
            await host.ask(lambda client: client.start_tournament("event"))
            watched = await host.ask(lambda client: next(client.watch("event")))
            assert watched.sprt is not None
            assert watched.sprt.decision is SprtDecision.OPEN
            await play_to_the_end(host, entry.id, "ann", "bob")
            report = await host.report(entry.id)
            assert report.sprt is not None
            assert report.sprt.decision is not SprtDecision.OPEN
            assert report.tournament.finished < 4000
            said = await refusal(host, lambda client: client.void_match(f"{entry.id}-0", "why"))
            assert "cannot be voided" in said
            assert (await host.report(entry.id)).sprt == report.sprt

    within(60, conversation())


@pytest.mark.parametrize("format", [TournamentFormat.KNOCKOUT, TournamentFormat.SWISS])
def test_the_table_of_the_format_goes_with_the_standings(
    tmp_path: Path, format: TournamentFormat
) -> None:
    async def conversation() -> None:
        async with an_arena(tmp_path) as host:
            ids = {}
            await host.add_bots("ann", "bob", "cy")
            for bot in await host.ask(lambda client: client.bots()):
                ids[bot.id] = bot.name
            plan = TournamentPlan(
                name="event",
                ruleset="miner",
                options={"short": True},
                bots=("ann", "bob", "cy"),
                matches_per_pairing=2,
                format=format,
            )
            entry = await host.ask(lambda client: client.create_tournament(plan))
            await host.ask(lambda client: client.start_tournament("event"))
            before = await host.report(entry.id)
            assert before.winner == ""
            assert before.tournament.is_total_most is (format is TournamentFormat.KNOCKOUT)
            await play_to_the_end(host, entry.id, "ann", "bob", "cy")
            report = await host.report(entry.id)
            assert report.tournament.total == report.tournament.finished
            assert not report.tournament.is_total_most
            watched = await host.ask(lambda client: next(client.watch("event")))
            assert (watched.swiss, watched.knockout) == (report.swiss, report.knockout)
            if format is TournamentFormat.SWISS:
                assert report.knockout is None
                assert {ids[line.entry] for line in report.swiss} == {"ann", "bob", "cy"}
                assert sum(line.points for line in report.swiss) == 2 * 2
                assert sum(line.byes for line in report.swiss) == 2
            else:
                assert report.swiss == ()
                assert report.knockout is not None
                assert [line.place for line in report.knockout.places] == [1, 2, 3]
                assert report.winner == ids[str(report.knockout.winner)]
                assert [len(m.entries) for m in report.knockout.meetings] == [1, 2, 2]

    within(60, conversation())
