"""What the tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.pages import Scene, run
from tests.server.people import Served, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server with no games yet."""
    with serving(tmp_path) as server:
        yield server


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for a file of tests that do not mind each other's games."""
    with serving(tmp_path_factory.mktemp("shared")) as server:
        yield server


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Play a scene as in a browser."""
    return lambda work: run(work(), monkeypatch)
