"""Online tables over real sockets: people who sit at them, play and hear how they stand."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import Any

from tests.online.people import Member
from tests.server.people import Json, Person


def table(owner: Member, variant: str = "square-4", **body: Any) -> Json:
    """A new table of this member's."""
    answer = owner.http.post("/api/tables", json={"variant": variant, **body})
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


@contextmanager
def seated(members: list[Member], **body: Any) -> Generator[tuple[str, list[Person]]]:
    """A table at which all of these sit, with its game begun; seats in their order.

    Everybody may watch it, unless its terms say otherwise.
    """
    terms = {"watch": "all", **body.pop("terms", {})}
    made = table(members[0], "square-2" if len(members) == 2 else "square-4", terms=terms, **body)
    link = f"?key={made['invite']}"
    with ExitStack() as stack:
        people = [stack.enter_context(m.sit(made["id"], link)) for m in members]
        states = [person.until("state") for person in people]
        free = states[0]["table"]["free"]
        for person, party in zip(people[1:], free, strict=False):
            person.change("sit", party=party, key=made["invite"])
        for person in people:
            while stage(person) != "playing":
                person.hear()
        yield made["id"], people


def stage(person: Person) -> str:
    """The stage of the table, as somebody was told last; "" before they were told anything."""
    heard = _tables(person)
    return str(heard[-1]["table"]["stage"]) if heard else ""


def play(*turns: tuple[Person, str]) -> None:
    """Play these turns from the start of a game, each once its player has heard of those before."""
    for ply, (person, text) in enumerate(turns):
        while told(person)["view"]["ply"] < ply:
            person.until("update")
        person.change("turn", text=text)


def told(person: Person) -> Json:
    """How the table stands, as somebody was told last."""
    return _tables(person)[-1]


def _tables(person: Person) -> list[Json]:
    return [m for m in person.heard if m["type"] in ("state", "update")]


def called(person: Person, vote: str) -> Json:
    """The update that tells of a vote which this person calls."""
    update = person.change("call", vote=vote)
    assert update["events"][-1]["kind"] == "vote_called"
    return update


def parties_at(person: Person) -> str:
    """The parties that somebody plays, as they were told last."""
    return str(told(person)["you"]["parties"])
