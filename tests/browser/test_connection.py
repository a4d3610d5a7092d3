"""A network that swallows everything without a word: the app notices, says so, and comes back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from tests.browser.online import Come, OnlineServer, Person, quiet
from tests.browser.test_access import faults
from tests.browser.test_online import with_bots

pytestmark = pytest.mark.browser


class Wire:
    """Passes bytes on between browsers and a server; while `cut`, it takes them and keeps them."""

    def __init__(self, to: int) -> None:
        self.cut = threading.Event()
        self._to = to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        with suppress(OSError), near, socket.create_connection(("127.0.0.1", self._to)) as far:
            back = threading.Thread(target=self._pass, args=(far, near), daemon=True)
            back.start()
            self._pass(near, far)
            back.join()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                if not self.cut.is_set():
                    other.sendall(data)
        # What has been swallowed is missing: this connection is good for nothing any more.
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@dataclass
class Distant(OnlineServer):
    """An online server that is reached through a wire only."""

    wire: Wire = field(init=False)

    def __post_init__(self) -> None:
        self.wire = Wire(self.port)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.wire.port}"


@pytest.fixture
def distant(tmp_path: Path) -> Iterator[Distant]:
    server = Distant(tmp_path)
    server.start()
    yield server
    server.wire.cut.clear()
    server.stop()
    server.wire.close()


def test_a_dead_connection_is_noticed_said_and_mended(distant: Distant, browser: Browser) -> None:
    ann = Person.comes(distant, browser)
    ann.guest("Ann")
    quiet(ann)
    with_bots(ann)
    connected = ann.page.get_by_role("img", name="Connected")
    lost = ann.page.get_by_role("alert").filter(has_text="Connection lost")
    expect(connected.first).to_be_visible()
    distant.wire.cut.set()
    expect(lost).to_be_visible()
    expect(ann.page.get_by_role("img", name="Not connected").first).to_be_visible()
    distant.wire.cut.clear()
    expect(lost).to_have_count(0)
    expect(connected.first).to_be_visible()
    ann.play("c3-c4")
    # The bots may have played on by the time one looks.
    expect(ann.page.locator("#panel-turns li")).not_to_have_count(0)
    # What was given up before it stood is a warning of the browser's, and so is what was asked
    # for when the wire was cut, if anything was.
    ann.forgive("closed before the connection")
    ann.forgive("ERR_EMPTY_RESPONSE")
    ann.leaves()


def test_a_page_that_the_server_cannot_talk_to_asks_to_be_loaded_anew(come: Come) -> None:
    ana = come("Ana")
    sockets: list[WebSocketRoute] = []

    def another_server(route: WebSocketRoute) -> None:
        """Refuse the first page's feed, as a server does that speaks another protocol."""
        sockets.append(route)
        if len(sockets) == 1:
            route.close(code=4426, reason="client_older")
        else:
            route.connect_to_server()

    ana.page.route_web_socket("**/api/feed/socket*", another_server)
    ana.goto("/")
    asked = ana.page.get_by_role("alert").filter(has_text="Djambi has been updated.")
    expect(asked).to_be_visible()
    assert faults(ana.page) == []
    asked.get_by_role("button", name="Reload").click()
    ana.until(lambda: len(sockets) == 2)
    expect(ana.page.get_by_role("heading", name="Hello Ana")).to_be_visible()
    expect(asked).to_have_count(0)
