"""What a bot of the library does at a server's table (djambi.client.playing), case by case."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from djambi.bots import Bot, RandomBot
from djambi.client.playing import _act, _players
from djambi.client.table import Table, TableSnapshot
from djambi.client.wire import ClockTimes, OpenVote, SeatInfo, TableFacts
from djambi.position.position import Position

RESIGNED = Position.start("square-4", "hallepee").resign("y")


class Agreeing(RandomBot):
    """Agrees to the returns of these parties."""

    def __init__(self, returning: str) -> None:
        super().__init__(1)
        self.returning = returning

    def accepts_return(self, position: Position, party: str, returning: str) -> bool:
        return returning in self.returning


def done(
    facts: TableFacts | None = None,
    *,
    mine: str = "r",
    absent: str = "",
    position: Position = RESIGNED,
    bots: Bot | Mapping[str, Bot] | None = None,
) -> list[str | dict[str, Any]]:
    """What a bot does, once, at a table in this state; bots stand in for who is `absent`."""
    found: list[str | dict[str, Any]] = []

    def ask(kind: str, **fields: object) -> None:
        found.append({"kind": kind, **fields})

    def play(turn: object, seen: TableSnapshot) -> None:
        found.append("a turn")

    seats = {
        party: SeatInfo(party, "me", stand_in="club" if party in absent else None)
        for party in "rbyg"
    }
    seen = TableSnapshot(9, str(position), position, (), seats, mine, facts, None)
    table = cast("Table", SimpleNamespace(ask=ask, play=play))
    acted = _act(table, seen, _players(bots or RandomBot(1), seen), set())
    assert acted == bool(found)
    return found


PLAYING = TableFacts("playing")
BACK = {"kind": "back"}


def test_it_plays_when_a_party_of_its_own_is_to_play() -> None:
    assert done() == done(PLAYING) == ["a turn"]
    assert done(mine="b") == done(TableFacts("waiting")) == []
    # A seat of mine without a bot is left alone, and so is a bot's that is not mine.
    assert done(mine="rb", bots={"b": RandomBot(1)}) == []
    assert done(mine="b", bots={"r": RandomBot(1)}) == done(mine="") == []
    paused = ClockTimes(0, "r", None, {"r": 1}, paused=True)
    assert done(TableFacts("playing", clock=paused)) == []


def test_it_comes_back_where_the_server_s_bot_stands_in() -> None:
    assert done(PLAYING, absent="r") == done(absent="r") == [BACK]
    # Not for others, nor for a party of its own that is out of the game.
    assert done(PLAYING, absent="by", mine="ry") == ["a turn"]
    # The turn that took too long belongs to the one that stands in.
    assert done(TableFacts("playing", overdue="r"), absent="r") == []
    assert done(TableFacts("playing", overdue="b"), absent="r") == [BACK]


@pytest.mark.parametrize(("returning", "agrees"), [("y", True), ("g", False)])
def test_it_decides_on_a_return(returning: str, agrees: bool) -> None:
    vote = OpenVote(7, "return", party="y", voters="rbg")
    found = done(TableFacts("playing", vote=vote), bots=Agreeing(returning))
    assert found == [{"kind": "ballot", "vote": 7, "agree": agrees}]


def test_a_vote_of_others_is_not_answered() -> None:
    vote = OpenVote(7, "undo", party="r", voters="bg")
    assert done(TableFacts("playing", vote=vote)) == ["a turn"]
