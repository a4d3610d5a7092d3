"""What could happen: threats, dangers, reach; and the state's own refusals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from djambi.errors import DjambiError
from djambi.position.position import Position
from djambi.position.stages import Choice
from djambi.server.game import queries
from djambi.server.game.events import (
    Created,
    DrawAgreed,
    DrawOffered,
    LogEvent,
    Numbered,
    Renamed,
    Resigned,
    Seated,
    SeatRow,
    TurnPlayed,
    Undone,
)
from djambi.server.game.history import History
from djambi.server.game.reducer import replay, state_of_events
from djambi.server.game.state import GameState
from djambi.threats import as_if
from djambi.views.positions import StageView
from djambi.views.threats import DangerView, ThreatView, danger_views, reach_view, threat_views

# Red Chief a1 behind his Militant a3, the blue Assassin a9 on his file, a blue Reporter i4.
ATTACK = "square-4 original bA7yC/9/9/9/9/8bR/rM8/9/rC3gC3bC r,b,y,g rbyg r 0 0"
# A green Diplomat d1, whose Chief is killed: green is blue's vassal; yellow is frozen.
VASSALS = "square-4 original 8yC/9/4yM4/9/9/9/9/9/rC2gD3rMbC r,b,y!,g>b rbyg r 0 0"


def test_an_assassin_and_a_reporter_threaten() -> None:
    found = threat_views(Position.parse(ATTACK), "r")
    assert ThreatView("a3", "a9", "b", "kill") in found
    # The Reporter reaches a4, beside the Militant, but no cell beside the Chief, whom only the
    # two other Chiefs reach, one of them through the maze.
    assert ThreatView("a3", "i4", "b", "kill") in found
    assert {threat.origin for threat in found if threat.cell == "a1"} == {"e1", "i9"}


def test_a_vassals_diplomat_threatens_for_its_lord() -> None:
    position = Position.parse(VASSALS)
    found = threat_views(position, "r")
    assert ThreatView("a1", "d1", "b", "displace") in found
    assert {threat.by for threat in found} == {"b"}
    assert threat_views(position, "y") == []


def test_a_turn_that_opens_the_line_is_a_danger_for_the_chief() -> None:
    state = GameState(1, History(Position.parse(ATTACK)), {p: SeatRow(p, "me") for p in "rbyg"})
    view, dangers = queries.preview(state, "a3-b3")
    assert DangerView("a1", "r", "b", "a9") in dangers
    assert view.mover == "b" and view.last is not None and view.last.cells == ["a3", "b3"]
    _, dangers = queries.preview(state, "a3-a4")
    assert all(danger.origin != "a9" for danger in dangers)


def test_only_those_who_play_before_me_are_a_danger() -> None:
    """Green is in nobody's way; blue plays before red, and so do yellow and green."""
    position = Position.parse(ATTACK.replace(" r 0 0", " b 0 1"))
    assert danger_views(position, "b") == []
    assert (
        danger_views(
            Position.parse("square-4 original 9/9/9/9/9/9/9/9/rC7bC r,b,y!,g! rbyg =r 0 9"), "r"
        )
        == []
    )


def test_a_reporter_with_two_ways_to_a_chief_is_one_danger() -> None:
    """Blue's Reporter g3 kills the Chief on e2 from e3 and from f2."""
    text = "square-4 original gC7yC/9/9/9/9/9/6bR2/4rC4/8bC r,b,y,g rbyg b 0 1"
    position = Position.parse(text)
    found = danger_views(position, "r")
    from_g3 = [danger for danger in found if danger.origin == "g3"]
    assert from_g3 == [DangerView("e2", "r", "b", "g3")]
    assert len({(d.cell, d.by, d.origin) for d in found}) == len(found)


def test_who_only_displaces_a_chief_is_no_danger_to_it() -> None:
    assert threat_views(Position.parse(VASSALS), "r") != []
    assert danger_views(Position.parse(VASSALS), "r") == []


def test_who_has_no_chief_has_none_in_danger() -> None:
    assert danger_views(Position.parse(VASSALS), "g") == []


def reached(position: Position, cell: str) -> Sequence[Choice]:
    """What the piece on a cell may choose from."""
    found = reach_view(position, cell)
    assert found is not None
    return found.choices


def test_reach_is_that_of_the_controller() -> None:
    position = Position.parse(VASSALS)
    acts = {choice.text: choice.act for choice in reached(position, "d1")}
    assert acts["-a1"] == "displace" and acts["-d9"] == "move"
    assert reached(position, "e7") == ()
    assert reached(position, "a1")
    assert reach_view(position, "e5") is None


