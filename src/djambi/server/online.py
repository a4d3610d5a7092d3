"""The application of an online server (`djambi serve`): what a process has, put together.

A part of the server adds its handlers to `HANDLERS`, and what it needs while the process lives to
`Online`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from djambi.server import routes as local
from djambi.server.app import LARGEST_BODY
from djambi.server.faults import HANDLERS_OF_ERRORS
from djambi.server.hub import Hub
from djambi.server.lesson_routes import LESSON_HANDLERS
from djambi.server.limits import Limits
from djambi.server.people.doors import Doors, PublicGuard
from djambi.server.people.others import OTHERS_HANDLERS
from djambi.server.people.routes import ME_HANDLERS, PEOPLE_HANDLERS
from djambi.server.people.service import People
from djambi.server.runner import DELAY, BotRunner
from djambi.server.settings import ServeSettings
from djambi.server.socket import game_socket
from djambi.server.static_files import StaticFiles
from djambi.server.storage import Store
from djambi.server.storage.people import PeopleStore
from djambi.server.study_routes import STUDY_HANDLERS
from djambi.server.tables.routes import TABLE_HANDLERS
from djambi.server.tables.service import Tables
from djambi.server.thinking import Thinkers

HANDLERS: list[ControllerRouterHandler] = [
    # Of what a computer's own server has: all but its list of games and the local network.
    local.alive,
    local.get_catalogue,
    local.get_board,
    local.post_rules,
    local.get_record,
    local.get_settings,
    local.put_settings,
    local.get_file,
    *STUDY_HANDLERS,
    *LESSON_HANDLERS,
    game_socket,
    *ME_HANDLERS,
    *PEOPLE_HANDLERS,
    *OTHERS_HANDLERS,
    *TABLE_HANDLERS,
]

MOST_SOCKETS = 20_000
"""Sockets of a process at once."""


class Online:
    """What one process of an online server has; `await open()` before, `await close()` after."""

    def __init__(
        self, settings: ServeSettings, where: Path | str, doors: Doors, bot_delay: float = DELAY
    ) -> None:
        self.settings = settings
        self.doors = doors
        self.store = Store(where)
        self.hub = Hub(self.store, BotRunner(bot_delay), most_sockets=MOST_SOCKETS)
        self.thinkers = Thinkers(self.store)
        self.people = People(PeopleStore(self.store.database), settings, doors.limits, doors.url)
        self.tables = Tables(self.hub, self.store.database, self.people.store)
        self.people.on_cut = self.hub.cut

    async def open(self) -> None:
        """Begin: from here on requests are let in."""
        await self.people.store.sweep()
        await self.tables.begin()
        self.doors.people = self.people

    async def close(self) -> None:
        """End what was begun, in the other order."""
        self.doors.people = None
        await self.thinkers.close()
        await self.tables.end()
        await self.hub.close()


def make_online(
    settings: ServeSettings, where: Path | str, port: int, name: str, bot_delay: float = DELAY
) -> PublicGuard:
    """An online server as an ASGI application; the database must have the present form.

    `where` is the database (`storage.database.url_of`), `port` where the process listens, `name`
    the process's own (random) name.
    """
    doors = Doors(settings, port, Limits(settings.limits))

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        online = Online(settings, where, doors, bot_delay)
        app.state.hub = online.hub
        app.state.thinkers = online.thinkers
        app.state.people = online.people
        app.state.tables = online.tables
        try:
            await online.open()
            yield
        finally:
            await online.close()

    app = Litestar(
        route_handlers=HANDLERS,
        lifespan=[lifespan],
        exception_handlers=HANDLERS_OF_ERRORS,
        state=State(
            {
                "name": name,
                "files": StaticFiles(),
                "doors": doors,
                "limits": doors.limits,
                "settings": settings,
            }
        ),
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
    )
    return PublicGuard(app, doors)
