"""The public value of the game: an immutable, checked position (NOTATION 1 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from djambi.errors import BadPosition, DjambiError, IllegalTurn, quoted, require
from djambi.geometry import Board
from djambi.kernel.rules import codes
from djambi.kernel.rules.kernel import Kernel
from djambi.parties import STATUSES, Party, Piece
from djambi.position.matching import find_turn, match_turn, read_parts
from djambi.position.reasons import Reason, reason_against, reason_against_return
from djambi.position.rules_context import Frame, frame_named, frame_of
from djambi.position.setup_reading import MAX_COUNT
from djambi.position.setups import Setup
from djambi.position.stages import Stage, stage_of
from djambi.position.symmetry import mirroring, relabelled, turning
from djambi.position.turn import PASS_CODE, LegalTurns, Turn
from djambi.rules import Rules, Variant

_SHOWN = 420
"""The width in pixels of the picture in a notebook."""


class Position:
    """A position of the game with its rules: everything that decides what may follow.

    Immutable, hashable, small. Two positions are equal if their texts are, but for the name of
    the edition that the rules were written from.

    >>> start = Position.start("square-4", "bga", own_kills="none")
    >>> start.seat, start.ply, len(start.legal_turns())
    ('r', 0, 30)
    >>> after = start.play("c3-e3")
    >>> after.seat, after.pieces["e3"]
    ('b', Piece(party='r', kind='N'))
    >>> Position.parse(str(after)) == after
    True
    """

    __slots__ = (
        "_contents", "_corpses", "_frame", "_header", "_key", "_parties", "_pieces", "_ply",
        "_quiet", "_text",
    )  # fmt: skip

    def __init__(
        self, frame: Frame, contents: bytes, header: bytes, quiet: int = 0, ply: int = 0
    ) -> None:
        """For the library itself: use `start`, `parse` or `from_setup`.

        `contents` and `header` are what the kernel writes for the cells and for the rest, the
        two counters aside (`kernel.codes`).
        """
        self._frame = frame
        self._contents = contents
        self._header = header
        self._quiet = quiet
        self._ply = ply
        # Worked out when first asked for.
        self._text: str | None = None
        self._key: int | None = None
        self._pieces: Mapping[str, Piece] | None = None
        self._corpses: tuple[str, ...] | None = None
        self._parties: tuple[Party, ...] | None = None

    # -- making -------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, variant: str = "square-4", edition: str | None = None, **options: object
    ) -> Position:
        """The start of a game (RULES 2.4, 8).

        Args:
            variant: a name of RULES 2.4.
            edition: a name of RULES 8; by default the variant's own.
            **options: values of options that differ from the edition, as text, enumeration
                members, bools or numbers.

        Raises:
            DjambiError: the variant is unknown.
            BadRules: the edition, an option or a value is unknown.

        >>> Position.start("hex-3", fortress=True).rules.edition
        'harcourt'
        """
        found = Variant.get(variant)
        rules = Rules.of(found.default_edition if edition is None else edition, **options)
        return cls.from_setup(Setup.start(found, rules))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the text of NOTATION 1; raises `BadPosition`, naming every fault.

        White space around it is ignored, so a line of a file can be given as it is.

        >>> try:
        ...     Position.parse("square-4 original 9/9/9/9/4rM4/9/9/9/9 r,b,y>r,g>b rbyg z 0 -1")
        ... except BadPosition as error:
        ...     for fault in error.faults:
        ...         print(fault)
        placement: rM on e5, the maze: only a Chief may live there
        parties: r: active, without a Chief on the board
        parties: b: active, without a Chief on the board
        turn: square-4 has no party 'z'
        ply: '-1' is no number from 0 to 999999999
        """
        return cls.from_setup(Setup.parse(text))

    @classmethod
    def from_setup(cls, setup: Setup) -> Position:
        """The position that a setup describes; raises `BadPosition`, naming every fault."""
        faults = setup.faults()
        if faults:
            raise BadPosition(faults)
        frame = frame_of(setup.variant, setup.rules)
        return cls(frame, *frame.packed(setup), setup.quiet, setup.ply)

    def reached(self, kernel: Kernel) -> Position:
        """The position that a kernel stands at, which `kernel` made of this one.

        >>> start = Position.start()
        >>> kernel = start.kernel()
        >>> kernel.random_play(10, seed=1)
        10
        >>> start.reached(kernel).ply
        10
        """
        entries = kernel.entries()
        return Position(
            self._frame,
            kernel.contents(),
            bytes(entries[: codes.QUIET]),
            # What is written can be read: the counters stop where numbers end.
            min(entries[codes.QUIET], MAX_COUNT),
            min(entries[codes.PLY], MAX_COUNT),
        )

    def _after(self, kernel: Kernel) -> Position:
        """The position on a borrowed kernel that has played one thing, which it takes back."""
        after = self.reached(kernel)
        kernel.take_back()
        return after

    # -- looking ------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """Board and parties (RULES 2.4)."""
        return self._frame.variant

    @property
    def rules(self) -> Rules:
        """The options in force (RULES 8)."""
        return self._frame.rules

    @property
    def board(self) -> Board:
        """The board (RULES 2)."""
        return self._frame.variant.board

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """The living pieces by the name of their cell, in cell order.

        >>> Position.start().pieces["a1"]
        Piece(party='r', kind='C')
        """
        pieces = self._pieces
        if pieces is None:
            meaning = self._frame.pieces
            found = {
                name: piece
                for name, code in zip(self.board.cells, self._contents, strict=True)
                if (piece := meaning[code]) is not None
            }
            pieces = self._pieces = MappingProxyType(found)
        return pieces

    @property
    def corpses(self) -> tuple[str, ...]:
        """The cells of the corpses, in cell order."""
        corpses = self._corpses
        if corpses is None:
            both = zip(self.board.cells, self._contents, strict=True)
            corpses = self._corpses = tuple(name for name, code in both if code == codes.CORPSE)
        return corpses

    def piece_at(self, cell: str) -> Piece | None:
        """The living piece on a cell; raises `UnknownCell`."""
        return self._frame.pieces[self._contents[self.board.index(cell)]]

    def contents_at(self, cell: int) -> int:
        """What stands on a cell, by its number, as the kernel writes it (`kernel.codes`)."""
        return self._contents[cell]

    @property
    def parties(self) -> tuple[Party, ...]:
        """The state of every party, in seat order of the variant (RULES 1).

        >>> [str(party) for party in Position.start("square-2").parties]
        ['r', 'b>r', 'y', 'g>y']
        """
        parties = self._parties
        if parties is None:
            letters = self.variant.parties
            header = self._header
            parties = self._parties = tuple(
                Party(
                    letter,
                    STATUSES[header[codes.STATUS + number]],
                    letters[lord - 1] if (lord := header[codes.LORD + number]) else None,
                    header[codes.GONE + number] == 1,
                )
                for number, letter in enumerate(letters)
            )
        return parties

    @property
    def active(self) -> str:
        """Return the letters of the active parties, in seat order of the variant (RULES 1).

        >>> Position.start("square-2").active
        'ry'
        """
        return "".join(party.letter for party in self.parties if party.is_active)

    def opponents(self, party: str | None) -> str:
        """Return the letters of the active parties other than one, in seat order.

        None, as `mover` is when the game is over, leaves nobody out.

        >>> Position.start().opponents("b")
        'ryg'
        """
        return "".join(letter for letter in self.active if letter != party)

    def controlled_by(self, party: str) -> str:
        """Return the letters of the parties whose pieces a party moves, its own among them.

        None if it is not active (RULES 1).

        >>> Position.start("square-2").controlled_by("y")
        'yg'
        """
        return "".join(each.letter for each in self.parties if each.controller == party)

    def pieces_of(self, parties: str) -> Mapping[str, Piece]:
        """Return the living pieces of some parties' colours by the name of their cell.

        >>> start = Position.start("square-2")
        >>> len(start.pieces_of("r")), len(start.pieces_of(start.controlled_by("r")))
        (9, 18)
        """
        return {cell: piece for cell, piece in self.pieces.items() if piece.party in parties}

    def chief_of(self, party: str) -> str | None:
        """Return the cell where a party's Chief stands, or None if it is dead.

        >>> Position.start().chief_of("y")
        'i9'
        """
        chief = Piece(party, "C")
        return next((cell for cell, piece in self.pieces.items() if piece == chief), None)

    def release(self) -> None:
        """Give back the memory of what was worked out for this position.

        It is worked out again when it is asked for. For who keeps very many positions.
        """
        self._text = self._pieces = self._corpses = self._parties = None

    def party(self, letter: str) -> Party:
        """The state of one party; raises `DjambiError` if the variant lacks it."""
        return self.parties[self._number(letter)]

    def _number(self, letter: str) -> int:
        """The number of a party; raises `DjambiError` if the variant lacks it."""
        require(letter, str, "party")
        if len(letter) != 1 or letter not in self.variant.parties:
            raise DjambiError(f"{quoted(letter)} is no party of {self.variant.name}")
        return self.variant.parties.index(letter)

    def controller(self, letter: str) -> str | None:
        """The active party that may move the pieces of this party now, if any (RULES 1).

        Raises `DjambiError` if the variant lacks the party.
        """
        return self.party(letter).controller

    @property
    def order(self) -> str:
        """The letters of the seats in their present order (RULES 6)."""
        letters = self.variant.parties
        seats = self._header[codes.ORDER : codes.ORDER + len(letters)]
        return "".join(letters[number] for number in seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (RULES 7)."""
        return self._header[codes.WINNERS] != 0

    @property
    def winners(self) -> str:
        """The letters of those who won or share the game; none while it goes on."""
        bits = self._header[codes.WINNERS]
        return "".join(letter for i, letter in enumerate(self.variant.parties) if bits >> i & 1)

    @property
    def seat(self) -> str:
        """The seat to play, or after which a bonus turn is played; empty when it is over."""
        return "" if self.is_over else self.variant.parties[self._header[codes.SEAT]]

    @property
    def bonus(self) -> bool:
        """Whether a bonus turn of the ruler is to be played (RULES 6)."""
        return self._header[codes.BONUS] != 0

    @property
    def mover(self) -> str | None:
        """The party whose player plays now; None when the game is over."""
        if self.is_over:
            return None
        if self.bonus:
            return self.variant.parties[self._header[codes.BONUS] - 1]
        return self.controller(self.seat)

    @property
    def ruler(self) -> str | None:
        """W: the active party whose Chief stands in the maze, if any (RULES 4.2)."""
        piece = self._frame.pieces[self._contents[self.board.maze]]
        if piece is None or piece.kind != "C":
            return None
        return piece.party if self.party(piece.party).is_active else None

    @property
    def quiet(self) -> int:
        """Turns in a row without a death (RULES 7.4)."""
        return self._quiet

    @property
    def ply(self) -> int:
        """Turns played since the start."""
        return self._ply

    @property
    def result(self) -> dict[str, float] | None:
        """The share of every party once the game is over: 1 for a winner, 1/k for each of k."""
        if not self.is_over:
            return None
        winners = self.winners
        return {
            letter: 1 / len(winners) if letter in winners else 0.0
            for letter in self.variant.parties
        }

    @property
    def key(self) -> int:
        """64 bits that are the same on every machine and in every version.

        They cover variant, rules, placement, parties, order and turn, not the two counters.
        """
        if self._key is None:
            self._key = self.borrowed().zobrist_hash ^ self._frame.salt
        return self._key

    def upcoming(self, many: int) -> tuple[tuple[str, bool], ...]:
        """Who plays next and after, if everybody passes: (letter, whether a bonus turn).

        Fewer than `many` if the game would end before.

        >>> Position.start("hex-3").upcoming(4)
        (('r', False), ('b', False), ('y', False), ('r', False))
        """
        found: list[tuple[str, bool]] = []
        here = self
        while len(found) < many and not here.is_over:
            found.append(((here.mover or "") if here.bonus else here.seat, here.bonus))
            kernel = here.borrowed()
            kernel.play(PASS_CODE)
            here = here._after(kernel)
        return tuple(found)

    # -- turns --------------------------------------------------------------------------------

    def legal_turns(self, origin: str | None = None, target: str | None = None) -> LegalTurns:
        """The legal turns, as a lazy view (RULES 3).

        Of the piece on `origin` only, or to `target` only, if they are given. Raises
        `UnknownCell` for a name that the board lacks.

        >>> len(Position.start().legal_turns("c3")), len(Position.start().legal_turns(target="e3"))
        (12, 2)
        """
        return LegalTurns(self, origin, target)

    def stage(self, prefix: str = "") -> Stage:
        """What can be chosen next in a turn of which `prefix` is written already.

        Raises `IllegalTurn` if no legal turn begins so.

        >>> start = Position.start()
        >>> [choice.text for choice in start.stage("c3").choices][:3]
        ['-e1', '-d2', '-d3']
        """
        return stage_of(self, prefix)

    def why_not(self, origin: str, target: str) -> Reason | None:
        """Why the piece on one cell may not go to another; None if it may.

        Raises `UnknownCell` for a name that the board lacks.

        >>> Position.start().why_not("a1", "e5")
        Reason(code='way_blocked')
        """
        return reason_against(self, origin, target)

    def turn(self, text: str) -> Turn:
        """The legal turn that a text means, in short or long form (NOTATION 2).

        Raises:
            UnreadableTurn: it is no turn's text.
            IllegalTurn: it is not legal here; the reason says why.
            AmbiguousTurn: it leaves a choice open; `candidates` are some of the ways to go on.

        >>> try:
        ...     Position.start().turn("a1-e5")
        ... except IllegalTurn as error:
        ...     print(error.reason)
        Something stands in the way.
        """
        return find_turn(self, text)

    def find(self, text: str) -> Turn | None:
        """The legal turn that a text means, or None if it means none."""
        try:
            return match_turn(self, read_parts(self, text))
        except DjambiError:
            return None

    def play(self, turn: Turn | str) -> Position:
        """The position after a turn and all that follows it (RULES 3 to 7).

        Raises the errors of `turn` for a text, `IllegalTurn` for a Turn that is not legal here.
        """
        if isinstance(turn, str):
            turn = find_turn(self, turn)
            kernel = self.borrowed()
        else:
            require(turn, Turn, "turn", "a Turn or its text")
            kernel = self.borrowed()
            if turn.board != self.board or not kernel.is_legal(turn.packed):
                raise IllegalTurn(str(self), str(turn), "it is not legal here")
        kernel.play(turn.packed)
        return self._after(kernel)

    def resign(self, party: str) -> Position:
        """The position after an active party has given up (RULES 5).

        Raises `DjambiError` if the game is over or the party is not active.

        >>> str(Position.start("hex-3").resign("b")).split(" ")[3:]
        ['r,b!*,y', 'rby', 'r', '0', '0']
        """
        state = self.party(party)
        if self.is_over:
            raise DjambiError(f"{party} cannot resign: the game is over")
        if not state.is_active:
            raise DjambiError(f"{party} cannot resign: it is not active but {state.status}")
        kernel = self.borrowed()
        kernel.give_up(self._number(party))
        return self._after(kernel)

    def may_rejoin(self, party: str) -> bool:
        """Return whether a party that resigned could come back now (RULES 5, Return).

        Whether the others allow it is not the rules' business. Raises `DjambiError` if the variant
        lacks the party.

        >>> after = Position.start("square-4", "hallepee").resign("b")
        >>> after.may_rejoin("b"), after.may_rejoin("r")
        (True, False)
        """
        number = self._number(party)
        return self.variant.initial[number] != "absent" and self.borrowed().may_return(number)

    def rejoin(self, party: str) -> Position:
        """Return the position after a party that resigned has come back (RULES 5, Return).

        Raises:
            DjambiError: the variant lacks the party.
            IllegalTurn: the rules do not let it come back now; the reason says why.

        >>> after = Position.start("square-4", "hallepee").resign("b")
        >>> str(after.rejoin("b")).split(" ")[3:]
        ['r,b,y,g', 'rbyg', 'r', '0', '0']
        """
        if not self.may_rejoin(party):
            reason = reason_against_return(self, party)
            raise IllegalTurn(str(self), f"{party} returns", reason.sentence())
        kernel = self.borrowed()
        kernel.come_back(self._number(party))
        return self._after(kernel)

    def may_act(self, piece: Piece, target: Piece) -> bool:
        """Whether a piece may act on another living one (RULES 3.2), wherever it can go."""
        bit = {"D": codes.DISPLACE, "N": 0}.get(piece.kind, codes.KILL)
        code = self._frame.code_of[str(target)]
        return self.borrowed().acts_permitted(self._number(piece.party), code) & bit != 0

    def act_mark(self, origin: str, target: str) -> str:
        """What a step would do, as the long form marks it: `-`, `x`, `@` or `~`.

        Raises `UnknownCell` for a name that the board lacks.
        """
        piece = self.piece_at(origin)
        if piece is None or not self._contents[self.board.index(target)]:
            return "-"
        return {"D": "@", "N": "~"}.get(piece.kind, "x")

    # -- for search ---------------------------------------------------------------------------

    def kernel(self) -> Kernel:
        """The position as a kernel of one's own, for search and counting."""
        kernel = self._frame.kernel()
        kernel.load(self._contents, (*self._header, self._quiet, self._ply))
        return kernel

    def borrowed(self) -> Kernel:
        """The position on this thread's kernel: good until anything is asked of any position.

        Whoever plays on it takes it back, for it is never cleared otherwise.
        """
        kernel = self._frame.lent()
        kernel.load(self._contents, (*self._header, self._quiet, self._ply))
        return kernel

    # -- turned, mirrored, relabelled ---------------------------------------------------------

    def turned(self, steps: int) -> Position:
        """The same with the board turned by so many corners, counter-clockwise.

        The square has four corners, the hexagons six, a polygon n. Parties keep their letters,
        their seats and their turn.

        >>> start = Position.start()
        >>> start.turned(1).pieces["i1"], start.turned(4) == start
        (Piece(party='r', kind='C'), True)
        """
        return self.mapped(turning(self.board, steps))

    def mirrored(self) -> Position:
        """The same in the mirror: maze and first corner stay, left and right are exchanged.

        >>> start = Position.start()
        >>> start.mirrored().pieces["a2"], start.mirrored().mirrored() == start
        (Piece(party='r', kind='A'), True)
        """
        return self.mapped(mirroring(self.board))

    def mapped(self, cells: Sequence[int]) -> Position:
        """The same with everything on another cell: `cells[old] = new`, by number.

        The cells must be those of an automorphism of the board (see `djambi.position.symmetry`).
        """
        contents = bytearray(len(self._contents))
        for cell, code in enumerate(self._contents):
            contents[cells[cell]] = code
        return Position(self._frame, bytes(contents), self._header, self._quiet, self._ply)

    def relabelled(self, letters: str) -> Position:
        """The same with other letters for the parties, seats and turn included.

        Args:
            letters: the new letter of each party, in seat order of the variant.

        Raises:
            DjambiError: `letters` are not those of the variant.

        >>> start = Position.start(layout="rotated")
        >>> turned = start.turned(1).relabelled("bygr")
        >>> turned.pieces == start.pieces, turned.order, turned.seat
        (True, 'bygr', 'b')
        """
        return Position.from_setup(relabelled(self.setup(), letters))

    # -- shown --------------------------------------------------------------------------------

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        # Drawing stands behind the library; only whoever looks loads it.
        from djambi.render import svg

        return svg(self, size=_SHOWN)

    # -- as a value ---------------------------------------------------------------------------

    def setup(self) -> Setup:
        """The position as a setup, which can be edited."""
        return Setup(
            self.variant,
            self.rules,
            tuple(map(self._frame.words.__getitem__, self._contents)),
            self.parties,
            self.order,
            self.seat,
            self.mover if self.bonus else None,
            self.winners,
            self._quiet,
            self._ply,
        )

    def __str__(self) -> str:
        text = self._text
        if text is None:
            text = self._text = str(self.setup())
        return text

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            # A party's Militants are the same, and what is known of contacts is not told.
            self._contents.translate(self._frame.same)
            == other._contents.translate(other._frame.same)
            and self._header[: codes.CONTACT] == other._header[: codes.CONTACT]
            and (self._quiet, self._ply) == (other._quiet, other._ply)
            and self.rules == other.rules
            and self.variant.name == other.variant.name
        )

    def __hash__(self) -> int:
        return self.key

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[str, str, bytes, bytes, int, int]]:
        rules = str(self.rules)
        return _restored, (
            self.variant.name, rules, self._contents, self._header, self._quiet, self._ply,
        )  # fmt: skip


def _restored(
    variant: str, rules: str, contents: bytes, header: bytes, quiet: int, ply: int
) -> Position:
    """A pickled position again."""
    return Position(frame_named(variant, rules), contents, header, quiet, ply)
