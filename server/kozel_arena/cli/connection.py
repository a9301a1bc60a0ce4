"""How a command finds its arena and its token: the flags and variables that they share."""

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from kozel.rules.errors import shortened
from kozel_arena.cli.output import CommandError, FileProblem, WrongUsage
from kozel_arena.config import parse_address
from kozel_arena.rpc.admin_client import AdminClient

DEFAULT_SERVER: Final = "127.0.0.1:50051"
DEFAULT_TOKEN_FILE: Final = Path("kozel-arena.db.organiser-token")
"""Where a `serve` with the default database leaves the organiser's token."""
TOKEN_VARIABLE: Final = "KOZEL_ARENA_TOKEN"

Server = Annotated[
    str,
    typer.Option(
        envvar="KOZEL_ARENA_SERVER", metavar="HOST:PORT", help="Address of the running arena."
    ),
]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="File with the organiser's token, which 'serve' names when it starts. Without it: "
        f"the variable {TOKEN_VARIABLE}, then {DEFAULT_TOKEN_FILE} in this folder.",
    ),
]
TlsCa = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="PEM file of the authority that signed the arena's certificate."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


class NoToken(CommandError):
    """There is no organiser's token, or none that a header can carry."""


def connect(server: str, token_file: Path | None, tls_ca: Path | None) -> AdminClient:
    """A client of the arena; nothing is sent before its first call.

    Raises CommandError when there is no token or no address, and AdminError when the certificate
    is unreadable.
    """
    try:
        parse_address(server)
    except ValueError as error:
        raise WrongUsage(f"--server {shortened(server)}: {error}") from None
    return AdminClient(address=server, token=find_token(token_file), ca=tls_ca)


def find_token(token_file: Path | None) -> str:
    """The organiser's token: from the named file, else the variable, else the default file.

    Raises NoToken or FileProblem.
    """
    if token_file is not None:
        return read_token(token_file)
    if token := os.environ.get(TOKEN_VARIABLE, "").strip():
        return checked(token, f"the variable {TOKEN_VARIABLE}")
    if not DEFAULT_TOKEN_FILE.exists():
        raise NoToken(
            f"there is no {DEFAULT_TOKEN_FILE} in this folder: give --token-file with the file "
            f"that 'kozel-arena serve' names when it starts, or set {TOKEN_VARIABLE}"
        )
    return read_token(DEFAULT_TOKEN_FILE)


def read_token(path: Path) -> str:
    """The token in a file."""
    try:
        text = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise FileProblem(path, f"cannot read the token: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise NoToken(f"{path} holds no organiser's token: name another file") from None
    return checked(text, str(path))


def checked(token: str, where: str) -> str:
    """The token, if it is one word of printable ASCII; an HTTP header carries nothing else."""
    if not token or len(token) > 1000 or not all("!" <= sign <= "~" for sign in token):
        raise NoToken(f"{where} holds no organiser's token: take the one that 'serve' wrote")
    return token
