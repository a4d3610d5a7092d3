"""The server for programs: its OpenAPI document, messages over HTTP, streams of JSON lines."""

from litestar.types import ControllerRouterHandler

from djambi.server.api.calls import CALL_HANDLERS
from djambi.server.api.document import get_document
from djambi.server.api.streams import STREAM_HANDLERS

API_HANDLERS: list[ControllerRouterHandler] = [get_document, *CALL_HANDLERS, *STREAM_HANDLERS]
"""What every server offers to programs, online or not."""

__all__ = ["API_HANDLERS"]
