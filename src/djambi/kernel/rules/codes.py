"""The numbers that the kernel writes for cells, pieces, parties and turns.

One list for every module of the kernel; ``codes.pxd`` says the same to C.

What stands on a cell: ``EMPTY``, ``CORPSE``, a living piece as ``PIECE + SLOTS * party + slot``,
or ``WALL`` on the one cell beyond every edge. A party's nine slots are its Chief, Assassin,
Reporter, Diplomat, Necromobile and four Militants: a slot keeps its piece for the whole game.
"""

# The sizes of the kernel's arrays: no board has as many cells (the last is beyond every edge) or
# lines, no game more parties, no piece more turns in a window.
MAX_CELLS = 176
MAX_LINES = 256
MAX_PARTIES = 8
WINDOW = 1024

EMPTY = 0
CORPSE = 1
PIECE = 2
SLOTS = 9
WALL = 74
# Room for every code, rounded up: the stride of tables indexed by code.
CODES = 76

# Kinds (RULES 1), in the order of the slots.
CHIEF = 0
ASSASSIN = 1
REPORTER = 2
DIPLOMAT = 3
NECROMOBILE = 4
MILITANT = 5

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

# The header: everything about a position that does not stand on a cell. Eight entries each of
# status, lord (party + 1, 0 for none), gone (resigned or absent), the seats' order; then the
# seat to play, the ruler whose bonus turn it is (party + 1, 0 for a regular turn), the winners
# as bits (0: the game goes on), whether two pieces are known to be in contact (RULES 7.3), the
# turns without a death, and the turns played.
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
# The entries below this one are part of the position's hash.
HASHED = 34
# The seat to play once the game has ended.
FINISHED = 15

# "No cell" in a packed turn.
NONE = 255

# Strides: lines through a cell, positions of a line, neighbours of a cell.
LINES = 8
LINE = 16
NEIGHBOURS = 16

# What a line keeps, as bits over its positions: first what is occupied, walls too; then the
# corpses; what anybody but its controller may act on; and of that, party by party, what it
# controls.
CORPSES = 1
EXPOSED = 2
CONTROLLED = 3
