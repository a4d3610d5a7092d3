"""What goes into the page is found by following imports."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.paths import ROOT

from import_closure import closure


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package in which every way of importing stands."""
    files = {
        "p/__init__.py": "",
        "p/start.py": (
            "from typing import TYPE_CHECKING\n"
            "import p.whole\nfrom p import member, name\nfrom .near import value\n"
            "if TYPE_CHECKING:\n    import p.types_only\nelse:\n    import p.otherwise\n"
            "def later():\n    from p.inner import deep\n"
            "try:\n    import missing.part\nexcept ImportError:\n    pass\n"
        ),
        "p/whole.py": "import json\n",
        "p/member.py": "from . import beside\n",
        "p/near.py": "value = 1\n",
        "p/inner/__init__.py": "from .. import above\n",
        "p/inner/deep.py": "import p.start\n",
        **{f"p/{name}.py": "" for name in ("types_only", "otherwise", "beside", "above", "unused")},
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_every_import_is_followed(folder: Path) -> None:
    found = closure(["p.start"], [folder])
    assert set(found.modules) == {
        "p", "p.start", "p.whole", "p.member", "p.near", "p.otherwise", "p.beside", "p.above",
        "p.inner", "p.inner.deep",
    }  # fmt: skip
    assert found.modules["p.inner"] == folder / "p" / "inner" / "__init__.py"
    assert found.others == {"typing", "json", "missing.part"}


def test_an_unknown_root_is_refused(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        closure(["p.nowhere"], [folder])


def test_the_page_needs_no_server_packages() -> None:
    found = closure(["djambi.server.apps.page"], [ROOT / "src"])
    others = {name.partition(".")[0] for name in found.others}
    # Cython: the kernel's files name it, for compiling.
    assert others - set(sys.stdlib_module_names) == {"cython", "msgspec"}
    assert not [name for name in found.modules if name.startswith(("djambi.cli", "djambi.tui"))]
