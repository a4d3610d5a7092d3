"""What the renderers ask of a position: anything with these attributes can be drawn.

`Position` has them all, and so has whatever a test or a tool puts together. How a piece looks
follows from them here, once, for the SVG board and the board in text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from djambi.geometry import Board


class PieceView(Protocol):
    """A living piece."""

    @property
    def party(self) -> str:
        """The letter of its party."""
        ...

    @property
    def kind(self) -> str:
        """One of `C A R D N M`."""
        ...


class PartyView(Protocol):
    """A party and its state (RULES 1)."""

    @property
    def letter(self) -> str:
        """One of `r b y g p o w k`."""
        ...

    @property
    def status(self) -> str:
        """`active`, `vassal`, `inherited`, `frozen`, `held` or `hostage`."""
        ...

    @property
    def lord(self) -> str | None:
        """The party that controls it, where another one does."""
        ...


class RulesView(Protocol):
    """The one option that a drawing depends on."""

    @property
    def fortress(self) -> bool:
        """Whether a Chief in power closes the fortress (RULES 3.1)."""
        ...


class VariantView(Protocol):
    """The variant."""

    @property
    def name(self) -> str:
        """Its name, `square-4` for instance."""
        ...


class View(Protocol):
    """A position as the renderers see it; cells go by name."""

    @property
    def variant(self) -> VariantView: ...
    @property
    def board(self) -> Board: ...
    @property
    def rules(self) -> RulesView: ...
    @property
    def pieces(self) -> Mapping[str, PieceView]: ...
    @property
    def corpses(self) -> Sequence[str]: ...
    @property
    def parties(self) -> Sequence[PartyView]: ...
    @property
    def ruler(self) -> str | None: ...
    @property
    def mover(self) -> str | None: ...
    @property
    def ply(self) -> int: ...


class TurnView(Protocol):
    """A turn as far as a board shows it; cells go by name, a pass has none."""

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


class Look(NamedTuple):
    """How a piece is drawn: everything that its picture depends on. A corpse has no party."""

    party: str = ""
    kind: str = ""
    lord: str = ""
    """The letter of the party that controls it, where another one does; else nothing."""
    state: str = ""
    """`frozen`, `sleeping` or `hostage`; else nothing."""
    crown: bool = False
    """A Chief in power."""


CORPSE = Look()


def looks(view: View) -> dict[str, Look]:
    """The look of everything that stands on the board, by cell name, in cell order."""
    parties = {party.letter: party for party in view.parties}
    shown = dict.fromkeys(view.corpses, CORPSE)
    maze = view.board.cells[view.board.maze]
    for name, piece in view.pieces.items():
        crown = name == maze and piece.kind == "C" and piece.party == view.ruler
        shown[name] = look_of(piece, parties[piece.party], crown=crown)
    return {name: shown[name] for name in view.board.cells if name in shown}


def look_of(piece: PieceView, party: PartyView, *, crown: bool = False) -> Look:
    """The look of one piece of this party. A Chief *sleeps* in the states of RULES 1."""
    state = ""
    if party.status in ("frozen", "hostage"):
        state = party.status
    if piece.kind == "C" and party.status in ("frozen", "held", "inherited"):
        state = "sleeping"
    return Look(piece.party, piece.kind, party.lord or "", state, crown)


def fortress_closed(view: View) -> bool:
    """Whether there is a fortress and a Chief in power has closed it (RULES 3.1)."""
    return bool(view.board.fortress) and view.rules.fortress and view.ruler is not None


def changed_cells(turn: TurnView | None) -> tuple[str, ...]:
    """The cells that a turn concerned, each once, in the order in which it names them."""
    if turn is None:
        return ()
    named = (
        *(turn.origin, turn.target, turn.place, *turn.victims),
        *(turn.exit, turn.exit_place, *turn.exit_victims),
    )
    return tuple(dict.fromkeys(name for name in named if name))
