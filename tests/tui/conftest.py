"""A game on a screen of Textual's pilot: keys, clicks, and what is seen."""

from __future__ import annotations

import pytest

pytest.importorskip("textual", reason="the extra tui is not installed")
