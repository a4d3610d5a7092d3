"""The kinds of promises: one table with what keeps, breaks and voids each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from djambi.errors import DjambiError, quoted, suggestion
from djambi.forwarding import renamed
from djambi.pacts.deeds import Act, Deed
from djambi.position.position import Position

MAX_ROUNDS: Final = 20
"""The most rounds that a promise can run."""


PromiseKind = Literal["peace", "attack", "no_power", "leave", "spare"]
"""The names of the kinds, in the order of `KINDS`."""

PromiseFault = Literal[
    "promise_rounds",
    "promise_party",
    "promise_about",
    "promise_self",
    "promise_gone",
    "promise_piece",
    "promise_power",
    "promise_no_power",
]
"""The codes of what may be wrong with a promise."""


class PromiseSubject(StrEnum):
    """The subject of a promise, besides the party that gives it."""

    PARTY = "party"
    PIECE = "piece"
    NOTHING = "nothing"


class Verdict(StrEnum):
    """The verdict on a promise."""

    RUNNING = "running"
    KEPT = "kept"
    BROKEN = "broken"
    VOID = "void"


class Precondition(StrEnum):
    """A precondition of a promise; without it, the promise is void."""

    SELF = "self"
    """The party that gave it is active (RULES 1)."""
    OTHER = "named"
    """The party that it is about is active."""
    PIECE = "piece"
    """The piece that it is about is alive."""
    POWER = "power"
    """The party that gave it is in power (RULES 4.2)."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise of one party, for or within a number of rounds.

    Args:
        by: the letter of the party that gives it.
        kind: the name of a `PromiseRule`.
        rounds: how many rounds it runs, from 1 to `MAX_ROUNDS`.
        other: the party that it is about, if its subject is a party.
        cell: where the piece that it is about stands at the start, if its subject is a piece: one
            that another party controls then, or nobody.
    """

    by: str
    kind: str
    rounds: int
    other: str | None = None
    cell: str | None = None

    @property
    def content(self) -> tuple[str, str, str | None, str | None]:
        """Return who promises what, whatever the rounds: giver, kind, party and cell.

        >>> Promise("r", "peace", 3, "b").content == Promise("r", "peace", 9, "b").content
        True
        """
        return self.by, self.kind, self.other, self.cell


DeedPredicate = Callable[[Deed, Promise, str | None], bool]
"""A test of whether a deed is the one that a promise is about, given its piece's cell now."""


@dataclass(frozen=True, slots=True)
class PromiseRule:
    """The rule of one kind of promise.

    Within one line the deed is judged first, then the preconditions, then the end of the rounds,
    then the end of the game.

    Args:
        name: the kind's name.
        about: its subject.
        deed: the test for the deed that it is about.
        by_deed, by_term, by_end: the verdicts on that deed, at the end of its rounds, and at the
            end of the game.
        needs: its preconditions.
        starts_out_of_power: whether a ruler cannot promise it.
    """

    name: PromiseKind
    about: PromiseSubject
    deed: DeedPredicate
    by_deed: Verdict
    by_term: Verdict
    by_end: Verdict
    needs: tuple[Precondition, ...]
    starts_out_of_power: bool = False


def _attacks(deed: Deed, promise: Promise, _cell: str | None) -> bool:
    return promise.other is not None and deed.attacks(promise.other)


def _takes_power(deed: Deed, _promise: Promise, _cell: str | None) -> bool:
    return deed.act is Act.TAKE_POWER


def _leaves_power(deed: Deed, _promise: Promise, _cell: str | None) -> bool:
    return deed.act is Act.LEAVE_POWER


def _touches(deed: Deed, _promise: Promise, cell: str | None) -> bool:
    hands = (Act.KILL, Act.DISPLACE, Act.PURGE)
    return cell is not None and deed.cell == cell and deed.act in hands


_KEPT, _BROKEN, _VOID = Verdict.KEPT, Verdict.BROKEN, Verdict.VOID

