"""An engine for the tests of the engine; a host and people for those of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from tests.browser.table import opened
from tests.page.engine import EngineFolder, EngineWorker, built, served
from tests.page.folder import Host, hosted
from tests.waiting import WAIT_TIMEOUT_S

Visit = Callable[..., Page]


class PageSite(NamedTuple):
    """A host of the page, and the page's address there."""

    host: Host
    url: str


@pytest.fixture(scope="session")
def engine(browser: Browser) -> Iterator[EngineWorker]:
    """A worker in which the engine has come up."""
    built()
    with served(EngineFolder) as address:
        worker = EngineWorker(browser, address)
        assert "ready" in worker.state, worker.state
        yield worker
        worker.close()


@pytest.fixture
def site() -> Iterator[PageSite]:
    """A host of the page with nothing the matter; nothing outside its folder is asked for."""
    host = Host()
    host.engine.set()
    with hosted(host) as server:
        yield PageSite(host, server.url)
    assert host.strays == []


@pytest.fixture
def visit(site: PageSite, browser: Browser) -> Iterator[Visit]:
    """People who open the page, in fresh browsers, in which nothing may go wrong unseen."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def comes(path: str = "", **profile: Any) -> Page:
        context = opened(browser, worker=True, **profile)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT_TIMEOUT_S * 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{site.url}{path}")
        return page

    yield comes
    for context in contexts:
        context.close()
    assert problems == []
