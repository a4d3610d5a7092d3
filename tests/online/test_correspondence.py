"""Notes and plans of an online table, holidays, the search: over HTTP, by those they are for."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from tests.online.people import Member, OnlineServed
from tests.server.people import Json, Person, wait_until
from tests.server.stores import with_store
from tests.waiting import WAIT_TIMEOUT_S

from djambi.server.apps.admin import Admin
from djambi.server.apps.online import OnlineProcess
from djambi.server.correspondence import planner, routes
from djambi.server.correspondence.holidays import YEAR_MS
from djambi.server.correspondence.holidays import left as days_left
from djambi.server.game.events import LogEvent, TurnPlayed
from djambi.server.game.reducer import apply, replay
from djambi.server.game.summaries import summary_of
from djambi.server.settings import ServeSettings
from djambi.server.storage import Store
from djambi.server.tables import deadlines
from djambi.server.timekeeping import DAY_MS, now

DAYS: Json = {"clock": {"kind": "days", "time": 3 * 86_400}, "listed": True}


def make_table(owner: Member, terms: Json | None = None, variant: str = "square-2") -> str:
    """A table that its owner sits at, first; the other seats are open."""
    body = {"variant": variant, "terms": {"listed": True, "watch": "all", **(terms or {})}}
    answer = owner.http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def ask(member: Member, game: str, kind: str, **fields: Any) -> Json:
    """Send a message over HTTP; it must be taken."""
    answer = member.http.post(f"/api/games/{game}/ask", json={"type": kind, "id": 1, **fields})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def state(member: Member, game: str) -> Json:
    return ask(member, game, "resume", after=0)


def begin(online: OnlineServed, terms: Json | None = None) -> tuple[str, Member, Member]:
    """A table of two guests that has begun: its game, who is red, who is yellow."""
    red, yellow = online.guest(), online.guest()
    game = make_table(red, terms)
    ask(yellow, game, "sit", after=1, party="y")
    assert state(red, game)["table"]["stage"] == "playing"
    return game, red, yellow


def play(member: Member, game: str, text: str) -> None:
    ask(member, game, "turn", after=state(member, game)["number"], text=text)


def play_elsewhere(online: OnlineServed, game: str, text: str) -> None:
    """Another process stores a turn, and says on the bus only that there is something new."""

    async def work(store: Store) -> None:
        state = replay(await store.events(game))
        turn = TurnPlayed(state.mover or "", text)
        after = apply(state, turn, now())
        await store.append(game, after.number, turn, summary_of(after))

    with_store(online.where, work)
    online.in_the_loop(lambda process: process.bus.publish(f"game:{game}", b"look"))


def lines(person: Person, many: int) -> list[str]:
    """The turns of a game, once there are so many."""
    while True:
        found = person.ask("resume", after=0)["lines"]
        if len(found) >= many:
            return [line["text"] for line in found]
        person.until("update")


# --- notes --------------------------------------------------------------------------------------

NOTES: Json = {
    "notes": [
        {"lines": 0, "text": "Mind the Assassin."},
        {"lines": 1, "marks": [{"cell": "c3", "target": "e3", "colour": "red"}]},
    ]
}


def test_notes_are_kept_and_nobody_else_sees_them(shared_online: OnlineServed) -> None:
    game, red, yellow = begin(shared_online)
    path = f"/api/games/{game}/notes"
    assert red.http.get(path).json() == {"notes": [], "revision": ""}
    stored = red.http.put(path, json=NOTES)
    assert stored.status_code == 200, stored.text
    found = red.http.get(path).json()
    assert [note["text"] for note in found["notes"]] == ["Mind the Assassin.", ""]
    assert found["notes"][1]["marks"][0]["target"] == "e3"
    for other in (yellow, shared_online.guest(), shared_online.moderator()):
        assert other.http.get(path).json() == {"notes": [], "revision": ""}
    assert shared_online.browser().get(path).status_code == 401
    red.http.put(path, json={"notes": []})
    assert red.http.get(path).json() == {"notes": [], "revision": ""}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"notes": [{"lines": 1}, {"lines": 1}]}, "note_twice"),
        ({"notes": [{"lines": n, "text": "x" * 2000} for n in range(31)]}, "too_long"),
        ({"notes": [{"lines": -1}]}, "bad_request"),
        ({"notes": [{"lines": 1, "marks": [{"cell": "<b>"}]}]}, "bad_request"),
    ],
)
def test_notes_that_are_none_are_refused(
    shared_online: OnlineServed, body: Json, code: str
) -> None:
    member = shared_online.guest()
    game = make_table(member)
    answer = member.http.put(f"/api/games/{game}/notes", json=body)
    assert answer.status_code == 400 and answer.json()["code"] == code
    assert member.http.get(f"/api/games/{game}/notes").json() == {"notes": [], "revision": ""}


def test_notes_stored_elsewhere_meanwhile_are_not_lost(shared_online: OnlineServed) -> None:
    member = shared_online.guest()
    path = f"/api/games/{make_table(member)}/notes"
    first = member.http.put(path, json={**NOTES, "revision": ""}).json()["revision"]
    # Another page, which has seen none of them, and a third, which has.
    answer = member.http.put(path, json={"notes": [], "revision": ""})
    assert (answer.status_code, answer.json()["code"]) == (409, "edited_elsewhere")
    assert member.http.get(path).json()["revision"] == first
    fewer = {"notes": NOTES["notes"][:1], "revision": first}
    second = member.http.put(path, json=fewer).json()["revision"]
    assert second not in {"", first}
    assert member.http.put(path, json={**NOTES, "revision": first}).status_code == 409
    # A program that knows of no revisions replaces whatever there is.
    assert member.http.put(path, json=NOTES).json()["revision"] == first


def test_a_note_is_stored_beside_those_of_another_page(shared_online: OnlineServed) -> None:
    member = shared_online.guest()
    game = make_table(member)
    note = f"/api/games/{game}/note"

    def stored(**body: Any) -> list[tuple[int, str]]:
        answer = member.http.put(note, json=body)
        assert answer.status_code == 200, answer.text
        assert answer.json() == member.http.get(f"/api/games/{game}/notes").json()
        return [(each["lines"], each["text"]) for each in answer.json()["notes"]]

    assert stored(lines=3, text="theirs") == [(3, "theirs")]
    assert stored(lines=1, text="mine") == [(1, "mine"), (3, "theirs")]
    assert stored(lines=1, text="mine again") == [(1, "mine again"), (3, "theirs")]
    assert stored(lines=3, text=" ") == [(1, "mine again")]
    assert stored(lines=1) == [] and stored(lines=2) == []


def test_notes_stored_one_by_one_are_not_more_than_those_stored_at_once(
    shared_online: OnlineServed,
) -> None:
    member = shared_online.guest()
    game = make_table(member)
    many = [{"lines": n, "text": "x"} for n in range(300)]
    assert member.http.put(f"/api/games/{game}/notes", json={"notes": many}).status_code == 200
    for body in ({"lines": 300, "text": "x"}, {"lines": 300, "marks": [{"cell": "c3"}]}):
        answer = member.http.put(f"/api/games/{game}/note", json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "too_long")
    long = [{"lines": n, "text": "x" * 2000} for n in range(29)]
    assert member.http.put(f"/api/games/{game}/notes", json={"notes": long}).status_code == 200
    answer = member.http.put(f"/api/games/{game}/note", json={"lines": 29, "text": "x" * 2000})
    assert (answer.status_code, answer.json()["code"]) == (400, "too_long")
    assert len(member.http.get(f"/api/games/{game}/notes").json()["notes"]) == 29


def test_who_may_not_see_a_game_keeps_no_notes_of_it(shared_online: OnlineServed) -> None:
    member = shared_online.guest()
    game = make_table(member, {"listed": False, "watch": "nobody"})
    answer = shared_online.guest().http.put(f"/api/games/{game}/notes", json=NOTES)
    assert answer.status_code == 404
    answer = shared_online.guest().http.put(f"/api/games/{game}/note", json={"lines": 0})
    assert answer.status_code == 404


# --- plans --------------------------------------------------------------------------------------


def test_a_plan_is_played_as_soon_as_it_comes_true(shared_online: OnlineServed) -> None:
    game, red, yellow = begin(shared_online)
    path = f"/api/games/{game}/plans"
    with yellow.sit(game) as person:
        plan = {"after": 0, "turns": ["c3-e3", "g7-e7", "*", "e7-e8"]}
        stored = yellow.http.put(path, json={"plans": [plan]})
        assert stored.status_code == 200, stored.text
        assert stored.json()["plans"][0]["state"] == "waiting"
        play(red, game, "c3-e3")
        assert lines(person, 2) == ["c3-e3", "g7-e7"]
        assert yellow.http.get(path).json()["plans"][0]["met"] == 2
        play(red, game, "b3-b4")
        assert lines(person, 4)[2:] == ["b3-b4", "e7-e8"]
        assert yellow.http.get(path).json()["plans"][0]["state"] == "done"
    assert red.http.get(path).json() == {"plans": [], "revision": ""}


def test_what_is_due_already_is_played_at_once(shared_online: OnlineServed) -> None:
    game, red, _yellow = begin(shared_online)
    red.http.put(f"/api/games/{game}/plans", json={"plans": [{"after": 0, "turns": ["c3-e3"]}]})
    with red.sit(game) as person:
        assert lines(person, 1) == ["c3-e3"]


def test_a_plan_comes_true_by_a_turn_of_another_process(shared_online: OnlineServed) -> None:
    game, _red, yellow = begin(shared_online)
    with yellow.sit(game) as person:
        plans = [{"after": 0, "turns": ["c3-e3", "g7-e7"]}]
        assert yellow.http.put(f"/api/games/{game}/plans", json={"plans": plans}).status_code == 200
        # It did not know of the plan, or was killed before it played it.
        play_elsewhere(shared_online, game, "c3-e3")
        assert lines(person, 2) == ["c3-e3", "g7-e7"]


def test_a_plan_that_does_not_come_true_is_not_played(shared_online: OnlineServed) -> None:
    game, red, yellow = begin(shared_online)
    path = f"/api/games/{game}/plans"
    plans = [{"after": 0, "turns": ["c3-e3", "g7-e7"]}]
    assert yellow.http.put(path, json={"plans": plans}).status_code == 200
    play(red, game, "b3-b4")
    assert yellow.http.get(path).json()["plans"][0] == {**plans[0], "met": 0, "state": "void"}
    play(yellow, game, "g7-g6")
    assert [line["text"] for line in state(red, game)["lines"]] == ["b3-b4", "g7-g6"]


def test_plans_are_looked_through_outside_the_event_loop(
    shared_online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, red, yellow = begin(shared_online)
    path = f"/api/games/{game}/plans"
    where: dict[str, set[str]] = {}

    def watch(module: Any, name: str) -> None:
        work = getattr(module, name)

        def watched(*args: Any) -> Any:
            where.setdefault(name, set()).add(threading.current_thread().name)
            return work(*args)

        monkeypatch.setattr(module, name, watched)

    watch(routes, "check")
    watch(routes, "plan_views")
    watch(planner, "due")
    with yellow.sit(game) as person:
        plans = [{"after": 0, "turns": ["c3-e3", "g7-e7"]}]
        assert yellow.http.put(path, json={"plans": plans}).status_code == 200
        assert yellow.http.get(path).json()["plans"][0]["state"] == "waiting"
        play(red, game, "c3-e3")
        assert lines(person, 2) == ["c3-e3", "g7-e7"]
    assert where["check"] | where["plan_views"] == {"desk_0"}
    assert where["due"] and all(name.startswith("asyncio_") for name in where["due"])


def test_plans_are_played_after_a_restart(tmp_path: Any) -> None:
    from tests.online.people import serving_online

    with serving_online(tmp_path) as online:
        game, red, yellow = begin(online)
        plans = [{"after": 0, "turns": ["c3-e3", "g7-e7"]}]
        assert yellow.http.put(f"/api/games/{game}/plans", json={"plans": plans}).status_code == 200
        cookies = dict(red.http.cookies)
    with serving_online(tmp_path) as online:
        browser = online.browser()
        browser.cookies.update(cookies)
        again = Member(online, browser, red.account)
        play(again, game, "c3-e3")
        with again.sit(game) as person:
            assert lines(person, 2) == ["c3-e3", "g7-e7"]


def play_as_the_process_ends(online: OnlineServed, game: str, yellow: Member, red: Member) -> None:
    """Red plays what yellow has planned for; yellow's plan is due, and not played any more."""
    plans = [{"after": 0, "turns": ["c3-e3", "g7-e7"]}]
    assert yellow.http.put(f"/api/games/{game}/plans", json={"plans": plans}).status_code == 200
    ended = threading.Event()

    def end(process: OnlineProcess) -> None:
        process.planner.look = lambda room: None  # type: ignore[method-assign]
        ended.set()

    online.in_the_loop(end)
    assert ended.wait(WAIT_TIMEOUT_S)
    play(red, game, "c3-e3")


