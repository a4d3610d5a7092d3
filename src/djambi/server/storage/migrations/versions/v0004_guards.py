"""What guards accounts: whose connections were cut, known browsers, scopes and ends of tokens."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_YEAR = 365 * 86_400_000


def upgrade() -> None:
    """Make the tables; tokens that had no end get one, a year from now."""
    op.create_table(
        "cuts",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cuts"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "known_browsers",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_known_browsers_account"),
        sa.PrimaryKeyConstraint("key", "account", name="pk_known_browsers"),
    )
    op.create_index("ix_known_browsers_account", "known_browsers", ["account"])
    with op.batch_alter_table("sessions") as sessions:
        sessions.add_column(
            sa.Column("scopes", sa.String(40), nullable=False, server_default="play talk")
        )
    op.execute(
        sa.text("UPDATE sessions SET expires = :end WHERE kind = 'api' AND expires IS NULL")
        .bindparams(end=int(time.time() * 1000) + _YEAR)
    )  # fmt: skip


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_column("scopes")
    op.drop_table("known_browsers")
    op.drop_table("cuts")
