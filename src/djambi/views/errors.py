"""What cannot be shown, with a code for programs."""

from __future__ import annotations

from typing import Literal

from djambi.errors import DjambiError

ViewErrorCode = Literal["not_over", "over", "record_empty", "record_long"]
"""`not_over`: a front page of a game that goes on; `over`: a move after the end of the game;
`record_empty`: a record without a game; `record_long`: more moves than a study holds."""


class ViewError(DjambiError):
    """A study that cannot be shown or played; `code` says why."""

    def __init__(self, code: ViewErrorCode) -> None:
        super().__init__(code)
        self.code: ViewErrorCode = code
