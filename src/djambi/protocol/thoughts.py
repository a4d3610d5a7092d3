"""Moved to `djambi.protocol.search_task`."""

from typing import TYPE_CHECKING

from djambi.forwarding import renamed

if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Limits="djambi.protocol.search_task.EngineLimits",
        Report="djambi.protocol.search_task.Report",
        Thought="djambi.protocol.search_task.SearchTask",
    )
