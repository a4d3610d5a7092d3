"""What people do with their accounts: come as a guest, register, sign in, recover, leave."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from djambi.server.background import BackgroundTasks
from djambi.server.database_errors import DATABASE_ERRORS
from djambi.server.errors import RequestRefused
from djambi.server.identifiers import digest, new_id
from djambi.server.people.emails import (
    address_changed_email,
    confirmation_email,
    recovery_email,
)
from djambi.server.people.login_attempts import LoginAttempts
from djambi.server.people.names import fold, lookup_key, numbered_names, person_name
from djambi.server.people.passwords import Passwords, check_password, is_old
from djambi.server.publisher import EventPublisher, PublishedEvent
from djambi.server.rate_limits import RateLimits
from djambi.server.security.current_user import CurrentUser, is_barred
from djambi.server.security.devices import ALL_TOKEN_SCOPES, TokenScope
from djambi.server.settings import ServeSettings
from djambi.server.storage.people import Account, NameTakenError, PeopleStore, SessionRow
from djambi.server.timekeeping import DAY_MS, now

SESSION_MS: Final = 180 * DAY_MS
"""How long a browser stays signed in without coming."""

_TOUCH_INTERVAL_MS: Final = 3_600_000
_RECOVERY_MS: Final = 3_600_000
_CONFIRMATION_MS: Final = 3 * DAY_MS
_REMEMBERED_GUEST_MS: Final = 7 * DAY_MS
"""How long the name of a guest who does not come back stays reserved."""

_MAX_TOKENS: Final = 10
_MAX_BLOCKS: Final = 500
TOKEN_PREFIX: Final = "djambi_"  # noqa: S105 - what every token begins with
"""So that people, and programs that look for lost secrets, know one when they see it."""

_log = logging.getLogger("djambi.server")

Send = Callable[[Account, str, str, str, int | None], Awaitable[None]]
"""Sends an e-mail: to whom, at which address, its subject, its text, and until when it is of use
(milliseconds, UTC; None: always)."""


@dataclass(frozen=True, slots=True)
class AccountRenamed(PublishedEvent):
    """An account has another name now, or none any more."""

    account: str


@dataclass(frozen=True, slots=True)
class BlocksChanged(PublishedEvent):
    """An account blocks somebody now, or no longer."""

    account: str


class AccountService:
    """The accounts of a server: how people get them, sign in, change and erase them."""

    def __init__(
        self,
        store: PeopleStore,
        settings: ServeSettings,
        limits: RateLimits,
        url: str,
        events: EventPublisher,
        send: Send | None = None,
        tasks: BackgroundTasks | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.limits = limits
        self.url = url
        self.send = send
        self.passwords = Passwords()
        self.login_attempts = LoginAttempts(limits, store)
        self._events = events
        self._tasks = BackgroundTasks() if tasks is None else tasks

    # --- who asks -------------------------------------------------------------------------------

    async def visitor(self, secret: str, by_token: bool) -> CurrentUser | None:
        """Return the account behind a session's cookie or a token (neither opens the other)."""
        if not 0 < len(secret) <= 100:
            return None
        found = await self.store.session(digest(secret))
        if found is None:
            return None
        account, session = found
        if (session.kind == "api") != by_token or account.erased:
            return None
        if session.seen < now() - _TOUCH_INTERVAL_MS:
            await self._touch(account, session)
        scopes = frozenset[TokenScope](each for each in ALL_TOKEN_SCOPES if each in session.scopes)
        return CurrentUser(account, session.key, session.kind, scopes)

    async def _touch(self, account: Account, session: SessionRow) -> None:
        """Record that a session is used; who only looks does not depend on that it can be."""
        if self.store.database.writes.are_failing:
            return
        expires = None if session.kind == "api" else now() + SESSION_MS
        try:
            await self.store.touch(account.id, session.key, expires)
        except DATABASE_ERRORS:
            _log.exception("a visit could not be recorded")

    async def is_signed_in(self, visitor: CurrentUser) -> bool:
        """Return whether a visitor's session has not ended, and the account may be what it was."""
        found = await self.store.session(visitor.session)
        if found is None or found[0].erased:
            return False
        return is_barred(found[0]) == is_barred(visitor.account)

    # --- coming ---------------------------------------------------------------------------------

    async def guest(self, name: str, language: str, address: str) -> tuple[Account, str]:
        """Create a guest; returns it with the secret of its session.

        If another guest has the name, a number is added to it.
        """
        if not self.settings.guests:
            raise RequestRefused("no_guests")
        name = person_name(name)
        await self._free(name, guests=False)
        self.limits.take("guest", address)
        account = Account(new_id(), name, guest=True, language=language)
        for free in (name, *numbered_names(name)):
            account = replace(account, name=free)
            try:
                await self._free(account.name)
                await self.store.add(account, fold(account.name), None)
            except (RequestRefused, NameTakenError):
                continue
            return account, await self._open(account.id)
        raise RequestRefused("name_taken")

    async def register(
        self,
        visitor: CurrentUser | None,
        name: str,
        password: str,
        email: str,
        language: str,
        address: str,
    ) -> tuple[Account, str]:
        """Register an account, or a guest's; returns it with a new session's secret."""
        if not self.settings.registration:
            raise RequestRefused("no_registration")
        if visitor is not None and not visitor.account.guest:
            raise RequestRefused("registered_already")
        name = person_name(name)
        check_password(password, name)
        email = _email(email)
        await self._free(name, "" if visitor is None else visitor.account.id)
        self.limits.take("register", address)
        if visitor is None:
            account = await self._add(name, password, language)
        else:
            account = replace(visitor.account, name=name, guest=False)
            stored = await self.passwords.hash(password)
            registering = self.store.register(account.id, name, fold(name), stored, language)
            if not await self._named(account.id, registering):
                found = await self.store.account(account.id)
                _require_account(found is not None and not found.erased)
                raise RequestRefused("registered_already")
            # What was open for the guest is not good for the account that it has become.
            await self.store.close_all(account.id)
        if email:
            # Where others have had too many e-mails sent there, another can be asked for later.
            account = await self._new_email(account, email, self._may_email(email))
        return account, await self._open(account.id)

    async def make(self, name: str, password: str) -> Account:
        """Create a registered account for `djambi admin`. Raises RequestRefused."""
        name = person_name(name)
        check_password(password, name)
        await self._free(name)
        return await self._add(name, password)

    async def _add(self, name: str, password: str, language: str = "en") -> Account:
        account = Account(new_id(), name, guest=False, language=language)
        stored = await self.passwords.hash(password)
        try:
            await self.store.add(account, fold(name), stored)
        except NameTakenError:
            raise RequestRefused("name_taken") from None
        return account

    async def sign_in(
        self, name: str, password: str, address: str, browser: str = ""
    ) -> tuple[Account, str]:
        """Return the account of this name and password, and the secret of a new session.

        `browser` is the secret by which the browser is known (`LoginAttempts`).
        """
        folded = lookup_key(name)
        account = await self.store.by_name(folded) if folded else None
        owner = None if account is None else account.id
        known = await self.login_attempts.count_try(folded, owner, address, browser)
        stored = None if account is None else await self.store.password(account.id)
        if not await self.passwords.matches(stored, password, known) or account is None:
            self.login_attempts.was_wrong(folded, known)
            raise RequestRefused("wrong_name_or_password")
        if stored is not None and is_old(stored):
            await self.store.renew_hash(account.id, stored, await self.passwords.hash(password))
        secret = await self._open(account.id)
        # If it was changed meanwhile, all sessions ended before this one was there.
        stored_now = await self.store.password(account.id)
        if stored_now != stored and not await self.passwords.matches(stored_now, password, known):
            await self.store.close_one(account.id, digest(secret), "web")
            raise RequestRefused("wrong_name_or_password")
        return account, secret

    async def _open(self, account: str) -> str:
        secret = secrets.token_urlsafe(32)
        await self.store.open(account, digest(secret), "web", now() + SESSION_MS)
        return secret

    async def _free(self, name: str, own: str = "", guests: bool = True) -> None:
        """Raise RequestRefused("name_taken") if somebody else has this name.

        That is an account that is registered or, with `guests`, a guest who was here lately; one
        who was not has another name afterwards.
        """
        owner = await self.store.name_owner(fold(name))
        if owner is None or owner.id == own or (owner.guest and not guests):
            return
        if not owner.guest or owner.seen > now() - _REMEMBERED_GUEST_MS:
            raise RequestRefused("name_taken")
        await self._set_aside(owner)

    async def _set_aside(self, guest: Account) -> None:
        """Give a guest who may still come back the next numbered name that is free."""
        for name in numbered_names(guest.name):
            with suppress(NameTakenError):
                if await self.store.set_aside(guest.id, name, fold(name)):
                    self._events.publish(AccountRenamed(guest.id))
                    return
        raise RequestRefused("name_taken")

    async def _named(self, account: str, naming: Awaitable[bool]) -> bool:
        """Return whether an account has been given a name, and tell so."""
        try:
            is_named = await naming
        except NameTakenError:
            raise RequestRefused("name_taken") from None
        if is_named:
            self._events.publish(AccountRenamed(account))
        return is_named

    # --- leaving --------------------------------------------------------------------------------

    async def sign_out(self, visitor: CurrentUser) -> None:
        """End this session."""
        await self.store.close_one(visitor.account.id, visitor.session, "web")

    async def sign_out_everywhere(self, visitor: CurrentUser) -> None:
        """End all sessions in browsers; tokens of bots stay."""
        await self.store.close_all(visitor.account.id, "web")

    async def erase(self, visitor: CurrentUser, password: str, words: bool) -> None:
        """Erase the account that asks, if it knows its password."""
        await self._prove(visitor.account, password)
        await self.forget(visitor.account.id, words)

    async def forget(self, account: str, words: bool) -> int:
        """Erase an account (`djambi admin` calls it too); its seats stay, nameless.

        With `words` everything that it ever said at tables is emptied too. Returns how many
        sayings were.
        """
        # Processes that have such tables in memory read them anew, for the account is cut.
        count = await self.store.erase(account, words)
        self._events.publish(AccountRenamed(account))
        return count

    # --- changing -------------------------------------------------------------------------------

    async def rename(self, account: Account, name: str) -> None:
        """Change the name of an account."""
        name = person_name(name)
        await self._free(name, account.id)
        self.limits.take("rename", account.id)
        naming = self.store.change(account.id, name=name, folded=fold(name))
        _require_account(await self._named(account.id, naming))

    async def change_password(self, visitor: CurrentUser, old: str, new: str) -> str:
        """Change a password and end all sessions; returns the secret of a new one."""
        await self._prove(visitor.account, old)
        check_password(new, visitor.account.name)
        stored = await self.passwords.hash(new)
        _require_account(await self.store.set_password(visitor.account.id, stored))
        return await self._open(visitor.account.id)

    async def _prove(self, account: Account, password: str) -> None:
        """Raise RequestRefused("wrong_password") if it is not the account's; guests have none."""
        stored = await self.store.password(account.id)
        if stored is None and account.guest:
            return
        self.limits.take("password", account.id)
        if not await self.passwords.matches(stored, password):
            raise RequestRefused("wrong_password")

    async def change_email(self, account: Account, password: str, email: str) -> None:
        """Change an e-mail address or remove it; a new one counts once it is confirmed.

        The former one is told, if it was confirmed: somebody else may know the password.
        """
        await self._prove(account, password)
        email = _email(email)
        if email and email == account.email and account.confirmed:
            return
        if email:
            self.limits.take("email", account.id)
            await self._new_email(account, email)
        else:
            _require_account(await self.store.set_email(account.id, None))
        if self.send is not None and account.email and account.confirmed:
            await self.send(account, account.email, *address_changed_email(self, account), None)

    async def send_confirmation(self, account: Account) -> None:
        """Send the e-mail that confirms an account's address once more, if it is not confirmed."""
        email = account.email
        if not email or account.confirmed:
            return
        if self.send is None:
            raise RequestRefused("no_mail")
        self.limits.take("email", account.id)
        self.limits.take("letter", _mailbox(email))
        key = secrets.token_urlsafe(32)
        end = now() + _CONFIRMATION_MS
        if await self.store.add_email_key(account.id, email, digest(key), end):
            await self.send(account, email, *confirmation_email(self, account, key), end)

    def _may_email(self, email: str) -> bool:
        return self.limits.wait("letter", _mailbox(email)) == 0

    async def _new_email(self, account: Account, email: str, send: bool = True) -> Account:
        if self.send is None or not send:
            _require_account(await self.store.set_email(account.id, email))
        else:
            # Before anything is stored: who may not be sent a key keeps the address there is.
            self.limits.take("letter", _mailbox(email))
            key = secrets.token_urlsafe(32)
            end = now() + _CONFIRMATION_MS
            _require_account(await self.store.set_email(account.id, email, digest(key), end))
            message = confirmation_email(self, account, key)
            await self.send(account, email, *message, end)
        return replace(account, email=email, confirmed=False)

    # --- keys sent by e-mail --------------------------------------------------------------------

    async def recover(self, who: str, address: str, browser: str = "") -> None:
        """Send an e-mail to whoever this is; nobody is told whether there is such an account.

        Strangers can use up neither the e-mails of an account (the newest one is always good, and
        in its owner's mailbox) nor the tries of a browser that is known. What only an account has
        to be done for is done when the answer is gone: its time, too, would tell.
        """
        if self.send is None:
            raise RequestRefused("no_mail")
        if "@" in who:
            accounts = await self.store.by_email(who.strip().lower())
        else:
            found = await self.store.by_name(lookup_key(who))
            accounts = [found] if found is not None and found.confirmed else []
        # Nobody's account is looked up, too.
        ids = [each.id for each in accounts] or [""]
        known = {each for each in ids if await self.login_attempts.is_known(each, browser)}
        if not known:
            self.limits.take("recover", address)
        for account in accounts:
            # A known browser has tries of its own.
            counted = f"known {account.id}" if account.id in known else account.id
            if account.email is None or self.limits.wait("recover", counted) > 0:
                continue
            self.limits.take("recover", counted)
            send = partial(self.send, account, account.email)
            self._tasks.insist(partial(self._send_key, account, send))

    async def _send_key(
        self, account: Account, send: Callable[[str, str, int], Awaitable[None]]
    ) -> None:
        key, end = secrets.token_urlsafe(32), now() + _RECOVERY_MS
        await self.store.add_key(account.id, digest(key), end)
        await send(*recovery_email(self, account, key), end)

    async def new_password(self, key: str, password: str, address: str) -> tuple[Account, str]:
        """Set a new password with the key of an e-mail; ends all sessions but a new one."""
        self.limits.take("sign_in", address)
        owner = await self.store.key_owner(digest(key))
        account = None if owner is None else await self.store.account(owner)
        if account is None or account.erased:
            raise RequestRefused("bad_key")
        check_password(password, account.name)
        stored = await self.passwords.hash(password)
        if not await self.store.set_password(account.id, stored, digest(key)):
            raise RequestRefused("bad_key")
        return account, await self._open(account.id)

    async def confirm_email(self, key: str, address: str) -> None:
        """Confirm an e-mail address with the key of the e-mail sent to it."""
        self.limits.take("sign_in", address)
        if not await self.store.confirm_email(digest(key)):
            raise RequestRefused("bad_key")

    # --- tokens ---------------------------------------------------------------------------------

    async def make_token(
        self, account: Account, label: str, scopes: Iterable[TokenScope], days: int
    ) -> tuple[SessionRow, str]:
        """Return a token for a bot, good for so many days, and its secret.

        Nobody can be told the secret again. It may always read, and do what is in `scopes`.
        """
        self.limits.take("token", account.id)
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        key, end = digest(secret), now() + days * DAY_MS
        names = sorted(set(scopes))
        is_made = await self.store.open(account.id, key, "api", end, label, names, _MAX_TOKENS)
        tokens = await self.store.tokens(account.id)
        if not is_made and len(tokens) >= _MAX_TOKENS:
            raise RequestRefused("too_many_tokens", n=_MAX_TOKENS)
        made = [row for row in tokens if row.key == key]
        _require_account(bool(made))
        return made[0], secret

    async def drop_token(self, account: Account, token: str) -> None:
        """End a token, by what `GET /api/me/tokens` calls it."""
        if len(token) < 16 or not await self.store.close_one(account.id, token, "api"):
            raise RequestRefused("no_token")

    # --- others ---------------------------------------------------------------------------------

    async def somebody(self, account: str) -> Account:
        """Return the account of this id; raises RequestRefused("no_person")."""
        found = await self.store.account(account)
        if found is None or found.erased:
            raise RequestRefused("no_person")
        return found

    async def named(self, accounts: Iterable[str]) -> dict[str, Account]:
        """Return the accounts of these ids that exist; erased ones have no name."""
        return await self.store.accounts(accounts)

    async def block(self, account: Account, other: str) -> None:
        """Block `other` for `account`: they neither hear nor meet each other any more."""
        self.limits.take("block", account.id)
        await self.somebody(other)
        if other == account.id:
            raise RequestRefused("not_yourself")
        if not await self.store.block(account.id, other, _MAX_BLOCKS):
            raise RequestRefused("too_many_blocks", n=_MAX_BLOCKS)
        self._events.publish(BlocksChanged(account.id))

    async def unblock(self, account: Account, other: str) -> None:
        """Let `account` hear and meet `other` again."""
        if await self.store.unblock(account.id, other):
            self._events.publish(BlocksChanged(account.id))

    async def bar(self, account: str, days: int) -> None:
        """Bar an account for so many days from now; 0: it may play and talk again."""
        until = now() + days * DAY_MS if days else None
        await self.store.bar((await self.somebody(account)).id, until)


def _require_account(is_there: bool) -> None:
    """Raise RequestRefused("sign_in") for an account that was erased meanwhile."""
    if not is_there:
        raise RequestRefused("sign_in")


def _mailbox(email: str) -> str:
    """Return what is counted for an e-mail address: without the part that one may choose oneself.

    >>> _mailbox("ada+djambi@example.org")
    'ada@example.org'
    """
    local, _, host = email.rpartition("@")
    return f"{local.split('+')[0]}@{host}"


def _email(email: str) -> str:
    """Return an address in lower case, or "" for none; raises RequestRefused("bad_email")."""
    email = email.strip().lower()
    if not email:
        return ""
    local, at, host = email.rpartition("@")
    plain = email.isascii() and email.isprintable() and not set(email) & set(' ,;:<>()[]"\\')
    if not (at and local and "." in host.strip(".") and plain and "@" not in local):
        raise RequestRefused("bad_email")
    return email
