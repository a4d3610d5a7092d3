"""The board in text."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from tests.render.scene import scene

from djambi import Party, Position
from djambi.render import text
from djambi.rules import VARIANT_NAMES

ESCAPE = re.compile("\x1b\\[[0-9;]*m")

SQUARE = """\
Djambi square-4, ply 0: Blue to play

  9  ·    ·    ·    ·    ·    ·    ·    ·    gC  9
  8  ·    ·    ·    ·    ·    ·    ·    ·    ·   8
  7  ·    ·    ·    ·    ·    ·    yA   ·    ·   7
  6  ·    ·    ·    ·    ·    ·    ·    ·    ·   6
  5  ·    ·    ·    ××  [rC]  ·    ·    ·    ·   5
  4  ·    ·    gM   ·    ·    ·    ·    ·    ·   4
  3  ·    ·    ·    ·    ·    ·    ·    ·    ·   3
  2  ·    ·    ·    ·    ·    ·    ·    ·    ·   2
  1  ·    bC   ·    ·    ·    ·    ·    ·    ·   1
     a    b    c    d    e    f    g    h    i

  r  Red: active, in power
> b  Blue: active
  y  Yellow: without a leader
  g  Green: vassal of Blue
"""

HEXAGON = """\
Djambi hex-3, ply 0: Red to play

                     9
                 .       8
             .       .       7
         .       .       .       6
     .       .       .       .       5
 .       .       .       .       .
     .       .       .       .       4
 .       .       .       .       .
     .       .       .       .       3
 .       .      [. ]     .       .
     .       .       .       .       2
 .       .       .       .       .
     .       .       .       .       1
 .       .       .       .       .
     .       .       .       .
 a       .       .       .       i
     b       .       rA      h
         c       rC      g
             d       f
                 e

> r  Red: active
  b  Blue: without a leader
  y  Yellow: without a leader
"""

SECTOR = """\
Secteur c
     0   1   2   3   4
c4  ·   ·   ·   ·   yC
c3  ·   ·   ·   ·   ·
c2  ·   bM  ·   ·   ·
c1  ·   ·   ·   ·   ·
   [· ] ·   ××  ·   ·
    o   a10 a20 a30 a40
"""


def test_square() -> None:
    position = scene(
        "rC:e5 bC:b1 yA:g7 gC:i9 gM:c4",
        corpses="d5",
        states={"g": Party("g", "vassal", "b")},
        seat="b",
    )
    assert text(position) == SQUARE


def test_hexagon_in_ascii() -> None:
    assert text(scene("rC:e1 rA:f1", variant="hex-3"), unicode=False) == HEXAGON


def test_polygon() -> None:
    position = scene("yC:c44 bM:c21", variant="polygon-3", corpses="a20", seat="y")
    lines = text(position, lang="fr").splitlines()
    start = lines[2].index("Secteur c")
    assert [line[start:].rstrip() for line in lines[2:10]] == SECTOR.splitlines()


@pytest.mark.parametrize("variant", VARIANT_NAMES)
@pytest.mark.parametrize("unicode", [True, False])
def test_every_piece_is_on_every_board(variant: str, unicode: bool) -> None:
    position = Position.start(variant)
    shown = text(position, unicode=unicode)
    assert unicode or shown.isascii()
    standing = Counter(piece.party + piece.kind for piece in position.pieces.values())
    assert Counter(re.findall("[rbygpowk][CARDNM]", shown)) == standing
    assert max(map(len, shown.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in shown.splitlines())


def test_fortress_and_corpses() -> None:
    shown = text(scene("rC:g7 bM:g8", variant="hex-6", corpses="g6"), unicode=False)
    assert "(bM)" in shown
    assert "(xx)" in shown
    assert "[rC]" in shown
    assert shown.count("(. )") == 4


def test_colour_adds_nothing_but_colour() -> None:
    for variant in ("square-4", "hex-6", "polygon-5"):
        position = Position.start(variant)
        coloured = text(position, colour=True)
        assert "\x1b" in coloured
        bare = "\n".join(line.rstrip() for line in ESCAPE.sub("", coloured).splitlines())
        assert bare + "\n" == text(position)


def test_every_colour_is_switched_off_again() -> None:
    for line in text(Position.start("polygon-8"), colour=True).splitlines():
        codes = ESCAPE.findall(line)
        assert not codes or codes[-1] == "\x1b[0m"
