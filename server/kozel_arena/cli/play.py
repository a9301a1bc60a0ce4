"""`kozel-arena play`: a person's seat in the terminal, at an arena or in this process."""

import asyncio
import logging
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from kozel.bot import Bot
from kozel.client.channel import Address
from kozel.client.client import Dialing, serve_bot
from kozel.finder import find_bot, make_bot, sample_bots
from kozel.local import play_match
from kozel.records import format_record
from kozel.rules import Action, Rules, View, action_of
from kozel.rules.errors import KozelError
from kozel.table import TimeControl
from kozel.table.house import house_code
from kozel_arena.cli.connection import DEFAULT_SERVER, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.durations import duration_of
from kozel_arena.cli.games import rules_of
from kozel_arena.cli.output import (
    CommandError,
    WrongUsage,
    check_free,
    notes,
    remark,
    table_talk,
    write_lines,
)
from kozel_arena.cli.play_person import Person, Terminal
from kozel_arena.rpc.admin_client import AdminClient
from kozel_arena.rpc.admin_values import PracticeOrder, PracticeSeat
from kozel_arena.wording import Teller

HOUSE: Final = "house"
ONLY_AT_AN_ARENA: Final = ("move_limit", "bank", "server", "token_file", "tls_ca")
"""Options that mean nothing with --local."""
STRIKES: Final = 3
"""Silences in a row after which a seat has lost."""
NEEDS_TERMINAL: Final = (
    "'kozel-arena play' is for a person at a terminal, and its input is none: play on the arena's "
    "page /play, or let bots play each other with 'kozel play'"
)

Against = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BOT",
        help="A connected bot by name or id, or 'house', the arena's own player; repeatable, "
        "clockwise from your left, or once for all other seats. Without it: house.",
    ),
]
Option = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="Table option; repeatable.")
]
Local = Annotated[
    bool,
    typer.Option(
        "--local",
        help="Play without an arena and without a clock: against house, sample bots (greedy, "
        "random) or files such as my_bot.py, in this process.",
    ),
]


class Left(CommandError):
    """Nothing more can be typed: the person has gone."""


def play(
    context: typer.Context,
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="Which game is played.")],
    against: Against = None,
    seat: Annotated[int, typer.Option(metavar="N", help="Your seat, from 0.")] = 0,
    option: Option = None,
    move_limit: Annotated[
        str, typer.Option(metavar="TIME", help="Time for a decision, 1s to 10m.")
    ] = "2m",
    bank: Annotated[
        str, typer.Option(metavar="TIME", help="Extra time for the match, at most 1h.")
    ] = "10m",
    name: Annotated[str, typer.Option(metavar="NAME", help="What you are called.")] = "you",
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the record of the match there.")
    ] = None,
    local: Local = False,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Play a practice match against bots, in the terminal. Nothing of it counts.

    The token of an organiser or a viewer opens the table. Type a number or cards to play, ? for
    the rules; Ctrl+C leaves the table.
    """
    if not sys.stdin.isatty():
        raise CommandError(NEEDS_TERMINAL)
    rules = rules_of(ruleset, option)
    opponents = _opponents(against or [HOUSE], seat, rules)
    if record is not None:
        check_free(record, force=False)
    if local:
        _refuse_flags_of_an_arena(context)
        with _only_errors_logged():
            text = _play_here(rules, opponents, seat, name)
    else:
        clock = TimeControl(
            move_limit_ns=max(1, duration_of(move_limit)),
            bank_ns=duration_of(bank),
            strikes=STRIKES,
        )
        order = PracticeOrder(
            ruleset=ruleset,
            options=rules.given,
            seat=seat,
            opponents=opponents,
            time_control=clock,
            name=name,
        )
        with _only_errors_logged(), connect(server, token_file, tls_ca) as arena:
            text = _play_there(arena, order, rules, tls_ca)
    if record is not None and text:
        write_lines(record, [text], force=False)
        remark(f"Record: {record}")


@contextmanager
def _only_errors_logged() -> Iterator[None]:
    """The SDK's lines of progress would stand between the lines of the game."""
    log = logging.getLogger("kozel")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def _refuse_flags_of_an_arena(context: typer.Context) -> None:
    """Raise WrongUsage for a flag that would do nothing."""
    for parameter in ONLY_AT_AN_ARENA:
        source = context.get_parameter_source(parameter)
        if source is not None and source.name == "COMMANDLINE":
            flag = parameter.replace("_", "-")
            raise WrongUsage(f"--{flag} is for an arena: leave it out, or leave out --local")


