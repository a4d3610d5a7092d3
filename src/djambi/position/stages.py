"""A turn chosen step by step: what a board on screen and an environment need (RULES 3).

A stage is the beginning of a turn's text; its choices are what may be written next. So the
stages of ``b2-e5>a5/e8`` are ``""``, ``b2``, ``b2-e5``, ``b2-e5>a5`` and the whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Literal, NamedTuple

from djambi.errors import IllegalTurn, UnknownCell, quoted, require
from djambi.geometry import Board
from djambi.geometry.board import CELL_NAME
from djambi.kernel import turns
from djambi.kernel.rules.codes import NO_CELL
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.turns import PASS
from djambi.notation.turns import MAX_TURN_CHARS
from djambi.position.base import BasePosition
from djambi.position.legal_turns import TURNS_AT_ONCE
from djambi.position.turn import Turn
from djambi.rules import ReporterTargets

StageKind = Literal["piece", "destination", "placement", "victims", "exit", "done"]
Act = Literal[
    "select", "pass", "move", "kill", "displace", "exhume", "splash", "power", "place", "enthrone",
    "spare", "finish",
]  # fmt: skip

SEGMENT: Final = re.compile(r">[^>*/]+|(?:\*[^>*/]+)+|/[^>*/]+")
"""A stage of a turn after its destination, as it is written."""

_ACTS: Final[dict[str, Act]] = {"-": "move", "x": "kill", "@": "displace", "~": "exhume"}
_KINDS: Final[dict[str, StageKind]] = {">": "placement", "*": "victims", "/": "exit"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in a stage: what it adds to the text, its cells, and what it does.

    An empty `text` adds nothing: the turn is complete as it is (`spare`, a Reporter that lets
    everybody live; `finish`, one that has killed some and could kill more). `act` says what
    happens on the cells:

    * `select`: this piece will move;
    * `pass`: the party has no legal turn;
    * `move`, `power`, `splash`: it stops on an empty cell; on the maze, as a Chief who takes
      power; as a Reporter who may kill from there;
    * `kill`, `displace`, `exhume`: it acts on what stands there;
    * `place`, `enthrone`: what it acted on goes there; into the maze, as a living Chief.
    """

    text: str
    cells: tuple[str, ...]
    act: Act


@dataclass(frozen=True, slots=True)
class Stage:
    """What may be chosen after `prefix`; every choice leads to a whole legal turn.

    `kind` says what the choices are. At `done` there are none, and the turn is whole; `turn` is
    the whole turn also where a Reporter may spare everybody. With `reporter_targets` `some` the
    victims are chosen one by one, in any order, and `turn` is whole after each of them.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> start.stage("").kind, start.stage("c3").choices[0]
    ('piece', Choice(text='-e1', cells=('e1',), act='move'))
    >>> start.stage("c3-e3").kind, str(start.stage("c3-e3").turn)
    ('done', 'c3-e3')
    """

    prefix: str
    kind: StageKind
    choices: tuple[Choice, ...]
    turn: Turn | None = None


def stage_of(position: BasePosition, prefix: str) -> Stage:
    """Return the stage of a position after what is written in `prefix`; raise `IllegalTurn`."""
    require(prefix, str, "prefix")
    if position.is_over:
        raise IllegalTurn(str(position), prefix, "the game is over")
    if len(prefix) > MAX_TURN_CHARS:
        raise IllegalTurn(str(position), prefix, f"{len(prefix)} characters are too many")
    kernel = position.scratch_kernel()
    movers = [cell for cell, _ in kernel.movers()]
    if not movers:
        return _pass_stage(position, prefix)
    names = position.board.cells
    if not prefix:
        choices = tuple(Choice(names[cell], (names[cell],), "select") for cell in sorted(movers))
        return Stage(prefix, "piece", choices)
    origin, dash, rest = prefix.partition("-")
    match = CELL_NAME.match(rest)
    if origin not in names or position.board.index(origin) not in movers:
        raise IllegalTurn(str(position), prefix, f"no legal turn begins with {quoted(origin)}")
    cell = position.board.index(origin)
    if not dash:
        return Stage(prefix, "destination", _destinations(position, kernel, cell))
    if match is None or match.group() not in names:
        raise IllegalTurn(str(position), prefix, "no legal turn begins so")
    target = position.board.index(match.group())
    return _later_stage(position, kernel, prefix, cell, target, rest[match.end() :])


def _pass_stage(position: BasePosition, prefix: str) -> Stage:
    if prefix == "--":
        return Stage(prefix, "done", (), Turn(PASS, position.board))
    if prefix:
        raise IllegalTurn(str(position), prefix, "there is no legal turn: pass with --")
    return Stage(prefix, "piece", (Choice("--", (), "pass"),))


def _destinations(position: BasePosition, kernel: Kernel, cell: int) -> tuple[Choice, ...]:
    names = position.board.cells
    stops, hits = kernel.reach(cell)
    found: list[Choice] = []
    for target in sorted([*stops, *hits]):
        if kernel.count_to(cell, target):
            act = _act_of_step(position, kernel, cell, target)
            found.append(Choice(f"-{names[target]}", (names[target],), act))
    return tuple(found)


def _act_of_step(position: BasePosition, kernel: Kernel, cell: int, target: int) -> Act:
    """Return what going there does."""
    names = position.board.cells
    mark = position.act_mark(names[cell], names[target])
    if mark != "-":
        return _ACTS[mark]
    if position.pieces[names[cell]].kind == "R":
        # Two, for the first may be the turn that spares everybody.
        some = kernel.window(cell, target, 0, 2)
        return "splash" if any(turns.victims(packed) for packed in some) else "move"
    return "power" if target == position.board.maze else "move"


