"""The proof that no Chief left can ever be taken: nobody can win, so the game may be shared.

It looks at walls, not at turns. Its claim holds whatever anybody plays, even if all play together
against one: no active party will ever fall (except by resigning), and no power will ever win.

A *region* is a set of cells joined by steps to neighbours, corpses being walls (RULES 7.3). Rays
and the Reporter's sides are made of such steps, and without a Necromobile nothing crosses a corpse:
a piece moves and kills inside its region only.

1. No Necromobile lives, so corpses stay where they are, and regions can only shrink or split.
2. No Diplomat shares its region with a piece that it may ever displace. With 1, no piece ever
   leaves its region.
3. In the region of every active Chief stand only pieces that are his party's *for good*: of its
   colour, or of a vassal whose Chief is dead. So nobody in it may ever kill him (RULES 3.2: no
   party kills its own Chief), and by 2 nobody else comes in.
4. Corpses may still fall into his region, out of fights elsewhere: a Militant or a Chief lays his
   victim on any empty field cell. A region of n pieces yields n - 1 corpses at most, for a killer
   survives. Where every field cell of the Chief's region has more open neighbours than all
   regions together can yield corpses, he is never walled in (RULES 5 `corpses`); and where he
   is alone in it, he always has a turn as well (`immobile`, `group`). In the maze, if that is his
   whole region, he is never encircled. For `throne_path` nothing else is claimed, since all Chiefs
   would have to share the region of the maze.
5. Where power can win (RULES 7.2, and 7.3 with `power_wins`), the region of the maze has no Chief,
   awake or asleep.

A party that wakes or returns meanwhile is one more to share with; it need not be safe.

What is not shown to be safe may still be so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from djambi.kernel.rules.codes import CORPSE
from djambi.parties import Piece
from djambi.position.position import Position
from djambi.rules.options import DeadPosition, DiplomatTargets, Encirclement, OwnKills


def nobody_can_win(position: Position) -> bool:
    """Return whether it is proved that the active parties can only share the game (RULES 7).

    False if the game is over, if a single party is active, or if nothing is proved.

    >>> board = "7xx/7xyC/7x1/7xx/9/3gA2bR2/9/xxx6/rC1x6"
    >>> text = f"square-4 bga {board} r,b>r,y,g>y rbyg r 0 90"
    >>> nobody_can_win(Position.parse(text))
    True
    >>> nobody_can_win(Position.start())
    False
    """
    pieces = position.pieces.values()
    if len(position.active) < 2 or any(piece.kind == "N" for piece in pieces):
        return False
    regions = tuple(_regions(position))
    corpses_to_come = sum(_corpses_from(position, region) for region in regions)
    return all(
        _is_without_displacement(position, region)
        and _is_without_power(position, region)
        and _is_safe_for_chiefs(position, region, corpses_to_come)
        for region in regions
    )


@dataclass(frozen=True, slots=True)
class _Region:
    """The numbers of cells that steps over no corpse join, and the living pieces on them.

    `owner` is the active party whose all pieces are for good, or None.
    """

    cells: frozenset[int]
    pieces: tuple[Piece, ...]
    owner: str | None


def _regions(position: Position) -> Iterator[_Region]:
    """Yield the regions in which anything lives."""
    board = position.board
    left = {cell for cell in range(len(board.cells)) if position.contents_at(cell) != CORPSE}
    while left:
        walked = [left.pop()]
        for cell in walked:
            near = left.intersection(board.neighbours[cell])
            left -= near
            walked += near
        names = board.names(walked)
        found = tuple(piece for name in names if (piece := position.piece_at(name)) is not None)
        if found:
            yield _Region(frozenset(walked), found, _owner(position, found))


def _owner(position: Position, pieces: tuple[Piece, ...]) -> str | None:
    """Return the active party that controls all these pieces until it falls, or None."""
    owners: set[str | None] = set()
    for letter in {piece.party for piece in pieces}:
        party = position.party(letter)
        # A vassal's Chief, while he lives, may wake, or be killed by another.
        for_good = party.is_active or (party.is_vassal and position.chief_of(letter) is None)
        owners.add(party.controller if for_good else None)
    return owners.pop() if len(owners) == 1 else None


def _corpses_from(position: Position, region: _Region) -> int:
    """Return how many corpses at most may be laid into other regions, or into this one.

    Where several parties fight, an Assassin's and a Reporter's victims stay in the region, which
    is no Chief's then.
    """
    most = len(region.pieces) - 1
    if region.owner is not None:
        return 0 if position.rules.own_kills is OwnKills.NONE else most
    return most if any(piece.kind in "CM" for piece in region.pieces) else 0


def _is_without_displacement(position: Position, region: _Region) -> bool:
    """Return whether no Diplomat of the region may ever displace a piece of it."""
    if len(region.pieces) == 1 or all(piece.kind != "D" for piece in region.pieces):
        return True
    only_enemies = position.rules.diplomat_targets is DiplomatTargets.ENEMIES
    return region.owner is not None and only_enemies


def _is_without_power(position: Position, region: _Region) -> bool:
    """Return whether power cannot win from this region (RULES 7.2, 7.3)."""
    rules = position.rules
    if not rules.unreachable_power_wins and rules.dead_position is DeadPosition.DRAW:
        return True
    chiefs = any(piece.kind == "C" for piece in region.pieces)
    return not chiefs or position.board.maze not in region.cells


def _is_safe_for_chiefs(position: Position, region: _Region, corpses_to_come: int) -> bool:
    """Return whether active Chiefs of the region are neither killed nor encircled in it."""
    chiefs = {piece.party for piece in region.pieces if piece.kind == "C"}
    if not chiefs.intersection(position.active):
        return True
    if region.owner is None:
        return False
    board = position.board
    if region.cells == frozenset((board.maze,)):
        return True
    encirclement = position.rules.encirclement
    if encirclement is Encirclement.THRONE_PATH:
        return False
    if encirclement is not Encirclement.CORPSES and len(region.pieces) > 1:
        return False
    return all(
        len(region.cells.intersection(board.neighbours[cell])) > corpses_to_come
        for cell in region.cells
        if cell != board.maze
    )
