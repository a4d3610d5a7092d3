"""A server with 1,000 games under way, killed ten times: nothing acknowledged is lost or doubled.

Also clocks over the time when it is down, and the same games from its backup.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.online.processes import (
    FISCHER,
    Json,
    Server,
    Someone,
    add_games,
    add_people,
    ask,
    running,
    until,
)
from websockets.exceptions import WebSocketException

from djambi.position.position import Position
from djambi.server.game.asides import Proposed, Spoke
from djambi.server.game.events import TurnPlayed
from djambi.server.game.reducer import replay
from djambi.server.game.state import GameState
from djambi.server.storage import Store
from djambi.server.storage.archive import back_up, restore
from djambi.server.storage.talk_log import AsideStore

GAMES = 1000
KILLS = 10
DRIVERS = 10


@dataclass
class Told:
    """What the server acknowledged: turns by game and number, and what was said."""

    turns: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    said: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    pacts: Counter[str] = field(default_factory=Counter[str])
    asked_pacts: Counter[str] = field(default_factory=Counter[str])
    everything_asked: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])


def first_legal(position: str) -> str:
    """Some legal turn."""
    return str(next(iter(Position.parse(position).legal_turns())))


async def one_visit(
    server: Server, game: str, four: list[Someone], told: Told, dice: random.Random
) -> None:
    """Whoever is to move comes, says something, proposes a pact, and plays."""
    mover = four[0]
    for _ in range(2):
        async with server.connect(game, mover) as ws:
            state = await until(ws, "state")
            party = state["view"]["mover"]
            if party not in state["you"]["parties"]:
                mover = four["rbyg".index(party)]
                continue
            heard: list[Json] = []
            words = f"{dice.getrandbits(64):x}"
            told.everything_asked.add((game, words))
            said = {"type": "talk", "id": 1, "room": "", "text": words}
            if (await ask(ws, said, heard))["type"] == "noted":
                told.said.add((game, words))
            if dice.random() < 0.3:
                other = next(p for p in "rbyg" if p != party)
                promise = {"by": party, "kind": "peace", "rounds": 2, "other": other}
                parties = "".join(p for p in "rbyg" if p in (party, other))
                told.asked_pacts[game] += 1
                pact = {"type": "propose", "id": 2, "parties": parties, "promises": [promise]}
                if (await ask(ws, pact, heard))["type"] == "noted":
                    told.pacts[game] += 1
            turn = first_legal(state["view"]["position"])
            asked = {"type": "turn", "id": 3, "after": state["number"], "text": turn}
            answer = await ask(ws, asked, heard)
            if answer["type"] == "done":
                told.turns[game, answer["number"]] = turn
            return


async def play_until_killed(
    server: Server, games: Mapping[str, list[Someone]], told: Told, dice: random.Random
) -> None:
    """Many visit many games at once; at some moment the server is killed."""

    async def drive() -> None:
        while True:
            game = dice.choice(names)
            await one_visit(server, game, games[game], told, dice)

    names = list(games)
    before = len(told.turns)
    drivers = [asyncio.create_task(drive()) for _ in range(DRIVERS)]
    while len(told.turns) < before + 10:
        await asyncio.sleep(0.01)
        assert not any(driver.done() for driver in drivers), [d.exception() for d in drivers]
    await asyncio.sleep(dice.uniform(0, 0.5))
    await asyncio.to_thread(server.kill)
    for found in await asyncio.gather(*drivers, return_exceptions=True):
        assert isinstance(found, (WebSocketException, OSError)), found


async def check(where: str, games: Mapping[str, list[Someone]], told: Told) -> list[GameState]:
    """Everything that was acknowledged is in the store, once; all games can be replayed."""
    store = Store(where)
    asides = AsideStore(store.database)
    states: list[GameState] = []
    for game in games:
        log = await store.events(game)
        state = replay(log)
        states.append(state)
        stored = {n.number: n.event for n in log}
        for (which, number), turn in told.turns.items():
            if which == game:
                assert stored[number] == TurnPlayed(state.entries[number - 3].party, turn)
        beside = [n.aside for n in await asides.read(game)]
        words = Counter(aside.text for aside in beside if isinstance(aside, Spoke))
        assert all(words[said] == 1 for which, said in told.said if which == game)
        assert all(many == 1 and (game, said) in told.everything_asked
                   for said, many in words.items())  # fmt: skip
        pacts = sum(isinstance(aside, Proposed) for aside in beside)
        assert told.pacts[game] <= pacts <= told.asked_pacts[game]
    await store.close()
    return states


@pytest.mark.slow
def test_killed_ten_times_with_a_thousand_games(tmp_path: Path) -> None:
    server = Server(tmp_path / "server")
    server.prepare()
    people = add_people(server.where, 400)
    games = add_games(server.where, GAMES, people)
    told, dice = Told(), random.Random()
    with running(server):
        for kill in range(KILLS):
            if kill:
                server.start()
            asyncio.run(play_until_killed(server, games, told, dice))
        assert len(told.turns) >= 10 * KILLS and told.said and sum(told.pacts.values())
        asyncio.run(check(server.where, games, told))

        # All games go on: those that were played, and some that were not.
        server.start()
        played = {game for game, _ in told.turns}
        some = [*sorted(played)[:60], *sorted(set(games) - played)[:20]]

        async def go_on() -> None:
            before = len(told.turns)
            for game in some:
                await one_visit(server, game, games[game], told, dice)
            assert len(told.turns) == before + len(some)

        asyncio.run(go_on())

        # A backup of the running server has the same games.
        backup, copy = tmp_path / "backup.gz", f"sqlite:///{tmp_path / 'copy.sqlite3'}"
        back_up(server.where, backup)
        restore(copy, backup)
    states = asyncio.run(check(server.where, games, told))
    restored = asyncio.run(check(copy, games, told))
    assert [str(one.position) for one in restored] == [str(one.position) for one in states]


def test_clocks_stand_still_while_the_server_is_down(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.prepare()
    people = add_people(server.where, 4)
    games = add_games(server.where, 1, people, FISCHER)
    [game] = games

    def left() -> int:
        """What the clock of who is to move says, in milliseconds."""
        with server.sit(game, people[0]) as person:
            clock = person.until("state")["table"]["clock"]
            return int(clock["left"]["r"])

    with running(server):
        # Every start says that the process lives; the last time before was when the game was made.
        begun, before = time.monotonic(), left()
        server.kill()
        killed = time.monotonic()
        time.sleep(4)
        starting = time.monotonic()
        server.start()
        after = left()
        ended = time.monotonic()
    alive = (killed - begun + ended - starting) * 1000
    # Who was to move is given at most the time from the last sign of life to the end: two seconds,
    # and more only where a busy machine has the process say it later.
    assert -2000 - alive <= before - after <= alive + 2000
    assert killed + 4 <= starting


def test_a_silent_reader_harms_nobody(tmp_path: Path) -> None:
    """Connections that are slow, silent, half open or talk nonsense, beside people who play."""
    import socket

    server = Server(tmp_path)
    server.prepare()
    people = add_people(server.where, 4)
    games = add_games(server.where, 2, people)
    quiet, game = games

    def raw(data: bytes) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", server.port))
        connection.sendall(data)
        return connection

    def greeting(member: Someone, path: str) -> bytes:
        cookie = member.headers["Cookie"]
        return (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.url}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
        ).encode()

    def slow(path: str) -> socket.socket:
        """A socket that is opened with a tiny buffer and never read."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(greeting(people[1], path))
        return connection

    def play(person_of: list[Someone], which: str, turns: int) -> None:
        """People play, and each turn reaches them."""
        with (
            server.sit(which, person_of[0]) as watching,
            server.sit(which, person_of[1]) as also,
        ):
            watching.until("state")
            also.until("state")
            for _ in range(turns):
                with server.sit(which, person_of[0]) as first:
                    state = first.until("state")
                mover = person_of["rbyg".index(state["view"]["mover"])]
                with server.sit(which, mover) as person:
                    state = person.until("state")
                    text = first_legal(state["view"]["position"])
                    answer = person.ask("turn", after=state["number"], text=text)
                    assert answer["type"] == "done", answer
                for one in (watching, also):
                    one.until("update", number=answer["number"])

    with running(server):
        path = f"/api/games/{game}/socket"
        hello = greeting(people[2], path)
        bad = [
            *(slow(path) for _ in range(20)),
            *(raw(b"") for _ in range(20)),
            *(raw(b"GET / HT") for _ in range(20)),
            *(raw(b"POST /api/me/guest HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 900000\r\n"
                  b"\r\n{" % server.port) for _ in range(5)),
            *(raw(b"\x16\x03\x01" + b"\xff" * 300) for _ in range(5)),
            *(raw(hello + b"\x81\xff\x00\x00\x00\x00\x7f\xff") for _ in range(5)),
            *(raw(hello + b"\x81\x05hello") for _ in range(5)),
        ]  # fmt: skip
        play(people, game, 15)
        play(people, quiet, 3)
        for connection in bad:
            connection.close()
        play(people, game, 3)


def test_a_foreign_table_of_the_database_is_left_alone(postgres: str) -> None:
    """A database of another program is refused, untouched."""
    from djambi.errors import DjambiError
    from djambi.server.storage.upgrade import upgrade

    async def make() -> None:
        store = Store(postgres)
        async with store.database.writing() as connection:
            await connection.execute(text("CREATE TABLE games (title text)"))
        await store.close()

    asyncio.run(make())
    with pytest.raises(DjambiError, match="another program"):
        upgrade(postgres)
