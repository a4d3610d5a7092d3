"""Reports, and what moderators see and do."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.online.people import PASSWORD, Member, OnlineServed
from tests.online.planted import plant
from tests.online.tables import seated, told
from tests.server.people import Json

from djambi.server.apps.admin import Admin
from djambi.server.settings import ServeSettings
from djambi.server.storage import people as people_storage
from djambi.server.storage import reports as storage


def report(member: Member, **body: object) -> tuple[int, str]:
    answer = member.http.post("/api/reports", json={"text": "He insults everybody.", **body})
    return answer.status_code, answer.json().get("code", "")


def reports(moderator: Member, closed: bool = False) -> list[Json]:
    answer = moderator.http.get("/api/reports", params={"closed": str(closed).lower()})
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()["reports"]
    return found


def test_a_report_is_judged_and_bars(online: OnlineServed) -> None:
    accused, reporter, moderator = online.player("Rude"), online.guest("Quiet"), online.moderator()
    assert report(reporter, accused=accused.id) == (202, "")
    assert moderator.http.get("/api/me").json()["reports"] == 1
    [found] = reports(moderator)
    assert found["accused"]["name"] == "Rude" and found["reporter"]["name"] == "Quiet"
    assert found["text"] == "He insults everybody." and found["verdict"] is None
    body = {"verdict": "Indeed.", "days": 3}
    answer = moderator.http.post(f"/api/reports/{found['id']}/verdict", json=body)
    assert answer.status_code == 200 and answer.json()["moderator"]["id"] == moderator.id
    assert answer.json()["barred"] is not None
    assert reports(moderator) == [] and len(reports(moderator, closed=True)) == 1
    assert moderator.http.get("/api/me").json()["reports"] == 0
    # Closed once and for all.
    again = moderator.http.post(f"/api/reports/{found['id']}/verdict", json=body)
    assert again.json()["code"] == "no_report"
    # Who is barred looks on, and does nothing else.
    assert accused.http.get("/api/me").json()["account"]["barred"] is not None
    assert report(accused, accused=reporter.id) == (403, "barred")
    assert moderator.http.get(f"/api/people/{accused.id}").json()["barred"] is not None
    assert reporter.http.get(f"/api/people/{accused.id}").json()["barred"] is None
    bar = moderator.http.put(f"/api/people/{accused.id}/bar", json={"days": 0})
    assert bar.status_code == 204
    assert report(accused, accused=reporter.id) == (202, "")


def test_a_report_s_turn_comes_however_many_follow(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "MAX_REPORTS", 2)
    accused, reporter, moderator = online.player(), online.guest(), online.moderator()
    for text in ("a", "b", "c"):
        assert report(reporter, accused=accused.id, text=text) == (202, "")
    open_ones = reports(moderator)
    assert [each["text"] for each in open_ones] == ["a", "b"]
    for each in open_ones:
        path = f"/api/reports/{each['id']}/verdict"
        assert moderator.http.post(path, json={"verdict": "No."}).is_success
    assert [each["text"] for each in reports(moderator)] == ["c"]
    # What was decided last is what one looks for.
    assert [each["text"] for each in reports(moderator, closed=True)] == ["b", "a"]


def test_who_is_barred_has_no_seat_until_then(shared_online: OnlineServed) -> None:
    player = shared_online.player()
    game = plant(shared_online, {"r": player.id})
    with player.sit(game) as person:
        assert person.until("state")["you"]["parties"] == "r"
    shared_online.change(player.id, barred=2**42)
    with player.sit(game) as person:
        assert person.until("state")["you"]["parties"] == ""
        assert person.ask("turn", after=person.last, text="c3-e3")["type"] == "failed"
    shared_online.change(player.id, barred=1)
    with player.sit(game) as person:
        assert person.until("state")["you"]["parties"] == "r"


def test_who_is_barred_keeps_the_settings(shared_online: OnlineServed) -> None:
    player = shared_online.player()
    assert player.http.put("/api/settings", json={"theme": "dark"}).is_success
    shared_online.change(player.id, barred=2**42)
    assert player.http.get("/api/settings").json()["theme"] == "dark"
    changed = {"theme": "dark", "lang": "fr"}
    assert player.http.put("/api/settings", json=changed).json()["lang"] == "fr"
    assert player.http.get("/api/settings").json()["lang"] == "fr"


def test_somebody_at_a_table_is_reported_by_his_party(online: OnlineServed) -> None:
    one, two, moderator = online.player("One"), online.player("Two"), online.moderator()
    game = plant(online, {"r": one.id, "b": two.id}, shown=False)
    answer = one.http.post("/api/reports", json={"text": "x", "game": game, "party": "b"})
    # The reporter is not told who it is.
    assert answer.status_code == 202 and "Two" not in answer.text and two.id not in answer.text
    [found] = reports(moderator)
    assert (found["accused"]["name"], found["game"]) == ("Two", game)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "report_whom"),
        ({"party": "b"}, "report_whom"),
        ({"accused": "STRANGER", "party": "b"}, "report_whom"),
        ({"accused": "STRANGER", "aside": 1}, "report_whom"),
        ({"accused": "nobody"}, "no_person"),
        ({"game": "nothing", "party": "b"}, "no_game"),
        ({"game": "GAME", "party": "g"}, "no_seat"),
        ({"game": "GAME", "party": "z"}, "no_seat"),
        ({"game": "GAME", "party": "r"}, "not_yourself"),
        ({"game": "GAME"}, "report_whom"),
        ({"game": "GAME", "accused": "STRANGER"}, "report_whom"),
        ({"accused": "MYSELF"}, "not_yourself"),
    ],
)
def test_what_cannot_be_reported(shared_online: OnlineServed, body: Json, code: str) -> None:
    one, two, stranger = shared_online.player(), shared_online.player(), shared_online.player()
    names = {
        "GAME": plant(shared_online, {"r": one.id, "b": two.id}),
        "STRANGER": stranger.id,
        "MYSELF": one.id,
    }
    sent = {key: names.get(value, value) for key, value in body.items()}
    assert report(one, **sent)[1] == code


def test_a_message_is_reported_word_for_word(online: OnlineServed) -> None:
    one, two, moderator = online.player("One"), online.player("Two"), online.moderator()
    with seated([one, two], terms={"talk": "free"}) as (game, people):
        assert people[0].ask("talk", room="", text="Good evening.")["type"] == "noted"
        assert people[1].ask("talk", room="ry", text="You fool!")["type"] == "noted"
        people[0].until("asides")
        count = people[0].ask("hear", after=0)["number"]
        assert report(one, game=game, aside=count) == (202, "")
        assert report(two, game=game, aside=count) == (400, "not_yourself")
        assert report(one, game=game, aside=count + 1) == (400, "report_whom")
    [found] = reports(moderator)
    assert (found["accused"]["name"], found["said"]) == ("Two", "You fool!")
    assert "Good evening" not in str(found)


def test_who_watches_by_the_link_may_report_what_they_read(online: OnlineServed) -> None:
    one, two, watcher = online.player("One"), online.player("Two"), online.guest()
    with seated([one, two], terms={"watch": "link"}) as (game, people):
        assert people[0].ask("talk", room="", text="You fool!")["type"] == "noted"
        key = told(people[0])["you"]["place"]["invite"]
        assert report(watcher, game=game, aside=1) == (404, "no_game")
        assert report(watcher, game=game, aside=1, key=key) == (202, "")


def test_at_an_anonymous_table_no_answer_tells_who_sits_there(online: OnlineServed) -> None:
    one, two, stranger = online.player(), online.player(), online.player()
    moderator = online.moderator()
    with seated([one, two], terms={"anonymous": True, "watch": "nobody"}) as (game, _):
        said = {report(one, game=game, accused=who.id) for who in (one, two, stranger)}
        assert said == {(400, "report_whom")}
        assert report(stranger, game=game, party="r") == (404, "no_game")
        answers = {report(one, game=game, party=party) for party in "ry"}
        assert answers == {(202, ""), (400, "not_yourself")}
    [found] = reports(moderator)
    assert found["accused"]["id"] == two.id


def test_one_s_own_data_do_not_tell_who_sits_at_an_anonymous_table(online: OnlineServed) -> None:
    one, two = online.player("One"), online.player("Two")
    with seated([one, two], terms={"anonymous": True}) as (game, people):
        mine = told(people[0])["you"]["parties"]
        assert people[0].ask("talk", room="ry", text="Peace?")["type"] == "noted"
        assert report(one, game=game, party="y" if mine == "r" else "r") == (202, "")
    export = Admin(ServeSettings(database=f"sqlite:///{online.where}")).export("One")
    assert export["reports"][0]["game"] == game and export["asides"][0]["text"] == "Peace?"
    assert two.id not in str(export)


def test_no_moderator_judges_where_he_is_in_it(online: OnlineServed) -> None:
    """Nor does he learn by a report of his own who plays at an anonymous table."""
    one, two, other = online.moderator(), online.moderator(), online.player()
    third = online.player()
    game = plant(online, {"r": one.id, "b": other.id, "y": third.id}, shown=False)
    assert report(one, game=game, party="b") == (202, "")
    assert report(one, accused=other.id) == (202, "")
    assert report(other, accused=one.id) == (202, "")
    assert report(other, game=game, party="r") == (202, "")
    # Two others at his table.
    assert report(other, game=game, party="y") == (202, "")
    assert reports(one) == [] and one.http.get("/api/me").json()["reports"] == 0
    found = reports(two)
    assert len(found) == 5
    for each in found:
        path = f"/api/reports/{each['id']}/verdict"
        assert one.http.post(path, json={"verdict": "x"}).json()["code"] == "no_report"


def test_moderators_do_not_bar_each_other(shared_online: OnlineServed) -> None:
    one, two = shared_online.moderator(), shared_online.moderator()
    for account, code in ((two.id, "not_allowed"), (one.id, "not_yourself")):
        answer = one.http.put(f"/api/people/{account}/bar", json={"days": 1})
        assert answer.json()["code"] == code


@pytest.mark.parametrize("whom", ["moderator", "erased"])
def test_a_report_stays_open_if_its_verdict_cannot_be_carried_out(
    online: OnlineServed, whom: str
) -> None:
    accused = online.moderator() if whom == "moderator" else online.player()
    assert report(online.player(), accused=accused.id) == (202, "")
    if whom == "erased":
        assert accused.http.post("/api/me/erase", json={"password": PASSWORD}).status_code == 200
    moderator = online.moderator()
    [found] = reports(moderator)
    path = f"/api/reports/{found['id']}/verdict"
    answer = moderator.http.post(path, json={"verdict": "Indeed.", "days": 3})
    assert answer.json()["code"] == ("not_allowed" if whom == "moderator" else "no_person")
    assert reports(moderator) == [found]
    assert moderator.http.post(path, json={"verdict": "Indeed."}).status_code == 200


def test_a_report_stays_open_if_its_ban_cannot_be_stored(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderator, villain, victim = online.moderator(), online.player(), online.player()
    report(victim, accused=villain.id)
    [found] = reports(moderator)
    path, body = f"/api/reports/{found['id']}/verdict", {"verdict": "Indeed.", "days": 3}

    async def fail(*_: object) -> None:
        raise OSError("the database is away")

    with monkeypatch.context() as patch:
        patch.setattr(people_storage, "_add_cut", fail)
        assert moderator.http.post(path, json=body).status_code == 503
    [found] = reports(moderator)
    assert (found["verdict"], found["barred"]) == (None, None)
    answer = moderator.http.post(path, json=body)
    assert answer.status_code == 200 and answer.json()["barred"]


def test_a_verdict_makes_no_ban_shorter(online: OnlineServed) -> None:
    accused, moderator = online.player(), online.moderator()
    for days, barred in ((30, 30), (3, 30), (60, 60)):
        assert report(online.player(), accused=accused.id) == (202, "")
        [found] = reports(moderator)
        judged = {"verdict": "Indeed.", "days": days}
        answer = moderator.http.post(f"/api/reports/{found['id']}/verdict", json=judged)
        until = datetime.fromisoformat(answer.json()["barred"])
        assert (until - datetime.now(UTC)).days in (barred - 1, barred)


@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999", "x"])
def test_a_report_that_there_is_none_of(shared_online: OnlineServed, number: str) -> None:
    moderator = shared_online.moderator()
    answer = moderator.http.post(f"/api/reports/{number}/verdict", json={"verdict": "x"})
    assert answer.status_code == 404


def test_a_report_about_somebody_erased_is_emptied_once_it_is_judged(
    online: OnlineServed,
) -> None:
    rude, quiet, moderator = online.player("Rude"), online.player("Quiet"), online.moderator()
    for _ in range(2):
        assert report(quiet, accused=rude.id) == (202, "")
    first, second = (found["id"] for found in reports(moderator))
    judge = {"verdict": "Indeed.", "days": 0}
    assert moderator.http.post(f"/api/reports/{first}/verdict", json=judge).status_code == 200
    # The person may know of it: when, where, what came of it; not who said what.
    export = Admin(ServeSettings(database=f"sqlite:///{online.where}")).export("Rude")
    assert sorted(str(each["verdict"]) for each in export["reported"]) == ["Indeed.", "None"]
    assert "insults" not in str(export) and quiet.id not in str(export)
    assert Admin(ServeSettings(database=f"sqlite:///{online.where}")).export("Quiet")["reports"]

    assert rude.http.post("/api/me/erase", json={"password": PASSWORD}).status_code == 200
    # Nobody gets out of an open report by erasing the account; a closed one has served.
    assert [found["text"] for found in reports(moderator)] == ["He insults everybody."]
    assert [found["text"] for found in reports(moderator, closed=True)] == [""]
    assert moderator.http.post(f"/api/reports/{second}/verdict", json=judge).status_code == 200
    assert [found["text"] for found in reports(moderator, closed=True)] == ["", ""]
