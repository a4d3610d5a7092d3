"""What a browser loads before the first click, and what `size` counts of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from playwright.sync_api import Page, expect
from tests.paths import ROOT

BUDGET_KB = 150
"""The most that script and style of the first screen may weigh, compressed."""

MOST_FILES = 20
"""In how many files they may come: every request takes a turn of its own."""

SLACK_KB = 2
"""How far two ways of counting may be apart: who compresses better."""

_SIZES = (
    "() => performance.getEntriesByType('resource')"
    ".map(each => [new URL(each.name).pathname, each.encodedBodySize])"
    ".filter(([path]) => /[.](js|css)$/.test(path))"
)


def loaded(page: Page) -> dict[str, int]:
    """Wait for all of the first screen; return its scripts and styles, in bytes as sent."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".covered")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    return dict(page.evaluate(_SIZES))


def counted_kb(script: str) -> float:
    """Return what `size` or `page-size` says of the first screen."""
    told = subprocess.run(
        [sys.executable, "tools/build_web.py", "run", script],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.search(r"([\d.]+) KB  script and style of the first screen", told)
    assert found is not None, told
    return float(found[1])
