"""What was thought about positions, so that an analysis that was left goes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "thoughts",
        sa.Column("position", sa.String(64), nullable=False),
        sa.Column("engine", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("position", "engine", name="pk_thoughts"),
    )
    op.create_index("ix_thoughts_at", "thoughts", ["at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("thoughts")
