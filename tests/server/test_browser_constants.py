"""What the browser app and the server both have to know is the same in both."""

from __future__ import annotations

import re

import pytest
from tests.paths import ROOT

from djambi.client import table as client_table
from djambi.position.setup_reading import MAX_POSITION_CHARS
from djambi.server import close_codes
from djambi.server.game.summaries import RECENT_GAMES
from djambi.server.schemas.base import MAX_RECORD_CHARS
from djambi.server.schemas.talk import MAX_MESSAGE_CHARS

WEB = ROOT / "web" / "src"


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        ("api/close-codes.ts", "GONE", close_codes.NO_GAME),
        ("api/close-codes.ts", "OTHER_PROTOCOL", close_codes.OTHER_PROTOCOL),
        ("embed/messages.ts", "MAX_POSITION_CHARS", MAX_POSITION_CHARS),
        ("host/page-host.ts", "LISTED_GAMES", RECENT_GAMES),
        ("lib/files.ts", "MAX_RECORD_CHARS", MAX_RECORD_CHARS),
        ("talk/Say.svelte", "LONGEST", MAX_MESSAGE_CHARS),
    ],
)
def test_the_browser_has_the_same_number(file: str, name: str, value: int) -> None:
    text = (WEB / file).read_text("utf-8")
    found = re.findall(rf"^ *(?:export )?const {name} = ([\d_]+);$", text, re.MULTILINE)
    assert list(map(int, found)) == [value]


def test_the_client_knows_what_nobody_comes_back_from() -> None:
    ends = {close_codes.FORBIDDEN, close_codes.NO_GAME, close_codes.OTHER_PROTOCOL}
    assert ends == client_table._FINAL
