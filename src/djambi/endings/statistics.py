"""What a table says as a whole: how much is won, by whom, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import Literal

from djambi.endings.endings import Endings
from djambi.endings.material import Material
from djambi.position import Position

Power = Literal["nobody", "first", "second"]

_POWERS: tuple[Power, ...] = ("nobody", "first", "second")


@dataclass(frozen=True, slots=True)
class Share:
    """Of the positions with the same turn and the same power, how many each party wins."""

    mover: int
    """Whose turn it is: 0, the first party, or 1."""
    bonus: bool
    """Whether it is a bonus turn of a ruler (RULES 6)."""
    power: Power
    """Who is in power."""
    first: int
    """How many positions the first party wins."""
    second: int
    """How many the second party wins."""
    shared: int
    """How many nobody wins by force."""

    @property
    def positions(self) -> int:
        """Return how many positions there are."""
        return self.first + self.second + self.shared


@dataclass(frozen=True, slots=True)
class EndingStatistics:
    """An ending in figures. Positions that are turned or mirrored count one by one."""

    material: Material
    shares: tuple[Share, ...]
    """By turn and power; those without positions are left out."""
    lengths: tuple[tuple[int, ...], tuple[int, ...]]
    """For each party, how many positions it wins in 0, 1, 2 … turns."""
    longest: tuple[Position | None, Position | None]
    """For each party, a position that it wins as late as any, in the opponent's turn or its own."""

    def total(
        self,
        mover: int | None = None,
        power: Power | None = None,
        bonus: bool | None = None,
    ) -> Share:
        """Return the sum of the shares with this mover, power and kind of turn; None: with any."""
        chosen = [
            share
            for share in self.shares
            if mover in (None, share.mover)
            and power in (None, share.power)
            and bonus in (None, share.bonus)
        ]
        return Share(
            -1 if mover is None else mover,
            bool(bonus),
            power or "nobody",
            sum(share.first for share in chosen),
            sum(share.second for share in chosen),
            sum(share.shared for share in chosen),
        )

    def most_turns(self, party: int) -> int:
        """Return the most turns that a win of a party takes; 0 if it wins no position."""
        return max((n for n, many in enumerate(self.lengths[party]) if many), default=0)


def statistics_of(endings: Endings, material: Material) -> EndingStatistics:
    """Return an ending in figures; its table is made if need be."""
    table = endings.table(material)
    counts, lengths, examples = table.census()
    # Two Militants or two corpses can stand the other way round, and it is the same position.
    alike = factorial(max(1, material.corpses)) * (1 + ("MM" in material.first))
    shares: list[Share] = []
    for turn in range(4):
        mover = turn & 1
        for power in range(3):
            at = 9 * turn + 3 * power
            won, lost, shared = (many // alike for many in counts[at : at + 3])
            if won + lost + shared:
                whose = _POWERS[0 if power == 0 else 1 + (mover ^ (power - 1))]
                first, second = (won, lost) if mover == 0 else (lost, won)
                shares.append(Share(mover, turn > 1, whose, first, second, shared))
    longest: list[Position | None] = []
    for party in range(2):
        found = [examples[2 * turn + party] for turn in range(4)]
        best = max(
            (index for index in found if index >= 0),
            key=lambda index: table.values[index],
            default=None,
        )
        longest.append(None if best is None else endings.position(material, best))
    return EndingStatistics(
        material,
        tuple(shares),
        (
            tuple(many // alike for many in lengths[:128]),
            tuple(many // alike for many in lengths[128:]),
        ),
        (longest[0], longest[1]),
    )
