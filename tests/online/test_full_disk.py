"""A disk that is full: the server says so, acknowledges nothing, and goes on after it."""

from __future__ import annotations

import resource
from pathlib import Path

import httpx
from tests.online.processes import Server, add_people, running
from tests.server.people import wait_until
from tests.waiting import WAIT_TIMEOUT_S

TOKEN = "figures"


def test_ready_is_false_while_nothing_can_be_stored(tmp_path: Path) -> None:
    server = Server(tmp_path, {"DJAMBI_METRICS_TOKEN": TOKEN})
    with running(server):
        [ada] = add_people(server.where, 1)
        headers = {"origin": server.url, "x-djambi": "1", **ada.headers}
        with httpx.Client(base_url=server.url, headers=headers, timeout=WAIT_TIMEOUT_S) as http:

            def make() -> int:
                return http.post("/api/tables", json={"variant": "square-2"}).status_code

            def figure(name: str) -> float:
                bearer = {"authorization": f"Bearer {TOKEN}"}
                text = httpx.get(
                    f"{server.url}/metrics", headers=bearer, timeout=WAIT_TIMEOUT_S
                ).text
                [line] = [line for line in text.splitlines() if line.startswith(f"{name} ")]
                return float(line.split()[1])

            assert make() == 201
            assert figure("djambi_writes_failed_total") == 0
            written = figure("djambi_write_seconds_count")
            assert written > 0
            free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            # The process notices by itself: nobody has to want anything of it.
            wait_until(lambda: not server.is_ready(), 2 * WAIT_TIMEOUT_S)
            assert http.get("/health/ready").json()["ready"] is False
            assert make() >= 500
            assert figure("djambi_writes_failed_total") > 0
            assert figure('djambi_http_requests_total{status="5xx"}') > 0
            # Who only looks is served.
            lobby = http.get("/api/lobby")
            assert lobby.status_code == 200
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, free)
            wait_until(server.is_ready, 2 * WAIT_TIMEOUT_S)
            assert make() == 201
            assert figure("djambi_write_seconds_count") > written
            assert figure("djambi_connections") >= 1
