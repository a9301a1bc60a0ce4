"""A real PostgreSQL server, which the tests start by themselves and nobody else reaches."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, Final

import psycopg
from psycopg import sql

DEBIAN: Final = Path("/usr/lib/postgresql")
"""Debian keeps the programs of a server below it, by version, and not on the PATH."""
NOBODIES: Final = ("postgres", "nobody")
"""Who runs the server where these tests run as root: PostgreSQL refuses to be root."""
LIMIT_S: Final = 60
SETTINGS: Final = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
max_connections = 50
"""
"""Nothing here cuts the power, so the server need not wait for the disk."""
SERVE: Final = """
pg_ctl=$1 data=$2 log=$3
"$pg_ctl" start --silent --wait --pgdata "$data" --log "$log" </dev/null && echo ready
read -r _
"$pg_ctl" stop --silent --wait --mode fast --pgdata "$data"
"""
"""Ends the server when stdin does, so that it never outlives the tests, however these end."""


def programs() -> Path | None:
    """The folder with the programs of a server, the newest one; None where there is none.

    The programs look for their files beside where they lie, not beside a link to them.
    """
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path is not None else []
    versions = [folder for folder in DEBIAN.glob("*/bin") if folder.parent.name.isdecimal()]
    folders += sorted(versions, key=lambda folder: int(folder.parent.name), reverse=True)
    needed = ("initdb", "pg_ctl", "postgres")
    for folder in folders:
        if all((folder / program).is_file() for program in needed):
            return folder
    return None


class PostgreSql:
    """A server of one's own. `postgresql` makes it."""

    def __init__(self, programs: Path, folder: Path, user: str | None) -> None:
        self.folder = folder
        self._programs = programs
        self._user = user
        self._data = folder / "data"
        self._numbers = count(1)
        self._process: subprocess.Popen[str] | None = None

    def prepare(self) -> None:
        """Make the files of a server that trusts everybody who reaches its socket."""
        options = ("--username", "arena", "--auth", "trust", "--encoding", "UTF8", "--no-sync")
        command = [self._programs / "initdb", "--pgdata", self._data, *options, "--locale", "C"]
        done = subprocess.run(
            command, user=self._user, cwd=self.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(SETTINGS.format(folder=self.folder))

    def start(self) -> None:
        """Let it serve; returns when it does."""
        log = self.folder / "server.log"
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", SERVE, "sh", self._programs / "pg_ctl", self._data, log],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            user=self._user,
            cwd=self.folder,
            start_new_session=True,
        )
        said = _pipe(self._process.stdout).readline()
        assert said == "ready\n", f"{said}{log.read_text() if log.exists() else ''}"

    def stop(self) -> None:
        """End it, and all connections with it."""
        process, self._process = self._process, None
        if process is not None:
            process.communicate(timeout=LIMIT_S)

    def url(self, name: str) -> str:
        """Where the arena finds a database of that name."""
        return f"postgresql://arena@/{name}?host={self.folder}"

    def create(self, *, template: str = "template1") -> str:
        """A new database, a copy of the template; its name. Nobody may be using the template."""
        name = f"arena_{next(self._numbers)}"
        self.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is using it."""
        self.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def execute(self, statement: sql.Composable, *values: object) -> list[tuple[object, ...]]:
        """Run a statement as the server's owner, beside all connections of the arena."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def hang_up(self, name: str) -> int:
        """End all connections to a database, as an administrator may; how many there were."""
        terminate = (
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s"
        )
        return len(self.execute(sql.SQL(terminate), name))


@contextmanager
def postgresql(programs: Path) -> Iterator[PostgreSql]:
    """A server that serves while the context lasts."""
    with tempfile.TemporaryDirectory(prefix="kozel-postgresql-") as folder:
        user = _nobody() if os.geteuid() == 0 else None
        if user is not None:
            shutil.chown(folder, user)
        server = PostgreSql(programs, Path(folder), user)
        server.prepare()
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _nobody() -> str:
    known = {user.pw_name for user in pwd.getpwall()}
    return next(user for user in NOBODIES if user in known)


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