def _opponents(names: list[str], seat: int, rules: Rules) -> tuple[str, ...]:
    """Who sits where, clockwise from the person's left; raises WrongUsage."""
    if not 0 <= seat < rules.players:
        raise WrongUsage(f"--seat {seat}: choose a seat from 0 to {rules.players - 1}")
    others = rules.players - 1
    if len(names) == 1:
        names = names * others
    if len(names) != others:
        raise WrongUsage(
            f"--against is given {len(names)} times: give it once for all, or {others} times, "
            "clockwise from your left"
        )
    return tuple(names)


def _play_there(arena: AdminClient, order: PracticeOrder, rules: Rules, ca: Path | None) -> str:
    """Play at an arena; the record, empty when there is none."""
    seat = arena.open_practice(order)
    address = Address(arena.address, tls=ca is not None, ca=None if ca is None else ca.read_bytes())
    dialing = Dialing(address=address, token=seat.token, capacity=1, once=True)
    try:
        asyncio.run(_at_table(seat, order, rules, dialing))
    except (KeyboardInterrupt, Left):
        try:
            arena.leave_practice(seat.token)
        except KozelError as error:
            remark(f"The table could not be told: {error}")
        remark("\nYou have left the table.")
        raise KeyboardInterrupt from None
    try:
        return arena.practice_record(seat.token)
    except KozelError as error:
        remark(f"There is no record: {error}")
        return ""


async def _at_table(
    seat: PracticeSeat, order: PracticeOrder, rules: Rules, dialing: Dialing
) -> None:
    """Be one more bot until the match is over; raises Left when nothing more can be typed."""
    stop, gone = asyncio.Event(), asyncio.Event()
    teller = Teller(rules, order.seat, seat.names)
    _introduce(teller, seat.names)
    person = Person(
        table_talk(), Terminal(sys.stdin.fileno()), teller, left=gone.set, ended=stop.set
    )
    serving = asyncio.ensure_future(serve_bot(person, dialing, stop=stop))
    leaving = asyncio.ensure_future(gone.wait())
    try:
        await asyncio.wait((serving, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not serving.done():
            raise Left("nothing more can be typed")
        await serving
    finally:
        leaving.cancel()
        serving.cancel()
        await asyncio.wait((serving,))


def _play_here(rules: Rules, opponents: tuple[str, ...], seat: int, name: str) -> str:
    """Play in this process; the record."""
    seed = secrets.token_hex(16)
    others = [_local_bot(opponent, f"{seed}/{at}") for at, opponent in enumerate(opponents)]
    around = [name, *(bot.name for bot in others)]
    names = tuple(around[(at - seat) % len(around)] for at in range(len(around)))
    teller = Teller(rules, seat, names)
    _introduce(teller, names)

    def leave() -> None:
        raise KeyboardInterrupt

    person = Person(
        table_talk(), Terminal(sys.stdin.fileno()), teller, left=leave, ended=lambda: None
    )
    person.name = name
    bots: list[Bot] = [person, *others]
    seated = [bots[(at - seat) % len(bots)] for at in range(len(bots))]
    try:
        return format_record(play_match(rules, seated, seed=seed).record)
    except KeyboardInterrupt:
        remark("\nYou have left the table.")
        raise


def _introduce(teller: Teller, names: tuple[str, ...]) -> None:
    seats = ", ".join(f"{at} {teller.who(at)}" for at in range(len(names)))
    notes().print(f"{teller.rules.ruleset}, seats: {seats}")


class House(Bot):
    """The arena's own player, without an arena."""

    name = HOUSE

    def choose(self, view: View) -> Action:
        """What the house plays."""
        return action_of(house_code(view))


def _local_bot(name: str, seed: str) -> Bot:
    """A bot of this machine, each with a seed of its own; raises BotNotFound."""
    if name == HOUSE and HOUSE not in sample_bots():
        return House()
    return make_bot(name, find_bot(name), seed=seed)