def test_a_vassals_piece_that_is_shut_in_goes_nowhere() -> None:
    shut_in = VASSALS.replace("8yC/9", "gMbM6yC/bMbM7")
    found = reach_view(Position.parse(shut_in), "a9")
    assert found == StageView("a9", "destination", ())


def test_with_kept_vassal_turns_the_colours_own_seat_moves() -> None:
    kept = Position.parse(VASSALS.replace("original", "hallepee"))
    assert any(c.text == "-d9" for c in reached(kept, "d1"))
    assert any(threat.origin == "d1" for threat in threat_views(kept, "r"))


def test_a_seat_that_does_not_play_is_nobodys_turn() -> None:
    assert as_if(Position.parse(VASSALS), "y") is None
    turned = as_if(Position.start(), "g")
    assert turned is not None and turned.mover == "g"


START = Created(str(Position.start()), tuple(SeatRow(p, "me") for p in "rbyg"))


@pytest.mark.parametrize(
    ("events", "error"),
    [
        ([], "no_game"),
        ([Resigned("r")], "no_game"),
        ([START, START], "no_game"),
        ([START, TurnPlayed("b", "c3-e3")], "not_your_turn"),
        ([START, TurnPlayed("r", "c3-c9")], "c3-c9"),
        ([START, Resigned("z")], "no_seat"),
        ([START, Resigned("r"), Resigned("r")], "resign"),
        ([START, Undone(0)], "no_undo"),
        ([START, TurnPlayed("r", "c3-e3"), Undone(-1)], "no_undo"),
        ([START, DrawAgreed(), TurnPlayed("r", "c3-e3")], "over"),
        ([START, DrawAgreed(), DrawAgreed()], "over"),
        ([START, DrawAgreed(), DrawOffered("r")], "over"),
        ([START, DrawAgreed(), Resigned("r")], "over"),
        ([START, Renamed("z", "x")], "no_seat"),
        ([START, Seated(SeatRow("z", "me"))], "no_seat"),
        ([Created("nonsense", ())], "eight"),
    ],
)
def test_a_log_that_contradicts_itself_is_refused(events: list[LogEvent], error: str) -> None:
    with pytest.raises(DjambiError, match=error):
        state_of_events(events)


def test_a_log_with_a_gap_is_refused() -> None:
    with pytest.raises(DjambiError, match="no_game"):
        replay([Numbered(1, 0, START), Numbered(3, 0, TurnPlayed("r", "c3-e3"))])


def test_an_offer_ends_with_a_turn_and_with_a_take_back() -> None:
    turn = TurnPlayed("r", "c3-e3")
    assert state_of_events([START, DrawOffered("r")]).draw == "r"
    assert state_of_events([START, DrawOffered("r"), Renamed("r", "x")]).draw == "r"
    assert state_of_events([START, DrawOffered("r"), turn]).draw == ""
    for before, seat, draw in (
        ("r", SeatRow("r", "bot", level="novice"), ""),
        ("y", SeatRow("r", "bot", level="novice"), ""),
        ("r", SeatRow("r", "open"), ""),
        ("r", SeatRow("r", "me", "x"), "r"),
    ):
        assert state_of_events([START, DrawOffered(before), Seated(seat)]).draw == draw
    # What was stored while such an offer stood goes on.
    given = Seated(SeatRow("r", "bot", level="novice"))
    assert state_of_events([START, DrawOffered("r"), given, DrawOffered("ry")]).draw == "ry"
    assert state_of_events([START, DrawOffered("r"), given, DrawAgreed()]).mover is None
    assert state_of_events([START, turn, DrawOffered("r"), Undone(0)]).draw == ""


def test_the_ledger_knows_what_still_stands_since_each_event() -> None:
    turn = TurnPlayed("r", "c3-e3")
    state = state_of_events([START, turn, Renamed("r", "x"), Undone(0), turn])
    assert [state.entries.stood(event) for event in range(1, 6)] == [0, 0, 0, 0, 1]
    assert state.undo_to() == 0 and state.position.mover == "b"


def test_a_resignation_is_told_before_it_is_made() -> None:
    """Red rules; with him gone blue's is the last Chief that leads."""
    text = "square-4 original 9/9/9/9/4rC4/9/9/9/9 r,b,y!*,g!* rbyg r 0 0"
    position = Position.parse(text.replace("9/9/9/9 r", "9/9/9/8bC r"))
    state = GameState(1, History(position), {p: SeatRow(p, "me") for p in "rb"})
    view = queries.resignation(state, "r")
    assert view.last is not None
    assert [one.kind for one in view.last.happenings] == ["resigned", "power_lost", "ended"]
    assert state.position == position
    with pytest.raises(DjambiError, match="party_out"):
        queries.resignation(state, "y")
