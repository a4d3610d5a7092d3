"""In which language the commands speak: --lang of each, of all, DJAMBI_LANG, LANG."""

from __future__ import annotations

import ctypes
import sys
from types import SimpleNamespace

import pytest

from djambi.cli import main


@pytest.fixture(autouse=True)
def _nobody_s(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DJAMBI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "arguments", "french"),
    [
        ({}, [], False),
        ({"LANG": "fr_FR.UTF-8"}, [], True),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, [], False),
        ({"LC_MESSAGES": "fr_CA", "LANG": "en_US.UTF-8"}, [], True),
        ({"LANG": "de_DE.UTF-8"}, [], False),
        ({"DJAMBI_LANG": "fr"}, [], True),
        ({"DJAMBI_LANG": "en", "LANG": "fr_FR.UTF-8"}, [], False),
        ({"DJAMBI_LANG": "fr_CA.UTF-8"}, [], True),
        ({"DJAMBI_LANG": "de", "LANG": "fr_FR.UTF-8"}, [], False),
        ({"DJAMBI_LANG": "", "LANG": "fr_FR.UTF-8"}, [], True),
        ({"DJAMBI_LANG": "en"}, ["--lang", "fr"], True),
        ({"LANG": "fr_FR.UTF-8"}, ["--lang", "en"], False),
    ],
)
def test_the_language_of_all_commands(
    environment: dict[str, str],
    arguments: list[str],
    french: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main([*arguments, "render", "square-2"]) == 0
    assert ("Rouge" in capsys.readouterr().out) == french
    # A command's own option goes before them all.
    other = "en" if french else "fr"
    assert main([*arguments, "render", "square-2", "--lang", other]) == 0
    assert ("Rouge" in capsys.readouterr().out) != french


@pytest.mark.parametrize(
    ("code", "environment", "french"),
    [
        (0x040C, {}, True),  # fr_FR
        (0x0C0C, {"LANG": ""}, True),  # fr_CA
        (0x0462, {}, False),  # fy_NL
        (0x040C, {"LANG": "en_US.UTF-8"}, False),
        (0x040C, {"DJAMBI_LANG": "en"}, False),
        (0xFFFF, {}, False),
    ],
)
def test_on_windows_it_is_that_of_the_system(
    code: int,
    environment: dict[str, str],
    french: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Kernel:
        def GetUserDefaultUILanguage(self) -> int:  # noqa: N802 - Windows' name
            return code

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=Kernel()), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["render", "square-2"]) == 0
    assert ("Rouge" in capsys.readouterr().out) == french


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "de", "render", "square-2"]) == 2
    assert "'de' is not one of 'en', 'fr'" in capsys.readouterr().err
