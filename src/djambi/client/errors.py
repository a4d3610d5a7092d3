"""What can go wrong between a client and a server."""

from __future__ import annotations

from djambi.client.wire import Sentence
from djambi.errors import DjambiError


class OnlineError(DjambiError):
    """The base of all errors of the client."""


class Refused(OnlineError):
    """The server refuses what was asked: `code` is for programs, `sentence` for people."""

    def __init__(self, code: str, sentence: Sentence) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence.en} ({self.code})"


class Stale(OnlineError):
    """The game has gone on since what the turn was chosen for; nothing was changed."""

    def __str__(self) -> str:
        return "the game has gone on"


class Lost(OnlineError):
    """The server cannot be reached, or does not answer; what was asked may have been done."""
