"""Hosts, origins, headers, and the phones of the local network."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.people import HOT_SEAT, Person, Served
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from djambi.server.lan import code_svg, code_text, local_addresses
from djambi.server.security import local_guard as guard
from djambi.server.security.http_requests import DEVICE_COOKIE, cookie_value, is_loopback
from djambi.server.security.local_guard import LocalAccess
from djambi.server.security.response_headers import SECURITY_HEADERS

PHONE, OTHER = "127.0.0.2", "127.0.0.3"
"""Addresses of this computer that the tests below take for devices of the network."""


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", "evil.example:{port}", ""]
)
def test_a_foreign_host_is_refused(shared: Served, host: str) -> None:
    """DNS rebinding: a page at evil.example whose name points at 127.0.0.1."""
    answer = httpx.get(
        f"{shared.url}/api/games", headers={"host": host.format(port=shared.access.port)}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("hosts", [[], [b"127.0.0.1:80", b"evil.example"], [b"127.0.0.1:80"] * 2])
def test_a_request_names_one_host(hosts: list[bytes]) -> None:
    """Of several a proxy may read another than we do."""
    scope: Any = {"type": "http", "method": "GET", "headers": [(b"host", host) for host in hosts]}
    assert guard.refusal(LocalAccess(80), scope) == "host"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
def test_our_own_names_are_known(shared: Served, host: str) -> None:
    headers = {"host": f"{host}:{shared.access.port}"}
    assert httpx.get(f"{shared.url}/api/games", headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/games"])
def test_head_is_answered_as_get_without_the_body(shared: Served, path: str) -> None:
    whole, head = (call(f"{shared.url}{path}") for call in (httpx.get, httpx.head))
    assert head.status_code == whole.status_code != 405
    assert head.headers["content-length"] == whole.headers["content-length"]
    assert whole.content and not head.content


def test_names_stand_without_a_port_at_the_usual_one_alone() -> None:
    assert LocalAccess(8080).hosts == {"127.0.0.1:8080", "localhost:8080", "[::1]:8080"}
    bare = {"127.0.0.1", "localhost", "[::1]", "192.0.2.7"}
    assert LocalAccess(80, ("192.0.2.7",)).hosts == bare | {f"{name}:80" for name in bare}


@pytest.mark.parametrize(
    "other",
    [
        'prefs={"theme": "dark", "n": [1, 2]}', 'quoted="never closed', "flag", "", "=nameless",
        "empty=", "domain=x", "expires", "a[b]=1", "näme=é", "a=b=c", "mine2=no", "Mine=no",
    ],
)  # fmt: skip
def test_a_cookie_is_found_among_any_others(other: str) -> None:
    """Other programs at the same host may set whatever a browser takes."""
    for sent in (f"{other}; mine=abc", f"mine=abc; {other}", f"a=b; {other};mine=abc;mine=later"):
        assert cookie_value([(b"accept", b""), (b"cookie", sent.encode())], "mine") == "abc"
    assert cookie_value([(b"cookie", other.encode())], "mine") is None


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "https://127.0.0.1:{port}", "http://localhost:{port}"],
)
def test_what_changes_something_must_come_from_our_page(shared: Served, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin.format(port=shared.access.port)}
    for method, path in (
        ("POST", "/api/games"),
        ("PUT", "/api/settings"),
        ("DELETE", "/api/games/x"),
    ):
        answer = httpx.request(method, shared.url + path, json=HOT_SEAT, headers=headers)
        assert answer.status_code == 403, (method, origin)
    with shared.http() as http:
        assert http.get("/api/games").json()["games"] == []


def test_a_foreign_page_does_not_even_read(shared: Served) -> None:
    answer = httpx.get(f"{shared.url}/api/games", headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
def test_a_foreign_page_gets_no_socket(shared: Served, origin: Any) -> None:
    game = shared.new_game(**HOT_SEAT)
    url = f"ws://127.0.0.1:{shared.access.port}/api/games/{game}/socket"
    with pytest.raises(InvalidStatus) as refused:
        connect(url, origin=origin)
    assert refused.value.response.status_code == 403


def test_every_answer_has_the_headers(shared: Served) -> None:
    with shared.http() as http:
        for path in ("/", "/api/games", "/api/nothing", "/nothing.js", "/api/boards/nothing"):
            answer = http.get(path)
            for name, value in SECURITY_HEADERS.items():
                assert answer.headers[name] == value, path
            assert answer.headers["cross-origin-opener-policy"] == "same-origin", path
    assert "unsafe" not in SECURITY_HEADERS["content-security-policy"]
    assert "*" not in SECURITY_HEADERS["content-security-policy"]
    refused = httpx.get(shared.url, headers={"host": "evil.example"})
    assert refused.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/a/../../run.py", "/%00.js"]
)
def test_no_file_outside_the_folder_is_served(shared: Served, path: str) -> None:
    with shared.http() as http:
        answer = http.get(path)
    assert answer.status_code in (400, 404) and "import" not in answer.text


@pytest.mark.parametrize(
    ("address", "loopback"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("10.0.0.1", False), ("", False)],
)
def test_loopback_addresses(address: str, loopback: bool) -> None:
    assert is_loopback(address) is loopback


def test_the_code_leads_to_the_join_page() -> None:
    access = LocalAccess(8765, ("192.168.0.7",))
    assert access.join_url == f"http://192.168.0.7:8765/join/{access.join_key}"
    assert "192.168.0.7:8765" in access.hosts
    assert b"<svg" in code_svg(access.join_url)
    assert len(code_text(access.join_url).splitlines()) > 10
    assert LocalAccess(8765).join_url == ""
    assert all(not is_loopback(address) for address in local_addresses())


# --- phones -------------------------------------------------------------------------------------


@pytest.fixture
def lan(served: Served, monkeypatch: pytest.MonkeyPatch) -> Served:
    """The server open to a network; only 127.0.0.1 counts as its own computer."""
    monkeypatch.setattr(guard, "is_loopback", "127.0.0.1".__eq__)
    served.access.addresses = ("192.168.0.7",)
    return served


def phone(lan: Served, source: str = PHONE, token: str = "") -> httpx.Client:
    cookies = {DEVICE_COOKIE: token} if token else None
    return httpx.Client(
        base_url=lan.url,
        headers={"origin": lan.url},
        transport=httpx.HTTPTransport(local_address=source),
        cookies=cookies,
    )


def join(lan: Served, source: str = PHONE) -> str:
    """Scan the code; returns the device's token."""
    with phone(lan, source) as browser:
        answer = browser.get(f"/join/{lan.access.join_key}")
        assert answer.status_code == 302 and answer.headers["location"] == "/"
        assert "httponly" in answer.headers["set-cookie"].lower()
        return str(answer.cookies[DEVICE_COOKIE])


