"""While PostgreSQL is away everybody is told so, and when to ask again; nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi
from sqlalchemy.exc import DBAPIError
from tests.online.people import OnlineServed, rows, serving_online
from tests.online.services import Postgres, postgres_server
from tests.online.tables import parties_at, seated, table, told
from tests.server.people import Json, Person
from tests.waiting import WAIT_TIMEOUT_S, free_port
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from djambi.server.close_codes import COME_BACK
from djambi.server.http_errors import unexpected_error
from djambi.server.observability.logs import POSTGRES_AWAY_GAP_S, PostgresAwayFilter
from djambi.server.people.service import AccountService
from djambi.server.security.current_user import CurrentUser
from djambi.server.security.request_policy import cookie_name
from djambi.server.storage.database import Database


def refused(person: Person) -> Json:
    """What answers a turn while the database is away."""
    return person.ask("turn", after=person.last, text="c3-e3")


@pytest.mark.usefixtures("postgres_installed")
def test_whoever_asks_while_the_database_is_away_is_told_when_to_ask_again(tmp_path: Path) -> None:
    with postgres_server() as postgres:
        where = postgres.new_database()
        with serving_online(tmp_path, where) as server:
            one, two = server.guest(), server.guest()
            with seated([one, two]) as (_, people):
                # Nobody's socket is still being made.
                for person in people:
                    person.ask("ping")
                postgres.stop()
                answer = refused(people[0])
                assert (answer["type"], answer["code"]) == ("failed", "away")
                assert answer["retry"] > 0
                # The app itself comes, and tells why it knows nobody.
                assert one.http.get("/").status_code == 200
                assert one.http.get("/api/me").json()["code"] == "away"
                guest = server.browser().post("/api/me/guest", json={"name": "Late"})
                assert guest.status_code == 503 and guest.json()["code"] == "away"
                assert int(guest.headers["retry-after"]) > 0
                with pytest.raises(InvalidStatus) as away, one.sit("any"):
                    pass
                # So that a program asks again: 403 it would take for its last word.
                assert away.value.response.status_code == 503
                postgres.start()
                deadline = time.monotonic() + WAIT_TIMEOUT_S
                while (answer := refused(people[0])).get("code") == "away":
                    assert time.monotonic() < deadline
                    time.sleep(0.1)
                assert answer["type"] == "done"


async def no_database(_accounts: AccountService, _visitor: CurrentUser) -> bool:
    raise ConnectionRefusedError


@pytest.mark.parametrize("path", ["/api/feed/socket", "/api/games/{game}/socket"])
def test_while_the_database_is_away_a_new_socket_is_asked_to_come_back(
    shared_online: OnlineServed, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    guest = shared_online.guest()
    url = f"ws://127.0.0.1:{shared_online.port}{path.format(game=table(guest)['id'])}"
    cookie = {"Cookie": f"{cookie_name(False)}={guest.cookie}"}
    monkeypatch.setattr(AccountService, "is_signed_in", no_database)
    with connect(url, origin=Origin(shared_online.url), additional_headers=cookie) as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in socket:
                pass
        assert socket.close_code == COME_BACK


def test_what_was_refused_while_the_database_was_away_is_not_stored_after_all(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, away = Database.write, [True]

    async def fails_once(self: Database, work: Callable[[Connection], object]) -> object:
        if away and away.pop():
            raise ConnectionRefusedError
        return await write(self, work)

    with seated([online.guest(), online.guest()]) as (game, people):
        mover = people["ry".index(told(people[0])["view"]["mover"])]
        monkeypatch.setattr(Database, "write", fails_once)
        assert refused(mover)["code"] == "away"
        # Whoever does not try again has not played.
        assert mover.change("resign", party=parties_at(mover))
        stored = rows(online, f"SELECT data FROM events WHERE game = '{game}'")
        assert "c3-e3" not in str(stored) and "resigned" in str(stored)


def test_a_connection_that_ends_between_two_statements_is_a_database_that_is_away() -> None:
    """PostgreSQL says that it shuts down after an INSERT and before its COMMIT."""
    driver: Any = AsyncAdapt_asyncpg_dbapi

    def code(orig: Exception) -> str:
        error = DBAPIError.instance("COMMIT", None, orig, driver.Error)
        assert isinstance(error, DBAPIError)
        return unexpected_error(error).code

    said = "cannot switch to state 15; another operation (2) is in progress"
    assert code(driver.InternalClientError(said)) == "away"
    assert code(driver.InternalServerError("a page is damaged")) == "internal"


def line(error: Exception, at: float) -> logging.LogRecord | None:
    """What the log has of an error at this time, "failed", if anything."""
    found = (type(error), error, error.__traceback__)
    record = logging.LogRecord("djambi", logging.ERROR, "", 1, "%s failed", ("It",), found)
    record.created = at
    return record if _filter.filter(record) else None


_filter = PostgresAwayFilter()


def test_the_log_has_a_line_now_and_then_and_no_traceback() -> None:
    driver: Any = AsyncAdapt_asyncpg_dbapi
    said = driver.Error("lost\nDETAIL: a name")
    lost = cast("DBAPIError", DBAPIError.instance("x", None, said, driver.Error))
    with pytest.raises(ConnectionRefusedError) as refused:
        asyncio.run(Postgres(free_port(), [], Path()).execute("SELECT 1"))
    first = line(lost, 1000.0)
    assert first is not None and first.exc_info is None
    assert first.getMessage() == "It failed: the database cannot be used now: Error: lost"
    assert line(refused.value, 1001.0) is None
    later = line(refused.value, 1000.0 + POSTGRES_AWAY_GAP_S)
    assert later is not None and later.exc_info is None
    assert "ConnectionRefusedError: " in later.getMessage()
    assert later.getMessage().endswith("(lines like this left out: 1)")
    for fault in (KeyError("oh"), FileNotFoundError("oh")):
        whole = line(fault, 1001.0 + POSTGRES_AWAY_GAP_S)
        assert whole is not None and whole.exc_info is not None
