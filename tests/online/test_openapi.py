"""Whatever the OpenAPI document allows, and what it does not, is answered as it says.

Schemathesis makes requests from the document of a running server and sends them as somebody who
plays there. No answer may be a fault of the server, and each has the form that is promised.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from tests.online.people import Member, OnlineServed
from tests.waiting import WAIT_TIMEOUT_S

_every: Any = import_module("schemathesis.checks")
_openapi: Any = import_module("schemathesis.specs.openapi.checks")

CHECKS: list[Any] = [
    _every.not_a_server_error,
    _openapi.status_code_conformance,
    _openapi.content_type_conformance,
    _openapi.response_schema_conformance,
]

ENDLESS = {"/api/feed", "/api/games/{game}/stream"}
"""They answer until somebody goes away: `test_programs` reads them."""

COSTLY = {
    "/api/study/think", "/api/study/game", "/api/study/commentary", "/api/picture/game",
}  # fmt: skip
"""They work for a while for each answer: `tests/server/test_studies.py` asks them."""

FEW = settings(max_examples=settings().max_examples // 6)
"""For each of some hundred operations."""

FAREWELL = ("/api/me/sign-out", "/api/me/erase", "/api/me/password", "/api/me/tokens")
"""What may end the session with which everything is asked comes last."""


@pytest.fixture(scope="module")
def member(shared_online: OnlineServed) -> Member:
    """Somebody who plays at a table."""
    return shared_online.player()


@pytest.fixture(scope="module")
def game(member: Member) -> str:
    """A game that has begun."""
    seats = [{"party": "r", "player": "me"}, {"party": "y", "player": "bot"}]
    answer = member.http.post("/api/tables", json={"variant": "square-2", "seats": seats})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def operations(member: Member) -> list[Any]:
    """Everything that the document has, what ends sessions last."""
    document = member.http.get("/api/openapi.json").json()
    schema: Any = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=member.served.url)
    found = [one.ok() for one in schema.get_all_operations()]
    asked = [one for one in found if one.path not in ENDLESS | COSTLY]
    assert len(asked) > 50
    return sorted(asked, key=lambda one: one.path.startswith(FAREWELL))


def send(case: Any, member: Member) -> Any:
    """Send a request in the name of a member."""
    headers: dict[str, str] = {**member.http.headers, **(case.headers or {})}
    headers["cookie"] = "; ".join(f"{k}={v}" for k, v in member.http.cookies.items())
    return case.call(headers=headers, timeout=WAIT_TIMEOUT_S)


def test_every_answer_is_as_the_document_says(member: Member, game: str) -> None:
    for operation in operations(member):

        @FEW
        @given(operation.as_strategy(generation_mode=GenerationMode.POSITIVE), st.booleans())
        def answered(case: Any, real: bool) -> None:
            if real and "game" in case.path_parameters:
                case.path_parameters["game"] = game
            case.validate_response(send(case, member), checks=CHECKS)

        answered()


def test_what_the_document_forbids_is_refused(member: Member, game: str) -> None:
    for operation in operations(member):

        @FEW
        @given(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
        def refused(case: Any) -> None:
            answer = send(case, member)
            # Schemathesis does not take "too large" for a refusal.
            more: list[Any] = (
                [] if answer.status_code == 413 else [_openapi.negative_data_rejection]
            )
            case.validate_response(answer, checks=[*CHECKS, *more])

        if operation.body or operation.query:
            refused()
