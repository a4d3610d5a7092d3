"""What is sent about people, and what they send about themselves.

Times are ISO 8601 in UTC. Nothing here carries a password, a token (but for the answer to its
making) or somebody else's e-mail address.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from djambi.server.schemas.base import Party, StrictStruct
from djambi.server.security.devices import TokenScope
from djambi.texts import Language

PLAIN_TEXT = r"^[^\x00]*$"
"""The pattern of a text that is stored as it is: PostgreSQL takes no NUL."""
PersonName = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
Email = Annotated[str, Meta(max_length=254)]
"""An address, or "" for none."""
EmailedKey = Annotated[str, Meta(max_length=100)]
"""What an e-mail's link carries; who comes without the link's end has "", a key that is no good."""
AccountId = Annotated[str, Meta(pattern="^[a-z0-9]{1,24}$")]
GameId = Annotated[str, Meta(pattern="^[a-z0-9]{1,24}$")]

# --- me -----------------------------------------------------------------------------------------


class MyAccountView(StrictStruct):
    """My own account. `email` is "" without one, and `confirmed` says whether its e-mail was read.

    A token is not told the address.

    `barred` is until when I may not play or talk, or null.
    """

    id: str
    name: str
    guest: bool
    moderator: bool
    language: Language
    email: str
    confirmed: bool
    barred: str | None
    created: str


class MeView(StrictStruct):
    """Answer of GET /api/me: what this server is, and who asks (null: nobody yet).

    `online` is false at a computer's own server, and then of all else only `pictures` means
    anything: whether this server can draw moving pictures.
    `turns` are the games where it is my turn; `reports` those that wait for a moderator (0 for
    others); `mail` whether e-mails can be sent; `guests` and `registration` whether new ones are
    taken. `page` is the address of the page in which visitors' browsers play and analyse by
    themselves, for this server refuses to ("in_browser"); "": there is none.
    """

    online: bool
    server: str
    account: MyAccountView | None
    turns: int
    reports: int
    mail: bool
    guests: bool
    registration: bool
    pictures: bool
    page: str = ""


def home_view(pictures: bool) -> MeView:
    """Return what a computer's own server is, where nobody has an account."""
    return MeView(
        online=False,
        server="",
        account=None,
        turns=0,
        reports=0,
        mail=False,
        guests=False,
        registration=False,
        pictures=pictures,
    )


class GuestBody(StrictStruct):
    """Body of POST /api/me/guest: play at once under this name."""

    name: PersonName
    language: Language = "en"


class RegisterBody(StrictStruct):
    """Body of POST /api/me/register; a guest keeps the account, with its games."""

    name: PersonName
    password: Password
    email: Email = ""
    language: Language = "en"


class SignInBody(StrictStruct):
    """Body of POST /api/me/sign-in."""

    name: PersonName
    password: Password


class NameBody(StrictStruct):
    """Body of PUT /api/me/name."""

    name: PersonName


class LanguageBody(StrictStruct):
    """Body of PUT /api/me/language: in which e-mails are written to me."""

    language: Language


class PasswordBody(StrictStruct):
    """Body of PUT /api/me/password; every other session ends."""

    old: Password
    new: Password


class EmailBody(StrictStruct):
    """Body of PUT /api/me/email; "" takes the address away."""

    password: Password
    email: Email


class EraseBody(StrictStruct):
    """Body of POST /api/me/erase; a guest has no password and leaves it out.

    `words`: empty everything that I ever said at tables too.
    """

    password: Annotated[str, Meta(max_length=200)] = ""
    words: bool = False


class RecoverBody(StrictStruct):
    """Body of POST /api/recovery: a name or an e-mail address."""

    who: Annotated[str, Meta(min_length=1, max_length=254, pattern=PLAIN_TEXT)]


class NewPasswordBody(StrictStruct):
    """Body of POST /api/recovery/password: what the e-mail carried, and a new password."""

    key: EmailedKey
    password: Password


class KeyBody(StrictStruct):
    """Body of POST /api/recovery/email: what the e-mail carried."""

    key: EmailedKey


class AcceptedView(StrictStruct):
    """Answer to what is done without a word about its outcome."""

    accepted: bool = True


# --- tokens -------------------------------------------------------------------------------------


