"""Talk at online tables over real sockets: rooms, emotes, who hears what, and nothing else."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.online.people import Member, OnlineServed, serving_online
from tests.online.tables import seated
from tests.online.test_correspondence import begin, lines, play_elsewhere
from tests.server.people import Json, Person, wait_until
from tests.server.stores import with_new_store, with_store

from djambi.server.apps.online import OnlineProcess
from djambi.server.cluster.heartbeat import ProcessesLost
from djambi.server.rate_limits import RateLimits
from djambi.server.security.devices import Device
from djambi.server.storage import Store
from djambi.server.storage.people import PeopleStore
from djambi.server.talk import accounts
from djambi.server.talk.accounts import AccountPeople
from djambi.server.talk.commands import MAX_MESSAGES

SECRET = "strike-the-yellow-at-dawn"


def caught_up(person: Person) -> None:
    """Let a person hear all that was sent to him before now."""
    person.ask("ping")


def asides(person: Person) -> list[Json]:
    """The asides that a person knows by now."""
    known: list[Json] = []
    for message in person.heard:
        if message["type"] == "asides":
            assert message["since"] == 0 or message["since"] == len(known)
            known = known[: message["since"]] + message["entries"]
            assert message["number"] == len(known)
    assert [aside["number"] for aside in known] == list(range(1, len(known) + 1))
    return known


def texts(person: Person) -> list[str]:
    caught_up(person)
    return [aside["text"] for aside in asides(person) if aside["kind"] == "said"]


def say(person: Person, room: str, text: str) -> Json:
    answer = person.ask("talk", room=room, text=text)
    assert answer["type"] == "noted", answer
    return answer


def refused(person: Person, kind: str, **fields: Any) -> str:
    answer = person.ask(kind, **fields)
    assert answer["type"] == "failed", answer
    return str(answer["code"])


def four(served: OnlineServed) -> list[Member]:
    return [served.guest() for _ in range(4)]


def resign_all(people: list[Person]) -> None:
    """Everybody but the first gives up: the game is over."""
    for person, party in zip(people[1:], "byg", strict=False):
        caught_up(person)
        person.change("resign", party=party)
    for person in people:
        caught_up(person)


def test_who_watches_and_is_renamed_goes_by_the_new_name(shared_online: OnlineServed) -> None:
    watcher = shared_online.guest()
    with seated(four(shared_online)) as (game, _):
        with watcher.sit(game) as eva:
            say(eva, "watch", "Among us")
        name = f"{watcher.name} II"
        assert watcher.http.put("/api/me/name", json={"name": name}).status_code == 200

        def heard() -> Json:
            with shared_online.sit(game) as nobody:
                found: Json = nobody.until("asides")["entries"][0]
                return found

        wait_until(lambda: heard()["name"] == name)


def test_the_table_and_those_who_watch(shared_online: OnlineServed) -> None:
    members, watcher = four(shared_online), shared_online.guest("Eva")
    with (
        seated(members) as (game, people),
        watcher.sit(game) as eva,
        shared_online.sit(game) as nobody,
    ):
        say(people[0], "", "To the table")
        say(eva, "watch", "Among us")
        for person in people:
            assert texts(person) == ["To the table"]
        assert texts(eva) == texts(nobody) == ["To the table", "Among us"]
        [told] = asides(people[1])
        assert (told["party"], told["name"], told["room"]) == ("r", members[0].name, "")
        assert asides(eva)[1]["name"] == "Eva" and asides(eva)[1]["party"] is None
        assert refused(eva, "talk", room="", text="Hey") == "no_room"
        assert refused(eva, "talk", room="rb", text="Hey") == "no_room"
        assert refused(people[0], "talk", room="watch", text="Hey") == "no_room"
        assert refused(nobody, "talk", room="watch", text="Hey") == "sign_in"
        # After the end those who watched are no secret any more.
        resign_all(people)
        assert texts(people[2]) == ["To the table", "Among us"]


def test_a_private_room_is_heard_in_it_and_nowhere_else(shared_online: OnlineServed) -> None:
    members, watcher = four(shared_online), shared_online.player()
    with (
        seated(members) as (game, people),
        watcher.sit(game) as eva,
        shared_online.sit(game) as nobody,
    ):
        red, blue, yellow, green = people
        say(red, "rb", SECRET)
        say(blue, "rb", f"Agreed: {SECRET}")
        say(red, "", "Good morning")
        assert texts(red) == texts(blue) == [SECRET, f"Agreed: {SECRET}", "Good morning"]
        for other in (yellow, green, eva, nobody):
            assert texts(other) == ["Good morning"]
        # Neither by coming back, nor by asking, nor over HTTP.
        with members[2].sit(game, "?after=0&said=0") as again:
            assert refused(again, "talk", room="rb", text="Who is there?") == "no_room"
            answer = again.ask("hear", after=0)
            assert [each["text"] for each in answer["entries"]] == ["Good morning"]
            assert SECRET not in json.dumps(again.heard)
        for other in (yellow, green, eva, nobody):
            assert SECRET not in json.dumps(other.heard)
        for member in (members[2], watcher):
            for path in ("", "/record"):
                assert SECRET not in member.http.get(f"/api/games/{game}{path}").text
        # He to whom it was said has it all again.
        with members[1].sit(game) as again:
            assert texts(again) == [SECRET, f"Agreed: {SECRET}", "Good morning"]


def everything(member: Member, game: str) -> str:
    """All that the server's own pages could fetch about a game."""
    paths = (
        f"/api/games/{game}",
        f"/api/games/{game}/record",
        f"/api/games/{game}/notes",
        f"/api/games/{game}/plans",
        "/api/lobby",
        "/api/mine",
        "/api/search",
        "/api/reports",
        "/api/pacts",
    )
    asked = [member.http.get(path).text for path in paths]
    for question in (
        {"type": "hear", "id": 1, "after": 0},
        {"type": "resume", "id": 1, "after": 0},
    ):
        asked.append(member.http.post(f"/api/games/{game}/ask", json=question).text)
    return "".join(asked)


