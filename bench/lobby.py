"""Measure what open home pages cost a server: the part `lobby` of `python -m bench.online`.

Each page does what the browser app does: it keeps a feed open, and fetches the lobby when the feed
says that it has changed. The lobby lists a hundred waiting tables and a hundred games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
from tests.online.processes import Server, Someone, add_games, add_people, running
from websockets import Origin
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.processes import cpu_of
from djambi.server.schemas.terms import Terms

TABLES_LISTED = 100
"""Waiting tables in the lobby, and as many running games."""


@dataclass
class _Counts:
    """Counts of all pages: fetches, and fetches without changes."""

    asked: int = 0
    same: int = 0


async def _page(server: Server, http: httpx.AsyncClient, counts: _Counts) -> None:
    """Simulate one open home page."""
    tag = ""
    url = f"ws://127.0.0.1:{server.port}/api/feed/socket"
    with suppress(ConnectionClosed):
        async with connect(url, origin=Origin(server.url), ping_interval=None) as feed:
            async for line in feed:
                # A feed in which nothing happens says so, in lines without a subject.
                if json.loads(line).get("what") in ("lobby", "hello"):
                    answer = await http.get("/api/lobby", headers={"if-none-match": tag})
                    counts.asked += 1
                    counts.same += answer.status_code == 304
                    tag = answer.headers["etag"]


async def _make(http: httpx.AsyncClient) -> None:
    body = {"variant": "square-4", "terms": {"listed": True}}
    answer = await http.post("/api/tables", json=body)
    answer.raise_for_status()


async def _measure(server: Server, owner: Someone, options: argparse.Namespace) -> None:
    counts = _Counts()
    headers = {"origin": server.url, "x-djambi": "1"}
    limits = httpx.Limits(max_connections=20)
    async with (
        httpx.AsyncClient(base_url=server.url, headers=headers, limits=limits, timeout=60) as http,
        httpx.AsyncClient(base_url=server.url, headers=headers | owner.headers) as maker,
        asyncio.TaskGroup() as group,
    ):
        for _ in range(TABLES_LISTED):
            await _make(maker)
        # A group, because a page that fails must not count as one that is silent.
        pages = [group.create_task(_page(server, http, counts)) for _ in range(options.pages)]
        while counts.asked < options.pages:
            await asyncio.sleep(0.1)
        for name, every in (("nothing happens", 0.0), ("a new table each second", 1.0)):
            asked, same, cpu = counts.asked, counts.same, cpu_of(server.pid)
            begun = asyncio.get_running_loop().time()
            while (took := asyncio.get_running_loop().time() - begun) < options.seconds:
                if every:
                    await _make(maker)
                await asyncio.sleep(every or 0.5)
            used = cpu_of(server.pid) - cpu
            asked, same = counts.asked - asked, counts.same - same
            print(
                f"{options.pages} home pages, {name:24} {asked / took:5.1f} questions/s "
                f"({same} of {asked} unchanged)   processor {100 * used / took:.1f} % of a core",
                flush=True,
            )
        for page in pages:
            page.cancel()


def lobby(options: argparse.Namespace) -> None:
    """Measure open home pages, while nothing happens and while the lobby changes."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.prepare()
        people = add_people(server.where, 40)
        add_games(
            server.where, TABLES_LISTED, people, Terms(absence="wait", grace=3600, watch="all")
        )
        with running(server):
            asyncio.run(_measure(server, people[0], options))
