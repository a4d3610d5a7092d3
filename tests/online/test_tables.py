"""Online tables over real sockets: seats, links, watching, absence, the end."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from tests.online.people import OnlineServed, serving_online
from tests.online.tables import parties_at, seated, stage, table, told
from tests.server.people import Json, Person, dreamer_among_bots
from tests.waiting import WAIT_TIMEOUT_S
from websockets.exceptions import ConnectionClosed

from djambi.server.apps.online import OnlineProcess
from djambi.server.close_codes import COME_BACK
from djambi.server.cluster.heartbeat import ProcessesLost
from djambi.server.game.table_state import OnlineTable
from djambi.server.live.room import GameRoom
from djambi.server.timekeeping import iso


@pytest.mark.parametrize("how", ["here", "elsewhere", "unheard", "untold"])
def test_a_table_shows_a_new_name_at_once(shared_online: OnlineServed, how: str) -> None:
    def learn(process: OnlineProcess) -> None:
        if how == "elsewhere":
            process.bus.publish(f"name:{members[0].id}", b"1")
        elif how == "unheard":
            process.bus._gap()
        else:
            process.events.publish(ProcessesLost())

    members = [shared_online.guest(), shared_online.guest()]
    name = f"{members[0].name} II"
    with seated(members) as (_, [_, other]):
        if how == "here":
            assert members[0].http.put("/api/me/name", json={"name": name}).status_code == 200
        else:
            # Another process stores it, and says so on the bus, of which something may be lost; or
            # it dies before.
            shared_online.change(members[0].id, name=name)
            shared_online.in_the_loop(learn)
        while told(other)["seats"][0]["name"] != name:
            other.until("update")


def test_a_table_waits_and_begins_when_all_sit(shared_online: OnlineServed) -> None:
    one, two = shared_online.guest("Ada"), shared_online.guest("Blaise")
    made = table(one, "square-2")
    with one.sit(made["id"]) as first, two.sit(made["id"], f"?key={made['invite']}") as second:
        state = first.until("state")
        assert state["table"]["stage"] == "waiting" and state["table"]["free"] == "y"
        assert state["you"]["place"] == {
            "owner": True,
            "invite": made["invite"],
            "kept": "",
            "ballot": None,
            "watcher": False,
        }
        assert second.until("state")["you"]["place"]["watcher"]
        update = second.change("sit", party="y", key=made["invite"])
        while update["table"]["stage"] == "waiting":
            update = second.until("update")
        assert update["events"][-1]["kind"] == "begun"
        assert [seat["name"] for seat in update["seats"]] == ["Ada", "Blaise"]
        assert [seat["guest"] for seat in update["seats"]] == [True, True]
        assert update["you"]["parties"] == "y"
        assert first.ask("turn", after=3, text="c3-e3")["type"] == "done"
        assert second.until("update", number=4)["lines"][0]["text"] == "c3-e3"


def test_strangers_do_not_find_a_table_without_its_link(shared_online: OnlineServed) -> None:
    one, other = shared_online.guest(), shared_online.guest()
    made = table(one)
    nobody = shared_online.browser()
    with other.sit(made["id"]) as person:
        assert person.hear()["code"] == "no_game"
    for client in (other.http, nobody):
        assert client.get(f"/api/games/{made['id']}/record").status_code == 404
        asked = client.post(f"/api/games/{made['id']}/ask", json={"type": "ping", "id": 1})
        assert asked.status_code == 404
        assert client.get(f"/api/invite/{made['invite']}").json() == {"id": made["id"]}
        assert client.get("/api/invite/nonsense").status_code == 404
    with other.sit(made["id"], f"?key={made['invite']}") as person:
        state = person.until("state")
        assert state["you"]["place"]["invite"] == "" and state["table"]["free"] == "byg"
        refused = person.ask("sit", after=1, party="b", key="nonsense")
        assert refused["code"] == "invited_only"
    with shared_online.sit(made["id"], f"?key={made['invite']}") as person:
        person.until("state")
        assert person.ask("sit", after=1, party="b", key=made["invite"])["code"] == "sign_in"


def test_who_is_still_coming_when_a_table_begins_sees_no_more_than_others(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, prepare = threading.Event(), GameRoom.prepare

    async def slowly(room: GameRoom, since: int = 0) -> None:
        if since == 99:
            await asyncio.to_thread(begun.wait, WAIT_TIMEOUT_S)
        await prepare(room, since)

    monkeypatch.setattr(GameRoom, "prepare", slowly)
    one, two, stranger = online.guest(), online.guest(), online.guest()
    made = table(one, "square-2", terms={"listed": True, "watch": "nobody"})
    with two.sit(made["id"]) as person, stranger.sit(made["id"], "?after=99") as late:
        person.until("state")
        person.change("sit", party="y")
        while stage(person) != "playing":
            person.hear()
        begun.set()
        with pytest.raises(ConnectionClosed):
            late.hear()
        assert late.heard == [] and late.ws.close_code == COME_BACK
    with stranger.sit(made["id"]) as late:
        assert late.hear()["code"] == "no_game"


def test_whoever_comes_is_told_that_they_are_there(online: OnlineServed) -> None:
    one = online.guest()
    made = table(one)
    with one.sit(made["id"]) as host:
        assert host.until("state")["table"]["present"] == "r"
        with online.sit(made["id"], f"?key={made['invite']}") as watcher:
            assert watcher.until("state")["table"]["watching"] == 1


def test_the_lobby_lists_what_is_to_be_found(online: OnlineServed) -> None:
    one, other, nobody = online.guest("Ada"), online.guest(), online.browser()
    table(one)
    terms = {"listed": True, "name": "Machiavelli", "clock": {"kind": "turn", "time": 60}}
    listed = table(one, terms=terms)
    hidden = table(one, terms={"listed": True, "anonymous": True})
    lobby = nobody.get("/api/lobby").json()
    assert {card["id"] for card in lobby["waiting"]} == {listed["id"], hidden["id"]}
    assert lobby["waiting_count"] == 2 and lobby["playing"] == []
    by_id = {card["id"]: card for card in lobby["waiting"]}
    card = by_id[listed["id"]]
    assert card["owner"] == "Ada" and card["terms"]["name"] == "Machiavelli"
    assert card["seats"][0]["name"] == "Ada" and card["free"] == "byg" and card["pieces"]
    secret = by_id[hidden["id"]]
    assert secret["owner"] == "" and one.id not in str(secret) and "Ada" not in str(secret)
    for query, expected in (("clock=turn", 1), ("clock=days", 0), ("variant=hex-3", 0)):
        found = nobody.get(f"/api/lobby?{query}").json()["waiting"]
        assert len(found) == expected, query
    mine = one.http.get("/api/mine").json()
    assert len(mine["tables"]) == 3 and mine["turns"] == 0
    assert other.http.get("/api/mine").json()["tables"] == []
    assert nobody.get("/api/mine").status_code == 401
    assert nobody.post("/api/tables", json={"variant": "square-4"}).status_code == 401
    with one.sit(listed["id"]) as person:
        person.until("state")
        person.change("leave", party="r")
    assert len(nobody.get("/api/lobby").json()["waiting"]) == 1


def test_who_says_nothing_of_watching_is_watched_by_who_has_the_link(online: OnlineServed) -> None:
    one, stranger = online.guest(), online.guest()
    seats = [{"party": "r", "player": "me"}, {"party": "y", "player": "bot"}]
    made = table(one, "square-2", seats=seats)
    lobby = online.browser().get("/api/lobby").json()
    assert lobby["playing"] == lobby["waiting"] == []
    with stranger.sit(made["id"]) as person:
        assert person.hear()["code"] == "no_game"
    with stranger.sit(made["id"], f"?key={made['invite']}") as person:
        assert person.until("state")["table"]["terms"]["watch"] == "link"


def test_a_card_shows_when_the_turn_is_over_and_not_the_vote(online: OnlineServed) -> None:
    one, two = online.guest(), online.guest()
    terms = {"clock": {"kind": "turn", "time": 3600}, "absence": "wait"}
    with seated([one, two], terms=terms) as (_, people):
        people[0].change("call", vote="pause")
        people[0].change("turn", text="c3-e3")
        table = told(people[0])["table"]
        assert table["vote"]["until"] < table["clock"]["until"]
        [card] = two.http.get("/api/mine").json()["tables"]
        assert card["my_turn"] and card["deadline"] == iso(table["clock"]["until"])


def test_my_turn_is_in_the_list_of_my_tables(online: OnlineServed) -> None:
    one, two = online.guest(), online.guest()
    with seated([one, two]) as (game, people):
        mine = one.http.get("/api/mine").json()
        assert mine["turns"] == 1 and mine["tables"][0]["my_turn"]
        people[0].change("turn", text="c3-e3")
        assert one.http.get("/api/mine").json()["turns"] == 0
        assert two.http.get("/api/mine").json()["turns"] == 1
        assert online.browser().get("/api/lobby").json()["playing"][0]["id"] == game


def test_a_turn_is_stale_only_when_the_position_has_changed(shared_online: OnlineServed) -> None:
    with seated([shared_online.guest(), shared_online.guest()]) as (_, people):
        one, two = people
        seen = one.last
        two.change("call", vote="pause")
        assert one.ask("turn", after=seen, text="c3-e3")["type"] == "done"
        stale = two.ask("turn", after=seen, text="a1-a1")
        assert stale["type"] == "state" and len(stale["lines"]) == 1


def test_a_bot_sits_in_for_who_is_away_and_gets_up_when_he_is_back(online: OnlineServed) -> None:
    one, two = online.guest(), online.guest()
    with seated([one, two], terms={"grace": 5}) as (game, people):
        people[0].ws.close()
        gone = people[1].until("presence")
        assert gone["present"] == "y"
        update = people[1].until("update")
        assert update["events"][0]["kind"] == "stood_in"
        assert update["seats"][0]["stand_in"] and update["seats"][0]["name"] == one.name
        turned = people[1].until("update")
        assert turned["lines"][0]["party"] == "r"
        with one.sit(game) as back:
            update = back.until("update")
            assert update["events"][-1]["kind"] == "returned"
            assert update["seats"][0]["stand_in"] is None


def test_a_bot_thinks_on_whatever_happens_beside_the_board(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    dreamer = dreamer_among_bots(monkeypatch)
    one = online.guest()
    seats = [{"party": "r", "player": "me"}, *({"party": p, "player": "bot"} for p in "byg")]
    with one.sit(table(one, seats=seats)["id"]) as person:
        person.until("state")
        person.change("turn", text="c3-e3")
        person.until("thinking")
        assert person.ask("relink")["type"] == "done"
        person.until("update")
        assert [person.hear()["type"] for _ in range(3)] == ["thinking"] * 3
        dreamer.woken.set()
        assert person.until("update")["lines"][0]["party"] == "b"


def test_an_absent_host_is_waited_for_a_while(
    online: OnlineServed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_wait(_: OnlineTable) -> int:
        return 0

    host, other = online.guest(), online.guest()
    made = table(host)
    with other.sit(made["id"], f"?key={made['invite']}") as person:
        person.until("state")
        with host.sit(made["id"]) as there:
            there.until("state")
            person.change("sit", party="b", key=made["invite"])
            assert person.ask("begin")["code"] == "owner_only"
        person.until("presence", present="b")
        assert person.ask("begin")["words"]["en"].endswith("You can begin in 2 minutes.")
        monkeypatch.setattr("djambi.server.tables.commands.vote_ms", no_wait)
        assert person.ask("begin")["type"] == "done"
        assert person.until("update")["table"]["stage"] == "playing"


def test_bots_play_meanwhile_and_a_friend_takes_over(online: OnlineServed) -> None:
    one, two = online.guest(), online.guest()
    seats = [{"party": "r", "player": "me"}] + [
        {"party": p, "player": "open", "meanwhile": "casual"} for p in "byg"
    ]
    made = table(one, seats=seats)
    with one.sit(made["id"]) as person:
        state = person.until("state")
        assert state["table"]["stage"] == "playing" and state["table"]["free"] == "byg"
        assert person.ask("hint")["code"] == "no_advice"
        person.change("turn", text="c3-e3")
        while person.heard[-1].get("view", {}).get("mover") != "r":
            person.until("update")
        with two.sit(made["id"], f"?key={made['invite']}") as other:
            other.until("state")
            update = other.change("sit", party="y", key=made["invite"])
            assert update["seats"][2]["account"] == two.id and update["table"]["free"] == "bg"


def test_an_anonymous_table_says_nothing_about_anybody(online: OnlineServed) -> None:
    members = [online.player(f"Secret {name}") for name in "ABCD"]
    watcher = online.guest("Watcher")
    secrets = [text for m in members for text in (m.id, m.name)]
    with seated(members, terms={"anonymous": True, "watch": "all"}) as (game, people):
        with watcher.sit(game) as other:
            other.until("state")
            mover = next(p for p in people if "r" in parties_at(p))
            mover.last = max(m.get("number", 0) for m in mover.heard)
            mover.change("turn", text="c3-e3")
            people[2].ws.close()
            other.until("update")
            for person in (other, people[0], people[1], people[3]):
                for message in person.heard:
                    text = str(message)
                    assert not any(secret in text for secret in secrets), message["type"]
                    assert message.get("present", "") == ""
                    assert message.get("table", {}).get("present", "") == ""
        record = watcher.http.get(f"/api/games/{game}/record").text
        lobby = watcher.http.get("/api/lobby").text
        assert game in lobby
        assert not any(secret in record + lobby for secret in secrets)
        # Their own lists know of it, for themselves alone.
        assert members[0].http.get("/api/mine").json()["tables"][0]["id"] == game
    for member in members:
        assert game not in watcher.http.get(f"/api/people/{member.id}").text


def test_who_is_blocked_does_not_sit_down_with_who_blocked(online: OnlineServed) -> None:
    one, two = online.player(), online.player()
    assert one.http.put(f"/api/me/blocks/{two.id}").is_success
    mine, theirs = table(one, "square-2"), table(two, "square-2")
    with one.sit(theirs["id"], f"?key={theirs['invite']}") as person:
        person.until("state")
        refused = person.ask("sit", after=1, party="y", key=theirs["invite"])
        assert refused["code"] == "blocked_here"
    with two.sit(mine["id"], f"?key={mine['invite']}") as person:
        person.until("state")
        refused = person.ask("sit", after=1, party="y", key=mine["invite"])
    # Who is blocked is told what everybody is told who was removed from a table: nothing of why.
    made = table(one)
    three = online.player()
    with one.sit(made["id"]) as owner, three.sit(made["id"], f"?key={made['invite']}") as guest:
        owner.until("state")
        guest.until("state")
        guest.change("sit", party="b", key=made["invite"])
        owner.until("update", number=guest.last)
        owner.change("seat", party="b", player="open")
        removed = guest.ask("sit", after=1, party="g", key=made["invite"])
    assert {**removed, "id": 0} == {**refused, "id": 0} and removed["code"] == "not_here"
    # Where nobody is known, a refusal would tell who sits there.
    hidden = table(one, "square-2", terms={"anonymous": True})
    with two.sit(hidden["id"], f"?key={hidden['invite']}") as person:
        person.until("state")
        person.change("sit", party="y", key=hidden["invite"])


def test_bots_that_nobody_named_are_different_people(shared_online: OnlineServed) -> None:
    seats = [{"party": "r", "player": "me"}, *({"party": p, "player": "bot"} for p in "by")]
    owner = shared_online.guest()
    with owner.sit(table(owner, seats=seats)["id"]) as person:
        person.until("state")
        rows = person.change("seat", party="g", player="bot")["seats"]
    assert len({row["level"] for row in rows}) == 4


def test_who_is_removed_stays_away_and_an_old_link_leads_nowhere(online: OnlineServed) -> None:
    one, two, three = online.guest(), online.guest(), online.guest()
    made = table(one, terms={"listed": False})
    old = f"?key={made['invite']}"
    with one.sit(made["id"]) as owner, two.sit(made["id"], old) as removed:
        owner.until("state")
        removed.until("state")
        removed.change("sit", party="b", key=made["invite"])
        owner.until("update", number=removed.last)
        owner.change("seat", party="b", player="bot", level="casual")
        for party in "yg":
            refused = removed.ask("sit", after=1, party=party, key=made["invite"])
            assert refused["code"] == "not_here"
        assert removed.ask("relink")["code"] == "owner_only"
        with three.sit(made["id"], old) as watching:
            watching.until("state")
            assert owner.ask("relink")["type"] == "done"
            renewed = owner.until("update")["you"]["place"]["invite"]
            # Who had only the old link is out, and comes in by the new one.
            with contextlib.suppress(ConnectionClosed):
                while True:
                    assert renewed not in str(watching.hear())
        assert online.browser().get(f"/api/invite/{made['invite']}").status_code == 404
        assert online.browser().get(f"/api/invite/{renewed}").json() == {"id": made["id"]}
        with three.sit(made["id"], old) as again:
            assert again.hear()["code"] == "no_game"
        with three.sit(made["id"], f"?key={renewed}") as again:
            again.until("state")
            assert (
                again.ask("sit", after=1, party="y", key=made["invite"])["code"] == "invited_only"
            )
            again.change("sit", party="y", key=renewed)
        # Who was removed is wanted again if given the new link.
        with two.sit(made["id"], f"?key={renewed}") as back:
            back.until("state")
            assert back.ask("sit", after=1, party="g", key=renewed)["type"] == "done"


def test_watchers_are_cut_off_when_a_table_closes_its_doors(online: OnlineServed) -> None:
    one, two, three = online.guest(), online.guest(), online.guest()
    made = table(one, "square-2", terms={"listed": True, "watch": "nobody"})
    with three.sit(made["id"]) as watcher, two.sit(made["id"]) as second:
        watcher.until("state")
        second.until("state")
        second.change("sit", party="y")
        while stage(second) != "playing":
            second.hear()
        with contextlib.suppress(ConnectionClosed):
            while True:
                watcher.hear()
    with three.sit(made["id"]) as again:
        assert again.hear()["code"] == "no_game"


def test_clocks_stand_still_while_no_server_lives(tmp_path: Path) -> None:
    with serving_online(tmp_path) as server:
        one, two = server.guest(), server.guest()
        cookies = one.cookie
        terms = {"clock": {"kind": "fischer", "time": 600}}
        with seated([one, two], terms=terms) as (game, _):
            pass
    hour = 3_600_000
    with contextlib.closing(sqlite3.connect(tmp_path / "djambi.sqlite3")) as database, database:
        # As if the server had been killed an hour ago.
        for column, name in (("at", "events"), ("seen", "processes"), ("began", "processes")):
            database.execute(f"UPDATE {name} SET {column} = {column} - {hour}")
    with serving_online(tmp_path) as server, server.sit(game, "", cookies) as person:
        state = person.until("state")
        left = state["table"]["clock"]["left"]["r"]
        assert state["table"]["stage"] == "playing"
        assert left > 600_000 - 60_000


def test_a_clock_that_runs_out_while_nobody_watches_ends_it(tmp_path: Path) -> None:
    with serving_online(tmp_path) as server:
        one, two = server.guest(), server.guest()
        terms = {"clock": {"kind": "fischer", "time": 600}, "absence": "wait"}
        with seated([one, two], terms=terms) as (game, _):
            pass
    with contextlib.closing(sqlite3.connect(tmp_path / "djambi.sqlite3")) as database, database:
        # As if the game had begun ten minutes earlier, with the server alive all the time.
        database.execute("UPDATE events SET at = at - 600000")
        database.execute("UPDATE games SET deadline = deadline - 600000")
        database.execute("INSERT INTO outages VALUES (1, 2)")
    with serving_online(tmp_path) as server:
        stage = ""
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        while time.monotonic() < deadline:
            with contextlib.closing(sqlite3.connect(tmp_path / "djambi.sqlite3")) as database:
                [[stage]] = database.execute("SELECT stage FROM games WHERE id = ?", (game,))
            if stage == "over":
                break
            time.sleep(0.05)
        assert stage == "over"
        with contextlib.closing(sqlite3.connect(tmp_path / "djambi.sqlite3")) as database:
            shares = dict(database.execute("SELECT party, share FROM results"))
        assert shares == {"r": 0.0, "y": 1.0}
        assert server.port


def test_two_sit_down_on_one_seat(shared_online: OnlineServed) -> None:
    one, two, three = (shared_online.guest() for _ in range(3))
    made = table(one, terms={"listed": True})
    with two.sit(made["id"]) as second, three.sit(made["id"]) as third:
        second.until("state")
        third.until("state")
        second.say({"type": "sit", "id": 1, "after": 1, "party": "b"})
        third.say({"type": "sit", "id": 1, "after": 1, "party": "b"})
        answers = [_answer(person) for person in (second, third)]
        assert sorted(answer["type"] for answer in answers) == ["done", "failed"]
        assert [a["code"] for a in answers if a["type"] == "failed"] == ["seat_taken"]


def _answer(person: Person) -> Json:
    while (message := person.hear()).get("id") != 1:
        pass
    return message
