"""The public value of the game: an immutable, checked position (NOTATION 1 and 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from djambi.errors import BadPosition, DjambiError, IllegalTurn, require, whole_number
from djambi.kernel.rules import codes
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.turns import PASS
from djambi.position.base import BasePosition
from djambi.position.legal_turns import LegalTurns
from djambi.position.matching import match_text
from djambi.position.reasons import Reason, reason_against, reason_against_return
from djambi.position.rules_context import rules_context, rules_context_named
from djambi.position.setup_reading import MAX_COUNT
from djambi.position.setups import Setup
from djambi.position.stages import Stage, stage_of
from djambi.position.symmetry import (
    Symmetry,
    checked_symmetry,
    mirroring,
    relabelled,
    turning,
)
from djambi.position.turn import Turn
from djambi.position.turn_errors import find_turn
from djambi.rules import Rules, Variant

NOTEBOOK_WIDTH_PX: Final = 420
"""The width of the picture that notebooks show of a position, and of a game."""


class Position(BasePosition):
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

    __slots__ = ()

    # -- made from texts, setups and kernels ----------------------------------------------------

    @classmethod
    def start(
        cls, variant: str = "square-4", edition: str | None = None, **options: object
    ) -> Position:
        """Return the start of a game (RULES 2.4, 8).

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
        return cls.start_by(found, Rules.of(edition or found.default_edition, **options))

    @classmethod
    def start_by(cls, variant: Variant, rules: Rules | None = None) -> Position:
        """Return the start of a game by rules that are at hand (RULES 2.4, 8).

        By default they are those of the variant's own edition.

        >>> start = Position.start_by(Variant.get("hex-3"), Rules.of("bga"))
        >>> start == Position.start("hex-3", "bga")
        True
        """
        require(variant, Variant, "variant", "a Variant")
        if rules is None:
            rules = Rules.of(variant.default_edition)
        require(rules, Rules, "rules", "Rules")
        return cls.from_setup(Setup.start(variant, rules))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the text of NOTATION 1; raise `BadPosition`, naming every fault.

        White space around it is ignored, and so is a byte order mark before it: a line of a file
        can be given as it is.

        >>> try:
        ...     Position.parse("square-4 original 9/9/9/9/4rM4/9/9/9/9 r,b,y>r,g>b rbyg z 0 -1")
        ... except BadPosition as error:
        ...     for fault in error.faults:
        ...         print(fault)
        placement: rM on e5, the maze: only a Chief may live there
        parties: r: active, without a Chief on the board
        parties: b: active, without a Chief on the board
        turn: square-4 has no party 'z'
        ply: '-1' is not a number from 0 to 999999999
        """
        return cls.from_setup(Setup.parse(text))

    @classmethod
    def from_setup(cls, setup: Setup) -> Position:
        """Return the position that a setup describes; raise `BadPosition`, naming every fault."""
        require(setup, Setup, "setup", "a Setup")
        faults = setup.faults()
        if faults:
            raise BadPosition(faults)
        context = rules_context(setup.variant, setup.rules)
        return cls(context, *context.pack(setup), setup.quiet, setup.ply)

    def reached(self, kernel: Kernel) -> Position:
        """Return the position that a kernel has reached, which `kernel` made of this one.

        >>> start = Position.start()
        >>> kernel = start.kernel()
        >>> kernel.random_play(10, seed=1)
        10
        >>> start.reached(kernel).ply
        10
        """
        require(kernel, Kernel, "kernel", "a Kernel")
        return self._reached(kernel)

    def _reached(self, kernel: Kernel) -> Position:
        entries = kernel.entries()
        return Position(
            self._context,
            kernel.contents(),
            bytes(entries[: codes.QUIET]),
            # What is written can be read: the counters stop where numbers end.
            min(entries[codes.QUIET], MAX_COUNT),
            min(entries[codes.PLY], MAX_COUNT),
        )

    def restored(self, contents: bytes, entries: Sequence[int]) -> Position:
        """Return the position that a kernel's contents and entries describe, once it is checked.

        Args:
            contents: what `Kernel.contents` returned, in a position of the same variant and rules.
            entries: what `Kernel.entries` returned there.

        Raises:
            DjambiError: no position of the game is so, or the numbers mean nothing.

        >>> start = Position.start()
        >>> kernel = start.play("c3-e3").kernel()
        >>> start.restored(kernel.contents(), kernel.entries()) == start.play("c3-e3")
        True
        """
        if len(contents) != len(self._contents) or len(entries) != codes.HEADER:
            raise DjambiError("it has another number of cells, or of entries")
        try:
            pieces = [code for code in contents if code >= codes.PIECE]
            header = bytes(entries[: codes.QUIET])
            found = Position(self._context, contents, header, *entries[codes.QUIET :])
            setup = found.setup()
        except (IndexError, TypeError, ValueError):
            raise DjambiError("a number in it stands for nothing") from None
        if len(set(pieces)) < len(pieces):
            raise DjambiError("a piece stands on two cells")
        # What is written of it, and read again, is the same, unless entries contradict each other.
        if found != Position.from_setup(setup) or header[codes.CONTACT] > 1:
            raise DjambiError("its entries contradict each other")
        return found

    def _after(self, kernel: Kernel) -> Position:
        """Return the position after the one thing played on the scratch kernel; take it back."""
        after = self._reached(kernel)
        kernel.take_back()
        return after

    # -- turns ----------------------------------------------------------------------------------

    def legal_turns(self, origin: str | None = None, target: str | None = None) -> LegalTurns:
        """Return the legal turns as a lazy view (RULES 3).

        Of the piece on `origin` only, or to `target` only, if they are given. Raises
        `UnknownCell` for a name that the board lacks.

        >>> len(Position.start().legal_turns("c3")), len(Position.start().legal_turns(target="e3"))
        (12, 2)
        """
        return LegalTurns(self, origin, target)

    def stage(self, prefix: str = "") -> Stage:
        """Return what can be chosen next in a turn of which `prefix` is written already.

        Raise `IllegalTurn` if no legal turn begins so.

        >>> start = Position.start()
        >>> [choice.text for choice in start.stage("c3").choices][:3]
        ['-e1', '-d2', '-d3']
        """
        return stage_of(self, prefix)

    def why_not(self, origin: str, target: str) -> Reason | None:
        """Return why the piece on one cell may not go to another, or None if it may.

        Raise `UnknownCell` for a name that the board lacks.

        >>> Position.start().why_not("a1", "e5")
        Reason(code='way_blocked')
        """
        return reason_against(self, origin, target)

    def turn(self, text: str) -> Turn:
        """Return the legal turn that a text means, in short or long form (NOTATION 2).

        Raises:
            UnreadableTurn: it is not the text of a turn.
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
        """Return the legal turn that a text means, or None if it means none."""
        return match_text(self, text)

    def play(self, turn: Turn | str) -> Position:
        """Return the position after a turn and all that follows it (RULES 3 to 7).

        Raises the errors of `turn` for a text, `IllegalTurn` for a Turn that is not legal here.
        """
        if isinstance(turn, str):
            turn = find_turn(self, turn)
            kernel = self.scratch_kernel()
        else:
            require(turn, Turn, "turn", "a Turn or its text")
            kernel = self.scratch_kernel()
            if turn.board != self.board or not kernel.is_legal(turn.packed):
                raise IllegalTurn(str(self), str(turn), "it is not legal here")
        kernel.play(turn.packed)
        return self._after(kernel)

    def long_line(self, turns: Iterable[Turn | str]) -> str:
        """Return turns played from here one after another in the long form (NOTATION 2).

        Raises the errors of `play` at the first that cannot be played.

        >>> Position.start().long_line(["c3-f6", "g1-e1"])
        'Nc3-f6 Mg1-e1'
        """
        require(turns, Iterable, "turns", "turns or their texts")
        words: list[str] = []
        here = self
        for each in turns:
            turn = here.turn(each) if isinstance(each, str) else each
            after = here.play(turn)
            words.append(turn.long(here))
            here = after
        return " ".join(words)

    def upcoming(self, many: int) -> tuple[tuple[str, bool], ...]:
        """Return who plays next and after, if everybody passes: (letter, whether a bonus turn).

        Fewer than `many` if the game would end before.

        >>> Position.start("hex-3").upcoming(4)
        (('r', False), ('b', False), ('y', False), ('r', False))
        """
        many = whole_number(many, "many")
        found: list[tuple[str, bool]] = []
        here = self
        while len(found) < many and not here.is_over:
            found.append(((here.mover or "") if here.bonus else here.seat, here.bonus))
            kernel = here.scratch_kernel()
            kernel.play(PASS)
            here = here._after(kernel)
        return tuple(found)

    # -- resigning and coming back --------------------------------------------------------------

    def resign(self, party: str) -> Position:
        """Return the position after an active party has given up (RULES 5).

        Raise `DjambiError` if the game is over or the party is not active, or if it is the only
        active one, as a position that was written down may have it: nobody could win then.

        >>> str(Position.start("hex-3").resign("b")).split(" ")[3:]
        ['r,b!*,y', 'rby', 'r', '0', '0']
        """
        state = self.party(party)
        if self.is_over:
            raise DjambiError(f"{party} cannot resign: the game is over")
        if not state.is_active:
            raise DjambiError(f"{party} cannot resign: it is not active but {state.status}")
        if self.active == party:
            raise DjambiError(f"{party} cannot resign: no other party is active")
        kernel = self.scratch_kernel()
        kernel.give_up(self.variant.index(party))
        return self._after(kernel)

    def may_rejoin(self, party: str) -> bool:
        """Return whether a party that resigned could come back now (RULES 5, Return).

        Whether the others allow it is not the rules' business. Raise `DjambiError` if the variant
        lacks the party.

        >>> after = Position.start("square-4", "hallepee").resign("b")
        >>> after.may_rejoin("b"), after.may_rejoin("r")
        (True, False)
        """
        number = self.variant.index(party)
        return self.variant.initial[number] != "absent" and self.scratch_kernel().may_rejoin(number)

    @property
    def rejoinable(self) -> str:
        """Return the letters of the parties that could come back now, in seat order (RULES 5).

        >>> Position.start("square-4", "hallepee").resign("b").rejoinable
        'b'
        """
        return "".join(filter(self.may_rejoin, self.variant.parties))

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
        kernel = self.scratch_kernel()
        kernel.rejoin(self.variant.index(party))
        return self._after(kernel)

    # -- turned, mirrored, relabelled -----------------------------------------------------------

    def turned(self, steps: int) -> Position:
        """Return the position with the board turned by so many corners, counter-clockwise.

        The square has four corners, the hexagons six, a polygon n. Parties keep their letters,
        their seats and their turn.

        >>> start = Position.start()
        >>> start.turned(1).pieces["i1"], start.turned(4) == start
        (Piece(party='r', kind='C'), True)
        """
        return self._seen_by(turning(self.board, steps))

    def mirrored(self) -> Position:
        """Return the mirror image: maze and first corner stay, left and right change places.

        >>> start = Position.start()
        >>> start.mirrored().pieces["a2"], start.mirrored().mirrored() == start
        (Piece(party='r', kind='A'), True)
        """
        return self._seen_by(mirroring(self.board))

    def mapped(self, cells: Sequence[int]) -> Position:
        """Return the position with everything on another cell: `cells[old] = new`, by number.

        Raises:
            TypeError: the cells are not whole numbers.
            DjambiError: they are no symmetry of the board (see `djambi.position.symmetry`).

        >>> try:
        ...     Position.start().mapped([0] * 81)
        ... except DjambiError as error:
        ...     print(error)
        cells: they are not the numbers from 0 to 80, each once (board square)
        """
        return self._seen_by(checked_symmetry(self.board, cells))

    def _seen_by(self, cells: Symmetry) -> Position:
        """Return the position on the board that a symmetry leads to."""
        contents = bytearray(len(self._contents))
        for cell, code in enumerate(self._contents):
            contents[cells[cell]] = code
        return Position(self._context, bytes(contents), self._header, self._quiet, self._ply)

    def relabelled(self, letters: str) -> Position:
        """Return the position with other letters for the parties, seats and turn included.

        Turns stay what they are, returns (RULES 5) where no party that the variant leaves out gets
        another letter: which one may never return goes by the letter.

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

    # -- as a value -----------------------------------------------------------------------------

    def _repr_svg_(self) -> str:
        """Draw the picture that notebooks show, as SVG."""
        # Drawing is loaded only when a picture is asked for.
        from djambi.render import svg

        return svg(self, size=NOTEBOOK_WIDTH_PX)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

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
    """Return a pickled position."""
    return Position(rules_context_named(variant, rules), contents, header, quiet, ply)
