"""The SVG picture: well-formed, a class and a title for every cell, the same for ever."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.render.scene import Turn, scene

from djambi import Party, Position
from djambi.errors import DjambiError, UnknownCell
from djambi.render import svg, svg_board
from djambi.render.art import BOX
from djambi.render.layout import drawing, rooms
from djambi.rules import VARIANT_NAMES

FRAME = ("x", "y", "width", "height")
SPACE = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SPACE}svg"
    return root


def classes(root: ElementTree.Element) -> Counter[str]:
    return Counter(name for part in root.iter() for name in part.get("class", "").split())


def titles(root: ElementTree.Element) -> dict[str, str]:
    """Per cell, its title."""
    found: dict[str, str] = {}
    for part in root.iter(f"{SPACE}g"):
        names = part.get("class", "").split()
        if names[:1] == ["cell"]:
            found[names[1].removeprefix("cell-")] = part.findtext(f"{SPACE}title", "")
    return found


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_every_cell_and_every_piece_is_there(variant: str) -> None:
    position = Position.start(variant)
    root = read(svg(position))
    seen = classes(root)
    assert all(seen[f"cell-{name}"] == 1 for name in position.board.cells)
    assert seen["cell"] == len(position.board.cells)
    assert seen["piece"] == len(position.pieces)
    assert seen["corpse"] == len(position.corpses)
    assert all(seen[f"on-{name}"] == 1 for name in position.pieces)
    assert seen["maze"] == 1
    assert seen["fortress"] == len(position.board.fortress)


def test_cells_have_their_outlines_and_drawings_stand_in_their_middles() -> None:
    """On a polygon, where no cell looks the same from the other side."""
    position = Position.start("polygon-5")
    board, root = position.board, read(svg(position))
    drawn = drawing(board)
    for cell, name in enumerate(board.cells):
        [group] = root.iterfind(f".//{SPACE}g[@class='cells']/*[{cell + 1}]")
        assert f"cell-{name}" in group.get("class", "").split()
        path = group.findall(f"{SPACE}path")[0].get("d", "")
        corners = [tuple(map(float, pair.split())) for pair in path[1:-1].split("L")]
        expected = [(svg_board.UNIT * x, -svg_board.UNIT * y) for x, y in drawn.outlines[cell]]
        assert corners == [pytest.approx(corner, abs=0.051) for corner in expected]
    for name in position.pieces:
        [piece] = [use for use in root.iter(f"{SPACE}use") if f"on-{name}" in use.get("class", "")]
        left, top, scale = map(float, re.findall(r"-?[\d.]+", piece.get("transform", "")))
        x, y = drawn.centres[board.index(name)]
        middle = left + scale * BOX / 2, top + scale * BOX / 2
        assert middle == pytest.approx((svg_board.UNIT * x, -svg_board.UNIT * y), abs=0.1)
    # The drawing of the maze fills its cell.
    [maze] = root.iterfind(f".//{SPACE}g[@class='cell cell-o maze']/{SPACE}g")
    scale = float(re.findall(r"scale\((.*)\)", maze.get("transform", ""))[0])
    assert scale * BOX == pytest.approx(2 * rooms(board)[board.maze] * svg_board.UNIT, rel=0.05)


@pytest.mark.parametrize("variant", ["square-4", "hex-6", "polygon-3", "polygon-8"])
def test_all_lies_inside_the_picture(variant: str) -> None:
    root = read(svg(Position.start(variant)))
    left, top, width, height = map(float, root.get("viewBox", "").split())
    points = [
        (float(x), float(y))
        for part in root.iter(f"{SPACE}g")
        if part.get("class", "").startswith("cell ")
        for path in part.findall(f"{SPACE}path")
        for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d", ""))
    ]
    points += [
        (float(part.get("x", "nan")), float(part.get("y", "nan")))
        for part in root.iter(f"{SPACE}text")
    ]
    assert len(points) > 81
    assert all(left < x < left + width and top < y < top + height for x, y in points)


def test_every_figure_that_is_used_is_defined_once() -> None:
    root = read(svg(Position.start("hex-6")))
    ids = Counter(part.get("id") for part in root.iter() if part.get("id"))
    used = Counter(part.get("href", "").removeprefix("#") for part in root.iter(f"{SPACE}use"))
    assert set(ids) == set(used)
    assert set(ids.values()) == {1}
    assert used["djambi-light-rM"] == 4


def test_both_themes_can_stand_on_one_page() -> None:
    ids = [
        {part.get("id") for part in read(svg(Position.start("square-4"), theme=name)).iter()}
        - {None}
        for name in ("light", "dark")
    ]
    assert not ids[0] & ids[1]


def rich() -> Position:
    return scene(
        "rC:e5 bC:a1 bM:c4 yC:i1 yA:g7 gC:i9",
        corpses="d5",
        states={"b": Party("b", "vassal", "r"), "g": Party("g", "frozen")},
        seat="y",
    )


def test_words_for_screen_readers() -> None:
    root = read(svg(rich()))
    assert root.get("role") == "img"
    assert root[0].text == "Djambi square-4, ply 0: Yellow to play"
    assert root[1].tag == f"{SPACE}desc"
    assert root[1].text == (
        "Red (active, in power): Chief e5. Blue (vassal of Red): Chief a1, Militant c4. "
        "Yellow (active): Chief i1, Assassin g7. Green (without a leader): Chief i9. Corpses: d5."
    )
    told = titles(root)
    assert told["e5"] == "e5, the maze: the red Chief"
    assert told["d5"] == "d5: corpse"
    assert told["d4"] == "d4"


def test_words_in_french() -> None:
    root = read(svg(rich(), lang="fr"))
    assert root[0].text == "Djambi square-4, coup 0\u00a0: au tour de Jaune"
    assert titles(root)["e5"] == "e5, le Labyrinthe\u00a0: le Chef rouge"
    assert "vassal de Rouge" in (root[1].text or "")


def test_a_finished_game_has_nobody_to_play() -> None:
    assert read(svg(scene("rC:a1", winners="r")))[0].text == (
        "Djambi square-4, ply 0: the game is over"
    )


def test_text_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    def words(_position: Position, *_: str) -> str:
        return '<b>Red</b> & "others" ]]>'

    for name in ("title", "description", "occupant"):
        monkeypatch.setattr(svg_board, name, words)
    root = read(svg(scene("rC:a1")))
    assert root[0].text == root[1].text == titles(root)["a1"] == words(scene("rC:a1"))


def test_what_is_painted_over_what() -> None:
    root = read(svg(rich(), last_turn=Turn("e4", "e5"), highlight=["a1"]))
    order = [(part.tag.removeprefix(SPACE), part.get("class", "")) for part in root]
    assert order == [
        ("title", ""),
        ("desc", ""),
        ("defs", ""),
        ("rect", "board"),
        ("path", "frame"),
        ("g", "cells"),
        ("g", "coordinates"),
        ("g", "highlights"),
        ("g", "last-turn"),
        ("g", "pieces"),
    ]


def test_vassals_and_rulers_have_their_own_figures() -> None:
    root = read(svg(rich(), theme="dark"))
    uses = {part.get("class"): part.get("href") for part in root.iter(f"{SPACE}use")}
    assert uses == {
        "piece piece-r piece-C on-e5": "#djambi-dark-rC-crown",
        "piece piece-b piece-C on-a1": "#djambi-dark-bC-r",
        "piece piece-b piece-M on-c4": "#djambi-dark-bM-r",
        "piece piece-y piece-C on-i1": "#djambi-dark-yC",
        "piece piece-y piece-A on-g7": "#djambi-dark-yA",
        "piece piece-g piece-C on-i9": "#djambi-dark-gC-sleeping",
        "corpse on-d5": "#djambi-dark-corpse",
    }


def test_the_gates_of_the_fortress_close() -> None:
    open_gates = classes(read(svg(scene("rC:a7", variant="hex-6", fortress="yes"))))
    closed = classes(read(svg(scene("rC:g7", variant="hex-6", fortress="yes"))))
    assert (open_gates["fortress"], open_gates["fortress-closed"]) == (6, 0)
    assert (closed["fortress"], closed["fortress-closed"]) == (0, 6)


def test_coordinates_can_be_left_out() -> None:
    for variant in ("square-4", "polygon-5"):
        assert list(read(svg(Position.start(variant))).iter(f"{SPACE}text"))
        assert not list(read(svg(Position.start(variant), coordinates=False)).iter(f"{SPACE}text"))


def test_a_polygon_names_its_empty_cells() -> None:
    position = Position.start("polygon-5")
    named = {part.text for part in read(svg(position)).iter(f"{SPACE}text")}
    assert named == set("abcde") | set(position.board.cells) - set(position.pieces) - {"o"}


def test_the_last_turn_is_marked() -> None:
    turn = Turn("b2", "e5", place="a5", exit="e8")
    root = read(svg(rich(), last_turn=turn))
    (marks,) = (part for part in root.iter() if part.get("class") == "last-turn")
    # Four cells, and two arrows of a shaft and a point.
    assert len(marks.findall(f"{SPACE}path")) == 4 + 2 * 2
    assert "last-turn" not in classes(read(svg(rich(), last_turn=Turn())))


def test_a_turn_that_takes_power() -> None:
    before = scene("rC:c5 bC:a1 yC:i1 gC:i9")
    turn = before.turn("c5-e5")
    root = read(svg(before.play(turn), last_turn=turn))
    assert [part.get("href") for part in root.iter(f"{SPACE}use")].count(
        "#djambi-light-rC-crown"
    ) == 1
    (marks,) = (part for part in root.iter() if part.get("class") == "last-turn")
    # The arrow begins with a circle.
    assert len(marks.findall(f"{SPACE}circle")) == 1


def test_highlights() -> None:
    seen = classes(read(svg(rich(), highlight=["a1", "c4", "a1"])))
    assert (seen["highlight-a1"], seen["highlight-c4"]) == (1, 1)


def test_size() -> None:
    root = read(svg(Position.start("hex-6"), size=300))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert root.get("width") == "300"
    assert abs(float(root.get("height", "0")) - 300 * height / width) <= 0.5


def test_one_position_and_several_are_seen_in_the_same_frame() -> None:
    position = Position.start("hex-6")
    one, several = read(svg(position)), read("".join(svg_board.frames([(position, None)], "dark")))
    grounds = [next(root.iter(f"{SPACE}rect")) for root in (one, several)]
    assert one.get("viewBox") == several.get("viewBox")
    box = [" ".join(ground.get(name, "") for name in FRAME) for ground in grounds]
    assert box == [one.get("viewBox")] * 2


@pytest.mark.parametrize("size", [0, -5, 10_001])
def test_size_out_of_range(size: int) -> None:
    with pytest.raises(DjambiError, match=f"not {size}"):
        svg(Position.start("square-4"), size=size)


def test_unknown_cell() -> None:
    with pytest.raises(UnknownCell, match="z9"):
        svg(rich(), highlight=["z9"])
    with pytest.raises(UnknownCell, match="z8"):
        svg(rich(), last_turn=Turn("z8", "e5"))


@pytest.mark.parametrize("arrow", ["c3e3", ("c3",), ("c3", "d3", "e3"), None])
def test_an_arrow_that_is_no_pair_of_cells(arrow: Any) -> None:
    with pytest.raises(DjambiError, match=r"arrows: .* is not a pair of cells"):
        svg(rich(), arrows=[arrow])


def test_unknown_language() -> None:
    with pytest.raises(DjambiError, match="'de'"):
        svg(rich(), lang="de")


def test_the_same_position_is_always_the_same_picture() -> None:
    assert svg(rich()) == svg(rich())


def centre(picture: str, cell: str) -> tuple[float, float]:
    """Return the middle of the box around a cell, in the picture's units."""
    found = re.search(rf'class="cell cell-{cell}[^>]*>.*?<path d="([^"]+)"', picture, re.DOTALL)
    assert found is not None
    numbers = [float(number) for number in re.findall(r"-?[0-9.]+", found[1])]
    xs, ys = numbers[::2], numbers[1::2]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_every_party_can_be_drawn_below(variant: str) -> None:
    position = Position.start(variant)
    usual = svg(position)
    homes = position.variant.corners
    first = centre(usual, position.board.cells[homes[0]])
    for party, home in zip(position.variant.parties, homes, strict=True):
        turned = svg(position, below=party)
        assert centre(turned, position.board.cells[home]) == pytest.approx(first, abs=0.2)
        assert classes(read(turned)) == classes(read(usual))
    assert svg(position, below=position.variant.parties[0]) == usual
    with pytest.raises(DjambiError, match="party"):
        svg(position, below="z")


def test_labels_turn_with_the_board() -> None:
    def label(picture: str, text: str) -> tuple[float, float]:
        found = re.search(rf'<text x="([^"]+)" y="([^"]+)">{text}</text>', picture)
        assert found is not None
        return float(found[1]), float(found[2])

    usual, turned = svg(Position.start()), svg(Position.start(), below="y")
    for text in ("a", "9"):
        (x, y), (u, v) = label(usual, text), label(turned, text)
        assert (u, v - 9) == pytest.approx((-x, 9 - y), abs=0.2)


def test_arrows_are_drawn_above_everything() -> None:
    picture = svg(Position.start(), arrows=[("c3", "e3"), ("a1", "i9")])
    [drawn] = [part for part in read(picture) if part.get("class") == "arrows"]
    assert len(drawn) == 6
    assert picture.index('class="arrows"') > picture.index('class="pieces"')
    assert not {"arrows", "highlights"} & classes(read(svg(Position.start()))).keys()
    with pytest.raises(DjambiError, match="leads nowhere"):
        svg(Position.start(), arrows=[("c3", "c3")])
    with pytest.raises(UnknownCell):
        svg(Position.start(), arrows=[("c3", "z3")])
