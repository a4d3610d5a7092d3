"""What a position says: what stands where, the state of the parties, whose turn it is.

:class:`BasePosition` reads the kernel's bytes, and asks the kernel only questions about pieces.
Turns are the business of :class:`~djambi.position.position.Position`, which is one of these; what
explains, lists and draws positions stands between the two, and asks for no more than this.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from djambi.errors import DjambiError, quoted, require
from djambi.geometry import Board
from djambi.kernel.rules import codes
from djambi.kernel.rules.kernel import Kernel
from djambi.parties import STATUSES, Party, Piece
from djambi.position.rules_context import RulesContext
from djambi.position.setups import Setup
from djambi.rules import Rules, Variant


def mark_of_act(kind: str) -> str:
    """Return how the long form marks what a piece of this kind does to another (NOTATION 2).

    >>> mark_of_act("D"), mark_of_act("N"), mark_of_act("M")
    ('@', '~', 'x')
    """
    return {"D": "@", "N": "~"}.get(kind, "x")


class BasePosition:
    """A position as it stands, with its rules; :class:`~djambi.Position` adds the turns.

    Immutable, hashable, small. Two positions are equal if their texts are, but for the name of
    the edition that the rules were written from.

    >>> from djambi import Position
    >>> start = Position.start("square-4", "bga")
    >>> start.seat, start.ply, start.pieces["c3"], start.active
    ('r', 0, Piece(party='r', kind='N'), 'rbyg')
    """

    __slots__ = (
        "_contents", "_context", "_corpses", "_header", "_key", "_parties", "_pieces", "_ply",
        "_quiet", "_text",
    )  # fmt: skip

    def __init__(
        self, context: RulesContext, contents: bytes, header: bytes, quiet: int = 0, ply: int = 0
    ) -> None:
        """Wrap what the kernel writes; for the library itself: use `Position.start`.

        `contents` and `header` are what the kernel writes for the cells and for the rest, the
        two counters aside (`djambi.kernel.rules.codes`).
        """
        self._context = context
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

    # -- board and pieces -----------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """Return what is played: board, parties and set-up (RULES 2.4)."""
        return self._context.variant

    @property
    def rules(self) -> Rules:
        """Return the options in force (RULES 8)."""
        return self._context.rules

    @property
    def board(self) -> Board:
        """Return the board (RULES 2)."""
        return self._context.variant.board

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """Return the living pieces by the name of their cell, in cell order.

        >>> from djambi import Position
        >>> Position.start().pieces["a1"]
        Piece(party='r', kind='C')
        """
        pieces = self._pieces
        if pieces is None:
            meaning = self._context.piece_by_code
            found = {
                name: piece
                for name, code in zip(self.board.cells, self._contents, strict=True)
                if (piece := meaning[code]) is not None
            }
            pieces = self._pieces = MappingProxyType(found)
        return pieces

    @property
    def corpses(self) -> tuple[str, ...]:
        """Return the names of the cells where corpses lie, in cell order."""
        corpses = self._corpses
        if corpses is None:
            both = zip(self.board.cells, self._contents, strict=True)
            corpses = self._corpses = tuple(name for name, code in both if code == codes.CORPSE)
        return corpses

    def piece_at(self, cell: str) -> Piece | None:
        """Return the living piece on a cell, if any; raise `UnknownCell` for a name of no cell."""
        return self._context.piece_by_code[self._contents[self.board.index(cell)]]

    def contents_at(self, cell: int) -> int:
        """Return the code (`djambi.kernel.rules.codes`) of what stands on a cell, by its number."""
        return self._contents[cell]

    def pieces_of(self, parties: str) -> Mapping[str, Piece]:
        """Return the living pieces of some parties' colours by the name of their cell.

        >>> from djambi import Position
        >>> start = Position.start("square-2")
        >>> len(start.pieces_of("r")), len(start.pieces_of(start.controlled_by("r")))
        (9, 18)
        """
        require(parties, str, "parties")
        return {cell: piece for cell, piece in self.pieces.items() if piece.party in parties}

    def controlled_pieces(self, party: str) -> Mapping[str, Piece]:
        """Return the living pieces that a party controls, by the name of their cell (RULES 5).

        Raise `DjambiError` if the variant lacks the party.

        >>> from djambi import Position
        >>> len(Position.start("square-2").controlled_pieces("r"))
        18
        """
        return self.pieces_of(self.controlled_by(party))

    def chief_of(self, party: str) -> str | None:
        """Return the cell where a party's Chief stands, or None if it is dead.

        Raise `DjambiError` if the variant lacks the party.

        >>> from djambi import Position
        >>> Position.start().chief_of("y")
        'i9'
        """
        chief = Piece(self.party(party).letter, "C")
        return next((cell for cell, piece in self.pieces.items() if piece == chief), None)

    # -- parties --------------------------------------------------------------------------------

    @property
    def parties(self) -> tuple[Party, ...]:
        """Return the state of every party, in seat order of the variant (RULES 1).

        >>> from djambi import Position
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

    def party(self, letter: str) -> Party:
        """Return the state of one party; raise `DjambiError` if the variant lacks it."""
        return self.parties[self.variant.index(letter)]

    def controller(self, letter: str) -> str | None:
        """Return the active party that may move this party's pieces now, if any (RULES 1).

        Raise `DjambiError` if the variant lacks the party.
        """
        return self.party(letter).controller

    @property
    def active(self) -> str:
        """Return the letters of the active parties, in seat order of the variant (RULES 1).

        >>> from djambi import Position
        >>> Position.start("square-2").active
        'ry'
        """
        return "".join(party.letter for party in self.parties if party.is_active)

    def opponents(self, party: str | None) -> str:
        """Return the letters of the active parties other than one, in seat order.

        None, as `mover` is when the game is over, leaves nobody out. Raise `DjambiError` if the
        variant lacks the party.

        >>> from djambi import Position
        >>> Position.start().opponents("b")
        'ryg'
        """
        return self.active if party is None else self.active.replace(self.party(party).letter, "")

    def controlled_by(self, party: str) -> str:
        """Return the letters of the parties whose pieces a party moves, its own among them.

        Empty if it is not active (RULES 1). Raise `DjambiError` if the variant lacks the party.

        >>> from djambi import Position
        >>> Position.start("square-2").controlled_by("y")
        'yg'
        """
        lord = self.party(party).letter
        return "".join(each.letter for each in self.parties if each.controller == lord)

    @property
    def ruler(self) -> str | None:
        """Return the party in power: the active one whose Chief is in the maze (RULES 4.2)."""
        piece = self._context.piece_by_code[self._contents[self.board.maze]]
        if piece is None or piece.kind != "C":
            return None
        return piece.party if self.party(piece.party).is_active else None

    # -- turn and end ---------------------------------------------------------------------------

    @property
    def order(self) -> str:
        """Return the letters of the seats in their present order (RULES 6)."""
        letters = self.variant.parties
        seats = self._header[codes.ORDER : codes.ORDER + len(letters)]
        return "".join(letters[number] for number in seats)

    @property
    def seat(self) -> str:
        """Return the seat to play, or after which a bonus turn is played; empty when it is over."""
        return "" if self.is_over else self.variant.parties[self._header[codes.SEAT]]

    @property
    def bonus(self) -> bool:
        """Return whether a bonus turn of the ruler is to be played (RULES 6)."""
        return self._header[codes.BONUS] != 0

    @property
    def mover(self) -> str | None:
        """Return the party whose player plays now, or None when the game is over."""
        if self.is_over:
            return None
        if self.bonus:
            return self.variant.parties[self._header[codes.BONUS] - 1]
        return self.controller(self.seat)

    @property
    def quiet(self) -> int:
        """Return the number of turns in a row without a death (RULES 7.4)."""
        return self._quiet

    @property
    def ply(self) -> int:
        """Return the number of turns played since the start."""
        return self._ply

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended (RULES 7)."""
        return self._header[codes.WINNERS] != 0

    @property
    def winners(self) -> str:
        """Return the letters of those who won or share the game; empty while it goes on."""
        bits = self._header[codes.WINNERS]
        return "".join(letter for i, letter in enumerate(self.variant.parties) if bits >> i & 1)

    @property
    def result(self) -> dict[str, float] | None:
        """Return every party's share once the game is over: 1 for a winner, 1/k for each of k."""
        if not self.is_over:
            return None
        winners = self.winners
        return {
            letter: 1 / len(winners) if letter in winners else 0.0
            for letter in self.variant.parties
        }

    # -- pieces against each other --------------------------------------------------------------

    def may_act(self, piece: Piece, target: Piece) -> bool:
        """Return whether a piece may act on another living one, wherever it can go (RULES 3.2).

        Raise `DjambiError` for a piece of a party that the variant lacks, or of no kind.
        """
        for each, name in ((piece, "piece"), (target, "target")):
            require(each, Piece, name, "a Piece")
            self.variant.index(each.party)
            if str(each) not in self._context.code_by_text:
                raise DjambiError(f"{name}: {quoted(each.kind)} is not a kind of piece")
        bit = {"D": codes.DISPLACE, "N": 0}.get(piece.kind, codes.KILL)
        code = self._context.code_by_text[str(target)]
        return (
            self.scratch_kernel().acts_permitted(self.variant.index(piece.party), code) & bit != 0
        )

    def act_mark(self, origin: str, target: str) -> str:
        """Return what a step would do, as the long form marks it: `-`, `x`, `@` or `~`.

        Raise `UnknownCell` for a name that the board lacks.
        """
        piece = self.piece_at(origin)
        if piece is None or not self._contents[self.board.index(target)]:
            return "-"
        return mark_of_act(piece.kind)

    # -- the kernel -----------------------------------------------------------------------------

    def kernel(self) -> Kernel:
        """Return a new kernel at this position, for search and counting."""
        kernel = self._context.new_kernel()
        self.load_into(kernel)
        return kernel

    def load_into(self, kernel: Kernel) -> None:
        """Load this position into a kernel; no turn before it can be taken back.

        Warning: that the kernel is of the same variant and rules is not checked.
        """
        kernel.load(self._contents, (*self._header, self._quiet, self._ply))

    def scratch_kernel(self) -> Kernel:
        """Return this thread's scratch kernel at this position, until any position is asked again.

        Take back what you play on it: nothing else clears it.
        """
        kernel = self._context.scratch_kernel()
        self.load_into(kernel)
        return kernel

    # -- as a value -----------------------------------------------------------------------------

    @property
    def key(self) -> int:
        """Return 64 bits that are the same on every machine and in every version.

        They cover variant, rules, placement, parties, order and turn; not the two counters, nor
        who has won.
        """
        if self._key is None:
            self._key = self.scratch_kernel().zobrist_hash ^ self._context.key_salt
        return self._key

    def release(self) -> None:
        """Release what was worked out for this position.

        It is worked out again when asked for. Useful when very many positions are kept.
        """
        self._text = self._pieces = self._corpses = self._parties = None

    def setup(self) -> Setup:
        """Return the position as a setup, which can be edited."""
        return Setup(
            self.variant,
            self.rules,
            tuple(map(self._context.text_by_code.__getitem__, self._contents)),
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BasePosition):
            return NotImplemented
        return (
            # A party's Militants are the same, and what is known of contacts is not told.
            self._contents.translate(self._context.militants_merged)
            == other._contents.translate(other._context.militants_merged)
            and self._header[: codes.CONTACT] == other._header[: codes.CONTACT]
            and (self._quiet, self._ply) == (other._quiet, other._ply)
            and self.rules == other.rules
            and self.variant.name == other.variant.name
        )

    def __hash__(self) -> int:
        return self.key
