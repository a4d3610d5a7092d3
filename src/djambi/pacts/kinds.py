"""The kinds of promises: one table says for each what keeps, breaks and voids it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from djambi.errors import DjambiError, quoted
from djambi.pacts.deeds import Act, Deed

if TYPE_CHECKING:
    from djambi.position.position import Position

MOST_ROUNDS: Final = 20
"""Rounds for which anything can be promised."""


class About(StrEnum):
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


class Need(StrEnum):
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
    begins: as the kind's :class:`About` asks.
    """

    by: str
    kind: str
    rounds: int
    other: str | None = None
    cell: str | None = None


Test = Callable[[Deed, Promise, str | None], bool]
"""Whether a deed of who promised is the one that it is about; with the cell of the piece now."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the table: everything that one kind of promise is.

    Within one line the deed is looked at first, then the needs, then the end of the rounds, then
    the end of the game. ``starts_out_of_power``: a ruler cannot promise it.
    """

    name: str
    about: About
    deed: Test
    by_deed: Verdict
    by_term: Verdict
    by_end: Verdict
    needs: tuple[Need, ...]
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

KINDS: Final = (
    Kind("peace", About.PARTY, _attacks, _BROKEN, _KEPT, _KEPT, (Need.SELF, Need.OTHER)),
    Kind("attack", About.PARTY, _attacks, _KEPT, _BROKEN, _VOID, (Need.SELF, Need.OTHER)),
    Kind(
        "no_power", About.NOTHING, _takes_power, _BROKEN, _KEPT, _KEPT, (Need.SELF,),
        starts_out_of_power=True,
    ),
    Kind("leave", About.NOTHING, _leaves_power, _KEPT, _BROKEN, _VOID, (Need.SELF, Need.POWER)),
    Kind("spare", About.PIECE, _touches, _BROKEN, _KEPT, _KEPT, (Need.SELF, Need.PIECE)),
)  # fmt: skip
"""All kinds of promises."""


def kind_of(name: str) -> Kind:
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
    if not 1 <= promise.rounds <= MOST_ROUNDS:
        return "promise_rounds"
    if promise.by not in letters or (promise.other is not None and promise.other not in letters):
        return "promise_party"
    given = (promise.other is not None, promise.cell is not None)
    if given != (kind.about is About.PARTY, kind.about is About.PIECE):
        return "promise_about"
    if promise.other == promise.by:
        return "promise_self"
    if promise.cell is not None and promise.cell not in position.board.cells:
        return "promise_piece"
    missing = unmet(kind, promise, position, promise.cell)
    if missing is not None:
        return _MISSING[missing]
    if kind.starts_out_of_power and position.ruler == promise.by:
        return "promise_power"
    return None


_MISSING: Final = {
    Need.SELF: "promise_gone",
    Need.OTHER: "promise_gone",
    Need.PIECE: "promise_piece",
    Need.POWER: "promise_no_power",
}


def unmet(kind: Kind, promise: Promise, position: Position, cell: str | None) -> Need | None:
    """The first need of a promise that a position does not meet; ``cell``: of its piece now."""
    for need in kind.needs:
        match need:
            case Need.SELF:
                met = position.party(promise.by).is_active
            case Need.OTHER:
                met = position.party(promise.other or "").is_active
            case Need.PIECE:
                met = cell is not None and position.piece_at(cell) is not None
            case Need.POWER:
                met = position.ruler == promise.by
        if not met:
            return need
    return None
