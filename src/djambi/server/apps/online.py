"""The application of an online server (`djambi serve`): what a process has, put together.

A part of the server adds its handlers to `HANDLERS`, and what it needs while the process lives to
`Online`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from litestar import Litestar
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from djambi.server.analysis.own_games import OwnGames
from djambi.server.analysis.routes import STUDY_HANDLERS
from djambi.server.analysis.service import Thinkers
from djambi.server.api import API_HANDLERS
from djambi.server.api import game_routes as local
from djambi.server.api.feeds import FEED_HANDLERS
from djambi.server.api.socket import game_socket
from djambi.server.api.static_files import StaticFiles
from djambi.server.apps.backends import bus_of, jobs_of, mail_of, shared_limits_of
from djambi.server.bots.runner import DELAY, BotRunner
from djambi.server.cluster.replication import ReplicaFollower
from djambi.server.correspondence.planner import Planner
from djambi.server.correspondence.routes import PRIVATE_HANDLERS
from djambi.server.correspondence.vacation_routes import HOLIDAY_HANDLERS
from djambi.server.correspondence.vacations import Holidaymaker
from djambi.server.http_errors import HANDLERS_OF_ERRORS
from djambi.server.identifiers import new_id
from djambi.server.jobs.retention import Sweeper
from djambi.server.learning.routes import LEARNING_HANDLERS
from djambi.server.live.registry import GameRegistry
from djambi.server.notifications.feed import Feeds
from djambi.server.notifications.mail import Letter, Post
from djambi.server.notifications.routes import NOTICE_HANDLERS
from djambi.server.notifications.turn_emails import Notices
from djambi.server.observability.health import HEALTH_HANDLERS
from djambi.server.observability.metrics import Meters
from djambi.server.people.disconnections import Cuts
from djambi.server.people.others import OTHERS_HANDLERS
from djambi.server.people.routes import ME_HANDLERS, PEOPLE_HANDLERS
from djambi.server.people.service import People
from djambi.server.rate_limits import Limits
from djambi.server.schemas.requests import LARGEST_BODY
from djambi.server.search.positions import Indexer
from djambi.server.search.routes import SEARCH_HANDLERS
from djambi.server.security.fair_queue import FairQueue
from djambi.server.security.json_requests import JsonRequest
from djambi.server.security.request_policy import Doors, PublicGuard
from djambi.server.settings import ServeSettings
from djambi.server.storage import Store
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.private_documents import Privates
from djambi.server.storage.search import SearchStore
from djambi.server.storage.sweeps import Sweeps
from djambi.server.storage.turns import TurnsStore
from djambi.server.storage.vacations import HolidaysStore
from djambi.server.tables.lobby_cache import Lobby
from djambi.server.tables.routes import TABLE_HANDLERS
from djambi.server.tables.service import Tables
from djambi.server.talk.routes import TALK_HANDLERS
from djambi.server.talk.service import Talks

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
    *LEARNING_HANDLERS,
    game_socket,
    *ME_HANDLERS,
    *PEOPLE_HANDLERS,
    *OTHERS_HANDLERS,
    *TABLE_HANDLERS,
    *TALK_HANDLERS,
    *API_HANDLERS,
    *FEED_HANDLERS,
    *PRIVATE_HANDLERS,
    *SEARCH_HANDLERS,
    *HOLIDAY_HANDLERS,
    *NOTICE_HANDLERS,
    *HEALTH_HANDLERS,
]


class Online:
    """What one process of an online server has; `await open()` before, `await close()` after."""

    def __init__(
        self, settings: ServeSettings, where: Path | str, doors: Doors, bot_delay: float = DELAY
    ) -> None:
        self.settings = settings
        self.doors = doors
        self.store = Store(where)
        self.bus = bus_of(settings)
        self.jobs = jobs_of(settings)
        self.limits = shared_limits_of(settings, doors.limits)
        runner = BotRunner(bot_delay, settings.bot_threads)
        self.hub = GameRegistry(self.store, runner, self.bus, settings.sockets)
        self.others = ReplicaFollower(self.hub, self.bus, self.store.database)
        self.post = Post(self.store.database, self.jobs, mail_of(settings))
        self.thinkers = Thinkers(self.store, each=1)
        self.people = People(
            PeopleStore(self.store.database),
            settings,
            doors.limits,
            doors.url,
            self._send if settings.smtp else None,
        )
        self.cuts = Cuts(self.people.store, self.bus, self._cut)
        self.tables = Tables(self.hub, self.store.database, self.people.store, doors.limits)
        self.tables.standing = self.cuts.standing
        self.lobby = Lobby(self.tables)
        self.own_games = OwnGames(self.tables.store, doors.neighbours)
        self.talks = Talks(self.hub, self.store.database, self.people.store, doors.limits)
        self.tables.finishers.append(self.talks.finish)
        self.feeds = Feeds(self.hub.bus, TurnsStore(self.store.database).count)
        self.planner = Planner(self.hub, self.tables, Privates(self.store.database))
        holidays = HolidaysStore(self.store.database)
        self.holidays = Holidaymaker(self.hub, self.tables.store, holidays)
        self.notices = Notices(self.hub, self.tables, self.post, self.people.store, self.people)
        self.tables.finishers.append(Indexer(SearchStore(self.store.database)).add)
        self.people.on_named = self._renamed

        forget = partial(self.people.forget, words=False)
        self.sweeper = Sweeper(Sweeps(self.store.database), forget, self._deleted)

        self.meters = meters_of(self)

    async def _send(self, account: Account, to: str, subject: str, text: str) -> None:
        await self.post.write(new_id(), account.id, Letter(to, subject, text))

    def _renamed(self, account: str) -> None:
        self.tables.renamed(account)
        self.lobby.forget()

    def _deleted(self, games: Iterable[str]) -> None:
        for game in games:
            self.hub.forget(game)

    def _cut(self, account: str) -> None:
        self.hub.cut(account)
        self.feeds.cut(account)
        self.tables.later(self._look_whether_erased(account))

    async def _look_whether_erased(self, account: str) -> None:
        """Forget the name of an account that was erased, and its words if they were."""
        found = await self.people.store.account(account)
        if found is None or found.erased:
            self._renamed(account)
            await self.talks.was_erased(account)

    async def open(self) -> None:
        """Begin: from here on requests are let in."""
        await self.bus.open()
        await self.jobs.open()
        if self.limits is not None:
            self.limits.begin()
        self.others.begin()
        self.post.begin()
        await self.cuts.begin()
        await self.lobby.begin()
        await self.tables.begin()
        await self.planner.begin()
        self.sweeper.begin()
        self.doors.is_loaded = lambda game: self.hub.known(game) is not None
        self.doors.people = self.people

    async def close(self) -> None:
        """End what was begun, in the other order."""
        self.doors.people = None
        await self.thinkers.close()
        await self.sweeper.end()
        await self.planner.end()
        await self.talks.end()
        await self.tables.end()
        await self.cuts.end()
        await self.post.end()
        await self.others.end()
        if self.limits is not None:
            await self.limits.end()
        await self.jobs.close()
        await self.bus.close()
        await self.hub.close()


def meters_of(online: Online) -> Meters:
    """What a process counts of itself."""
    meters, hub, writer = Meters(), online.hub, online.store.writer
    meters.gauge("games", "Games in memory.", lambda: len(hub.in_memory()))
    meters.gauge("sockets", "Sockets that are open.", lambda: hub.sockets)
    meters.gauge("people", "Accounts with sockets here.", lambda: hub.people)
    meters.counter("events", "Events stored.", lambda: writer.stored)
    meters.counter("overtaken", "Events that another process was before.", lambda: writer.taken)
    meters.counter("transactions", "Transactions they took.", lambda: writer.transactions)
    meters.counter(
        "followed", "Times others' events were followed.", lambda: online.others.followed
    )
    meters.counter("gaps", "Times something on the bus was missed.", lambda: online.others.gaps)
    meters.gauge("redis_up", "Whether Redis answers.", lambda: int(online.bus.is_connected or 0))
    writes, doors, thinkers = online.store.database.writes, online.doors, online.thinkers
    meters.add(writes.seconds)
    meters.counter("writes_failed", "Transactions that failed.", lambda: writes.failed)
    meters.add(doors.requests.answers)
    meters.add(doors.requests.seconds)
    if (connections := doors.connections) is not None:
        meters.gauge("connections", "Connections, sockets too.", lambda: connections.open)
        meters.counter("connections_refused", "One too many.", lambda: connections.refused)
        meters.counter("connections_ended", "Waited too long.", lambda: connections.ended)
    for name, queue in (("desk", thinkers.desk), ("searches", thinkers.searches)):
        meters.gauge(f"{name}_waiting", "Costly questions that wait.", partial(_waiting, queue))
    meters.counter("lobby_read", "Times the lobby was read.", lambda: online.lobby.read)
    meters.counter("letters_sent", "Letters sent.", lambda: online.post.sent)
    meters.counter("letters_failed", "Tries to send that failed.", lambda: online.post.failed)
    return meters


def _waiting(queue: FairQueue) -> int:
    return queue.waiting


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
        app.state.online = online
        app.state.hub = online.hub
        app.state.thinkers = online.thinkers
        app.state.people = online.people
        app.state.tables = online.tables
        app.state.lobby = online.lobby
        app.state.feeds = online.feeds
        app.state.planner = online.planner
        app.state.holidays = online.holidays
        app.state.own_games = online.own_games
        try:
            await online.open()
            yield
        finally:
            await online.close()

    app = Litestar(
        route_handlers=HANDLERS,
        lifespan=[lifespan],
        exception_handlers=HANDLERS_OF_ERRORS,
        request_class=JsonRequest,
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
