"""The e-mails of accounts: subject and text, in the language of whom they are for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

from djambi.server.schemas.terms import VoteKind
from djambi.server.settings import ServeSettings
from djambi.server.storage.people import Account
from djambi.texts import say


class Sender(Protocol):
    """What an e-mail says of the server that it comes from."""

    @property
    def settings(self) -> ServeSettings:
        """Return the server's settings: its name is among them."""
        ...

    @property
    def url(self) -> str:
        """Return where people find the server, with a slash at the end."""
        ...


def recovery_email(server: Sender, account: Account, key: str) -> tuple[str, str]:
    """Build the e-mail for a forgotten password. The key stands behind #: no server logs it."""
    return _email_text("recover", server, account, f"{server.url}recover#{key}")


def confirmation_email(server: Sender, account: Account, key: str) -> tuple[str, str]:
    """Build the e-mail that asks a person to confirm their address."""
    return _email_text("confirm", server, account, f"{server.url}confirm#{key}")


def address_changed_email(server: Sender, account: Account) -> tuple[str, str]:
    """Build the e-mail to an account's former address, which does not name the new one."""
    return _email_text("changed", server, account, f"{server.url}account")


def turn_email(
    server: Sender, account: Account, game: str, table: str, until: int
) -> tuple[str, str]:
    """Build the "your turn" e-mail. `until` is the deadline in UTC milliseconds."""
    return _table_email_text("turn", server, account, game, table, **_date(account, until))


def vote_email(
    server: Sender, account: Account, game: str, table: str, vote: VoteKind, until: int
) -> tuple[str, str]:
    """Build the e-mail on a vote that is called. `until` is when it ends, in UTC milliseconds."""
    question = say(f"email.vote.{vote}", account.language)
    date = _date(account, until)
    return _table_email_text("vote", server, account, game, table, question=question, **date)


def pact_email(server: Sender, account: Account, game: str, table: str, by: str) -> tuple[str, str]:
    """Build the e-mail on a pact that party `by` proposes."""
    party = say(f"party.{by}", account.language)
    return _table_email_text("pact", server, account, game, table, party=party)


def late_email(
    server: Sender, account: Account, game: str, table: str, party: str, bot_plays: bool
) -> tuple[str, str]:
    """Build the e-mail to whose time ran out: a bot plays the party for them, or it is out."""
    name = say(f"party.{party}", account.language)
    key = "email.late.bot" if bot_plays else "email.late.out"
    outcome = say(key, account.language, party=name)
    return _table_email_text("late", server, account, game, table, outcome=outcome)


def _date(account: Account, until: int) -> dict[str, str]:
    """Return the values by which an e-mail tells a time (UTC milliseconds)."""
    when = datetime.fromtimestamp(until // 1000, UTC)
    date = {"year": f"{when:%Y}", "month": f"{when:%m}", "day": f"{when:%d}"}
    return {
        "date": say("email.date", account.language, **date),
        "hour": f"{when:%H}",
        "minute": f"{when:%M}",
    }


def _table_email_text(
    kind: str, server: Sender, account: Account, game: str, table: str, **more: str
) -> tuple[str, str]:
    more |= {"table": table, "settings": f"{server.url}account"}
    return _email_text(kind, server, account, f"{server.url}g/{game}", **more)


def _email_text(
    kind: str, server: Sender, account: Account, link: str, **more: str
) -> tuple[str, str]:
    values = {"name": account.name, "server": server.settings.name, "link": link, **more}
    language = account.language
    subject = say(f"email.{kind}.subject", language, **values)
    return subject, say(f"email.{kind}.text", language, **values)
