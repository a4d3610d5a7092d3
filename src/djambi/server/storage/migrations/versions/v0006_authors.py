"""Who said each aside, in a column of its own: what an account said is found by an index."""

from __future__ import annotations

import re

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_AT_ONCE = 1000
_BY = re.compile(r'"by":"([^"]*)"')
"""The author, also in damaged text: it is written before anything that somebody said."""

_asides = sa.table(
    "asides", sa.column("game"), sa.column("number"), sa.column("data"), sa.column("author")
)


def upgrade() -> None:
    """Add the column, fill it and index it."""
    op.add_column("asides", sa.Column("author", sa.String(64), nullable=True))
    connection = op.get_bind()
    key = (_asides.c.game, _asides.c.number)
    page = sa.select(*key, _asides.c.data).order_by(*key).limit(_AT_ONCE)
    set_author = (
        sa.update(_asides)
        .where(_asides.c.game == sa.bindparam("in_game"), _asides.c.number == sa.bindparam("nth"))
        .values(author=sa.bindparam("by"))
    )
    last = ("", 0)
    while rows := connection.execute(page.where(sa.tuple_(*key) > last)).all():
        last = (rows[-1].game, rows[-1].number)
        connection.execute(
            set_author,
            [{"in_game": row.game, "nth": row.number, "by": _author(row.data)} for row in rows],
        )
    # No default: a process that does not know the column may not store what nobody said.
    with op.batch_alter_table("asides") as asides:
        asides.alter_column("author", existing_type=sa.String(64), nullable=False)
    op.create_index("ix_asides_author", "asides", ["author"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_asides_author", "asides")
    with op.batch_alter_table("asides") as asides:
        asides.drop_column("author")


def _author(data: str) -> str:
    by = _BY.search(data)
    return by[1] if by else ""
