"""Compile the kernel and msgspec's core to WebAssembly, for Pyodide: one library for all modules.

    python tools/build_wasm.py      prints the path of the library, compiled unless it was before

It takes `emcc` (Debian's package emscripten), the headers of Pyodide's Python, and Pyodide itself
among web/'s packages, for it knows how its Python was configured. What was compiled is kept under
build/wasm/, by a hash of all that went into it.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import kernel_sources

ROOT = kernel_sources.ROOT
CACHE = ROOT / "build" / "wasm"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
PYTHON = (3, 11)
"""The Python of the Pyodide in web/package.json."""

MSGSPEC_SHA256 = "0a13624a4969159fe35d8c2a3d377b2b61bbd8585e327440d5e52725affcce38"
"""Of the source distribution whose version constraints.txt has."""

# Signed numbers wrap as they do in a native build, or the two might play differently.
COMPILE = [
    *("-O3", "-fPIC", "-fwrapv", "-DNDEBUG", "-Wno-tautological-constant-out-of-range-compare"),
    *kernel_sources.EXACT,
]
# Pyodide's own library passes 64-bit integers as BigInt; without that, nothing can be imported.
LINK = ["-O3", "-sSIDE_MODULE=2", "-sWASM_BIGINT"]


class WasmBuildError(Exception):
    """An error that tells in a sentence or two why there is no WebAssembly, and what to do."""


@dataclass(frozen=True)
class Unit:
    """A module to compile: its full name, its C file, and the headers beside that."""

    module: str
    source: Path
    headers: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Library:
    """The compiled library, and the full names of the modules in it."""

    file: Path
    modules: tuple[str, ...]


def emcc() -> str:
    """Return the path of Emscripten's compiler."""
    found = shutil.which("emcc")
    if found is None:
        raise WasmBuildError(
            "emcc, which compiles to WebAssembly, is not installed: "
            "apt-get install --no-install-recommends emscripten"
        )
    return found


def headers() -> Path:
    """Return the folder of the headers of Pyodide's Python, of this or another interpreter."""
    version = ".".join(map(str, PYTHON))
    found = [sysconfig.get_path("include")] if sys.version_info[:2] == PYTHON else []
    other = shutil.which(f"python{version}")
    if other is not None:
        ask = [other, "-c", "import sysconfig; print(sysconfig.get_path('include'))"]
        found.append(subprocess.run(ask, capture_output=True, text=True).stdout.strip())
    for folder in map(Path, filter(None, found)):
        if (folder / "Python.h").is_file():
            return folder
    raise WasmBuildError(
        f"The browser's Python is {version}, and the headers of that version are not installed: "
        f"apt-get install --no-install-recommends python{version}-dev"
    )


def configuration() -> str:
    """Return the text of the `pyconfig.h` with which Pyodide's Python was built."""
    library = PYODIDE / "python_stdlib.zip"
    if not library.is_file():
        raise WasmBuildError(f"{library} is missing: python tools/build_web.py installs it")
    with zipfile.ZipFile(library) as archive:
        [name] = [n for n in archive.namelist() if n.startswith("_sysconfigdata_")]
        text = archive.read(name).decode()
    values: dict[str, object] = ast.literal_eval(text[text.index("{") :])
    lines = [
        f"#define {name} {value}"
        for name, value in sorted(values.items())
        if re.match("HAVE_|SIZEOF_|ALIGNOF_|WITH_|STDC_", name) and isinstance(value, int) and value
    ]
    return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])


def msgspec() -> Path:
    """Return the folder of msgspec's source distribution, fetched from PyPI if necessary."""
    pins = (ROOT / "constraints.txt").read_text("utf-8")
    pinned = re.search(r"^msgspec==(\S+)$", pins, re.MULTILINE)
    if pinned is None:
        raise WasmBuildError("constraints.txt names no version of msgspec")
    folder = CACHE / f"msgspec-{pinned[1]}-{MSGSPEC_SHA256[:12]}"
    if folder.is_dir():
        return folder
    download = CACHE / "download"
    download.mkdir(parents=True, exist_ok=True)
    wanted = download / "requirements.txt"
    wanted.write_text(f"msgspec=={pinned[1]} --hash=sha256:{MSGSPEC_SHA256}\n", "utf-8")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"]
    options = ["--no-deps", "--no-binary=msgspec", "--require-hashes"]
    if subprocess.run([*pip, *options, f"--dest={download}", f"--requirement={wanted}"]).returncode:
        raise WasmBuildError(
            f"The source of msgspec {pinned[1]} could not be fetched from PyPI, or is not the one "
            "that tools/build_wasm.py has the hash of."
        )
    with tarfile.open(download / f"msgspec-{pinned[1]}.tar.gz") as archive:
        archive.extractall(download, filter="data")
    (download / f"msgspec-{pinned[1]}").rename(folder)
    return folder


def units() -> list[Unit]:
    """Return everything to compile, the C of the kernel made anew where it has changed."""
    # What Cython prints is no answer of this program.
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        kernel = kernel_sources.extensions([])
        kernel_sources.translate(kernel)
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    core = msgspec() / "src" / "msgspec"
    return [
        *(Unit(extension.name, ROOT / extension.sources[0]) for extension in kernel),
        Unit("msgspec._core", core / "_core.c", tuple(sorted(core.glob("*.h")))),
    ]


def build() -> Library:
    """Return the library of all modules, compiled if it was not before."""
    compiler, include = emcc(), headers()
    os.chdir(ROOT)
    wanted, configured = units(), configuration()
    modules = tuple(unit.module for unit in wanted)
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    digest = hashlib.sha256(
        repr((said.stdout.splitlines()[0], COMPILE, LINK, configured, modules)).encode()
    )
    versions = (include / "patchlevel.h").read_bytes()
    for data in (versions, *(path.read_bytes() for u in wanted for path in (u.source, *u.headers))):
        digest.update(hashlib.sha256(data).digest())
    folder = CACHE / digest.hexdigest()[:16]
    library = Library(folder / "engine.so", modules)
    if not library.file.exists():
        compile_into(folder, wanted, compiler, include, configured)
    return library


def compile_into(
    folder: Path, wanted: list[Unit], compiler: str, include: Path, configured: str
) -> None:
    """Compile and link all units to `engine.so` in the folder, on all processors."""
    print(f"compiling {len(wanted)} modules to WebAssembly", file=sys.stderr, flush=True)
    # A copy, since Python.h takes the pyconfig.h beside it: the machine's, of another processor.
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(include, folder / "include")
    (folder / "include" / "pyconfig.h").write_text(configured, "utf-8")
    flags = [*COMPILE, f"-I{folder / 'include'}"]

    def compiled(unit: Unit) -> str:
        made = folder / f"{unit.module}.o"
        _run([compiler, *flags, "-c", str(unit.source), "-o", str(made)], unit.module)
        return str(made)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, wanted))
    exported = ",".join(f"_PyInit_{unit.module.rpartition('.')[2]}" for unit in wanted)
    unfinished = folder / "unfinished.so"
    export = f"-sEXPORTED_FUNCTIONS={exported}"
    _run([compiler, *LINK, export, *objects, "-o", str(unfinished)], "linking")
    shutil.rmtree(folder / "include")
    for made in objects:
        Path(made).unlink()
    unfinished.rename(folder / "engine.so")


def _run(command: list[str], what: str) -> None:
    """Run a compiler and show what it says if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        raise WasmBuildError(f"compiling to WebAssembly failed: {what}")


def main() -> int:
    """Build the library, print its path, and return the exit status."""
    try:
        print(build().file)
    except WasmBuildError as error:
        print(f"build_wasm: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
