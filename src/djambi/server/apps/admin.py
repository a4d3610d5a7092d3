"""The work of `djambi admin`, on the database of a server that may be running."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import func, or_, select, update

from djambi.errors import DjambiError
from djambi.server.apps.run_online import database_of
from djambi.server.cluster.heartbeat import DEAD_AFTER_MS
from djambi.server.errors import RequestRefused
from djambi.server.game.summaries import decode_terms
from djambi.server.people.names import lookup_key
from djambi.server.people.passwords import check_password
from djambi.server.people.service import AccountService
from djambi.server.publisher import EventPublisher
from djambi.server.rate_limits import RateLimits
from djambi.server.settings import ServeSettings
from djambi.server.storage.database import Database
from djambi.server.storage.export import everything_about
from djambi.server.storage.models import AccountModel, GameModel, ProcessModel, ReportModel
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.upgrade import upgrade_existing
from djambi.server.timekeeping import now

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PersonLine:
    """An account in a list; times in milliseconds, UTC."""

    id: str
    name: str
    guest: bool
    moderator: bool
    barred: int | None
    erased: bool
    created: int
    seen: int


@dataclass(frozen=True, slots=True)
class TableLine:
    """An online table in a list.

    `name`: what its host calls it, or ""; `listed`: strangers find it in the lobby and may sit
    down; `lobby`: it stands there now, also because everybody may watch it.
    """

    id: str
    name: str
    variant: str
    stage: str
    listed: bool
    lobby: bool
    hidden: bool
    ply: int
    created: int
    played: int


class Admin:
    """The database of a server, for whoever runs it."""

    def __init__(self, settings: ServeSettings) -> None:
        self.settings = settings
        self.where: Path | str = database_of(settings)

    def run(self, work: Callable[[Database, AccountService], Awaitable[T]]) -> T:
        """Run a task on the database, upgraded to the present schema.

        Raises DjambiError if there is none, and for what is refused the sentence alone: its code
        is for programs.
        """
        upgrade_existing(self.where)

        async def opened() -> T:
            database = Database(self.where)
            try:
                people = AccountService(
                    PeopleStore(database), self.settings, RateLimits(), "", EventPublisher()
                )
                return await work(database, people)
            finally:
                await database.close()

        try:
            return asyncio.run(opened())
        except RequestRefused as refused:
            raise DjambiError(refused.words.en) from None

    # --- people ---------------------------------------------------------------------------------

    def people(self, find: str = "", limit: int = 100) -> list[PersonLine]:
        """Return accounts whose names contain a text, the last seen first."""

        async def work(database: Database, _: AccountService) -> list[PersonLine]:
            columns = [getattr(AccountModel, name) for name in _names(PersonLine) - {"guest"}]
            query = select(AccountModel.password, *columns).order_by(AccountModel.seen.desc())
            if find:
                by_name = AccountModel.name.icontains(find, autoescape=True)
                query = query.where(or_(by_name, AccountModel.id == find))
            async with database.reading() as connection:
                rows = (await connection.execute(query.limit(limit))).mappings().all()
            lines: list[PersonLine] = []
            for row in rows:
                values = dict(row)
                guest = values.pop("password") is None and not values["erased"]
                lines.append(PersonLine(guest=guest, **values))
            return lines

        return self.run(work)

    def make(self, name: str, password: str, moderator: bool = False) -> Account:
        """Create a registered account."""

        async def work(_: Database, people: AccountService) -> Account:
            account = await people.make(name, password)
            if moderator:
                await people.store.change(account.id, moderator=True)
            return account

        return self.run(work)

    def set_password(self, who: str, password: str) -> Account:
        """Set another password for a registered account; all its sessions end."""

        async def work(_: Database, people: AccountService) -> Account:
            account = await _found(people, who)
            if account.guest:
                raise DjambiError(f"{who}: guests have no password")
            check_password(password, account.name)
            await people.store.set_password(account.id, await people.passwords.hash(password))
            return account

        return self.run(work)

    def set_moderator(self, who: str, moderator: bool) -> Account:
        """Make a registered account a moderator, or take it back."""

        async def work(_: Database, people: AccountService) -> Account:
            account = await _found(people, who)
            if account.guest and moderator:
                raise DjambiError(f"{who}: guests cannot be moderators")
            await people.store.change(account.id, moderator=moderator)
            return account

        return self.run(work)

    def bar(self, who: str, days: int) -> Account:
        """Bar an account for some days from now; 0 lets it in again."""

        async def work(_: Database, people: AccountService) -> Account:
            account = await _found(people, who)
            await people.bar(account.id, days)
            return account

        return self.run(work)

    def account(self, who: str) -> Account:
        """Return the account of a name or an id."""

        async def work(_: Database, people: AccountService) -> Account:
            return await _found(people, who)

        return self.run(work)

    def erase(self, who: str, words: bool) -> int:
        """Erase an account; with `words` what it ever said too. Returns how many sayings."""

        async def work(_: Database, people: AccountService) -> int:
            account = await _found(people, who)
            return await people.forget(account.id, words)

        return self.run(work)

    def export(self, who: str) -> dict[str, Any]:
        """Return all that is stored about an account."""

        async def work(database: Database, people: AccountService) -> dict[str, Any]:
            return await everything_about(database, (await _found(people, who)).id)

        return self.run(work)

    # --- tables ---------------------------------------------------------------------------------

    def tables(self, stage: str = "", limit: int = 100) -> list[TableLine]:
        """Return online tables, the last played first."""

        async def work(database: Database, _: AccountService) -> list[TableLine]:
            elsewhere = {"name", "listed", "lobby"}
            own = [getattr(GameModel, name) for name in _names(TableLine) - elsewhere]
            lobby = GameModel.listed.label("lobby")
            query = select(*own, lobby, GameModel.terms).where(GameModel.host.is_not(None))
            if stage:
                query = query.where(GameModel.stage.in_(_STAGES[stage]))
            query = query.order_by(GameModel.played.desc()).limit(limit)
            async with database.reading() as connection:
                rows = (await connection.execute(query)).mappings().all()
            lines: list[TableLine] = []
            for row in rows:
                values = dict(row)
                terms = decode_terms(values.pop("terms"))
                lines.append(TableLine(name=terms.name, listed=terms.listed, **values))
            return lines

        return self.run(work)

    def hide(self, table: str) -> None:
        """Remove a table from the lobby and others' lists; whoever plays there goes on."""

        async def work(database: Database, _: AccountService) -> bool:
            which = update(GameModel).where(GameModel.id == table)
            async with database.writing() as connection:
                done = await connection.execute(which.values(hidden=True, listed=False))
                return bool(done.rowcount)

        if not self.run(work):
            raise DjambiError(f"no table {table}")

    def counts(self) -> dict[str, int]:
        """Count accounts, tables by stage, open reports, and processes that live."""

        async def work(database: Database, _: AccountService) -> dict[str, int]:
            registered = AccountModel.password.is_not(None)
            kept = AccountModel.erased.is_(False)
            queries = {
                "registered": select(func.count()).where(registered, kept),
                "guests": select(func.count()).where(AccountModel.password.is_(None), kept),
                **{
                    f"tables {stage}": select(func.count()).where(
                        GameModel.host.is_not(None), GameModel.stage.in_(stages)
                    )
                    for stage, stages in _STAGES.items()
                },
                "open reports": select(func.count()).where(ReportModel.verdict.is_(None)),
                "processes": select(func.count()).where(ProcessModel.seen > now() - DEAD_AFTER_MS),
            }
            async with database.reading() as connection:
                return {
                    name: (await connection.execute(query)).scalar_one()
                    for name, query in queries.items()
                }

        return self.run(work)


_STAGES = {"waiting": ("waiting",), "playing": ("playing",), "over": ("over", "ended")}
"""The stages of tables, and what the database calls them."""


_ID = "id:"
"""What may stand before an id; no name has a colon."""


def _names(kind: type[Any]) -> set[str]:
    return set(kind.__dataclass_fields__)


async def _found(people: AccountService, who: str) -> Account:
    """Return the account of a name or an id (`id:` before it: of nothing else); raises DjambiError.

    Ids are known to all and may be names: somebody else's must not be taken for either.
    """
    by_id = await people.store.account(who.removeprefix(_ID))
    by_name = None if who.startswith(_ID) else await people.store.by_name(lookup_key(who))
    found = {each.id: each for each in (by_id, by_name) if each is not None and not each.erased}
    if not found:
        raise DjambiError(f"no account {who!r} (refer to guests by their id)")
    if len(found) > 1:
        shown = " or ".join(f"{_ID}{each.id} ({each.name})" for each in found.values())
        raise DjambiError(f"{who!r} is somebody's id and somebody's name: say {shown}")
    return next(iter(found.values()))
