"""A server's table for the terminal (djambi.tui.remote_table), without a server."""

from __future__ import annotations

from djambi.client import TableSnapshot
from djambi.client.wire import SeatInfo
from djambi.game import Game
from djambi.position.position import Position
from djambi.tui.remote_table import RemotePlayers

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
