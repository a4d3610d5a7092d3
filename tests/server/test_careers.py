"""One's record is worked out from the logs of games: nothing that happens to a game loses it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.stores import with_new_store

from djambi.position.position import Position
from djambi.server.game.asides import PactAccepted, PromiseRow, Proposed
from djambi.server.game.events import Created, LogEvent, Resigned, SeatRow, TurnPlayed
from djambi.server.game.reducer import state_of_events
from djambi.server.game.summaries import summary_of
from djambi.server.learning import careers
from djambi.server.security.devices import Device
from djambi.server.storage import Store
from djambi.server.storage.talk_log import AsideStore
from djambi.views.careers import CareerView

HOST = Device("", host=True)
PHONE = Device("a-phone", host=False)

END = "square-4 original gC8/1rM7/9/9/9/9/9/9/rC7yC r,b!,y,g rbyg r 0 0"
SEATS = (
    SeatRow("r", "me"),
    SeatRow("b", "bot", level="novice"),
    SeatRow("y", "person", device="a-phone"),
    SeatRow("g", "bot", level="club:avenger"),
)


async def kept(store: Store, game: str, *events: LogEvent, at: int = 10) -> None:
    """Store a game that began with these seats and went on so."""
    log: list[LogEvent] = [Created(END, SEATS)]
    state = state_of_events(log)
    start = Position.parse(END)
    await store.create(game, "square-4", str(start.rules), log, summary_of(state))
    for event in events:
        log.append(event)
        number = len(log)
        await store.append(game, number, event, summary_of(state_of_events(log)), at + 2**42)


async def career(store: Store, device: Device) -> CareerView:
    return await careers.career(store, AsideStore(store.database), device)


KILL = TurnPlayed("r", "b8-a9>b1")


def test_everybody_has_their_own_record(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await kept(store, "won", KILL, Resigned("y"))
        mine = await career(store, HOST)
        assert (mine.games, mine.missing, mine.taken) == (1, 0, {"C": 1})
        assert [(each.name, each.won) for each in mine.levels] == [("people", 1)]
        assert [(each.name, each.kills) for each in mine.favourites] == [("club:avenger", 1)]
        theirs = await career(store, PHONE)
        assert (theirs.games, theirs.taken, theirs.editions[0].lost) == (1, {}, 1)
        assert (await career(store, Device("another", host=False))).games == 0

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_a_game_broken_off_counts_what_was_done_and_one_taken_away_stays(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await kept(store, "open", KILL)
        await kept(store, "untouched")
        await store.hide("open")
        found = await career(store, HOST)
        assert (found.games, found.open, found.taken) == (1, 1, {"C": 1})

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_games_are_looked_at_once_and_again_when_they_went_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await kept(store, "one", KILL)
        await kept(store, "two", KILL)
        monkeypatch.setattr(careers, "WORK_S", -1.0)
        assert (await career(store, HOST)).missing == 2
        monkeypatch.setattr(careers, "WORK_S", 60.0)
        assert (await career(store, HOST)).games == 2
        monkeypatch.setattr(careers, "WORK_S", -1.0)
        assert (await career(store, HOST)).missing == 0
        log = [each.event for each in await store.events("two")]
        log.append(Resigned("y"))
        await store.append("two", 3, log[-1], summary_of(state_of_events(log)), 2**43)
        assert (await career(store, HOST)).missing == 1
        monkeypatch.setattr(careers, "WORK_S", 60.0)
        assert (await career(store, HOST)).editions[0].won == 1

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_a_damaged_game_costs_no_other_its_figures(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await kept(store, "good", KILL)
        await kept(store, "bad", TurnPlayed("r", "b8-a9>b1"))
        async with store.database.writing() as connection:
            await connection.exec_driver_sql(
                "update events set data='{}' where game='bad' and number=2"
            )
        found = await career(store, HOST)
        assert (found.games, found.taken) == (2, {"C": 1})
        # What a later version can read counts then.
        async with store.database.reading() as connection:
            kept_under = await connection.exec_driver_sql("select count(*) from thoughts")
            assert kept_under.scalar_one() == 1

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_promises_kept_and_broken_count_when_the_game_is_over(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        talk = AsideStore(store.database)
        given = PromiseRow("r", "peace", 3, "g"), PromiseRow("r", "no_power", 3)
        for game, end in (("over", Resigned("y")), ("open", None)):
            proposed = Proposed(1, "host", "r", "k3x9a2", "ry", None, given, False)
            await kept(store, game, KILL, *([end] if end else []))
            await talk.append(game, 1, proposed)
            await talk.append(game, 2, PactAccepted(1, "a-phone", "y", "k3x9a2"))
        mine = await career(store, HOST)
        assert (mine.kept, mine.broken) == (1, 1)
        theirs = await career(store, PHONE)
        assert (theirs.kept, theirs.broken) == (0, 0)

    with_new_store(tmp_path / "djambi.sqlite3", work)
