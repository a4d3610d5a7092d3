"""Measure how long the server works on a turn, bots apart: `python -m bench.server [TURNS]`.

For each variant a game of random turns is played twice: on the table itself (validate, store on
disk, present, encode for two listeners), and over a real socket on this machine, from the turn sent
to its acknowledgement and to the update with the new position. The browser's requests around a turn
(a stage, a preview) are timed over the socket too. If the machine has other work, look at the
processor time: the rest is waiting for the disk and for other processes.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from tests.server.people import serving

from djambi.position.position import Position
from djambi.rules import Variant
from djambi.server.game.events import Created, SeatRow
from djambi.server.game.summaries import GameSummary
from djambi.server.live.commands import event_for_change
from djambi.server.live.listener import Listener
from djambi.server.live.registry import GameRegistry
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.messages import TurnRequest
from djambi.server.security.devices import Device
from djambi.server.storage import Store
from djambi.server.storage.upgrade import upgrade

VARIANTS = ("square-4", "hex-3", "hex-6", "polygon-8")
Times = dict[str, list[float]]


def random_turn(position: Position, dice: random.Random) -> str:
    """Return one of a few legal turns, drawn without listing them all."""
    turns = position.legal_turns()
    for turn in turns:
        if dice.random() < 0.02:
            return str(turn)
    return str(next(iter(turns)))


async def at_the_table(folder: Path, variant: str, turns: int, times: Times) -> None:
    """Time the changes themselves, with two listeners."""
    file = folder / "table.sqlite3"
    upgrade(file)
    registry = GameRegistry(Store(file), EventPublisher())
    start = Position.start(variant)
    seats = tuple(SeatRow(p, "me") for p in Variant.get(variant).players)
    created = Created(str(start), seats)
    await registry.store.create(
        variant, variant, str(start.rules), [created], GameSummary("[]", "", 0, "", None)
    )
    room = await registry.room(variant)
    device = Device("", host=True)
    listeners = [Listener(device), Listener(device)]
    for listener in listeners:
        registry.join(room, listener, 0)
    dice = random.Random(1)
    for _ in range(turns):
        if room.state.mover is None:
            break
        asked = TurnRequest(1, room.state.number, random_turn(room.state.position, dice))
        begun, busy = time.perf_counter(), time.process_time()
        await room.change(
            asked.after, partial(event_for_change, room, device, asked), lambda _: None
        )
        times["table: turn"].append(time.perf_counter() - begun)
        times["table: turn (processor)"].append(time.process_time() - busy)
        for listener in listeners:
            while not listener.queue.empty():
                listener.queue.get_nowait()
    begun = time.perf_counter()
    whole = msgspec.json.encode(room.snapshot(device))
    times["table: whole state"].append(time.perf_counter() - begun)
    times[f"(turns {len(room.state.entries)}, state {len(whole) // 1024} KB)"] = []
    await registry.close()


def over_the_socket(folder: Path, variant: str, turns: int, times: Times) -> None:
    """Time what a browser on this machine waits for."""
    dice = random.Random(2)
    with serving(folder) as served:
        seats = [{"party": p, "player": "me"} for p in Variant.get(variant).players]
        game = served.new_game(variant=variant, seats=seats)
        with served.sit(game) as person:
            view = person.hear()["view"]
            for _ in range(turns):
                if view["mover"] is None:
                    break
                position = Position.parse(view["position"])
                text = random_turn(position, dice)
                clocked(times, "socket: stage", partial(person.ask, "stage", prefix=text[:2]))
                clocked(times, "socket: preview", partial(person.ask, "preview", text=text))
                begun = time.perf_counter()
                person.ask("turn", after=person.last, text=text)
                times["socket: turn to done"].append(time.perf_counter() - begun)
                view = person.until("update")["view"]
                times["socket: turn to update"].append(time.perf_counter() - begun)


def clocked(times: Times, name: str, work: Callable[[], object]) -> None:
    """Time some work, also when the answer is an error."""
    begun = time.perf_counter()
    work()
    times[name].append(time.perf_counter() - begun)


def main() -> None:
    """Print a table of medians, 99th percentiles and maxima, in milliseconds."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for variant in VARIANTS:
        times: Times = defaultdict(list)
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(at_the_table(Path(folder), variant, turns, times))
            over_the_socket(Path(folder), variant, turns, times)
        print(variant)
        for name, found in times.items():
            if not found:
                print(f"  {name}")
                continue
            found.sort()
            p99 = found[int(len(found) * 0.99)]
            print(
                f"  {name:24} median {1e3 * statistics.median(found):7.2f} ms"
                f"   99 % {1e3 * p99:7.2f}   most {1e3 * found[-1]:7.2f}"
            )


if __name__ == "__main__":
    main()
