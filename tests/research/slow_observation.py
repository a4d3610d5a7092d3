"""What a party sees, worked out from a `Position` alone: slow, and apart from the kernel's encoder.

Every plane is found by its name, as `docs/research` describes it.
"""

from __future__ import annotations

from functools import cache
from math import atan2, hypot

import numpy as np
from numpy.typing import NDArray

from djambi import Variant
from djambi.research import Decision

KINDS = {
    "chief": "C", "assassin": "A", "reporter": "R", "diplomat": "D", "necromobile": "N",
    "militant": "M",
}  # fmt: skip
PARTS = ("piece", "destination", "placement", "victims", "exit", "exit placement")


@cache
def turned_cells(name: str, observer: str) -> dict[str, str]:
    """Return where every cell is seen by an observer: turned by their corner's angle."""
    variant = Variant.get(name)
    board = variant.board
    centres = dict(zip(board.cells, board.centres, strict=True))
    corners = [board.centres[corner] for corner in variant.corners]
    turn = atan2(corners[0][1], corners[0][0]) - atan2(
        *reversed(corners[variant.parties.index(observer)])
    )
    seen: dict[str, str] = {}
    for name, (x, y) in centres.items():
        z = complex(x, y) * complex(np.cos(turn), np.sin(turn))
        seen[name] = min(
            centres, key=lambda each: hypot(centres[each][0] - z.real, centres[each][1] - z.imag)
        )
    return seen


def slow_observation(decision: Decision, observer: str) -> NDArray[np.uint8]:
    """Return what a party sees of a decision."""
    spec, position = decision.spec, decision.position
    seen = turned_cells(position.variant.name, observer)
    planes = [marked(decision, name, observer) for name in spec.plane_names]
    out = np.zeros(spec.observation_shape, np.uint8)
    for number, plane in enumerate(planes):
        if spec.obs == "cells":
            for cell in position.board.cells:
                out[position.board.index(seen[cell]), number] = plane.get(cell, plane.get("", 0))
        else:
            if "" in plane:
                out[number] = plane[""]
            if "off" in plane:
                out[number] = 1
            for cell in position.board.cells:
                if cell in plane or "off" in plane:
                    to = seen[cell]
                    out[number, int(to[1:]) - 1, ord(to[0]) - ord("a")] = plane.get(cell, 0)
    return out


def marked(decision: Decision, name: str, observer: str) -> dict[str, int]:
    """Return the bytes of a plane by cell; under an empty name, that of every cell."""
    spec, position = decision.spec, decision.position
    letters = spec.variant.parties
    turned = letters[letters.index(observer) :] + letters[: letters.index(observer)]
    words = name.split(" ")
    who = next((turned[int(word)] for word in words if word.isdigit()), None)
    if words[0] in KINDS:
        return {
            c: 1 for c, piece in position.pieces.items() if str(piece) == f"{who}{KINDS[words[0]]}"
        }
    if words[0] == "controlled":
        return {
            c: 1 for c, piece in position.pieces.items() if position.controller(piece.party) == who
        }
    if words[0] in ("power", "order", "bonus", "quiet", "turns", "choose") or words[1:2] == ["is"]:
        return {"": everywhere(decision, name, who)}
    return cells_of(decision, name)


def everywhere(decision: Decision, name: str, who: str | None) -> int:
    """Return the byte of a plane that has the same everywhere."""
    position = decision.position
    if name.startswith("choose"):
        return int(decision.stage == name.removeprefix("choose "))
    if name == "bonus turn":
        return int(position.bonus)
    if name == "turns":
        return 255 * position.ply // decision.spec.max_turns
    if name == "quiet turns":
        limit = position.rules.quiet_rounds * len(position.variant.parties)
        return 255 * min(position.quiet, limit) // limit if limit else 0
    assert who is not None
    if name.startswith("power"):
        return int(position.ruler == who)
    if name.startswith("order"):
        if position.is_over:
            return 0
        order = position.order
        later = (order.index(who) - order.index(position.seat)) % len(order)
        return 255 * (len(order) - later) // len(order)
    party = position.party(who)
    return int(
        {
            "active": party.is_active,
            "vassal": party.is_vassal,
            "frozen": party.status in ("frozen", "held"),
            "gone": party.gone,
        }[name.rpartition(" ")[2]]
    )


def cells_of(decision: Decision, name: str) -> dict[str, int]:
    """Return the cells that a plane marks."""
    position = decision.position
    board = position.board
    if name == "corpse":
        return dict.fromkeys(position.corpses, 1)
    if name == "maze":
        return {board.cells[board.maze]: 1}
    if name == "closed fortress":
        closed = position.rules.fortress and position.ruler is not None
        return dict.fromkeys(board.names(board.fortress), 1) if closed else {}
    if name == "off the board":
        return {"off": 1}
    assert name.startswith("chosen ")
    return dict.fromkeys(chosen(decision)[PARTS.index(name.removeprefix("chosen "))], 1)


def chosen(decision: Decision) -> list[list[str]]:
    """Return the cells of every part of the turn in the making, read from its text."""
    found: list[list[str]] = [[] for _ in PARTS]
    text = decision.prefix
    if not text or decision.is_over:
        return found
    step, _, leave = text.partition("/")
    for part, kind in ((step, 0), (leave, 4)):
        for piece in part.replace("-", " -").replace(">", " >").replace("*", " *").split():
            if piece[0] == "-":
                found[1].append(piece[1:])
            elif piece[0] == "*":
                found[3].append(piece[1:])
            elif piece[0] == ">":
                found[2 if kind == 0 else 5].append(piece[1:])
            elif kind == 0:
                found[0].append(piece)
            else:
                found[4].append(piece)
    return found
