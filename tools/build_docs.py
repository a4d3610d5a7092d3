"""Build the documentation site: `docs/`, made ready, then Zensical.

    python tools/build_docs.py

makes `build/docs` anew: `pages/`, what `docs/` holds with boards drawn (`tools/docs_boards.py`) and
notebooks as pages (`tools/docs_notebooks.py`); `zensical.toml`; and `site/`, which Zensical makes
of them. A wrong board, a link that leads nowhere, or a name that the reference shows and the
sources lack ends the build. If `make page` has built the page that needs no server, the site takes
it in as `play/`, for its live boards. `build/site` then holds the site as it is published
(`tools/docs_versions.py`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import docs_boards
import docs_notebooks
import docs_versions
from djambi.errors import DjambiError

ROOT: Final = Path(__file__).resolve().parent.parent
LIVE_PAGE: Final = ROOT / "build" / "page"
"""The page that needs no server, as `make page` leaves it."""


def prepare(docs: Path, pages: Path, *, live: bool) -> None:
    """Write into `pages` what Zensical shall read of `docs`.

    Raises:
        DjambiError: a board that cannot be read or played, with its page and line.
    """
    shutil.copytree(docs, pages, ignore=shutil.ignore_patterns("theme"))
    for notebook in pages.rglob("*.ipynb"):
        docs_notebooks.write_page(notebook)
    for page in sorted(pages.rglob("*.md")):
        docs_boards.draw(page, pages, live=live)


def build(folder: Path, docs: Path = ROOT / "docs", config: Path = ROOT / "zensical.toml") -> str:
    """Build a site into `folder`/site; return what Zensical said.

    Raises:
        DjambiError: a page is wrong; the message says which.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    live = LIVE_PAGE.is_dir()
    prepare(docs, folder / "pages", live=live)
    shutil.copytree(ROOT / "docs" / "theme", folder / "theme")
    settings = folder / "zensical.toml"
    settings.write_text(config.read_text("utf-8").replace("{root}", ROOT.as_posix()), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(settings)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise DjambiError(done.stdout)
    if live:
        shutil.copytree(LIVE_PAGE, folder / "site" / "play")
    return done.stdout


def main() -> int:
    """Build the site and return the exit status."""
    folder, published = ROOT / "build" / "docs", ROOT / "build" / "site"
    try:
        print(build(folder), end="")
    except DjambiError as error:
        print(error, file=sys.stderr)
        return 1
    shutil.rmtree(published, ignore_errors=True)
    docs_versions.publish(folder / "site", published)
    return 0


if __name__ == "__main__":
    sys.exit(main())
