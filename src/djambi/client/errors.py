"""What can go wrong between a client and a server."""

from __future__ import annotations

from djambi.client.wire import Sentence
from djambi.errors import DjambiError


class OnlineError(DjambiError):
    """The base of all errors of the client."""


class Refused(OnlineError):
    """The server refused a request: `code` is for programs, `sentence` for people."""

    def __init__(self, code: str, sentence: Sentence) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence.en} ({self.code})"


class Stale(OnlineError):
    """The game has moved on since the position that the turn was chosen for; nothing changed."""

    def __str__(self) -> str:
        return "the game has gone on"


class Lost(OnlineError):
    """The server cannot be reached or does not answer; the request may have been carried out."""
