"""A game: its history, the variations beside it, what is said about it, and how it ended.

A :class:`Game` keeps a tree of :class:`~djambi.nodes.Node`, one for every position that was
reached; the first child of a node is the game, the others are variations. A cursor,
:attr:`Game.node`, stands on one node, and undo and redo move it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import partial
from typing import Final, TextIO

from djambi.errors import BadRecord, DjambiError, require
from djambi.nodes import Event, Node, Step, child_after, child_by, line_from, to_play
from djambi.notation.lines import Source
from djambi.notation.reading import read_records
from djambi.notation.records import Record
from djambi.notation.writing import plain_comment, write_record, write_records
from djambi.position.position import NOTEBOOK_WIDTH_PX, Position
from djambi.position.turn import Turn
from djambi.record_trees import record_of, tree_of

_MAX_RULES_SHOWN_CHARS: Final = 40
"""Longer rules are shown as their edition only."""


class Game:
    """A game of Djambi. It can be pickled and copied; a copy has a tree of its own.

    Args:
        start: the position to start from; by default the classic game's.
        tags: what a record says about the game (NOTATION 3); ``Variant``, ``Rules``, ``Position``
            and ``Result`` are written from the game itself.

    >>> game = Game()
    >>> game.play("c3-e3").mover
    'b'
    >>> [str(event) for event in game.history]
    ['c3-e3']
    """

    tags: dict[str, str]
    """What the record says about the game."""
    errors: list[BadRecord]
    """What was wrong with the record that the game was read from."""
    root: Node
    """The start of the game and of everything that was tried beside it."""
    node: Node
    """Where the cursor stands."""

    def __init__(
        self, start: Position | None = None, tags: Mapping[str, str] | None = None
    ) -> None:
        start = Position.start() if start is None else start
        require(start, Position, "start", "a Position")
        tags = {} if tags is None else tags
        require(tags, Mapping, "tags", "a mapping")
        self.tags = dict(tags)
        self.errors = []
        self.root = Node(start)
        self.node = self.root

    @classmethod
    def start(
        cls, variant: str = "square-4", edition: str | None = None, **options: object
    ) -> Game:
        """Return a new game of a variant, by an edition and options of RULES 8.

        >>> Game.start("hex-3").position.variant.name
        'hex-3'
        """
        return cls(Position.start(variant, edition, **options))

    # Records (NOTATION 3)

    @classmethod
    def from_record(cls, record: Record, faults: list[BadRecord] | None = None) -> Game:
        """Return the game that a record tells, its cursor at the end.

        Args:
            record: what :func:`~djambi.notation.reading.read_records` read.
            faults: gets everything that is wrong, from the first line and column to the last;
                what stands before a fault is kept. Without a list, the first fault is raised.

        Raises:
            BadRecord: something is wrong, and ``faults`` was not given.
        """
        require(record, Record, "record", "a Record")
        found: list[BadRecord] = list(record.faults)
        root = tree_of(record, found)
        found.sort(key=lambda fault: (fault.line, fault.column))
        if faults is not None:
            faults.extend(found)
        elif found:
            raise found[0]
        game = cls(root.position, record.tags)
        game.errors = found
        game.root = root
        game.to_end()
        return game

    @classmethod
    def read(cls, source: Source, faults: list[BadRecord] | None = None) -> Iterator[Game]:
        r"""Read and replay games one after another, each when it is asked for.

        A bad game does not cost the others: with ``faults``, every game is returned, with what
        stands before its first fault; without, ``next`` raises where it is, and goes on with the
        game after it when it is called again. A byte that is not UTF-8 is a fault of its game.

        Args:
            source: the text, bytes in UTF-8, or a stream of either, which stays open.
            faults: gets what is wrong with any of the games; each has its own :attr:`errors`.

        Raises:
            TypeError: ``source`` is something else, such as a `Path`. (A file's name is a text,
                and as that no game; what `open(name, "rb")` returns is read.)

        >>> [game] = Game.read("1. r c3-e3 b g3-g5")
        >>> game.position.mover
        'y'
        >>> bad, good = Game.read("1. r c3-c9 *\n1. r c3-e3 *", [])
        >>> bad.errors, good.errors
        ([BadRecord("r 'c3-c9': Something stands in the way.", 1, 4, 1)], [])
        """
        # Unlike a generator, this goes on after an exception.
        return map(partial(cls.from_record, faults=faults), read_records(source))

    def to_record(self, *, comments: bool = True, variations: bool = True) -> Record:
        """Return the record of the whole game.

        Args:
            comments: whether to keep what is said about it.
            variations: whether to keep what stands beside the main line.

        >>> game = Game()
        >>> _ = game.play("c3-e3")
        >>> game.comment("bold")
        >>> game.to_record(comments=False).main.entries
        [Entry(actor='r', text='c3-e3', comments=[], variations=[], round=1, line=0, column=0)]
        """
        return record_of(self.root, self.tags, comments=comments, variations=variations)

    def __str__(self) -> str:
        """Return the text of the record."""
        return write_record(self.to_record())

    @staticmethod
    def write(stream: TextIO, games: Iterable[Game]) -> None:
        """Write games one after another, an empty line between them.

        Raises:
            TypeError: ``stream`` cannot be written to, or one of the games is something else.
            DjambiError: a game holds something that no record can.
        """
        if not callable(getattr(stream, "write", None)):
            require(stream, TextIO, "stream", "a stream of text")
        require(games, Iterable, "games", "Games")
        write_records(stream, map(_record, games))

    # Where we are

    @property
    def position(self) -> Position:
        """Return the position at the cursor."""
        return self.node.position

    @property
    def result(self) -> dict[str, float] | None:
        """Return every party's share if the game is over at the cursor, else None."""
        return self.position.result

    @property
    def ending(self) -> str | None:
        """Return why the game is over at the cursor, or None if it goes on (RULES 7).

        One of `last`, `none`, `power`, `dead`, `quiet` and `drawn`, as `Node.ending` explains. None
        as well at the start of a game that begins when it is over: no position says what ended it.

        >>> game = Game.start("hex-3")
        >>> _ = game.resign("r"), game.resign("b")
        >>> game.ending, game.position.winners
        ('last', 'y')
        """
        return self.node.ending()

    @property
    def history(self) -> tuple[Event, ...]:
        """Return the events from the start to the cursor."""
        return tuple(node.event for node in self.path() if node.event is not None)

    def path(self) -> list[Node]:
        """Return the nodes from the start to the cursor."""
        return self.node.way()

    def main_line(self) -> Iterator[Node]:
        """Return the nodes of the game itself, from the start to its last position."""
        return line_from(self.root)

    # What is done

    def play(self, turn: Turn | str, *, forget: bool = False) -> Position:
        """Play a turn at the cursor and return the position that it leads to.

        A turn that is there already, after an undo, is only stepped to; another one becomes the
        game, and what stood there before is kept as its variation. With ``forget`` that is dropped,
        and a turn that was a variation becomes the game.

        Raises:
            UnreadableTurn, IllegalTurn, AmbiguousTurn: the turn cannot be played.
        """
        return self._go(child_by(self.node, turn), forget=forget)

    def resign(self, party: str | None = None, *, forget: bool = False) -> Position:
        """Resign for a party, by default the one that is to play; ``forget`` is that of `play`.

        Raises:
            DjambiError: the game is over, or the party is not active.
        """
        return self._give_up(Step.RESIGNS, party, forget=forget)

    def flag(self, party: str | None = None, *, forget: bool = False) -> Position:
        """Resign for a party whose clock ran out, by default the one to play (RULES 5).

        ``forget`` is that of `play`.

        Raises:
            DjambiError: the game is over, or the party is not active.
        """
        return self._give_up(Step.FLAGS, party, forget=forget)

    def rejoin(self, party: str, *, forget: bool = False) -> Position:
        """Reinstate a party that resigned, as the others have allowed (RULES 5, Return).

        ``forget`` is that of `play`.

        Raises:
            DjambiError: the variant lacks the party.
            IllegalTurn: the rules do not let it come back now.

        >>> game = Game.start("square-4", "hallepee")
        >>> _ = game.resign("b"), game.rejoin("b")
        >>> [f"{event.actor} {event}" for event in game.history]
        ['b resigns', 'b returns']
        """
        return self._go(child_after(self.node, Step.RETURNS, party), forget=forget)

    def agree_draw(self, *, forget: bool = False) -> Position:
        """Share the game among the active parties (RULES 7); ``forget`` is that of `play`.

        Raises:
            DjambiError: the game is over.
        """
        return self._go(child_after(self.node, Step.DRAW), forget=forget)

    def undo(self, *, forget: bool = False) -> Event:
        """Step back from the last event and return it.

        With ``forget`` it is also taken out of the game, and everything that followed it.

        Raises:
            DjambiError: nothing has been played.
        """
        node = self.node
        if node.parent is None or node.event is None:
            raise DjambiError("there is nothing to undo: this is the start of the game")
        self.node = node.parent
        if forget:
            node.remove()
        return node.event

    def redo(self) -> Event:
        """Step to what follows in the game and return its event.

        Raises:
            DjambiError: nothing follows.
        """
        if not self.node.children:
            raise DjambiError("there is nothing to redo: this is the last position of the game")
        self.node = self.node.children[0]
        event = self.node.event
        if event is None:
            raise DjambiError("the start of a game follows nothing")
        return event

    def to_start(self) -> None:
        """Move the cursor to the start of the game."""
        self.node = self.root

    def to_end(self) -> None:
        """Move the cursor to the last position of the main line."""
        *_, self.node = self.main_line()

    def comment(self, text: str) -> None:
        """Add a comment on what was played last; its line breaks become LF, as records have them.

        Raises:
            DjambiError: it is longer than a record may hold.
        """
        self.node.comments.append(plain_comment(text))

    # How it ended

    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """Return the parties, best first, equals together (RULES 7).

        Winners come first, then the others, the later out the better. Parties that never had a
        player (hostages, absent ones, second colours) are left out. While the game goes on
        those still active come first.

        >>> game = Game()
        >>> for party in "gb":
        ...     _ = game.resign(party)
        >>> game.ranking()
        (('r', 'y'), ('b',), ('g',))
        """
        last_active: dict[str, int] = {}
        for number, node in enumerate(self.path()):
            last_active.update(dict.fromkeys(node.position.active, number))
        winners = self.position.winners
        groups: dict[tuple[bool, int], list[str]] = {}
        for party in self.position.variant.parties:
            if party in last_active:
                won = party in winners
                # Winners are equal, whenever they were active last.
                key = (won, 0 if won else last_active[party])
                groups.setdefault(key, []).append(party)
        return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))

    # As a value, and shown

    def __repr__(self) -> str:
        """Return one line, however long the game is.

        >>> Game.start("hex-3", quiet_rounds=0)
        <Game hex-3 harcourt,quiet_rounds=0, ply 0, r to play>
        """
        here = self.position
        rules = str(here.rules)
        if len(rules) > _MAX_RULES_SHOWN_CHARS:
            rules = f"{here.rules.edition},…"
        state = f"{to_play(here)} to play" if not here.is_over else f"won by {here.winners}"
        return f"<Game {here.variant.name} {rules}, ply {here.ply}, {state}>"

    def __getstate__(self) -> dict[str, object]:
        """Return what is pickled: the node at the cursor brings the whole tree with it."""
        return {name: value for name, value in vars(self).items() if name != "root"}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self.root = self.node.root()

    def __copy__(self) -> Game:
        """Return a deep copy: two games cannot share a tree."""
        return deepcopy(self)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: the position at the cursor, its turn marked."""
        # Drawing is loaded only when a picture is asked for.
        from djambi.render import svg

        event = self.node.event
        played = None if event is None else event.turn
        return svg(self.position, size=NOTEBOOK_WIDTH_PX, last_turn=played)

    # Within

    def _give_up(self, step: Step, party: str | None, *, forget: bool) -> Position:
        letter = self.position.mover if party is None else party
        # Nobody is to play when the game is over, which is refused first.
        child = child_after(self.node, step, "" if letter is None else letter)
        return self._go(child, forget=forget)

    def _go(self, child: Node, *, forget: bool) -> Position:
        following = self.node.children
        if forget and following and following[0].event != child.event:
            following[0].remove()
        self.node = self.node.child_with(child, first=True)
        if forget:
            self.node.promote_to_main_line()
        return self.position


def _record(game: Game) -> Record:
    require(game, Game, "games", "Games")
    return game.to_record()
