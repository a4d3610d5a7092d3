"""Public modules that have moved can still be imported, with a warning."""

from __future__ import annotations

import importlib

import pytest

from djambi.position import outcome, symmetry

MOVED = {"djambi.outcome": outcome, "djambi.symmetry": symmetry}


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
