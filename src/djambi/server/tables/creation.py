"""New online tables: as somebody wants one, and the next game of those who have just played."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace as with_fields

from djambi.position.players import may_play, parties_to_seat
from djambi.position.position import Position
from djambi.server.errors import RequestRefused
from djambi.server.game.clocks import checked_clock
from djambi.server.game.events import Created, SeatRow
from djambi.server.game.levels import with_levels
from djambi.server.game.rated import marks_of, stand_in_level
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import people_at, require_online
from djambi.server.identifiers import new_key
from djambi.server.live.new_games import by_party
from djambi.server.plain_text import clean_name
from djambi.server.schemas.tables import NewTableBody, SeatPlan
from djambi.server.schemas.terms import Terms


def checked_terms(terms: Terms) -> Terms:
    """Return the same terms, if they can be; raises RequestRefused for what contradicts itself.

    What has no effect is set back: the times of a clock that is none, say. A rated table has no
    substitutes: the result would be the absent player's, and somebody else's play.

    >>> checked_terms(Terms(rated=True, anonymous=True))
    Traceback (most recent call last):
    djambi.server.errors.RequestRefused: anonymous_rated: An anonymous table cannot be rated.
    """
    if terms.anonymous and terms.rated:
        raise RequestRefused("anonymous_rated")
    clock = checked_clock(terms.clock)
    level = None if terms.meanwhile is None else stand_in_level(terms, terms.meanwhile)
    return with_fields(
        terms,
        clock=clock,
        name=clean_name(terms.name),
        meanwhile=level,
        substitutes=terms.substitutes and not terms.rated,
    )


def creation_event(
    new: NewTableBody, start: Position, account: str, traits: Sequence[str] = ()
) -> Created:
    """Return the first event of a table that an account makes.

    `traits` are those of the device that asks.
    """
    terms = checked_terms(new.terms)
    if terms.rated and new.position is not None:
        raise RequestRefused("position_rated")
    key = new_key()
    mine = SeatRow("", "person", device=account, marks=marks_of(terms, key, traits))
    seats = _seats(start, new.seats, mine, terms)
    return Created(str(start), seats, terms, account, key)


def _seats(
    start: Position, plans: Sequence[SeatPlan], mine: SeatRow, terms: Terms
) -> tuple[SeatRow, ...]:
    parties = parties_to_seat(start)
    named = by_party(parties, plans)
    if sum(plan.player == "me" for plan in plans) > 1:
        raise RequestRefused("seated")
    if not plans:
        named = {start.active[0]: SeatPlan(start.active[0], "me")}
    for party in parties:
        if party not in named and not may_play(start, party):
            # Nobody is waited for who could never play.
            named[party] = SeatPlan(party, "bot")
    rows = tuple(_row(party, named.get(party), mine, terms) for party in parties)
    if all(row.player == "bot" for row in rows):
        raise RequestRefused("only_bots")
    return with_levels(rows)


def _row(party: str, plan: SeatPlan | None, mine: SeatRow, terms: Terms) -> SeatRow:
    if plan is None:
        return SeatRow(party, "open")
    match plan.player:
        case "me":
            return with_fields(mine, party=party)
        case "bot":
            return SeatRow(party, "bot", level=plan.level)
        case "open":
            level = None if plan.meanwhile is None else stand_in_level(terms, plan.meanwhile)
            return SeatRow(party, "open", stand_in=level)


def next_game_event(
    game: str, state: GameState, account: str, gone: Collection[str] = ()
) -> Created:
    """Return the first event of the game that follows a finished one: the seats go round by one.

    A seat is kept for everybody until they come, but for those who are `gone`. `account` asks for
    it ("": the series goes on).
    """
    online = require_online(state)
    parties = list(state.seats)
    rows = list(state.seats.values())
    moved = [rows[-1], *rows[:-1]]
    seats = tuple(_again(party, row, gone) for party, row in zip(parties, moved, strict=True))
    playing = people_at(state)
    owner = online.owner if online.owner in playing or not account else account
    if owner in gone:
        owner = account or min(playing.difference(gone), default=owner)
    return Created(
        str(state.start),
        seats,
        online.terms,
        owner,
        new_key(),
        online.series or game,
        online.round + 1,
    )


def _again(party: str, row: SeatRow, gone: Collection[str]) -> SeatRow:
    """Return the seat of another party for the same player."""
    if row.player == "person":
        return SeatRow(party, "open", kept="" if row.device in gone else row.device)
    kept = "" if row.kept in gone else row.kept
    return SeatRow(party, row.player, level=row.level, stand_in=row.stand_in, kept=kept)
