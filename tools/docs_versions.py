"""Publish the documentation site of one version beside those of others.

    python tools/docs_versions.py FOLDER

puts the site that `make docs` built into FOLDER/MAJOR.MINOR, in place of an earlier one of that
name, and writes FOLDER/versions.json, from which every version's pages list all of them, and
FOLDER/index.html, which leads to the newest.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Final

from djambi import __version__

SITE: Final = Path(__file__).resolve().parent.parent / "build" / "docs" / "site"
VERSION: Final = ".".join(__version__.split(".")[:2])
"""The version that a site is for: what changes within it changes no page's meaning."""

_VERSION = re.compile(r"(\d+)\.(\d+)")
_ENTRANCE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={version}/index.html">
<title>Djambi</title>
<a href="{version}/index.html">Djambi {version}</a>
</html>
"""


def published(folder: Path) -> list[str]:
    """Return the versions in `folder`, newest first."""
    found = [match for path in folder.iterdir() if (match := _VERSION.fullmatch(path.name))]
    return [match[0] for match in sorted(found, key=lambda m: (-int(m[1]), -int(m[2])))]


def publish(site: Path, folder: Path, version: str = VERSION) -> None:
    """Put a version's site into `folder`, and write what all versions share."""
    shutil.rmtree(folder / version, ignore_errors=True)
    shutil.copytree(site, folder / version)
    versions = published(folder)
    listed = [
        {"version": each, "title": each, "aliases": ["latest"] if each == versions[0] else []}
        for each in versions
    ]
    (folder / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
    (folder / "index.html").write_text(_ENTRANCE.format(version=versions[0]), "utf-8")


if __name__ == "__main__":
    publish(SITE, Path(sys.argv[1]))
