"""One Chromium and one engine for all tests of the page's engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.page.engine import EngineFolder, EngineWorker, built, served


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """The browser that is driven."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def engine(browser: Browser) -> Iterator[EngineWorker]:
    """A worker in which the engine has come up."""
    built()
    with served(EngineFolder) as address:
        worker = EngineWorker(browser, address)
        assert "ready" in worker.state, worker.state
        yield worker
        worker.close()