def test_who_has_not_joined_sees_nothing(lan: Served) -> None:
    for token in ("", "made-up"):
        with phone(lan, token=token) as browser:
            for path in ("/", "/api/games", "/api/alive", "/api/lan"):
                assert browser.get(path).status_code == 403
            assert browser.get("/join/guess").status_code == 403
            assert browser.get("/").headers["content-type"].startswith("text/html")
    with pytest.raises(InvalidStatus), lan.sit(lan.new_game(), source=PHONE):
        pass


def test_phones_take_seats_and_play_only_their_own(lan: Served) -> None:
    seats = [
        {"party": "r", "player": "me"},
        {"party": "b", "player": "open"},
        {"party": "y", "player": "open"},
        {"party": "g", "player": "bot", "level": "random"},
    ]
    game = lan.new_game(variant="square-4", seats=seats)
    tokens = join(lan), join(lan, OTHER)
    with (
        lan.sit(game) as host,
        lan.sit(game, token=tokens[0], source=PHONE) as one,
        lan.sit(game, token=tokens[1], source=OTHER) as two,
    ):
        assert host.hear()["you"] == {"parties": "r", "host": True, "place": None}
        for person in (one, two):
            assert person.hear()["you"] == {"parties": "", "host": False, "place": None}
        assert one.change("sit", party="b")["you"] == {"parties": "b", "host": False, "place": None}
        catch_up(host, two, number=2)
        assert host.heard[-1]["seats"][1]["holder"] == "phone"
        assert host.heard[-1]["you"] == {"parties": "r", "host": True, "place": None}
        assert two.ask("sit", after=2, party="b")["code"] == "seat_taken"
        two.change("sit", party="y")
        catch_up(host, one, number=3)
        # Nobody plays for anybody else, the host included.
        assert one.ask("turn", after=3, text="c3-e3")["code"] == "not_your_turn"
        # Undo is offered to those who may use it, with the news and with the whole.
        assert host.change("turn", text="c3-e3")["can_undo"]
        catch_up(one, two, number=4)
        for person in (one, two):
            assert not person.heard[-1]["can_undo"]
        assert [each.ask("resume", after=0)["can_undo"] for each in (one, host)] == [False, True]
        for person in (host, two):
            assert person.ask("turn", after=4, text="g3-g5")["code"] == "not_your_turn"
            assert person.ask("resign", after=4, party="b")["code"] == "not_your_seat"
            assert person.ask("leave", after=4, party="b")["code"] == "not_your_seat"
        assert one.ask("seat", after=4, party="r", player="bot")["code"] == "host_only"
        assert one.ask("rename", after=4, party="r", name="x")["code"] == "not_your_seat"
        assert two.ask("undo", after=4)["code"] == "not_your_turn_to_undo"
        one.change("rename", party="b", name="Blue phone")
        one.change("turn", text="g3-g5")
        assert one.heard[-1]["lines"][-1]["party"] == "b"
        assert all(key not in str(one.heard) for key in lan.access.devices)


