"""What the page can say before its engine is loaded: written by the engine's own application."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import prepare_page
from djambi import Position


def names(prepared: dict[str, Any]) -> list[str]:
    """The variants that can be played."""
    return [variant["name"] for variant in prepared["start"]["/api/catalogue"]["variants"]]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The files, by their names."""
    folder: Path = tmp_path_factory.mktemp("prepared")
    prepare_page.write(folder)
    return {file.stem: json.loads(file.read_text("utf-8")) for file in folder.iterdir()}


def test_every_variant_the_first_screens_and_the_guided_game_have_a_file(
    prepared: dict[str, Any],
) -> None:
    assert sorted(prepared) == sorted(["start", "tutorial", *names(prepared)])
    assert prepared["start"]["/api/me"]["online"] is False
    assert set(prepared["start"]) == set(prepare_page.START)


def test_every_first_turn_can_be_put_together(prepared: dict[str, Any]) -> None:
    for name in names(prepared):
        found = prepared[name]
        view = found["state"]["view"]
        start = Position.start(name, found["state"]["game"]["edition"])
        assert view["position"] == str(start)
        assert (found["board"]["variant"], found["state"]["game"]["id"]) == (name, "")
        stages = {**view["stages"], **found["stages"]}
        whole = {prefix for prefix, stage in stages.items() if stage["kind"] == "done"}
        assert whole == {str(turn) for turn in start.legal_turns()}