def stored(online: OnlineServed, game: str) -> list[LogEvent]:
    """The events of a game as they are stored: nobody opens it."""
    found: list[LogEvent] = []

    async def work(store: Store) -> None:
        found.extend(numbered.event for numbered in await store.events(game))

    with_store(online.where, work)
    return found


def test_what_was_due_when_the_process_ended_is_played_after_the_restart(tmp_path: Any) -> None:
    from tests.online.people import serving_online

    with serving_online(tmp_path) as online:
        game, red, yellow = begin(online, DAYS)
        play_as_the_process_ends(online, game, yellow, red)
        assert TurnPlayed("y", "g7-e7") not in stored(online, game)
    with serving_online(tmp_path) as online:
        wait_until(lambda: TurnPlayed("y", "g7-e7") in stored(online, game))


def test_a_plan_goes_before_lateness(online: OnlineServed, monkeypatch: pytest.MonkeyPatch) -> None:
    game, red, yellow = begin(online, DAYS)
    play_as_the_process_ends(online, game, yellow, red)
    monkeypatch.setattr(planner, "now", lambda: now() + 4 * 86_400_000)
    monkeypatch.setattr(deadlines, "now", lambda: now() + 4 * 86_400_000)
    online.in_the_loop(lambda process: process.deadlines.queue.set(game, now()))
    wait_until(lambda: len(stored(online, game)) > 4)
    assert stored(online, game)[4] == TurnPlayed("y", "g7-e7")


