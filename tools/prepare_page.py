"""Write what the page without a server can say before its engine is loaded, into build/prepared/.

    python tools/prepare_page.py

`start.json` has answers by their addresses, `tutorial.json` the guided first game; the file of a
variant its board, the state at the start of a game by its usual rules, and every stage of the first
turn. All of it is what the engine itself answers (`djambi.server.apps.page`), so the page shows the
same before and after.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "prepared"

START = ["/api/me", "/api/catalogue", "/api/lan"]
"""The addresses that the first screens ask, besides those of boards."""


TUTORIAL = "/api/lessons/one-night"
"""The address that the guided first game asks."""


class NoStorage:
    """A browser that stores nothing: games are kept in memory."""

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        """Return a method that refuses."""

        async def refuse(*_: object) -> None:
            raise OSError("nothing is stored while the page is built")

        return refuse


class EngineClient:
    """A page that asks the engine, one thing after the other."""

    def __init__(self) -> None:
        """Start the engine; there has to be a running loop."""
        from djambi.server.apps.page import PageApp

        # It has whatever method is asked of it.
        store: Any = NoStorage()
        self._app = PageApp(store, self)
        self._number = 0
        self._answers: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        self._messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def answer(self, number: int, status: int, kind: str, text: str, last: bool) -> None:
        """Take an answer of the engine."""
        self._answers.put_nowait((status, text))

    def message(self, number: int, text: str) -> None:
        """Take a message of the game that is open."""
        self._messages.put_nowait(json.loads(text))

    def closed(self, number: int, code: int, reason: str) -> None:
        """Raises RuntimeError: the engine closes no game that is open."""
        raise RuntimeError(f"the engine closed the game: {code} {reason}")

    def storage(self, saved: bool, reason: str) -> None:
        """Take no notice: nothing is to be stored."""

    async def ask(self, method: str, address: str, body: object = None) -> Any:
        """Return the JSON of an answer; raises RuntimeError for a refusal."""
        self._number += 1
        text = "" if body is None else json.dumps(body)
        self._app.request(self._number, method, address, text)
        status, answer = await self._answers.get()
        if status >= 400:
            raise RuntimeError(f"{method} {address}: {status} {answer}")
        return json.loads(answer)

    async def first_turn(self, variant: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the state at the start of a new game, and the stages that it does not hold."""
        game = (await self.ask("POST", "/api/games", {"variant": variant}))["id"]
        self._number += 1
        connection = self._number
        self._app.connect(connection, game, "")
        state = await self._heard("state")
        known: dict[str, Any] = state["view"]["stages"]
        stages: dict[str, Any] = {}
        todo = list(known.values())
        while todo:
            stage = todo.pop()
            for choice in stage["choices"]:
                prefix = stage["prefix"] + choice["text"]
                # An empty choice leaves the prefix as it is: the page needs no stage for it.
                if choice["text"] and prefix not in known and prefix not in stages:
                    asked = {"type": "stage", "id": 1, "prefix": prefix}
                    self._app.take(connection, json.dumps(asked))
                    stages[prefix] = (await self._heard("choices"))["stage"]
                    todo.append(stages[prefix])
        self._app.close(connection)
        state["game"]["id"] = ""
        return state, stages

    async def _heard(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while (message := await self._messages.get())["type"] != kind:
            pass
        return message


async def answers() -> dict[str, Any]:
    """Return what is written, by the names of the files."""
    client = EngineClient()
    start = {address: await client.ask("GET", address) for address in START}
    files: dict[str, Any] = {"start": start, "tutorial": await client.ask("GET", TUTORIAL)}
    for variant in start["/api/catalogue"]["variants"]:
        name = variant["name"]
        board = await client.ask("GET", f"/api/boards/{name}")
        state, stages = await client.first_turn(name)
        files[name] = {"board": board, "state": state, "stages": stages}
    return files


def write(target: Path) -> None:
    """Write all files into an empty folder."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, found in asyncio.run(answers()).items():
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        (target / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    write(TARGET)