@pytest.mark.parametrize("seed", range(2))
def test_who_records_everything_has_only_what_was_for_him(
    shared_online: OnlineServed, seed: int
) -> None:
    """Everybody talks at random; every message says whom it is for."""
    dice = random.Random(seed)
    members, watcher = four(shared_online), shared_online.player()
    rooms = ["", "watch", *("".join(r) for n in (2, 3) for r in combinations("rbyg", n))]
    said: dict[str, str] = {}
    with (
        seated(members) as (game, people),
        watcher.sit(game) as eva,
        shared_online.sit(game) as nobody,
    ):
        readers = dict(zip("rbyg", people, strict=True)) | {"w": eva, "n": nobody}
        before: dict[str, int] = {}
        for reader, person in readers.items():
            caught_up(person)
            before[reader] = len(person.heard)
        for number in range(60):
            room = dice.choice(rooms)
            by = "w" if room == "watch" else dice.choice(room or "rbyg")
            text = f"word-{seed}-{number}-end"
            said[text] = {"": "rbygwn", "watch": "wn"}.get(room, room)
            say(readers[by], room, text)
        accounts = dict(zip("rbygw", [*members, watcher], strict=True))
        for reader, person in readers.items():
            mine = [text for text, to in said.items() if reader in to]
            assert texts(person) == mine
            # Nothing is sent when something is said elsewhere, not even an empty message.
            told = [m for m in person.heard[before[reader] :] if m["type"] == "asides"]
            assert [len(message["entries"]) for message in told] == [1] * len(mine)
            recorded = json.dumps(person.heard)
            if reader in accounts:
                recorded += everything(accounts[reader], game)
            for text, to in said.items():
                assert (text in recorded) == (reader in to)


def test_only_what_is_new_is_sent_to_who_comes_back(shared_online: OnlineServed) -> None:
    with seated(four(shared_online)) as (game, people):
        for text in ("one", "two", "three"):
            say(people[0], "", text)
        caught_up(people[1])
        last = people[1].last
        with shared_online.sit(game, f"?after={last}&said=2") as back:
            message = back.until("asides")
            assert (message["since"], message["number"]) == (2, 3)
            assert [each["text"] for each in message["entries"]] == ["three"]
        with shared_online.sit(game, f"?after={last}&said=7") as back:
            assert back.until("asides")["since"] == 0


