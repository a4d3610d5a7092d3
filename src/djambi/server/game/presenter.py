"""A game as everybody may see it: its position now and before, its lines, seats and events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from djambi.bots.remarks import PlayedLine, remark_after
from djambi.position.outcome import (
    Happening,
    outcome,
    outcome_of_draw,
    outcome_of_resignation,
    outcome_of_return,
)
from djambi.server.game import events
from djambi.server.game.history import HistoryEntry
from djambi.server.game.library_game import game_of
from djambi.server.game.state import GameState
from djambi.server.schemas.messages import EventKind, EventView
from djambi.views.games import (
    Holder,
    LineKind,
    LineView,
    SeatView,
    SpokenRemarkView,
    line_view,
)
from djambi.views.outcomes import (
    LastTurnView,
    happenings_named,
    happenings_words,
    last_turn_view,
    result_view,
)
from djambi.views.positions import PositionView, first_stages, position_view
from djambi.views.words import both

EARLIER_ROUNDS: Final = 2
"""Rounds that are looked back on to say who spared whom."""


def happenings_of(entry: HistoryEntry) -> tuple[Happening, ...]:
    """Return what an entry brought about."""
    before, after = entry.before, entry.after
    if entry.party == "":
        return outcome_of_draw(after)
    if entry.returned:
        return outcome_of_return(before, entry.party, after)
    if entry.turn is None:
        return outcome_of_resignation(before, entry.party, after, flagged=entry.flagged)
    return outcome(before, entry.turn, after)


def _last_of(entry: HistoryEntry | None) -> LastTurnView | None:
    if entry is None:
        return None
    text = "" if entry.turn is None else str(entry.turn)
    return last_turn_view(text, entry.party, happenings_of(entry))


def current_view(state: GameState) -> PositionView:
    """Return the position now; with choices if a person is to play, with the result at the end."""
    mover = state.mover
    person = mover is not None and state.seat(mover).bot is None
    view = position_view(
        state.position,
        _last_of(state.entries.last),
        first_stages(state.position) if person else None,
    )
    for party in view.parties:
        # Only a party that resigned may be let back in, not one that lost on time.
        party.may_return = party.may_return and not state.lost_on_time(party.party)
    if mover is None:
        view.result = result_view(game_of(state))
    return view


def past_view(state: GameState, shown: int) -> PositionView:
    """Return the position after the first `shown` lines of the list."""
    if shown >= len(state.entries):
        view = current_view(state)
        view.stages = {}
        return view
    last = state.entries[shown - 1] if shown else None
    return position_view(last.after if last else state.start, _last_of(last))


def _kind(entry: HistoryEntry) -> LineKind:
    if entry.turn is not None:
        return "turn"
    return "draw" if entry.party == "" else "returned" if entry.returned else "resigned"


def _line(entry: HistoryEntry, happenings: tuple[Happening, ...]) -> LineView:
    return line_view(
        event=entry.event,
        kind=_kind(entry),
        party=entry.party,
        turn=entry.turn,
        before=entry.before,
        after=entry.after,
        told=happenings_words(happenings),
        named=happenings_named(happenings),
    )


def line_with_remark(game: str, state: GameState, index: int, entry: HistoryEntry) -> LineView:
    """Return the line of the list that the entry of this index is, with what is said after it."""
    happenings = happenings_of(entry)
    line = _line(entry, happenings)
    bots = state.bots_at(entry.event)
    if not bots:
        return line

    def earlier() -> Iterator[PlayedLine]:
        first = max(0, index - len(entry.before.parties) * EARLIER_ROUNDS)
        for past in islice(state.entries.since(first), index - first):
            yield PlayedLine(past.party, past.before, past.after)

    played = PlayedLine(entry.party, entry.before, entry.after, happenings)
    remark = remark_after(game, index, bots, played, earlier)
    if remark is not None:
        line.remark = SpokenRemarkView(remark.party, remark.situation, both(remark.sentence))
    return line


def seat_view(row: events.SeatRow) -> SeatView:
    """Return a seat as everybody may see it."""
    holder: Holder = "table"
    if row.player in ("bot", "open"):
        holder = "bot" if row.player == "bot" else "free"
    elif row.device:
        holder = "phone"
    return SeatView(row.party, row.player, row.name, row.level, holder)


def _table_event(event: events.LogEvent) -> tuple[EventKind, str | None, str | None]:
    """Return the kind, party and text of an event of the table around the game."""
    match event:
        case events.Begun():
            return "begun", None, None
        case events.Relinked():
            return "relinked", None, None
        case events.Flagged(party, cause):
            return "flagged", party, cause
        case events.StoodIn(party, level):
            return "stood_in", party, level
        case events.Returned(party):
            return "returned", party, None
        case events.VoteCalled(vote, _, party):
            return "vote_called", party or None, vote
        case events.VoteCast(party, agree):
            return "vote_cast", party, "yes" if agree else "no"
        case events.Paused() | events.Adjourned():
            return "paused", None, None
        case events.Resumed():
            return "resumed", None, None
        case events.Holiday(party):
            return "holiday", party, None
        case events.Followed(game):
            return "followed", None, game
        case _:
            return "vote_closed", None, None


def event_view(numbered: events.Numbered, at: str) -> EventView:
    """Return an event as everybody may see it: no device's key is in it."""
    kind: EventKind
    party: str | None = None
    text: str | None = None
    match numbered.event:
        case events.Created():
            kind = "created"
        case events.TurnPlayed(party, text):
            kind = "turn"
        case events.Resigned(party):
            kind = "resigned"
        case events.Rejoined(party):
            kind = "rejoined"
        case events.Undone():
            kind = "undone"
        case events.DrawOffered(text):
            kind = "draw_offered"
        case events.DrawDeclined(party):
            kind = "draw_declined"
        case events.DrawAgreed():
            kind = "draw_agreed"
        case events.Renamed(party, text):
            kind = "renamed"
        case events.Seated(seat):
            kind, party, text = "seated", seat.party, seat.player
        case _:
            kind, party, text = _table_event(numbered.event)
    return EventView(number=numbered.number, kind=kind, at=at, party=party, text=text)
