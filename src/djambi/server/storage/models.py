"""The tables of the database.

Truth is `events`; what `games` says of a game beside its creation is a summary of its events, kept
so that a list of games needs no replay. Times are milliseconds since 1970, UTC.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, MetaData, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

HEAD = "0007"
"""The revision that these models describe (a test compares it with the migrations)."""


class Base(DeclarativeBase):
    """The base of the models; constraints have names so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class GameModel(Base):
    """A game; `hidden` ones are out of the list."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    """The form of events when the game began. Nothing reads it, for every event has its own; but
    processes of 1.0 write it, and may run beside newer ones: it cannot go before they do."""
    variant: Mapped[str] = mapped_column(String(40))
    rules: Mapped[str] = mapped_column(Text)
    created: Mapped[int] = mapped_column(BigInteger)
    played: Mapped[int] = mapped_column(BigInteger)
    hidden: Mapped[bool] = mapped_column(default=False)
    seats: Mapped[str] = mapped_column(Text)
    position: Mapped[str] = mapped_column(Text)
    ply: Mapped[int] = mapped_column(Integer)
    mover: Mapped[str | None] = mapped_column(String(1))
    winners: Mapped[str | None] = mapped_column(String(12))
    stage: Mapped[str] = mapped_column(String(8), default="playing", server_default="playing")
    """"waiting" for players, "playing", "ended" (and not yet in the indexes), "over"."""
    listed: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether an online table stands in the lobby."""
    host: Mapped[str | None] = mapped_column(String(24))
    """The account that made the table; null for a game at this computer."""
    terms: Mapped[str | None] = mapped_column(Text)
    """What the table agreed on (clock, talk, ...), as JSON; null for a game at this computer."""
    invite: Mapped[str | None] = mapped_column(String(24))
    """The key of an online table's link."""
    series: Mapped[str | None] = mapped_column(String(24))
    """The first game of the series that it belongs to."""
    deadline: Mapped[int | None] = mapped_column(BigInteger)
    """When somebody has to look at the table even if nobody plays."""
    turn_until: Mapped[int | None] = mapped_column(BigInteger)
    """By when who is to move has to have played; a vote may end earlier."""

    __table_args__ = (
        Index("ix_games_played", "hidden", "played"),
        Index("ix_games_lobby", "listed", "stage"),
        Index("ix_games_deadline", "deadline"),
        Index("ix_games_series", "series"),
        Index("ix_games_invite", "invite"),
    )


class EventModel(Base):
    """An event: `(game, number)` is unique, so that two can't both be the next one."""

    __tablename__ = "events"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    at: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[str] = mapped_column(Text)


class DeviceModel(Base):
    """A device that joined over the local network: the hash of its token, not the token."""

    __tablename__ = "devices"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    created: Mapped[int] = mapped_column(BigInteger)


class SettingsModel(Base):
    """The settings of an account, a device or a browser ("": the computer as a whole), as JSON."""

    __tablename__ = "settings"

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    data: Mapped[str] = mapped_column(Text)


class ThoughtModel(Base):
    """The result of an engine for a position (its hash); to be thought again if it is lost."""

    __tablename__ = "thoughts"

    position: Mapped[str] = mapped_column(String(64), primary_key=True)
    engine: Mapped[str] = mapped_column(String(40), primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[str] = mapped_column(Text)

    __table_args__ = (Index("ix_thoughts_at", "at"),)