_PARTY, _PIECE, _NOTHING = PromiseSubject.PARTY, PromiseSubject.PIECE, PromiseSubject.NOTHING
_SELF, _OTHER = Precondition.SELF, Precondition.OTHER

KINDS: Final = (
    PromiseRule("peace", _PARTY, _attacks, _BROKEN, _KEPT, _KEPT, (_SELF, _OTHER)),
    PromiseRule("attack", _PARTY, _attacks, _KEPT, _BROKEN, _VOID, (_SELF, _OTHER)),
    PromiseRule(
        "no_power", _NOTHING, _takes_power, _BROKEN, _KEPT, _KEPT, (_SELF,),
        starts_out_of_power=True,
    ),
    PromiseRule(
        "leave", _NOTHING, _leaves_power, _KEPT, _BROKEN, _VOID, (_SELF, Precondition.POWER)
    ),
    PromiseRule("spare", _PIECE, _touches, _BROKEN, _KEPT, _KEPT, (_SELF, Precondition.PIECE)),
)  # fmt: skip
"""The rules of all kinds of promises."""


def kind_of(name: str) -> PromiseRule:
    """Return the rule of the kind of this name.

    Raises:
        DjambiError: there is no such kind.

    >>> kind_of("leave").by_deed.value
    'kept'
    """
    for kind in KINDS:
        if kind.name == name:
            return kind
    hint = suggestion(name, (kind.name for kind in KINDS))
    raise DjambiError(f"unknown kind of promise {quoted(name)}; {hint}")


def fault_of(promise: Promise, position: Position) -> PromiseFault | None:
    """Return the code of what is wrong with a promise in a position, None if it is sound.

    >>> from djambi import Position
    >>> fault_of(Promise("r", "leave", 2), Position.start())
    'promise_no_power'
    """
    kind = kind_of(promise.kind)
    if not 1 <= promise.rounds <= MAX_ROUNDS:
        return "promise_rounds"
    named = [party for party in (promise.by, promise.other) if party is not None]
    if not all(map(position.variant.has_party, named)):
        return "promise_party"
    given = (promise.other is not None, promise.cell is not None)
    if given != (kind.about is PromiseSubject.PARTY, kind.about is PromiseSubject.PIECE):
        return "promise_about"
    if promise.other == promise.by:
        return "promise_self"
    if promise.cell is not None and promise.cell not in position.board.cells:
        return "promise_piece"
    missing = first_unmet(kind, promise, position, promise.cell)
    if missing is not None:
        return _MISSING[missing]
    piece = None if promise.cell is None else position.piece_at(promise.cell)
    if piece is not None and position.controller(piece.party) == promise.by:
        return "promise_self"
    if kind.starts_out_of_power and position.ruler == promise.by:
        return "promise_power"
    return None


_MISSING: Final[dict[Precondition, PromiseFault]] = {
    Precondition.SELF: "promise_gone",
    Precondition.OTHER: "promise_gone",
    Precondition.PIECE: "promise_piece",
    Precondition.POWER: "promise_no_power",
}


def first_unmet(
    kind: PromiseRule, promise: Promise, position: Position, cell: str | None
) -> Precondition | None:
    """Return the first precondition that a position does not meet, None if it meets all.

    Args:
        kind: the rule of the promise.
        promise: the promise.
        position: the position.
        cell: where its piece stands now.
    """
    for need in kind.needs:
        match need:
            case Precondition.SELF:
                met = position.party(promise.by).is_active
            case Precondition.OTHER:
                met = position.party(promise.other or "").is_active
            case Precondition.PIECE:
                met = cell is not None and position.piece_at(cell) is not None
            case Precondition.POWER:
                met = position.ruler == promise.by
        if not met:
            return need
    return None


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        About="PromiseSubject",
        Kind="PromiseRule",
        MOST_ROUNDS="MAX_ROUNDS",
        Need="Precondition",
        unmet="first_unmet",
    )
