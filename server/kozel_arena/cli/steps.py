"""`kozel-arena tournament start`, `pause`, `resume`, `finish`, `cancel`, `enter`, `withdraw`."""

from typing import Annotated

import typer

from kozel_arena.cli.connection import DEFAULT_SERVER, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.counts import played_of, total_text
from kozel_arena.cli.output import remark
from kozel_arena.rpc.admin_values import TournamentEntry
from kozel_arena.tournament import TournamentState

Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")]
Bot = Annotated[str, typer.Argument(metavar="BOT", help="Its name or id.")]


def start(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Start a created tournament; its matches begin as soon as their bots are connected."""
    with connect(server, token_file, tls_ca) as arena:
        entry, before = arena.start_tournament(tournament)
    if before is TournamentState.RUNNING:
        remark(f"{entry.plan.name!r} runs already: {done(entry)}.")
    elif before is TournamentState.PAUSED:
        remark(f"{entry.plan.name!r} goes on: {done(entry)}.")
    else:
        remark(f"Started {entry.plan.name!r}: {total_text(entry)} matches.")


def pause(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Let no match of a running tournament start; those in play end and count."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.pause_tournament(tournament)
    remark(
        f"Paused {entry.plan.name!r}: {done(entry)}; "
        f"go on with 'kozel-arena tournament resume {entry.id}'."
    )


def resume(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Go on with a paused tournament, and try again the matches that were given up."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.resume_tournament(tournament)
    remark(f"{entry.plan.name!r} goes on: {done(entry)}.")


def finish(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """End a ladder, which has no end of its own: matches that run are aborted, results are kept."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.finish_tournament(tournament)
    remark(f"Finished {entry.plan.name!r}: {entry.finished} matches have a result.")


def cancel(
    tournament: Tournament,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Stop a tournament for ever: matches that run are aborted, results are kept."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.cancel_tournament(tournament)
    remark(f"Cancelled {entry.plan.name!r}: {done(entry)}.")


def enter(
    tournament: Tournament,
    bot: Bot,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Let a registered bot take part in a ladder; also one that was withdrawn."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.enter_bot(tournament, bot)
    remark(f"{bot!r} takes part in {entry.plan.name!r}, with {len(entry.plan.bots)} bots now.")


def withdraw(
    tournament: Tournament,
    bot: Bot,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Take a bot out of a tournament: no further match of it starts, its results are kept."""
    with connect(server, token_file, tls_ca) as arena:
        entry = arena.withdraw_bot(tournament, bot)
    remark(f"{bot!r} plays no further match of {entry.plan.name!r}: {done(entry)}.")


def done(entry: TournamentEntry) -> str:
    """How far a tournament is."""
    return f"{played_of(entry)} matches have a result"