def test_a_plan_deleted_elsewhere_does_not_come_back(shared_online: OnlineServed) -> None:
    game, _red, yellow = begin(shared_online)
    path = f"/api/games/{game}/plans"
    plans = [{"after": 0, "turns": ["c3-e3", "g7-e7"]}, {"after": 0, "turns": ["b3-b4", "g7-g6"]}]
    stored = yellow.http.put(path, json={"plans": plans[:1], "revision": ""}).json()
    assert stored["revision"] == yellow.http.get(path).json()["revision"]
    yellow.http.put(path, json={"plans": [], "revision": stored["revision"]})
    answer = yellow.http.put(path, json={"plans": plans, "revision": stored["revision"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "edited_elsewhere")
    assert yellow.http.get(path).json() == {"plans": [], "revision": ""}
    assert yellow.http.put(path, json={"plans": plans}).status_code == 200


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"after": 0, "turns": ["*"]}, "plan_end"),
        ({"after": 99, "turns": ["c3-e3"]}, "plan_start"),
        ({"after": 0, "turns": ["c3-c9"]}, "plan_turn"),
        ({"after": 0, "turns": []}, "bad_request"),
        ({"after": 0, "turns": ["*"] * 41}, "bad_request"),
    ],
)
def test_plans_that_cannot_be_are_refused(
    shared_online: OnlineServed, plan: Json, code: str
) -> None:
    game, _red, yellow = begin(shared_online)
    answer = yellow.http.put(f"/api/games/{game}/plans", json={"plans": [plan]})
    assert answer.status_code == 400 and answer.json()["code"] == code


