cimport cython

from djambi.kernel.search.turn_features cimport INPUTS, TURN_FEATURES, TurnFeatureExtractor

cdef enum:
    HIDDEN = 16
    SCORE_BITS = 8

@cython.final
cdef class TurnPolicy:
    cdef int direct_weight[TURN_FEATURES]
    # 16 bits are enough for all of these (tests/kernel/test_turn_policy.py), and quicker to add up.
    cdef short hidden_weight[INPUTS * HIDDEN]
    cdef short bias[HIDDEN]
    cdef short output_weight[HIDDEN]
    # What the hidden units are told of the position, and of the position and a turn.
    cdef short position_sum[HIDDEN]
    cdef short hidden[HIDDEN]
    cdef readonly TurnFeatureExtractor extractor

    cdef void look(self) noexcept nogil
    cdef int score(self, long long turn) noexcept nogil
