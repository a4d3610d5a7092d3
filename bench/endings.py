"""What the exact tables of endings say, as the tables of docs/endings.md.

    python -m bench.endings FOLDER EDITION [ENDING ...]

FOLDER is where tables are kept; those that are missing are made. Without ENDINGs, as CA-C, the rows
of all with three and four men are written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from djambi.endings import FOUR_MAN_ENDINGS, THREE_MAN_ENDINGS, Endings, Material, statistics_of
from djambi.endings.statistics import EndingStatistics, Power, Share
from djambi.rules import Rules, Variant

_COLUMNS: tuple[tuple[int, Power], ...] = ((0, "nobody"), (0, "first"), (1, "nobody"), (1, "first"))


def per_cent(many: int, of: int) -> str:
    """Return a share in per cent with two decimals; 0 and 100 are exact.

    >>> per_cent(1, 3), per_cent(1, 10**9), per_cent(5, 5), per_cent(0, 5)
    ('33.33', '0.01', '100', '0')
    """
    if many in (0, of):
        return "100" if many else "0"
    return f"{min(max(100 * many / of, 0.01), 99.99):.2f}"


def cell(share: Share) -> str:
    """Return what the first party wins, what is shared, and what the second wins, in per cent."""
    return " / ".join(
        per_cent(many, share.positions) for many in (share.first, share.shared, share.second)
    )


def row(found: EndingStatistics) -> str:
    """Return the row of an ending: four sorts of positions, and the longest win of either party."""
    cells = [cell(found.total(mover, power, bonus=False)) for mover, power in _COLUMNS]
    longest = [str(found.most_turns(party) or "–") for party in range(2)]
    return f"| {' | '.join([f'`{found.material}`', *cells, *longest])} |"


def rows(endings: Endings, materials: tuple[Material, ...]) -> Iterator[str]:
    """Yield the rows of some endings by the rules of some tables; only one is in memory."""
    for material in materials:
        yield row(statistics_of(endings, material))
        endings.forget()


def main(folder: str, edition: str, *chosen: str) -> None:
    """Write the rows of an edition."""
    endings = Endings(Variant.get("square-4"), Rules.of(edition), Path(folder))
    named = tuple(Material.parse(text) for text in chosen)
    for line in rows(endings, named or (*THREE_MAN_ENDINGS, *FOUR_MAN_ENDINGS)):
        print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
