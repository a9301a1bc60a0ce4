"""`kozel-arena export`: the finished matches of a tournament as records or as a table."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Annotated, Final

import typer

from kozel.records import Record, read_records
from kozel_arena.cli.connection import DEFAULT_SERVER, Server, TlsCa, TokenFile, connect
from kozel_arena.cli.csv_text import csv_line
from kozel_arena.cli.output import check_free, remark, say, write_lines

SEATS: Final = 4
"""The table has columns for so many seats and sides; those that a game lacks stay empty."""

COLUMNS: Final = (
    "match_id",
    "number",
    "attempt",
    *(f"bot_{seat}" for seat in range(SEATS)),
    *(f"score_{side}" for side in range(SEATS)),
    "winners",
    "verdict",
    "deals",
    "started",
    "ended",
)


class ExportFormat(StrEnum):
    """How the matches are written."""

    JSONL = "jsonl"
    CSV = "csv"


def export(
    tournament: Annotated[str, typer.Argument(metavar="TOURNAMENT", help="Its name or id.")],
    form: Annotated[
        ExportFormat, typer.Option("--format", help="Whole records, or one line a match.")
    ] = ExportFormat.JSONL,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to; stdout if absent or '-'.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    server: Server = DEFAULT_SERVER,
    token_file: TokenFile = None,
    tls_ca: TlsCa = None,
) -> None:
    """Write out the finished matches of a tournament.

    jsonl: one kozel-record/1 a line, which 'kozel verify' and 'kozel replay' read.

    csv: one line a match with the columns match_id, number, attempt (how often a result with this
    number was struck out before), bot_0 to bot_3 (names by seat), score_0 to score_3 (by side;
    seats and sides that the game lacks stay empty), winners (sides, with a space between),
    verdict, deals, started, ended (RFC 3339). A text that a spreadsheet would take for a formula
    has an apostrophe before it.
    """
    path = None if output is None or str(output) == "-" else output
    if path is not None:
        check_free(path, force=force)
    with connect(server, token_file, tls_ca) as arena:
        records = arena.records(tournament)
        lines = records if form is ExportFormat.JSONL else csv_lines(records)
        if path is None:
            for line in lines:
                say(line)
            return
        header = form is ExportFormat.CSV
        count = write_lines(path, lines, force=force) - header
    remark(f"Wrote {count} matches to {path}.")


def csv_lines(records: Iterator[str]) -> Iterator[str]:
    """The header and a line for each record; raises RecordError for a record that is damaged."""
    return map(csv_line, chain((COLUMNS,), map(columns_of, read_records(records))))


def columns_of(record: Record) -> tuple[object, ...]:
    """The values of COLUMNS for a match."""
    match_id = record.id or ""
    # "t1-17.2" is the third try of match 17: two results of it were struck out.
    number, _, attempt = match_id.rpartition("-")[2].partition(".")
    return (
        match_id,
        number,
        attempt or "0",
        *padded(record.seats),
        *padded(record.score),
        " ".join(map(str, record.winners)),
        record.verdict or "",
        len(record.deals),
        record.started or "",
        record.ended or "",
    )


def padded(values: tuple[object, ...]) -> tuple[object, ...]:
    """The values, and empty texts up to SEATS."""
    return (*values, *[""] * (SEATS - len(values)))
