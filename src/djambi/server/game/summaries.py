"""Summaries of games, kept beside their logs so that lists need no replay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from djambi.server.game.due_events import next_look, turn_until
from djambi.server.game.events import SeatRow
from djambi.server.game.presenter import seat_view
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import free_seats, stage_of
from djambi.server.game.table_state import OnlineTable
from djambi.server.schemas.terms import Terms
from djambi.server.timekeeping import iso
from djambi.views.games import GameSummaryView
from djambi.views.positions import pieces_and_corpses

RECENT_GAMES: Final = 50
"""Games in a page of the list of games, at most."""

decode_seats: Final = msgspec.json.Decoder(list[SeatRow]).decode
"""Return the seats of a game from its summary, where they are JSON."""

decode_terms: Final = msgspec.json.Decoder(Terms).decode
"""Return the terms of a table from its listing, where they are JSON."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in the list of games; `winners` is None while it is open.

    `mover` is None when it is over, and while an online table pauses: nobody is to move then.
    """

    seats: str
    position: str
    ply: int
    mover: str | None
    winners: str | None
    beside: TableSummary | None = None


@dataclass(frozen=True, slots=True)
class TableSummary:
    """The columns by which an online table is found, apart from its log.

    `stage` is as in the table `games`; `invite` the key of its link; `listed` whether the lobby
    shows it; `deadline` when somebody has to look at it, `turn_until` by when who is to move has to
    have played. `players` are all who sit, sat or are awaited there, with their parties; `shown`
    whether others may find the game by them.
    """

    stage: str
    invite: str
    listed: bool
    deadline: int | None
    turn_until: int | None
    players: frozenset[tuple[str, str]]
    shown: bool


@dataclass(frozen=True, slots=True)
class TableListing:
    """The columns by which a new online table is found from its beginning."""

    host: str
    terms: str
    series: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the list; times in milliseconds, UTC."""

    id: str
    variant: str
    rules: str
    created: int
    played: int
    summary: GameSummary


def summary_of(state: GameState) -> GameSummary:
    """Return what the list of games says of a state."""
    result = state.position.result
    return GameSummary(
        seats=msgspec.json.encode(list(state.seats.values())).decode(),
        position=str(state.position),
        ply=state.position.ply,
        mover=None if state.online is not None and state.paused else state.mover,
        winners=None if result is None else "".join(p for p, share in result.items() if share),
        beside=None if state.online is None else _table_summary(state, state.online),
    )


def _table_summary(state: GameState, online: OnlineTable) -> TableSummary:
    stage = stage_of(state)
    watched = stage == "playing" and online.terms.watch == "all"
    awaits = any(row.player == "person" for row in state.seats.values()) and free_seats(state)
    return TableSummary(
        stage="ended" if stage == "over" else stage,
        invite=online.invite,
        listed=watched or (stage == "waiting" and online.terms.listed and bool(awaits)),
        deadline=next_look(state),
        turn_until=turn_until(state),
        players=frozenset(_players(state, online)),
        shown=not online.terms.anonymous,
    )


def _players(state: GameState, online: OnlineTable) -> list[tuple[str, str]]:
    """Return everybody who sits there, is awaited there, or was the first on a seat."""
    rows = state.seats.values()
    sitting = [(row.device, row.party) for row in rows if row.player == "person"]
    awaited = [(row.kept, row.party) for row in rows if row.kept]
    return [*sitting, *awaited, *((account, party) for party, account in online.first.items())]


def table_made(game: str, state: GameState) -> TableListing | None:
    """Return what a new table is found by; None for a game at this computer."""
    online = state.online
    if online is None:
        return None
    terms = msgspec.json.encode(online.terms).decode()
    return TableListing(online.owner, terms, online.series or game)


def edition_of(rules: str) -> str:
    """Return the edition that rules, as they are stored, begin with.

    >>> edition_of("bga,own_kills=none")
    'bga'
    """
    return rules.partition(",")[0]


def summary_view(row: GameRow) -> GameSummaryView:
    """Return a game as the list of games shows it."""
    pieces, corpses = pieces_and_corpses(row.summary.position)
    return GameSummaryView(
        id=row.id,
        variant=row.variant,
        edition=edition_of(row.rules),
        rules=row.rules,
        seats=[seat_view(seat) for seat in decode_seats(row.summary.seats)],
        created=iso(row.created),
        played=iso(row.played),
        ply=row.summary.ply,
        mover=row.summary.mover,
        over=row.summary.winners is not None,
        winners=row.summary.winners or "",
        pieces=pieces,
        corpses=corpses,
    )
