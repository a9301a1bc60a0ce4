"""A PostgreSQL server that lives as long as a test or a soak, and empty databases on it."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from tests.soak.processes import Child, free_port

START_LIMIT_S: Final = 60.0
LOOK_S: Final = 0.05
USER: Final = "postgres"
"""Who runs the server where this process is root: PostgreSQL refuses to be root."""
SETTINGS: Final = ("fsync=off", "max_connections=50", "unix_socket_directories=")
"""Nothing here cuts the power of the server itself, so it need not wait for the disk."""


def missing() -> str | None:
    """What keeps this machine from running a server, in words; None if nothing does."""
    if shutil.which("initdb") is None or shutil.which("postgres") is None:
        return "initdb and postgres are not on the PATH: install PostgreSQL"
    return None


@contextmanager
def postgresql() -> Iterator[Callable[[], str]]:
    """Run a server; gives a function that makes an empty database and returns its URL."""
    with tempfile.TemporaryDirectory(prefix="kozel-postgresql-") as home:
        folder = Path(home)
        user = USER if os.geteuid() == 0 else None
        if user is not None:
            shutil.chown(folder, user)
        data = folder / "data"
        initdb = [program("initdb"), "--pgdata", str(data), "--auth", "trust", "--username", USER]
        subprocess.run(
            [*initdb, "--encoding", "UTF8", "--locale", "C", "--no-sync"],
            check=True,
            capture_output=True,
            user=user,
            cwd=folder,
        )
        port = free_port()
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        command = [program("postgres"), "-D", str(data), "-p", str(port), *settings]
        server = Child(
            "postgresql",
            (str(Path(__file__).with_name("run_as.py")), user or "", *command),
            environment={},
            folder=folder,
        )
        server.start()
        try:
            yield from _serving(f"postgresql+psycopg://{USER}@127.0.0.1:{port}", server)
        finally:
            server.kill()


def program(name: str) -> str:
    """The program itself: it looks for its files beside where it lies, not beside a link to it."""
    return str(Path(shutil.which(name) or name).resolve())


def _serving(url: str, server: Child) -> Iterator[Callable[[], str]]:
    engine = create_engine(f"{url}/postgres", isolation_level="AUTOCOMMIT")
    numbers = count(1)

    def new_database() -> str:
        name = f"arena_{next(numbers)}"
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        return f"{url}/{name}"

    end = time.monotonic() + START_LIMIT_S
    while True:
        try:
            engine.connect().close()
            break
        except OperationalError:
            if time.monotonic() > end or server.ended_alone:
                raise RuntimeError(f"no PostgreSQL: {server.last_words()}") from None
            time.sleep(LOOK_S)
    try:
        yield new_database
    finally:
        engine.dispose()
