"""What the tests of the command line share."""

from __future__ import annotations

import pytest


@pytest.fixture
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep games and locks away from those of whoever runs the tests."""
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path_factory.mktemp("data")))
