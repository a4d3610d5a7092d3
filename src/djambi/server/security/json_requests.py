"""Requests whose JSON is read without trust: nested without end, it is a bad request."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import SerializationException


class JsonRequest(Request[Any, Any, State]):
    """A request of our applications (`Litestar(request_class=…)`)."""

    async def json(self) -> Any:
        """Return the body, read as JSON; raises SerializationException (400) if it is none.

        The decoder gives up at some depth with RecursionError, and at bytes that are no text with
        UnicodeDecodeError, which are no faults of ours.
        """
        try:
            return await super().json()
        except RecursionError:
            raise SerializationException("the JSON is nested too deeply") from None
        except UnicodeDecodeError as error:
            raise SerializationException(f"the body is not UTF-8: {error.reason}") from None
        except SerializationException as error:
            raise SerializationException(f"the body is not JSON: {error.detail}") from None
