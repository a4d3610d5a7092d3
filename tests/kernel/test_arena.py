"""Memory for the nodes of a tree."""

from __future__ import annotations

from djambi.kernel.search.arena import node_capacity


def test_memory_is_bounded_whatever_is_asked() -> None:
    for nodes in (1, 10**6, 1 << 62):
        assert 1 <= node_capacity(nodes, 100) * 100 <= 512 << 20
