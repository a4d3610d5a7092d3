"""The first form of the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("mover", sa.String(1), nullable=True),
        sa.Column("winners", sa.String(12), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_played", "games", ["hidden", "played"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_events"),
    )
    op.create_table(
        "devices",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_devices"),
    )
    op.create_table(
        "settings",
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_settings"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("settings", "devices", "events", "games"):
        op.drop_table(table)
