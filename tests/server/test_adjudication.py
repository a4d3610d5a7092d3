"""Games that need not be played out: the offer to end a decided one, and bots that hurry."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.people import Person, Served, play_first_legal, serving

from djambi.analysis.adjudication import MIN_ROUNDS
from djambi.server.errors import RequestRefused
from djambi.server.game.events import Created, SeatRow
from djambi.server.game.reducer import state_of_events
from djambi.server.live.commands import conceding_parties

# Red's Chief and Reporter are walled in by corpses and pass for ever; blue has all his pieces.
LOCKED_IN = "9/9/9/9/2bMbA1bDbMbN1/9/xxx6/xrRx6/rCxx5bC"
POSITION = f"square-4 original {LOCKED_IN} r,b,y!*,g!* rbyg r 0 0"


def locked_in(served: Served, blue: str) -> str:
    """A game in which red can only pass; who plays blue."""
    seats = [{"party": "r", "player": "me"}, {"party": "b", "player": blue}]
    return served.new_game(variant="square-4", position=POSITION, seats=seats)


def rounds(person: Person, many: int) -> None:
    """Red passes, and blue's Chief goes to and fro."""
    for number in range(many):
        person.change("turn", text="--")
        person.change("turn", text="i1-h1" if number % 2 == 0 else "h1-i1")


def test_a_decided_game_is_ended_by_who_concedes(shared: Served) -> None:
    with shared.sit(locked_in(shared, "person")) as person:
        person.until("state")
        rounds(person, MIN_ROUNDS - 2)
        assert person.ask("leader")["party"] is None
        assert person.ask("concede", after=person.last, party="b")["code"] == "not_allowed"
        rounds(person, 2)
        assert person.ask("leader")["party"] == "b"
        assert person.ask("concede", after=person.last, party="r")["code"] == "not_allowed"
        after = person.change("concede", party="b")["view"]
        assert after["mover"] is None and after["result"]["shares"]["b"] == 1
        assert person.ask("concede", after=person.last, party="b")["code"] == "over"


def test_who_concedes_need_not_have_seen_the_last_pass(shared: Served) -> None:
    with shared.sit(locked_in(shared, "person")) as person:
        person.until("state")
        rounds(person, MIN_ROUNDS)
        before = person.last
        person.change("turn", text="--")
        assert person.ask("concede", after=before, party="b")["type"] == "done"


def test_nobody_concedes_for_somebody_who_plays_elsewhere(shared: Served) -> None:
    with shared.sit(locked_in(shared, "open")) as host:
        host.until("state")
        assert host.ask("concede", after=host.last, party="b")["code"] == "not_allowed"


def test_who_watches_bots_does_not_concede_for_them() -> None:
    seats = tuple(SeatRow(party, "bot", level="club") for party in "rb")
    with pytest.raises(RequestRefused, match="not_allowed"):
        conceding_parties(state_of_events([Created(POSITION, seats)]), "", "b")


def test_bots_among_themselves_can_be_hurried(tmp_path: Path) -> None:
    """They would wait for an hour before each turn."""
    seats = [{"party": p, "player": "bot" if p != "r" else "me", "level": None} for p in "rby"]
    with serving(tmp_path, bot_delay=3600) as served:
        game = served.new_game(variant="hex-3", seats=seats)
        with served.sit(game) as person:
            person.until("state")
            assert person.ask("hurry")["type"] == "done"
            person.change("resign", party="r")
            assert person.until("update")["lines"][-1]["party"] == "b"
            assert person.until("update")["lines"][-1]["party"] == "y"


def test_whoever_watches_bots_sets_their_pace(tmp_path: Path) -> None:
    """Paused they wait for a step each, and a pace chosen while they wait holds at once."""
    seats = [{"party": p, "player": "bot", "level": None} for p in "rby"]
    with serving(tmp_path, bot_delay=3600) as served:
        game = served.new_game(variant="hex-3", seats=seats)
        with served.sit(game) as person:
            assert person.until("state")["lines"] == []
            assert person.ask("pace", pace="pause")["type"] == "done"
            for party in "rby":
                assert person.ask("pace", pace="pause", step=True)["type"] == "done"
                assert person.until("update")["lines"][-1]["party"] == party
            assert person.ask("pace", pace="slow")["type"] == "done"
            assert person.ask("pace", pace="rush")["type"] == "done"
            assert person.until("update")["lines"][-1]["party"] == "r"
            assert person.ask("pace", pace="hasty")["code"] == "not_understood"


def test_a_pause_is_for_bots_among_themselves_only(tmp_path: Path) -> None:
    seats = [{"party": p, "player": "bot" if p != "r" else "me", "level": None} for p in "rby"]
    with serving(tmp_path, bot_delay=0) as served:
        game = served.new_game(variant="hex-3", seats=seats)
        with served.sit(game) as person:
            person.until("state")
            assert person.ask("pace", pace="pause")["type"] == "done"
            play_first_legal(person)
            assert person.until("update")["lines"][-1]["party"] == "b"
            assert person.until("update")["lines"][-1]["party"] == "y"
