"""While PostgreSQL is away everybody is told so, and when to ask again; nothing is lost."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi
from sqlalchemy.exc import DBAPIError
from tests.online.people import serving_online
from tests.online.services import postgres_server
from tests.online.test_tables import seated
from tests.server.people import WAIT_TIMEOUT_S, Json, Person

from djambi.server.http_errors import unexpected_error


def refused(person: Person) -> Json:
    """What answers a turn while the database is away."""
    return person.ask("turn", after=person.last, text="c3-e3")


def test_whoever_asks_while_the_database_is_away_is_told_when_to_ask_again(tmp_path: Path) -> None:
    with postgres_server() as postgres:
        where = postgres.new_database()
        with serving_online(tmp_path, where) as server:
            one, two = server.guest(), server.guest()
            with seated([one, two]) as (_, people):
                postgres.stop()
                answer = refused(people[0])
                assert (answer["type"], answer["code"]) == ("failed", "away")
                assert answer["retry"] > 0
                guest = server.browser().post("/api/me/guest", json={"name": "Late"})
                assert guest.status_code == 503 and guest.json()["code"] == "away"
                assert int(guest.headers["retry-after"]) > 0
                postgres.start()
                deadline = time.monotonic() + WAIT_TIMEOUT_S
                while (answer := refused(people[0])).get("code") == "away":
                    assert time.monotonic() < deadline
                    time.sleep(0.1)
                assert answer["type"] == "done"


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
