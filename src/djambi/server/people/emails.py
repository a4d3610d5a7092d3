"""The letters of accounts: subject and text, in the language of whom they are for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

from djambi.server.settings import ServeSettings
from djambi.server.storage.people import Account
from djambi.texts import say


class Sender(Protocol):
    """What a letter says of the server that it comes from."""

    @property
    def settings(self) -> ServeSettings:
        """The server's settings: its name is among them."""
        ...

    @property
    def url(self) -> str:
        """Where people find the server, with a slash at the end."""
        ...


def recovery_letter(server: Sender, account: Account, key: str) -> tuple[str, str]:
    """For who forgot the password. The key stands behind #, so that no server's log has it."""
    return _letter("recover", server, account, f"{server.url}recover#{key}")


def confirm_letter(server: Sender, account: Account, key: str) -> tuple[str, str]:
    """For who gave an address: is it his?"""
    return _letter("confirm", server, account, f"{server.url}confirm#{key}")


def turn_letter(
    server: Sender, account: Account, game: str, table: str, variant: str, until: int
) -> tuple[str, str]:
    """For whose turn it is `until` a time (milliseconds, UTC) at a table, by its name if any."""
    when = datetime.fromtimestamp(until // 1000, UTC)
    more = {
        "table": table or say(f"variant.{variant}", account.language),
        "settings": f"{server.url}account",
        "date": f"{when:%d/%m/%Y}" if account.language == "fr" else f"{when:%Y-%m-%d}",
        "hour": f"{when:%H}",
        "minute": f"{when:%M}",
    }
    return _letter("turn", server, account, f"{server.url}g/{game}", **more)


def _letter(kind: str, server: Sender, account: Account, link: str, **more: str) -> tuple[str, str]:
    values = {"name": account.name, "server": server.settings.name, "link": link, **more}
    language = account.language
    subject = say(f"letter.{kind}.subject", language, **values)
    return subject, say(f"letter.{kind}.text", language, **values)
