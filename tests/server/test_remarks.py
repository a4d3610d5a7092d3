"""Remarks in the list of turns: the same wherever a game is read, none where people play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

from tests.server.event_logs import log_of
from tests.server.people import Served

from djambi.position.position import Position
from djambi.server.game.events import Created, LogEvent, Numbered, Seated, SeatRow, TurnPlayed
from djambi.server.game.presenter import line_with_remark
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.live.json_cache import forget_lines, json_lines
from djambi.views.games import LineView

GAME = "abcdefghijkl"
BOTS = ("club:avenger", "novice", "master:courtier", "expert:usurper")
PEOPLE = tuple(SeatRow(party, "me") for party in "rbyg")
CAST = tuple(SeatRow(p, "bot", level=bot) for p, bot in zip("rbyg", BOTS, strict=True))


@cache
def turns() -> tuple[TurnPlayed, ...]:
    """Return the turns of a bloody game by chance."""
    chance, position = random.Random(5), Position.start()
    found: list[TurnPlayed] = []
    while not position.is_over and len(found) < 160:
        legal = position.legal_turns()
        kills = [turn for turn in legal if "x" in str(turn)]
        turn = chance.choice(kills or legal)
        found.append(TurnPlayed(position.mover or "", str(turn)))
        position = position.play(turn)
    return tuple(found)


def log(seats: tuple[SeatRow, ...], *more: LogEvent) -> list[Numbered]:
    events = [Created(str(Position.start()), seats), *turns(), *more]
    return log_of(events)


def lines(state: GameState) -> Iterator[LineView]:
    for index, entry in enumerate(state.entries):
        yield line_with_remark(GAME, state, index, entry)


def test_a_game_read_again_says_what_it_said_when_it_was_played() -> None:
    events = log(CAST)
    state = replay(events[:1])
    live: list[LineView] = []
    for numbered in events[1:]:
        state = apply(state, numbered.event, 0)
        last = state.entries.last
        assert last is not None
        live.append(line_with_remark(GAME, state, len(state.entries) - 1, last))
    assert live == list(lines(replay(events)))
    remarks = [line.remark for line in live if line.remark is not None]
    assert remarks and all(said.words.en and said.words.fr for said in remarks)


def test_wherever_reading_begins_the_lines_are_the_same() -> None:
    state = replay(log(CAST))
    whole = [bytes(line) for line in json_lines(GAME, state, 0)]  # type: ignore[call-overload]
    spoken = [json.loads(line)["remark"] is not None for line in whole]
    assert any(spoken) and spoken == [line.remark is not None for line in lines(state)]
    for since in (1, 63, 64, 65, len(whole) - 1):
        forget_lines(GAME)
        assert [bytes(x) for x in json_lines(GAME, state, since)] == whole[since:]  # type: ignore[call-overload]


def test_people_hear_nothing_of_themselves() -> None:
    assert not [line for line in lines(replay(log(PEOPLE))) if line.remark is not None]


def test_who_sat_there_then_said_it_whoever_sits_there_now() -> None:
    played = list(lines(replay(log(CAST))))
    changed = replay(log(CAST, *(Seated(row) for row in PEOPLE)))
    assert list(lines(changed)) == played
    assert changed.bots_at(changed.number) == {}


def test_most_lines_have_no_remark() -> None:
    spoken = [i for i, line in enumerate(lines(replay(log(CAST)))) if line.remark is not None]
    assert 0 < len(spoken) < len(turns()) / 4


def test_one_may_ask_not_to_hear_them(shared: Served) -> None:
    with shared.http() as http:
        kept = http.put("/api/settings", json={"bot_talk": False}).json()
        assert kept["bot_talk"] is False and http.get("/api/settings").json()["bot_talk"] is False
