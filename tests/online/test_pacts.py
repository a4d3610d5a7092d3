"""Pacts at online tables over real sockets: made, seen, judged by the game, kept for profiles."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep
from typing import Any

from tests.online.people import Member, OnlineServed
from tests.online.tables import table
from tests.online.test_talk import asides, caught_up, four, refused, resign_all, say
from tests.positions import UNGUARDED
from tests.server.people import Json, Person
from tests.waiting import WAIT_TIMEOUT_S

from djambi.pacts import KINDS, PromiseSubject

PEACE = [
    {"by": "r", "kind": "peace", "rounds": 2, "other": "b"},
    {"by": "b", "kind": "peace", "rounds": 2, "other": "r"},
]


@contextmanager
def playing(members: list[Member], **terms: Any) -> Generator[tuple[str, list[Person]]]:
    """UNGUARDED at a table, with red, blue, yellow and green; a fifth, if there is one, watches.

    All have heard that it began.
    """
    made = table(members[0], position=UNGUARDED, terms=terms)
    link = f"?key={made['invite']}"
    with ExitStack() as stack:
        people = [stack.enter_context(m.sit(made["id"], link)) for m in members]
        for person in people:
            person.until("state")
        for person, party in zip(people[1:4], "byg", strict=True):
            person.change("sit", party=party, key=made["invite"])
        for person in people:
            caught_up(person)
        yield made["id"], people


def pacts(person: Person) -> list[Json]:
    """The pacts as a person knows them by now."""
    caught_up(person)
    known: list[Json] = []
    for message in person.heard:
        if message["type"] in ("asides", "pacts") and message["pacts"] is not None:
            known = message["pacts"]
    return known


def propose(person: Person, promises: list[Json], parties: str = "rb", **more: Any) -> str:
    """Propose a pact; its id."""
    answer = person.ask("propose", parties=parties, promises=promises, **more)
    assert answer["type"] == "noted", answer
    return str(pacts(person)[-1]["id"])


def agree(person: Person, pact: str) -> None:
    assert person.ask("accept", pact=pact)["type"] == "noted"


def turn(person: Person, text: str) -> None:
    caught_up(person)
    person.change("turn", text=text)


def found(person: Person) -> list[list[tuple[str, int | None]]]:
    """Of each pact that a person knows, the verdicts and the lines that did it."""
    return [[(p["verdict"], p["line"]) for p in pact["promises"]] for pact in pacts(person)]


def test_a_public_pact_is_made_broken_and_seen_by_all(shared_online: OnlineServed) -> None:
    with playing([*four(shared_online), shared_online.guest()]) as (_, people):
        red, blue, yellow, _, watcher = people
        pact = propose(red, PEACE)
        # Until it is concluded it is a matter between two.
        assert pacts(yellow) == pacts(watcher) == [] == asides(yellow)
        assert pacts(blue)[0]["may"] == ["accept", "counter", "decline"]
        assert pacts(red)[0]["may"] == ["decline"]
        assert found(blue) == [[("proposed", None), ("proposed", None)]]
        agree(blue, pact)
        for person in people:
            [seen] = pacts(person)
            assert (seen["state"], seen["agreed"], seen["line"]) == ("concluded", "rb", 0)
            assert seen["promises"][0]["words"]["en"] == "Red will not attack Blue for 2 rounds."
            assert [each["left"] for each in seen["promises"]] == [2, 2]
        assert [each["kind"] for each in asides(yellow)] == ["concluded"]
        assert [each["kind"] for each in asides(blue)] == ["proposed", "concluded"]
        turn(red, "c4-e4>a5")
        for person in people:
            assert found(person) == [[("broken", 0), ("void", 0)]]
            [seen] = pacts(person)
            assert [each["reason"] for each in seen["promises"]] == ["attacked", "betrayed"]
            assert seen["promises"][0]["why"]["fr"] == "par cette attaque"


def test_a_secret_pact_is_its_parties_own(shared_online: OnlineServed) -> None:
    members = [*four(shared_online), shared_online.guest()]
    with playing(members) as (game, people):
        red, blue, yellow, green, watcher = people
        pact = propose(red, PEACE, secret=True)
        agree(blue, pact)
        turn(red, "a1-a2")
        turn(blue, "d8-d9")
        assert [each["left"] for each in pacts(red)[0]["promises"]] == [2, 2]
        for person in (yellow, green, watcher):
            caught_up(person)
            sent = json.dumps(person.heard)
            assert pact not in sent and "peace" not in sent
            assert asides(person) == [] == pacts(person)
            for kind in ("accept", "decline", "denounce"):
                assert refused(person, kind, pact=pact) == "no_pact"
        counter = {"by": "y", "kind": "no_power", "rounds": 1}
        assert refused(yellow, "propose", parties="yg", promises=[counter], counters=pact) == (
            "no_pact"
        )
        # Nor does somebody else's number show that there was something.
        say(green, "", "So quiet here")
        caught_up(yellow)
        assert [each["number"] for each in asides(yellow)] == [1]
        with members[2].sit(game) as again:
            assert pacts(again) == []
            assert pact not in json.dumps(again.heard)


def test_propose_counter_decline(shared_online: OnlineServed) -> None:
    with playing(four(shared_online)) as (_, people):
        red, blue, _, _ = people
        first = propose(red, PEACE[:1])
        other = [{**PEACE[1], "other": "y"}]
        assert refused(blue, "propose", parties="by", promises=other, counters=first) == (
            "pact_parties"
        )
        second = propose(blue, [{**PEACE[0], "rounds": 5}, PEACE[1]], counters=first)
        assert [each["state"] for each in pacts(red)] == ["declined", "proposed"]
        assert pacts(red)[1]["counters"] == first
        assert refused(blue, "accept", pact=first) == "pact_closed"
        assert refused(blue, "accept", pact=second) == "pact_agreed"
        assert red.ask("decline", pact=second)["type"] == "noted"
        assert pacts(blue)[1]["state"] == "declined" and pacts(blue)[1]["may"] == []
        kinds = [each["kind"] for each in asides(blue)]
        assert kinds == ["proposed", "countered", "declined"]
        third = propose(red, PEACE)
        assert red.ask("decline", pact=third)["type"] == "noted"
        assert refused(blue, "accept", pact=third) == "pact_closed"


def test_a_proposal_goes_with_the_party_that_cannot_keep_it(shared_online: OnlineServed) -> None:
    with playing(four(shared_online)) as (_, people):
        red, blue, _, _ = people
        pact = propose(red, PEACE)
        assert pacts(blue)[0]["may"] == ["accept", "counter", "decline"]
        blue.change("resign", party="b")
        assert pacts(blue)[0]["may"] == ["decline"]
        assert refused(blue, "accept", pact=pact) == "promise_gone"
        assert pacts(red)[0]["may"] == ["decline"]


def test_who_gives_notice_is_bound_for_one_more_round(shared_online: OnlineServed) -> None:
    with playing(four(shared_online)) as (_, people):
        red, blue, yellow, green = people
        pact = propose(red, PEACE)
        agree(blue, pact)
        assert red.ask("denounce", pact=pact)["type"] == "noted"
        assert found(red) == found(yellow) == [[("running", None), ("void", None)]]
        assert pacts(blue)[0]["denounced"] == "r"
        assert refused(red, "denounce", pact=pact) == "pact_closed"
        for person, text in ((red, "a1-a2"), (blue, "d8-d9"), (yellow, "h9-i9")):
            turn(person, text)
        assert found(blue) == [[("running", None), ("void", None)]]
        turn(green, "i1-i2")
        assert found(blue) == [[("void", 3), ("void", None)]]


def test_a_turn_taken_back_breaks_nothing(shared_online: OnlineServed) -> None:
    with playing(four(shared_online)) as (_, people):
        red, blue, *others = people
        agree(blue, propose(red, PEACE))
        turn(red, "c4-e4>a5")
        assert found(blue) == [[("broken", 0), ("void", 0)]]
        red.change("call", vote="undo", kept=0)
        for person in (blue, *others):
            caught_up(person)
            states = [m for m in person.heard if m["type"] in ("state", "update")]
            vote = states[-1]["table"]["vote"]["number"]
            assert person.ask("ballot", vote=vote, agree=True)["type"] == "done"
        while not any(e["kind"] == "undone" for e in blue.until("update")["events"]):
            pass
        assert found(blue) == [[("running", None), ("running", None)]]


def test_promises_that_make_no_sense(shared_online: OnlineServed) -> None:
    with playing(four(shared_online)) as (_, people):
        red, blue = people[:2]

        def why(*promises: Json, parties: str = "rb", **more: Any) -> str:
            return refused(red, "propose", parties=parties, promises=list(promises), **more)

        good = PEACE[0]
        assert why(good, parties="rz") == "pact_parties"
        assert why(good, parties="by") == "pact_parties"
        assert why({**good, "by": "y"}) == "pact_parties"
        assert why({**good, "other": "r"}) == "promise_self"
        assert why({**good, "other": None}) == "promise_about"
        assert why({**good, "other": "z"}) == "promise_party"
        assert why({"by": "r", "kind": "leave", "rounds": 1}) == "promise_no_power"
        assert why({"by": "r", "kind": "spare", "rounds": 1, "cell": "a9"}) == "promise_piece"
        assert why(good, counters="abcdefgh") == "no_pact"
        assert why(good, {**good, "rounds": 5}) == "promise_twice"
        spares = [{"by": "r", "kind": "spare", "rounds": 1, "cell": cell} for cell in ("e4", "d8")]
        propose(red, spares)
        for wrong in ({**good, "rounds": 21}, {**good, "rounds": 0}, {**good, "kind": "love"}):
            red.say({"type": "propose", "id": 1, "parties": "rb", "promises": [wrong]})
            assert red.until("failed")["code"] == "not_understood"
        # A piece that has gone elsewhere since is not the one that was meant.
        spare = {"by": "r", "kind": "spare", "rounds": 3, "cell": "e4"}
        pact = propose(red, [spare])
        assert pacts(blue)[0]["promises"][0]["piece"] == {
            "party": "b",
            "kind": "A",
            "cell": "e4",
            "now": "e4",
        }
        turn(red, "a1-a2")
        turn(blue, "e4-d4")
        assert refused(blue, "accept", pact=pact) == "promise_piece"


def test_tables_without_secret_pacts_and_without_any(shared_online: OnlineServed) -> None:
    with playing(four(shared_online), talk="public") as (_, people):
        red, blue, yellow, _ = people
        assert refused(red, "propose", parties="rb", promises=PEACE, secret=True) == "pact_secret"
        propose(red, PEACE)
        assert pacts(yellow)[0]["state"] == "proposed" and pacts(yellow)[0]["may"] == []
        assert refused(yellow, "accept", pact=pacts(yellow)[0]["id"]) == "no_pact"
        agree(blue, pacts(blue)[0]["id"])
        assert pacts(yellow)[0]["state"] == "concluded"
    with playing(four(shared_online), pacts=False) as (_, people):
        assert refused(people[0], "propose", parties="rb", promises=PEACE) == "no_pacts"


def test_what_profiles_say_afterwards(shared_online: OnlineServed) -> None:
    for publish in (True, False):
        members = four(shared_online)
        with playing(members, publish=publish) as (_, people):
            red, blue, yellow, _ = people
            agree(blue, propose(red, PEACE))
            agree(blue, propose(red, PEACE, secret=True))
            agree(yellow, propose(red, [{**PEACE[0], "other": "y"}], parties="ry"))
            turn(red, "c4-e4>a5")
            assert virtu(members[0]) == [0, 0, 0, 0]
            resign_all(people)
            if publish:
                assert len(pacts(yellow)) == 3
            else:
                assert len(pacts(yellow)) == 2
        # Yellow resigned: the promise to him is void. Profiles are written beside the end.
        expected = [0, 1, 0, 1] if publish else [0, 1, 0, 0]
        deadline = monotonic() + WAIT_TIMEOUT_S
        while virtu(members[0]) != expected and monotonic() < deadline:
            sleep(0.05)
        assert virtu(members[0]) == expected
        assert virtu(members[1]) == [0, 0, 0, 0]


def virtu(member: Member) -> list[int]:
    figures = member.http.get(f"/api/people/{member.id}").json()["virtu"]
    return [figures[k] for k in ("kept", "broken", "secret_kept", "secret_broken")]


def test_the_table_of_promises_over_http(shared_online: OnlineServed) -> None:
    answer = shared_online.browser().get("/api/pacts").json()
    subjects = {PromiseSubject.PARTY: "party", PromiseSubject.PIECE: "piece"}
    assert [(kind["kind"], kind["about"]) for kind in answer["kinds"]] == [
        (kind.name, subjects.get(kind.about)) for kind in KINDS
    ]
    assert len(answer["emotes"]) == 12
