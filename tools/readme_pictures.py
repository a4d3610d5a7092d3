"""Take the pictures of the README from the game as it is.

    python tools/readme_pictures.py

starts the game with an empty data folder, lets bots play in Chromium, and writes docs/images. Needs
`make web` and `make kernel`. (docs/images/cast.webp and online-table.webp are not among them.)
"""

from __future__ import annotations

import contextlib
import io
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
DESK, PHONE = (1280, 800), (390, 844)
TIMEOUT_MS = 120_000
FRAME_MS = 125
"""Milliseconds between two frames of the moving picture."""
COUP_FRAMES = 88
"""As many as the coup on the first screen takes."""
COUP_WIDTH = 480
"""Pixels."""


@contextlib.contextmanager
def game() -> Generator[str]:
    """Run the game on a free port; yield its address."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        command = [sys.executable, "-m", "djambi", "--no-browser", "--port", str(port)]
        process = subprocess.Popen(
            command, env={**os.environ, "DJAMBI_DATA": folder}, stdout=subprocess.DEVNULL
        )
        address = f"http://127.0.0.1:{port}"
        try:
            while process.poll() is None:
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"{address}/api/alive")
                    break
                time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait()


def opened(
    browser: Browser, size: tuple[int, int], lang: str = "en-GB", dark: bool = False
) -> Page:
    """Return a new visitor's page."""
    width, height = size
    page = browser.new_page(
        viewport={"width": width, "height": height},
        locale=lang,
        color_scheme="dark" if dark else "light",
        device_scale_factor=1.5 if width < DESK[0] else 1,
    )
    page.set_default_timeout(TIMEOUT_MS)
    return page


def keep(page: Page, name: str) -> None:
    """Write what the page shows, once its pictures and fonts are there."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(800)
    shot = Image.open(io.BytesIO(page.screenshot()))
    shot.save(IMAGES / f"{name}.webp", quality=82, method=6)
    page.close()


def coup(page: Page, address: str) -> None:
    """Write the coup of the first screen as a moving picture."""
    page.goto(address)
    page.get_by_role("button", name="Pause").wait_for()
    board = page.locator(".opening .stage svg.board")
    frames: list[Image.Image] = []
    due = time.monotonic()
    for _ in range(COUP_FRAMES):
        shot = Image.open(io.BytesIO(board.screenshot())).convert("RGB")
        frames.append(shot.resize((COUP_WIDTH, COUP_WIDTH * shot.height // shot.width)))
        due += FRAME_MS / 1000
        page.wait_for_timeout(max(0.0, 1000 * (due - time.monotonic())))
    first, *others = frames
    first.save(
        IMAGES / "coup.webp",
        save_all=True,
        append_images=others,
        duration=FRAME_MS,
        loop=0,
        quality=55,
        method=6,
    )
    page.close()


def bots(address: str, variant: str, levels: str, parties: str) -> str:
    """Make a game among bots of the cast; return its name."""
    characters = ["", "avenger", "courtier", "usurper", "opportunist", "builder"]
    seats = [
        {"party": party, "player": "bot", "level": f"{levels}:{who}".rstrip(":")}
        for party, who in zip(parties, characters, strict=False)
    ]
    answer = httpx.post(
        f"{address}/api/games",
        json={"variant": variant, "seats": seats},
        headers={"origin": address},
    )
    return str(answer.raise_for_status().json()["id"])


def played(page: Page, address: str, name: str, turns: int) -> None:
    """Wait until bots have played so many turns of a game, and stop them."""
    page.goto(f"{address}/g/{name}")
    page.get_by_role("button", name="Fast").click()
    expect(page.locator("#panel-turns li").nth(turns - 1)).to_be_attached(timeout=TIMEOUT_MS)
    page.get_by_role("button", name="Pause").click()


def main() -> None:
    """Write every picture."""
    with game() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = opened(browser, DESK)
        page.goto(address)
        page.get_by_role("button", name="Pause").wait_for()
        keep(page, "first-screen")
        coup(opened(browser, DESK), address)

        page = opened(browser, DESK)
        played(page, address, bots(address, "square-4", "expert", "rbyg"), 22)
        keep(page, "table")
        page = opened(browser, DESK, dark=True)
        played(page, address, bots(address, "hex-6", "club", "rbygpo"), 24)
        keep(page, "six-players")

        record = (ROOT / "web" / "coup.djambi").read_text("utf-8")
        loaded = httpx.post(
            f"{address}/api/games/load", json={"text": record}, headers={"origin": address}
        )
        page = opened(browser, DESK)
        page.goto(f"{address}/g/{loaded.json()['id']}/paper")
        page.locator(".newspaper .article").first.wait_for()
        keep(page, "newspaper")

        for screen in ("tutorial", "puzzles", "campaign"):
            page = opened(browser, PHONE)
            page.goto(f"{address}/{screen}")
            keep(page, f"phone-{screen}")
        browser.close()


if __name__ == "__main__":
    main()
