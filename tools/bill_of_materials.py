"""The bill of materials of a release: every part that it brings or installs, as CycloneDX has it.

Parts that lie in the browser app come from what its build wrote, packages that an installer fetches
from the lock files, with the hashes of their files.
"""

from __future__ import annotations

import json
import re
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

ROOT: Final = Path(__file__).resolve().parent.parent
APP_LICENCES: Final = ROOT / "src" / "djambi" / "server" / "static" / "licences.json"
LOCKS: Final = ("play", "server")

_LOCKED: Final = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[\w.+!-]+)", re.MULTILINE)
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def packages(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Return the packages of a lock file: version, and SHA-256 of every file, by name.

    Args:
        lock: the file's text.
    """
    found = list(_LOCKED.finditer(lock))
    ends = [each.start() for each in found[1:]] + [len(lock)]
    return {
        each["name"]: (each["version"], _HASH.findall(lock, each.start(), end))
        for each, end in zip(found, ends, strict=True)
    }


def _component(ecosystem: str, name: str, version: str, **more: Any) -> dict[str, Any]:
    address = f"pkg:{ecosystem}/{quote(name)}@{quote(version)}"
    row = {"type": "library", "bom-ref": address, "name": name, "version": version}
    return row | {"purl": address} | more


def bill(version: str, epoch: int) -> dict[str, Any]:
    """Return the bill of materials of a release, the same in every build of it.

    Args:
        version: that of djambi.
        epoch: when its commit was made, in seconds UTC.
    """
    locked: dict[str, tuple[str, list[str]]] = {}
    for name in LOCKS:
        locked |= packages((ROOT / "requirements" / f"{name}.txt").read_text("utf-8"))
    parts = [
        _component("npm", part["name"], part["version"], licenses=[{"expression": part["licence"]}])
        for part in json.loads(APP_LICENCES.read_text("utf-8"))
    ]
    parts += [
        # A package has a file for every system: all of them are named, as properties.
        _component("pypi", name, number, properties=[
            {"name": "djambi:file-sha256", "value": value} for value in sorted(hashes)
        ])
        for name, (number, hashes) in sorted(locked.items())
    ]  # fmt: skip
    ours = _component("pypi", "djambi", version) | {"type": "application"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'djambi {version} {epoch}')}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": ours | {"licenses": [{"license": {"id": "MIT"}}]},
        },
        "components": parts,
    }
