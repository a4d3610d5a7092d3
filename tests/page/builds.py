"""Two builds of the page, one after the other."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
from pathlib import Path


def script_of(folder: Path) -> str:
    """Return the name of a build's own script."""
    page = (folder / "index.html").read_text("utf-8")
    found = re.search(r'src="\./assets/(index-[^"]+\.js)"', page)
    assert found is not None
    return found[1]


def next_build(folder: Path, target: Path) -> None:
    """Write another build of the app: its script has another name, and all that names it differs.

    The service worker's list is brought up to date as the build does it.
    """
    shutil.copytree(folder, target)
    old, new = script_of(folder), "index-another0.js"
    (target / "assets" / old).rename(target / "assets" / new)
    for path in [target / "index.html", *target.glob("assets/*.js")]:
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    worker = (target / "sw.js").read_text("utf-8").replace(old, new)
    found = re.search(r"^const FILES = (.*);$", worker, re.MULTILINE)
    assert found is not None
    rows: list[list[object]] = []
    for name, _, checksum in json.loads(found[1]):
        content = (target / (name if name != "./" else "index.html")).read_bytes()
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        rows.append([name, len(content), checksum and digest])
    worker = worker.replace(found[1], json.dumps(rows))
    worker = re.sub(r'const VERSION = "\w+";', 'const VERSION = "another0";', worker)
    (target / "sw.js").write_text(worker, "utf-8")