def test_phones_are_not_sent_what_their_browsers_would_warn_of(lan: Served) -> None:
    for token in ("", join(lan)):
        with phone(lan, token=token) as browser:
            assert "cross-origin-opener-policy" not in browser.get("/").headers


def test_a_draw_needs_every_device(lan: Served) -> None:
    seats = [{"party": "r", "player": "me"}, *({"party": p, "player": "open"} for p in "by")]
    game = lan.new_game(variant="square-3", seats=seats)
    with lan.sit(game) as host, lan.sit(game, token=join(lan), source=PHONE) as one:
        host.hear()
        one.hear()
        assert one.ask("draw", after=1)["code"] == "not_your_seat"
        one.change("sit", party="b")
        one.change("sit", party="y")
        catch_up(host, number=3)
        assert host.change("draw")["draw"] == "r"
        catch_up(one, number=4)
        assert one.change("draw", agree=False)["draw"] == ""
        catch_up(host, number=5)
        host.change("draw")
        catch_up(one, number=6)
        assert one.change("draw")["view"]["result"]["shares"]["y"] > 0.3


def catch_up(*people: Person, number: int) -> None:
    for person in people:
        person.until("update", number=number)


def test_a_phone_comes_back_to_its_seat_without_scanning_again(lan: Served) -> None:
    game = lan.new_game(variant="square-4", seats=[{"party": "r", "player": "open"}])
    token = join(lan)
    with lan.sit(game, token=token, source=PHONE) as person:
        person.hear()
        person.change("sit", party="r")
    with lan.sit(game, after=2, token=token, source=PHONE) as person:
        assert person.hear()["you"]["parties"] == "r"
        update = person.change("leave", party="r")
        assert update["seats"][0]["holder"] == "free" and update["you"]["parties"] == ""


def test_phones_neither_make_nor_hide_games(lan: Served) -> None:
    game = lan.new_game()
    with phone(lan, token=join(lan)) as browser:
        assert browser.get("/api/games").status_code == 200
        assert browser.post("/api/games", json={"variant": "square-4"}).status_code == 403
        assert browser.post("/api/games/load", json={"text": ""}).status_code == 403
        assert browser.delete(f"/api/games/{game}").status_code == 403
        # Nor one again that they only watch.
        assert browser.post(f"/api/games/{game}/rematch").status_code == 403
        assert browser.get("/api/lan").json()["host"] is False


def test_each_device_has_its_own_settings(lan: Served) -> None:
    with lan.http() as host, phone(lan, token=join(lan)) as browser:
        assert host.put("/api/settings", json={"lang": "fr"}).json()["lang"] == "fr"
        assert browser.get("/api/settings").json()["lang"] == ""
        browser.put("/api/settings", json={"theme": "dark"})
        assert host.get("/api/settings").json()["theme"] == ""
        assert host.get("/api/settings").json()["lang"] == "fr"
        assert host.put("/api/settings", json={"lang": "de"}).status_code == 400
        assert host.get("/api/settings").json()["lang"] == "fr"


def test_the_host_shows_the_code(lan: Served) -> None:
    with lan.http() as host:
        assert host.get("/api/lan").json() == {
            "open": True,
            "url": lan.access.join_url,
            "code": "/api/lan/code.svg",
            "host": True,
        }
        assert host.get("/api/lan/code.svg").headers["content-type"].startswith("image/svg+xml")


def test_without_a_network_there_is_no_code(served: Served) -> None:
    with served.http() as host:
        assert host.get("/api/lan").json()["open"] is False
        assert host.get("/api/lan/code.svg").status_code == 404
        assert host.get("/join/x").status_code == 403
