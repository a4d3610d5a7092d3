"""Tell people elsewhere of a change at an online table: your turn, it began, it is over."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from djambi.server.cluster.bus import Bus
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import people_at, stage_of
from djambi.server.game.visibility import may_watch
from djambi.server.live.room import GameRoom


def publish_news(bus: Bus, room: GameRoom, before: GameState | None) -> None:
    """Notify the people at a table, and the lobby, of what has changed.

    `before`: the table as it was told last; None: it is new.
    """
    game, after = room.id, room.state
    if after.online is None:
        return
    for account, what in sorted(_news(before, after)):
        bus.publish(f"person:{account}", _line(what, game))
    stage = stage_of(after)
    # The lobby shows who plays, and for whom a bot does; of a table that waits, everything.
    changed = before is None or stage_of(before) != stage or before.seats != after.seats
    if changed or (stage == "waiting" and after != before):
        bus.publish("lobby", _line("lobby", game))


def _line(what: str, game: str) -> bytes:
    return msgspec.json.encode({"what": what, "game": game})


def _news(before: GameState | None, after: GameState) -> Iterator[tuple[str, str]]:
    rows = after.seats.values()
    playing = people_at(after)
    kept = {row.kept for row in rows if row.kept}
    known = {row.kept for row in before.seats.values() if row.kept} if before else set[str]()
    yield from ((account, "invited") for account in kept - known)
    stage = stage_of(after)
    if before is not None and stage_of(before) != stage:
        what = "over" if stage == "over" else "begun"
        yield from ((account, what) for account in playing)
    elif stage == "playing" and before is not None and before.moved != after.moved:
        movers = {before.mover, after.mover} - {None}
        for party in movers:
            row = after.seats[party or ""]
            if row.player == "person":
                yield row.device, "turn"
    elif stage == "playing" and before is not None and before.paused != after.paused:
        yield from ((account, "table") for account in playing)
    elif before is not None and before.seats != after.seats:
        gone = {row.device for row in before.seats.values() if row.player == "person"}
        yield from ((account, "table") for account in playing | gone)


def cut_strangers(room: GameRoom) -> None:
    """End the sockets of those who may not watch a table any more."""
    if room.state.online is None:
        return
    for listener in tuple(room.listeners):
        if not may_watch(room.state, listener.device.key, listener.key):
            listener.cut()
