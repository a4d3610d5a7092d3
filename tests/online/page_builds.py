"""Small folders like those that `make page` writes, and damaged ones."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

FILES = {
    "index.html": b'<!doctype html><html lang="en"><title>Here</title>'
    b'<link rel="icon" href="icon.svg"><h1>Here</h1>' + b" " * 2_000,
    "icon.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "assets/app-Hx1.js": b"run();" * 1_000,
    "assets/font-Hx2.woff2": b"wOF2",
    "engine/core-Hx3.wasm": b"\0asm" * 1_000,
    "engine/stdlib-Hx4.bin": b"\x1f\x8b",
    "prepared/Hx5/start.json": b"{}" * 1_000,
    "manifest.webmanifest": b"{}",
}


def page_build(folder: Path, alone: bool = True) -> Path:
    """Write a page build; `alone=False` writes what a server's own app looks like."""
    rows: list[list[object]] = []
    for name, body in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        is_index = name == "index.html"
        rows.append(["./" if is_index else name, len(body), "" if is_index else digest])
    listed = f"const ALONE = {json.dumps(alone)};\nconst FILES = {json.dumps(rows)};\n"
    (folder / "sw.js").write_text(listed)
    # What lies there for people is in no list, and some of it is not for browsers.
    (folder / "LICENCES.txt").write_text("Licences")
    (folder / "start-linux.sh").write_text("#!/bin/sh")
    return folder
