"""What is on the board in an ending: two parties' pieces, and corpses."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from djambi.errors import DjambiError, quoted, require, suggestion

PIECE_NAMES: Final = {
    "C": "chief",
    "A": "assassin",
    "R": "reporter",
    "D": "diplomat",
    "N": "necromobile",
    "M": "militant",
}
"""The words of RULES 1 for the kinds of piece, as they are written on a command line."""

MAX_MEN: Final = 4
"""How many pieces and corpses an ending may have, both Chiefs counted."""

_ORDER: Final = "ARDNM"


class Descent(NamedTuple):
    """What an ending becomes when one of its pieces dies."""

    material: Material
    sources: tuple[int, ...]
    """Per slot of the new ending, the slot of the old one; the dead piece's is a corpse's now."""
    swapped: bool
    """Whether the parties have changed places."""


@dataclass(frozen=True, slots=True)
class Material:
    """The pieces of two parties besides their Chiefs, as letters of RULES 1, and the corpses.

    The party with more pieces comes first, then the one with the kinds that RULES 1 names first;
    `Material.of` sees to it.

    >>> ending = Material.parse("chief militant+chief+assassin")
    >>> str(ending), ending.name, ending.men
    ('CAM-C', 'chief+assassin+militant chief', 4)
    """

    first: str
    second: str
    corpses: int = 0

    def __post_init__(self) -> None:
        """Raise `DjambiError` for a kind that does not exist, and for more than `MAX_MEN`."""
        for letter in self.first + self.second:
            if letter not in _ORDER:
                raise DjambiError(f"{quoted(letter)} is not a piece beside a Chief: {_ORDER}")
        for pieces in (self.first, self.second):
            for letter in set(pieces) - {"M"}:
                if pieces.count(letter) > 1:
                    raise DjambiError(f"a party has one {PIECE_NAMES[letter]}, not more")
        if self.corpses < 0 or self.men > MAX_MEN:
            raise DjambiError(
                f"an ending has at most {MAX_MEN} pieces and corpses, Chiefs counted, "
                f"not {self.men}"
            )
        if _ranked(self.first) > _ranked(self.second) or any(
            pieces != _sorted(pieces) for pieces in (self.first, self.second)
        ):
            raise DjambiError(f"{self} is not in order; see Material.of")

    @classmethod
    def of(cls, one: str, other: str, corpses: int = 0) -> Material:
        """Return the ending of two parties, in whatever order their pieces are named.

        Raises DjambiError as the class itself does.

        >>> str(Material.of("", "MA")), str(Material.of("", "", 1))
        ('CAM-C', 'C-C-x')
        """
        pieces = sorted((_sorted(one), _sorted(other)), key=_ranked)
        return cls(pieces[0], pieces[1], corpses)

    @classmethod
    def parse(cls, text: str) -> Material:
        """Read an ending: `chief+assassin chief`, or in letters `CA C`; corpses after the parties.

        Raises DjambiError for an unknown word, and unless there are two Chiefs.

        >>> str(Material.parse("chief+militant chief corpse")), str(Material.parse("CR-CD"))
        ('CM-C-x', 'CR-CD')
        """
        require(text, str, "text", "an ending")
        words = text.replace("-", " ").split()
        parties = [word for word in words if set(word) != {"x"} and word != "corpse"]
        corpses = sum(1 if word == "corpse" else len(word) for word in words if word not in parties)
        if len(parties) != 2:
            raise DjambiError(
                f"{quoted(text)} is not an ending; two parties, such as: chief+assassin chief"
            )
        one, other = map(_pieces, parties)
        return cls.of(one, other, corpses)

    @property
    def men(self) -> int:
        """Return how many pieces and corpses there are, both Chiefs counted."""
        return 2 + len(self.first) + len(self.second) + self.corpses

    @property
    def name(self) -> str:
        """Return the ending as `parse` reads it, in words."""
        parties = (
            "+".join(PIECE_NAMES[letter] for letter in "C" + pieces)
            for pieces in (self.first, self.second)
        )
        return " ".join((*parties, *["corpse"] * self.corpses))

    def __str__(self) -> str:
        """Return the ending in letters, as `CA-C`; corpses as `CA-C-x`."""
        return f"C{self.first}-C{self.second}" + ("-" + "x" * self.corpses if self.corpses else "")

    @property
    def slots(self) -> tuple[tuple[str, int], ...]:
        """Return the pieces in the order of a table: kind (`x`: a corpse) and party (2: none).

        >>> Material.parse("CA-CM").slots
        (('C', 0), ('C', 1), ('A', 0), ('M', 1))
        """
        return (
            ("C", 0),
            ("C", 1),
            *((letter, 0) for letter in self.first),
            *((letter, 1) for letter in self.second),
            *(("x", 2) for _ in range(self.corpses)),
        )

    def descents(self) -> tuple[Descent, ...]:
        """Return what becomes of it when a piece dies, for each one that is no Chief.

        >>> [(str(material), sources) for material, sources, _ in Material.of("AM", "").descents()]
        [('CM-C-x', (0, 1, 3, 2)), ('CA-C-x', (0, 1, 2, 3))]
        """
        slots = self.slots
        found: list[Descent] = []
        for victim in range(2, self.men - self.corpses):
            left = [slot for slot in range(2, len(slots)) if slot != victim and slots[slot][1] < 2]
            one, other = (
                "".join(slots[slot][0] for slot in left if slots[slot][1] == party)
                for party in (0, 1)
            )
            material = Material.of(one, other, self.corpses + 1)
            # Both keep the order of kinds within a party, so only the parties may change places.
            swapped = _ranked(one) > _ranked(other)
            left.sort(key=lambda slot: (slots[slot][1] ^ swapped, slot))
            chiefs = (1, 0) if swapped else (0, 1)
            dead = [slot for slot in range(2, len(slots)) if slot not in left]
            found.append(Descent(material, (*chiefs, *left, *dead), swapped))
        return tuple(found)


def _ranked(pieces: str) -> tuple[int, list[int]]:
    return -len(pieces), [_ORDER.find(letter) for letter in pieces]


def _sorted(pieces: str) -> str:
    return "".join(sorted(pieces, key=_ORDER.find))


def _pieces(party: str) -> str:
    """Return the letters of a party's pieces without its Chief; raise `DjambiError`."""
    if "+" in party or party.lower() in PIECE_NAMES.values():
        letters = {name: letter for letter, name in PIECE_NAMES.items()}
        found: list[str] = []
        for word in party.lower().split("+"):
            if word not in letters:
                raise DjambiError(f"unknown piece {quoted(word)}; {suggestion(word, letters)}")
            found.append(letters[word])
    else:
        found = list(party)
        for letter in found:
            if letter not in PIECE_NAMES:
                raise DjambiError(
                    f"unknown piece {quoted(letter)}; {suggestion(party, PIECE_NAMES.values())}"
                )
    if found.count("C") != 1:
        raise DjambiError(f"{quoted(party)} has {found.count('C')} Chiefs, a party has one")
    found.remove("C")
    return "".join(found)


THREE_MAN_ENDINGS: Final = tuple(Material.of(letter, "") for letter in _ORDER)
"""Chief and one piece against Chief, for every kind of piece.

>>> [str(material) for material in THREE_MAN_ENDINGS]
['CA-C', 'CR-C', 'CD-C', 'CN-C', 'CM-C']
"""

FOUR_MAN_ENDINGS: Final = (
    *(
        Material.of(one + other, "")
        for one, other in combinations_with_replacement(_ORDER, 2)
        if one != other or one == "M"
    ),
    *(Material.of(one, other) for one, other in combinations_with_replacement(_ORDER, 2)),
)
"""Two pieces against none, and one against one, besides the Chiefs.

>>> len(FOUR_MAN_ENDINGS)
26
"""
