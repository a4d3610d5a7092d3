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
    HappeningKind,
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

    def ending(self) -> str | None:
        """Return why the game ended with this event, or None if it did not (RULES 7).

        One of `last` (a single party is left), `none` (nobody is), `power`, `dead`, `quiet` (too
        many turns without a death) and `drawn` (by agreement).

        >>> node = child_after(Node(Position.start()), Step.DRAW)
        >>> node.ending(), node.position.winners
        ('drawn', 'rbyg')
        """
        return next(
            (each.why for each in self.happenings() if each.what is HappeningKind.ENDED), None
        )

    # Editing the tree

    def add_variation(self, turn: Turn | str) -> Node:
        """Return the node that a turn leads to, put behind the other children if it is new.

        Raises:
            DjambiError: the turn cannot be played here.

        >>> start = Node(Position.start())
        >>> start.add_variation("c3-e3"), start.add_variation("c3-d3")
        (<Node c3-e3 by r, ply 1, 0 children>, <Node c3-d3 by r, ply 1, 0 children>)
        >>> start.add_variation("c3-e3") is start.children[0]
        True
        """
        return self.child_with(child_by(self, turn))

    def child_with(self, child: Node, *, first: bool = False) -> Node:
        """Return the child with the same event; without one, take this node among the children.

        Args:
            child: a node made for this parent, as by `child_of`.
            first: whether a new child becomes the main line.
        """
        for there in self.children:
            if there.event == child.event:
                return there
        self.children.insert(0 if first else len(self.children), child)
        return child

    def is_main_line(self) -> bool:
        """Return whether the way from the start to this node is the game itself."""
        return all(node.parent is None or node.parent.children[0] is node for node in self.way())

    def promote(self) -> None:
        """Move this node one place forward among its siblings."""
        self._move(-1)

    def demote(self) -> None:
        """Move this node one place back among its siblings."""
        self._move(1)

    def promote_to_main_line(self) -> None:
        """Promote the line to this node to the main line; what stood there becomes variations.

        >>> start = Node(Position.start())
        >>> first, second = start.add_variation("c3-e3"), start.add_variation("c3-d3")
        >>> second.promote_to_main_line()
        >>> start.children == [second, first], second.is_main_line()
        (True, True)
        """
        for node in self.way():
            if node.parent is not None:
                node.parent.children.remove(node)
                node.parent.children.insert(0, node)

    def remove(self) -> None:
        """Detach this node, with all that follows it, from the tree: it is a root of its own then.

        Raises:
            DjambiError: it is the start of a tree.
        """
        if self.parent is None:
            raise DjambiError("the start of a tree cannot be removed from it")
        self.parent.children.remove(self)
        self.parent = None

    def _move(self, by: int) -> None:
        if self.parent is not None:
            siblings = self.parent.children
            place = siblings.index(self)
            siblings.insert(max(0, place + by), siblings.pop(place))

    def way(self) -> list[Node]:
        """Return the nodes from the start of the tree to this one."""
        nodes: list[Node] = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    # As a value

    def root(self) -> Node:
        """Return the start of the tree that this node stands in."""
        return self.way()[0]

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
            return child_by(parent, text)
        case Step.DRAW:
            return child_of(parent, Event(step, ""), agreed_draw(here))
        case Step.RETURNS:
            return child_of(parent, Event(step, actor), here.rejoin(actor))
        case Step.RESIGNS | Step.FLAGS:
            return child_of(parent, Event(step, actor), here.resign(actor))


def child_by(parent: Node, turn: Turn | str) -> Node:
    """Return the node that a turn leads to; the caller puts it among the children.

    Raises:
        UnreadableTurn, IllegalTurn, AmbiguousTurn: the turn cannot be played there.
    """
    here = parent.position
    if isinstance(turn, str):
        turn = here.turn(turn)
    position = here.play(turn)
    return child_of(parent, Event(Step.TURN, to_play(here), turn), position)


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
