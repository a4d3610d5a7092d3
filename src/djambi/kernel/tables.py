"""A board as flat tables: what the kernel reads instead of geometry.

Every ray of a board runs along a *line*. A line keeps its occupied cells as bits, so one look
into a table says how far a piece slides both ways and what stops it: the cost of a slide does
not grow with the board. Boards stay data (RULES 2); nothing here knows which board it is.
"""

from __future__ import annotations

from djambi.geometry import Board

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.codes import LINE, LINES, NEIGHBOURS

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GAMMA = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_A = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_B = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


def mix(word: cython.ulonglong) -> cython.ulonglong:
    """Scramble 64 bits (SplitMix64): every key and every random draw comes from here."""
    word = (word + GAMMA) & MASK
    word = ((word ^ (word >> 30)) * MIX_A) & MASK
    word = ((word ^ (word >> 27)) * MIX_B) & MASK
    return word ^ (word >> 31)


class Tables:
    """The tables of one board; made once by :func:`tables_of` and only read after that.

    ``slide``, ``march`` and ``shuffle`` answer for any number of steps, two, and one. The index
    is made of a position on a line and its occupied cells; the answer holds, four bits each,
    the free cells below and above, then the positions of the first occupied cell below and
    above (0, a wall, where there is none in reach).
    """

    def __init__(self, board: Board) -> None:
        if not cython.compiled:
            self.line_count = [0] * 176
            self.line_of = [0] * (176 * LINES)
            self.place_on = [0] * (176 * LINES)
            self.bit_on = [0] * (176 * LINES)
            self.line_start = [0] * (176 * LINES)
            self.slide_start = [0] * (176 * LINES)
            self.maze_line = [0] * 176
            self.line_cell = [0] * (256 * LINE)
            self.line_maze = [0] * 256
            self.line_diagonal = [0] * 256
            self.walls = [0] * 256
            self.near_count = [0] * 176
            self.near = [0] * (176 * NEIGHBOURS)
            self.side_count = [0] * 176
            self.side = [0] * (176 * 8)
            self.fortress = [0] * 176
            self.slide = [0] * (13 * 8192)
            self.march = [0] * (13 * 32)
            self.shuffle = [0] * (13 * 32)
            self.cell_key = [0] * (176 * 64)
            self.header_key = [0] * (64 * 16)
        self.cells = len(board.cells)
        self.maze = board.maze
        self.lines = len(board.lines)
        self.longest = max(len(line.cells) for line in board.lines)
        self.crossings = 0
        if self.cells > 175 or self.lines > 255 or self.longest > 13:
            raise ValueError(f"board {board.name!r} is larger than the kernel's tables")
        self._lay_lines(board)
        self._lay_neighbours(board)
        self._lay_reach()
        self._lay_keys()

    def _lay_lines(self, board: Board) -> None:
        for c in range(self.cells + 1):
            self.maze_line[c] = 255
        for number, line in enumerate(board.lines):
            inside = 0
            for place in range(LINE):
                self.line_cell[number * LINE + place] = self.cells
            for place, cell in enumerate(line.cells, 1):
                self.line_cell[number * LINE + place] = cell
                inside |= 1 << (place + 1)
                k = self.line_count[cell]
                self.line_of[cell * LINES + k] = number
                self.place_on[cell * LINES + k] = place
                self.bit_on[cell * LINES + k] = 1 << (place + 1)
                self.line_start[cell * LINES + k] = number * LINE
                self.slide_start[cell * LINES + k] = (place - 1) << self.longest
                if board.maze in line.cells and cell != board.maze:
                    self.maze_line[cell] = k
                if cell == board.maze:
                    self.line_maze[number] = place
                self.line_count[cell] = k + 1
            self.walls[number] = 0xFFFFF & ~inside
            self.line_diagonal[number] = line.hex_diagonal
        # On a cone (three sectors) two lines may cross twice: one destination, two ways.
        for rays in board.rays:
            reached = [cell for ray in rays for cell in ray]
            if len(set(reached)) < len(reached):
                self.crossings = 1

    def _lay_neighbours(self, board: Board) -> None:
        # Nearest to the maze first, so that a search for it goes straight there.
        steps = {board.maze: 0}
        queue = [board.maze]
        for cell in queue:
            for other in board.neighbours[cell]:
                if other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        for cell in range(self.cells):
            ordered = sorted(board.neighbours[cell], key=lambda other: (steps[other], other))
            self.near_count[cell] = len(ordered)
            for i, other in enumerate(ordered):
                self.near[cell * NEIGHBOURS + i] = other
            self.side_count[cell] = len(board.sides[cell])
            for i, other in enumerate(board.sides[cell]):
                self.side[cell * 8 + i] = other
        for cell in board.fortress:
            self.fortress[cell] = 1

    def _lay_reach(self) -> None:
        length = self.longest
        free_below: cython.int
        free_above: cython.int
        place: cython.int
        bits: cython.int
        for place in range(1, length + 1):
            for bits in range(1 << length):
                free_below = 0
                while free_below < place - 1 and not bits >> (place - 2 - free_below) & 1:
                    free_below += 1
                free_above = 0
                while place + free_above < length and not bits >> (place + free_above) & 1:
                    free_above += 1
                self.slide[((place - 1) << length) | bits] = _answer(
                    free_below,
                    free_above,
                    place - free_below - 1,
                    place + free_above + 1 if place + free_above < length else 0,
                )
            for bits in range(32):
                below = (bits >> 1 & 1, bits & 1)
                above = (bits >> 3 & 1, bits >> 4 & 1)
                for steps in (1, 2):
                    down = next((i for i in range(steps) if below[i]), steps)
                    up = next((i for i in range(steps) if above[i]), steps)
                    index = (place - 1) * 32 + bits
                    entry = _answer(
                        down,
                        up,
                        max(0, place - down - 1) if down < steps else 0,
                        place + up + 1 if up < steps else 0,
                    )
                    if steps == 2:
                        self.march[index] = entry
                    else:
                        self.shuffle[index] = entry

    def _lay_keys(self) -> None:
        # EMPTY and the neutral header value 0 keep the key 0: what is not there costs nothing.
        for cell in range(self.cells):
            for i in range(1, 64):
                self.cell_key[cell * 64 + i] = mix(cell * 64 + i)
        for entry in range(64):
            for value in range(1, 16):
                self.header_key[entry * 16 + value] = mix(100_000 + entry * 16 + value)


def _answer(below: int, above: int, stop_below: int, stop_above: int) -> int:
    return below | above << 4 | stop_below << 8 | stop_above << 12


_made: dict[str, Tables] = {}


def tables_of(board: Board) -> Tables:
    """The tables of a board, made on first use and kept."""
    found = _made.get(board.name)
    if found is None:
        found = _made[board.name] = Tables(board)
    return found
