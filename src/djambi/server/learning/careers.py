"""What somebody has done in the games kept here: worked out from their logs, and kept by game.

A game that has gone on since is looked at again; so nothing depends on how a game was left.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from time import monotonic
from typing import Final, Protocol

import msgspec

from djambi.career import GameFigures, figures_of
from djambi.errors import DjambiError
from djambi.server.game.asides import NumberedAside
from djambi.server.game.events import Numbered, SeatRow
from djambi.server.game.library_game import game_of
from djambi.server.game.reducer import replay
from djambi.server.game.summaries import GameRow, decode_seats, edition_of
from djambi.server.security.devices import Device
from djambi.server.talk.aside_log import AsideLog
from djambi.server.talk.verdicts import kept_and_broken
from djambi.server.timekeeping import iso
from djambi.views.careers import CareerView, PlayedGame, career_view

FIGURES_FORM: Final = "figures 7"
"""The name under which figures are kept; another one when they are worked out otherwise."""

WORK_S: Final = 0.4
"""Seconds for which new games are looked at before an answer is given."""


class CareerStore(Protocol):
    """A store of games that also keeps what was worked out about them."""

    async def rows(self) -> list[tuple[GameRow, bool]]:
        """Return all games, that played last first, and whether each is hidden."""
        ...

    async def events(self, game: str) -> list[Numbered]:
        """Return the whole log of a game in order."""
        ...

    async def thoughts(self, engine: str, positions: Collection[str]) -> dict[str, str]:
        """Return what is kept under a name, by keys."""
        ...

    async def keep_thoughts(self, engine: str, found: Sequence[tuple[str, str]]) -> None:
        """Cache what was worked out; it may be lost, and is then worked out again."""
        ...


_figures = msgspec.json.Decoder(GameFigures)


async def career(store: CareerStore, talk: AsideLog, device: Device) -> CareerView:
    """Return the career of whoever plays at a device: its games in sum, hidden ones among them.

    Promises count once their game is over. Games that nobody has looked at yet are looked at for
    `WORK_S`; how many are left is said.
    """
    rows = [(row, _parties(row, device)) for row, _ in await store.rows()]
    # Where nothing was played since it was made, it is a record that was loaded, or no game yet.
    mine = [
        (row, seats, parties)
        for row, (seats, parties) in rows
        if parties and row.played > row.created
    ]
    keys = {row.id: _key(row, parties) for row, _, parties in mine}
    kept = await store.thoughts(FIGURES_FORM, list(keys.values()))
    found: list[PlayedGame] = []
    new: list[tuple[str, str]] = []
    missing = 0
    until = monotonic() + WORK_S
    for row, seats, parties in mine:
        text = kept.get(keys[row.id])
        if text is None and monotonic() > until:
            missing += 1
            continue
        figures = _decoded(text)
        if figures is None:
            figures = await _figures_now(store, talk, row.id, parties)
            if figures is not None:
                new.append((keys[row.id], msgspec.json.encode(figures).decode()))
        opponents = {seat.party: seat.level or "" for seat in seats if seat.party not in parties}
        edition = edition_of(row.rules)
        found.append(
            PlayedGame(
                row.id, iso(row.played), row.variant, edition, opponents, figures or GameFigures()
            )
        )
    if new:
        await store.keep_thoughts(FIGURES_FORM, new)
    return career_view(found, missing)


def _parties(row: GameRow, device: Device) -> tuple[list[SeatRow], str]:
    """Return the seats of a game, and the parties of whoever plays at a device."""
    seats = decode_seats(row.summary.seats)
    mine = [
        seat.party
        for seat in seats
        if (seat.player == "me" if device.host else bool(device.key) and seat.device == device.key)
    ]
    return seats, "".join(mine)


def _key(row: GameRow, parties: str) -> str:
    """Return under which key the figures of a game, as it is now, are kept."""
    return hashlib.sha256(f"{row.id} {parties} {row.played}".encode()).hexdigest()


def _decoded(text: str | None) -> GameFigures | None:
    try:
        return None if text is None else _figures.decode(text)
    except msgspec.DecodeError:
        return None


async def _figures_now(
    store: CareerStore, talk: AsideLog, game: str, parties: str
) -> GameFigures | None:
    """Return the figures of a game, worked out anew; None of a log that cannot be read (yet)."""
    try:
        log = await store.events(game)
        return await asyncio.to_thread(_worked_out, log, await talk.read(game), parties)
    except DjambiError:
        return None


def _worked_out(
    log: Sequence[Numbered], asides: Sequence[NumberedAside], parties: str
) -> GameFigures:
    state = replay(log)
    kept, broken = kept_and_broken(asides, state, parties) if state.mover is None else (0, 0)
    return replace(figures_of(game_of(state).path(), parties), kept=kept, broken=broken)
