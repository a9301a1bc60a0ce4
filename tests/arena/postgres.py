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

SERVER: Final = "postgres"
PLACES: Final = ("/usr/lib/postgresql/15/bin", "/usr/local/bin", "/usr/bin")
SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "40",
    "shared_buffers": "16MB",
}


def binaries() -> Path | None:
    """The folder with the programs of PostgreSQL; None if there are none on this machine."""
    found = shutil.which(SERVER)
    places = [*PLACES, *([str(Path(found).parent)] if found else [])]
    wanted = (SERVER, "initdb", "pg_ctl")
    fitting = (Path(place) for place in places)
    return next((at for at in fitting if all((at / name).exists() for name in wanted)), None)


class Postgres:
    """A cluster that can be stopped, started and broken."""

    def __init__(self, programs: Path, folder: Path, user: str | None) -> None:
        self._programs = programs
        self._folder = folder
        self._user = user
        self._names = count(1)

    def make(self) -> None:
        self._run("initdb", "--auth=trust", "--username=kozel", "--no-sync", "--encoding=UTF8")
        self.start()

    def start(self) -> None:
        settings = " ".join(f"-c {name}='{value}'" for name, value in SETTINGS.items())
        options = f"-k {self._folder} {settings}"
        self._run("pg_ctl", "start", "--wait", f"--log={self._folder / 'log'}", "-o", options)

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

    def new_database(self) -> str:
        """The URL of an empty database."""
        return self.url(self.create())

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
        command = [str(self._programs / program), "-D", str(self._folder / "data"), *arguments]
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
                timeout=60,
            )
            out.seek(0)
            assert done.returncode == 0, out.read()


@contextmanager
def running_postgres(programs: Path) -> Iterator[Postgres]:
    """A cluster that is gone afterwards."""
    user = _other_user()
    with tempfile.TemporaryDirectory(prefix="kozel-pg-", dir="/tmp") as name:
        if user is not None:
            shutil.chown(name, user)
        server = Postgres(programs, Path(name), user)
        server.make()
        try:
            yield server
        finally:
            server.stop("immediate")


def _other_user() -> str | None:
    """Who runs the server when the tests are run by root, as whom it refuses to run."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
