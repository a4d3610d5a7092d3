"""The application of an online server (`djambi serve`): what a process has, put together.

A part of the server adds its handlers to `HANDLERS`, and what it needs while the process lives to
`OnlineProcess`.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from litestar import Litestar

from djambi.server.analysis import routes as analysis_routes
from djambi.server.analysis.own_games import OwnGames
from djambi.server.analysis.service import AnalysisService
from djambi.server.api import (
    calls,
    document,
    feeds,
    game_routes,
    health,
    page_routes,
    socket,
    streams,
)
from djambi.server.api.static_files import BuiltPage, StaticFiles
from djambi.server.apps.backends import (
    bus_of,
    jobs_of,
    mail_of,
    page_build_of,
    shared_limits_of,
)
from djambi.server.apps.http_application import http_application
from djambi.server.background import BackgroundTasks
from djambi.server.bots.negotiation import BotNegotiation
from djambi.server.bots.runner import BOT_DELAY_S, BotRunner
from djambi.server.cluster.heartbeat import (
    Heartbeat,
    OutageFound,
    ProcessesLost,
    ProcessesReturned,
)
from djambi.server.cluster.replication import ReplicaFollower, announce, announce_aside
from djambi.server.correspondence import holiday_routes
from djambi.server.correspondence import routes as correspondence_routes
from djambi.server.correspondence.holidays import HolidayService
from djambi.server.correspondence.planner import ConditionalTurnService
from djambi.server.game.clocks import Outages
from djambi.server.http_errors import unexpected_error
from djambi.server.identifiers import new_id
from djambi.server.jobs.retention import RetentionJob
from djambi.server.learning import routes as learning_routes
from djambi.server.live.registry import (
    ClientJoined,
    ClientLeft,
    GameRegistry,
    RoomLoaded,
    TableCreated,
)
from djambi.server.live.room import EventStored, TableChanged, TableFollowed
from djambi.server.moderation import routes as moderation_routes
from djambi.server.moderation.report_subjects import ReportSubjects
from djambi.server.notifications import routes as notification_routes
from djambi.server.notifications.feed import Feeds
from djambi.server.notifications.mail import Email, MailQueue
from djambi.server.notifications.table_emails import (
    EMAIL_DELAY_MS,
    TableEmails,
    due_emails,
    due_pact_emails,
)
from djambi.server.observability.metrics import ProcessMetrics
from djambi.server.page_build import PAGE_PATH
from djambi.server.people import me_routes, profile_routes
from djambi.server.people import routes as people_routes
from djambi.server.people.disconnections import (
    CUT_TOPIC,
    AccountCut,
    AccountErased,
    Disconnections,
    announce_erasure,
)
from djambi.server.people.service import AccountRenamed, AccountService, BlocksChanged
from djambi.server.publisher import EventPublisher
from djambi.server.rate_limits import RateLimits
from djambi.server.search import routes as search_routes
from djambi.server.search.positions import PositionIndexer
from djambi.server.security.endpoints import EndpointTable, handlers_in
from djambi.server.security.fair_queue import FairQueue
from djambi.server.security.public_guard import PublicGuard
from djambi.server.security.request_policy import RequestPolicy
from djambi.server.sessions.session import GameServices
from djambi.server.settings import ServeSettings
from djambi.server.storage import Store
from djambi.server.storage.holidays import HolidayStore
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.private_documents import PrivateDocuments
from djambi.server.storage.profiles import ProfileStore
from djambi.server.storage.search import SearchStore
from djambi.server.storage.servers import ServersStore
from djambi.server.storage.sweeps import RetentionStore
from djambi.server.storage.tables import TablesStore
from djambi.server.storage.talk_log import AsideStore
from djambi.server.storage.turns import AwaitedTurnsStore
from djambi.server.tables import routes as table_routes
from djambi.server.tables.admission import Admission
from djambi.server.tables.command_handler import TableCommandHandler
from djambi.server.tables.deadlines import TableDeadlines
from djambi.server.tables.departures import Departures
from djambi.server.tables.endings import GameEnded, GameEndings
from djambi.server.tables.lobby import TableLists
from djambi.server.tables.lobby_cache import LobbyCache
from djambi.server.tables.notifications import cut_strangers, publish_news
from djambi.server.tables.player_names import PlayerNames
from djambi.server.tables.presence import PresenceChanged, PresenceTracker
from djambi.server.tables.rematch import continue_series
from djambi.server.tables.results import store_results
from djambi.server.tables.voting import Voting
from djambi.server.talk import routes as talk_routes
from djambi.server.talk.accounts import AccountPeople, store_pledges
from djambi.server.talk.room import AsideStored, TalkFollowed
from djambi.server.talk.service import TalkService
from djambi.server.timekeeping import now

HANDLERS: Final = handlers_in(
    game_routes,
    socket,
    calls,
    streams,
    document,
    feeds,
    analysis_routes,
    learning_routes,
    people_routes,
    me_routes,
    profile_routes,
    moderation_routes,
    table_routes,
    talk_routes,
    correspondence_routes,
    holiday_routes,
    search_routes,
    notification_routes,
    health,
)


PAGE_HANDLERS: Final = handlers_in(page_routes)
"""The handlers of a server with a page build, besides."""


class OnlineProcess:
    """One process of an online server; `await open()` before, `await close()` after.

    Its parts are given what they need when they are made. What happens they hear of by events
    (`_subscribe`).
    """

    def __init__(
        self,
        settings: ServeSettings,
        where: Path | str,
        policy: RequestPolicy,
        bot_delay: float = BOT_DELAY_S,
    ) -> None:
        self.settings = settings
        self.policy = policy
        self.events = events = EventPublisher()
        self.tasks = tasks = BackgroundTasks()
        self.store = Store(where)
        self.bus = bus = bus_of(settings)
        self.jobs = jobs_of(settings)
        self.limits = shared_limits_of(settings, policy.limits)
        database = self.store.database

        people = PeopleStore(database, partial(bus.publish, CUT_TOPIC, b"1"))
        table_store = TablesStore(database)
        self.cuts = Disconnections(people, bus, events)

        outages = Outages()
        self.registry = registry = GameRegistry(self.store, events, outages, settings.sockets)
        self.talks = TalkService(AsideStore(database), AccountPeople(people, policy.limits), events)
        pledges_of = ProfileStore(database).public_pledges
        self.negotiation = BotNegotiation(self.talks.room_of, bot_delay, pledges_of)
        self.runner = runner = BotRunner(bot_delay, settings.bot_threads, self.negotiation)
        self.followers = ReplicaFollower(registry, self.talks, bus, database)

        servers = ServersStore(database)
        self.heartbeat = heartbeat = Heartbeat(servers, outages, events)
        self.presence = PresenceTracker(registry, servers, heartbeat, bus, events, tasks)
        self.player_names = PlayerNames(people, tasks)
        self.admission = Admission(people, self.cuts.standing, tasks)
        self.voting = Voting(registry, table_store, runner, bus, tasks)
        awaited = AwaitedTurnsStore(database)
        self.planner = ConditionalTurnService(
            registry, bus, self.admission, PrivateDocuments(database), awaited, tasks
        )
        self.deadlines = TableDeadlines(
            registry,
            table_store,
            self.presence,
            heartbeat,
            self.voting,
            runner,
            self.planner.play,
            tasks,
        )
        self.endings = GameEndings(registry, table_store, heartbeat, events, tasks)
        self.departures = Departures(registry, table_store, tasks)
        self.tables = TableCommandHandler(
            self.admission, self.presence, heartbeat, self.voting, policy.limits
        )
        self.table_lists = TableLists(registry, table_store, people)
        self.lobby = LobbyCache(self.table_lists, bus)
        self.indexer = PositionIndexer(SearchStore(database))

        talk_of = self.talks.room_of
        self.emails = TableEmails(registry, table_store, people, talk_of, policy)
        self.post = MailQueue(database, self.jobs, mail_of(settings), self.emails.write)
        self.feeds = Feeds(bus, awaited.count)
        send = self._send if settings.smtp else None
        self.people = AccountService(
            people, settings, policy.limits, policy.url, events, send, tasks
        )
        self.holidays = HolidayService(registry, table_store, HolidayStore(database), tasks)
        threads = settings.analysis_threads
        self.analysis = AnalysisService(self.store, threads, max(1, threads // 2))
        self.own_games = OwnGames(table_store, policy.neighbours)
        self.report_subjects = ReportSubjects(registry, self.talks)
        forget = partial(self.people.forget, words=False)
        self.sweeper = RetentionJob(RetentionStore(database), forget, self._deleted)
        self.meters = meters_of(self)
        self._subscribe(events)
        bus.listen_to_all("name", self._heard_name)
        bus.listen_to_all("blocks", self._look_at_blocks)

    def _subscribe(self, events: EventPublisher) -> None:
        """Say who hears of what; the handlers of an event are called in this order."""
        on = events.subscribe
        insist = self.tasks.insist

        # A game comes into memory.
        on(RoomLoaded, lambda event: self.player_names.learn(event.room))
        on(RoomLoaded, lambda event: self.voting.load(event.room))
        on(RoomLoaded, lambda event: self.presence.look_elsewhere(event.room))
        on(RoomLoaded, lambda event: self.talks.load(event.room))
        on(RoomLoaded, self._wake_loaded)

        # Sockets come and go.
        on(ClientJoined, self.talks.joined)
        on(ClientJoined, self.admission.joined)
        on(ClientJoined, self.presence.joined)
        on(ClientJoined, lambda event: self.deadlines.schedule(event.room))
        on(ClientJoined, lambda event: self.runner.wake(event.room))
        on(ClientLeft, self.presence.left)
        on(ClientLeft, lambda event: self.deadlines.schedule(event.room))
        on(ClientLeft, lambda event: self._promise_emails(self.emails.promised_by_leaving(event)))
        on(PresenceChanged, lambda event: self.deadlines.schedule(event.room))
        on(ProcessesLost, self.presence.look_at_others)
        on(ProcessesReturned, self.presence.look_at_returned)
        # What a process that died had stored it may not have told any more.
        on(ProcessesLost, lambda event: self.player_names.look_again())
        on(ProcessesLost, lambda event: self._look_at_blocks())

        # A game goes on, here or by another process.
        on(EventStored, lambda event: self.talks.tell(event.room))
        on(TableCreated, lambda event: publish_news(self.bus, event.room, None))
        on(TableChanged, lambda event: self.runner.wake(event.room))
        on(TableChanged, lambda event: self.deadlines.schedule(event.room))
        on(TableChanged, lambda event: self.planner.look(event.room))
        on(TableChanged, self.voting.table_changed)
        on(TableChanged, self.endings.table_changed)
        on(TableChanged, lambda event: cut_strangers(event.room))
        on(TableChanged, lambda event: announce(self.bus, event))
        on(TableChanged, lambda event: publish_news(self.bus, event.room, event.before))
        on(TableChanged, lambda event: self._promise_emails(due_emails(event)))
        on(TableChanged, self.holidays.table_changed)
        on(TableFollowed, lambda event: self.talks.tell(event.room))
        on(TableFollowed, lambda event: self.deadlines.schedule(event.room))
        # The other process may not have known of the plan, or may have died.
        on(TableFollowed, lambda event: self.planner.look(event.room))
        on(TableFollowed, lambda event: cut_strangers(event.room))
        on(TableFollowed, lambda event: self.player_names.followed(event.room))

        on(OutageFound, self._give_back)

        # Something is said or promised, here or by way of another process.
        on(AsideStored, lambda event: announce_aside(self.bus, event.room.id, event.number))
        on(AsideStored, lambda event: self.negotiation.wake(event.room))
        on(AsideStored, self._promise_pact_emails)
        on(TalkFollowed, lambda event: self.negotiation.wake(event.room))

        # A game ends.
        on(GameEnded, lambda event: store_results(self.store.database, event.room))
        on(GameEnded, lambda event: continue_series(self.registry, self.people.store, event.room))
        on(GameEnded, self._sum_up_promises)
        on(GameEnded, lambda event: self.indexer.add(event.room))

        # Accounts change.
        on(AccountRenamed, lambda event: self.bus.publish(f"name:{event.account}", b"1"))
        on(BlocksChanged, lambda event: self.bus.publish(f"blocks:{event.account}", b"1"))
        on(AccountCut, lambda event: self.registry.cut(event.account))
        on(AccountCut, lambda event: self.feeds.cut(event.account))
        # It may have another name: the command line has no bus to tell so.
        on(AccountCut, lambda event: self._renamed(event.account))
        on(
            AccountCut,
            lambda event: insist(
                partial(announce_erasure, self.people.store, events, event.account)
            ),
        )
        on(AccountErased, lambda event: insist(partial(self.talks.was_erased, event.account)))
        on(AccountErased, self.departures.erased)

    async def _wake_loaded(self, event: RoomLoaded) -> None:
        self.planner.look(event.room)
        self.negotiation.wake(event.room)

    def _give_back(self, event: OutageFound) -> None:
        for game in self.registry.in_memory():
            room = self.registry.known(game)
            if room is not None:
                self.tasks.insist(partial(room.count_anew, event.began))

    async def _sum_up_promises(self, event: GameEnded) -> None:
        talk = self.talks.room_of(event.room)
        if talk is not None:
            await store_pledges(talk, self.store.database)

    def _promise_pact_emails(self, event: AsideStored) -> None:
        talk = self.talks.room_of(event.room)
        if talk is not None:
            self._promise_emails(due_pact_emails(talk, event.number))

    def _promise_emails(self, emails: Iterable[tuple[str, str]]) -> None:
        for email in emails:
            self.tasks.insist(partial(self.post.promise, *email, now() + EMAIL_DELAY_MS))

    def _renamed(self, account: str) -> None:
        self.player_names.renamed(account)
        self.lobby.forget()

    def _heard_name(self, account: str, data: bytes) -> None:
        if data:
            self._renamed(account)
        else:
            self.player_names.look_again()
            self.lobby.forget()

    def _look_at_blocks(self, account: str = "", data: bytes = b"") -> None:
        """Send who listens at tables what they read there now: blocks may have changed."""
        self.tasks.insist(partial(self.talks.blocks_changed, account))

    async def _send(
        self, account: Account, to: str, subject: str, text: str, until: int | None
    ) -> None:
        await self.post.write(new_id(), account.id, Email(to, subject, text, until))

    def _deleted(self, games: Iterable[str]) -> None:
        for game in games:
            self.registry.forget(game)

    async def open(self) -> None:
        """Begin: from here on requests are let in."""
        await self.bus.open()
        await self.jobs.open()
        if self.limits is not None:
            self.limits.begin()
        self.followers.begin()
        self.post.begin()
        await self.cuts.begin()
        await self.lobby.begin()
        await self.heartbeat.begin()
        self.presence.begin()
        await self.planner.begin()
        await self.deadlines.begin()
        self.endings.begin()
        self.departures.begin()
        self.sweeper.begin()
        self.policy.open(self.people, lambda game: self.registry.known(game) is not None)

    async def close(self) -> None:
        """End what was begun, in reverse order."""
        self.policy.close()
        await self.analysis.close()
        await self.sweeper.end()
        await self.negotiation.close()
        await self.deadlines.end()
        await self.planner.end()
        await self.tasks.cancel()
        await self.heartbeat.end()
        self.presence.end()
        await self.cuts.end()
        await self.post.end()
        await self.followers.end()
        if self.limits is not None:
            await self.limits.end()
        await self.jobs.close()
        self.post.close()
        await self.bus.close()
        await self.runner.close()
        await self.registry.close()


def meters_of(online: OnlineProcess) -> ProcessMetrics:
    """Return what a process counts of itself."""
    meters, registry, writer = ProcessMetrics(), online.registry, online.store.writer
    meters.gauge("games", "Games in memory.", lambda: len(registry.in_memory()))
    meters.gauge("sockets", "Sockets that are open.", lambda: registry.sockets)
    meters.gauge("people", "Accounts with sockets here.", lambda: registry.people)
    meters.counter("events", "Events stored.", lambda: writer.stored)
    meters.counter("overtaken", "Events that another process was before.", lambda: writer.taken)
    meters.counter("transactions", "Transactions they took.", lambda: writer.transactions)
    meters.counter(
        "followed", "Times others' events were followed.", lambda: online.followers.followed
    )
    meters.counter("gaps", "Times something on the bus was missed.", lambda: online.followers.gaps)
    meters.gauge("redis_up", "Whether Redis answers.", lambda: int(online.bus.is_connected or 0))
    writes, policy, analysis = online.store.database.writes, online.policy, online.analysis
    meters.add(writes.seconds)
    meters.counter("writes_failed", "Transactions that failed.", lambda: writes.failed)
    if file := online.store.database.file:
        folder = file.parent
        meters.gauge("disk_free_bytes", "Left for SQLite.", lambda: shutil.disk_usage(folder).free)
    meters.add(policy.requests.answers)
    meters.add(policy.requests.seconds)
    connections = policy.connections
    meters.gauge("connections", "Connections, sockets too.", lambda: connections.open)
    meters.counter("connections_refused", "One too many.", lambda: connections.refused)
    meters.counter("connections_ended", "Waited too long.", lambda: connections.ended)
    for name, queue in (("desk", analysis.desk), ("searches", analysis.searches)):
        meters.gauge(f"{name}_waiting", "Costly questions that wait.", partial(_waiting, queue))
    meters.counter("lobby_read", "Times the lobby was read.", lambda: online.lobby.read)
    meters.counter("letters_sent", "E-mails sent.", lambda: online.post.sent)
    meters.counter("letters_failed", "Tries to send that failed.", lambda: online.post.failed)
    return meters


def _waiting(queue: FairQueue) -> int:
    return queue.waiting


def make_online(
    settings: ServeSettings, where: Path | str, port: int, name: str, bot_delay: float = BOT_DELAY_S
) -> PublicGuard:
    """Return an online server as an ASGI application; the database must be up to date.

    `where` is the database (`storage.database.url_of`), `port` where the process listens, `name`
    the process's own (random) name.
    """
    policy = RequestPolicy(settings, port, RateLimits(settings.limits))
    handlers = [*HANDLERS, *PAGE_HANDLERS] if settings.page else HANDLERS

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        online = OnlineProcess(settings, where, policy, bot_delay)
        app.state.online = online
        app.state.store = online.store
        app.state.registry = online.registry
        app.state.game_services = GameServices(
            online.registry,
            online.runner,
            unexpected_error,
            online.analysis.searches,
            online.tables,
            online.talks,
        )
        app.state.analysis = online.analysis
        app.state.people = online.people
        app.state.table_lists = online.table_lists
        app.state.report_subjects = online.report_subjects
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

    state = {
        "name": name,
        "files": StaticFiles(),
        "request_policy": policy,
        "limits": policy.limits,
        "settings": settings,
        **_page_state(settings, policy),
    }
    app = http_application(handlers, lifespan, state)
    return PublicGuard(app, policy, EndpointTable(handlers))


def _page_state(settings: ServeSettings, policy: RequestPolicy) -> dict[str, object]:
    """Return what handlers know of the page build, if there is one: its files, its address."""
    build = page_build_of(settings)
    url = policy.url + PAGE_PATH.removeprefix("/")
    return {"page_files": BuiltPage(build), "page_url": url} if build else {}