def test_public_and_silent_tables(shared_online: OnlineServed) -> None:
    with seated(four(shared_online), terms={"talk": "public"}) as (_, people):
        say(people[0], "", "Everybody hears this")
        assert refused(people[0], "talk", room="rb", text="You alone") == "no_room"
        assert refused(people[0], "emote", room="rb", emote="together") == "no_room"
        terms = [m["terms"] for m in people[1].heard if m["type"] == "asides"][-1]
        assert (terms["rooms"], terms["secret"]) == ([""], False)
    with seated(four(shared_online), terms={"talk": "silent"}) as (_, people):
        assert refused(people[0], "talk", room="", text="Psst") == "no_talk"
        assert refused(people[0], "emote", room="", emote="hello") == "no_talk"
        resign_all(people)
        say(people[0], "", "Well played")
        assert texts(people[3]) == ["Well played"]


def test_what_cannot_be_said(shared_online: OnlineServed) -> None:
    with seated(four(shared_online)) as (_, people):
        red = people[0]
        assert refused(red, "talk", room="by", text="Not mine") == "no_room"
        assert refused(red, "talk", room="r", text="To myself") == "no_room"
        assert refused(red, "talk", room="br", text="Out of order") == "no_room"
        assert refused(red, "talk", room="rz", text="Who?") == "no_room"
        assert refused(red, "talk", room="", text=" \u202e\n ") == "talk_empty"
        for wrong in (
            {"room": "", "text": "x" * 501},
            {"room": "", "text": ""},
            {"room": "Table", "text": "x"},
            {"room": "", "emote": "rude"},
        ):
            kind = "emote" if "emote" in wrong else "talk"
            red.say({"type": kind, "id": 1, **wrong})
            assert red.until("failed")["code"] == "not_understood"
        answer = red.ask("emote", room="ry", emote="together")
        assert answer["type"] == "noted" and answer["number"] == 1 and answer["suggestion"] is None
        say(red, "", "a\u202eb\n\n  c <b>")
        assert texts(people[1]) == ["ab\nc <b>"]
        caught_up(people[2])
        assert asides(people[2])[0]["emote"] == "together"


def test_secret_talk_is_published_where_the_table_says_so(shared_online: OnlineServed) -> None:
    for publish in (True, False):
        members = four(shared_online)
        with seated(members, terms={"publish": publish}) as (game, people):
            say(people[0], "rb", SECRET)
            say(people[2], "", "Hm")
            # Not before the end, whatever will be shown then.
            assert texts(people[2]) == ["Hm"]
            resign_all(people)
            expected = [SECRET, "Hm"] if publish else ["Hm"]
            assert texts(people[2]) == expected
            with shared_online.sit(game) as nobody:
                assert texts(nobody) == expected
            with members[1].sit(game) as again:
                assert texts(again) == [SECRET, "Hm"]


def test_nobody_is_named_at_an_anonymous_table(shared_online: OnlineServed) -> None:
    members, watcher = four(shared_online), shared_online.guest("Somebody Known")
    with seated(members, terms={"anonymous": True}) as (game, people), watcher.sit(game) as eva:
        parties = [p.heard[-1]["you"]["parties"] for p in people]
        for person, party in zip(people, parties, strict=True):
            say(person, "", f"I am {party}")
            other = "b" if party == "r" else "r"
            room = "".join(p for p in "rbyg" if p in (party, other))
            say(person, room, "In private")
        say(eva, "watch", "Who is who?")
        for person in [*people, eva]:
            caught_up(person)
            sent = json.dumps(person.heard)
            for member in [*members, watcher]:
                assert member.id not in sent and member.name not in sent
        table = [aside for aside in asides(eva) if aside["room"] == ""]
        assert [aside["text"] for aside in table] == [f"I am {aside['party']}" for aside in table]


def test_who_comes_after_another_does_not_read_what_was_his(shared_online: OnlineServed) -> None:
    members, heir = four(shared_online), shared_online.player("Heir")
    with seated(members) as (game, people):
        say(people[0], "rb", SECRET)
        people[1].change("leave", party="b")
        key = people[0].heard[0]["you"]["place"]["invite"]
        with heir.sit(game, f"?key={key}") as late:
            late.until("state")
            late.change("sit", party="b", key=key)
            assert texts(late) == []
            say(people[0], "rb", "Welcome")
            assert texts(late) == ["Welcome"]
            assert SECRET not in json.dumps(late.heard)
            # Who has left reads on what was said to him, and nothing new.
            assert texts(people[1]) == [SECRET]


