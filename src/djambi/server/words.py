"""Sentences of the server in both languages, and the errors that carry them."""

from __future__ import annotations

from djambi.errors import DjambiError
from djambi.server.views import Words
from djambi.texts import say


def words(key: str, **values: object) -> Words:
    """The sentence `key` of the catalogue in both languages.

    A value may itself be `Words`: each language then takes its own.
    """

    def fill(lang: str) -> str:
        own = {k: getattr(v, lang) if isinstance(v, Words) else v for k, v in values.items()}
        return say(key, lang, **own)

    return Words(en=fill("en"), fr=fill("fr"))


class Refused(DjambiError):
    """What a client asked for is refused; `code` is for programs, `words` for people."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.words = words(f"server.{code}", **values)

    def __str__(self) -> str:
        return f"{self.code}: {self.words.en}"
