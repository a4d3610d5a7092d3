from djambi.kernel.codes cimport EMPTY, WALL, LINES, LINE, NEIGHBOURS

cdef unsigned long long mix(unsigned long long word) noexcept nogil

cdef class Tables:
    cdef readonly int cells, maze, lines, longest, crossings
    cdef unsigned char line_count[176]
    cdef unsigned char line_of[176 * 8]
    cdef unsigned char place_on[176 * 8]
    cdef unsigned int bit_on[176 * 8]
    cdef unsigned short line_start[176 * 8]
    cdef unsigned int slide_start[176 * 8]
    cdef unsigned char maze_line[176]
    cdef unsigned char line_cell[256 * 16]
    cdef unsigned char line_maze[256]
    cdef unsigned char line_diagonal[256]
    cdef unsigned int walls[256]
    cdef unsigned char near_count[176]
    cdef unsigned char near[176 * 16]
    cdef unsigned char side_count[176]
    cdef unsigned char side[176 * 8]
    cdef unsigned char fortress[176]
    cdef unsigned short slide[13 * 8192]
    cdef unsigned short march[13 * 32]
    cdef unsigned short shuffle[13 * 32]
    cdef unsigned long long cell_key[176 * 64]
    cdef unsigned long long header_key[64 * 16]
