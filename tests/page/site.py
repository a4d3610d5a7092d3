"""The page as a plain host of static files has it: in some folder, under the strictest policy."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

PAGE = Path(__file__).resolve().parents[2] / "build" / "page"
PREFIX = "/some/where/"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Site(ThreadingHTTPServer):
    """A host of a folder, which may become another one while pages are open."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Files)
        self.folder = folder
        self.strays: list[str] = []

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.server_port}{PREFIX}"


class _Files(SimpleHTTPRequestHandler):
    """What any host does, and the policy."""

    server: Site

    def translate_path(self, path: str) -> str:
        """Return the file of an address; addresses outside the folder are noted."""
        asked = urlsplit(path).path
        if not asked.startswith(PREFIX):
            self.server.strays.append(asked)
            return str(self.server.folder / "nothing")
        return str(self.server.folder / (asked.removeprefix(PREFIX) or "index.html"))

    def end_headers(self) -> None:
        """Send the policy with everything."""
        self.send_header("content-security-policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay silent."""


@contextmanager
def hosted(folder: Path) -> Iterator[Site]:
    """Serve a folder; leaving ends the host."""
    site = Site(folder)
    thread = threading.Thread(target=site.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.shutdown()
        site.server_close()
        thread.join()


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
    rows = []
    for name, _, checksum in json.loads(found[1]):
        content = (target / (name if name != "./" else "index.html")).read_bytes()
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        rows.append([name, len(content), checksum and digest])
    worker = worker.replace(found[1], json.dumps(rows))
    worker = re.sub(r'const VERSION = "\w+";', 'const VERSION = "another0";', worker)
    (target / "sw.js").write_text(worker, "utf-8")
