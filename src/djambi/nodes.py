"""The tree of a game: positions, what led to each of them, and what follows.

The first child of a node is the game, the others are variations. :class:`djambi.game.Game`
walks the tree; :mod:`djambi.record_trees` makes it from a record and writes it to one.

>>> from djambi import Game
>>> game = Game()
>>> _ = game.play("c3-e3")
>>> game.node, game.node.parent
(<Node c3-e3 by r, ply 1, 0 children>, <Node start, ply 0, 1 child>)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from djambi.errors import DjambiError
from djambi.notation import records
from djambi.position.outcome import (
    Happening,
    outcome,
    outcome_of_draw,
    outcome_of_resignation,
    outcome_of_return,
)
from djambi.position.position import Position
from djambi.position.turn import Turn


class Step(StrEnum):
    """What leads from one position of a game to the next."""

    TURN = "turn"
    RESIGNS = records.RESIGNS
    FLAGS = records.FLAGS
    RETURNS = records.RETURNS
    DRAW = records.DRAW


@dataclass(frozen=True, slots=True)
class Event:
    """A turn, a resignation, a fallen flag, a return or an agreed draw.

    ``actor`` is the seat's letter, or the ruler's and ``+`` in a bonus turn, as records write
    it; the party that resigned, ran out of time or returned; empty for a draw. Only a turn has
    ``turn``.
    """

    step: Step
    actor: str
    turn: Turn | None = None

    def __str__(self) -> str:
        """Return the event as records write it, without the actor."""
        return str(self.turn) if self.turn is not None else str(self.step)


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A position of a game, what led to it, and what may follow.

    Pickled or copied deeply, a node brings its whole tree with it. ``before`` are comments that
    open a variation, ``comments`` those after the event. ``round`` counts the rounds of the order
    from 1; ``begins`` says that this turn is its round's first.
    """

    position: Position
    parent: Node | None = None
    event: Event | None = None
    children: list[Node] = field(default_factory=lambda: list[Node]())
    before: list[str] = field(default_factory=list[str])
    comments: list[str] = field(default_factory=list[str])
    round: int = 0
    begins: bool = False
    seat: str = ""
    """The seat of the last regular turn up to here; empty before the first."""

    def happenings(self) -> tuple[Happening, ...]:
        """Return what the event brought about; nothing at the start."""
        if self.parent is None or self.event is None:
            return ()
        if self.event.turn is not None:
            return outcome(self.parent.position, self.event.turn, self.position)
        if self.event.step is Step.DRAW:
            return outcome_of_draw(self.position)
        if self.event.step is Step.RETURNS:
            return outcome_of_return(self.parent.position, self.event.actor, self.position)
        return outcome_of_resignation(
            self.parent.position,
            self.event.actor,
            self.position,
            flagged=self.event.step is Step.FLAGS,
        )

    def root(self) -> Node:
        """Return the start of the tree that this node stands in."""
        node = self
        # A node taken out of its tree still knows its parent, but is a root now.
        while node.parent is not None and node in node.parent.children:
            node = node.parent
        return node

    def __repr__(self) -> str:
        """Return one line, however large the tree is."""
        what = "start" if self.event is None else f"{self.event} by {self.event.actor}"
        if self.event is not None and not self.event.actor:
            what = str(self.event)
        many = len(self.children)
        children = f"{many} child{'' if many == 1 else 'ren'}"
        return f"<Node {what}, ply {self.position.ply}, {children}>"

    def __reduce__(self) -> tuple[Callable[[Table, int], Node], tuple[Table, int]]:
        """Lay the tree out flat, so that no length of a game is too deep to pickle or copy."""
        root = self.root()
        nodes, numbers = [root], {root: 0}
        for node in nodes:
            for child in node.children:
                numbers[child] = len(nodes)
                nodes.append(child)
        table = tuple(
            (
                -1 if node is root else numbers[node.parent or root],
                node.position,
                node.event,
                tuple(node.before),
                tuple(node.comments),
                node.round,
                node.begins,
                node.seat,
            )
            for node in nodes
        )
        return node_of, (table, numbers[self])


Row = tuple[int, Position, Event | None, tuple[str, ...], tuple[str, ...], int, bool, str]
"""The number of a node's parent (-1 for none) and its fields in order, without the children."""

Table = tuple[Row, ...]
"""A tree laid out flat, parents before their children."""


def node_of(table: Table, number: int) -> Node:
    """Build a tree from its table and return the node of this number."""
    nodes: list[Node] = []
    for parent, position, event, before, comments, turns, begins, seat in table:
        above = None if parent < 0 else nodes[parent]
        node = Node(position, above, event, [], list(before), list(comments), turns, begins, seat)
        if above is not None:
            above.children.append(node)
        nodes.append(node)
    return nodes[number]


def child_after(parent: Node, step: Step, actor: str = "", text: str = "") -> Node:
    """Return the node that a step leads to; the caller puts it among the children.

    Args:
        parent: the node that it is done in.
        step: what is done.
        actor: the party that resigns, runs out of time or returns.
        text: the turn (NOTATION 2).

    Raises:
        DjambiError: it cannot be done here.

    >>> child_after(Node(Position.start()), Step.TURN, text="c3-e3")
    <Node c3-e3 by r, ply 1, 0 children>
    """
    here = parent.position
    if here.is_over:
        raise DjambiError("the game is over")
    match step:
        case Step.TURN:
            turn = here.turn(text)
            return child_of(parent, Event(step, to_play(here), turn), here.play(turn))
        case Step.DRAW:
            return child_of(parent, Event(step, ""), agreed_draw(here))
        case Step.RETURNS:
            return child_of(parent, Event(step, actor), here.rejoin(actor))
        case Step.RESIGNS | Step.FLAGS:
            return child_of(parent, Event(step, actor), here.resign(actor))


def child_of(parent: Node, event: Event, position: Position) -> Node:
    """Return the node of a position that an event has led to, not among the children yet."""
    child = Node(position, parent, event, round=parent.round, seat=parent.seat)
    if event.turn is None:
        return child
    here = parent.position
    child.begins = not parent.round
    if not here.bonus:
        order = here.order
        if parent.seat and order.index(here.seat) <= order.index(parent.seat):
            child.begins = True
        child.seat = here.seat
    child.round += child.begins
    return child


def line_from(node: Node) -> Iterator[Node]:
    """Yield a node and what follows it in the game: first children of first children."""
    yield node
    while node.children:
        node = node.children[0]
        yield node


def to_play(position: Position) -> str:
    """Return who plays, as records write it: the seat, or the ruler and ``+``.

    >>> to_play(Position.start())
    'r'
    """
    return f"{position.mover}+" if position.bonus else position.seat


def agreed_draw(position: Position) -> Position:
    """Return the position with the game shared among its active parties (RULES 7)."""
    setup = position.setup().replace(seat="", ruler=None, winners=position.active)
    return Position.from_setup(setup)
