"""Run by Alembic for a command; `schema.py` hands it the connection in the attributes."""

from alembic import context

from kozel_arena.storage.tables import TableBase

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=TableBase.metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
