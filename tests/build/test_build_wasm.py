"""Without its compiler, or the headers of the browser's Python, the page says what to install."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

import pytest

import build_wasm
import kernel_sources


def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(build_wasm.WasmBuildError, match="apt-get install .* emscripten"):
        build_wasm.build()


def test_missing_headers_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nowhere(_: str) -> str:
        return str(tmp_path)

    def not_found(_: str) -> None:
        return None

    monkeypatch.setattr(sysconfig, "get_path", nowhere)
    monkeypatch.setattr(shutil, "which", not_found)
    with pytest.raises(build_wasm.WasmBuildError, match=r"apt-get install .* python3\.11-dev"):
        build_wasm.headers()


def test_every_module_of_the_library_has_a_name_of_its_own() -> None:
    sources = kernel_sources.sources()
    # They are found by the last part of their names: PyInit_tree.
    names = ["_core", *(source.stem for source in sources)]
    assert len(names) == len(set(names)) > 20
