"""The client at a real server of this computer: tables followed, bots that play there."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.people import HOT_SEAT, Served, serving
from tests.waiting import WAIT_TIMEOUT_S

from djambi.bots import GreedyBot
from djambi.client import Lost, OnlineError, Refused, Server, Stale, play
from djambi.client.table import Table
from djambi.position.position import Position


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of this computer."""
    with serving(tmp_path_factory.mktemp("client")) as served:
        yield served


@pytest.fixture
def server(shared: Served) -> Iterator[Server]:
    """The same, as a client sees it."""
    with Server(shared.url) as found:
        yield found


@pytest.mark.parametrize("package", ["httpx", "msgspec", "websockets"])
def test_a_missing_package_is_named_with_its_extra(package: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None; import djambi.client"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f'djambi.client needs {package}: pip install "djambi[client]"' in run.stderr


def test_a_turn_is_played_and_seen(shared: Served, server: Server) -> None:
    with server.table(shared.new_game(**HOT_SEAT)) as table:
        seen = table.seen
        assert seen.mine == "rbyg" and seen.my_turn and seen.number == 1
        assert seen.position == Position.start()
        table.play("c3-e3", seen)
        seen = table.wait(seen, WAIT_TIMEOUT_S)
        assert seen.position == Position.start().play("c3-e3")
        assert [line.text for line in seen.lines] == ["c3-e3"]
        assert seen.position.mover == "b"


def test_a_turn_for_another_position_is_stale(shared: Served, server: Server) -> None:
    with server.table(shared.new_game(**HOT_SEAT)) as table:
        first = table.seen
        table.play("c3-e3", first)
        second = table.wait(first, WAIT_TIMEOUT_S)
        with pytest.raises(Stale):
            table.play("g3-g5", first)
        assert table.seen.number == second.number
        table.play("g3-g5", second)


def test_what_cannot_be_is_refused_in_both_languages(shared: Served, server: Server) -> None:
    with server.table(shared.new_game(**HOT_SEAT)) as table:
        with pytest.raises(Refused) as refused:
            table.play("c3-c9")
        assert refused.value.code == "bad_turn"
        assert refused.value.sentence.said("fr") != refused.value.sentence.said("en")
    with pytest.raises(Refused) as refused:
        server.table("nothing")
    assert refused.value.code == "no_game"
    with pytest.raises(Refused):
        server.call("POST", "/api/games", {"variant": "square-99"})


def test_a_computer_s_own_server_says_that_it_has_no_tables(server: Server) -> None:
    for ask in (
        server.make,
        server.lobby,
        server.mine,
        lambda: server.guest("Otto"),
        lambda: server.invited("nothing"),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code == "no_page"
        assert "own server" in refused.value.sentence.en
        assert "ordinateur" in refused.value.sentence.fr
    with pytest.raises(Refused) as refused:
        server.call("GET", "/api/nothing")
    assert "no such page" in refused.value.sentence.en


def test_turns_taken_back_are_seen(shared: Served, server: Server) -> None:
    game = shared.new_game(**HOT_SEAT)
    with server.table(game) as table, shared.sit(game) as person:
        person.hear()
        for text in ("c3-e3", "g3-g5"):
            person.change("turn", text=text)
        person.change("undo")
        person.change("turn", text="g3-g4")
        while table.seen.number < person.last:
            table.wait(table.seen, WAIT_TIMEOUT_S)
        assert [line.text for line in table.seen.lines] == ["c3-e3", "g3-g4"]
        assert table.seen.position == Position.start().play("c3-e3").play("g3-g4")


def seats(mine: str, parties: str) -> list[dict[str, str]]:
    """Some seats for this computer's owner, the others for random bots."""
    return [
        {"party": p, "player": "me"}
        if p in mine
        else {"party": p, "player": "bot", "level": "novice"}
        for p in parties
    ]


def test_a_bot_of_the_library_plays_a_whole_game(shared: Served, server: Server) -> None:
    game = shared.new_game(variant="hex-3", seats=seats("rb", "rby"))
    with server.table(game) as table:
        parties = table.seen.mine
        bots = {party: GreedyBot(seed) for seed, party in enumerate(parties)}
        shares = play(table, bots)
        assert sum(shares.values()) == pytest.approx(1)
        assert table.seen.is_over and shares == table.seen.position.result


def test_the_connection_is_looked_for_again(shared: Served, server: Server) -> None:
    game = shared.new_game(**HOT_SEAT)
    with server.table(game) as table, shared.sit(game) as person:
        person.hear()
        first = table.seen
        assert table._socket is not None
        table._socket.socket.shutdown(socket.SHUT_RDWR)
        person.change("turn", text="c3-e3")
        while table.seen.number < person.last:
            table.wait(table.seen, WAIT_TIMEOUT_S)
        assert table.seen is not first and len(table.seen.lines) == 1


def test_a_table_that_was_left_says_so(shared: Served, server: Server) -> None:
    table = server.table(shared.new_game(**HOT_SEAT))
    waiting = threading.Event()
    errors: list[Exception] = []

    def wait() -> None:
        waiting.set()
        try:
            table.wait(table.seen, WAIT_TIMEOUT_S)
        except Lost as error:
            errors.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    waiting.wait(WAIT_TIMEOUT_S)
    table.close()
    thread.join(WAIT_TIMEOUT_S)
    assert len(errors) == 1
    with pytest.raises(Lost):
        table.play("c3-e3")


@pytest.mark.parametrize(
    "url",
    ["", "ftp://example.org", "http://", "https://example.org/path", "http://[::1", "http://a:b",
     "http://\x00", "http://a b", "http://exämple.org", "http://a:99999", "http://[v1.x]"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(OnlineError, match="not a server address"):
        Server(url)


def test_what_no_header_can_hold_is_refused() -> None:
    with pytest.raises(OnlineError, match="token"):
        Server("http://127.0.0.1:9", "é")
    with pytest.raises(OnlineError, match="token"):
        Server("http://127.0.0.1:9", "a\nb: c")
    with pytest.raises(OnlineError, match="cookies"):
        Server("http://127.0.0.1:9", cookies={"djambi": "é"})
    with Server("http://127.0.0.1:9") as server, pytest.raises(OnlineError, match="not an address"):
        server.call("GET", "/api/\x00")


def test_a_server_that_is_not_there_is_lost(tmp_path: Path) -> None:
    with Server("http://127.0.0.1:9", timeout=2.0) as server:
        with pytest.raises(Lost):
            server.me()
        with pytest.raises(Lost):
            Table(server, "nothing")
