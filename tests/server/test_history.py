"""A game's lines kept small are the same lines, however they are read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from djambi.errors import DjambiError
from djambi.nodes import agreed_draw
from djambi.position.position import Position
from djambi.server.game import history
from djambi.server.game.events import (
    Begun,
    Created,
    DrawAgreed,
    Flagged,
    LogEvent,
    Numbered,
    Renamed,
    Resigned,
    Returned,
    SeatRow,
    StoodIn,
    TurnPlayed,
    Undone,
)
from djambi.server.game.history import DRAW_LETTER, History, HistoryEntry
from djambi.server.game.reducer import apply, replay
from djambi.server.game.state import GameState
from djambi.server.schemas.terms import ClockTerms, Terms

VARIANTS = ("square-4", "hex-3", "square-2", "polygon-5")
FISCHER = Terms(clock=ClockTerms("fischer", 5_184_000, 7))


class Plain:
    """The entries of a game as a list, and how many there were after each event."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self.entries: list[HistoryEntry] = []
        self.counts = [0]

    def take(self, state: GameState, event: LogEvent) -> None:
        """Do what the state, as it stood before, is about to do."""
        before = self.entries[-1].after if self.entries else self.start
        number, left = state.number + 1, dict(state.clock.left)
        match event:
            case TurnPlayed(party, text):
                turn = before.turn(text)
                self.entries.append(
                    HistoryEntry(
                        number,
                        party,
                        turn,
                        before,
                        before.play(turn),
                        proxy=state.seats[party].stand_in is not None,
                        left=left,
                    )
                )
            case Resigned(party) | Flagged(party):
                flagged = isinstance(event, Flagged)
                after = before.resign(party)
                self.entries.append(
                    HistoryEntry(number, party, None, before, after, flagged, left=left)
                )
            case DrawAgreed():
                self.entries.append(
                    HistoryEntry(number, "", None, before, agreed_draw(before), left=left)
                )
            case Undone(kept):
                del self.entries[kept:]
            case _:
                pass
        self.counts.append(len(self.entries))


def happens(dice: random.Random, state: GameState) -> LogEvent:
    """Something that may happen to a game, mostly a turn."""
    party = dice.choice(list(state.seats))
    mover, many, chance = state.mover, len(state.entries), dice.random()
    if mover is None or (many and chance < 0.05):
        # Mostly a little is taken back, sometimes all but a little.
        far = dice.random() < 0.1
        return Undone(dice.randrange(many) if far else max(0, many - dice.randrange(1, 5)))
    if chance < 0.06:
        return Renamed(party, "x")
    if chance < 0.15 and state.online:
        return Returned(party) if state.seats[party].away else StoodIn(party, "club")
    if chance < (0.153 if state.online else 0.08):
        ends: list[LogEvent] = [Flagged(party), Resigned(party), DrawAgreed()]
        return dice.choice(ends)
    turns = list(islice(state.position.legal_turns(), 40))
    lasting = [t for t in dice.sample(turns, min(6, len(turns))) if state.position.play(t).mover]
    return TurnPlayed(mover, str(dice.choice(lasting or turns)))


def lives(seed: int, events: int) -> Iterator[tuple[GameState, Plain, list[Numbered]]]:
    """A random game after each of its events."""
    dice = random.Random(seed)
    start = Position.start(VARIANTS[seed % len(VARIANTS)])
    online = seed // len(VARIANTS) % 2 == 1
    parties = dict.fromkeys(start.controller(p.letter) or p.letter for p in start.parties)
    seats = tuple(SeatRow(p, "person", device=p) for p in parties)
    made = Created(str(start), seats, FISCHER if online else None, "r", "key")
    log = [Numbered(1, 0, made)]
    state, plain = replay(log), Plain(start)
    while len(log) < events:
        event: LogEvent = Begun() if online and len(log) == 1 else happens(dice, state)
        at = log[-1].at + dice.randrange(40_000)
        try:
            after = apply(state, event, at)
        except DjambiError:
            # An online game that is over is over.
            if online and state.mover is None:
                return
            continue
        plain.take(state, event)
        state = after
        log.append(Numbered(len(log) + 1, at, event))
        yield state, plain, log


def check(found: History, entries: list[HistoryEntry], counts: list[int]) -> None:
    """The history is this list of entries, however it is read."""
    many = len(entries)
    assert len(found) == many and bool(found) == bool(entries)
    assert list(found) == entries
    assert [found[index] for index in range(-many, many)] == entries * 2
    assert all(list(found.since(index)) == entries[index:] for index in range(many + 2))
    assert [found.before(index) for index in range(many)] == [e.before for e in entries]
    assert found.before(many) == found.position
    assert found.position == (entries[-1].after if entries else found.start)
    assert found.parties == "".join(entry.party or DRAW_LETTER for entry in entries)
    assert found.events() == [entry.event for entry in entries]
    assert found.events(many // 2) == [entry.event for entry in entries[many // 2 :]]
    stood = [min(counts[event - 1 :]) for event in range(1, len(counts) + 1)]
    assert [found.stood(event) for event in range(1, len(counts) + 1)] == stood
    for index in (many, -many - 1):
        with pytest.raises(IndexError):
            found[index]


@pytest.mark.parametrize("every", [1, 3, 64])
def test_a_history_is_a_list_of_entries(every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "ENTRIES_PER_POSITION", every)
    for seed in range(8):
        pasts: list[tuple[GameState, list[HistoryEntry], list[int]]] = []
        for state, plain, log in lives(seed, 260):
            if state.number % 25 == 10:
                pasts.append((state, list(plain.entries), list(plain.counts)))
                assert replay(log).entries == state.entries
        # Those that came later have not touched what they share with earlier ones.
        assert pasts
        for state, entries, counts in pasts:
            check(state.entries, entries, counts)


def test_random_games_are_long_and_of_all_kinds() -> None:
    games = [list(lives(seed, 260))[-1] for seed in range(8)]
    assert max(len(state.entries) for state, _, _ in games) > 2 * history.ENTRIES_PER_POSITION
    happened = {type(numbered.event) for _, _, log in games for numbered in log}
    assert happened >= {TurnPlayed, Undone, Resigned, Flagged, DrawAgreed, StoodIn}
    entries = [entry for state, _, _ in games for entry in state.entries]
    assert any(entry.left for entry in entries) and any(entry.proxy for entry in entries)


def test_two_that_go_on_from_one_game_do_not_meet() -> None:
    state = [state for state, _, _ in lives(1, 60)][40]
    there = list(state.entries)
    one = state.entries.first(len(there) // 2)
    other = state.entries.add(there[-1])
    assert list(one) == there[: len(there) // 2] and list(other) == [*there, there[-1]]
    assert list(state.entries) == there and list(state.entries.first(0)) == []
