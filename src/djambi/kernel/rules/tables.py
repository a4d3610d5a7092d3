"""A board as flat tables: what the kernel reads instead of geometry.

Every ray of a board runs along a *line*. A line keeps its occupied cells as bits, so the nearest
bit set on either side says how far a piece slides and what stops it: the cost of a slide does
not grow with the board. A line's word of 32 bits has its cells twice, upwards and mirrored:
two lines side by side in 64 bits are four rays, and one subtraction slides along all of them
(`djambi.kernel.rules.move_counting`). Boards stay data (RULES 2); nothing here knows which board
it is.
"""

from __future__ import annotations

from collections import Counter

from djambi.geometry import Board

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.rules.codes import (
        CELL_WORDS,
        HASHED,
        HASHED_CODES,
        HEADER_VALUES,
        LINE,
        LINES,
        MAX_CELLS,
        MAX_LINES,
        MILITANT_REACH,
        NEIGHBOURS,
        PAIRS,
        SIDES,
    )

    def bits_in(word: int) -> int:
        """Return how many bits of a word are set."""
        return word.bit_count()

    def lowest(word: int) -> int:
        """Return the number of the lowest bit set in a word that is not zero."""
        return (word & -word).bit_length() - 1

    def highest(word: int) -> int:
        """Return the number of the highest bit set in a word that is not zero."""
        return word.bit_length() - 1


ONE = cython.declare(cython.ulonglong, 1)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GAMMA = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_A = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_B = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


def mix(word: cython.ulonglong) -> cython.ulonglong:
    """Scramble 64 bits: every Zobrist key and every random draw comes from here.

    SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
    """
    word = (word + GAMMA) & MASK
    word = ((word ^ (word >> 30)) * MIX_A) & MASK
    word = ((word ^ (word >> 27)) * MIX_B) & MASK
    return word ^ (word >> 31)


def _bits_of(place: int) -> int:
    """Return the two bits of a place on a line: its own, and that in the mirror."""
    return 1 << (place + 1) | 1 << (30 - place)


def _near(place: int, steps: int) -> int:
    """Return the bits up to so many steps onward from a place, in the line and in its mirror."""
    onward = (1 << steps) - 1
    return onward << (place + 2) | onward << (31 - place)


