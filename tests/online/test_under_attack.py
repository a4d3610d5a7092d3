"""Everything that strangers may do to slow a server down, at once and for a while: `make long`.

What is counted must hold however slow the machine is; times are printed, for whoever looks.
"""

from __future__ import annotations

import contextlib
import re
import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.online.processes import FRIENDLY, Server, Someone, add_games, add_people, running
from tests.online.test_attacks import START
from tests.waiting import WAIT_TIMEOUT_S

from djambi.position.position import Position
from djambi.server.security.connections import HEAD_TIMEOUT_S
from djambi.views.studies import MAX_STUDY_MOVES

pytestmark = pytest.mark.long

SECONDS = 45.0
"""How long the attack lasts."""

TOKEN = "figures"


class Attackers:
    """Strangers, each at an address of his own and in a thread of his own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.answers: Counter[str] = Counter()
        self._end = threading.Event()
        self._threads: list[threading.Thread] = []

    def add(self, number: int, what: Callable[[httpx.Client, str], None]) -> None:
        def work() -> None:
            address = f"127.0.1.{number}"
            transport = httpx.HTTPTransport(local_address=address)
            headers = {"origin": self.server.url, "x-djambi": "1"}
            with httpx.Client(
                base_url=self.server.url,
                headers=headers,
                transport=transport,
                timeout=WAIT_TIMEOUT_S,
            ) as client:
                while not self._end.is_set():
                    with contextlib.suppress(httpx.HTTPError):
                        what(client, address)

        self._threads.append(threading.Thread(target=work, daemon=True))
        self._threads[-1].start()

    def stop(self) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join(2 * WAIT_TIMEOUT_S)

    # --- what they do -------------------------------------------------------------------------

    def trees(self, client: httpx.Client, address: str) -> None:
        """The largest study that is taken, again and again."""
        turn = str(Position.parse(START).legal_turns()[0])
        body: dict[str, Any] = {"start": START}
        body["moves"] = [{"parent": 0, "text": turn}] * MAX_STUDY_MOVES
        self._count("tree", client.post("/api/study/record", json=body))

    def lobby(self, client: httpx.Client, address: str) -> None:
        self._count("lobby", client.get("/api/lobby", headers={"accept-encoding": "identity"}))

    def thoughts(self, client: httpx.Client, address: str) -> None:
        """An analysis that is left as soon as it says something."""
        body = {"position": START, "nodes": 20_000_000}
        with client.stream("POST", "/api/study/think", json=body) as answer:
            self._count("think", answer)
            next(answer.iter_lines(), None)

    def brackets(self, client: httpx.Client, address: str) -> None:
        self._count("brackets", client.post("/api/study/open", content=b"[" * 100_000))

    def halves(self, client: httpx.Client, address: str) -> None:
        """Connections that begin a request and never end it."""
        with contextlib.ExitStack() as stack:
            for _ in range(200):
                with contextlib.suppress(OSError):
                    made = socket.create_connection(
                        ("127.0.0.1", self.server.port), WAIT_TIMEOUT_S, source_address=(address, 0)
                    )
                    stack.enter_context(made).sendall(b"GET / HTTP/1.1\r\nHo")
            self._end.wait(2 * HEAD_TIMEOUT_S)

    def _count(self, what: str, answer: httpx.Response) -> None:
        self.answers[f"{what} {answer.status_code}"] += 1


@contextlib.contextmanager
def attacked(server: Server) -> Generator[Attackers]:
    attackers = Attackers(server)
    kinds = ("trees", "lobby", "thoughts", "brackets", "halves")
    try:
        for number, kind in enumerate(kinds * 2, 2):
            attackers.add(number, getattr(attackers, kind))
        yield attackers
    finally:
        attackers.stop()


def figures(server: Server) -> dict[str, float]:
    bearer = {"authorization": f"Bearer {TOKEN}"}
    text = httpx.get(f"{server.url}/metrics", headers=bearer, timeout=WAIT_TIMEOUT_S).text
    found = re.findall(r"^(djambi_\w+) ([\d.e+-]+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def play_on(
    server: Server, games: Iterator[tuple[str, list[Someone]]], seconds: float
) -> list[float]:
    """Play quick turns for a while, game after game; seconds until each was acknowledged."""
    times: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        game, members = next(games)
        with contextlib.ExitStack() as stack:
            people = [stack.enter_context(server.sit(game, member)) for member in members]
            states = [person.until("state") for person in people]
            view = states[0]["view"]
            while time.monotonic() < end and view["mover"] is not None:
                mover = people["rbyg".index(view["mover"])]
                turn = str(Position.parse(view["position"]).legal_turns()[0])
                begun = time.monotonic()
                view = mover.change("turn", text=turn)["view"]
                times.append(time.monotonic() - begun)
                for person in people:
                    while person.last < mover.last:
                        person.hear()
                # As fast as people may.
                time.sleep(0.1)
            assert people[0].ask("ping")["type"] == "pong"
    return times


def test_people_play_on_while_strangers_do_their_worst(tmp_path: Path) -> None:
    server = Server(tmp_path, {"DJAMBI_METRICS_TOKEN": TOKEN})
    server.folder.mkdir(exist_ok=True)
    with running(server):
        # As a server has them: `Server.prepare` takes all limits away.
        server.kill()
        (server.folder / "settings.toml").write_text("")
        server.start()
        people = add_people(server.where, 4)
        games = iter(add_games(server.where, 300, people, FRIENDLY).items())
        quiet = play_on(server, games, SECONDS / 4)
        with attacked(server) as attackers:
            busy = play_on(server, games, SECONDS)
        told = figures(server)
        answers = attackers.answers
        for name, times in (("quiet", quiet), ("attacked", busy)):
            worst = 1e3 * max(times)
            print(
                f"{name:9} {len(times):5} turns, median {1e3 * statistics.median(times):.1f} ms, "
                f"worst {worst:.0f} ms"
            )
        print(dict(sorted(answers.items())))
        # Each did what it could, and was held to its part.
        assert not [what for what in answers if what.endswith(" 500")]
        assert answers["tree 200"] and answers["tree 429"]
        assert answers["brackets 400"] + answers["brackets 429"]
        assert answers["lobby 200"] > 100
        assert told["djambi_lobby_read_total"] < (len(busy) + answers["lobby 200"]) / 4 + 60
        assert told["djambi_connections_ended_total"] + told["djambi_connections_refused_total"] > 0
        assert told["djambi_writes_failed_total"] == 0
        assert httpx.get(f"{server.url}/health/ready", timeout=WAIT_TIMEOUT_S).json()["ready"]


def test_memory_after_hundreds_of_games(tmp_path: Path) -> None:
    """Games come and go; of those that nobody is at only so many stay."""
    server = Server(tmp_path, {"DJAMBI_METRICS_TOKEN": TOKEN})
    with running(server):
        people = add_people(server.where, 40)
        sizes: list[float] = []
        for _ in range(4):
            for game, four in add_games(server.where, 150, people, FRIENDLY).items():
                with contextlib.ExitStack() as stack:
                    for member in four:
                        stack.enter_context(server.sit(game, member)).until("state")
            told = figures(server)
            bearer = {"authorization": f"Bearer {TOKEN}"}
            text = httpx.get(f"{server.url}/metrics", headers=bearer, timeout=WAIT_TIMEOUT_S).text
            [line] = re.findall(r"^process_resident_memory_bytes (.*)$", text, re.MULTILINE)
            sizes.append(float(line))
            assert told["djambi_games"] <= 70 and told["djambi_sockets"] == 0
        print("resident memory, MB:", [round(size / 1e6) for size in sizes])
