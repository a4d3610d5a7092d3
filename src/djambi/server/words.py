"""Sentences of the server in both languages, and the errors that carry them."""

from __future__ import annotations

from djambi.errors import BadRecord, DjambiError, TurnError
from djambi.server.messages import Failed
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


def refused_by(answers: int | None, error: DjambiError) -> Failed:
    """The message that says an error to the client whose message `answers` was.

    The library's errors are English (they are for programmers); people are told that the turn or
    the request cannot be, in both languages, and the detail behind it.
    """
    if isinstance(error, Refused):
        return Failed(answers, error.code, error.words)
    code, detail, place = "bad_request", str(error), {}
    if isinstance(error, TurnError):
        code = "bad_turn"
    elif isinstance(error, BadRecord):
        code, detail = "bad_record", error.message
        place = {"line": error.line, "column": error.column}
    return Failed(answers, code, words(f"server.{code}", detail=detail[:300], **place))
