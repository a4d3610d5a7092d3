"""Online play: people, tables, talk, the servers themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of people, talk and servers; games learn what a table agreed on."""
    _games()
    _people()


def _games() -> None:
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("stage", sa.String(8), nullable=False, server_default="playing"))
        games.add_column(
            sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        games.add_column(sa.Column("host", sa.String(24), nullable=True))
        games.add_column(sa.Column("terms", sa.Text(), nullable=True))
        games.add_column(sa.Column("invite", sa.String(24), nullable=True))
        games.add_column(sa.Column("series", sa.String(24), nullable=True))
        games.add_column(sa.Column("deadline", sa.BigInteger(), nullable=True))
    op.execute("UPDATE games SET stage = 'over' WHERE winners IS NOT NULL")
    op.create_index("ix_games_lobby", "games", ["listed", "stage"])
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.create_index("ix_games_series", "games", ["series"])
    op.create_index("ix_games_invite", "games", ["invite"])


def _people() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(80), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("email", sa.String(254), nullable=True),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("moderator", sa.Boolean(), nullable=False),
        sa.Column("barred", sa.BigInteger(), nullable=True),
        sa.Column("erased", sa.Boolean(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("folded", name="uq_accounts_folded"),
    )
    op.create_index("ix_accounts_email", "accounts", ["email"])
    op.create_table(
        "sessions",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sessions_account"),
        sa.PrimaryKeyConstraint("key", name="pk_sessions"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "recoveries",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_recoveries_account"),
        sa.PrimaryKeyConstraint("key", name="pk_recoveries"),
    )
    op.create_index("ix_recoveries_account", "recoveries", ["account"])
    op.create_table(
        "blocks",
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("other", sa.String(24), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_blocks_account"),
        sa.ForeignKeyConstraint(["other"], ["accounts.id"], name="fk_blocks_other"),
        sa.PrimaryKeyConstraint("account", "other", name="pk_blocks"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(24), nullable=False),
        sa.Column("accused", sa.String(24), nullable=False),
        sa.Column("game", sa.String(24), nullable=True),
        sa.Column("aside", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.Column("moderator", sa.String(24), nullable=True),
        sa.ForeignKeyConstraint(["reporter"], ["accounts.id"], name="fk_reports_reporter"),
        sa.ForeignKeyConstraint(["accused"], ["accounts.id"], name="fk_reports_accused"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_accused", "reports", ["accused"])
    op.create_table(
        "ratings",
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_ratings_account"),
        sa.PrimaryKeyConstraint("account", "variant", name="pk_ratings"),
    )
    op.create_table(
        "players",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("party", sa.String(1), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_players_game"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_players_account"),
        sa.PrimaryKeyConstraint("game", "account", "party", name="pk_players"),
    )
    op.create_index("ix_players_account", "players", ["account", "shown"])
    op.create_table(
        "results",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("party", sa.String(1), nullable=False),
        sa.Column("account", sa.String(24), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_results_game"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_results_account"),
        sa.PrimaryKeyConstraint("game", "party", name="pk_results"),
    )
    op.create_index("ix_results_account", "results", ["account", "at"])
    op.create_table(
        "pledges",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("broken", sa.Integer(), nullable=False),
        sa.Column("secret_kept", sa.Integer(), nullable=False),
        sa.Column("secret_broken", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_pledges_game"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_pledges_account"),
        sa.PrimaryKeyConstraint("game", "account", name="pk_pledges"),
    )
    op.create_table(
        "places",
        sa.Column("position", sa.String(16), nullable=False),
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_places_game"),
        sa.PrimaryKeyConstraint("position", "game", name="pk_places"),
    )
    op.create_index("ix_places_game", "places", ["game", "entry"])
    op.create_table(
        "asides",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_asides_game"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_asides"),
    )
    op.create_table(
        "privates",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_privates_game"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_privates_account"),
        sa.PrimaryKeyConstraint("game", "account", "kind", name="pk_privates"),
    )
    op.create_table(
        "letters",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_letters_account"),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
    )
    op.create_index("ix_letters_account", "letters", ["account"])
    op.create_index("ix_letters_due", "letters", ["due"])
    op.create_table(
        "processes",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_index("ix_processes_seen", "processes", ["seen"])
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("began", name="pk_outages"),
    )
    op.create_table(
        "presences",
        sa.Column("game", sa.String(24), nullable=False),
        sa.Column("account", sa.String(24), nullable=False),
        sa.Column("process", sa.String(24), nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("game", "account", "process", name="pk_presences"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in reversed(_TABLES):
        op.drop_table(table)
    for index in ("ix_games_lobby", "ix_games_deadline", "ix_games_series", "ix_games_invite"):
        op.drop_index(index, "games")
    with op.batch_alter_table("games") as games:
        for column in ("stage", "listed", "host", "terms", "invite", "series", "deadline"):
            games.drop_column(column)


_TABLES = (
    "accounts",
    "sessions",
    "recoveries",
    "blocks",
    "reports",
    "ratings",
    "players",
    "results",
    "pledges",
    "places",
    "asides",
    "privates",
    "letters",
    "processes",
    "outages",
    "presences",
)
