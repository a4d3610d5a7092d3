"""Square boards of any odd size, for endings that a slow solver can go through."""

from __future__ import annotations

from djambi.geometry.board import Board, Line, links_of, rays_of
from djambi.rules import Variant


def small_variant(size: int) -> Variant:
    """Return two parties on an empty square board of `size` by `size` cells, maze in the middle."""
    span = range(size)
    inside = {(file, rank) for file in span for rank in span}

    def run(file: int, rank: int, step: tuple[int, int]) -> tuple[int, ...]:
        cells: list[int] = []
        while (file, rank) in inside:
            cells.append(size * rank + file)
            file, rank = file + step[0], rank + step[1]
        return tuple(cells)

    straight = [run(0, at, (1, 0)) for at in span] + [run(at, 0, (0, 1)) for at in span]
    rising = [run(0, at, (1, 1)) for at in span] + [run(at, 0, (1, 1)) for at in span[1:]]
    falling = [run(at, 0, (-1, 1)) for at in span]
    falling += [run(size - 1, at, (-1, 1)) for at in span[1:]]
    chains = [chain for chain in straight + rising + falling if len(chain) > 1]
    lines = tuple(Line(chain) for chain in chains)
    middle = size // 2
    board = Board(
        name=f"small-{size}",
        cells=tuple(f"{'abcdefghi'[file]}{rank + 1}" for rank in span for file in span),
        maze=size * middle + middle,
        rays=rays_of(size * size, lines),
        neighbours=links_of(size * size, chains),
        sides=links_of(size * size, straight),
        fortress=(),
        corners=(0, size - 1, size * size - 1, size * size - size),
        camps=(),
        rows=tuple(run(0, rank, (1, 0)) for rank in reversed(span)),
        lines=lines,
        centres=tuple(
            (float(file - middle), float(rank - middle)) for rank in span for file in span
        ),
        outlines=(),
    )
    return Variant(board.name, board, "ry", (0, 2), "original", ("active", "active"))
