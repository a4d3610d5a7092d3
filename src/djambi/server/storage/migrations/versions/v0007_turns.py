"""By when who is to move has to have played, in a column of its own: a vote may end earlier."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; until somebody plays, it says what the lists have shown so far."""
    op.add_column("games", sa.Column("turn_until", sa.BigInteger(), nullable=True))
    games = sa.table("games", sa.column("deadline"), sa.column("turn_until"), sa.column("stage"))
    playing = games.c.stage == "playing"
    op.execute(sa.update(games).where(playing).values(turn_until=games.c.deadline))


def downgrade() -> None:
    """Drop it."""
    with op.batch_alter_table("games") as games:
        games.drop_column("turn_until")
