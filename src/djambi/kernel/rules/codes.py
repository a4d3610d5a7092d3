"""The numbers that stand for cells, pieces, parties and header entries, and the sizes of arrays.

One list for all modules of the kernel; ``codes.pxd`` says the same to C.

What stands on a cell: ``EMPTY``, ``CORPSE``, a living piece as ``PIECE + SLOTS * party + slot``,
or ``WALL`` on the one cell beyond every edge. A party's nine slots are its Chief, Assassin,
Reporter, Diplomat, Necromobile and four Militants: a slot keeps its piece for the whole game.
"""

# Sizes of the kernel's arrays. Cells include the one beyond every edge.
MAX_CELLS = 176
# Words of 64 bits that have one for every cell.
CELL_WORDS = 3
MAX_LINES = 256
MAX_PARTIES = 8
MAX_PIECES = 80
# Cells that one piece may act on from where it stands: as many as its rays have, of a piece that
# passes others.
MAX_HITS = 64
# Turns that one window of `MoveGenerator.fill_window` holds at most.
WINDOW_TURNS = 1024
# Turns that can be played without being taken back; the changes that the undo log holds for all of
# them, and the most that it may hold when a turn begins. The rest is enough for any turn: a
# Reporter's step and exit change 20 cells, a purge 6, the Chiefs 8; 12 entries of each party change
# at most (killed, purged, awake, frozen and held: status and lord), and 15 others.
MAX_OPEN_TURNS = 512
LOG_CHANGES = 8192
LOG_CHANGES_BEFORE_TURN = 7900
# The changes to reserve for each of many turns, where deaths are few: 6 cells, the order of seats
# when a ruler leaves, and the parties that he holds and releases, which is some 20 again and again.
LOG_CHANGES_PER_TURN = 32
# The greatest depth of perft.
MAX_PERFT_DEPTH = 16

EMPTY = 0
CORPSE = 1
PIECE = 2
SLOTS = 9
WALL = 74
# The stride of arrays indexed by code.
CODES = 76

# Kinds (RULES 1), in the order of the slots.
CHIEF = 0
ASSASSIN = 1
REPORTER = 2
DIPLOMAT = 3
NECROMOBILE = 4
MILITANT = 5
KIND_NAMES = ("chief", "assassin", "reporter", "diplomat", "necromobile", "militant")
# How many cells a Militant goes at most (RULES 3.1); the option `militant_diagonal` says how many
# along hexagonal diagonals.
MILITANT_REACH = 2

# States of a party (RULES 1).
ACTIVE = 0
VASSAL = 1
INHERITED = 2
FROZEN = 3
HELD = 4
HOSTAGE = 5
NOBODY = -1

# What a moving piece may do to another (RULES 3.2), as bits.
KILL = 1
DISPLACE = 2
EXHUME = 4

# The entries of the header: what a position has besides its cells. Eight each, by party: status,
# lord (party + 1, or 0), gone (1: resigned or absent); and the seats in their order. Then the seat
# to play, the ruler whose bonus turn it is (party + 1; 0: a regular turn), the winners as bits (0:
# the game goes on), whether two pieces are known to be in contact (RULES 7.3), the turns in a row
# without a death, and the turns played.
STATUS = 0
LORD = 8
GONE = 16
ORDER = 24
SEAT = 32
BONUS = 33
WINNERS = 34
CONTACT = 35
QUIET = 36
PLY = 37
HEADER = 38
# Entries below this one are part of the position's hash; how many values they have at most.
HASHED = 34
HEADER_VALUES = 16
# In place of the seat to play once the game has ended.
FINISHED = 15

# In a packed turn (`djambi.kernel.turns`) and wherever a cell may be left open.
NO_CELL = 255

# Strides of arrays: by cell, its lines, its lines taken two by two, its neighbours, its sides, and
# what may stand there as the hash tells it apart; by line, the places on it.
LINES = 8
PAIRS = 4
NEIGHBOURS = 16
SIDES = 8
HASHED_CODES = 64
LINE = 16

# The words of a line, each with bits over its places: first what is occupied, walls included; then
# corpses; the pieces that anybody but their controller may act on; from the last on, by party, the
# pieces that it controls.
CORPSES = 1
EXPOSED = 2
CONTROLLED = 3
