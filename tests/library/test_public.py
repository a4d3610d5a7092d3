"""What `import djambi` offers: all of it documented, in docstrings and in docs/library.md."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest
from tests.paths import ROOT

import djambi
import djambi.research

PAGE = ROOT / "docs" / "library.md"
# `Position.play`, `Setup.with_cell(cell, there)`, `djambi.Position`, also in code's backticks.
SPAN = re.compile(r"`(?:djambi\.)?([A-Z]\w+(?:\.[a-z_]\w*)*)(?:\([^`]*\))?`")
CLASSES: list[str] = [name for name in djambi.__all__ if inspect.isclass(getattr(djambi, name))]


def members(name: str) -> list[tuple[str, object]]:
    """Return the public things that a class defines itself or has from one of the library's."""
    found: dict[str, object] = {}
    cls: type[object] = getattr(djambi, name)
    for base in cls.__mro__:
        if base.__module__.startswith("djambi."):
            for key, value in vars(base).items():
                if not key.startswith("_"):
                    # Class and static methods hold the function that was written.
                    found.setdefault(key, getattr(value, "__func__", value))
    return list(found.items())


@pytest.mark.parametrize("name", djambi.__all__)
def test_every_name_exists_and_is_on_the_page(name: str) -> None:
    assert hasattr(djambi, name)
    page = PAGE.read_text(encoding="utf-8")
    assert re.search(rf"`(djambi\.)?{name}[`.(]", page), f"{name} is not in {PAGE.name}"


def test_all_is_sorted_and_imported_by_a_star() -> None:
    assert len(djambi.__all__) == len(set(djambi.__all__))
    found: dict[str, object] = {}
    exec("from djambi import *", found)
    assert set(djambi.__all__) <= set(found)
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = djambi.Nonsense  # type: ignore[attr-defined] # pyright: ignore


def test_dir_shows_what_is_offered_before_it_was_used() -> None:
    program = "import djambi; print(*dir(djambi))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    shown = done.stdout.split()
    assert {name for name in shown if not name.startswith("__")} | {"__version__"} == {
        *djambi.__all__
    }
    assert {"__version__", "__name__", "__doc__"} <= set(shown)


def test_dir_shows_what_research_offers_before_it_was_used() -> None:
    program = "import djambi.research as it; print({*it.__all__} <= {*dir(it)})"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "True\n"
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = djambi.research.Nonsense  # type: ignore[attr-defined] # pyright: ignore


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_and_what_it_defines_has_a_docstring(name: str) -> None:
    cls = getattr(djambi, name)
    # A dataclass writes its own signature where nothing was written.
    assert cls.__doc__
    assert not cls.__doc__.startswith(f"{name}(")
    for key, value in members(name):
        if isinstance(value, (FunctionType, property)):
            assert inspect.getdoc(value), f"{name}.{key} has no docstring"


@pytest.mark.parametrize("name", CLASSES)
def test_everything_public_has_types(name: str) -> None:
    for key, value in members(name):
        thing = value.fget if isinstance(value, property) else value
        if isinstance(thing, FunctionType):
            assert "return" in thing.__annotations__, f"{name}.{key} says not what it returns"


def test_every_name_on_the_page_exists() -> None:
    names = sorted(set(SPAN.findall(PAGE.read_text(encoding="utf-8"))))
    assert len(names) > 60
    for name in names:
        first, *rest = name.split(".")
        thing: object = getattr(djambi, first, None)
        if thing is None and first.isupper():
            continue  # RULES, NOTATION
        assert thing is not None, f"djambi has no {first}"
        for part in rest:
            annotated = inspect.get_annotations(thing) if inspect.isclass(thing) else {}
            assert hasattr(thing, part) or part in annotated, f"{name} does not exist"
            thing = getattr(thing, part, None)


def test_every_public_method_of_position_and_setup_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in ("Position", "Setup", "LegalTurns", "Turn"):
        for key, _ in members(name):
            assert re.search(rf"\b{key}\b", page), f"{name}.{key} is not in {PAGE.name}"


def test_the_package_says_that_it_has_types() -> None:
    assert (Path(djambi.__file__).parent / "py.typed").is_file()


def test_games_and_texts_are_imported_only_when_asked_for() -> None:
    program = (
        "import djambi, sys\n"
        "late = ('djambi.game', 'djambi.texts', 'djambi.bots', 'json', 'difflib')\n"
        "print([name for name in late if name in sys.modules])\n"
        "print(djambi.Game.__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["[]", "Game"]
