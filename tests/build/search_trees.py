"""Whole search trees, number by number: the kernel gives the same, compiled or not, anywhere.

python tests/build/search_trees.py    prints a line for each search

It needs djambi and the standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from djambi import Position
from djambi.bots.bot_settings import FULL_STRENGTH
from djambi.bots.levels import level
from djambi.kernel.search.mcts import MultiplayerMcts

BOARDS: Final = (("square-4", 30), ("hex-3", 12), ("polygon-5", 30))
"""The boards, each with so many turns before the search."""

NODES: Final = 500


def later(variant: str, turns: int) -> Position:
    """Return a position after so many turns drawn from all legal ones."""
    random = Random(variant)
    position = Position.start(variant)
    for _ in range(turns):
        legal = position.legal_turns()
        position = position.play(legal[random.randrange(len(legal))])
    return position


def search_trees() -> Iterator[str]:
    """Return what each search's tree knows, with all digits."""
    for variant, turns in BOARDS:
        position = later(variant, turns)
        for settings in (FULL_STRENGTH, level("club").settings):
            search = MultiplayerMcts(position.kernel())
            replace(settings, nodes=NODES).configure(search)
            chosen = search.think(NODES, 3600.0, settings.depth, seed=1)
            tree = search.tree
            nodes, values = tree.node_count, tree.node_count * tree.parties
            numbers = [
                (tree.exploration_scale, search.at_stake),
                *zip(tree.turn[:nodes], tree.visits[:nodes], strict=True),
                *zip(tree.prior[:nodes], tree.bias[:nodes], strict=True),
                *zip(tree.mean_value[:values], tree.backed_up_value[:values], strict=True),
                search.evaluator.shares(position.kernel()),
            ]
            yield f"{position} {chosen} {numbers}"


if __name__ == "__main__":
    for line in search_trees():
        print(line)
