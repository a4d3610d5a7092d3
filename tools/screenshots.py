"""Take the pictures that systems show of the app before it is installed (scripts/install.mjs).

    python tools/screenshots.py

opens build/page in Chromium, lets bots play, and writes docs/images/app-*.webp. Needs `make page`.
"""

from __future__ import annotations

import io
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "build" / "page"
IMAGES = ROOT / "docs" / "images"
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
TURNS = 14
"""Turns that are played before the picture is taken."""


def picture(browser: Browser, address: str, width: int, height: int) -> bytes:
    """Return a game of bots after some turns, as PNG."""
    page = browser.new_page(viewport={"width": width, "height": height})
    expect.set_options(timeout=120_000)
    page.goto(f"{address}#/new")
    page.get_by_label("Who plays Red?").select_option("bot:expert")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#panel-turns li").nth(TURNS - 1)).to_be_attached()
    found = page.screenshot()
    page.close()
    return found


def main() -> None:
    """Write a picture for each size."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(PAGE))
    host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        for name, (width, height) in SIZES.items():
            shot = picture(browser, f"http://127.0.0.1:{host.server_port}/", width, height)
            Image.open(io.BytesIO(shot)).save(IMAGES / f"app-{name}.webp", quality=82, method=6)
        browser.close()
    host.shutdown()


if __name__ == "__main__":
    main()
