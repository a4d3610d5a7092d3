"""The golden playthroughs (see make.py) played again, every line of them compared."""

from __future__ import annotations

from itertools import islice

import pytest
from tests.golden.make import GAMES, after, checkpoint, game, seen

from djambi import EDITIONS, VARIANT_NAMES, Position


def spans(variant: str) -> list[list[str]]:
    """A file's stretches from one position in full to the next, both of them included."""
    found: list[list[str]] = []
    for line in (GAMES / f"{variant}.txt").read_text("ascii").splitlines():
        if line.startswith("@"):
            if found:
                found[-1].append(line)
            found.append([])
        found[-1].append(line)
    # The end of a game and the start of the next make no stretch.
    return [span for span in found if any(line[0] not in "@#" for line in span)]


def games(variant: str) -> list[Position]:
    starts = [Position.parse(span[0][2:]) for span in spans(variant)]
    return [start for start in starts if start.ply == 0]


def replay(span: list[str]) -> None:
    """Play a stretch and compare every line."""
    position = Position.parse(span[0][2:])
    lines = iter(checkpoint(position))
    for number, line in enumerate(span):
        if line[0] in "@#":
            if number and line[0] == "@":
                lines = iter(checkpoint(position))
            assert next(lines) == line
        else:
            what = line.rsplit(" ", 3)[0]
            position = after(position, what)
            assert f"{what} {seen(position)}" == line, f"line {number} after {span[0]}"


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_played_again(variant: str, compiled: bool) -> None:
    """Every stretch; interpreted, one in nine."""
    every = spans(variant)
    for span in every if compiled else every[::9]:
        replay(span)


def test_every_variant_and_edition_is_played_to_its_end() -> None:
    for variant in VARIANT_NAMES:
        started = games(variant)
        assert [str(start).split(" ")[0] for start in started] == [variant] * len(EDITIONS)
        assert [start.rules.edition for start in started] == list(EDITIONS)
        ends = [Position.parse(span[-1][2:]) for span in spans(variant)]
        assert sum(end.is_over for end in ends) == len(EDITIONS)


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_the_files_are_what_make_writes(variant: str, compiled: bool) -> None:
    many = 60 if compiled else 12
    lines = (GAMES / f"{variant}.txt").read_text("ascii").splitlines()
    assert list(islice(game(variant, EDITIONS[0]), many)) == lines[:many]
