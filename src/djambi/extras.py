"""The extras of the package: how one is added to what is installed, and the error without it."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

from djambi.errors import DjambiError


def missing_package(what: str, error: ImportError, extra: str) -> DjambiError:
    """Return the error for what cannot be used without a package, naming the extra that has it.

    >>> print(missing_package("a batch", ImportError(name="numpy"), "research"))
    a batch needs numpy: pip install "djambi[research]"
    """
    return DjambiError(f"{what} needs {error.name}: {install_command(extra)}")


def install_command(extra: str, prefix: Path | None = None) -> str:
    """Return the command that adds an extra to what is installed.

    uv and pipx install anew, so their commands name the extras that were asked for before too.

    Args:
        extra: the extra's name, as in pyproject.toml.
        prefix: the environment of the package; by default, that of this Python.
    """
    prefix = prefix or Path(sys.prefix)
    uv, pipx = prefix / "uv-receipt.toml", prefix / "pipx_metadata.json"
    if uv.is_file():
        return f"uv tool install {_with(extra, _asked_of_uv(uv))}"
    if pipx.is_file():
        return f"pipx install --force {_with(extra, _asked_of_pipx(pipx))}"
    if prefix.parent.name.startswith("archive-v"):
        # uvx runs what lies in uv's cache, where nothing is added to.
        return f"uvx --from {_with(extra, ())} djambi"
    return f"pip install {_with(extra, ())}"


def _with(extra: str, others: tuple[str, ...]) -> str:
    # In quotes that every shell knows.
    return f'"djambi[{",".join(dict.fromkeys((*others, extra)))}]"'


def _asked_of_uv(receipt: Path) -> tuple[str, ...]:
    for requirement in tomllib.loads(receipt.read_text("utf-8"))["tool"]["requirements"]:
        if requirement["name"] == "djambi":
            return tuple(requirement.get("extras", ()))
    return ()


def _asked_of_pipx(metadata: Path) -> tuple[str, ...]:
    wanted = str(json.loads(metadata.read_text("utf-8"))["main_package"]["package_or_url"])
    found = re.search(r"\[([\w,-]+)\]$", wanted)
    return tuple(found[1].split(",")) if found else ()
