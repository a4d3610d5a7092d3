# The layout of `turns.py` for C. A body in `turns.py` reads the same but for the casts; a test
# holds the two together (tests/build/test_kernel_sources.py).

cdef enum:
    ORIGIN = 0
    TARGET = 8
    PLACE = 16
    VICTIMS = 24
    EXIT = 32
    EXIT_PLACE = 40
    EXIT_VICTIMS = 48
    PLACES_LAST = 56

cdef extern from *:
    """
    #define DJAMBI_BLANK_TURN 0x0000FFFF00FF0000LL
    #define DJAMBI_PASS 0x0000FFFF00FFFFFFLL
    #define DJAMBI_STEP_BITS 0xFFFFLL
    #define DJAMBI_ACT_BITS 0xFFFFFFFFLL
    """
    const long long BLANK "DJAMBI_BLANK_TURN"
    const long long PASS "DJAMBI_PASS"
    const long long STEP_BITS "DJAMBI_STEP_BITS"
    const long long ACT_BITS "DJAMBI_ACT_BITS"

cdef inline int part(long long turn, int lowest) noexcept nogil:
    return turn >> lowest & 255

cdef inline long long with_part(long long turn, int lowest, long long value) noexcept nogil:
    return turn & ~(<long long>255 << lowest) | value << lowest

cdef inline long long step(long long origin, long long target) noexcept nogil:
    return BLANK | origin | target << TARGET

cdef inline int origin(long long turn) noexcept nogil:
    return turn & 255

cdef inline int target(long long turn) noexcept nogil:
    return part(turn, TARGET)

cdef inline int place(long long turn) noexcept nogil:
    return part(turn, PLACE)

cdef inline long long with_place(long long turn, long long cell) noexcept nogil:
    return with_part(turn, PLACE, cell)

cdef inline int victims(long long turn) noexcept nogil:
    return part(turn, VICTIMS)

cdef inline long long with_victims(long long turn, long long sides) noexcept nogil:
    return with_part(turn, VICTIMS, sides)

cdef inline int exit(long long turn) noexcept nogil:
    return part(turn, EXIT)

cdef inline long long with_exit(long long turn, long long cell) noexcept nogil:
    return with_part(turn, EXIT, cell)

cdef inline int exit_place(long long turn) noexcept nogil:
    return part(turn, EXIT_PLACE)

cdef inline long long with_exit_place(long long turn, long long cell) noexcept nogil:
    return with_part(turn, EXIT_PLACE, cell)

cdef inline int exit_victims(long long turn) noexcept nogil:
    return part(turn, EXIT_VICTIMS)

cdef inline bint places_last(long long turn) noexcept nogil:
    return turn >> PLACES_LAST & 1 != 0

cdef inline long long placing_last(long long turn) noexcept nogil:
    return turn | <long long>1 << PLACES_LAST

cdef inline long long act(long long turn) noexcept nogil:
    return turn & ACT_BITS | BLANK & ~ACT_BITS

cdef inline bint same_step(long long turn, long long other) noexcept nogil:
    return (turn ^ other) & STEP_BITS == 0

cdef inline bint same_act(long long turn, long long other) noexcept nogil:
    return (turn ^ other) & ACT_BITS == 0
