"""E-mails: stored with what they are about, sent by a job, tried again, then deleted.

Of many processes one sends an e-mail: who moves its time claims it. A process that dies at the
very moment of sending may let an e-mail go out twice; none is lost.
"""

from __future__ import annotations

import asyncio
import logging
import re
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote

import msgspec
from sqlalchemy import delete, insert, select, update

from djambi.server.background import end_tasks
from djambi.server.jobs import Jobs
from djambi.server.security.http_requests import is_loopback
from djambi.server.storage.database import Database
from djambi.server.storage.models import EmailModel
from djambi.server.timekeeping import now
from djambi.urls import url_parts

EMAIL_JOB = "letter"
"""The name of the jobs, as it is stored in queues; their keys are the e-mails'."""

MAIL_SERVER_TIMEOUT_S = 20.0
"""Seconds for which a mail server may be silent."""

MAIL_THREADS = 2
"""E-mails that are handed over at once, at most."""

SWEEP_INTERVAL_S = 60.0
"""Seconds between two looks for e-mails that wait."""

RETRY_MINUTES = (1, 5, 30, 120, 480, 1440)
"""Minutes from one try to the next; after the last the e-mail is given up."""

# One mailbox in plain letters, and nothing that a header could take for more.
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")

_log = logging.getLogger("djambi.server")


class Email(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An e-mail as it is stored; after `until` (milliseconds, UTC) it is of no use to anybody."""

    to: str
    subject: str
    text: str
    until: int | None = None


Writer = Callable[[str, str], Awaitable[Email | None]]
"""Writes an e-mail when it is to go out, by its key and account; None: it is no longer needed."""

_decoder = msgspec.json.Decoder(Email)


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server that sends our e-mails, which come from `sender`.

    With `tls` the connection is encrypted from its beginning, else as soon as the server offers
    it. Only this computer's own server need not be known by its certificate, and may be sent a
    password over an open connection.
    """

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False

    @staticmethod
    def at(url: str, sender: str) -> MailServer:
        """Return the server of a URL, `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`.

        Raises DjambiError for a host or port that cannot be.

        >>> MailServer.at("smtps://me:p%40ss@mail.example", "djambi@example.org").port
        465
        """
        parts = url_parts(url)
        tls = parts.scheme == "smtps"
        port = parts.port or (465 if tls else 587 if parts.username else 25)
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return MailServer(parts.hostname or "localhost", port, sender, user, password, tls)

    def send(self, email: Email) -> None:
        """Send an e-mail.

        Raises OSError (SMTPException is one), or ValueError for an address to which none can go.
        """
        message = EmailMessage()
        message["From"] = self.sender
        if _ADDRESS.fullmatch(email.to) is None:
            raise ValueError("no address")
        message["To"] = email.to
        message["Subject"] = email.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2].strip("> "))
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(email.text)
        is_own = self.host == "localhost" or is_loopback(self.host)
        context = ssl.create_default_context()
        if is_own:
            # It stands for the computer's name, if for any, and nobody listens between.
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        if self.tls:
            with smtplib.SMTP_SSL(
                self.host, self.port, timeout=MAIL_SERVER_TIMEOUT_S, context=context
            ) as smtp:
                self._hand_over(smtp, message, email.to)
            return
        with smtplib.SMTP(self.host, self.port, timeout=MAIL_SERVER_TIMEOUT_S) as smtp:
            smtp.ehlo()
            encrypted = smtp.has_extn("starttls")
            if encrypted:
                smtp.starttls(context=context)
            elif self.user and not is_own:
                raise smtplib.SMTPNotSupportedError("it offers no encryption for the password")
            self._hand_over(smtp, message, email.to)

    def _hand_over(self, smtp: smtplib.SMTP, message: EmailMessage, to: str) -> None:
        if self.user:
            smtp.login(self.user, self.password)
        try:
            smtp.send_message(message, to_addrs=[to])
        except smtplib.SMTPRecipientsRefused as refused:
            # For good (RFC 5321, 4.2.1): no later try will be taken.
            if all(code >= 500 for code, _ in refused.recipients.values()):
                raise ValueError("the address was refused") from refused
            raise


