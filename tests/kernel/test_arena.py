"""Memory for the nodes of a tree."""

from __future__ import annotations

import os

import pytest

from djambi.kernel.search.arena import float_buffer, int_buffer, node_capacity


def test_memory_is_bounded_whatever_is_asked() -> None:
    for nodes in (1, 10**6, 1 << 62):
        assert 1 <= node_capacity(nodes, 100) * 100 <= 512 << 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process forks here")
def test_a_forked_process_has_memory_of_its_own() -> None:
    visits, shares = int_buffer(2, "i"), float_buffer(2)
    visits[1], shares[1] = 7, 0.5
    child = os.fork()
    if child == 0:
        kept = (visits[1], shares[1]) == (7, 0.5)
        visits[1], shares[1] = 9, 0.25
        os._exit(0 if kept else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert (visits[1], shares[1]) == (7, 0.5)
