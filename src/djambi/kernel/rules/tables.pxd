from djambi.kernel.rules.codes cimport (
    CELL_WORDS, HASHED, HASHED_CODES, HEADER_VALUES, LINE, LINES, MAX_CELLS, MAX_LINES,
    MILITANT_REACH, NEIGHBOURS, PAIRS, SIDES,
)

cdef extern from *:
    """
    static inline int djambi_bits_in(unsigned long long word) {
    #if defined(__POPCNT__)
        return __builtin_popcountll(word);
    #else
        word -= (word >> 1) & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    #endif
    }
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int djambi_lowest(unsigned long long word) {
        unsigned long at;
        _BitScanForward64(&at, word);
        return (int)at;
    }
    static inline int djambi_highest(unsigned int word) {
        unsigned long at;
        _BitScanReverse(&at, word);
        return (int)at;
    }
    #else
    static inline int djambi_lowest(unsigned long long word) {
        return __builtin_ctzll(word);
    }
    static inline int djambi_highest(unsigned int word) {
        return 31 - __builtin_clz(word);
    }
    #endif
    """
    int bits_in "djambi_bits_in"(unsigned long long word) noexcept nogil
    int lowest "djambi_lowest"(unsigned long long word) noexcept nogil
    int highest "djambi_highest"(unsigned int word) noexcept nogil

cdef unsigned long long mix(unsigned long long word) noexcept nogil

cdef class Tables:
    cdef readonly int cells, maze, lines
    cdef unsigned char line_count[MAX_CELLS]
    cdef unsigned short line_at[MAX_CELLS * LINES]
    cdef unsigned char place_on[MAX_CELLS * LINES]
    cdef unsigned int bit_on[MAX_CELLS * LINES]
    cdef unsigned long long step[MAX_CELLS * PAIRS]
    cdef unsigned long long militant_on[2 * MAX_CELLS * PAIRS]
    cdef unsigned long long maze_on[MAX_CELLS * PAIRS]
    cdef unsigned long long fortress_on[MAX_CELLS * PAIRS]
    cdef unsigned long long maze_or_fortress_on[MAX_CELLS * PAIRS]
    cdef unsigned char line_cell[MAX_LINES * LINE]
    cdef unsigned char cell_of_bit[2 * MAX_LINES * LINE]
    cdef unsigned int line_maze[MAX_LINES]
    cdef unsigned char line_diagonal[MAX_LINES]
    cdef unsigned int walls[MAX_LINES]
    cdef unsigned char maze_steps[MAX_CELLS]
    cdef unsigned char near_count[MAX_CELLS]
    cdef unsigned char near[MAX_CELLS * NEIGHBOURS]
    cdef unsigned char side_count[MAX_CELLS]
    cdef unsigned char side[MAX_CELLS * SIDES]
    cdef unsigned char fortress[MAX_CELLS]
    cdef unsigned long long fortress_bits[CELL_WORDS]
    cdef unsigned long long zobrist_cell[MAX_CELLS * HASHED_CODES]
    cdef unsigned long long zobrist_header[HASHED * HEADER_VALUES]
    cdef readonly int crossings
