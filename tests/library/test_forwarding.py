"""Public modules that have moved, and renamed classes, can still be imported, with a warning."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import djambi
from djambi.analysis import analyser, game_review, statistics
from djambi.bots import negotiator, promise_keeping, search_bot
from djambi.pacts import sentences
from djambi.position import outcome, symmetry
from djambi.puzzles import attempt

MOVED = {
    "djambi.analysis.figures": statistics,
    "djambi.analysis.games": game_review,
    "djambi.analysis.thinker": analyser,
    "djambi.bots.bonds": promise_keeping,
    "djambi.bots.envoys": negotiator,
    "djambi.bots.thinking": search_bot,
    "djambi.outcome": outcome,
    "djambi.pacts.words": sentences,
    "djambi.puzzles.trial": attempt,
    "djambi.symmetry": symmetry,
}

ROOT = Path(djambi.__file__).parent
_CALL = re.compile(r"^    __getattr__ = renamed\((.*?)\)", re.DOTALL | re.MULTILINE)
RENAMED = {
    ".".join(file.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__"): found
    for file in sorted(ROOT.rglob("*.py"))
    for found in _CALL.findall(file.read_text("utf-8"))
}


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_leads_to_the_new_one_and_warns(old: str) -> None:
    new = MOVED[old]
    name = next(n for n in vars(new) if not n.startswith("_") and callable(getattr(new, n)))
    with pytest.warns(DeprecationWarning, match=f"{old} is now {new.__name__}"):
        found = getattr(importlib.import_module(old), name)
    assert found is getattr(new, name)


@pytest.mark.parametrize("old", MOVED)
def test_a_name_that_there_never_was_is_an_error(old: str) -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        importlib.import_module(old).nonsense  # noqa: B018 - the access is what is tested


@pytest.mark.parametrize("module", RENAMED)
def test_every_renamed_class_and_function_is_found_by_its_old_name(module: str) -> None:
    there = importlib.import_module(module)
    names = re.findall(r"(\w+)=", RENAMED[module])
    assert names
    for name in names:
        # A moved module of this name, imported by now, would be found instead.
        vars(there).pop(name, None)
        with pytest.warns(DeprecationWarning, match=rf"{module}\.{name} is now called ") as told:
            assert getattr(there, name) is not None
        assert {warning.filename for warning in told} == {__file__}


def test_a_name_that_was_never_renamed_is_an_error() -> None:
    with pytest.raises(ImportError, match="Nonsense"):
        from djambi.bots import Nonsense  # type: ignore[attr-defined]  # noqa: F401