def test_only_who_plays_there_plans(shared_online: OnlineServed) -> None:
    game, _red, _yellow = begin(shared_online)
    path = f"/api/games/{game}/plans"
    body = {"plans": [{"after": 0, "turns": ["c3-e3"]}]}
    stranger = shared_online.guest()
    assert stranger.http.put(path, json=body).status_code == 403
    assert stranger.http.get(path).json()["code"] == "players_only"
    assert shared_online.browser().put(path, json=body).status_code == 401


# --- holidays -----------------------------------------------------------------------------------


def left(member: Member, game: str) -> dict[str, int]:
    clock = state(member, game)["table"]["clock"]
    return dict(clock["left"])


def test_on_holiday_no_time_passes(shared_online: OnlineServed) -> None:
    game, red, yellow = begin(shared_online, DAYS)
    until = state(red, game)["table"]["clock"]["until"]
    assert red.http.get("/api/me/holiday").json() == {"until": None, "left": 30}
    taken = red.http.put("/api/me/holiday", json={"days": 10})
    assert taken.status_code == 200, taken.text
    assert taken.json()["until"] is not None
    clock = state(yellow, game)["table"]["clock"]
    assert clock["until"] - until > 9.9 * 86_400_000
    # For so long it stands, as is shown.
    assert clock["until"] - clock["now"] - clock["left"]["r"] > 9.9 * 86_400_000
    ended = red.http.put("/api/me/holiday", json={"days": 0}).json()
    assert ended == {"until": None, "left": 29}
    assert state(yellow, game)["table"]["clock"]["until"] - until < 86_400_000
    assert [e["kind"] for e in events(yellow, game)].count("holiday") == 2


