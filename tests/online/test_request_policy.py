"""Hosts, origins, cross-site requests, tokens, headers, rate limits: an online server's guard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.online.people import OURS, PASSWORD, OnlineServed, serving_online
from tests.online.planted import plant
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from djambi.server.rate_limits import RateLimits
from djambi.server.security.request_policy import RequestPolicy, cookie_name
from djambi.server.security.response_headers import SECURITY_HEADERS
from djambi.server.settings import check

COOKIE = cookie_name(False)
URL = "https://djambi.example"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServed]:
    """A server behind https://djambi.example."""
    with serving_online(tmp_path_factory.mktemp("public"), url=URL) as server:
        yield server


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "djambi.example.evil.example",
        "djambi.example:8765",
        "127.0.0.1",
        "127.0.0.1:{port}",
        "",
    ],
)
def test_a_foreign_host_is_refused(public: OnlineServed, host: str) -> None:
    answer = httpx.get(f"{public.url}/api/me", headers={"host": host.format(port=public.port)})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_host")


@pytest.mark.parametrize("host", ["djambi.example", "DJAMBI.example"])
def test_the_address_of_the_settings_is_ours(public: OnlineServed, host: str) -> None:
    assert httpx.get(f"{public.url}/api/me", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("url", "host", "origin"),
    [
        ("https://djambi.example:443", "djambi.example", "https://djambi.example"),
        ("HTTP://Djambi.example:80/", "djambi.example", "http://djambi.example"),
        ("https://djambi.example:80", "djambi.example:80", "https://djambi.example:80"),
        ("https://Échecs.example", "xn--checs-9ra.example", "https://xn--checs-9ra.example"),
        ("http://[2001:DB8::1]:8000", "[2001:db8::1]:8000", "http://[2001:db8::1]:8000"),
    ],
)
def test_the_address_is_known_as_browsers_write_it(url: str, host: str, origin: str) -> None:
    settings = check({"url": url}, {})
    assert settings.secure is origin.startswith("https:")
    policy = RequestPolicy(settings, 8765, RateLimits())
    headers = [(b"host", host.encode()), (b"origin", origin.encode()), (b"x-djambi", b"1")]
    scope: Any = {"type": "http", "method": "POST", "path": "/api/me", "query_string": b""}
    scope["headers"] = headers
    assert policy.refusal(scope, None) is None


def test_machines_ask_by_any_name(public: OnlineServed) -> None:
    assert httpx.get(f"{public.url}/api/alive").text == "a test"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://djambi.example"},
        {"origin": "https://djambi.example:444"},
        {"origin": URL, "sec-fetch-site": "same-site"},
        {"origin": URL, "sec-fetch-site": "cross-site"},
        {"origin": URL, "x-djambi": ""},
    ],
)
def test_what_changes_something_must_come_from_our_page(
    public: OnlineServed, headers: dict[str, str]
) -> None:
    """Each of the three signs alone stops a cross-site request."""
    sent = {"host": "djambi.example", **OURS, **headers}
    if not sent["x-djambi"]:
        del sent["x-djambi"]
    body = {"name": "Passer-by"}
    answer = httpx.post(f"{public.url}/api/me/guest", json=body, headers=sent)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_page")
    assert "set-cookie" not in answer.headers


def test_our_own_page_may(public: OnlineServed) -> None:
    sent = {"host": "djambi.example", "origin": URL, "sec-fetch-site": "same-origin", **OURS}
    answer = httpx.post(f"{public.url}/api/me/guest", json={"name": "Passer-by"}, headers=sent)
    assert answer.status_code == 200


def test_a_foreign_page_does_not_even_read(public: OnlineServed) -> None:
    headers = {"host": "djambi.example", "origin": "https://evil.example"}
    answer = httpx.get(f"{public.url}/api/me", headers=headers)
    assert answer.status_code == 403 and "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
