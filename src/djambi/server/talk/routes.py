"""The kinds of promises and the emotes, for who composes a pact or looks up what it means."""

from __future__ import annotations

from litestar import get

from djambi.server.schemas.talk import PactTableView
from djambi.server.security.endpoints import Endpoint
from djambi.server.talk.pact_table import pact_table


@get("/api/pacts", sync_to_thread=False, endpoint=Endpoint())
def get_pacts() -> PactTableView:
    """Return what can be promised, what keeps, breaks and voids it, and the emotes."""
    return pact_table()
