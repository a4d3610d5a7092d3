"""E-mails: handed to a mail server of the test's own, once each, tried again, given up."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import insert, select, update
from tests.online.services import until
from tests.waiting import free_port

from djambi.errors import DjambiError
from djambi.server.jobs import LocalJobs
from djambi.server.notifications.mail import RETRY_MINUTES, Email, MailQueue, MailServer, Writer
from djambi.server.storage import Database
from djambi.server.storage.models import AccountModel, EmailModel
from djambi.server.storage.upgrade import upgrade
from djambi.server.timekeeping import now

EMAIL = Email("ada@example.org", "À vous de jouer", "C’est à vous.\nhttps://djambi.example/\n")
SENDER = "Djambi <djambi@example.org>"

SELF_SIGNED = Path(__file__).with_name("self_signed.pem")
"""The key and certificate of a mail server that nobody vouches for, as after its installation."""


async def unwritten(key: str, account: str) -> Email | None:
    """Nobody writes e-mails at the last moment."""


@dataclass
class Fake:
    """A mail server that takes everything, or refuses: what it was told."""

    port: int
    answer: str = "250 taken"
    to_address: str = "250 ok"
    encrypts: bool = False
    taken: list[tuple[list[str], bytes]] = field(default_factory=list[tuple[list[str], bytes]])

    @property
    def server(self) -> MailServer:
        return MailServer("127.0.0.1", self.port, SENDER)

    def talk(self, connection: socket.socket, greeting: str = "220 hello") -> None:
        with connection, connection.makefile("rwb") as file:

            def say(text: str) -> None:
                file.write(text.encode() + b"\r\n")
                file.flush()

            if greeting:
                say(greeting)
            to: list[str] = []
            for line in file:
                command = line.decode().strip()
                word = command.upper()[:4]
                if word == "RCPT":
                    to.append(command.partition("<")[2].partition(">")[0])
                    say(self.to_address)
                    continue
                if word == "DATA":
                    say("354 go on")
                    lines: list[bytes] = []
                    for part in file:
                        if part == b".\r\n":
                            break
                        lines.append(part)
                    if self.answer.startswith("2"):
                        self.taken.append((to, b"".join(lines)))
                    say(self.answer)
                elif word == "EHLO" and self.encrypts:
                    say("250-hello\r\n250 STARTTLS")
                elif word == "STAR":
                    say("220 go on")
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    context.load_cert_chain(SELF_SIGNED)
                    # Whoever does not trust the certificate breaks off.
                    with contextlib.suppress(OSError):
                        self.talk(context.wrap_socket(connection, server_side=True), "")
                    return
                elif word == "QUIT":
                    say("221 bye")
                    return
                else:
                    say("250 ok")


@contextlib.contextmanager
def mail_server() -> Generator[Fake]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        fake = Fake(listener.getsockname()[1])

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                fake.talk(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield fake
        listener.shutdown(socket.SHUT_RDWR)


async def opened(where: str) -> Database:
    database = Database(where)
    async with database.writing() as connection:
        account = {"id": "a", "name": "Ada", "created": 0, "seen": 0}
        await connection.execute(insert(AccountModel).values(**account))
    return database


async def waiting(database: Database) -> int:
    async with database.reading() as connection:
        return len((await connection.execute(select(EmailModel.id))).all())


async def until_idle(jobs: LocalJobs) -> None:
    async with asyncio.timeout(120):
        while jobs._waiting or jobs._running:
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def two_queues(
    where: str, fake: Fake, writer: Writer
) -> AsyncGenerator[tuple[Database, list[MailQueue], list[LocalJobs]]]:
    """The queues and the jobs of two processes, each with its own connection to one database."""
    database, other = await opened(where), Database(where)
    jobs = [LocalJobs(), LocalJobs()]
    queues = [
        MailQueue(each, job, fake.server, writer)
        for each, job in zip((database, other), jobs, strict=True)
    ]
    yield database, queues, jobs
    assert await waiting(database) == 0
    assert sum(queue.sent for queue in queues) == 1
    await database.close()
    await other.close()


def test_an_email_goes_out_once_though_two_processes_are_asked(anywhere: str) -> None:
    upgrade(anywhere)

    async def work(fake: Fake) -> None:
        async with two_queues(anywhere, fake, unwritten) as (_, queues, jobs):
            await queues[0].write("key", "a", EMAIL)
            await jobs[1].enqueue("letter", "key")
            await asyncio.gather(*map(until_idle, jobs))

    with mail_server() as fake:
        asyncio.run(work(fake))
        [(to, raw)] = fake.taken
    assert to == ["ada@example.org"]
    mail = message_from_bytes(raw, policy=policy.default)
    assert mail["Subject"] == EMAIL.subject and mail["From"] == SENDER
    body = mail.get_body()
    assert body is not None and body.get_content().splitlines() == EMAIL.text.splitlines()


class Silent:
    """A mail server that says nothing until it is let go on; in which threads it is waited for."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.threads: list[str] = []

    def send(self, email: Email) -> None:
        self.threads.append(threading.current_thread().name)
        assert self.go_on.wait(120)


