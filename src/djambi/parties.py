"""Pieces and parties as values (RULES 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Status = Literal["active", "vassal", "inherited", "frozen", "held", "hostage"]
"""The states of a party (RULES 1); `inherited` is a vassal by inheritance (RULES 4.5)."""

STATUSES: Final[tuple[Status, ...]] = get_args(Status)
"""Every status, in the order in which the kernel numbers them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A living piece: its party's letter and its kind's (RULES 1).

    >>> str(Piece("r", "C"))
    'rC'
    """

    party: str
    kind: str

    def __str__(self) -> str:
        return self.party + self.kind


@dataclass(frozen=True, slots=True)
class Party:
    """The state of a party (RULES 1), written as NOTATION 1 says.

    >>> str(Party("b", "inherited", "r")), str(Party("y", "frozen", gone=True))
    ('b>r~', 'y!*')
    """

    letter: str
    status: Status = "active"
    lord: str | None = None
    """The party that it is a vassal of or held by; None in every other state."""
    gone: bool = False
    """Whether it resigned or is absent: only a return brings it back (RULES 5)."""

    @property
    def is_active(self) -> bool:
        """Return whether a Chief of its own leads it (RULES 1).

        >>> Party("r").is_active, Party("b", "vassal", "r").is_active
        (True, False)
        """
        return self.status == "active"

    @property
    def is_vassal(self) -> bool:
        """Return whether it belongs to another party, by conquest or inheritance (RULES 4.5).

        >>> Party("b", "inherited", "r").is_vassal, Party("b", "held", "r").is_vassal
        (True, False)
        """
        return self.status in ("vassal", "inherited")

    @property
    def controller(self) -> str | None:
        """Return the party that may move these pieces, if any.

        >>> Party("b", "held", "y").controller, Party("b", "frozen").controller
        ('y', None)
        """
        return self.letter if self.is_active else self.lord

    def __str__(self) -> str:
        marks: dict[str, str] = {
            "active": "",
            "vassal": f">{self.lord}",
            "inherited": f">{self.lord}~",
            "frozen": "!",
            "held": f"!{self.lord}",
            "hostage": "?",
        }
        # A setup may hold anything: what is no status is written so that it is not read as one.
        mark = marks.get(self.status, f"({self.status})")
        return self.letter + mark + "*" * self.gone
