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

    def bits_in(word: int) -> int:
        """How many bits of a word are set."""
        return word.bit_count()

    def lowest(word: int) -> int:
        """The number of the lowest bit set in a word that is not zero."""
        return (word & -word).bit_length() - 1


ONE = cython.declare(cython.ulonglong, 1)
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

    ``line_at`` is where a line's row begins in every array over lines; ``place_on`` the cell's
    position on it, from 1; ``line_cell`` the cells in order, walls beyond both ends.

    ``reach`` answers how far a piece slides along a line, both ways. A *look* says which line,
    by how much to shift its occupied cells, where in ``reach`` to look with the cells so seen,
    and whether the maze or the fortress lies on it: ``slide_look`` for any number of steps,
    ``march_look`` for two, ``short_look`` for two and one on hexagonal diagonals. An answer
    holds, four bits each, the free cells below, the free cells in all, and the positions of the
    first occupied cells in reach below and above (0, a wall, where there is none), and from bit
    16 on those two positions as bits.
    """

    def __init__(self, board: Board) -> None:
        if not cython.compiled:
            self.line_count = [0] * 176
            self.line_at = [0] * (176 * LINES)
            self.place_on = [0] * (176 * LINES)
            self.bit_on = [0] * (176 * LINES)
            self.slide_look = [0] * (176 * LINES)
            self.march_look = [0] * (176 * LINES)
            self.short_look = [0] * (176 * LINES)
            self.line_cell = [0] * (256 * LINE)
            self.line_maze = [0] * 256
            self.line_fortress = [0] * 256
            self.line_diagonal = [0] * 256
            self.walls = [0] * 256
            self.near_count = [0] * 176
            self.near = [0] * (176 * NEIGHBOURS)
            self.side_count = [0] * 176
            self.side = [0] * (176 * 8)
            self.fortress = [0] * 176
            self.fortress_bits = [0] * 3
            self.reach = [0] * (13 * 8192 + 2 * 13 * 32)
            self.cell_key = [0] * (176 * 64)
            self.header_key = [0] * (64 * 16)
        self.cells = len(board.cells)
        self.maze = board.maze
        self.lines = len(board.lines)
        self.longest = max(len(line.cells) for line in board.lines)
        self.slide_mask = (1 << self.longest) - 1
        self.crossings = 0
        if self.cells > 175 or self.lines > 255 or self.longest > 13:
            raise ValueError(f"board {board.name!r} is larger than the kernel's tables")
        self._lay_lines(board)
        self._lay_neighbours(board)
        self._lay_reach()
        self._lay_keys()

    def _lay_lines(self, board: Board) -> None:
        for number, line in enumerate(board.lines):
            inside = 0
            special = board.maze in line.cells or not set(board.fortress).isdisjoint(line.cells)
            for place in range(LINE):
                self.line_cell[number * LINE + place] = self.cells
            for place, cell in enumerate(line.cells, 1):
                self.line_cell[number * LINE + place] = cell
                inside |= 1 << (place + 1)
                if cell == board.maze:
                    self.line_maze[number] = 1 << (place + 1)
                elif cell in board.fortress:
                    self.line_fortress[number] |= 1 << (place + 1)
                k = self.line_count[cell]
                at = cell * LINES + k
                self.line_at[at] = number * LINE
                self.place_on[at] = place
                self.bit_on[at] = 1 << (place + 1)
                marches = self.longest << self.longest
                start = (place - 1) << self.longest
                self.slide_look[at] = _look(number, 2, start, special)
                start = marches + (place - 1) * 32
                self.march_look[at] = _look(number, place - 1, start, special)
                if line.hex_diagonal:
                    start += self.longest * 32
                self.short_look[at] = _look(number, place - 1, start, special)
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
            self.fortress_bits[cell >> 6] |= ONE << (cell & 63)

    def _lay_reach(self) -> None:
        length: cython.int = self.longest
        place: cython.int
        bits: cython.int
        below: cython.int
        above: cython.int
        at: cython.int
        for place in range(1, length + 1):
            at = (place - 1) << length
            for bits in range(1 << length):
                below = 0
                while below < place - 1 and not bits >> (place - 2 - below) & 1:
                    below += 1
                above = 0
                while place + above < length and not bits >> (place + above) & 1:
                    above += 1
                self.reach[at + bits] = _answer(
                    below,
                    above,
                    place - below - 1,
                    place + above + 1 if place + above < length else 0,
                )
        for steps in (2, 1):
            for place in range(1, length + 1):
                at = (length << length) + ((2 - steps) * length + place - 1) * 32
                for bits in range(32):
                    below = 0
                    while below < steps and not bits >> (1 - below) & 1:
                        below += 1
                    above = 0
                    while above < steps and not bits >> (3 + above) & 1:
                        above += 1
                    self.reach[at + bits] = _answer(
                        below,
                        above,
                        max(0, place - below - 1) if below < steps else 0,
                        place + above + 1 if above < steps else 0,
                    )

    def _lay_keys(self) -> None:
        # EMPTY and the neutral header value 0 keep the key 0: what is not there costs nothing.
        for cell in range(self.cells):
            for i in range(1, 64):
                self.cell_key[cell * 64 + i] = mix(cell * 64 + i)
        for entry in range(64):
            for value in range(1, 16):
                self.header_key[entry * 16 + value] = mix(100_000 + entry * 16 + value)


def _look(line: int, shift: int, start: int, special: bool) -> int:
    # The bit is beyond 31: a plain `<< 40` would be a shift of C ints.
    word: cython.ulonglong = line * LINE | shift << 12
    first: cython.ulonglong = start
    flag: cython.ulonglong = special
    return word | first << 17 | flag << 40


def _answer(
    below: cython.int, above: cython.int, stop_below: cython.int, stop_above: cython.int
) -> cython.uint:
    stops: cython.uint = (1 << stop_below | 1 << stop_above) >> 1
    return below | (below + above) << 4 | stop_below << 8 | stop_above << 12 | stops << 16


_made: dict[str, Tables] = {}


def tables_of(board: Board) -> Tables:
    """The tables of a board, made on first use and kept."""
    found = _made.get(board.name)
    if found is None:
        found = _made[board.name] = Tables(board)
    return found
