"""One server for all browser tests; a fresh profile of the browser for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.online import Come, OnlineServer, Person
from tests.browser.table import Server, Table, opened


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server, shared: each test has games of its own."""
    running = Server(tmp_path_factory.mktemp("data"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def table(server: Server, browser: Browser) -> Iterator[Table]:
    """A desktop page on which nothing may go wrong unseen."""
    server.settings()
    context = opened(browser)
    sitting = Table(server, context.new_page())
    yield sitting
    context.close()
    assert sitting.problems == []


@pytest.fixture
def phone(server: Server, browser: Browser) -> Iterator[Table]:
    """A phone on which nothing may go wrong unseen."""
    server.settings()
    context = opened(browser, 360, 740, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    yield table
    context.close()
    assert table.problems == []


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServer]:
    """An online server, shared: each test has people and tables of its own."""
    running = OnlineServer(tmp_path_factory.mktemp("online"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def come(hall: OnlineServer, browser: Browser) -> Iterator[Come]:
    """People who come to the online server; nothing may go wrong unseen in their browsers."""
    here: list[Person] = []

    def comes(name: str = "", path: str = "/", **profile: Any) -> Person:
        person = Person.comes(hall, browser, **profile)
        here.append(person)
        if name:
            person.guest(name)
        person.goto(path)
        return person

    yield comes
    for person in here:
        person.leaves()