def test_a_foreign_page_gets_no_socket(shared_online: OnlineServed, origin: Any) -> None:
    guest = shared_online.guest()
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"ws://127.0.0.1:{shared_online.port}/api/games/x/socket",
            origin=origin,
            additional_headers={"Cookie": f"{COOKIE}={guest.cookie}"},
        )
    assert refused.value.response.status_code == 403


def test_a_token_needs_no_page_and_takes_no_cookie_with_it(shared_online: OnlineServed) -> None:
    """A foreign page can make a browser send its cookie, but no Authorization."""
    owner, other = shared_online.player(), shared_online.player()
    token = owner.token()
    cookies = {COOKIE: other.cookie}
    bearer = {"authorization": f"Bearer {token}"}
    with httpx.Client(base_url=shared_online.url, cookies=cookies) as both:
        answer = both.get("/api/me", headers=bearer)
        assert answer.json()["account"]["id"] == owner.id
        assert both.put("/api/settings", json={}, headers=bearer).status_code == 200
        for wrong in ("Basic abc", "Bearer", "Bearer wrong", f"Bearer {other.cookie}", ""):
            answer = both.get("/api/me", headers={"authorization": wrong})
            assert (answer.status_code, answer.json()["code"]) == (401, "bad_token"), wrong


def test_who_guesses_tokens_is_slowed_down(tmp_path: Path) -> None:
    """Wrong ones are counted for the address; right ones cost nothing and go on."""
    limits = {"password": [3, 600]}
    with serving_online(tmp_path, limited=True, limits=limits) as server:
        right = server.bot(server.player().token())
        wrong = server.bot("wrong")
        for _ in range(5):
            assert right.get("/api/me").status_code == 200
        codes = [wrong.get("/api/me").json()["code"] for _ in range(5)]
        assert codes == ["bad_token"] * 3 + ["slow_down"] * 2
        assert right.get("/api/me").status_code == 200


@pytest.mark.parametrize("cookie", ["", "x", "a" * 500, '"', "\\", "é".encode().decode("latin-1")])
def test_a_cookie_of_nobody_is_nobody(shared_online: OnlineServed, cookie: str) -> None:
    headers = {b"cookie": f"{COOKIE}={cookie}".encode("latin-1")}
    answer = httpx.get(f"{shared_online.url}/api/me", headers=headers)
    assert answer.status_code == 200 and answer.json()["account"] is None


def test_every_answer_has_the_headers(public: OnlineServed) -> None:
    sent = {"host": "djambi.example"}
    for path in ("/", "/api/me", "/api/nothing", "/nothing.js", "/api/people/nobody"):
        answer = httpx.get(public.url + path, headers=sent)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value, path
        assert answer.headers["cross-origin-opener-policy"] == "same-origin", path
        assert "max-age" in answer.headers["strict-transport-security"], path
        assert "server" not in answer.headers, path
    refused = httpx.get(public.url, headers={"host": "evil.example"})
    assert refused.headers["content-security-policy"]


def test_what_is_said_of_an_account_is_kept_by_no_cache(shared_online: OnlineServed) -> None:
    player = shared_online.player()
    for path in (
        "/api/me", "/api/me/blocks", "/api/me/tokens", f"/api/people/{player.id}", "/api/settings",
    ):  # fmt: skip
        assert player.http.get(path).headers["cache-control"] == "no-store", path


def test_a_body_that_is_too_long_is_refused(shared_online: OnlineServed) -> None:
    guest = shared_online.guest()
    body = {"text": "x" * 1_100_000, "accused": guest.id}
    assert guest.http.post("/api/reports", json=body).status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"name": 1}',
        b'{"name": "Guest", "admin": true}',
        b'{"name": "\\ud800"}',
        b'{"name": "' + b"x" * 41 + b'"}',
        b'{"name": "\\u202e\\u202e\\u202e"}',
        b'{"name": "a\\u0300\\u0301\\u0302\\u0303"}',
    ],
)
def test_bad_bodies_are_told(shared_online: OnlineServed, body: bytes) -> None:
    with shared_online.browser() as browser:
        headers = {"content-type": "application/json"}
        answer = browser.post("/api/me/guest", content=body, headers=headers)
    assert answer.status_code == 400 and answer.json()["words"]["fr"]


