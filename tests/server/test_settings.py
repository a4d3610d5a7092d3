"""Settings belong to a browser, not to the computer that the server runs on."""

from __future__ import annotations

from tests.server.people import Served


def test_what_one_browser_dismisses_another_still_sees(served: Served) -> None:
    with served.http() as one, served.http() as other:
        for browser in (one, other):
            assert browser.get("/api/settings").json()["hints_seen"] == []
        one.put("/api/settings", json={"hints_seen": ["first"], "theme": "dark"})
        assert one.get("/api/settings").json()["hints_seen"] == ["first"]
        again = other.get("/api/settings").json()
        assert (again["hints_seen"], again["theme"]) == ([], "")


def test_a_browser_is_named_once_and_no_script_reads_its_name(served: Served) -> None:
    with served.http() as browser:
        (named,) = browser.get("/api/settings").headers.get_list("set-cookie")
        assert "HttpOnly" in named and "SameSite=lax" in named and "Secure" not in named
        assert "set-cookie" not in browser.get("/api/settings").headers
        browser.cookies.set("djambi_browser", "x" * 3000)
        assert browser.put("/api/settings", json={"lang": "fr"}).status_code == 200
        assert browser.get("/api/settings").json()["lang"] == "fr"


def test_a_new_browser_begins_with_what_the_computer_kept(served: Served) -> None:
    with served.http() as program:
        program.put("/api/settings", json={"lang": "fr"})
    with served.http() as browser, served.http() as third:
        assert browser.get("/api/settings").json()["lang"] == "fr"
        browser.put("/api/settings", json={"lang": "en"})
        assert third.get("/api/settings").json()["lang"] == "fr"
