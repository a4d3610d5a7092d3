"""Logs of the server on standard error: lines for people, or JSON for programs.

No line has a password, a token, a key of an invitation or anything that people said: addresses of
requests are not logged, and errors of the database come without their values.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Literal


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


def configure(form: Literal["text", "json"]) -> None:
    """Write the server's log lines in this form; what uvicorn says of requests is left out."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLogFormatter() if form == "json" else plain)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("djambi").setLevel(logging.INFO)
    # Its lines would name addresses, and with them the keys of invitations.
    logging.getLogger("uvicorn.access").disabled = True
