"""`kozel-arena tournament create`: a tournament from a file, or a round robin from flags."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

from kozel.rules.errors import shortened
from kozel_arena.cli.connection import DEFAULT_SERVER, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.counts import total_text
from kozel_arena.cli.durations import duration_of
from kozel_arena.cli.games import rules_of
from kozel_arena.cli.output import WrongUsage, remark, say
from kozel_arena.cli.plan_example import EXAMPLE
from kozel_arena.cli.plan_file import LARGEST_NUMBER, read_plan
from kozel_arena.cli.registration import MOST
from kozel_arena.rpc.admin_values import Clock, TournamentPlan

FILE_ENDING: Final = ".toml"

Value = TypeVar("Value")

MoveLimit = Annotated[
    str | None, typer.Option(metavar="TIME", help="Time per decision, like 500ms or 5s.")
]
Bank = Annotated[
    str | None, typer.Option(metavar="TIME", help="Extra time for a whole match, like 60s.")
]
Strikes = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=LARGEST_NUMBER,
        metavar="N",
        help="Silences in a row until the arena plays on for a seat.",
    ),
]


Source = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE.toml|NAME",
        help="A file that describes it; or a name of 1 to 64 printable characters, unique, for "
        "a round robin that the flags describe.",
    ),
]
Example = Annotated[
    bool, typer.Option("--example", help="Print a file with every key explained, and exit.")
]
Ruleset = Annotated[str | None, typer.Option(metavar="RULESET", help="Which game is played.")]
Matches = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=LARGEST_NUMBER,
        metavar="N",
        help="Matches per pairing: even, with three sides a multiple of 6.",
    ),
]
Bots = Annotated[
    list[str] | None, typer.Option(metavar="A,B,...", help="Names of the bots, with commas.")
]
Bot = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="One bot, for a name with a comma; repeatable."),
]
Option = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="Table option; repeatable.")
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="SEED", help="Seed of the deals; a secret random one if absent."),
]
SpectatorDelay = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="How late spectators see its tables, from 0 to 1h; as the arena was told if absent.",
    ),
]
Registration = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MOST,
        metavar="N",
        help="Let authors register bots by themselves until it has N; it may have none now.",
    ),
]
Start = Annotated[bool, typer.Option("--start", help="Start it at once.")]


def create(
    source: Source = None,
    example: Example = False,
    ruleset: Ruleset = None,
    matches: Matches = None,
    bots: Bots = None,
    bot: Bot = None,
    option: Option = None,
    seed: Seed = None,
    move_limit: MoveLimit = None,
    bank: Bank = None,
    strikes: Strikes = None,
    spectator_delay: SpectatorDelay = None,
    registration: Registration = None,
    start: Start = False,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Create a tournament of registered bots and print its id on stdout.

    Every format and setting can be written in a file: --example prints one. The flags are a short
    way to a round robin, and are not for use beside a file.
    """
    if example:
        say(EXAMPLE.rstrip())
        return
    flags = Flags(
        ruleset=ruleset,
        matches=matches,
        bots=bots,
        bot=bot,
        option=option,
        seed=seed,
        move_limit=move_limit,
        bank=bank,
        strikes=strikes,
        spectator_delay=spectator_delay,
    )
    plan = plan_of(source, flags)
    if registration is not None and start:
        raise WrongUsage("--registration and --start exclude each other: the start closes it")
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.create_tournament(plan, most_bots=registration or 0)
        if start:
            entry, _ = arena.start_tournament(entry.id)
    say(entry.id)
    if registration is not None:
        remark(
            f"Created {entry.plan.name!r}, with registration open until it has {registration} "
            f"bots; make codes with 'kozel-arena registration invite {entry.id}'."
        )
        return
    done, verb = ("Started", "watch") if start else ("Created", "start")
    remark(
        f"{done} {entry.plan.name!r}: {total_text(entry)} matches; "
        f"{verb} it with 'kozel-arena tournament {verb} {entry.id}'."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """The flags of a round robin as they were typed; None where one was not."""

    ruleset: str | None
    matches: int | None
    bots: list[str] | None
    bot: list[str] | None
    option: list[str] | None
    seed: str | None
    move_limit: str | None
    bank: str | None
    strikes: int | None
    spectator_delay: str | None


def plan_of(source: str | None, flags: Flags) -> TournamentPlan:
    """What a command line asks for; raises WrongUsage for too little and for too much."""
    if source is None:
        raise WrongUsage("give a FILE.toml (--example prints one), or a NAME with --ruleset")
    if source.endswith(FILE_ENDING):
        refuse_flags(source, flags)
        return read_plan(Path(source))
    ruleset, delay = needed(source, "--ruleset", flags.ruleset), flags.spectator_delay
    return TournamentPlan(
        name=source,
        ruleset=ruleset,
        options=rules_of(ruleset, flags.option).given,
        bots=(*split_names(flags.bots or []), *(flags.bot or [])),
        matches_per_pairing=needed(source, "--matches", flags.matches),
        seed=flags.seed or "",
        clock=clock_of(move_limit=flags.move_limit, bank=flags.bank, strikes=flags.strikes),
        spectator_delay_ns=None if delay is None else duration_of(delay),
    )


def refuse_flags(source: str, flags: Flags) -> None:
    """Raise WrongUsage for a flag beside a file."""
    for field in fields(flags):
        if getattr(flags, field.name) is not None:
            flag = f"--{field.name.replace('_', '-')}"
            raise WrongUsage(f"{flag} cannot stand beside a file: write it into {source}")


def needed(source: str, flag: str, value: Value | None) -> Value:
    """The value of a flag that a round robin needs; raises WrongUsage without it."""
    if value is None:
        raise WrongUsage(
            f"{flag} is missing: {shortened(source)} is taken for a name, because it does not "
            f"end in {FILE_ENDING}"
        )
    return value


def split_names(texts: list[str]) -> list[str]:
    """The names in texts such as `a, b`; raises WrongUsage for an empty one."""
    names = [name.strip() for text in texts for name in text.split(",")]
    if not all(names):
        raise WrongUsage("--bots: a name is empty; write A,B without a comma at an end")
    return names


def clock_of(*, move_limit: str | None, bank: str | None, strikes: int | None) -> Clock:
    """The clock of the flags; what was not given is left to the arena.

    Raises WrongUsage, also for decisions without any time.
    """
    move_limit_ns = None if move_limit is None else duration_of(move_limit)
    if move_limit_ns == 0:
        raise WrongUsage(
            f"--move-limit cannot be {shortened(move_limit)}: give a bot some time to decide"
        )
    return Clock(
        move_limit_ns=move_limit_ns,
        bank_ns=None if bank is None else duration_of(bank),
        strikes=strikes,
    )
