"""The application: routes, socket, guard, errors, and what lives as long as the server does."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from litestar import Litestar

from djambi.server.analysis import routes as analysis_routes
from djambi.server.analysis.service import SEARCH_THREADS, AnalysisService
from djambi.server.api import calls, document, game_routes, local_routes, socket, streams
from djambi.server.api.static_files import StaticFiles
from djambi.server.apps.http_application import http_application
from djambi.server.apps.local_talk import LocalTalk
from djambi.server.bots.runner import BotRunner
from djambi.server.http_errors import unexpected_error
from djambi.server.learning import routes as learning_routes
from djambi.server.live.deadlines import LocalClocks
from djambi.server.live.registry import ClientJoined, GameRegistry
from djambi.server.live.room import TableChanged
from djambi.server.people import me_routes
from djambi.server.publisher import EventPublisher
from djambi.server.security.endpoints import EndpointTable, handlers_in
from djambi.server.security.local_guard import LocalAccess, LocalGuard
from djambi.server.sessions.session import GameServices
from djambi.server.storage import Store
from djambi.server.storage.talk_log import AsideStore
from djambi.server.talk import routes as talk_routes

HANDLERS: Final = handlers_in(
    game_routes,
    local_routes,
    socket,
    calls,
    streams,
    document,
    analysis_routes,
    learning_routes,
    me_routes,
    talk_routes,
)


def make_app(database: Path, access: LocalAccess, name: str, bot_delay: float) -> LocalGuard:
    """Return the server as an ASGI application; the database must be up to date."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        store = Store(database)
        access.devices |= await store.devices()
        events = EventPublisher()
        registry = GameRegistry(store, events)
        talk = LocalTalk(AsideStore(store.database), events, bot_delay)
        runner = BotRunner(bot_delay, briefing=talk.negotiation)
        clocks = LocalClocks(registry, events)
        events.subscribe(TableChanged, lambda event: runner.wake(event.room))
        events.subscribe(ClientJoined, lambda event: runner.wake(event.room))
        app.state.store = store
        app.state.registry = registry
        threads = max(SEARCH_THREADS, os.cpu_count() or 1)
        app.state.analysis = analysis = AnalysisService(store, threads)
        app.state.game_services = GameServices(
            registry, runner, unexpected_error, analysis.searches, talks=talk.service
        )
        try:
            yield
        finally:
            await analysis.close()
            await clocks.end()
            await talk.close()
            await runner.close()
            await registry.close()

    state = {"access": access, "name": name, "files": StaticFiles()}
    app = http_application(HANDLERS, lifespan, state)
    # Around everything: what Litestar answers by itself is guarded too.
    return LocalGuard(app, access, EndpointTable(HANDLERS))