def test_the_blocked_are_muted(shared_online: OnlineServed) -> None:
    members = four(shared_online)
    with seated(members) as (_, people):
        assert members[1].http.put(f"/api/me/blocks/{members[0].id}").status_code < 300
        say(people[0], "", "Listen!")
        answer = people[1].ask("hear", after=0)
        [muted] = answer["entries"]
        assert muted["muted"] and muted["text"] == "" and muted["party"] == "r"
        assert people[0].ask("emote", room="", emote="together")["type"] == "noted"
        caught_up(people[1])
        assert [each["emote"] for each in asides(people[1])] == [None, None]
        assert texts(people[2]) == ["Listen!"]


def test_a_block_reaches_the_tables_that_are_open(shared_online: OnlineServed) -> None:
    members = four(shared_online)
    with seated(members) as (game, people), members[1].sit(game) as other_tab:
        say(people[0], "", "Listen!")
        tabs = (people[1], other_tab)
        assert [texts(tab) for tab in tabs] == [["Listen!"], ["Listen!"]]
        block = f"/api/me/blocks/{members[0].id}"

        def changed(muted: bool) -> None:
            for tab in tabs:
                while asides(tab)[-1]["muted"] is not muted:
                    tab.until("asides")

        assert members[1].http.put(block).is_success
        changed(muted=True)
        assert [texts(tab) for tab in tabs] == [[""], [""]]
        say(people[0], "", "Listen, I said!")
        assert [texts(tab) for tab in tabs] == [["", ""], ["", ""]]
        # The blocked one is not told, nor is anybody else.
        assert texts(people[0]) == texts(people[2]) == ["Listen!", "Listen, I said!"]
        assert members[1].http.delete(block).is_success
        changed(muted=False)
        assert [texts(tab) for tab in tabs] == 2 * [["Listen!", "Listen, I said!"]]


@pytest.mark.parametrize("how", ["elsewhere", "unheard", "untold"])
def test_a_block_by_way_of_another_process_reaches_the_tables_that_are_open(
    shared_online: OnlineServed, how: str
) -> None:
    """It says so on the bus, of which something may be lost; or it dies before."""

    def learn(process: OnlineProcess) -> None:
        if how == "elsewhere":
            process.bus.publish(f"blocks:{members[1].id}", b"1")
        elif how == "unheard":
            process.bus._gap()
        else:
            process.events.publish(ProcessesLost())

    async def block(store: Store) -> None:
        assert await PeopleStore(store.database).block(members[1].id, members[0].id, most=1)

    members = four(shared_online)
    with seated(members) as (_, people):
        say(people[0], "", "Listen!")
        assert texts(people[1]) == ["Listen!"]
        with_store(shared_online.where, block)
        shared_online.in_the_loop(learn)
        while not asides(people[1])[-1]["muted"]:
            people[1].until("asides")
        assert texts(people[1]) == [""]
        assert texts(people[2]) == ["Listen!"]


def test_whom_a_silent_watcher_blocks_stays_muted_when_others_come(
    shared_online: OnlineServed,
) -> None:
    bob, zoe, yan = (shared_online.guest() for _ in range(3))
    assert zoe.http.put(f"/api/me/blocks/{bob.id}").status_code == 204
    players = [shared_online.guest() for _ in range(2)]
    with seated(players) as (game, _), zoe.sit(game) as watcher:
        caught_up(watcher)
        with bob.sit(game) as other:
            say(other, "watch", "Before anybody else came.")
            with yan.sit(game) as third:
                caught_up(third)
                say(other, "watch", "And after.")
                assert texts(third) == ["Before anybody else came.", "And after."]
        assert texts(watcher) == ["", ""]
        assert [each["muted"] for each in asides(watcher)] == [True, True]


