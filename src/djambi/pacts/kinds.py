"""The kinds of promises: one table says for each what keeps, breaks and voids it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from djambi.errors import DjambiError, quoted
from djambi.forwarding import renamed
from djambi.pacts.deeds import Act, Deed

if TYPE_CHECKING:
    from djambi.position.position import Position

MAX_ROUNDS: Final = 20
"""Rounds for which anything can be promised."""


class PromiseSubject(StrEnum):
    """What a promise names besides who gives it."""

    PARTY = "party"
    PIECE = "piece"
    NOTHING = "nothing"


class Verdict(StrEnum):
    """What became of a promise."""

    RUNNING = "running"
    KEPT = "kept"
    BROKEN = "broken"
    VOID = "void"


class Precondition(StrEnum):
    """What a promise needs to make sense; without it, it is void."""

    SELF = "self"
    """Who gave it is active (RULES 1)."""
    OTHER = "named"
    """Whom it is about is active."""
    PIECE = "piece"
    """The piece that it is about lives."""
    POWER = "power"
    """Who gave it is in power (RULES 4.2)."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What one party promises for, or within, so many rounds.

    ``other`` is the party that it is about, ``cell`` the cell on which the piece stands when it
    begins: as the kind's :class:`PromiseSubject` asks.
    """

    by: str
    kind: str
    rounds: int
    other: str | None = None
    cell: str | None = None


DeedPredicate = Callable[[Deed, Promise, str | None], bool]
"""Whether a deed of who promised is the one that it is about; with the cell of the piece now."""


@dataclass(frozen=True, slots=True)
class PromiseRule:
    """A row of the table: everything that one kind of promise is.

    Within one line the deed is looked at first, then the needs, then the end of the rounds, then
    the end of the game. ``starts_out_of_power``: a ruler cannot promise it.
    """

    name: str
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
"""All kinds of promises."""


def kind_of(name: str) -> PromiseRule:
    """Return the kind of this name.

    Raises:
        DjambiError: there is none.

    >>> kind_of("leave").by_deed.value
    'kept'
    """
    for kind in KINDS:
        if kind.name == name:
            return kind
    known = ", ".join(kind.name for kind in KINDS)
    raise DjambiError(f"unknown kind of promise {quoted(name)}; known: {known}")


def fault_of(promise: Promise, position: Position) -> str | None:
    """Why a promise makes no sense in a position, as a code; None if it does.

    Codes: ``promise_rounds``, ``promise_party``, ``promise_about``, ``promise_self``,
    ``promise_gone``, ``promise_piece``, ``promise_power``, ``promise_no_power``.

    >>> from djambi import Position
    >>> fault_of(Promise("r", "leave", 2), Position.start())
    'promise_no_power'
    """
    kind = kind_of(promise.kind)
    letters = position.variant.parties
    if not 1 <= promise.rounds <= MAX_ROUNDS:
        return "promise_rounds"
    if promise.by not in letters or (promise.other is not None and promise.other not in letters):
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
    if kind.starts_out_of_power and position.ruler == promise.by:
        return "promise_power"
    return None


_MISSING: Final = {
    Precondition.SELF: "promise_gone",
    Precondition.OTHER: "promise_gone",
    Precondition.PIECE: "promise_piece",
    Precondition.POWER: "promise_no_power",
}


def first_unmet(
    kind: PromiseRule, promise: Promise, position: Position, cell: str | None
) -> Precondition | None:
    """The first need of a promise that a position does not meet; ``cell``: of its piece now."""
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
