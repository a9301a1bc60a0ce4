"""A real PostgreSQL for the tests: a cluster of its own on a socket in a temporary folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import psycopg

DEBIAN: Final = Path("/usr/lib/postgresql")
"""Debian keeps the programs of a server below it, by version, and not on the PATH."""
USERS: Final = ("postgres", "nobody")
"""Who runs the server where the tests are run by root, as whom it refuses to run."""
LIMIT_S: Final = 60
SETTINGS: Final = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
full_page_writes = off
wal_writer_delay = 10s
max_connections = 40
shared_buffers = 16MB
"""
"""Nothing here cuts the power, so the server need not wait for the disk. A crash of its own loses
what was committed without a flush, for seconds and not only for the usual moment."""
LEASH: Final = """
read -r _
"$1" stop --silent --wait --mode immediate --pgdata "$2" >/dev/null 2>&1
"""
"""Ends the server when stdin does: it never outlives the tests, however these end."""


def programs() -> Path | None:
    """The folder with the programs of a server, the newest one; None where there is none.

    The programs look for their files beside where they lie, not beside a link to them.
    """
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path is not None else []
    versions = [folder for folder in DEBIAN.glob("*/bin") if folder.parent.name.isdecimal()]
    folders += sorted(versions, key=lambda folder: int(folder.parent.name), reverse=True)
    wanted = ("initdb", "pg_ctl", "postgres")
    fitting = (at for at in folders if all((at / name).is_file() for name in wanted))
    return next(fitting, None)


class PostgreSql:
    """A cluster that can be stopped, started and broken."""

    def __init__(self, programs: Path, folder: Path, user: str | None) -> None:
        self._programs = programs
        self._folder = folder
        self._data = folder / "data"
        self._user = user
        self._names = count(1)

    def make(self) -> None:
        """Make the files of a server that trusts everybody who reaches its socket."""
        self._run("initdb", "--auth=trust", "--username=kozel", "--no-sync", "--encoding=UTF8")
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(SETTINGS.format(folder=self._folder))

    @contextmanager
    def leash(self) -> Iterator[None]:
        """End the server when the context ends or this process does."""
        command = ["/bin/sh", "-c", LEASH, "sh", self._programs / "pg_ctl", self._data]
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            cwd=self._folder,
            user=self._user,
            start_new_session=True,
        ):
            yield

    def start(self) -> None:
        """Let it serve; returns when it does."""
        self._run("pg_ctl", "start", "--wait", f"--log={self._folder / 'log'}")

    def stop(self, mode: str = "fast") -> None:
        """End the server; `immediate` is what a crash looks like to its clients."""
        self._run("pg_ctl", "stop", "--wait", "--mode", mode)

    def url(self, name: str) -> str:
        """Where the arena finds a database of that name."""
        return f"postgresql://kozel@/{name}?host={self._folder}"

    def create(self, *, template: str = "template1") -> str:
        """The name of a new database, a copy of one that nobody is connected to."""
        name = f"test_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def execute(self, statement: str, *, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement in a connection of its own."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def hang_up(self) -> None:
        """Break every connection."""
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname LIKE 'test_%'"
        )

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self._data), *arguments]
        # Files, not pipes: the server would keep a pipe open for ever.
        with (self._folder / f"{program}.out").open("w+") as out:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd=self._folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
                user=self._user,
                extra_groups=[] if self._user else None,
                check=False,
                timeout=LIMIT_S,
            )
            out.seek(0)
            assert done.returncode == 0, out.read()


@contextmanager
def postgresql(programs: Path) -> Iterator[PostgreSql]:
    """A server that serves while the context lasts, and is gone afterwards."""
    user = _other_user()
    # In /tmp, because the path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="kozel-pg-", dir="/tmp") as name:
        if user is not None:
            shutil.chown(name, user)
        server = PostgreSql(programs, Path(name), user)
        server.make()
        with server.leash():
            server.start()
            yield server


def _other_user() -> str | None:
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in USERS if user in known)