def test_whoever_speaks_without_a_socket_is_muted_for_who_blocks_them(
    shared_online: OnlineServed,
) -> None:
    bob, zoe = (shared_online.guest() for _ in range(2))
    assert zoe.http.put(f"/api/me/blocks/{bob.id}").status_code == 204
    players = [shared_online.guest() for _ in range(2)]
    with seated(players) as (game, _), zoe.sit(game) as watcher:
        caught_up(watcher)
        talk = {"type": "talk", "id": 1, "room": "watch", "text": "Listen!"}
        assert bob.http.post(f"/api/games/{game}/ask", json=talk).json()["type"] == "noted"
        assert texts(watcher) == [""]


def test_too_much_talk_and_the_barred(tmp_path: Path) -> None:
    with serving_online(tmp_path, limited=True, limits={"talk": [2, 600]}) as served:
        members = [served.player() for _ in range(2)]
        with seated(members) as (_, people):
            say(people[0], "", "one")
            say(people[0], "", "two")
            assert refused(people[0], "talk", room="", text="three") == "slow_down"
            say(people[1], "", "I may")
            served.change(members[1].id, barred=2**42)
            assert refused(people[1], "talk", room="", text="No more") == "barred"


def test_whoever_asks_for_everything_again_and_again_is_told_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "ASIDES_PER_WORK", 4)
    with serving_online(tmp_path, limited=True, limits={"work": [3, 100_000]}) as served:
        members = [served.player() for _ in range(2)]
        with seated(members) as (game, people):
            for number in range(8):
                say(people[0], "", str(number))
            reader, path = people[1], f"/api/games/{game}/ask"
            caught_up(reader)
            assert reader.ask("hear", after=0)["number"] == 8
            # Two were charged: two more are too many, on a socket or without one.
            assert refused(reader, "hear", after=0) == "slow_down"
            again = members[1].http.post(path, json={"type": "hear", "id": 1, "after": 0})
            assert again.status_code == 429 and again.json()["code"] == "slow_down"
            # What is new is never too much, and whoever comes back knows the rest.
            for _ in range(9):
                assert reader.ask("hear", after=5)["number"] == 8
                with members[1].sit(game, f"?after={reader.last}&said=8") as back:
                    caught_up(back)
            assert people[0].ask("hear", after=0)["number"] == 8


def test_whoever_comes_to_a_table_too_often_waits_and_is_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, waits = 0.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal at
        at += seconds
        waits.append(seconds)

    # There alone: others of this process sleep too.
    monkeypatch.setattr(accounts, "asyncio", SimpleNamespace(sleep=sleep))
    limits = RateLimits({"work": (30, 60)}, lambda: at)
    device = Device("ada", host=False, payer="ada")

    async def work(store: Store) -> None:
        people = AccountPeople(PeopleStore(store.database), limits)
        for asides in (MAX_MESSAGES, accounts.ASIDES_PER_WORK - 1):
            await people.afford(device, asides)
        assert waits == []
        await people.afford(device, MAX_MESSAGES)
        assert sum(waits) == pytest.approx(60) and max(waits) <= 10

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_what_was_said_can_be_reported(shared_online: OnlineServed) -> None:
    members, moderator = four(shared_online), shared_online.moderator()
    with seated(members) as (game, people):
        say(people[2], "yg", "Somewhere else")
        say(people[0], "rb", "An insult")
        body = {"game": game, "aside": 1, "text": "This is no manner"}
        assert members[1].http.post("/api/reports", json=body).status_code == 202
        # A number that is somebody else's is nobody's.
        body["aside"] = 2
        assert members[1].http.post("/api/reports", json=body).status_code == 400
        [report] = [
            each
            for each in moderator.http.get("/api/reports").json()["reports"]
            if each["game"] == game
        ]
        assert report["said"] == "An insult"
        assert report["accused"]["id"] == members[0].id


def test_what_cannot_be_read_does_not_end_the_following_of_others(online: OnlineServed) -> None:
    game, red, _yellow = begin(online)
    with red.sit(game) as person:
        with closing(sqlite3.connect(online.where)) as database, database:
            database.execute(
                "INSERT INTO asides (game, number, version, at, author, data)"
                " VALUES (?, 1, 999, 0, '', '{}')",
                (game,),
            )
        online.in_the_loop(lambda process: process.bus.publish(f"talk:{game}", b"1"))
        for ply, text in enumerate(("c3-e3", "g7-e7"), 1):
            play_elsewhere(online, game, text)
            assert lines(person, ply)[-1] == text
