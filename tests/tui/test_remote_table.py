"""A server's table for the terminal (djambi.tui.remote_table), without a server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from djambi import client
from djambi.client import TableSnapshot
from djambi.client.wire import ClockTimes, OpenVote, SeatInfo, TableFacts
from djambi.game import Game
from djambi.position.position import Position
from djambi.tui import remote_table
from djambi.tui.remote_table import RemotePlayers, RemoteTable

SEATS = (
    SeatInfo("r", "me", "Ada"),
    SeatInfo("b", "person", "Otto"),
    SeatInfo("y", "bot", level="club"),
    SeatInfo("g", "open"),
)


def test_a_record_of_a_table_names_its_players_as_the_server_does() -> None:
    start = Position.start()
    by_party = {seat.party: seat for seat in SEATS}
    players, game = RemotePlayers(), Game()
    players.see(TableSnapshot(0, str(start), start, (), by_party, "r", None, None))
    players.sign(game)
    assert game.tags == {"Red": "Ada", "Blue": "Otto", "Yellow": "bot club"}


def test_the_clock_of_somebody_on_holiday_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    start, players = Position.start(), RemotePlayers()
    seats = {seat.party: seat for seat in SEATS}

    def shown(until: int) -> str:
        clock = ClockTimes(1_000_000, "b", until, {"b": 100_000})
        facts = TableFacts("playing", clock=clock)
        monkeypatch.setattr(remote_table, "time", lambda: 0.0)
        players.see(TableSnapshot(0, str(start), start, (), seats, "r", facts, None))
        monkeypatch.setattr(remote_table, "time", lambda: 30.0)
        return players.who("b", "en")

    assert shown(1_100_000) == "1:10 Otto"
    assert shown(9_999_000) == "1:40 Otto"


def test_a_vote_asks_for_an_answer_until_it_is_given() -> None:
    start = Position.start()

    def asked(vote: OpenVote) -> bool:
        facts = TableFacts("playing", vote=vote)
        seen = TableSnapshot(0, str(start), start, (), {}, "r", facts, None)
        remote = cast("client.Table", SimpleNamespace(seen=seen))
        return RemoteTable(remote, "en", lambda work: None).to_vote() is not None

    assert asked(OpenVote(3, "undo", party="b", voters="rb", agreed="b"))
    assert not asked(OpenVote(3, "undo", party="r", voters="rb", agreed="r"))
    assert not asked(OpenVote(3, "undo", party="b", voters="rby", agreed="br"))