class TokenBody(StrictStruct):
    """Body of POST /api/me/tokens: what the token is for, what it may do, for how many days.

    It may always read what I may read; `play`: all that changes games, tables and notes; `talk`:
    say things and make pacts.
    """

    label: Annotated[str, Meta(min_length=1, max_length=60, pattern=PLAIN_TEXT)]
    scopes: Annotated[list[TokenScope], Meta(max_length=2)] = msgspec.field(
        default_factory=lambda: list[TokenScope](("play", "talk"))
    )
    days: Annotated[int, Meta(ge=1, le=366)] = 365


class TokenView(StrictStruct):
    """A token of mine: `id` names it, but is no key to anything.

    `expires` is when it ends by itself.
    """

    id: str
    label: str
    scopes: list[TokenScope]
    created: str
    seen: str
    expires: str


class CreatedTokenView(StrictStruct):
    """A new token: `secret` is shown this once."""

    token: TokenView
    secret: str


class TokensView(StrictStruct):
    """Answer of GET /api/me/tokens."""

    tokens: list[TokenView]


# --- others -------------------------------------------------------------------------------------


class PersonView(StrictStruct):
    """A person, as everybody may see them."""

    id: str
    name: str
    guest: bool


class BlocksView(StrictStruct):
    """Answer of GET /api/me/blocks: whom I do not want to hear or meet."""

    blocked: list[PersonView]


class RatingView(StrictStruct):
    """A rating at a variant: mean `mu` and doubt `sigma` (openskill).

    `shown` is the number for people: 1000 for who knows nothing yet, and what is sure otherwise.
    """

    variant: str
    games: int
    shown: int
    mu: float
    sigma: float


class VirtuView(StrictStruct):
    """Pacts kept and broken in finished games; secret ones only of tables that published them."""

    kept: int
    broken: int
    secret_kept: int
    secret_broken: int


class OpponentView(StrictStruct):
    """A seat of a finished game; `person` is null for a bot."""

    party: str
    person: PersonView | None
    share: float


class PlayedView(StrictStruct):
    """A finished game of a profile: `party` is the person's own."""

    game: str
    variant: str
    edition: str
    ended: str
    rated: bool
    party: str
    share: float
    seats: list[OpponentView]


class ProfileView(StrictStruct):
    """Answer of GET /api/people/{id}; games of anonymous tables are nowhere in it.

    `mine` says that it is my own, `blocked` that I block this person. `played` are finished
    games in all, `won` those won alone or shared. `before` asks for the games behind
    these, null where there are none.
    """

    person: PersonView
    moderator: bool
    mine: bool
    blocked: bool
    barred: str | None
    since: str
    played: int
    won: int
    ratings: list[RatingView]
    virtu: VirtuView
    games: list[PlayedView]
    before: str | None


# --- reports ------------------------------------------------------------------------------------


class ReportBody(StrictStruct):
    """Body of POST /api/reports: who, or which party of a game (at anonymous tables).

    `aside` is the number of the message at that game, as the sender counts them; `key` is that of
    the link by which they came to watch.
    """

    text: Annotated[str, Meta(min_length=1, max_length=1000, pattern=PLAIN_TEXT)]
    accused: AccountId | None = None
    game: GameId | None = None
    party: Party | None = None
    aside: Annotated[int, Meta(ge=1, le=2_000_000_000)] | None = None
    key: Annotated[str, Meta(max_length=40)] = ""


class ReportView(StrictStruct):
    """A report as moderators see it; `said` is what it is about, word for word, if anything."""

    id: int
    at: str
    reporter: PersonView
    accused: PersonView
    barred: str | None
    game: str | None
    said: str | None
    text: str
    verdict: str | None
    moderator: PersonView | None


class ReportsView(StrictStruct):
    """Answer of GET /api/reports: the oldest open ones, or (`closed`) the newest others."""

    reports: list[ReportView]


class VerdictBody(StrictStruct):
    """Body of POST /api/reports/{id}/verdict; `days` bars the accused for so long (0: not).

    It makes no earlier ban shorter.
    """

    verdict: Annotated[str, Meta(min_length=1, max_length=1000, pattern=PLAIN_TEXT)]
    days: Annotated[int, Meta(ge=0, le=3650)] = 0


class BarBody(StrictStruct):
    """Body of PUT /api/people/{id}/bar: for how many days from now (0: not any more)."""

    days: Annotated[int, Meta(ge=0, le=3650)]