def events(member: Member, game: str) -> list[Json]:
    found: list[Json] = ask(member, game, "resume", after=1)["events"]
    return found


def test_nobody_takes_more_than_thirty_days(shared_online: OnlineServed) -> None:
    member = shared_online.guest()
    path = "/api/me/holiday"
    assert member.http.put(path, json={"days": 31}).json()["code"] == "bad_request"
    assert member.http.put(path, json={"days": -1}).json()["code"] == "bad_request"
    assert member.http.put(path, json={"days": 30}).status_code == 200
    assert member.http.put(path, json={"days": 20}).status_code == 200
    assert member.http.get(path).json()["left"] == 29
    assert shared_online.browser().get(path).status_code == 401


def test_of_a_holiday_over_a_year_ago_what_lies_within_the_year_still_counts() -> None:
    assert days_left([(0, 20 * DAY_MS)], YEAR_MS + 1 * DAY_MS) == 30 - 19
    assert days_left([(0, 20 * DAY_MS)], YEAR_MS + 20 * DAY_MS) == 30


@pytest.mark.parametrize("terms", [{**DAYS, "anonymous": True}, {"clock": {"kind": "none"}}])
def test_a_holiday_is_written_only_where_it_counts(
    shared_online: OnlineServed, terms: Json
) -> None:
    game, red, yellow = begin(shared_online, terms)
    assert red.http.put("/api/me/holiday", json={"days": 10}).status_code == 200
    assert "holiday" not in [e["kind"] for e in events(yellow, game)]


def holidays(member: Member, game: str, many: int) -> int:
    """The holidays in a game's log, once there are so many: they are written beside."""
    deadline = time.monotonic() + WAIT_TIMEOUT_S
    while True:
        found = [e["kind"] for e in events(member, game)].count("holiday")
        if found >= many or time.monotonic() > deadline:
            return found
        time.sleep(0.02)


