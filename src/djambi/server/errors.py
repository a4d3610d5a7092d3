"""Why requests are refused: a code for programs, a sentence in both languages for people."""

from __future__ import annotations

from typing import Final, NamedTuple

from djambi.errors import BadPosition, BadRecord, DjambiError, TurnError
from djambi.server.error_codes import STATUS, TOO_MANY, ErrorCode
from djambi.server.schemas.messages import FailedMessage
from djambi.server.schemas.requests import ErrorView
from djambi.views.errors import ViewError
from djambi.views.words import both, fault_words, words

_MAX_FAULTS: Final = 8
"""Faults of a position that are told at once, at most."""


_MAX_DETAIL_CHARS: Final = 300
"""Characters that are told of an error of the library's."""

DATABASE_RETRY_S: Final = 5
"""Seconds after which to try again where the database could not be reached."""


class RequestRefused(DjambiError):
    """A refusal of what a client asked for; `code` is for programs, `words` for people.

    With `slow_down`, `thinking` and `guarded`, `n` is how many seconds to wait.
    """

    def __init__(self, code: ErrorCode, **values: object) -> None:
        super().__init__(code)
        self.code: ErrorCode = code
        self.values = values
        self.words = words(f"server.{code}", **values)

    def __str__(self) -> str:
        return f"{self.code}: {self.words.en}"

    @property
    def retry(self) -> int | None:
        """Return the seconds after which to try again; None where that is of no use.

        >>> RequestRefused("slow_down", n=60).retry, RequestRefused("over").retry
        (60, None)
        """
        if STATUS.get(self.code) == TOO_MANY:
            return int(str(self.values["n"]))
        return DATABASE_RETRY_S if self.code == "away" else None


def failed_message(answers: int | None, error: DjambiError) -> FailedMessage:
    """Return an error as a message to the client whose message had the number `answers`.

    The library's errors are English (they are for programmers); people are told that the turn or
    the request cannot be, in both languages, and the detail behind it.
    """
    if isinstance(error, ViewError):
        error = RequestRefused(error.code)
    if isinstance(error, RequestRefused):
        return FailedMessage(answers, error.code, error.words, error.retry)
    if isinstance(error, BadPosition):
        sentences = [fault_words(fault) for fault in error.faults[:_MAX_FAULTS]]
        faults = both(lambda lang: " ".join(getattr(each, lang) for each in sentences))
        return FailedMessage(answers, "bad_position", words("server.bad_position", faults=faults))
    if isinstance(error, BadRecord):
        # A person who opened the wrong file is helped by the place, not by the grammar.
        place = words("server.bad_record", line=error.line, column=error.column)
        return FailedMessage(answers, "bad_record", place)
    code = "bad_turn" if isinstance(error, TurnError) else "bad_request"
    return FailedMessage(
        answers, code, words(f"server.{code}", detail=str(error)[:_MAX_DETAIL_CHARS])
    )


class ErrorAnswer(NamedTuple):
    """An error as the answer to a request: its status, its body, and when to try again."""

    status: int
    view: ErrorView
    retry: int | None


def error_answer(error: DjambiError) -> ErrorAnswer:
    """Return an error as the answer to a request.

    >>> error_answer(RequestRefused("no_game")).status, error_answer(DjambiError("so?")).view.detail
    (404, 'so?')
    """
    if isinstance(error, ViewError):
        error = RequestRefused(error.code)
    message = failed_message(None, error)
    if isinstance(error, RequestRefused):
        status = STATUS.get(error.code, 400)
        return ErrorAnswer(status, ErrorView(message.code, message.words), error.retry)
    return ErrorAnswer(
        400, ErrorView(message.code, message.words, str(error)[:_MAX_DETAIL_CHARS]), None
    )