def test_nothing_else_waits_for_a_mail_server_that_is_silent(tmp_path: Path) -> None:
    where = f"sqlite:///{tmp_path / 'djambi.sqlite3'}"
    upgrade(where)

    async def work() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1, "others"))
        database, jobs, silent = await opened(where), LocalJobs(), Silent()
        post = MailQueue(database, jobs, cast("MailServer", silent), unwritten)
        try:
            for number in range(5):
                await post.write(f"key {number}", "a", EMAIL)
            await until(lambda: bool(silent.threads))
            assert not any(name.startswith("others") for name in silent.threads)
            assert await asyncio.to_thread(lambda: "done") == "done"
            async with database.reading() as connection:
                tries = (await connection.execute(select(EmailModel.tries))).scalars().all()
            # Those that wait are not claimed, so another process may send them.
            assert len(tries) == 5 and sum(tries) <= 2
        finally:
            silent.go_on.set()
            await until_idle(jobs)
            post.close()
            await database.close()
        assert post.sent == 5 and len(set(silent.threads)) <= 2

    asyncio.run(work())


@pytest.mark.parametrize("trouble", ["away", "refuses"])
def test_an_email_that_was_not_sent_waits_is_found_by_the_sweep_and_given_up(
    anywhere: str, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    upgrade(anywhere)

    async def work(fake: Fake) -> None:
        database, jobs = await opened(anywhere), LocalJobs()
        fake.answer = "451 later"
        away = MailServer("127.0.0.1", free_port(), SENDER)
        post = MailQueue(database, jobs, away if trouble == "away" else fake.server, unwritten)
        await post.write("key", "a", EMAIL)
        await until_idle(jobs)
        for tries in range(1, len(RETRY_MINUTES) + 1):
            assert (post.failed, await waiting(database)) == (tries, 1)
            # It is not due yet.
            await post.sweep()
            assert not jobs._waiting
            async with database.writing() as connection:
                await connection.execute(update(EmailModel).values(due=0))
            await post.sweep()
            await until_idle(jobs)
        assert await waiting(database) == 0
        await database.close()

    with mail_server() as fake:
        asyncio.run(work(fake))
    assert "ada@example.org" not in caplog.text and "jouer" not in caplog.text


def test_an_email_that_cannot_be_written_is_given_up(anywhere: str) -> None:
    """Whatever the fault of ours is: it is not tried for ever."""
    upgrade(anywhere)
    tries: list[str] = []

    async def faulty(key: str, account: str) -> Email | None:
        tries.append(key)
        raise KeyError("a fault of ours")

    async def work(fake: Fake) -> None:
        database, jobs = await opened(anywhere), LocalJobs()
        post = MailQueue(database, jobs, fake.server, faulty)
        await post.promise("key", "a", 0)
        await until_idle(jobs)
        while await waiting(database):
            assert len(tries) < 99
            async with database.writing() as connection:
                await connection.execute(update(EmailModel).values(due=0))
            await post.sweep()
            await until_idle(jobs)
        await database.close()

    with mail_server() as fake:
        asyncio.run(work(fake))
    assert len(tries) == len(RETRY_MINUTES) + 1


@pytest.mark.parametrize(("answer", "left"), [("550 nobody here", 0), ("450 not now", 1)])
def test_an_address_refused_for_good_is_tried_once(anywhere: str, answer: str, left: int) -> None:
    upgrade(anywhere)

    async def work(fake: Fake) -> None:
        fake.to_address = answer
        database, jobs = await opened(anywhere), LocalJobs()
        post = MailQueue(database, jobs, fake.server, unwritten)
        await post.write("key", "a", EMAIL)
        await until_idle(jobs)
        assert (post.sent, post.failed, await waiting(database)) == (0, 1, left)
        await database.close()

    with mail_server() as fake:
        asyncio.run(work(fake))
        assert fake.taken == []


def test_an_email_that_is_of_no_use_any_more_is_not_sent(anywhere: str) -> None:
    upgrade(anywhere)

    async def work(fake: Fake) -> None:
        database, jobs = await opened(anywhere), LocalJobs()
        post = MailQueue(database, jobs, fake.server, unwritten)
        for key, last in (("late", now() - 1), ("in time", now() + 3_600_000)):
            await post.write(key, "a", Email(EMAIL.to, key, EMAIL.text, last))
        await until_idle(jobs)
        assert (post.sent, post.failed, await waiting(database)) == (1, 0, 0)
        await database.close()

    with mail_server() as fake:
        asyncio.run(work(fake))
        [(_, raw)] = fake.taken
    assert message_from_bytes(raw)["Subject"] == "in time"


@pytest.mark.parametrize("to", ["a@b, c@d", "a@b\r\nBcc: c@d", "nobody", "", "a@b (c)", "é@b"])
def test_an_address_that_is_none_is_given_up_at_once(anywhere: str, to: str) -> None:
    upgrade(anywhere)

    async def work(fake: Fake) -> None:
        database, jobs = await opened(anywhere), LocalJobs()
        post = MailQueue(database, jobs, fake.server, unwritten)
        await post.write("key", "a", Email(to, "x", "y"))
        await until_idle(jobs)
        assert (post.sent, post.failed, await waiting(database)) == (0, 1, 0)
        await database.close()

    with mail_server() as fake:
        asyncio.run(work(fake))
        assert fake.taken == []


def test_a_password_is_not_sent_over_an_open_connection() -> None:
    with mail_server() as fake:
        # Another name of this computer, that does not look like it.
        server = MailServer("127.1", fake.port, SENDER, "me", "secret")
        with pytest.raises(OSError, match="encryption"):
            server.send(EMAIL)
        assert fake.taken == []


def test_this_computers_own_mail_server_needs_no_certificate_that_others_trust() -> None:
    with mail_server() as fake:
        fake.encrypts = True
        for host in ("127.0.0.1", "localhost"):
            MailServer(host, fake.port, SENDER).send(EMAIL)
        assert len(fake.taken) == 2
        # Another name of this computer, that does not look like it.
        with pytest.raises(ssl.SSLCertVerificationError):
            MailServer("127.1", fake.port, SENDER).send(EMAIL)
        assert len(fake.taken) == 2


def test_without_a_mail_server_nothing_is_stored(anywhere: str) -> None:
    upgrade(anywhere)

    async def work() -> None:
        database = await opened(anywhere)
        await MailQueue(database, LocalJobs(), None, unwritten).write("key", "a", EMAIL)
        assert await waiting(database) == 0
        await database.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("url", "port", "tls"),
    [
        ("smtp://mail.example", 25, False),
        ("smtp://me:x@mail.example", 587, False),
        ("smtps://me:x@mail.example", 465, True),
        ("smtp://me:x@mail.example:2525", 2525, False),
    ],
)
def test_ports_of_urls(url: str, port: int, tls: bool) -> None:
    server = MailServer.at(url, SENDER)
    assert (server.host, server.port, server.tls) == ("mail.example", port, tls)


@pytest.mark.parametrize("url", ["smtp://h:99999", "smtp://[::1"])
def test_an_address_that_cannot_be_is_told(url: str) -> None:
    with pytest.raises(DjambiError, match="the (port|host)"):
        MailServer.at(url, SENDER)
