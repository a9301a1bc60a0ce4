"""The version of the tables: compares it with this program's and upgrades it."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from kozel_arena.storage.errors import ForeignDatabase, SchemaTooNew, SchemaTooOld


def upgrade_schema(connection: Connection, database: str) -> None:
    """Run the migrations that are missing, inside the connection's transaction.

    Raises:
        SchemaTooNew: the tables are of a version that this program does not know.
        ForeignDatabase: they are another program's.
    """
    config = _config()
    version = _version(connection)
    if version == ScriptDirectory.from_config(config).get_current_head():
        return
    _refuse_newer(connection, database)
    if version is None and (tables := inspect(connection).get_table_names()):
        raise ForeignDatabase(database, tables[0])
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def check_schema(connection: Connection, database: str) -> None:
    """See that the tables are of this program's version.

    Raises:
        SchemaTooOld, SchemaTooNew: they are not.
    """
    _refuse_newer(connection, database)
    if _version(connection) != ScriptDirectory.from_config(_config()).get_current_head():
        raise SchemaTooOld(
            f"the tables of the database {database} are missing or old: run "
            "`kozel-arena db upgrade`"
        )


def _config() -> Config:
    config = Config()
    directory = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", directory.replace("%", "%%"))
    return config


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _refuse_newer(connection: Connection, database: str) -> None:
    version = _version(connection)
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version is not None and version not in known:
        raise SchemaTooNew(
            f"the database {database} was written by a newer kozel-arena (tables {version}): "
            "install that version"
        )
