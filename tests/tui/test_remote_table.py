"""A server's table for the terminal (djambi.tui.remote_table), without a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from djambi import client
from djambi.client import TableSnapshot
from djambi.client.wire import ClockTimes, OpenVote, SeatInfo, Sentence, TableFacts, TurnLine
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
        monkeypatch.setattr(remote_table, "time", lambda: 500.0)
        players.see(TableSnapshot(0, str(start), start, (), seats, "r", facts, None))
        monkeypatch.setattr(remote_table, "time", lambda: 530.0)
        return players.who("b", "en")

    assert shown(1_100_000) == "1:10 Otto"
    assert shown(9_999_000) == "1:40 Otto"


def table_of(
    *lines: TurnLine, vote: OpenVote | None = None, asides: Sequence[object] = ()
) -> RemoteTable:
    """A table at which I am red, after these lines."""
    start = Position.start()
    facts = TableFacts("playing", vote=vote)
    seen = TableSnapshot(len(lines), str(start), start, lines, {}, "r", facts, None)
    remote = cast("client.Table", SimpleNamespace(seen=seen, asides=asides))
    return RemoteTable(remote, "en", lambda work: None)


def test_a_vote_asks_for_an_answer_until_it_is_given() -> None:
    def asked(vote: OpenVote) -> bool:
        return table_of(vote=vote).to_vote() is not None

    assert asked(OpenVote(3, "undo", party="b", voters="rb", agreed="b"))
    assert not asked(OpenVote(3, "undo", party="r", voters="rb", agreed="r"))
    assert not asked(OpenVote(3, "undo", party="b", voters="rby", agreed="br"))
    assert not asked(OpenVote(3, "return", party="r", voters="by"))


def test_a_vote_of_a_kind_that_is_not_known_is_left_to_others() -> None:
    known, other = (OpenVote(3, kind, party="b", voters="r") for kind in ("pause", "of the future"))
    assert table_of(vote=known).news() == ["Vote: pause the game? Press v to answer."]
    table = table_of(vote=other)
    assert table.news() == [] and table.to_vote() is None


def test_the_latest_messages_are_shown_and_nothing_else() -> None:
    asides = [
        {"kind": "said", "text": "too long ago", "party": "b", "name": "Otto"},
        {"kind": "said", "text": "Peace?", "party": "b", "name": "Otto"},
        {"kind": "said", "text": "Hm.", "party": None, "name": ""},
        {"kind": "emote", "emote": "thanks", "text": "", "party": "y", "name": ""},
        {"kind": "stated", "text": "", "party": "g", "name": "", "remark": {"en": "No.", "fr": ""}},
        # Somebody whom I have blocked, and an emote of a newer server.
        {"kind": "emote", "emote": None, "text": "", "party": "b", "name": "Otto", "muted": True},
        {"kind": "said", "text": "", "party": "b", "name": "Otto", "muted": True},
        {"kind": "emote", "emote": "of the future", "text": "", "party": "b", "name": "Otto"},
        {"kind": "proposed", "text": "", "party": "b", "name": "Otto", "pact": "1"},
        {"kind": "said", "text": "five", "party": "b", "name": "Otto"},
        {"kind": "said", "text": "six", "party": "b", "name": "Otto"},
    ]
    assert table_of(asides=asides).news() == [
        "Otto: Peace?", "?: Hm.", "Yellow: Thank you.", "Green: No.", "Otto: five", "Otto: six",
    ]  # fmt: skip


def line(kind: str, party: str, text: str = "") -> TurnLine:
    return TurnLine(0, kind, 0, party, text, text, Sentence("", ""))


def test_every_line_of_the_list_of_turns_is_replayed() -> None:
    turns = (line("turn", "r", "c3-e3"), line("resigned", "b"), line("turn", "y", "g7-e7"))
    table = table_of(*turns)
    assert table.position == Position.start().play("c3-e3").resign("b").play("g7-e7")
    assert table_of(*turns, line("draw", "")).position.winners == "ryg"


def test_looking_back_goes_on_while_others_play_and_ends_where_turns_are_taken_back() -> None:
    first, second, third = (
        line("turn", party, text)
        for party, text in (("r", "c3-e3"), ("b", "g3-g5"), ("y", "g7-e7"))
    )
    table = table_of(first)
    start = table.seen

    def told(*lines: TurnLine) -> None:
        table.remote = cast("client.Table", SimpleNamespace(seen=replace(start, lines=lines)))
        table.update()

    told(first, second)
    assert table.position == Position.start().play("c3-e3").play("g3-g5")
    table.live = False
    table.step(-1)
    told(first, second, third)
    assert table.where() == (1, 3) and not table.live
    told(first)
    assert table.where() == (1, 1) and table.live
