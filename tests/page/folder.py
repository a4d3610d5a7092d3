"""The page without a server as a browser gets it: from a plain file server, in some folder."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.browser.table import Server, Table
from tests.paths import ROOT

PAGE = ROOT / "build" / "page"
PREFIX = "/some/where"
"""The folder of the host in which the page lies."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""All that a strict host allows the page."""


@dataclass
class Host:
    """What is the matter with the host while a test wants it."""

    engine: threading.Event = field(default_factory=threading.Event)
    """Set while the engine's files are sent; until then they keep the browser waiting."""

    damaged: bool = False
    """The engine's standard library has a wrong byte."""

    worker: tuple[str, str] = ("", "")
    """What stands in the worker's script, and what is sent instead."""

    folder: Path = PAGE
    """The build that lies there."""

    gone: bool = False
    """Nobody answers."""

    strays: list[str] = field(default_factory=list[str])
    """What was asked for outside the folder of the page."""


class PageFiles(SimpleHTTPRequestHandler):
    """A plain server of the folder, with the host's troubles."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def __init__(self, *given: Any, host: Host, **named: Any) -> None:
        self.host = host
        super().__init__(*given, directory=str(host.folder), **named)

    def translate_path(self, path: str) -> str:
        """Return the file of an address under the prefix; one that is not there for others."""
        inside = path.startswith(f"{PREFIX}/")
        if not inside:
            self.host.strays.append(path)
        return super().translate_path(path.removeprefix(PREFIX) if inside else "/nothing")

    def do_GET(self) -> None:
        """Send a file, as the host is, unless the page that wanted it is gone."""
        with suppress(ConnectionError):
            self._get()

    def _get(self) -> None:
        if self.host.gone:
            self.close_connection = True
            return
        name = self.path.removeprefix(f"{PREFIX}/")
        if name.startswith("engine/"):
            self.host.engine.wait()
        old, new = self.host.worker
        if name.startswith("assets/worker-") and old + new:
            script = (self.host.folder / name).read_text("utf-8")
            assert old in script
            # Put at the beginning where nothing is to be replaced.
            self._send(script.replace(old, new) if old else new + script, "text/javascript")
        elif name.startswith("engine/stdlib") and self.host.damaged:
            data = bytearray((self.host.folder / name).read_bytes())
            data[len(data) // 2] ^= 1
            self._send(bytes(data), "application/octet-stream")
        else:
            super().do_GET()

    def _send(self, content: str | bytes, kind: str) -> None:
        data = content.encode() if isinstance(content, str) else content
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        """Send the policy with everything."""
        self.send_header("content-security-policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *given: object) -> None:  # noqa: A002
        """Stay silent."""


class PageServer(Server):
    """Where the page lies, in the place of a server of ours."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PREFIX}/"


@dataclass
class PageTable(Table):
    """One tab with the page."""

    def begin(self) -> None:
        """Begin the usual game against three bots: Red is ours and moves first."""
        self.home()
        self.button("Play now").click()
        self.board.locator(".token").first.wait_for()


@contextmanager
def hosted(host: Host) -> Generator[PageServer]:
    """Serve the page; skip the test where there is none."""
    if not (host.folder / "index.html").is_file():
        pytest.skip("the page without a server is not built: make page")
    files = ThreadingHTTPServer(("127.0.0.1", 0), partial(PageFiles, host=host))
    thread = threading.Thread(target=files.serve_forever, daemon=True)
    thread.start()
    try:
        yield PageServer(host.folder, files.server_address[1])
    finally:
        # Nobody is to wait for ever for what a test has held back.
        host.engine.set()
        files.shutdown()
        files.server_close()
        thread.join()
