"""Build what the page without a server runs in its worker: Python, the kernel, and djambi.

    python tools/build_engine.py

makes `build/engine/`: Pyodide's files, the compiled library, the standard library cut down to what
is used, djambi's own modules, `engine.json`, which names them all, and their licences. Names carry
a hash of the contents, so that a server and a browser may keep the files for ever.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
from pathlib import Path

import build_wasm
import build_web
from build_wasm import PYODIDE, WasmBuildError
from import_closure import Closure, closure

ROOT = build_wasm.ROOT
SOURCE = ROOT / "src"
PARTS = ROOT / "tools" / "engine"
STAGE = ROOT / "build" / "engine-stage"
ENGINE = ROOT / "build" / "engine"
PYODIDE_TERMS = "https://www.mozilla.org/MPL/2.0/; its sources: https://github.com/pyodide/pyodide"
# What the page's worker imports; all that this imports goes along.
WANTED = ["djambi.server.apps.page"]


def build() -> None:
    """Build the engine into ENGINE."""
    build_web.install()
    library = build_wasm.build()
    core = build_wasm.msgspec()
    found = closure(WANTED, [SOURCE, core / "src"])
    stage(found, library, core / "src")
    os.environ["DJAMBI_STAGE"] = str(STAGE)
    build_web.run("engine")
    new = ENGINE.with_name("engine-new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    files = {
        "loader": keep(new, "pyodide.js", (PYODIDE / "pyodide.mjs").read_bytes()),
        "asm": keep(new, "pyodide.asm.js", (PYODIDE / "pyodide.asm.js").read_bytes()),
        "wasm": keep(new, "pyodide.asm.wasm", (PYODIDE / "pyodide.asm.wasm").read_bytes()),
        "library": keep(new, "library.bin", packed(STAGE / "engine.so")),
        "stdlib": keep(new, "stdlib.bin", packed(STAGE / "stdlib.zip")),
        "djambi": keep(new, "djambi.bin", packed(STAGE / "djambi.zip")),
    }
    text = json.dumps(files, sort_keys=True)
    manifest = {"build": hashlib.sha256(text.encode()).hexdigest()[:12], "files": files}
    (new / "engine.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    (new / "LICENCES.txt").write_text(licences(core), "utf-8")
    shutil.rmtree(ENGINE, ignore_errors=True)
    new.rename(ENGINE)


def stage(found: Closure, library: build_wasm.Library, core: Path) -> None:
    """Lay out in STAGE what is packed: our modules and their data, less what is compiled."""
    site = STAGE / "site"
    shutil.rmtree(STAGE, ignore_errors=True)
    site.mkdir(parents=True)
    for name, file in found.modules.items():
        folder = core if core in file.parents else SOURCE
        if name not in library.modules:
            copy(file, folder, site)
        if file.name == "__init__.py":
            for data in file.parent.rglob("*.json"):
                if owner(data) == file.parent:
                    copy(data, folder, site)
    names = {"own": sorted(found.modules), "others": sorted(found.others)}
    (STAGE / "modules.json").write_text(json.dumps(names), "utf-8")
    shutil.copy(library.file, STAGE / "engine.so")
    shutil.copy(PARTS / "pack.py", STAGE)
    shutil.copy(PARTS / "side_modules.py", site)


def owner(data: Path) -> Path:
    """Return the package that a data file belongs to: the nearest folder above that is one."""
    return next(folder for folder in data.parents if (folder / "__init__.py").exists())


def copy(file: Path, source: Path, target: Path) -> None:
    """Copy a file from one folder to the same place in another."""
    place = target / file.relative_to(source)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, place)


def packed(file: Path) -> bytes:
    """Return a file's contents as gzip has them, the same in every build."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def keep(folder: Path, name: str, contents: bytes) -> dict[str, str | int]:
    """Write a file under a name with a hash of it; return what the manifest says of it."""
    digest = hashlib.sha256(contents).hexdigest()
    stem, _, ending = name.rpartition(".")
    file = f"{stem}-{digest[:10]}.{ending}"
    (folder / file).write_bytes(contents)
    return {"name": file, "bytes": len(contents), "sha256": digest}


def licences(core: Path) -> str:
    """Return whose work the engine is, and the terms of each part."""
    version = re.search(r'"version": "(.+?)"', (PYODIDE / "package.json").read_text("utf-8"))
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    parts = [
        "Djambi: MIT\n\n" + (ROOT / "LICENSE").read_text("utf-8"),
        f"Pyodide {version[1] if version else ''}: Mozilla Public License 2.0\n\n" + PYODIDE_TERMS,
        "msgspec: BSD 3-Clause\n\n" + (core / "LICENSE").read_text("utf-8"),
        "CPython and its standard library: Python Software Foundation License\n\n"
        + (python.read_text("utf-8") if python.is_file() else "https://docs.python.org/license"),
    ]
    return f"\n\n{'=' * 80}\n\n".join(part.strip() for part in parts) + "\n"


def main() -> int:
    """Build the engine, say what it weighs, and return the exit status."""
    try:
        build()
    except (WasmBuildError, build_web.WebBuildError) as error:
        print(f"build_engine: {error}", file=sys.stderr)
        return 1
    total = 0
    for file in sorted(ENGINE.iterdir()):
        size = len(gzip.compress(file.read_bytes(), 6))
        total += size
        print(f"{size / 1024:8.1f} KB  {file.name}")
    print(f"{total / 1024:8.1f} KB  compressed, in {ENGINE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
