"""The doctor's checks. They change nothing, and none of them depends on another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Final, Literal

import djambi
from djambi.cli.doctor import machine
from djambi.extras import install_command, reinstall_command
from djambi.texts import say

State = Literal["ok", "note", "fault"]

EXTRAS: Final = {
    "server": (
        "aiosqlite", "alembic", "argon2-cffi", "litestar", "msgspec", "openskill", "platformdirs",
        "prometheus-client", "segno", "sqlalchemy", "uvicorn", "websockets",
    ),
    "pictures": ("pillow", "resvg-py"),
    "leaflet": ("typst",),
    "bots": ("openskill",),
    "tui": ("textual",),
    "many": ("asyncpg", "redis", "saq"),
    "client": ("httpx", "msgspec", "websockets"),
    "research": ("gymnasium", "numpy", "open-spiel", "pettingzoo", "pyarrow"),
    "notebooks": ("ipykernel", "matplotlib"),
    "ray": ("ray",),
}  # fmt: skip
"""The extras, and the distributions that each brings (pyproject.toml)."""

MIN_PYTHON: Final = (3, 11)
"""The oldest Python, as pyproject.toml says."""

SERVER_DISTRIBUTION: Final = "litestar"
"""The distribution that the browser game depends on: if it is installed, the game is wanted."""

PACKAGE: Final = Path(djambi.__file__).parent


@dataclass(frozen=True, slots=True)
class Check:
    """A check: a key for programs, a name for people, its state, what was found,
    and a remedy ("" if none is needed)."""

    key: str
    name: str
    state: State
    found: str
    remedy: str = ""


def look(lang: str, package: Path = PACKAGE) -> Iterator[Check]:
    """Yield the checks of this machine, in a language.

    Args:
        lang: ``en`` or ``fr``.
        package: the folder of the package to check.

    >>> next(look("en")).key
    'python'
    """
    tree = machine.checkout(package)
    words = partial(say, lang=lang)
    yield python(words)
    yield kernel(words, package, tree)
    # With the library alone, nothing is missing.
    lack: State = "fault" if _has(SERVER_DISTRIBUTION) else "note"
    for extra, distributions in EXTRAS.items():
        yield installed(words, extra, distributions, tree, lack if extra == "server" else "note")
    yield app(words, package, tree, lack)
    folder, problem = machine.data_folder()
    yield data(words, folder, problem, lack)
    yield server(words, folder)
    yield terminal(words, getattr(sys.stdout, "encoding", None) or "ascii")
    if tree is not None:
        yield chromium(words)
        yield node(words, tree)


Words = Callable[..., str]


def from_folder(words: Words) -> str:
    """Return the command that installs the package again from its sources."""
    return reinstall_command(words("doctor.folder"))


def python(words: Words) -> Check:
    """Check the version of Python."""
    found = f"{sys.version.split()[0]} ({sys.executable})"
    if tuple(sys.version_info[:2]) < MIN_PYTHON:
        return Check("python", "Python", "fault", found, words("doctor.python.old"))
    return Check("python", "Python", "ok", found)


def kernel(words: Words, package: Path, tree: Path | None) -> Check:
    """Check whether the kernel is compiled, and if not, what compiling it would need."""
    name = words("doctor.kernel")
    source = machine.origin(package.parent)
    again = reinstall_command(source)
    if tree is not None:
        again = machine.make_command("kernel", "pip install -e .")
    match machine.kernel(package / "kernel"):
        case "compiled":
            return Check("kernel", name, "ok", words("doctor.kernel.compiled"))
        case "old":
            return Check("kernel", name, "note", words("doctor.kernel.older"), again)
        case "halves":
            return Check("kernel", name, "fault", words("doctor.kernel.halves"), again)
        case "interpreted":
            found = words("doctor.kernel.interpreted")
            if tree is None and source.endswith(".whl"):
                again = words("doctor.kernel.source", command=from_folder(words))
    if not machine.compiler():
        system = sys.platform if sys.platform in ("win32", "darwin") else "unix"
        return Check(
            "kernel", name, "note", found, words(f"doctor.kernel.compiler.{system}", again=again)
        )
    if not machine.headers():
        return Check("kernel", name, "note", found, words("doctor.kernel.headers", again=again))
    return Check("kernel", name, "note", found, again)


def installed(
    words: Words, extra: str, distributions: tuple[str, ...], tree: Path | None, lack: State
) -> Check:
    """Check whether an extra is installed; `lack` is the state if it is not."""
    name = words("doctor.extra", extra=extra)
    missing = [each for each in distributions if not _has(each)]
    use = words(f"doctor.extra.{extra}")
    if not missing:
        return Check(f"extra-{extra}", name, "ok", use)
    remedy = f'pip install -e ".[{extra}]"' if tree else install_command(extra)
    found = words("doctor.extra.missing", use=use, what=", ".join(missing))
    return Check(f"extra-{extra}", name, lack, found, remedy)


def _has(distribution: str) -> bool:
    try:
        metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def app(words: Words, package: Path, tree: Path | None, lack: State) -> Check:
    """Check whether the browser app is built, and from the present sources."""
    name = words("doctor.app")
    page = package / "server" / "static" / "index.html"
    remedy = words("doctor.app.source", command=from_folder(words))
    if tree is not None:
        remedy = machine.make_command("web", "python tools/build_web.py")
    if not page.is_file():
        return Check("app", name, lack, words("doctor.app.missing"), remedy)
    if tree is not None and machine.newest(tree / "web" / "src") > page.stat().st_mtime:
        return Check("app", name, "note", words("doctor.app.older"), remedy)
    return Check("app", name, "ok", words("doctor.app.built"))


def data(words: Words, folder: Path | None, problem: str, lack: State) -> Check:
    """Check whether games and settings can be saved."""
    name = words("doctor.data")
    if folder is None and problem:
        return Check("data", name, lack, words("doctor.data.homeless"), words("doctor.data.name"))
    if folder is None:
        return Check("data", name, lack, words("doctor.data.unknown"), install_command("server"))
    if problem:
        found = words("doctor.data.closed", folder=folder, why=problem)
        return Check("data", name, "fault", found, words("doctor.data.open"))
    return Check("data", name, "ok", str(folder))


def server(words: Words, folder: Path | None) -> Check:
    """Check whether a server is running, or on which port it would."""
    name = words("doctor.server")
    running = machine.running(folder)
    if running:
        return Check("server", name, "ok", words("doctor.server.runs", url=running))
    port, free = machine.port()
    if free:
        return Check("server", name, "ok", words("doctor.server.free", port=port))
    return Check(
        "server", name, "note", words("doctor.server.taken", port=port), words("doctor.server.next")
    )


def terminal(words: Words, encoding: str) -> Check:
    """Check whether the terminal has the characters that boards and sentences need."""
    name = words("doctor.terminal")
    try:
        "─│·’é".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return Check("terminal", name, "note", encoding, words("doctor.terminal.ascii"))
    return Check("terminal", name, "ok", encoding)


def chromium(words: Words) -> Check:
    """Check whether the browser tests can run."""
    path = machine.chromium()
    if path is None:
        return Check(
            "chromium",
            "Chromium",
            "note",
            words("doctor.chromium.missing"),
            words("doctor.chromium"),
        )
    return Check("chromium", "Chromium", "ok", path)


def node(words: Words, tree: Path) -> Check:
    """Check which Node.js would build the browser app."""
    found = machine.node(tree)
    if found is None:
        return Check("node", "Node.js", "note", words("doctor.node.missing"), words("doctor.node"))
    return Check("node", "Node.js", "ok", words("doctor.node.pypi") if found == "PyPI" else found)
