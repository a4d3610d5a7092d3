"""The tables of online play: people, what they hold at tables, and the servers themselves.

Times are milliseconds since 1970, UTC. What is secret is stored as a hash (tokens) or by argon2
(passwords). Truth is in `events` and `asides`; `players`, `results`, `pledges` and `places` are
indexes made from them.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from djambi.server.storage.models import Base

_GAME = "games.id"
_ACCOUNT = "accounts.id"


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
