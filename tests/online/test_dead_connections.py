"""A connection that dies without a word is noticed by the server."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from tests.online.people import OnlineServed, serving_online
from tests.online.planted import plant
from tests.online.swallowing import swallowing
from tests.online.tables import table
from tests.server.people import Person
from websockets import Origin
from websockets.sync.client import connect

from djambi.server.apps import http_server, run_online
from djambi.server.apps.online import make_online
from djambi.server.security.request_policy import cookie_name
from djambi.server.settings import check


def test_a_dead_connection_is_noticed_within_twenty_seconds_by_the_settings() -> None:
    settings = check({}, {})
    config = run_online.config_of(make_online(settings, Path("nowhere.sqlite3"), 1, ""), settings)
    # A ping goes out after so many seconds, and must be answered in so many more.
    assert config.ws_ping_interval is not None and config.ws_ping_timeout is not None
    assert config.ws_ping_interval + config.ws_ping_timeout <= 20


def test_who_is_cut_off_without_a_word_is_seen_to_be_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Ann has to answer in so many seconds, however busy the machine is.
    monkeypatch.setattr(http_server, "PING_INTERVAL_S", 3.0)
    with serving_online(tmp_path) as online, swallowing(online.port) as proxy:
        ann, bob = online.guest(), online.guest()
        made = table(ann, "square-2")
        path = f"/api/games/{made['id']}/socket?key={made['invite']}"
        # Bob's side sends no pings: it is as silent as a telephone without a network.
        with (
            ann.sit(made["id"]) as first,
            connect(
                f"ws://127.0.0.1:{online.port}{path}",
                sock=socket.create_connection(("127.0.0.1", proxy.port)),
                origin=Origin(online.url),
                additional_headers={"Cookie": f"{cookie_name(False)}={bob.cookie}"},
                compression=None,
                ping_interval=None,
                close_timeout=0,
            ) as ws,
        ):
            second = Person(ws)
            second.until("state")
            second.change("sit", party="y", key=made["invite"])
            assert present(first) == "ry"
            proxy.swallow.set()
            # Nobody closes anything, and yet it is noticed.
            while present(first) != "r":
                first.until("presence")


def present(person: Person) -> str:
    """Whose players are at the table, by what somebody was told last."""
    state = person.ask("resume", after=0)
    return str(state["table"]["present"])


def test_a_ping_of_the_browser_is_answered(shared_online: OnlineServed) -> None:
    guest = shared_online.guest()
    game = plant(shared_online, {"r": guest.id})
    with guest.sit(game) as person:
        state = person.until("state")
        assert person.ask("ping")["number"] == state["number"]