class MailQueue:
    """The e-mails that are to be sent; `server` None: there is nobody to send them.

    `writer` writes those that were only promised, when they go out.
    """

    def __init__(
        self, database: Database, jobs: Jobs, server: MailServer | None, writer: Writer
    ) -> None:
        self._database = database
        self._jobs = jobs
        self._server = server
        self._task: asyncio.Task[None] | None = None
        self._writer = writer
        # While a mail server is silent nothing else is to wait for a thread.
        self._threads = ThreadPoolExecutor(MAIL_THREADS, "mail")
        self._free = asyncio.Semaphore(MAIL_THREADS)
        self.sent = 0
        self.failed = 0
        jobs.handle(EMAIL_JOB, self._send)

    def begin(self) -> None:
        """Start looking for e-mails that wait."""
        if self._server is not None:
            self._task = asyncio.get_running_loop().create_task(self._sweep(), name="e-mails")

    async def end(self) -> None:
        """Stop looking."""
        await end_tasks(self._task)

    def close(self) -> None:
        """End the threads, once nobody has an e-mail sent any more."""
        self._threads.shutdown(wait=False)

    async def _sweep(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception:
                _log.warning("no e-mails could be looked for", exc_info=True)
            await asyncio.sleep(SWEEP_INTERVAL_S)

    async def write(self, key: str, account: str, email: Email) -> None:
        """Store an e-mail under a new key and have it sent; without a server nothing is stored."""
        if self._server is None:
            return
        row = {"id": key, "account": account, "due": now(), "tries": 0}
        data = msgspec.json.encode(email).decode()
        async with self._database.writing() as connection:
            await connection.execute(insert(EmailModel).values(**row, data=data))
        await self._jobs.enqueue(EMAIL_JOB, key)

    async def promise(self, key: str, account: str, due: int) -> None:
        """Schedule an e-mail, written by the writer when it is due; scheduled twice, it is one."""
        if self._server is None:
            return
        row = {"id": key, "account": account, "due": due, "tries": 0, "data": ""}
        async with self._database.writing() as connection:
            await connection.execute(self._database.adding(EmailModel).values(**row))
        await self._jobs.enqueue(EMAIL_JOB, key, due)

    async def sweep(self) -> None:
        """Send all e-mails that are due: jobs may be lost."""
        query = select(EmailModel.id).where(EmailModel.due <= now()).limit(1000)
        async with self._database.reading() as connection:
            keys = (await connection.execute(query)).scalars().all()
        for key in keys:
            await self._jobs.enqueue(EMAIL_JOB, key)

    async def _send(self, key: str) -> None:
        # What waits for a thread is not claimed: its time would come again before it is sent.
        async with self._free:
            await self._send_now(key)

    async def _send_now(self, key: str) -> None:
        found = await self._claim(key)
        if found is None or self._server is None:
            return
        tries, account, data = found
        if tries > len(RETRY_MINUTES) + 1:
            # A fault of ours ended every try before it could be given up.
            _log.warning("e-mail %s is given up", key)
            await self._forget(key)
            return
        try:
            email = _decoder.decode(data) if data else await self._writer(key, account)
            if email is None or (email.until is not None and email.until <= now()):
                await self._forget(key)
                return
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._threads, self._server.send, email)
        except (OSError, ValueError, msgspec.DecodeError) as error:
            self.failed += 1
            hopeless = not isinstance(error, OSError) or tries > len(RETRY_MINUTES)
            # Neither the address nor the text belongs into a log.
            what = f"{type(error).__name__} {getattr(error, 'smtp_code', '')}".strip()
            _log.warning("e-mail %s was not sent (try %d): %s", key, tries, what)
            if not hopeless:
                return
        else:
            self.sent += 1
        await self._forget(key)

    async def _forget(self, key: str) -> None:
        async with self._database.writing() as connection:
            await connection.execute(delete(EmailModel).where(EmailModel.id == key))

    async def _claim(self, key: str) -> tuple[int, str, str] | None:
        """Count a try and put the next off: the e-mail is ours until then, if it was due."""
        at = now()
        async with self._database.writing() as connection:
            query = (
                select(EmailModel.tries, EmailModel.account, EmailModel.data)
                .where(EmailModel.id == key, EmailModel.due <= at)
                .with_for_update()
            )
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            tries = int(row.tries) + 1
            due = at + RETRY_MINUTES[min(tries, len(RETRY_MINUTES)) - 1] * 60_000
            which = update(EmailModel).where(EmailModel.id == key)
            await connection.execute(which.values(due=due, tries=tries))
            return tries, str(row.account), str(row.data)
