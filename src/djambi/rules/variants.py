"""The variants: which parties play, on which board, from where (RULES 2.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, Protocol

from djambi.errors import DjambiError, quoted, require, suggestion
from djambi.geometry import Board, hexagonal_board, polygon_board, square_board
from djambi.rules.options import Layout

PIECE_KINDS: Final = "CARDNM"
"""Letters of the kinds of piece: Chief, Assassin, Reporter, Diplomat, Necromobile, Militant."""

PARTY_LETTERS: Final = "rbygpowk"
"""Red, blue, yellow, green, purple, orange, white, black."""

# Kind and steps u, v from the corner, as RULES 2.4 lists them.
_SETUP = (
    ("C", 0, 0),
    ("A", 1, 0),
    ("R", 0, 1),
    ("D", 1, 1),
    ("N", 2, 2),
    ("M", 2, 0),
    ("M", 0, 2),
    ("M", 2, 1),
    ("M", 1, 2),
)


PIECES_OF_A_PARTY: Final = len(_SETUP)
MILITANTS_OF_A_PARTY: Final = sum(kind == "M" for kind, _, _ in _SETUP)


class HasLayout(Protocol):
    """What a set-up asks of the rules: `Rules` have it."""

    @property
    def layout(self) -> Layout:
        """Return which edge of the corner the Assassins stand on (RULES 2.4)."""
        ...


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of RULES 2.4: its board, its parties, where they start.

    >>> variant = Variant.get("hex-3")
    >>> variant.board.name, variant.parties, [variant.board.cells[c] for c in variant.corners]
    ('hex-61', 'rby', ['e1', 'i5', 'a9'])
    """

    name: str
    board: Board
    parties: str
    """The letters of the parties, in seat order."""
    camps: tuple[int, ...]
    """Per party, the number of its corner in `board.corners` and `board.camps`."""
    default_edition: str
    initial: tuple[str, ...]
    """Per party, how it starts: `active`, `hostage`, `absent` or `vassal of X`."""

    @staticmethod
    def get(name: str) -> Variant:
        """Return the variant of this name; raise `DjambiError`, naming one much like it or all."""
        require(name, str, "variant", "a variant's name")
        if name not in _MAKERS:
            hint = suggestion(name, VARIANT_NAMES)
            raise DjambiError(f"unknown variant {quoted(name)}; {hint}")
        return _made(name)

    @property
    def corners(self) -> tuple[int, ...]:
        """Return each party's corner: the numbers of cells, in seat order."""
        return tuple(self.board.corners[camp] for camp in self.camps)

    def index(self, letter: str) -> int:
        """Return a party's number, counted in seat order; raise `DjambiError` if there is none.

        >>> Variant.get("square-4").index("y")
        2
        """
        if not self.has_party(letter):
            raise DjambiError(f"{quoted(letter)} is not a party of {self.name}")
        return self.parties.index(letter)

    def has_party(self, letter: str) -> bool:
        """Return whether a text is the letter of one of the parties.

        >>> [Variant.get("hex-3").has_party(text) for text in ("b", "g", "rb", "")]
        [True, False, False, False]
        """
        require(letter, str, "party")
        return len(letter) == 1 and letter in self.parties

    def in_seat_order(self, letters: Iterable[str]) -> str:
        """Return those of some letters that are parties of the variant, in seat order, each once.

        >>> Variant.get("square-4").in_seat_order("gbx")
        'bg'
        """
        require(letters, Iterable, "letters", "letters")
        wanted = set(letters)
        return "".join(letter for letter in self.parties if letter in wanted)

    @property
    def players(self) -> str:
        """Return the parties that have a player of their own at the start, in seat order.

        >>> Variant.get("square-2").players
        'ry'
        """
        pairs = zip(self.parties, self.initial, strict=True)
        return "".join(party for party, initial in pairs if initial == "active")

    def players_from(self, active: str) -> str:
        """Return the parties that need a player in a game that starts with these `active`.

        They are in seat order; parties that have a player in the usual set-up are among them.

        >>> Variant.get("square-2").players_from("rb")
        'rby'
        """
        require(active, str, "active")
        return self.in_seat_order(active + self.players)

    def setup(self, rules: HasLayout) -> tuple[tuple[int, str, str], ...]:
        """Return every piece of the set-up as (cell, party, kind), in cell order.

        Only `rules.layout` matters. All parties are set up alike: what has become of the Chief
        of an absent one is decided where the position is made (`Setup.start`).

        >>> from djambi.rules import Rules
        >>> variant = Variant.get("square-4")
        >>> [(variant.board.cells[c], p + k) for c, p, k in variant.setup(Rules.of())][:3]
        [('a1', 'rC'), ('b1', 'rA'), ('c1', 'rM')]
        """
        mirrored = rules.layout is Layout.MIRROR and len(self.parties) % 2 == 0
        pieces: list[tuple[int, str, str]] = []
        for seat, (party, corner) in enumerate(zip(self.parties, self.camps, strict=True)):
            camp = self.board.camps[corner]
            swap = mirrored and seat % 2 == 1
            pieces.extend(
                (camp[v][u] if swap else camp[u][v], party, kind) for kind, u, v in _SETUP
            )
        return tuple(sorted(pieces))


def _square(name: str, *initial: str) -> Variant:
    return Variant(name, square_board(), "rbyg", (0, 1, 2, 3), "original", initial)


def _small_hexagon(name: str) -> Variant:
    board = hexagonal_board(4, diagonals=False)
    return Variant(name, board, "rby", (0, 2, 4), "harcourt", ("active",) * 3)


def _large_hexagon(name: str, last: str) -> Variant:
    board = hexagonal_board(6, diagonals=True)
    initial = ("active",) * 5 + (last,)
    return Variant(name, board, "rbygpo", tuple(range(6)), "harcourt-advanced", initial)


def _polygon(name: str, n: int) -> Variant:
    parties = PARTY_LETTERS[:n]
    return Variant(name, polygon_board(n), parties, tuple(range(n)), "harcourt", ("active",) * n)


_MAKERS: dict[str, Callable[[str], Variant]] = {
    "square-4": lambda name: _square(name, "active", "active", "active", "active"),
    "square-3": lambda name: _square(name, "active", "active", "active", "hostage"),
    "square-2": lambda name: _square(name, "active", "vassal of r", "active", "vassal of y"),
    "hex-3": _small_hexagon,
    "hex-6": lambda name: _large_hexagon(name, "active"),
    "hex-5": lambda name: _large_hexagon(name, "absent"),
    **{f"polygon-{n}": partial(_polygon, n=n) for n in range(3, len(PARTY_LETTERS) + 1)},
}

VARIANT_NAMES: tuple[str, ...] = tuple(_MAKERS)
"""Every name that `Variant.get` knows, in the order of RULES 2.4."""


@cache
def _made(name: str) -> Variant:
    return _MAKERS[name](name)
