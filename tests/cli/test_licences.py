"""``djambi licences``: every part is named with its licence."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest

from djambi.cli import licences, main

TERMS = [{"name": "svelte", "version": "5.0", "licence": "MIT", "text": "Permission is granted"}]


@pytest.fixture(autouse=True)
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a browser app with one part has written of it."""
    file = tmp_path / "licences.json"
    file.write_text(json.dumps(TERMS), "utf-8")
    monkeypatch.setattr(licences, "APP_LICENCES", file)
    return file


def test_every_part_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences", "--lang", "fr"]) == 0
    out = capsys.readouterr().out
    assert f"  click {metadata.version('click')} " in out
    assert "Dans l’application web\n\n  svelte 5.0  MIT\n" in out
    assert "Permission" not in out


def test_a_licence_without_a_name_is_one_to_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part = licences.LicensedPart("thing", "1", "", "Do as you like.")
    monkeypatch.setattr(licences, "installed", lambda: [part])
    assert main(["licences", "--lang", "en"]) == 0
    assert "\n  thing 1  (no name is given: --texts" in capsys.readouterr().out


def test_terms_are_written_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences", "--texts"]) == 0
    assert "    Permission is granted\n" in capsys.readouterr().out


def test_programs_read_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["app"] == TERMS
    click = next(part for part in found["installed"] if part["name"] == "click")
    assert click["licence"] == "BSD-3-Clause"
    assert "Redistribution" in click["text"]


def test_what_only_makers_install_is_no_part() -> None:
    names = {part.name.lower() for part in licences.installed()}
    # Through an extra of a package that an extra of ours needs: sqlalchemy[asyncio].
    assert {"litestar", "rich", "greenlet"} <= names
    assert not {"djambi", "pytest", "ruff", "mypy"} & names


def test_without_an_app_that_is_said(app: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app.unlink()
    assert main(["licences", "--lang", "en"]) == 0
    assert "has not been built" in capsys.readouterr().out


def test_where_djambi_is_not_installed_nobody_knows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "metadata", missing)
    assert main(["licences"]) == 2
    assert "not installed" in capsys.readouterr().err