# --- rate limits --------------------------------------------------------------------------------


def test_guessing_passwords_is_slowed_down(tmp_path: Path) -> None:
    with (
        serving_online(tmp_path, limited=True, limits={"password": [3, 600]}) as online,
        online.browser() as browser,
    ):
        online.player("Victim")
        body = {"name": "Victim", "password": "wrong password"}
        statuses = [browser.post("/api/me/sign-in", json=body).status_code for _ in range(4)]
        assert statuses == [401, 401, 401, 429]
        # Not even the right one is tried any more.
        body["password"] = PASSWORD
        answer = browser.post("/api/me/sign-in", json=body)
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0
        # Another name from the same address is.
        body["name"] = "Somebody else"
        assert browser.post("/api/me/sign-in", json=body).status_code == 401


def test_who_is_signed_in_does_not_guess_the_password_either(tmp_path: Path) -> None:
    """Somebody at a browser that was left open, say."""
    limits = {"password": [3, 600]}
    with serving_online(tmp_path, limited=True, limits=limits) as online:
        player = online.player()
        body = {"old": "wrong password", "new": "another long one"}
        statuses = [player.http.put("/api/me/password", json=body).status_code for _ in range(4)]
        body["old"] = PASSWORD
        statuses.append(player.http.put("/api/me/password", json=body).status_code)
    assert statuses[3:] == [429, 429] and 429 not in statuses[:3]


def test_guests_and_calls_are_counted_by_address_and_account(tmp_path: Path) -> None:
    limits = {"guest": [2, 600], "call": [12, 600]}
    with serving_online(tmp_path, limited=True, limits=limits) as online:
        first, _ = online.guest(), online.guest()
        with online.browser() as browser:
            answer = browser.post("/api/me/guest", json={"name": "One more"})
            assert answer.json()["code"] == "slow_down"
            assert answer.json()["words"]["en"].startswith("Not so fast")
            while browser.get("/api/me").status_code == 200:
                pass
            answer = browser.get("/api/me")
            assert answer.status_code == 429 and answer.headers["retry-after"]
            assert answer.headers["content-security-policy"]
            # The app itself still comes.
            assert browser.get("/").status_code != 429
        # An account has its own measure.
        assert first.http.get("/api/me").status_code == 200


def test_proxies_are_believed_only_where_they_are_named() -> None:
    from djambi.server.apps.online import make_online
    from djambi.server.apps.run_online import config_of
    from djambi.server.settings import check

    for proxies, believed in (([], False), (["10.0.0.0/8"], True)):
        settings = check({"proxies": proxies, "url": URL}, {})
        guard = make_online(settings, Path("nowhere.sqlite3"), 1, "a test")
        config = config_of(guard, settings)
        assert config.proxy_headers is believed
        assert config.forwarded_allow_ips == proxies
        assert config.access_log is False


def test_a_proxys_network_may_be_written_as_an_address_of_it(tmp_path: Path) -> None:
    few = {"call": [2, 600]}
    with serving_online(tmp_path, proxies=["127.0.0.1/8"], limited=True, limits=few) as online:
        for number in range(5):
            browser = online.browser(**{"x-forwarded-for": f"203.0.{number}.1"})
            assert browser.get("/api/me").status_code == 200


@pytest.mark.parametrize("path", ["/", "/health/live", "/api/me", "/api/catalogue", "/no.thing"])
def test_head_is_answered_as_get_without_the_body(shared_online: OnlineServed, path: str) -> None:
    with shared_online.browser(**{"accept-encoding": "identity"}) as browser:
        whole, head = browser.get(path), browser.head(path)
    assert head.status_code == whole.status_code != 405
    named = ("content-length", "content-type", "etag", "cache-control", "x-frame-options")
    assert [head.headers.get(each) for each in named] == [whole.headers.get(each) for each in named]
    assert whole.content and not head.content


