"""A line about a table of a server, in the terminal's list (djambi.tui.lobby_screen)."""

from __future__ import annotations

import pytest

from djambi.client.wire import ListedTable, SeatInfo

pytest.importorskip("textual", reason="the extra tui is not installed")

from djambi.tui.lobby_screen import card_text

SEATS = (
    SeatInfo("r", "person", "Ada"),
    SeatInfo("y", "person"),
    SeatInfo("b", "open"),
    SeatInfo("g", "bot", level="club"),
)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (
            ListedTable("1", "square-4", "original", "waiting", SEATS),
            "  Classic, four players · Original (1975) · Ada, ? · one free seat",
        ),
        (
            ListedTable("2", "hex-3", "bga", "playing", SEATS[:2], my_turn=True),
            "▶ Hexagon, three players · Board Game Arena · Ada, ? · your turn",
        ),
        (
            ListedTable("3", "polygon-99", "of-the-future", "over", SEATS[:1]),
            "  polygon-99 · of-the-future · Ada · over",
        ),
    ],
)
def test_a_table_is_told_in_a_line(card: ListedTable, text: str) -> None:
    assert card_text(card, "en") == text
