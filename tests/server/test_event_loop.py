"""The event loop of a server on Windows, with what asyncio has there made up."""

from __future__ import annotations

import asyncio
import runpy
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from djambi.server.apps import event_loop


class MadeUpError(OSError):
    """An error as Windows' Python raises it."""

    def __init__(self, winerror: int) -> None:
        super().__init__(22, "the specified network name is no longer available")
        self.winerror = winerror


class Proactor:
    """What accepts connections there: these, one after another."""

    def __init__(self, found: Iterator[object]) -> None:
        self.found = found

    def accept(self, listener: object) -> asyncio.Future[Any]:
        """Return a future of the next one."""
        del listener
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        each = next(self.found)
        if isinstance(each, Exception):
            future.set_exception(each)
        else:
            future.set_result(each)
        return future


def accepted(monkeypatch: pytest.MonkeyPatch, *found: object) -> object:
    """Return what a server on Windows accepts when asyncio finds these."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(asyncio, "IocpProactor", Proactor, raising=False)
    made = SimpleNamespace(**runpy.run_path(event_loop.__file__, run_name="made"))
    monkeypatch.undo()
    assert made.EVENT_LOOP == "made:make_loop"

    async def accept() -> object:
        return await made.PatientProactor(iter(found)).accept(None)

    return asyncio.run(accept())


def test_a_client_that_is_gone_before_it_is_accepted_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = [MadeUpError(64), MadeUpError(10054)]
    assert accepted(monkeypatch, *gone, "a connection") == "a connection"


def test_a_listener_that_is_closed_accepts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MadeUpError):
        accepted(monkeypatch, MadeUpError(995), "nobody")


def test_elsewhere_the_event_loop_is_the_usual_one() -> None:
    assert (event_loop.EVENT_LOOP == "auto") == (sys.platform != "win32")
