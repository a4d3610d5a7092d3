"""Games as records (NOTATION 3), and records as games."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from djambi.bots import is_bot
from djambi.errors import BadRecord
from djambi.game import Game
from djambi.nodes import Step
from djambi.notation.records import PARTY_TAGS, TAG_OF_PARTY
from djambi.position.players import parties_to_seat
from djambi.server.errors import RequestRefused
from djambi.server.game.events import (
    Created,
    DrawAgreed,
    Flagged,
    LogEvent,
    Rejoined,
    Resigned,
    SeatRow,
    TurnPlayed,
)
from djambi.server.game.library_game import game_of
from djambi.server.game.state import GameState
from djambi.server.plain_text import clean_name

MAX_LINES = 5_000
"""Turns in a record that is loaded."""


def read(text: str) -> list[LogEvent]:
    """Return the events of the first game in a record.

    Raises BadRecord with line and column, RequestRefused if there is no game or far too long a one.
    """
    game = next(iter(Game.read(text)), None)
    if game is None:
        raise RequestRefused("record_empty")
    line = list(game.main_line())
    if len(line) > MAX_LINES:
        raise RequestRefused("record_long")
    start = line[0].position
    # Who woke on the way and played, or came back, is somebody's, too.
    steps = [(node.position.mover or "", after.event) for node, after in pairwise(line)]
    played = {mover for mover, event in steps if event is not None and event.turn is not None}
    back = {e.actor for _, e in steps if e is not None and e.step is Step.RETURNS}
    found = "".join({*parties_to_seat(start), *played, *back})
    parties = start.variant.players_from(found)
    names = {letter: clean_name(game.tags.get(tag, ""))[:40] for tag, letter in PARTY_TAGS.items()}
    events: list[LogEvent] = [Created(str(start), _seats(parties, names))]
    for before, node in pairwise(line):
        event = node.event
        if event is None:
            raise BadRecord("an entry without a turn", 1, 1)
        if event.turn is not None:
            events.append(TurnPlayed(before.position.mover or "", str(event.turn)))
        elif event.step is Step.DRAW:
            events.append(DrawAgreed())
        elif event.step is Step.RETURNS:
            events.append(Rejoined(event.actor))
        elif event.step is Step.FLAGS:
            events.append(Flagged(event.actor))
        else:
            events.append(Resigned(event.actor))
    return events


def _seats(parties: str, names: dict[str, str]) -> tuple[SeatRow, ...]:
    """Return the players of a record: "bot greedy" is that bot again, all others are people here.

    Where bots alone played, people take their seats: nobody loads a game to see it run away.
    """
    levels = {party: _level(names.get(party, "")) for party in parties}
    people = "".join(party for party in parties if levels[party] is None) or parties

    def seat(party: str) -> SeatRow:
        name = names.get(party, "")
        if party not in people:
            return SeatRow(party, "bot", level=levels[party])
        return SeatRow(party, "me" if party == people[0] else "person", name)

    return tuple(seat(party) for party in parties)


def _level(name: str) -> str | None:
    """Return the level of the bot that a record names, if it names one."""
    level = name.removeprefix("bot ")
    return level if level != name and is_bot(level) else None


def write(state: GameState, created: str, names: Mapping[str, str] | None = None) -> str:
    """Return the record of a game that began at `created` (ISO 8601).

    `names` are those of people whose names are not in the log, by their parties.
    """
    tags = {"Event": "Djambi", "Date": created[:10].replace("-", ".")}
    for party, row in state.seats.items():
        name = row.name or (names or {}).get(party, "")
        if not name and row.player == "bot":
            name = f"bot {row.level}"
        if name:
            tags[TAG_OF_PARTY[party]] = name
    return str(game_of(state, tags))
