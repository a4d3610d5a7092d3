"""Bots in pacts at online tables: they answer, they propose, and a stand-in promises nothing."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tests.online.people import Member, OnlineServed
from tests.online.tables import table
from tests.online.test_pacts import PEACE, found, pacts, propose, turn
from tests.online.test_talk import asides, caught_up
from tests.positions import UNGUARDED
from tests.server.people import Json, Person

from djambi import Position
from djambi.bots import make


@contextmanager
def among_bots(member: Member, level: str = "club", **body: Any) -> Generator[Person]:
    """A table of one person, who plays red, and three bots."""
    seats: list[Json] = [{"party": "r", "player": "me"}]
    seats += [{"party": p, "player": "bot", "level": level} for p in "byg"]
    made = table(member, seats=seats, **body)
    with member.sit(made["id"]) as person:
        person.until("state")
        caught_up(person)
        yield person


def settled(person: Person, pact: str) -> Json:
    """A pact once it is no longer only proposed."""
    while True:
        [seen] = [each for each in pacts(person) if each["id"] == pact]
        if seen["state"] != "proposed":
            return seen
        person.hear()


def test_a_bot_agrees_to_peace_and_refuses_an_insult(shared_online: OnlineServed) -> None:
    with among_bots(shared_online.guest()) as person:
        seen = settled(person, propose(person, PEACE))
        assert (seen["state"], seen["agreed"]) == ("concluded", "rb")
        # The bot has a word for it, and nobody puts one into a person's mouth.
        by = {each["party"]: each["remark"] for each in asides(person)}
        assert by["b"]["en"] != by["b"]["fr"] and by["r"] is None
        against: list[Json] = [
            {"by": "r", "kind": "no_power", "rounds": 1},
            {"by": "g", "kind": "attack", "rounds": 5, "other": "y"},
            {"by": "g", "kind": "spare", "rounds": 5, "cell": "a1"},
            {"by": "g", "kind": "peace", "rounds": 5, "other": "r"},
        ]
        assert settled(person, propose(person, against, parties="rg"))["state"] == "declined"


def test_a_bot_answers_a_one_sided_wish_with_a_mutual_one(shared_online: OnlineServed) -> None:
    with among_bots(shared_online.guest()) as person:
        wish: list[Json] = [{"by": "b", "kind": "peace", "rounds": 3, "other": "r"}]
        first = propose(person, wish)
        assert settled(person, first)["state"] == "declined"
        while not any(each["kind"] == "countered" for each in asides(person)):
            person.hear()
        counter = pacts(person)[-1]
        assert (counter["counters"], counter["by"]) == (first, "b")
        assert [(p["by"], p["kind"], p["other"]) for p in counter["promises"]] == [
            ("b", "peace", "r"),
            ("r", "peace", "b"),
        ]
        assert person.ask("accept", pact=counter["id"])["type"] == "noted"
        assert pacts(person)[-1]["state"] == "concluded"


def test_a_bot_that_falls_by_a_betrayal_still_tells_everybody(
    shared_online: OnlineServed,
) -> None:
    hanging = "square-4 original 3bC3yC1/9/9/9/3rA5/9/9/4rN4/rC7gC r,b,y,g rbyg r 0 0"
    with among_bots(shared_online.guest(), position=hanging) as person:
        assert settled(person, propose(person, PEACE, secret=True))["state"] == "concluded"
        turn(person, "d5-d9")
        while not any(each["kind"] == "stated" for each in asides(person)):
            person.hear()
        [first, *_] = [each for each in asides(person) if each["kind"] == "stated"]
        assert (first["party"], first["room"]) == ("b", "")


def test_bots_propose_pacts_of_their_own(shared_online: OnlineServed) -> None:
    with among_bots(shared_online.guest(), "club:courtier", terms={"talk": "public"}) as person:
        mine = make("greedy", 1)
        for _ in range(300):
            state = [m for m in person.heard if m["type"] in ("state", "update")][-1]
            if any(each["kind"] == "proposed" for each in asides(person)):
                break
            if state["view"]["mover"] == "r":
                position = Position.parse(state["view"]["position"])
                turn(person, str(mine.choose(position)))
            else:
                person.hear()
        [first, *_] = [each for each in asides(person) if each["kind"] == "proposed"]
        assert first["party"] in "byg" and first["name"] == ""


def test_a_stand_in_promises_nothing_in_the_name_of_the_absent(
    shared_online: OnlineServed,
) -> None:
    members = [shared_online.guest(), shared_online.guest()]
    made = table(members[0], position=UNGUARDED, terms={"grace": 5, "absence": "bot"}, seats=[
        {"party": "r", "player": "me"},
        {"party": "b", "player": "open"},
        {"party": "y", "player": "bot", "level": "club"},
        {"party": "g", "player": "bot", "level": "club"},
    ])  # fmt: skip
    with members[0].sit(made["id"]) as red:
        red.until("state")
        with members[1].sit(made["id"], f"?key={made['invite']}") as blue:
            blue.until("state")
            blue.change("sit", party="b", key=made["invite"])
        while red.heard[-1].get("table", {}).get("stage") != "playing":
            red.hear()
        caught_up(red)
        pact = propose(red, [{**PEACE[0], "rounds": 9}])
        turn(red, "a1-a2")
        while not any(
            event["kind"] == "stood_in" for m in red.heard for event in m.get("events", [])
        ):
            red.hear()
        state = [m for m in red.heard if m["type"] == "update"][-1]
        while state["view"]["mover"] == "b":
            state = red.until("update")
        [seen] = [each for each in pacts(red) if each["id"] == pact]
        assert (seen["state"], seen["agreed"]) == ("proposed", "r")
        assert found(red)[0] == [("proposed", None)]
