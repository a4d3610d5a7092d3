"""The figures of `self_play_statistics` as Markdown: what stands on the page for researchers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from djambi.bots.matches import wilson_interval
from djambi.errors import DjambiError
from djambi.files import write_whole
from djambi.research.self_play_statistics import (
    ALL_EDITIONS,
    OPENING_TURNS,
    PHASES,
    SelfPlayStatistics,
)
from djambi.texts import say

BEGIN: Final = "<!-- figures: begin -->"
END: Final = "<!-- figures: end -->"
"""The lines of a page between which figures stand."""


def replace_figures(page: Path, statistics: SelfPlayStatistics) -> None:
    """Write the figures into a page, between the lines `BEGIN` and `END`.

    Raises:
        DjambiError: it does not have each of these lines once, in this order, or is not UTF-8.
        OSError: it cannot be read or written.
    """
    try:
        text = page.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise DjambiError(f"{page}: not UTF-8 text") from error
    before, begin, rest = text.partition(f"{BEGIN}\n")
    _, end, after = rest.partition(f"{END}\n")
    if not begin or not end or BEGIN in after or END in after:
        raise DjambiError(f"{page}: no lines {BEGIN} and {END} to put figures between")
    write_whole(page, f"{before}{begin}\n{markdown(statistics)}\n\n{end}{after}")


def markdown(statistics: SelfPlayStatistics) -> str:
    """Return the figures as Markdown, in sections of the third level, without a final newline."""
    parts = (_basis, _branching, _lengths, _shared, _reasons, _seats)
    return "\n\n".join(part(statistics) for part in parts)


def _basis(statistics: SelfPlayStatistics) -> str:
    played = ", ".join(f"`{name}`" for name in statistics.levels)
    many = f"{statistics.games:,} game{'s' * (statistics.games != 1)}"
    return (
        f"Made from **{many}** with {statistics.turns:,} turns; on all seats: {played}. "
        "Intervals are Wilson's at 95 %."
    )


def _branching(statistics: SelfPlayStatistics) -> str:
    cells = {
        (each.variant, each.phase): f"{each.mean:,.0f} ({each.median:,.0f}, {each.high:,.0f})"
        for each in statistics.branching
    }
    rows = (
        [board, *(cells.get((board, phase), "") for phase in PHASES), f"10^{size:.0f}"]
        for board, size in statistics.complexity.items()
    )
    return _section(
        "Branching factor by phase and board",
        "Legal turns at a turn, every placement counted: the mean, and in brackets the median and "
        f"what nine turns in ten do not exceed. *Opening*: the first {OPENING_TURNS} turns of each "
        "party; after that *all* parties are active, *some* are not, or it is a *duel*. *Tree*: "
        "the product of these numbers over a game (its geometric mean over games).",
        _table(["board", *PHASES, "tree"], rows),
    )


def _lengths(statistics: SelfPlayStatistics) -> str:
    cells = {
        (each.variant, each.rules): f"{each.median:.0f} ({each.low:.0f}–{each.high:.0f})"
        for each in statistics.lengths
    }
    return _section(
        "Length of a game",
        "Turns: the median, and in brackets what one and nine games in ten do not exceed.",
        _by_edition(statistics, cells),
    )


def _shared(statistics: SelfPlayStatistics) -> str:
    cells = {
        (each.variant, each.rules): _percent(each.shared, each.low, each.high)
        for each in statistics.shared
    }
    return _section(
        "Shared games",
        "How many games nobody wins alone, with intervals; games broken off are among them.",
        _by_edition(statistics, cells),
    )


def _reasons(statistics: SelfPlayStatistics) -> str:
    reasons = sorted({reason for counts in statistics.reasons.values() for reason in counts})
    rows: list[list[str]] = []
    for rules, counts in statistics.reasons.items():
        games = sum(counts.values())
        intervals = (
            _percent(counts.get(reason, 0) / games, *wilson_interval(counts.get(reason, 0), games))
            for reason in reasons
        )
        rows.append([rules, f"{games:,}", *intervals])
    return _section(
        "How games end",
        "By edition, all boards together; the reasons are those of the [data](data.md#games).",
        _table(["edition", "games", *(f"`{reason}`" for reason in reasons)], rows),
    )


def _seats(statistics: SelfPlayStatistics) -> str:
    tables: list[str] = []
    for board in statistics.complexity:
        seats = [each for each in statistics.seats if each.variant == board]
        parties = list(dict.fromkeys(each.party for each in seats))
        games = {each.rules: each.games for each in seats}
        cells = {
            (each.rules, each.party): _percent(each.share, each.low, each.high, each.differs)
            for each in seats
        }
        rows = (
            [rules, f"{games[rules]:,}", *(cells[rules, party] for party in parties)]
            for rules in games
        )
        names = (say(f"party.{party}.adjective", "en") for party in parties)
        tables.append(
            f"**{board}**, an equal share is {seats[0].fair:.1%}:\n\n"
            + _table(["edition", "games", *names], rows)
        )
    many, marked = len(statistics.seats), sum(each.differs for each in statistics.seats)
    return _section(
        "What a seat is worth",
        "Each seat's mean share of a game, with intervals, in the order in which they move. Bold: "
        f"the interval excludes an equal share, as {marked} of {many} do; if all seats were "
        f"alike, up to {many * 0.05:.0f} would by chance.",
        "\n\n".join(tables),
    )


def _by_edition(statistics: SelfPlayStatistics, cells: Mapping[tuple[str, str], str]) -> str:
    """Return a table of boards and editions, with how many games each board has."""
    editions = [*statistics.reasons, ALL_EDITIONS]
    games = {each.variant: each.games for each in statistics.lengths if each.rules == ALL_EDITIONS}
    rows = (
        [board, f"{many:,}", *(cells.get((board, rules), "") for rules in editions)]
        for board, many in games.items()
    )
    return _table(["board", "games", *editions], rows)


def _percent(share: float, low: float, high: float, bold: bool = False) -> str:
    text = f"{share:.1%}"
    return f"{f'**{text}**' if bold else text} ({low * 100:.1f}–{high * 100:.1f})"


def _section(title: str, about: str, content: str) -> str:
    return f"### {title}\n\n{about}\n\n{content}"


def _table(header: list[str], rows: Iterable[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