def _later_stage(
    position: BasePosition, kernel: Kernel, prefix: str, cell: int, target: int, rest: str
) -> Stage:
    """Return the stage after a destination; `rest` is what is written after it."""
    board = position.board
    written = [match.group() for match in SEGMENT.finditer(rest)]
    if "".join(written) != rest:
        raise IllegalTurn(str(position), prefix, "no legal turn begins so")
    one_by_one = position.rules.reporter_targets is ReporterTargets.SOME
    if one_by_one:
        written = [_in_cell_order(board, text) for text in written]
    done: int | None = None
    found: dict[str, int] = {}
    # There may be tens of thousands of turns; few of their parts differ.
    text_of = cache(partial(_text, board))
    for low in range(0, kernel.count_to(cell, target), TURNS_AT_ONCE):
        for packed in kernel.window(cell, target, low, TURNS_AT_ONCE):
            following = _following(written, list(map(text_of, _parts(packed))), one_by_one)
            if following == []:
                done = packed
            for text in following or ():
                found.setdefault(text, packed)
    turn = None if done is None else Turn(done, board)
    if not found:
        if turn is None:
            raise IllegalTurn(str(position), prefix, "no legal turn begins so")
        return Stage(prefix, "done", (), turn)
    choices = [_choice(position, text, Turn(packed, board)) for text, packed in found.items()]
    choices.sort(key=lambda choice: [board.index(name) for name in choice.cells])
    if turn is not None:
        killed = bool(written) and written[-1][0] == "*"
        choices.insert(0, Choice("", (), "finish" if killed else "spare"))
    # Where a Reporter may kill more or go on at once, it is asked for victims.
    signs = {text[0] for text in found}
    return Stage(prefix, _KINDS["*" if "*" in signs else signs.pop()], tuple(choices), turn)


def _following(written: list[str], parts: list[str], one_by_one: bool) -> list[str] | None:
    """Return what may be written next of a turn of these parts.

    Nothing if it is whole, None if it does not begin as it is written. `one_by_one` says that
    victims are added one by one, in any order.
    """
    chosen = len(written)
    if parts[:chosen] == written:
        following = parts[chosen : chosen + 1]
        if one_by_one and following and following[0][0] == "*":
            return _added("", following[0])
        return following
    if one_by_one and len(parts) >= chosen and parts[: chosen - 1] == written[:-1]:
        if parts[chosen - 1][0] == written[-1][0] == "*":
            return _added(written[-1], parts[chosen - 1]) or None
    return None


def _in_cell_order(board: Board, text: str) -> str:
    """Return a stage as turns write it; its victims may have been chosen in any order."""
    if text[0] != "*":
        return text
    try:
        cells = sorted(set(text[1:].split("*")), key=board.index)
    except UnknownCell:
        return text
    return "".join(f"*{cell}" for cell in cells)


def _added(some: str, victims: str) -> list[str]:
    """Return the victims beyond `some`, each as it is written; none if `some` holds others."""
    chosen, all_of_them = set(some.split("*")), victims.split("*")[1:]
    if not chosen <= {"", *all_of_them}:
        return []
    return [f"*{cell}" for cell in all_of_them if cell not in chosen]


class _Part(NamedTuple):
    """One part of a packed turn after its target, as `djambi.kernel.turns` names it."""

    name: int
    value: int
    around: int
    """The cell whose sides victims stand on; 0 for parts that are cells."""


# The parts of a packed turn after its target in the order in which they are written, each with
# what it holds when absent. The second list is for turns whose first placement comes last.
_ORDER: Final = (
    (turns.PLACE, NO_CELL),
    (turns.VICTIMS, 0),
    (turns.EXIT, NO_CELL),
    (turns.EXIT_PLACE, NO_CELL),
    (turns.EXIT_VICTIMS, 0),
)
_PLACED_LAST: Final = (
    (turns.EXIT, NO_CELL),
    (turns.EXIT_PLACE, NO_CELL),
    (turns.EXIT_VICTIMS, 0),
    (turns.PLACE, NO_CELL),
)
# The part that is the cell around which victims stand.
_AROUND: Final = {turns.VICTIMS: turns.TARGET, turns.EXIT_VICTIMS: turns.EXIT}


def _parts(packed: int) -> list[_Part]:
    """Return the parts of a packed turn after its target, in the order of writing."""
    found: list[_Part] = []
    for name, nothing in _PLACED_LAST if turns.places_last(packed) else _ORDER:
        value = turns.part(packed, name)
        if value != nothing:
            around = turns.part(packed, _AROUND[name]) if name in _AROUND else 0
            found.append(_Part(name, value, around))
    return found


def _text(board: Board, part: _Part) -> str:
    """Return one part of a packed turn as it is written."""
    if part.name in _AROUND:
        sides = board.sides[part.around]
        victims = [side for i, side in enumerate(sides) if part.value >> i & 1]
        return "".join(f"*{board.cells[side]}" for side in victims)
    return f"{'/' if part.name == turns.EXIT else '>'}{board.cells[part.value]}"


def _choice(position: BasePosition, text: str, turn: Turn) -> Choice:
    """Return one choice after the step; `turn` is one that makes it."""
    cells = tuple(CELL_NAME.findall(text))
    if text[0] == "*":
        return Choice(text, cells, "kill")
    if text[0] == "/":
        return Choice(text, cells, _ACTS[turn.marks(position)[1]])
    in_maze = position.board.index(cells[0]) == position.board.maze
    living = position.pieces[turn.origin or ""].kind == "D"
    return Choice(text, cells, "enthrone" if in_maze and living else "place")
