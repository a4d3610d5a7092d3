"""What PostgreSQL takes for no value is refused before it gets there, and is no failure of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi
from sqlalchemy.exc import DBAPIError
from tests.online.people import OnlineServed, serving_online

from djambi.server.errors import RequestRefused
from djambi.server.http_errors import unexpected_error
from djambi.server.people.names import fold, numbered_names, person_name
from djambi.server.storage.writes import WriteMetrics

LIGATURE = "\ufdfa"
"""One letter that is compared as fifteen."""

LONG = LIGATURE * 5 + "اا"


@pytest.fixture(scope="module")
def on_postgres(tmp_path_factory: pytest.TempPathFactory, postgres_running: Any) -> Any:
    folder: Path = tmp_path_factory.mktemp("values")
    with serving_online(folder, postgres_running.new_database()) as server:
        yield server


def _check_ready(server: OnlineServed) -> None:
    assert server.browser().get("/health/ready").status_code == 200


def test_a_name_has_room_for_a_number() -> None:
    assert person_name(LONG) == LONG and len(fold(LONG)) == 77
    longest = max(len(fold(name)) for name in numbered_names(LONG))
    assert longest == 80
    for name in (LONG + "ب", LIGATURE * 5 + "سلامة"):
        with pytest.raises(RequestRefused, match="bad_name"):
            person_name(name)


def test_guests_of_long_names(on_postgres: OnlineServed) -> None:
    refused = on_postgres.browser().post("/api/me/guest", json={"name": LIGATURE * 5 + "سلامة"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_name")
    assert [on_postgres.guest(LONG).name for _ in range(2)] == [LONG, f"{LONG} 2"]
    _check_ready(on_postgres)


def test_an_address_with_a_nul_is_none(on_postgres: OnlineServed) -> None:
    http = on_postgres.player().http
    for method, path in (
        ("GET", "/api/games/%00/record"),
        ("GET", "/api/games/a%00/notes"),
        ("POST", "/api/games/%00/ask"),
        ("GET", "/api/people/%00"),
        ("PUT", "/api/me/blocks/%00"),
        ("GET", "/api/invite/%00"),
        ("GET", "/api/lobby?variant=%00"),
        ("GET", "/api/search?player=a%00"),
        ("GET", "/api/search?edition=%00"),
    ):
        answer = http.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_page"), path
    _check_ready(on_postgres)


def test_a_text_with_a_nul_is_a_bad_request(on_postgres: OnlineServed) -> None:
    moderator, player = on_postgres.moderator(), on_postgres.player()
    reported = player.http.post("/api/reports", json={"text": "a\nb", "accused": moderator.id})
    assert reported.status_code == 202
    for path, body in (
        ("/api/reports", {"text": "a\0b", "accused": player.id}),
        ("/api/reports/1/verdict", {"verdict": "a\0b"}),
        ("/api/me/tokens", {"label": "a\0b"}),
        ("/api/recovery", {"who": "a\0b@c"}),
    ):
        answer = moderator.http.post(path, json=body)
        assert answer.status_code == 400, path
        assert "regex" in answer.json()["words"]["en"], path
    _check_ready(on_postgres)


def _error(name: str, state: str) -> DBAPIError:
    """An error as asyncpg's reach us: its SQLSTATE, and a class that says little."""
    driver: Any = AsyncAdapt_asyncpg_dbapi
    orig: Any = getattr(driver, name)("said", None)
    orig.sqlstate = state
    refused: Exception = orig
    error = DBAPIError.instance("INSERT", None, refused, driver.Error)
    assert isinstance(error, DBAPIError)
    return error


@pytest.mark.parametrize(
    ("name", "state", "code", "failed"),
    [
        ("Error", "22001", "internal", 0),
        ("Error", "22021", "internal", 0),
        ("IntegrityError", "23505", "internal", 0),
        ("Error", "57P01", "away", 1),
        ("Error", "53100", "away", 1),
    ],
)
def test_a_value_that_is_none_is_no_failure_of_the_database(
    name: str, state: str, code: str, failed: int
) -> None:
    error, metrics = _error(name, state), WriteMetrics()
    assert unexpected_error(error).code == code
    with pytest.raises(DBAPIError), metrics.watched():
        raise error
    assert metrics.failed == failed and metrics.are_failing == bool(failed)
