"""Memory for the nodes of a tree."""

from __future__ import annotations

import os
import runpy
import sys
from mmap import ACCESS_COPY, ACCESS_WRITE

import pytest

from djambi.kernel.search import arena
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


@pytest.mark.parametrize(
    ("system", "access"), [("win32", ACCESS_WRITE), ("linux", ACCESS_COPY), ("darwin", ACCESS_COPY)]
)
def test_memory_without_a_file_is_a_copy_only_where_processes_fork(
    monkeypatch: pytest.MonkeyPatch, system: str, access: int
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert runpy.run_path(arena.__file__)["_ACCESS"] == access
