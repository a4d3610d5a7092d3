"""How djambi was installed: the commands that add an extra or install it again, and the error."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from djambi.errors import DjambiError

Installer = Literal["uv", "uvx", "pipx", "pip"]


def missing_package(what: str, error: ImportError, extra: str) -> DjambiError:
    """Return the error for what cannot be used without a package, naming the extra that has it.

    >>> print(missing_package("a batch", ImportError(name="numpy"), "research"))
    a batch needs numpy: pip install "djambi[research]"
    """
    return DjambiError(f"{what} needs {error.name}: {install_command(extra)}")


def install_command(extra: str, prefix: Path | None = None) -> str:
    """Return the command that adds an extra to what is installed.

    Args:
        extra: the extra's name, as in pyproject.toml.
        prefix: the environment of the package; by default, that of this Python.
    """
    installer, extras = _installed_by(prefix or Path(sys.prefix))
    match installer:
        case "uv":
            return f"uv tool install {_spec('djambi', [*extras, extra])}"
        case "uvx":
            return f"uvx --from {_spec('djambi', [extra])} djambi"
        case "pipx":
            return f"pipx install --force {_spec('djambi', [*extras, extra])}"
        case "pip":
            return f"pip install {_spec('djambi', [extra])}"


def reinstall_command(source: str, prefix: Path | None = None) -> str:
    """Return the command that installs the package again, compiled here and not from a cache.

    Args:
        source: what to install: a name, a path or an address.
        prefix: the environment of the package; by default, that of this Python.
    """
    installer, extras = _installed_by(prefix or Path(sys.prefix))
    match installer:
        case "uv":
            return f"uv tool install --reinstall --no-cache {_spec(source, extras)}"
        case "uvx":
            return f"uvx --reinstall --no-cache --from {_spec(source, extras)} djambi"
        case "pipx":
            return f"pipx install --force --pip-args=--no-cache-dir {_spec(source, extras)}"
        case "pip":
            return f"pip install --force-reinstall --no-deps --no-cache-dir {_spec(source, ())}"


def _spec(source: str, extras: Sequence[str]) -> str:
    """Return what to install, with extras, each once."""
    names = ",".join(dict.fromkeys(extras))
    whole = f"{source}[{names}]" if names else source
    # In quotes that every shell knows.
    return f'"{whole}"' if names or " " in whole else whole


def _installed_by(prefix: Path) -> tuple[Installer, tuple[str, ...]]:
    """Return who made an environment, and the extras that were asked for.

    uv and pipx make it anew, so their commands have to name all extras again.
    """
    if (receipt := prefix / "uv-receipt.toml").is_file():
        for requirement in tomllib.loads(receipt.read_text("utf-8"))["tool"]["requirements"]:
            if requirement["name"] == "djambi":
                return "uv", tuple(requirement.get("extras", ()))
        return "uv", ()
    if (receipt := prefix / "pipx_metadata.json").is_file():
        wanted = str(json.loads(receipt.read_text("utf-8"))["main_package"]["package_or_url"])
        found = re.search(r"\[([\w,-]+)\]$", wanted)
        return "pipx", tuple(found[1].split(",")) if found else ()
    # What uvx runs lies in uv's cache.
    return "uvx" if prefix.parent.name.startswith("archive-v") else "pip", ()
