cimport cython

from djambi.kernel.environment.observation cimport ObservationEncoder
from djambi.kernel.environment.turn_builder cimport MAX_ACTIONS, WHOLE, TurnBuilder
from djambi.kernel.rules.codes cimport WINNERS
from djambi.kernel.rules.kernel cimport Kernel
from djambi.kernel.rules.tables cimport bits_in, mix

@cython.final
cdef class StagedGame:
    cdef readonly int number
    cdef readonly Kernel kernel
    cdef readonly TurnBuilder builder
    cdef public int played
    cdef public StagedGame left
    cdef public StagedGame right

@cython.final
cdef class GameBatch:
    cdef readonly int count, parties, actions_each, max_turns
    cdef readonly ObservationEncoder encoder
    cdef readonly list games
    cdef readonly list parts
    cdef Kernel start
    cdef readonly unsigned char[::1] obs
    cdef readonly unsigned char[::1] mask
    cdef readonly unsigned char[::1] to_play
    cdef readonly unsigned char[::1] stage
    cdef readonly unsigned char[::1] done
    cdef readonly float[::1] share
    cdef readonly int[::1] actions

    cdef void _reset_games(self, StagedGame game) noexcept nogil
    cdef void _step_games(self, StagedGame game) noexcept nogil
    cdef void _sample_games(self, StagedGame game) noexcept nogil
    cdef void _reset(self, StagedGame game, Kernel kernel) noexcept nogil
    cdef void _step(self, StagedGame game, Kernel kernel, TurnBuilder builder) noexcept nogil
    cdef void _sample(self, StagedGame game, Kernel kernel, TurnBuilder builder) noexcept nogil
    cdef void _pay(self, StagedGame game, int winners, int done) noexcept nogil
    cdef void _write_turn(self, StagedGame game, Kernel kernel) noexcept nogil
    cdef void _write_stage(self, StagedGame game, Kernel kernel, TurnBuilder builder) noexcept nogil
    cdef int _first_refused(self) noexcept nogil
