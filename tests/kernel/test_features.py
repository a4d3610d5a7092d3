"""What a position shows without looking ahead: the features of every party."""

from __future__ import annotations

import pytest

from djambi import Position
from djambi.kernel.rules.codes import PIECE, SLOTS, WINNERS
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.features import FEATURE_NAMES, FeatureExtractor

Features = dict[str, float]

CHIEFS = {"a1": "rC", "i2": "bC", "h9": "yC", "b7": "gC"}
"""No Chief attacks another; a1 alone looks at the maze."""


def features_of(kernel: Kernel) -> list[Features]:
    rows = FeatureExtractor(kernel.tables).features(kernel)
    return [dict(zip(FEATURE_NAMES, row, strict=True)) for row in rows]


def shown(
    seat: str = "r", rules: str = "original", parties: str = "r,b,y,g", **pieces: str
) -> list[Features]:
    """Return the features of everybody with these pieces beside, or instead of, the Chiefs."""
    board = CHIEFS | pieces
    rows: list[str] = []
    for rank in "987654321":
        row = "".join(board.get(file + rank, ".") or "." for file in "abcdefghi")
        for empty in range(9, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    text = f"square-4 {rules} {'/'.join(rows)} {parties} rbyg {seat} 0 0"
    return features_of(Position.parse(text).kernel())


@pytest.mark.parametrize("variant", ["hex-3", "polygon-5"])
def test_at_the_start_parties_differ_only_in_when_they_play(variant: str) -> None:
    kernel = Position.start(variant).kernel()
    rows = features_of(kernel)
    assert [row.pop("next") for row in rows] == [1.0, *[0.0] * (kernel.parties - 1)]
    waits = [row.pop("waits") for row in rows]
    assert waits == sorted(waits) and waits[0] == 0 < waits[1] and waits[-1] < 1
    assert all(row == pytest.approx(rows[0]) for row in rows)
    assert rows[0]["militant"] == 4 and rows[0]["assassin"] == 1 and rows[0]["chief"] == 0
    assert rows[0]["part"] == pytest.approx(1, abs=0.01) and rows[0]["far"] == 1.0


def test_pieces_count_for_who_controls_them() -> None:
    red, _, yellow, _ = shown(parties="r,b>r,y,g", i2="", i8="bM", i1="bR", f1="x", g1="x")
    assert (red["militant"], red["reporter"], red["vassals"]) == (1, 1, 1)
    # Two corpses of sixteen; cells in tens: h1, six upwards, and the diagonal but its corner.
    assert red["reporter_ripe"] == pytest.approx(2 / 16)
    assert red["reporter_room"] == pytest.approx((1 + 6 + 8) / 10)
    assert red["part"] == pytest.approx(3, abs=0.01)
    assert red["lead"] == pytest.approx(2, abs=0.1)
    assert yellow["vassals"] == yellow["part"] == 0


def test_a_corpse_that_is_carried_away_is_counted_once() -> None:
    position = Position.parse("square-4 original 8bC/9/9/9/9/3rNx4/9/9/rC8 r,b,y>b,g>b rbyg r 0 7")
    kernel = position.kernel()
    kernel.play(position.turn("d4-e4>a9").packed)
    assert features_of(kernel) == features_of(position.reached(kernel).kernel())


def test_in_a_duel_nobody_else_fears_the_larger() -> None:
    red, _, yellow, _ = shown(parties="r,b>r,y,g>y", i2="", b7="", i8="bM")
    assert red["duel_part"] == pytest.approx(2, abs=0.01)
    assert red["part"] == red["lead"] == yellow["duel_part"] == 0


@pytest.mark.parametrize(
    ("seat", "when"), [("r", "now"), ("g", "soon"), ("y", "soon"), ("b", "late")]
)
def test_when_a_chief_is_struck_depends_on_who_plays_first(seat: str, when: str) -> None:
    # Red's Assassin attacks the Chief of Blue, who has a Militant too.
    red, blue, *_ = shown(seat, d2="rA", i8="bM")
    assert blue[f"chased_{when}"] == 1
    assert red[f"chases_{when}"] == pytest.approx(0.1 * 0.5 + 0.3)
    assert sum(blue[f"chased_{other}"] for other in ("late", "soon", "now")) == 1


def test_of_two_chiefs_the_one_with_more_to_inherit_is_struck() -> None:
    _, blue, yellow, _ = shown(h2="rA", i8="bM")
    assert (blue["chased_now"], yellow["chased_late"]) == (1, 1)
    _, blue, yellow, _ = shown(h2="rA", i8="yM")
    assert (yellow["chased_now"], blue["chased_late"]) == (1, 1)


def test_a_piece_is_struck_where_no_chief_can_be() -> None:
    # Red's Assassin could take a Militant or a Reporter: it is the Reporter that is lost.
    pieces = {"d1": "rA", "d6": "bM", "f1": "bR"}
    red, blue, *_ = shown(**pieces)
    assert red["takes_now"] == blue["loses_now"] == pytest.approx(1.8)
    assert shown("g", **pieces)[1]["loses_soon"] == pytest.approx(0.6 * 1.8)
    assert shown("b", **pieces)[1]["loses_late"] == pytest.approx(0.2 * 1.8)


def test_pieces_that_nobody_controls_can_be_struck() -> None:
    rules, parties = "original,frozen_pieces=vulnerable,encircled_chief=sleeps", "r,b!,y,g"
    red, blue, *_ = shown("r", rules, parties, d1="rA", f1="bR")
    assert red["takes_late"] == pytest.approx(0.2 * 1.8)
    assert not any(blue.values())


def test_a_reporter_strikes_from_where_it_can_go() -> None:
    assert shown(d3="rR")[1]["chased_now"] == 1
    # Corpses on its way: it can go to neither side of the Chief.
    assert shown(d3="rR", f3="x", e2="x", e4="x", d2="x", c2="x")[1]["chased_now"] == 0


def test_a_militant_strikes_two_cells_away_and_not_in_the_maze() -> None:
    assert shown(g2="rM")[1]["chased_now"] == 1
    assert shown(f2="rM")[1]["chased_now"] == 0
    throne = {"a1": "", "a2": "rC", "i2": "", "e5": "bC", "e4": "rM"}
    assert shown("r", **throne)[1]["chased_now"] == 0
    assert shown("r", "original,militant_kills_power=yes", **throne)[1]["chased_now"] == 1


def test_a_diplomat_displaces() -> None:
    assert shown(d2="rD")[1]["chief_displaced"] == 1
    assert shown("b", d2="rD")[1]["chief_displaced"] == 0
    assert shown(d1="rD", f1="bA", g1="bM")[0]["displaces"] == pytest.approx(1.5)


def test_walls_around_a_chief() -> None:
    red = shown(a2="x", b2="x")[0]
    assert red["walls"] == pytest.approx(2 / 3) and red["shut_in"] == pytest.approx(8 / 27)


def test_power() -> None:
    red, blue, *_ = shown(a1="", e5="rC", d6="x", e6="x")
    assert (red["throne"], red["throne_walls"], red["throne_crowd"]) == (1, 0.25, 2)
    assert red["walls"] == red["far"] == red["lane"] == blue["throne"] == blue["lane"] == 0


def test_the_way_to_power() -> None:
    red, blue, *_ = shown()
    assert (red["lane_next"], red["lane"], red["far"]) == (1, 0, 0)
    assert (blue["lane_next"], blue["lane"], blue["far"]) == (0, 0, 1)
    red = shown("b")[0]
    assert (red["lane_next"], red["lane"], red["far"]) == (0, 1, 0)
    # From above, and with something in the way.
    assert shown(h9="", e9="yC")[2]["lane"] == 1
    assert shown(h9="", e9="yC", e7="x")[2]["lane"] == 0
    assert shown(c3="x")[0]["lane_next"] == 0


def test_a_ruler_plays_after_everybody() -> None:
    waits = [row["waits"] for row in shown("b", h9="", e5="yC")]
    assert waits[1] == 0 < waits[2] < waits[3] < waits[0]
    # His bonus turn after Blue's: Green plays next, then Red, then Blue.
    waits = [row["waits"] for row in shown("y+b", h9="", e5="yC")]
    assert waits[2] == 0 < waits[3] < waits[0] < waits[1]


@pytest.mark.parametrize("rules", ["harcourt", "harcourt-advanced"])
def test_where_ways_cross_or_go_through_pieces_no_cell_counts_twice(rules: str) -> None:
    kernel = Position.start("polygon-3", rules).kernel()
    red = features_of(kernel)[0]
    cells = sum(len(kernel.reach(cell)[0]) for cell, _ in kernel.movers())
    room = sum(value for name, value in red.items() if name.endswith("_room"))
    assert room == pytest.approx(0.1 * cells)


@pytest.mark.parametrize("slot", [1, 4], ids=["assassin", "necromobile"])
def test_pieces_slide_through_others_as_far_as_they_can_go(slot: int) -> None:
    start = Position.start("hex-3", "harcourt-advanced")
    slides = 0
    for plies in range(0, 80, 4):
        kernel = start.kernel()
        kernel.random_play(plies, plies)
        if kernel.entry(WINNERS):
            continue
        board = kernel.contents()
        room = sum(
            len(kernel.reach(cell)[0])
            for cell, _ in kernel.movers()
            if (board[cell] - PIECE) % SLOTS == slot
        )
        slides += room
        name = "assassin_room" if slot == 1 else "necromobile_room"
        mover = kernel.mover
        assert features_of(kernel)[mover][name] == pytest.approx(0.1 * room)
    assert slides > 0


def test_another_board_is_refused() -> None:
    extractor = FeatureExtractor(Position.start("hex-3").kernel().tables)
    with pytest.raises(ValueError, match="another board"):
        extractor.features(Position.start().kernel())
