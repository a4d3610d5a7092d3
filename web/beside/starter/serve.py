"""Serve this folder of Djambi to this computer alone, and open it in the browser.

Browsers refuse what Djambi is made of (modules, workers, WebAssembly) to a page opened from a
disk, so that a small server is needed even there. It answers nobody but this computer, and sends
nothing but the files of this folder.
Python 3.7 or newer, nothing else. `--quiet` opens no browser.
"""

from __future__ import annotations

import http.client
import http.server
import socketserver
import sys
import webbrowser
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
FIRST_PORT = 8790
"""Tried first, always: a browser keeps games by the address, which the port belongs to."""
PORTS = 20
ANSWER_TIMEOUT_S = 3

# Written out: what a system believes about file names is not to be relied on.
TYPES = {
    "": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}


class PageHandler(http.server.SimpleHTTPRequestHandler):
    """Answers with files of the folder; everything else is not found."""

    extensions_map = TYPES
    protocol_version = "HTTP/1.1"

    def __init__(self, *given: object) -> None:
        super().__init__(*given, directory=str(FOLDER))  # type: ignore[arg-type]

    def send_head(self):  # type: ignore[no-untyped-def]
        """Refuse hosts that are not this computer, and paths that lead out of the folder."""
        name = self.headers.get("host", "").rpartition(":")[0]
        wanted = Path(self.translate_path(self.path)).resolve()
        if name not in ("127.0.0.1", "localhost"):
            self.send_error(403)
        elif wanted != FOLDER and FOLDER not in wanted.parents:
            self.send_error(404)
        else:
            return super().send_head()
        return None

    def list_directory(self, path):  # type: ignore[no-untyped-def]
        """Refuse to list a folder."""
        del path
        self.send_error(404)

    def end_headers(self) -> None:
        """Let the browser ask each time whether a file has changed: a stick may come back newer."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: whoever started this reads one line."""


class PageServer(http.server.ThreadingHTTPServer):
    """Listens on this computer alone, on a port that nobody else has."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"

    def server_bind(self) -> None:
        """Bind without asking the network for this computer's name, which may take long."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[0], self.server_address[1]


def is_ours(port: int) -> bool:
    """Return whether the same page is served there already."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_TIMEOUT_S)
    try:
        asked.request("GET", "/index.html")
        answer = asked.getresponse()
        own = (FOLDER / "index.html").read_bytes()
        return answer.status == 200 and answer.read(len(own) + 1) == own
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def show(port: int, quiet: bool) -> None:
    """Say where the game is, and open it."""
    address = f"http://127.0.0.1:{port}/"
    print(f"Djambi: {address}   (Ctrl+C: quit / quitter)", flush=True)
    if not quiet:
        webbrowser.open(address)


def main() -> int:
    """Serve until Ctrl+C; return the exit status."""
    quiet = "--quiet" in sys.argv[1:]
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        try:
            server = PageServer(("127.0.0.1", port), PageHandler)
        except OSError:
            if is_ours(port):
                show(port, quiet)
                return 0
            print(
                f"Port {port} is taken; games kept at that address are not seen at the next one.\n"
                f"Le port {port} est pris ; les parties gardées à cette adresse ne se voient pas"
                " à la suivante.",
                flush=True,
            )
            continue
        with server:
            show(port, quiet)
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                return 0
    print("No port is free. / Aucun port n’est libre.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
