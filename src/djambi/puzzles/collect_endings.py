"""Draw puzzles from the exact tables of three men: long wins that one or two turns keep."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from djambi.endings import THREE_MAN_ENDINGS, Endings, Material
from djambi.position.position import Position
from djambi.puzzles.collect import prove_puzzle
from djambi.puzzles.proof import Prover
from djambi.puzzles.puzzle import Puzzle
from djambi.puzzles.themes import DUEL_OWN_TURNS
from djambi.rules import Rules, Variant

EDITIONS_WITH_LONG_WINS: Final = ("original", "djambinet", "wikipedia")
"""Editions with tables in which power brings a second turn: without one, no win is long."""

BOARD: Final = "square-4"
"""The variant that the positions are of."""

MIN_OWN_TURNS: Final = DUEL_OWN_TURNS + 1
"""The fewest own turns to the win: shorter ones are found in games (`djambi.puzzles.collect`)."""

PUZZLES_PER_LENGTH: Final = 2
"""The most puzzles of one ending that take equally many turns, for each edition."""

MAX_DRAWS: Final = 1_000
"""The most positions of one ending and length that are looked at."""


def ending_puzzles(seed: int) -> Iterator[Puzzle]:
    """Yield puzzles from all endings of three men in all `EDITIONS_WITH_LONG_WINS`, by length.

    They are won in `MIN_OWN_TURNS` or more, those first that a single turn wins in time; like all
    puzzles, the greedy bot mostly misses them. None comes twice, by another edition either.
    """
    known: set[str] = set()
    for edition in EDITIONS_WITH_LONG_WINS:
        yield from _of_edition(edition, seed, known)


def _of_edition(edition: str, seed: int, known: set[str]) -> Iterator[Puzzle]:
    endings = Endings(Variant.get(BOARD), Rules.of(edition), own_turns=True)
    for material in THREE_MAN_ENDINGS:
        for turns in range(MIN_OWN_TURNS, endings.table(material).deepest + 1):
            random = Random(f"ending {edition} {material} {turns} {seed}")
            source = f"{seed}/{material}-{turns}"
            found: dict[str, Puzzle] = {}
            for position in _drawn(endings, material, turns, random):
                key = _key(position)
                puzzle = None if key in known else _as_puzzle(position, turns, source)
                if puzzle is not None:
                    found[key] = puzzle
                if sum(len(each.solutions) == 1 for each in found.values()) == PUZZLES_PER_LENGTH:
                    break
            best = sorted(found, key=lambda key: len(found[key].solutions))[:PUZZLES_PER_LENGTH]
            known.update(best)
            yield from (found[key] for key in best)


def _drawn(endings: Endings, material: Material, turns: int, random: Random) -> Iterator[Position]:
    """Yield positions that the player wins in so many own turns, turned and coloured at random."""
    values = endings.table(material).values
    places = [place for place, value in enumerate(values) if value >> 1 == turns]
    for place in random.sample(places, min(len(places), MAX_DRAWS)):
        parties = "".join(random.sample("rbyg", 2))
        position = endings.position(material, place, parties)
        value = None if position is None else endings.probe(position)
        if position is None or value is None or value.winner != position.mover:
            continue
        position = position.turned(random.randrange(4))
        yield position.mirrored() if random.random() < 0.5 else position


def _key(position: Position) -> str:
    """Return what a position is alike to, turned, mirrored and with other colours."""
    images: list[str] = []
    for steps in range(4):
        turned = position.turned(steps)
        for image in (turned, turned.mirrored()):
            men = (
                f"{cell}{'own' if piece.party == position.mover else 'other'}{piece.kind}"
                for cell, piece in sorted(image.pieces.items())
            )
            images.append(" ".join(men))
    return f"{min(images)} {position.bonus}"


def _as_puzzle(position: Position, own_turns: int, source: str) -> Puzzle | None:
    # As it will be read.
    position = Position.parse(str(position))
    return prove_puzzle(position, Prover(position).turns(), "win", own_turns, source)
