"""The square board of 81 cells (RULES 2.1)."""

from __future__ import annotations

from functools import cache

from djambi.geometry.board import Board, Line, links_of, rays_of

_SIZE = 9
_MIDDLE = _SIZE // 2
# The corners counter-clockwise from a1, and the step from each one to the next.
_CORNERS = ((0, 0), (_SIZE - 1, 0), (_SIZE - 1, _SIZE - 1), (0, _SIZE - 1))
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def _cell(file: int, rank: int) -> int:
    return _SIZE * rank + file


def _run(file: int, rank: int, step: tuple[int, int]) -> tuple[int, ...]:
    """Return the cells from (file, rank) on, by `step`, to the edge of the board."""
    cells: list[int] = []
    while 0 <= file < _SIZE and 0 <= rank < _SIZE:
        cells.append(_cell(file, rank))
        file, rank = file + step[0], rank + step[1]
    return tuple(cells)


@cache
def square_board() -> Board:
    """Return the board of the classic game: files a to i, ranks 1 to 9, maze e5.

    >>> board = square_board()
    >>> [[board.cells[cell] for cell in ray] for ray in board.rays[board.index("b1")]][:2]
    [['c1', 'd1', 'e1', 'f1', 'g1', 'h1', 'i1'], ['a1']]
    """
    span = range(_SIZE)
    names = tuple(f"{'abcdefghi'[file]}{rank + 1}" for rank in span for file in span)
    straight = [_run(0, rank, (1, 0)) for rank in span] + [_run(file, 0, (0, 1)) for file in span]
    rising = [_run(0, rank, (1, 1)) for rank in span] + [_run(file, 0, (1, 1)) for file in span[1:]]
    falling = [_run(file, 0, (-1, 1)) for file in span] + [
        _run(_SIZE - 1, rank, (-1, 1)) for rank in span[1:]
    ]
    chains = [chain for chain in straight + rising + falling if len(chain) > 1]
    lines = tuple(Line(chain) for chain in chains)
    camps = tuple(
        tuple(
            tuple(
                _cell(file + u * ahead[0] - v * back[0], rank + u * ahead[1] - v * back[1])
                for v in range(3)
            )
            for u in range(3)
        )
        # The edge back to the corner before runs against the step that led here.
        for (file, rank), ahead, back in zip(
            _CORNERS, _STEPS, (_STEPS[-1], *_STEPS[:-1]), strict=True
        )
    )
    centres = tuple(
        (float(file - _MIDDLE), float(rank - _MIDDLE)) for rank in span for file in span
    )
    half = 0.5
    return Board(
        name="square",
        cells=names,
        maze=_cell(_MIDDLE, _MIDDLE),
        rays=rays_of(len(names), lines),
        neighbours=links_of(len(names), chains),
        sides=links_of(len(names), straight),
        fortress=(),
        corners=tuple(_cell(file, rank) for file, rank in _CORNERS),
        camps=camps,
        rows=tuple(_run(0, rank, (1, 0)) for rank in reversed(span)),
        lines=lines,
        centres=centres,
        outlines=tuple(
            ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
            for x, y in centres
        ),
    )
