"""The letters of accounts: subject and text, in the language of whom they are for."""

from __future__ import annotations

from typing import Protocol

from djambi.server.settings import ServeSettings
from djambi.server.storage.people import Account
from djambi.texts import say


class Sender(Protocol):
    """What a letter says of the server that it comes from."""

    settings: ServeSettings
    url: str


def recovery_letter(server: Sender, account: Account, key: str) -> tuple[str, str]:
    """For who forgot the password. The key stands behind #, so that no server's log has it."""
    return _letter("recover", server, account, f"{server.url}recover#{key}")


def confirm_letter(server: Sender, account: Account, key: str) -> tuple[str, str]:
    """For who gave an address: is it his?"""
    return _letter("confirm", server, account, f"{server.url}confirm#{key}")


def _letter(kind: str, server: Sender, account: Account, link: str) -> tuple[str, str]:
    values = {"name": account.name, "server": server.settings.name, "link": link}
    language = account.language
    subject = say(f"letter.{kind}.subject", language, **values)
    return subject, say(f"letter.{kind}.text", language, **values)
