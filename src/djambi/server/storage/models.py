"""The tables of the database: games, what people hold at them, and the servers themselves.

Times are milliseconds since 1970, UTC. What is secret is stored as a hash (tokens) or by argon2
(passwords). Truth is in `events` and `asides`: what `games` says of a game beside its creation is a
summary of its events, kept so that a list of games needs no replay; `players`, `results`, `pledges`
and `places` are indexes made from them.
"""

from __future__ import annotations

from typing import cast

from sqlalchemy import (
    BigInteger,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_GAME = "games.id"
_ACCOUNT = "accounts.id"

HEAD = "0008"
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


def table_of(model: type[Base]) -> Table:
    """Return the table of a model, for statements that make rows and no objects of it."""
    return cast("Table", model.__table__)


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

    game: Mapped[str] = mapped_column(ForeignKey(_GAME), primary_key=True)
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


# --- online play ----------------------------------------------------------------------------------


class AccountModel(Base):
    """A person: a guest until there is a password. `folded` is the name as it is compared."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str | None] = mapped_column(String(80), unique=True)
    password: Mapped[str | None] = mapped_column(Text)
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    confirmed: Mapped[bool] = mapped_column(default=False)
    """Whether somebody used the link that was sent to the address."""
    language: Mapped[str] = mapped_column(String(2), default="en")
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)
    moderator: Mapped[bool] = mapped_column(default=False)
    barred: Mapped[int | None] = mapped_column(BigInteger)
    """Until when the account may not play or talk."""
    erased: Mapped[bool] = mapped_column(default=False)
    data: Mapped[str] = mapped_column(Text, default="{}")
    """What else the person chose (notices, holidays), as JSON."""


class SessionModel(Base):
    """A browser that is signed in, or a bot's token (`kind` "api"): the hash of its secret."""

    __tablename__ = "sessions"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    label: Mapped[str] = mapped_column(String(60), default="")
    created: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)
    expires: Mapped[int | None] = mapped_column(BigInteger)
    scopes: Mapped[str] = mapped_column(String(40), default="play talk", server_default="play talk")
    """What it may do besides reading, separated by spaces."""


class CutModel(Base):
    """An account whose open connections were to end at a moment (`people.disconnections`).

    The numbers only ever rise, also when old rows are gone: processes ask for what is new.
    """

    __tablename__ = "cuts"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    account: Mapped[str] = mapped_column(String(24))
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = ({"sqlite_autoincrement": True},)


class KnownBrowserModel(Base):
    """A browser from which an account has signed in: the hash of its cookie."""

    __tablename__ = "known_browsers"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), primary_key=True, index=True)
    seen: Mapped[int] = mapped_column(BigInteger)


class RecoveryModel(Base):
    """A key sent by e-mail: its hash.

    `kind` is "password" (for who forgot it, good for one use) or "email" (to confirm the address).
    """

    __tablename__ = "recoveries"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    expires: Mapped[int] = mapped_column(BigInteger)


class BlockModel(Base):
    """Somebody whom somebody does not want to hear or meet."""

    __tablename__ = "blocks"

    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), primary_key=True)


class ReportModel(Base):
    """A report to the moderators; `verdict` is null while it is open."""

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    at: Mapped[int] = mapped_column(BigInteger)
    reporter: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT))
    accused: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), index=True)
    game: Mapped[str | None] = mapped_column(String(24))
    aside: Mapped[int | None] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    verdict: Mapped[str | None] = mapped_column(Text)
    moderator: Mapped[str | None] = mapped_column(String(24))


class RatingModel(Base):
    """An account's rating at a variant (openskill's mu and sigma)."""

    __tablename__ = "ratings"

    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), primary_key=True)
    variant: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)


class PlayerModel(Base):
    """Somebody who sits or sat at a game: for "my games" and the search by player."""

    __tablename__ = "players"

    game: Mapped[str] = mapped_column(ForeignKey(_GAME), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), primary_key=True)
    party: Mapped[str] = mapped_column(String(1), primary_key=True)
    shown: Mapped[bool] = mapped_column()
    """False at an anonymous table: nobody finds the game by the player."""

    __table_args__ = (Index("ix_players_account", "account", "shown"),)


class ResultModel(Base):
    """The result of a seat; `account` is null for a bot's."""

    __tablename__ = "results"

    game: Mapped[str] = mapped_column(ForeignKey(_GAME), primary_key=True)
    party: Mapped[str] = mapped_column(String(1), primary_key=True)
    account: Mapped[str | None] = mapped_column(ForeignKey(_ACCOUNT))
    at: Mapped[int] = mapped_column(BigInteger)
    share: Mapped[float] = mapped_column(Float)
    rated: Mapped[bool] = mapped_column()

    __table_args__ = (Index("ix_results_account", "account", "at"),)


class PledgeModel(Base):
    """Pacts that a player kept and broke in a finished game, public and secret apart."""

    __tablename__ = "pledges"

    game: Mapped[str] = mapped_column(ForeignKey(_GAME), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), primary_key=True)
    kept: Mapped[int] = mapped_column(Integer)
    broken: Mapped[int] = mapped_column(Integer)
    secret_kept: Mapped[int] = mapped_column(Integer)
    secret_broken: Mapped[int] = mapped_column(Integer)


class PlaceModel(Base):
    """A position (its hash) of a finished game that everybody may see, after `entry` lines."""

    __tablename__ = "places"

    position: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey(_GAME), primary_key=True)
    entry: Mapped[int] = mapped_column(Integer)

    __table_args__ = (Index("ix_places_game", "game", "entry"),)


class AsideModel(Base):
    """A message or promise beside a game, numbered like its events but apart from them."""

    __tablename__ = "asides"

    game: Mapped[str] = mapped_column(ForeignKey(_GAME), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    at: Mapped[int] = mapped_column(BigInteger)
    author: Mapped[str] = mapped_column(String(64), index=True)
    """Who said it, as in `data`: an account (at one computer: a device's key), "" for a bot."""
    data: Mapped[str] = mapped_column(Text)


class PrivateModel(Base):
    """A private document of a player at a game: notes and conditional turns, as JSON."""

    __tablename__ = "privates"

    game: Mapped[str] = mapped_column(ForeignKey(_GAME), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    data: Mapped[str] = mapped_column(Text)


class EmailModel(Base):
    """An e-mail to be sent; deleted once it has gone out."""

    __tablename__ = "letters"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey(_ACCOUNT), index=True)
    due: Mapped[int] = mapped_column(BigInteger, index=True)
    tries: Mapped[int] = mapped_column(Integer, default=0)
    data: Mapped[str] = mapped_column(Text)


class ProcessModel(Base):
    """A server process, and when it last said that it lives."""

    __tablename__ = "processes"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    began: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger, index=True)


class OutageModel(Base):
    """A time in which no process lived: clocks stood still."""

    __tablename__ = "outages"

    began: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    ended: Mapped[int] = mapped_column(BigInteger)


class PresenceModel(Base):
    """An account that is (or was) at a game, through a process."""

    __tablename__ = "presences"

    game: Mapped[str] = mapped_column(String(24), primary_key=True)
    account: Mapped[str] = mapped_column(String(24), primary_key=True)
    process: Mapped[str] = mapped_column(String(24), primary_key=True)
    left: Mapped[int | None] = mapped_column(BigInteger)
    """When it left; null while it is there."""
