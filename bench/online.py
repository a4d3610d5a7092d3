"""Measure the load that one server carries, and two: `python -m bench.online [PART] [options]`.

load       one process on SQLite: N tables with four sockets each and a rate of turns; the time from
           a turn sent to all four players told, processor time per turn, memory per table
two        the same on PostgreSQL with one process, then with two and Redis, each table's players
           spread over both: their summed processor time per turn against that of the one
reconnect  returning to a game of 300 turns: from connecting to the whole state
lobby      open home pages: processor time while nothing happens, and while tables are made
game       memory of a game without sockets, by its number of turns

Servers run as processes of their own; this process holds all sockets and times with one clock. If
the machine has other work, look at the processor time, which tells what it would carry alone.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import random
import resource
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.online.processes import (
    FISCHER,
    FRIENDLY,
    Server,
    Someone,
    add_games,
    add_people,
    running,
)
from tests.online.services import postgres_server, redis_server

from bench.lobby import lobby
from bench.processes import cpu_of, memory_of
from bench.sockets import Socket, open_socket
from djambi.position.position import Position
from djambi.server.game.events import LogEvent, TurnPlayed
from djambi.server.live.registry import GameRegistry
from djambi.server.publisher import EventPublisher
from djambi.server.storage import Store


def turns(many: int, seed: int = 1) -> list[LogEvent]:
    """Return the events of a long game of random turns."""
    dice = random.Random(seed)
    while True:
        position = Position.start("square-4")
        events: list[LogEvent] = []
        while len(events) < many and position.mover is not None:
            legal = list(itertools.islice(position.legal_turns(), 30))
            quiet = [t for t in legal if position.play(t).mover is not None] or legal
            turn = dice.choice(quiet)
            events.append(TurnPlayed(position.mover, str(turn)))
            position = position.play(turn)
        if len(events) == many:
            return events
        seed += 1
        dice = random.Random(seed)


@dataclass
class TableClients:
    """The four sockets of a table; `due` is the future of the turn that is under way."""

    sockets: list[Socket]
    position: str = ""
    mover: str = ""
    number: int = 0
    sent: float = 0.0
    missing: int = 0


@dataclass
class LoadRun:
    """The measurements of a run."""

    times: list[float] = field(default_factory=list[float])
    seconds: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0
    late: int = 0

    def line(self, name: str) -> str:
        """Return a line of the table."""
        self.times.sort()
        count = len(self.times)
        p99 = self.times[int(count * 0.99)] * 1e3
        return (
            f"{name:28} {count / self.seconds:6.0f} turns/s   to all four: median "
            f"{statistics.median(self.times) * 1e3:6.1f} ms, 99 % {p99:6.1f} ms   processor "
            f"{self.cpu / count * 1e3:5.2f} ms/turn ({100 * self.cpu / self.seconds:.0f} %)"
            + (f"   not yet done: {self.late}" if self.late else "")
        )


async def open_tables(
    servers: Sequence[Server], games: dict[str, list[Someone]]
) -> list[TableClients]:
    """Open all sockets, a few at a time."""
    tables: list[TableClients] = []
    gate = asyncio.Semaphore(32)

    async def one(game: str, four: list[Someone]) -> None:
        table = TableClients([])
        async with gate:
            for index, member in enumerate(four):
                server = servers[index % len(servers)]
                table.sockets.append(
                    await open_socket(
                        server.port, f"/api/games/{game}/socket", member.headers["Cookie"]
                    )
                )
            for socket in table.sockets:
                await socket.until_told()
        state = table.sockets[0].last
        table.position, table.mover = state.position, state.mover
        table.number = state.number
        tables.append(table)

    await asyncio.gather(*(one(game, four) for game, four in games.items()))
    return tables


async def play(
    servers: Sequence[Server], tables: list[TableClients], rate: float, seconds: float
) -> LoadRun:
    """Play so many turns per second, at random tables."""
    run, dice, loop = LoadRun(), random.Random(7), asyncio.get_running_loop()
    busy: set[int] = set()

    def told(table: TableClients, index: int, socket: Socket) -> None:
        if socket.last.number <= table.number:
            return
        table.missing -= 1
        if table.missing == 0:
            run.times.append(loop.time() - table.sent)
            table.number, table.mover = socket.last.number, socket.last.mover
            table.position = socket.last.position
            busy.discard(index)

    for index, table in enumerate(tables):
        for socket in table.sockets:
            socket.on_told = partial(told, table, index)
    before = [cpu_of(server.pid) for server in servers]
    begun, sent = loop.time(), 0
    while (now := loop.time()) - begun < seconds:
        while sent < (now - begun) * rate:
            sent += 1
            index = dice.randrange(len(tables))
            table = tables[index]
            if index in busy or not table.mover:
                continue
            text = str(next(iter(Position.parse(table.position).legal_turns())))
            busy.add(index)
            table.missing, table.sent = len(table.sockets), loop.time()
            table.sockets["rbyg".index(table.mover)].send(
                f'{{"type":"turn","id":{sent},"after":{table.number},"text":"{text}"}}'
            )
        await asyncio.sleep(0.002)
    run.seconds = loop.time() - begun
    await asyncio.sleep(1.0)
    run.late = len(busy)
    run.cpu = sum(cpu_of(server.pid) - cpu for server, cpu in zip(servers, before, strict=True))
    return run


def measure(
    servers: Sequence[Server], options: argparse.Namespace, name: str, plies: int = 20
) -> LoadRun:
    """Fill the servers' database, connect everybody and play."""
    where = servers[0].where
    people = add_people(where, 400)
    games = add_games(where, options.tables, people, FRIENDLY, turns(plies))

    async def work() -> LoadRun:
        empty = [memory_of(server.pid) for server in servers]
        begun = time.perf_counter()
        tables = await open_tables(servers, games)
        opened = time.perf_counter() - begun
        gc.collect()
        full = [memory_of(server.pid) for server in servers]
        grown = (sum(full) - sum(empty)) / len(tables)
        print(
            f"  {4 * len(tables)} sockets opened in {opened:.0f} s; "
            f"memory per table with its four sockets: {grown / 1024:.0f} KB",
            flush=True,
        )
        await play(servers, tables, options.rate, min(3.0, options.seconds))
        run = await play(servers, tables, options.rate, options.seconds)
        print(run.line(name), flush=True)
        for table in tables:
            for socket in table.sockets:
                socket.close()
        return run

    return asyncio.run(work())


