"""Online tables over real sockets: seats, links, watching, votes, absence, the end, a rematch."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import Any

from tests.online.people import Member, OnlineServed
from tests.server.people import Json, Person


def table(owner: Member, variant: str = "square-4", **body: Any) -> Json:
    """A new table of this member's."""
    answer = owner.http.post("/api/tables", json={"variant": variant, **body})
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


@contextmanager
def seated(members: list[Member], **body: Any) -> Generator[tuple[str, list[Person]]]:
    """A table at which all of these sit, with its game begun; seats in their order."""
    made = table(members[0], "square-2" if len(members) == 2 else "square-4", **body)
    link = f"?key={made['invite']}"
    with ExitStack() as stack:
        people = [stack.enter_context(m.sit(made["id"], link)) for m in members]
        states = [person.until("state") for person in people]
        free = states[0]["table"]["free"]
        for person, party in zip(people[1:], free, strict=False):
            person.change("sit", party=party, key=made["invite"])
        for person in people:
            while not (person.heard and _stage(person) == "playing"):
                person.hear()
        yield made["id"], people


def _stage(person: Person) -> str:
    told = [m for m in person.heard if m["type"] in ("state", "update")]
    return str(told[-1]["table"]["stage"])


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