def test_who_takes_a_seat_over_is_on_their_own_holiday(shared_online: OnlineServed) -> None:
    game, red, yellow = begin(shared_online, DAYS)
    heir = shared_online.guest()
    for member, days in ((red, 10), (heir, 5)):
        assert member.http.put("/api/me/holiday", json={"days": days}).status_code == 200
    # It is not red's turn: no bot plays meanwhile.
    play(red, game, "c3-e3")
    ask(red, game, "leave", after=1, party="r")
    ask(heir, game, "sit", after=1, party="r")
    assert holidays(yellow, game, 2) == 2
    ask(heir, game, "leave", after=1, party="r")
    ask(red, game, "sit", after=1, party="r")
    assert holidays(yellow, game, 3) == 3


def test_a_holiday_holds_at_a_table_that_begins_during_it(shared_online: OnlineServed) -> None:
    red, yellow = shared_online.guest(), shared_online.guest()
    anonymous, named = make_table(red, {**DAYS, "anonymous": True}), make_table(red, DAYS)
    assert red.http.put("/api/me/holiday", json={"days": 10}).status_code == 200
    for game in (anonymous, named):
        ask(yellow, game, "sit", after=1, party="y")
    assert holidays(yellow, named, 1) == 1
    assert holidays(yellow, anonymous, 0) == 0
    clock = state(yellow, named)["table"]["clock"]
    assert clock["until"] - clock["now"] > 12.9 * 86_400_000
    # It is ended there as everywhere.
    assert red.http.put("/api/me/holiday", json={"days": 0}).status_code == 200
    assert holidays(yellow, named, 2) == 2
    # Nobody is on holiday any more at what begins now.
    game = make_table(red, DAYS)
    ask(yellow, game, "sit", after=1, party="y")
    assert holidays(yellow, game, 0) == 0


def test_players_go_on_at_a_hidden_table(online: OnlineServed) -> None:
    """It is in no list of others (`djambi admin hide`)."""
    game, red, yellow = begin(online, DAYS)
    waiting = make_table(red, DAYS)
    admin = Admin(ServeSettings(database=f"sqlite:///{online.where}"))
    admin.hide(game)
    admin.hide(waiting)
    assert red.http.put("/api/me/holiday", json={"days": 10}).status_code == 200
    assert holidays(yellow, game, 0) == 1
    mine = red.http.get("/api/mine").json()
    assert [card["id"] for card in mine["tables"]] == [game] and mine["turns"] == 1
    assert red.http.get("/api/me").json()["turns"] == 1
    assert game not in online.guest().http.get("/api/lobby").text


REGISTER: Json = {"name": "A ruler", "password": "four chiefs one maze"}


# --- the search ---------------------------------------------------------------------------------


def finish(game: str, member: Member, party: str) -> None:
    """Somebody resigns, and with two players that is the end."""
    ask(member, game, "resign", after=state(member, game)["number"], party=party)


def search(asking: Any, many: int = 1, **query: str) -> Json:
    """The answer, once it has so many games: the index is made beside."""
    deadline = time.monotonic() + WAIT_TIMEOUT_S
    while True:
        answer = asking.get("/api/search", params=query)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        if len(found["games"]) >= many or time.monotonic() > deadline:
            return found
        time.sleep(0.02)


def games(found: Json) -> list[str]:
    return [one["table"]["id"] for one in found["games"]]


def test_a_finished_game_is_found(online: OnlineServed) -> None:
    game, red, yellow = begin(online)
    other, third, _fourth = begin(online)
    assert red.http.post("/api/me/register", json=REGISTER).status_code == 200
    play(red, game, "c3-e3")
    nobody = online.browser()
    position = state(red, game)["view"]["position"]
    assert games(search(nobody, 0)) == []
    finish(game, yellow, "y")
    finish(other, third, "r")
    assert set(games(search(nobody, 2))) == {game, other}
    assert games(search(nobody, player="a RULER")) == [game]
    assert games(search(nobody, player=red.id)) == [game]
    # Somebody's name is not taken for somebody else's id.
    like = online.player(yellow.id)
    assert like.name == yellow.id != like.id
    assert games(search(nobody, player=yellow.id)) == [game]
    found = search(nobody, position=position.replace("original", "bga"))
    assert games(found) == [game] and found["games"][0]["lines"] == 1
    assert len(games(search(nobody, 2, variant="square-2", edition="original"))) == 2
    assert games(search(nobody, 0, edition="bga")) == []
    assert games(search(nobody, 0, variant="hex-3")) == []


