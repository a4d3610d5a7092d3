"""A game on a screen of Textual's pilot: keys, clicks, and what is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the extra tui is not installed")


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept as they are played: not where those of whoever runs the tests are."""
    folder = tmp_path / "data"
    monkeypatch.setenv("DJAMBI_DATA", str(folder))
    return folder / "terminal.djambi"
