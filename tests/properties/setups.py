"""Positions that no game need ever reach: pieces, corpses and states of parties thrown together.

Everything that NOTATION 1 lets be written can come out, crowded around some cell so that the
pieces meet: rulers, sleepers, vassals of every sort, corpses in the maze, bonus turns.
"""

from __future__ import annotations

import random

from djambi import Party, Position, Rules, Setup, Variant
from djambi.parties import Status

_STATES: tuple[Status, ...] = ("vassal", "vassal", "inherited", "frozen", "frozen", "hostage")


def thrown_together(variant: Variant, rules: Rules, seed: int) -> Position:
    """A position of this variant and these rules; the same seed throws the same."""
    chance = random.Random(f"{variant.name} {seed}")
    while True:
        setup = _throw(variant, rules, chance)
        if not setup.faults():
            return Position.from_setup(setup)


def _throw(variant: Variant, rules: Rules, chance: random.Random) -> Setup:
    letters = variant.parties
    active = chance.sample(letters, chance.randint(min(2, len(letters)), len(letters)))
    cells = _place(variant, active, chance)
    in_maze = cells[variant.board.maze]
    ruler = in_maze[0] if in_maze[1:] == "C" and in_maze[0] in active else None
    parties: list[Party] = []
    for letter in letters:
        party = Party(letter)
        if letter not in active:
            state = chance.choice(_STATES)
            gone = chance.random() < 0.5
            if state in ("vassal", "inherited"):
                party = Party(letter, state, chance.choice(active), gone)
            elif state == "hostage" and letter + "C" in cells:
                party = Party(letter, "hostage", gone=gone)
            elif ruler is not None and rules.vassalage == "while_in_power":
                party = Party(letter, "held", ruler, gone)
            else:
                party = Party(letter, "frozen", gone=gone)
        parties.append(party)
    order = list(letters)
    if chance.random() < 0.3:
        chance.shuffle(order)
    bonus = ruler is not None and chance.random() < 0.4
    return Setup(
        variant,
        rules,
        tuple(cells),
        tuple(parties),
        "".join(order),
        chance.choice(letters if bonus or rules.vassal_turns == "kept" else active),
        ruler if bonus else None,
        quiet=chance.choice((0, 3, max(0, rules.quiet_rounds * len(letters) - 1))),
        ply=chance.randint(0, 400),
    )


def _place(variant: Variant, active: list[str], chance: random.Random) -> list[str]:
    """What stands on every cell: crowded around one of them, the maze more often than not."""
    board = variant.board
    middle = board.maze if chance.random() < 0.6 else chance.randrange(len(board.cells))
    spread = chance.choice((0.5, 2.0, 8.0))
    x, y = board.centres[middle]
    near = sorted(
        range(len(board.cells)),
        key=lambda cell: (
            abs(board.centres[cell][0] - x)
            + abs(board.centres[cell][1] - y)
            + chance.uniform(0, spread)
        ),
    )
    near.remove(board.maze)
    alive = [
        letter + kind
        for letter in variant.parties
        for kind in "ARDNMMMM"
        if chance.random() < chance.choice((0.0, 0.2, 0.6))
    ]
    for letter in variant.parties:
        if letter in active or chance.random() < 0.4:
            alive.append(letter + "C")
    chance.shuffle(alive)
    cells = [""] * len(board.cells)
    if chance.random() < 0.5:
        chiefs = [piece for piece in alive if piece[1] == "C"]
        cells[board.maze] = chance.choice([*chiefs, "x"])
        if cells[board.maze] != "x":
            alive.remove(cells[board.maze])
    room = 9 * len(variant.parties) - len(alive) - 1
    corpses = min(chance.choice((0, 3, 8, 20)), room)
    standing = [*alive, *["x"] * corpses]
    chance.shuffle(standing)
    for cell, there in zip(near, standing, strict=False):
        cells[cell] = there
    return cells