class Tables:
    """The tables of one board; made once by :func:`tables_of` and only read after that.

    ``line_at`` is where a line's row begins in every array over lines; ``place_on`` the cell's
    position on it, from 1, and ``bit_on`` the two bits of that position (position `p` is bit
    `p + 1`, and bit `30 - p` of the mirror; bits that are no cell are walls); ``line_cell`` has
    the cells of a line in order, walls beyond both ends, ``cell_of_bit`` the cell of each bit.

    A cell's lines are taken two by two, the second in the upper half of a word; a cell with an odd
    number of lines has an empty one besides. For each of these pairs ``step`` has the bits next to
    the cell in the direction of each ray; ``maze_on``, ``fortress_on`` and ``maze_or_fortress_on``
    those of the maze, of the fortress and of both; ``militant_on`` those that a Militant can come
    to (a row for each value of `militant_diagonal`, which is the reach along hexagonal diagonals).

    ``near`` has a cell's neighbours, ``side`` its sides (RULES 2), and ``maze_steps`` its distance
    from the maze in steps between neighbours.
    """

    def __init__(self, board: Board) -> None:
        if not cython.compiled:
            self.line_count = [0] * MAX_CELLS
            self.line_at = [0] * (MAX_CELLS * LINES)
            self.place_on = [0] * (MAX_CELLS * LINES)
            self.bit_on = [0] * (MAX_CELLS * LINES)
            self.step = [0] * (MAX_CELLS * PAIRS)
            self.militant_on = [0] * (2 * MAX_CELLS * PAIRS)
            self.maze_on = [0] * (MAX_CELLS * PAIRS)
            self.fortress_on = [0] * (MAX_CELLS * PAIRS)
            self.maze_or_fortress_on = [0] * (MAX_CELLS * PAIRS)
            self.line_cell = [0] * (MAX_LINES * LINE)
            self.cell_of_bit = [0] * (2 * MAX_LINES * LINE)
            self.line_maze = [0] * MAX_LINES
            self.line_diagonal = [0] * MAX_LINES
            self.walls = [0] * MAX_LINES
            self.maze_steps = [0] * MAX_CELLS
            self.near_count = [0] * MAX_CELLS
            self.near = [0] * (MAX_CELLS * NEIGHBOURS)
            self.side_count = [0] * MAX_CELLS
            self.side = [0] * (MAX_CELLS * SIDES)
            self.fortress = [0] * MAX_CELLS
            self.fortress_bits = [0] * CELL_WORDS
            self.zobrist_cell = [0] * (MAX_CELLS * HASHED_CODES)
            self.zobrist_header = [0] * (HASHED * HEADER_VALUES)
        self.cells = len(board.cells)
        self.maze = board.maze
        self.lines = len(board.lines)
        self.crossings = 0
        if (
            self.cells >= MAX_CELLS
            or self.lines >= MAX_LINES
            or max([len(line.cells) for line in board.lines]) > LINE - 3
            or max(Counter([cell for line in board.lines for cell in line.cells]).values()) > LINES
            or max(map(len, board.neighbours)) > NEIGHBOURS
            or max(map(len, board.sides)) > SIDES
        ):
            raise ValueError(f"board {board.name!r} is larger than the kernel's tables")
        self._fill_lines(board)
        self._fill_neighbours(board)
        self._fill_pairs()
        self._fill_zobrist_keys()

    def _fill_lines(self, board: Board) -> None:
        for number, line in enumerate(board.lines):
            inside = 0
            for place in range(LINE):
                self.line_cell[number * LINE + place] = self.cells
            for place, cell in enumerate(line.cells, 1):
                self.line_cell[number * LINE + place] = cell
                if cell == board.maze:
                    self.line_maze[number] = 1 << (place + 1)
                k = self.line_count[cell]
                at = cell * LINES + k
                self.line_at[at] = number * LINE
                self.cell_of_bit[2 * number * LINE + place + 1] = cell
                self.cell_of_bit[2 * number * LINE + 30 - place] = cell
                self.place_on[at] = place
                self.bit_on[at] = _bits_of(place)
                self.line_count[cell] = k + 1
                inside |= _bits_of(place)
            self.walls[number] = 0xFFFFFFFF & ~inside
            self.line_diagonal[number] = line.hex_diagonal
        # On a cone (three sectors) two lines may cross twice: one destination, two ways.
        for rays in board.rays:
            reached = [cell for ray in rays for cell in ray]
            if len(set(reached)) < len(reached):
                self.crossings = 1

    def _fill_pairs(self) -> None:
        for cell in range(self.cells):
            if self.line_count[cell] % 2:
                self.line_at[cell * LINES + self.line_count[cell]] = self.lines * LINE
            for i in range(self.line_count[cell]):
                at = cell * LINES + i
                pair = cell * PAIRS + i // 2
                shift = 32 * (i % 2)
                place = self.place_on[at]
                line = self.line_at[at] // LINE
                self.step[pair] |= _near(place, 1) << shift
                for row in range(2):
                    reach = row + 1 if self.line_diagonal[line] else MILITANT_REACH
                    self.militant_on[row * MAX_CELLS * PAIRS + pair] |= _near(place, reach) << shift
                for there in range(1, LINE - 2):
                    bits = _bits_of(there) << shift
                    other = self.line_cell[self.line_at[at] + there]
                    if other == self.maze:
                        self.maze_on[pair] |= bits
                    elif other < self.cells and self.fortress[other]:
                        self.fortress_on[pair] |= bits
            for pair in range(cell * PAIRS, (cell + 1) * PAIRS):
                self.maze_or_fortress_on[pair] = self.maze_on[pair] | self.fortress_on[pair]

    def _fill_neighbours(self, board: Board) -> None:
        steps = board.distances(board.maze)
        for cell in range(self.cells):
            self.maze_steps[cell] = steps[cell]
            # Nearest to the maze first, so that a search for it goes straight there.
            ordered = sorted(board.neighbours[cell], key=lambda other: (steps[other], other))
            self.near_count[cell] = len(ordered)
            for i, other in enumerate(ordered):
                self.near[cell * NEIGHBOURS + i] = other
            self.side_count[cell] = len(board.sides[cell])
            for i, other in enumerate(board.sides[cell]):
                self.side[cell * SIDES + i] = other
        for cell in board.fortress:
            self.fortress[cell] = 1
            self.fortress_bits[cell >> 6] |= ONE << (cell & 63)

    def _fill_zobrist_keys(self) -> None:
        # EMPTY and the neutral header value 0 keep the key 0: what is not there costs nothing.
        for cell in range(self.cells):
            for i in range(1, HASHED_CODES):
                self.zobrist_cell[cell * HASHED_CODES + i] = mix(cell * HASHED_CODES + i)
        for entry in range(HASHED):
            for value in range(1, HEADER_VALUES):
                at = entry * HEADER_VALUES + value
                self.zobrist_header[at] = mix(100_000 + at)


_made: dict[str, Tables] = {}


def tables_of(board: Board) -> Tables:
    """Return the tables of a board, made on first use and kept.

    Raises ValueError for a board that is larger than the kernel's arrays.
    """
    found = _made.get(board.name)
    if found is None:
        found = _made[board.name] = Tables(board)
    return found
