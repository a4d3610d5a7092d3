"""The appearance of everything on a board, decided once for the SVG and the text board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

from djambi.errors import DjambiError
from djambi.parties import Party, Piece
from djambi.position.base import BasePosition


def milliseconds(pace: float) -> int:
    """Return how long an animation shows each turn, from a pace in seconds per turn.

    Raises:
        DjambiError: the pace is not from 0.05 to 60.

    >>> milliseconds(1.2)
    1200
    """
    if not 0.05 <= pace <= 60:
        raise DjambiError(f"pace is from 0.05 to 60 seconds a turn, not {pace}")
    return round(1000 * pace)


@runtime_checkable
class TurnView(Protocol):
    """A turn as far as a board shows it; cells are names, and a pass has none."""

    @property
    def origin(self) -> str | None: ...
    @property
    def target(self) -> str | None: ...
    @property
    def place(self) -> str | None: ...
    @property
    def victims(self) -> Sequence[str]: ...
    @property
    def exit(self) -> str | None: ...
    @property
    def exit_place(self) -> str | None: ...
    @property
    def exit_victims(self) -> Sequence[str]: ...


class PieceAppearance(NamedTuple):
    """Everything that the drawing of a piece or corpse depends on; a corpse has no party."""

    party: str = ""
    kind: str = ""
    lord: str = ""
    """The letter of the party that controls it, if that is another one."""
    state: str = ""
    """`frozen`, `sleeping`, `hostage` or empty."""
    crown: bool = False
    """Whether it is a Chief in power."""


CORPSE: Final = PieceAppearance()
"""The appearance of a corpse."""


def appearances(position: BasePosition) -> dict[str, PieceAppearance]:
    """Return the appearance of everything on the board, by cell name, in cell order."""
    parties = {party.letter: party for party in position.parties}
    shown = dict.fromkeys(position.corpses, CORPSE)
    maze = position.board.cells[position.board.maze]
    for name, piece in position.pieces.items():
        crown = name == maze and piece.kind == "C" and piece.party == position.ruler
        shown[name] = appearance_of(piece, parties[piece.party], crown=crown)
    return {name: shown[name] for name in position.board.cells if name in shown}


def appearance_of(piece: Piece, party: Party, *, crown: bool) -> PieceAppearance:
    """Return the appearance of a piece of this party; a Chief *sleeps* in the states of RULES 1."""
    state = ""
    if party.status in ("frozen", "hostage"):
        state = party.status
    if piece.kind == "C" and party.status in ("frozen", "held", "inherited"):
        state = "sleeping"
    return PieceAppearance(piece.party, piece.kind, party.lord or "", state, crown)


def fortress_closed(position: BasePosition) -> bool:
    """Return whether a Chief in power has closed the fortress (RULES 3.1)."""
    return bool(position.board.fortress) and position.rules.fortress and position.ruler is not None


def changed_cells(turn: TurnView | None) -> tuple[str, ...]:
    """Return the cells that a turn names, each once, in order."""
    if turn is None:
        return ()
    named = (
        *(turn.origin, turn.target, turn.place, *turn.victims),
        *(turn.exit, turn.exit_place, *turn.exit_victims),
    )
    return tuple(dict.fromkeys(name for name in named if name))
