"""Logs of the server on standard error: lines for people, or JSON for programs.

No line has a password, a token, a key of an invitation or anything that people said: addresses of
requests are not logged, and errors of the database come without their values.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final, Literal

from djambi.server.database_errors import postgres_trouble

POSTGRES_AWAY_GAP_S: Final = 10.0
"""Seconds between two lines which say that PostgreSQL cannot be used."""


RETRIED_GAP_S: Final = 3600.0
"""Seconds between two lines about the same failure that is tried again."""

_MAX_RETRIED: Final = 1000
"""Failures of which is known that they were told, at most."""


class JsonLogFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the error if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        milliseconds = int(record.msecs)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{stamp}.{milliseconds:03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


class ClientGoneFilter(logging.Filter):
    """Leave out what asyncio says of clients that have broken off their connections.

    It does so on Windows alone, where it cannot say goodbye to them or accept them, each time and
    with a traceback, and browsers do it all the time.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line."""
        error = _error_of(record)
        words = record.getMessage()
        where = "_call_connection_lost" in words or "IocpProactor.accept" in words
        return not (where and isinstance(error, OSError))


CLIENT_GONE_FILTER: Final = ClientGoneFilter()
"""The filter of asyncio's own log, in every server."""


class PostgresAwayFilter(logging.Filter):
    """Tell that PostgreSQL cannot be used in one line, and seldom: everything that is asked fails.

    There is no fault of the program to be found, so that no traceback is needed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last_s = 0.0
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line, without its traceback where the database is away."""
        error = _error_of(record)
        trouble = postgres_trouble(error) if error is not None else ""
        if not trouble:
            return True
        if abs(record.created - self._last_s) < POSTGRES_AWAY_GAP_S:
            self._left_out += 1
            return False
        more = f" (lines like this left out: {self._left_out})" if self._left_out else ""
        record.msg = f"{record.getMessage()}: the database cannot be used now: {trouble}{more}"
        record.args, record.exc_info = (), None
        self._last_s, self._left_out = record.created, 0
        return True


class RetriedFilter(logging.Filter):
    """Tell a failure that is tried again (`RETRIED`), and comes again just so, seldom.

    A damaged game, say, is looked at every few seconds for ever.
    """

    def __init__(self) -> None:
        super().__init__()
        # When each was told last, and how often it was left out since.
        self._told: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line."""
        error = _error_of(record)
        if error is None or not getattr(record, "retried", False):
            return True
        failure = record.getMessage(), repr(error)
        last, left_out = self._told.pop(failure, (None, 0))
        if last is not None and abs(record.created - last) < RETRIED_GAP_S:
            self._told[failure] = last, left_out + 1
            return False
        if left_out:
            record.msg = f"{failure[0]} (lines like this left out: {left_out})"
            record.args = ()
        self._told[failure] = record.created, 0
        if len(self._told) > _MAX_RETRIED:
            del self._told[next(iter(self._told))]
        return True


_BAD_INPUT: Final = ("LocalProtocolError", "UnicodeDecodeError")
"""What h11 and websockets raise where a client sends what is no HTTP, or no text."""


class BadInputFilter(logging.Filter):
    """Tell without a traceback what uvicorn says of clients that send what is no HTTP, or no text.

    Anybody can do so as often as they like, and the fault is not the server's.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write a line: it is, but for where in the program it was noticed."""
        error = _error_of(record)
        if record.name == "uvicorn.error" and type(error).__name__ in _BAD_INPUT:
            record.msg = f"{record.getMessage().strip()} {error}"
            record.args, record.exc_info = (), None
        return True


def configure(form: Literal["text", "json"]) -> None:
    """Write the server's log lines in this form; what uvicorn says of requests is left out."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLogFormatter() if form == "json" else plain)
    handler.addFilter(PostgresAwayFilter())
    handler.addFilter(RetriedFilter())
    handler.addFilter(BadInputFilter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("djambi").setLevel(logging.INFO)
    # Its lines would name addresses, and with them the keys of invitations.
    logging.getLogger("uvicorn.access").disabled = True
