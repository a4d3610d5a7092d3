"""The engine in a real browser: served as any host does, under the strictest policy."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.paths import ROOT
from tests.waiting import WAIT_TIMEOUT_S

ENGINE = ROOT / "build" / "engine"
WORKER = ROOT / "build" / "page-tests"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'"
)
"""All that the engine may do."""

_OPEN = """
() => new Promise((resolve) => {
  const worker = new Worker("worker.js", { type: "module" });
  globalThis.engine = worker;
  globalThis.steps = [];
  worker.onerror = (event) => resolve({ fault: `script: ${event.message}` });
  worker.onmessage = ({ data }) => {
    if (data.progress) globalThis.steps.push(data.progress);
    else resolve({ ...data, steps: globalThis.steps });
  };
})
"""
_RUN = """
(code) => new Promise((resolve) => {
  globalThis.engine.onmessage = ({ data }) => resolve(data);
  globalThis.engine.postMessage(code);
})
"""


class EngineError(Exception):
    """An error of Python's in the browser."""


class EngineFolder(SimpleHTTPRequestHandler):
    """A plain server of the engine and of the worker that tests it; it adds the policy."""

    def translate_path(self, path: str) -> str:
        """Return the file of an address."""
        name = path.split("?")[0].removeprefix("/")
        folder = ENGINE.parent if name.startswith("engine/") else WORKER
        return str(folder / (name or "index.html"))

    def end_headers(self) -> None:
        """Send the policy with everything."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay silent."""


class DamagedFolder(EngineFolder):
    """A server whose standard library has a wrong byte."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, or the damaged one."""
        data = bytearray(source.read())
        if "/stdlib" in self.path:
            data[len(data) // 2] ^= 1
        outputfile.write(data)


def built() -> Path:
    """Return the engine's folder, and build the worker that tests it."""
    if not (ENGINE / "engine.json").is_file():
        pytest.skip("there is no engine for browsers: make page")
    WORKER.mkdir(parents=True, exist_ok=True)
    build = [sys.executable, str(ROOT / "tools" / "build_web.py"), "run", "page-tests"]
    subprocess.run(build, check=True)
    (WORKER / "index.html").write_text("<!doctype html><title>Engine</title>\n", "utf-8")
    return ENGINE


class EngineWorker:
    """A worker with the engine; `state` says how it came up."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._context = browser.new_context()
        self._page = self._context.new_page()
        self._page.set_default_timeout(WAIT_TIMEOUT_S * 1000)
        self.asked: list[str] = []
        self._page.on("request", lambda request: self.asked.append(request.url))
        self._page.goto(address)
        self.state: dict[str, Any] = self._page.evaluate(_OPEN)

    def run(self, code: str) -> Any:
        """Run Python there; return the value of the last expression, which is plain.

        Raises:
            EngineError: an exception in Python.
        """
        said: dict[str, Any] = self._page.evaluate(_RUN, code)
        if "error" in said:
            raise EngineError(said["error"])
        return said.get("answer")

    def close(self) -> None:
        """Close the page."""
        self._context.close()


@contextmanager
def served(handler: type[SimpleHTTPRequestHandler], folder: Path = WORKER) -> Generator[str]:
    """Serve the engine, or a folder; yields the address of the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def source_of(module: str) -> str:
    """Return the text of a module of the tests, to be run in the browser too."""
    return Path(str(sys.modules[module].__file__)).read_text("utf-8")