def test_which_methods_an_address_takes_may_be_asked(shared_online: OnlineServed) -> None:
    with shared_online.browser() as browser:
        for path in ("/api/me", "/api/me/tokens", "/"):
            answer = browser.options(path)
            assert answer.status_code == 204 and "GET" in answer.headers["allow"], path


def test_head_begins_nothing_that_lasts(online: OnlineServed) -> None:
    game = plant(online, {"r": online.guest().id})
    with online.browser() as browser:
        for path in ("/api/feed", f"/api/games/{game}/stream"):
            assert browser.head(path).status_code == 405
        # Nor does it what only a POST may.
        assert browser.head("/api/me/sign-out").status_code == 405


# --- what lasts ---------------------------------------------------------------------------------


def test_an_account_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    with serving_online(tmp_path, sockets_each=2) as online:
        one, two = online.guest(), online.guest()
        game = plant(online, {"r": one.id})
        with one.sit(game), one.sit(game):
            with pytest.raises(InvalidStatus) as refused, one.sit(game):
                pass
            assert refused.value.response.status_code == 429
            assert int(refused.value.response.headers["retry-after"]) > 0
            with one.http.stream("GET", "/api/feed") as answer:
                assert answer.status_code == 429
            # Nobody else is kept out by it.
            with two.sit(game) as person:
                person.until("state")
        with one.sit(game) as person:
            person.until("state")


def test_a_flood_of_messages_is_read_slowly_and_nothing_is_lost(tmp_path: Path) -> None:
    with serving_online(tmp_path, limited=True, limits={"message": [20, 1]}) as online:
        one = online.guest()
        game = plant(online, {"r": one.id})
        with one.sit(game) as person:
            person.until("state")
            for number in range(60):
                person.say({"type": "ping", "id": number})
            assert [person.until("pong")["id"] for _ in range(60)] == list(range(60))


def test_costly_questions_are_counted_apart(tmp_path: Path) -> None:
    with (
        serving_online(tmp_path, limited=True, limits={"work": [2, 600]}) as online,
        online.browser() as browser,
    ):
        statuses = [browser.post("/api/study/look", json={}).status_code for _ in range(3)]
        assert statuses == [400, 400, 429]
        assert browser.get("/api/lessons").status_code == 200


def test_members_are_counted_apart_and_guests_for_their_address_too(tmp_path: Path) -> None:
    limits = {"search": [2, 86400], "report": [2, 86400]}
    with serving_online(tmp_path, limited=True, limits=limits) as online:
        accused = online.player()

        def search(who: httpx.Client) -> int:
            return who.get("/api/search").status_code

        def report(who: httpx.Client) -> int:
            body = {"accused": accused.id, "text": "x"}
            return who.post("/api/reports", json=body).status_code

        for act, done in ((search, 200), (report, 202)):
            members = [online.player().http for _ in range(6)]
            assert [act(each) for each in members for _ in range(3)] == 6 * [done, done, 429]
            guests = [online.guest().http for _ in range(6)]
            expected = 5 * [done, done, 429] + 3 * [429]
            assert [act(each) for each in guests for _ in range(3)] == expected
        # Who has no account is counted by address alone, and apart from the guests there.
        with online.browser() as nobody:
            assert [search(nobody) for _ in range(3)] == [200, 200, 429]


def test_who_is_barred_or_signs_out_is_cut_off(online: OnlineServed) -> None:
    moderator, one, two = online.moderator(), online.guest(), online.guest()
    game = plant(online, {"r": one.id, "b": two.id})
    bar, days = f"/api/people/{one.id}/bar", {"days": 1}
    with one.sit(game) as barred, two.sit(game) as leaving:
        barred.until("state")
        leaving.until("state")
        assert moderator.http.put(bar, json=days).status_code == 204
        with pytest.raises(ConnectionClosed):
            barred.until("nothing more")
        assert leaving.ask("ping")["type"] == "pong"
        assert two.http.post("/api/me/sign-out").status_code == 200
        with pytest.raises(ConnectionClosed):
            leaving.until("nothing more")
