"""The store of people: accounts, sessions and tokens, recovery, blocks."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import (
    ColumnElement,
    Insert,
    Row,
    Select,
    SelectBase,
    Update,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from djambi.server.storage.database import Database
from djambi.server.storage.export import take_words_back
from djambi.server.storage.models import (
    AccountModel,
    BlockModel,
    CutModel,
    EmailModel,
    KnownBrowserModel,
    PresenceModel,
    PrivateModel,
    RatingModel,
    RecoveryModel,
    SessionModel,
    SettingsModel,
    table_of,
)
from djambi.server.storage.reports import empty_closed_reports
from djambi.server.timekeeping import now

Kind = Literal["web", "api"]
"""The kinds of sign-in: a browser's session, or a bot's token."""

Purpose = Literal["password", "email"]
"""The purposes of a key sent by e-mail."""


OWN_TABLES: Final = (
    SessionModel,
    RecoveryModel,
    KnownBrowserModel,
    RatingModel,
    EmailModel,
    PrivateModel,
    PresenceModel,
)
"""Rows that belong to one account alone, and are deleted with it."""


class NameTakenError(Exception):
    """Another account has this name."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person; times in milliseconds, UTC. `barred`: until when they may not play or talk."""

    id: str
    name: str
    guest: bool
    moderator: bool = False
    barred: int | None = None
    email: str | None = None
    confirmed: bool = False
    language: str = "en"
    created: int = 0
    erased: bool = False
    seen: int = 0


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session or token; `key` is the hash of its secret, `scopes` what it may do (words)."""

    key: str
    kind: Kind
    label: str
    created: int
    seen: int
    expires: int | None
    scopes: tuple[str, ...]


def _accounts() -> Select[tuple[AccountModel]]:
    return select(table_of(AccountModel))  # pyright: ignore


def account_of_row(row: Row[tuple[AccountModel]]) -> Account:
    """Return the account in a row that has the columns of `accounts`."""
    return Account(
        id=row.id,
        name=row.name,
        guest=row.password is None and not row.erased,
        moderator=row.moderator,
        barred=row.barred,
        email=row.email,
        confirmed=row.confirmed,
        language=row.language,
        created=row.created,
        erased=row.erased,
        seen=row.seen,
    )


_SESSION_COLUMNS: Final = [each.label(f"session_{each.name}") for each in table_of(SessionModel).c]
"""The columns of a session, named so that those of its account may stand beside them."""


def _session_of_row(row: Row[Any]) -> SessionRow:
    return SessionRow(
        row.session_key,
        row.session_kind,
        row.session_label,
        row.session_created,
        row.session_seen,
        row.session_expires,
        tuple(row.session_scopes.split()),
    )


def _is_running() -> ColumnElement[bool]:
    """Return whether a session has not ended."""
    return or_(SessionModel.expires.is_(None), SessionModel.expires > now())


def _adding_key(account: str, key: str, purpose: Purpose, expires: int) -> Insert:
    row = {"key": key, "account": account, "kind": purpose, "expires": expires}
    return insert(RecoveryModel).values(**row)


def _good_key(key: str) -> tuple[ColumnElement[bool], ...]:
    return (
        RecoveryModel.key == key,
        RecoveryModel.kind == "password",
        RecoveryModel.expires > now(),
    )


def _changing(account: str) -> Update:
    """Return an update of an account, unless it was erased: nothing of it comes back."""
    return update(AccountModel).where(AccountModel.id == account, AccountModel.erased.is_(False))


async def hold_accounts(
    connection: AsyncConnection, accounts: Iterable[str] | SelectBase
) -> list[str]:
    """Have whoever changes the same accounts, or what belongs to them, wait until this has ended.

    Who changes several of these rows holds their accounts first, or changes an account first: two
    who began at different ends would wait for each other, and PostgreSQL would end one of them. So
    all take accounts in one order. Return those of them that there are, in that order.
    """
    these = accounts if isinstance(accounts, SelectBase) else list(accounts)
    held = select(AccountModel.id).where(AccountModel.id.in_(these)).order_by(AccountModel.id)
    return list((await connection.execute(held.with_for_update(key_share=True))).scalars())


async def any_erased(connection: AsyncConnection, *accounts: str) -> bool:
    """Hold accounts (`hold_accounts`), and return whether one of them has been erased.

    Whoever stores something of an account asks this first: it was signed in when the request came,
    and what it leaves behind after its erasure would be deleted by nobody.
    """
    held = await hold_accounts(connection, accounts)
    erased = select(AccountModel.id).where(AccountModel.id.in_(held), AccountModel.erased)
    return (await connection.execute(erased)).first() is not None


async def lengthen_ban(connection: AsyncConnection, account: str, until: int) -> None:
    """Bar an account until a time; a longer ban from before stays."""
    shorter = or_(AccountModel.barred.is_(None), AccountModel.barred < until)
    barred = update(AccountModel).where(AccountModel.id == account, shorter)
    await connection.execute(barred.values(barred=until))


async def _add_cut(connection: AsyncConnection, account: str) -> None:
    await connection.execute(insert(CutModel).values(account=account, at=now()))


class PeopleStore:
    """Accounts and what belongs to them, in `database`; `tell_cut` is called after each cut."""

    def __init__(self, database: Database, tell_cut: Callable[[], None] = lambda: None) -> None:
        self.database = database
        self._tell_cut = tell_cut

    # --- cuts -----------------------------------------------------------------------------------

    async def cuts(self, after: int) -> list[tuple[int, str]]:
        """Return the cuts numbered above `after`, with their accounts, oldest first."""
        query = select(CutModel.id, CutModel.account).where(CutModel.id > after)
        async with self.database.reading() as connection:
            rows = await connection.execute(query.order_by(CutModel.id))
            return [(row.id, row.account) for row in rows]

    async def last_cut(self) -> int:
        """Return the number of the newest cut; 0 if there is none."""
        async with self.database.reading() as connection:
            return (await connection.execute(select(func.max(CutModel.id)))).scalar() or 0

    @asynccontextmanager
    async def cutting(self, account: str) -> AsyncGenerator[AsyncConnection]:
        """Open a transaction that ends what the account has open (`people.disconnections`)."""
        async with self.database.writing() as connection:
            await hold_accounts(connection, [account])
            yield connection
            await _add_cut(connection, account)
        self._tell_cut()

    # --- accounts -------------------------------------------------------------------------------

    async def add(self, account: Account, folded: str | None, password: str | None) -> None:
        """Store a new account; raises NameTakenError if another one has `folded`."""
        at = now()
        row = {
            "id": account.id,
            "name": account.name,
            "folded": folded,
            "password": password,
            "email": account.email,
            "confirmed": False,
            "language": account.language,
            "created": at,
            "seen": at,
            "moderator": False,
            "erased": False,
            "data": "{}",
        }
        try:
            async with self.database.writing() as connection:
                await connection.execute(insert(AccountModel).values(**row))
        except IntegrityError:
            raise NameTakenError(account.name) from None

    async def change(self, account: str, **columns: object) -> bool:
        """Change columns of an account; False if there is none any more. Raises NameTakenError."""
        return await self._change(_changing(account).values(**columns))

    async def register(
        self, account: str, name: str, folded: str, password: str, language: str
    ) -> bool:
        """Give a guest a name and the hash of a password; False if it is a guest no more.

        Of two who bring the same guest at once, one is told True. Raises NameTakenError.
        """
        guest = _changing(account).where(AccountModel.password.is_(None))
        columns = {"name": name, "folded": folded, "password": password, "language": language}
        return await self._change(guest.values(**columns))

    async def _change(self, statement: Update) -> bool:
        try:
            async with self.database.writing() as connection:
                return (await connection.execute(statement)).rowcount > 0
        except IntegrityError:
            raise NameTakenError from None

    async def set_aside(self, account: str, name: str, folded: str) -> bool:
        """Give an account another name, for somebody else takes its own; False if there is none.

        It is cut, so that every process shows the new name, whichever process this is. Raises
        NameTakenError.
        """
        statement = _changing(account).values(name=name, folded=folded)
        try:
            async with self.cutting(account) as connection:
                return (await connection.execute(statement)).rowcount > 0
        except IntegrityError:
            raise NameTakenError(account) from None

    async def bar(self, account: str, until: int | None) -> bool:
        """Bar an account until a time, or (None) let it in again; False if there is none."""
        statement = update(AccountModel).where(AccountModel.id == account).values(barred=until)
        async with self.cutting(account) as connection:
            return (await connection.execute(statement)).rowcount > 0

    async def set_password(self, account: str, password: str, key: str | None = None) -> bool:
        """Store the hash of another password: all sessions and tokens end, no browser is known.

        Keys for a new password that were sent before are good for nothing any more. With `key`
        (a hash) one of them is what allows it: of two who bring it at once, one is told True.
        Return False, and change nothing, if there is no such key, or no such account any more.
        """
        changed = _changing(account).values(password=password)
        keys = (RecoveryModel.account == account, RecoveryModel.kind == "password")
        async with self.database.writing() as connection:
            await hold_accounts(connection, [account])
            if key is not None:
                used = delete(RecoveryModel).where(*keys, *_good_key(key))
                if not (await connection.execute(used)).rowcount:
                    return False
            if not (await connection.execute(changed)).rowcount:
                return False
            for model in (SessionModel, KnownBrowserModel):
                await connection.execute(delete(model).where(model.account == account))
            await connection.execute(delete(RecoveryModel).where(*keys))
            await _add_cut(connection, account)
        self._tell_cut()
        return True

    async def renew_hash(self, account: str, old: str, new: str) -> None:
        """Store another hash of the same password, unless that has been changed meanwhile."""
        mine = (AccountModel.id == account, AccountModel.password == old)
        async with self.database.writing() as connection:
            await connection.execute(update(AccountModel).where(*mine).values(password=new))

    async def account(self, account: str) -> Account | None:
        """Return the account of this id."""
        found = await self.accounts([account])
        return found.get(account)

    async def accounts(self, ids: Iterable[str]) -> dict[str, Account]:
        """Return the accounts of these ids that exist."""
        query = _accounts().where(AccountModel.id.in_(list(dict.fromkeys(ids))))
        rows = await self.database.rows(query)
        return {row.id: account_of_row(row) for row in rows}

    async def by_name(self, folded: str) -> Account | None:
        """Return the registered account of this folded name (`names.fold`)."""
        found = await self.name_owner(folded)
        return None if found is None or found.guest else found

    async def name_owner(self, folded: str) -> Account | None:
        """Return who has this folded name, a guest too."""
        query = _accounts().where(AccountModel.folded == folded)
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else account_of_row(row)

    async def by_email(self, email: str) -> list[Account]:
        """Return the accounts that confirmed this address (in lower case), five at most."""
        query = _accounts().where(AccountModel.email == email, AccountModel.confirmed).limit(5)
        rows = await self.database.rows(query)
        return [account_of_row(row) for row in rows]

    async def password(self, account: str) -> str | None:
        """Return the hash of an account's password; None for guests."""
        query = select(AccountModel.password).where(AccountModel.id == account)
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def erase(self, account: str, words: bool) -> int:
        """Erase who an account was: name, sign-ins, ratings, settings, blocks, private notes, ...

        Its seats stay, nameless, for the other players' games stay. With `words` what it said at
        tables goes too; returns how many sayings.
        """
        forgotten = {
            "name": "",
            "folded": None,
            "password": None,
            "email": None,
            "confirmed": False,
            "moderator": False,
            "erased": True,
            "data": "{}",
        }
        async with self.cutting(account) as connection:
            await connection.execute(
                update(AccountModel).where(AccountModel.id == account).values(**forgotten)
            )
            for model in OWN_TABLES:
                await connection.execute(delete(model).where(model.account == account))
            mine = or_(BlockModel.account == account, BlockModel.other == account)
            await connection.execute(delete(BlockModel).where(mine))
            await connection.execute(delete(SettingsModel).where(SettingsModel.device == account))
            await empty_closed_reports(connection)
            # In the same transaction: what nobody can name any more nobody can ask for again.
            return await take_words_back(connection, account) if words else 0

    # --- sessions and tokens --------------------------------------------------------------------

    async def open(
        self,
        account: str,
        key: str,
        kind: Kind,
        expires: int | None,
        label: str = "",
        scopes: Iterable[str] | None = None,
        most: int | None = None,
    ) -> bool:
        """Store a session by the hash of its secret; without `scopes` it may do everything.

        Return False, and store nothing, if the account has been erased, or has as many sessions of
        this kind already as it may have at most.
        """
        at = now()
        row = {"key": key, "account": account, "kind": kind, "label": label}
        if scopes is not None:
            row["scopes"] = " ".join(scopes)
        times = {"created": at, "seen": at, "expires": expires}
        running = select(func.count()).where(
            SessionModel.account == account, SessionModel.kind == kind, _is_running()
        )
        async with self.database.writing() as connection:
            if await any_erased(connection, account):
                return False
            if most is not None and (await connection.execute(running)).scalar_one() >= most:
                return False
            await connection.execute(insert(SessionModel).values(**row, **times))
        return True

    async def session(self, key: str) -> tuple[Account, SessionRow] | None:
        """Return the account of this session, if it has not ended."""
        query = (
            select(*table_of(AccountModel).c, *_SESSION_COLUMNS)
            .join(SessionModel, SessionModel.account == AccountModel.id)
            .where(SessionModel.key == key, _is_running())
        )
        async with self.database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else (account_of_row(row), _session_of_row(row))

    async def touch(self, account: str, key: str, expires: int | None) -> None:
        """Record that a session is used: it lasts until `expires` (None: as long as it did)."""
        at = now()
        values = {"seen": at} if expires is None else {"seen": at, "expires": expires}
        async with self.database.writing() as connection:
            await connection.execute(
                update(AccountModel).where(AccountModel.id == account).values(seen=at)
            )
            await connection.execute(
                update(SessionModel).where(SessionModel.key == key).values(**values)
            )

    async def close_one(self, account: str, start: str, kind: Kind) -> bool:
        """End a session of an account by its hash, or the beginning of it; False without one."""
        async with self.database.writing() as connection:
            await hold_accounts(connection, [account])
            done = await connection.execute(
                delete(SessionModel).where(
                    SessionModel.account == account,
                    SessionModel.kind == kind,
                    SessionModel.key.startswith(start, autoescape=True),
                )
            )
            if not done.rowcount:
                return False
            await _add_cut(connection, account)
        self._tell_cut()
        return True

    async def close_all(self, account: str, kind: Kind | None = None) -> None:
        """End all sessions of an account (of a kind)."""
        statement = delete(SessionModel).where(SessionModel.account == account)
        if kind is not None:
            statement = statement.where(SessionModel.kind == kind)
        async with self.cutting(account) as connection:
            await connection.execute(statement)

    async def tokens(self, account: str) -> list[SessionRow]:
        """Return the tokens of an account, oldest first."""
        query = (
            select(*_SESSION_COLUMNS)
            .where(SessionModel.account == account, SessionModel.kind == "api", _is_running())
            .order_by(SessionModel.created, SessionModel.key)
        )
        return [_session_of_row(row) for row in await self.database.rows(query)]

    # --- known browsers -------------------------------------------------------------------------

    async def knows(self, key: str, account: str) -> bool:
        """Return whether an account has signed in from the browser whose secret has this hash."""
        query = select(KnownBrowserModel.seen).where(
            KnownBrowserModel.key == key, KnownBrowserModel.account == account
        )
        async with self.database.reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def know(self, key: str, account: str) -> None:
        """Store that an account has signed in from a browser, now."""
        row = {"key": key, "account": account, "seen": now()}
        async with self.database.writing() as connection:
            if not await any_erased(connection, account):
                await connection.execute(self.database.replacing(KnownBrowserModel), row)

    # --- keys sent by e-mail --------------------------------------------------------------------

    async def add_key(self, account: str, key: str, expires: int) -> None:
        """Store the hash of a key for a new password; an older one becomes invalid."""
        mine = (RecoveryModel.account == account, RecoveryModel.kind == "password")
        async with self.database.writing() as connection:
            await hold_accounts(connection, [account])
            await connection.execute(delete(RecoveryModel).where(*mine))
            await connection.execute(_adding_key(account, key, "password", expires))

    async def key_owner(self, key: str) -> str | None:
        """Return whose a key for a new password is, None if there is none that is still good."""
        query = select(RecoveryModel.account).where(*_good_key(key))
        async with self.database.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def set_email(
        self, account: str, email: str | None, key: str = "", expires: int = 0
    ) -> bool:
        """Change an address, or remove it (None); `key` is the hash of what confirms it, if any.

        What was sent to the address before is good for nothing any more. Return False, and change
        nothing, if there is no such account any more.
        """
        changed = _changing(account).values(email=email, confirmed=False)
        async with self.database.writing() as connection:
            # The account first: two who change it come one after the other.
            if not (await connection.execute(changed)).rowcount:
                return False
            await connection.execute(delete(RecoveryModel).where(RecoveryModel.account == account))
            if key:
                await connection.execute(_adding_key(account, key, "email", expires))
        return True

    async def add_email_key(self, account: str, email: str, key: str, expires: int) -> bool:
        """Store the hash of one more key that confirms an address; older ones stay good.

        Return False, and store nothing, unless it is the account's address and not confirmed.
        """
        waiting = select(AccountModel.id).where(
            AccountModel.id == account,
            AccountModel.email == email,
            AccountModel.confirmed.is_(False),
        )
        async with self.database.writing() as connection:
            # Who changes the address meanwhile waits: a key is good for the one it is sent to.
            held = waiting.with_for_update(key_share=True)
            if (await connection.execute(held)).first() is None:
                return False
            await connection.execute(_adding_key(account, key, "email", expires))
        return True

    async def confirm_email(self, key: str) -> bool:
        """Confirm an address with a key that was sent to it; False if the key is not good.

        It stays good until it expires: links are opened twice, by a mail program that looks
        whether they are safe and by whoever reads the e-mail.
        """
        mine = (RecoveryModel.key == key, RecoveryModel.kind == "email")
        owner = select(RecoveryModel.account).where(*mine, RecoveryModel.expires > now())
        async with self.database.writing() as connection:
            # Who changes the address meanwhile waits, or was before and has deleted the key.
            held = await hold_accounts(connection, owner)
            if not held or (await connection.execute(owner)).first() is None:
                return False
            confirmed = update(AccountModel).where(AccountModel.id.in_(held))
            await connection.execute(confirmed.values(confirmed=True))
        return True

    # --- blocks ---------------------------------------------------------------------------------

    async def block(self, account: str, other: str, most: int) -> bool:
        """Store that `account` blocks `other`; False if it blocks as many as it may at most.

        Nothing is stored if one of them has been erased.
        """
        adding = self.database.adding(BlockModel).values(account=account, other=other)
        mine = select(func.count()).where(BlockModel.account == account)
        async with self.database.writing() as connection:
            if await any_erased(connection, account, other):
                return True
            if (await connection.execute(mine)).scalar_one() >= most:
                return False
            await connection.execute(adding)
        return True

    async def unblock(self, account: str, other: str) -> bool:
        """Delete a block; False if there is none."""
        mine = (BlockModel.account == account, BlockModel.other == other)
        async with self.database.writing() as connection:
            return (await connection.execute(delete(BlockModel).where(*mine))).rowcount > 0

    async def blocked(self, account: str) -> list[Account]:
        """Return whom an account blocks, by name."""
        query = (
            _accounts()
            .join(BlockModel, BlockModel.other == AccountModel.id)
            .where(BlockModel.account == account)
            .order_by(AccountModel.name, AccountModel.id)
        )
        rows = await self.database.rows(query)
        return [account_of_row(row) for row in rows]

    async def blocks_between(self, accounts: Iterable[str]) -> set[tuple[str, str]]:
        """Return the pairs among these accounts of whom the first blocks the second."""
        ids = list(accounts)
        query = select(BlockModel.account, BlockModel.other).where(
            BlockModel.account.in_(ids), BlockModel.other.in_(ids)
        )
        async with self.database.reading() as connection:
            return {(row.account, row.other) for row in await connection.execute(query)}
