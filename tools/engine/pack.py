"""Pack Python for the page; `pack-engine.mjs` runs this in Pyodide, at build time.

It imports everything that the page may use, as the page will, and packs what Python loaded for
that: the part of the standard library, and all of our own, as bytecode of this very interpreter.
The archives are not compressed inside: whole, they compress better.
"""

from __future__ import annotations

import importlib
import json
import marshal
import sys
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

STAGE = Path("/stage")
SITE = STAGE / "site"
STANDARD = Path("/lib/python311.zip")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that the same files make the same archive."""

LATER = ("encodings.ascii", "encodings.latin_1", "importlib.readers", "tracemalloc")
"""What the standard library imports in its functions, when it is used as the page uses it."""


def main() -> None:
    """Import, check, pack."""
    sys.path.insert(0, str(SITE))
    importlib.import_module("side_modules").install(str(STAGE / "engine.so"))
    wanted = json.loads((STAGE / "modules.json").read_text("utf-8"))
    for name in (*wanted["own"], *LATER):
        importlib.import_module(name)
    for name in wanted["others"]:
        import_if_here(name)
    if not sys.modules["djambi.kernel"].COMPILED:
        raise RuntimeError("the page's kernel is not compiled")
    with ZipFile(STANDARD) as standard, ZipFile(STAGE / "stdlib.zip", "w", ZIP_STORED) as archive:
        for file in sorted(loaded_from(STANDARD)):
            name = str(file.relative_to(STANDARD))
            # Pyodide reads the docstrings of its own modules.
            optimise = 0 if name.startswith(("_pyodide", "pyodide")) else 2
            add(archive, f"{name}c", bytecode(standard.read(name), str(file), optimise))
    with ZipFile(STAGE / "djambi.zip", "w", ZIP_STORED) as archive:
        for file in sorted(path for path in SITE.rglob("*") if path.is_file()):
            name = str(file.relative_to(SITE))
            if file.suffix == ".py":
                add(archive, f"{name}c", bytecode(file.read_bytes(), name, 2))
            else:
                add(archive, name, file.read_bytes())


def import_if_here(name: str) -> None:
    """Import a module that ours name, unless Pyodide lacks it: it is imported where it is."""
    try:
        importlib.import_module(name)
    except ImportError:
        print(f"not in the page: {name}")


def loaded_from(archive: Path) -> set[Path]:
    """Return the files of an archive from which modules have been loaded."""
    files = {Path(getattr(module, "__file__", None) or "/") for module in sys.modules.values()}
    return {file for file in files if archive in file.parents}


def bytecode(source: bytes, name: str, optimise: int) -> bytes:
    """Return the contents of a .pyc that is loaded without a look at its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimise)
    # PEP 552: a hash of the source, never to be compared.
    flags = (0b01).to_bytes(4, "little")
    return MAGIC_NUMBER + flags + source_hash(source) + marshal.dumps(code)


def add(archive: ZipFile, name: str, contents: bytes) -> None:
    """Write one file into an archive."""
    archive.writestr(ZipInfo(name, EPOCH), contents)


if __name__ == "__main__":
    main()