def test_what_is_not_for_all_is_not_found(online: OnlineServed) -> None:
    hidden, red, _ = begin(online, {"watch": "link"})
    finish(hidden, red, "r")
    anonymous, first, second = begin(online, {"anonymous": True})
    mine = "r" if "r" in state(first, anonymous)["you"]["parties"] else "y"
    finish(anonymous, first, mine)
    nobody = online.browser()
    found = search(nobody)
    assert games(found) == [anonymous]
    assert first.name not in str(found) and second.id not in str(found)
    assert games(search(nobody, 0, player=first.id)) == []
    assert games(search(first.http, 0, player=first.id)) == []


def test_pages_follow_each_other(online: OnlineServed, monkeypatch: pytest.MonkeyPatch) -> None:
    from djambi.server.search import routes as search_routes

    made = set[str]()
    for _ in range(3):
        game, red, _yellow = begin(online)
        finish(game, red, "r")
        made.add(game)
    nobody = online.browser()
    assert set(games(search(nobody, 3))) == made
    monkeypatch.setattr(search_routes, "GAMES_PER_PAGE", 2)
    first = search(nobody, 2)
    second = search(nobody, 1, before=first["more"])
    assert len(games(first)) == 2 and second["more"] == ""
    assert set(games(first) + games(second)) == made


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"position": "nonsense"}, 400),
        ({"before": "x"}, 400),
        ({"player": "nobody of this name"}, 404),
        ({"player": "%"}, 404),
    ],
)
def test_a_search_that_makes_no_sense_is_refused(
    shared_online: OnlineServed, query: dict[str, str], status: int
) -> None:
    assert shared_online.browser().get("/api/search", params=query).status_code == status


# --- the feed -----------------------------------------------------------------------------------


def test_the_feed_says_that_it_is_my_turn(shared_online: OnlineServed) -> None:
    import json

    game, red, yellow = begin(shared_online)
    with yellow.http.stream("GET", "/api/feed") as stream:
        told = (json.loads(line) for line in stream.iter_lines() if line)
        assert next(told) == {"what": "hello", "game": None, "turns": 0}
        play(red, game, "c3-e3")
        assert next(told) == {"what": "turn", "game": game, "turns": 1}
        # During a pause it is nobody's.
        for vote, turns in (("pause", 0), ("resume", 1)):
            ask(red, game, "call", after=state(red, game)["number"], vote=vote)
            number = state(red, game)["table"]["vote"]["number"]
            ask(yellow, game, "ballot", vote=number, agree=True)
            assert next(told) == {"what": "table", "game": game, "turns": turns}
            [card] = yellow.http.get("/api/mine").json()["tables"]
            assert card["my_turn"] == bool(turns) and card["mover"] == ("y" if turns else None)
        yellow.http.post("/api/me/sign-out", json={})
        assert list(told) == []


def test_a_stream_tells_what_was_said_once(shared_online: OnlineServed) -> None:
    import json

    game, red, yellow = begin(shared_online)
    for text in ("one", "two"):
        ask(red, game, "talk", room="", text=text)
    yellow.http.put(f"/api/me/blocks/{red.id}")
    path = f"/api/games/{game}/stream"
    last = state(red, game)["number"]
    for query, heard in (("", ["one", "two"]), (f"?after={last}&said=1", ["two"])):
        with red.http.stream("GET", path + query) as stream:
            told = (json.loads(line) for line in stream.iter_lines() if line)
            asides = next(line for line in told if line["type"] == "asides")
            assert [one["text"] for one in asides["entries"]] == heard
    with yellow.http.stream("GET", path) as stream:
        told = (json.loads(line) for line in stream.iter_lines() if line)
        asides = next(line for line in told if line["type"] == "asides")
        assert [(one["muted"], one["text"]) for one in asides["entries"]] == [(True, "")] * 2