def load(options: argparse.Namespace) -> None:
    """Measure one process on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        with running(server):
            measure([server], options, "one process, SQLite")


def two(options: argparse.Namespace) -> None:
    """Measure PostgreSQL with one process, and with two and Redis."""
    with (
        tempfile.TemporaryDirectory() as name,
        postgres_server(durable=True) as pg,
        redis_server() as redis,
    ):
        folder = Path(name)
        alone = Server(folder / "a", {"DJAMBI_DATABASE": pg.new_database()})
        with running(alone):
            one = measure([alone], options, "one process, PostgreSQL")
        settings = {"DJAMBI_DATABASE": pg.new_database(), "DJAMBI_REDIS": redis.url}
        pair = [Server(folder / "b", settings), Server(folder / "c", settings)]
        with running(*pair):
            both = measure(pair, options, "two, PostgreSQL and Redis")
    per_turn = [run.cpu / len(run.times) for run in (one, both)]
    print(f"processor time per turn, two against one: {per_turn[1] / per_turn[0]:.2f}")


def reconnect(options: argparse.Namespace) -> None:
    """Measure returning to a game of 300 turns that is not in memory, and that is."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.prepare()
        people = add_people(server.where, 4)
        games = add_games(server.where, 20, people, FRIENDLY, turns(300))

        async def work() -> None:
            times: dict[str, list[float]] = {"from the store": [], "in memory": [], "resumed": []}
            for game, four in games.items():
                for kind, query in (("from the store", ""), ("in memory", ""), ("resumed", "302")):
                    begun = time.perf_counter()
                    path = f"/api/games/{game}/socket" + (f"?after={query}" if query else "")
                    socket = await open_socket(server.port, path, four[0].headers["Cookie"])
                    await socket.until_told()
                    times[kind].append(time.perf_counter() - begun)
                    socket.close()
            for kind, found in times.items():
                median, most = statistics.median(found) * 1e3, max(found) * 1e3
                print(f"back to 300 turns, {kind:16} median {median:6.1f} ms, most {most:6.1f} ms")

        with running(server):
            asyncio.run(work())
    del options


def game(options: argparse.Namespace) -> None:
    """Measure the memory of games without players."""
    for plies, terms in itertools.product((0, 60, 300), (FRIENDLY, FISCHER)):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            server.prepare()
            people = add_people(server.where, 4)
            many = 50
            games = add_games(server.where, many, people, terms, turns(plies))

            async def work() -> float:
                registry = GameRegistry(Store(server.where), EventPublisher())  # noqa: B023
                names = list(games)  # noqa: B023
                await registry.room(names[0])
                gc.collect()
                tracemalloc.start()
                tables = [await registry.room(name) for name in names[1:]]
                for table in tables:
                    table.view()
                gc.collect()
                used = tracemalloc.get_traced_memory()[0]
                tracemalloc.stop()
                await registry.close()
                return used / len(tables)

            clock, used = terms.clock.kind, asyncio.run(work()) / 1024
            print(f"a game of {plies} turns in memory, clock {clock}: {used:.1f} KB")
    del options


PARTS = {"load": load, "two": two, "reconnect": reconnect, "lobby": lobby, "game": game}


def main() -> None:
    """Run the measurement that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.online", description=__doc__)
    parser.add_argument("parts", nargs="*", help=", ".join(PARTS))
    parser.add_argument("--tables", type=int, default=2000, help="tables of four (2000)")
    parser.add_argument("--rate", type=float, default=300, help="turns a second (300)")
    parser.add_argument("--pages", type=int, default=300, help="home pages that are open (300)")
    parser.add_argument("--seconds", type=float, default=20, help="of each run (20)")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}: {', '.join(PARTS)}")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for part in options.parts or PARTS:
        PARTS[part](options)


if __name__ == "__main__":
    main()
