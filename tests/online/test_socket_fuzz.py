"""Anything may come over an online table's socket: it is answered, and the table stands.

Once from a player and once from somebody who only watches; both hear no fault of the server, and
nobody else is told anything that he sent in vain.
"""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.online.people import Member, OnlineServed
from tests.server.people import Json, Person

from djambi.server.schemas import messages

CLIENT = get_args(messages.AnyClientMessage)
KINDS = [kind.__struct_config__.tag for kind in CLIENT]
FIELDS = sorted({field for kind in CLIENT for field in kind.__struct_fields__} - {"id"})
WORDS = ["r", "y", "ry", "watch", "bot", "open", "c3-e3", "--", "*", "draw", "undo", "pause"]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=600)
    | st.sampled_from([*WORDS, "peace", "spare", "hello", "novice", "", "\0", "\u202e", "<b>"])
)
PROMISES = st.fixed_dictionaries(
    {"by": st.sampled_from("ryz"), "kind": st.sampled_from(["peace", "attack", "leave", "spare"])},
    optional={
        "rounds": st.integers(-1, 99),
        "other": LEAVES,
        "cell": st.sampled_from(["c3", "e5", "z"]),
    },
)
VALUES = LEAVES | st.lists(LEAVES | PROMISES, max_size=9)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS), "id": st.integers(-1, 9)},
    optional={name: PROMISES | VALUES if name == "promises" else VALUES for name in FIELDS},
)


def table(online: OnlineServed) -> tuple[str, Member, Member]:
    """A table under way: its game, a player of it, somebody who watches."""
    player, watcher = online.guest(), online.guest()
    seats: list[Json] = [{"party": "r", "player": "me"}, {"party": "y", "player": "bot"}]
    body = {"variant": "square-2", "seats": seats, "terms": {"watch": "all"}}
    answer = player.http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"]), player, watcher


@pytest.mark.parametrize("plays", [True, False])
def test_whatever_comes_the_socket_lives(shared_online: OnlineServed, plays: bool) -> None:
    game, player, watcher = table(shared_online)
    with (player if plays else watcher).sit(game) as person:
        person.hear()

        @given(MESSAGES | VALUES)
        def any_message(message: Any) -> None:
            lives(person, json.dumps(message))

        @given(st.text(max_size=300))
        def any_text(text: str) -> None:
            lives(person, text.encode("utf-8", "replace").decode())

        any_message()
        any_text()
        assert person.ask("resume", after=0)["type"] == "state"
        assert not [heard for heard in person.heard if heard.get("code") == "internal"]


def lives(person: Person, text: str) -> None:
    """Whatever came, the next question is answered."""
    person.say(text)
    assert person.ask("ping")["type"] == "pong"


def test_what_watchers_try_changes_nothing(shared_online: OnlineServed) -> None:
    game, player, watcher = table(shared_online)
    with player.sit(game) as person, watcher.sit(game) as other:
        before = person.until("state")["number"]
        other.hear()
        for kind in ("turn", "resign", "call", "seat", "begin", "ballot", "back"):
            fields = {"after": before, "text": "c3-e3", "party": "r", "vote": 1, "agree": True}
            known = set(CLIENT[KINDS.index(kind)].__struct_fields__)
            message = {"type": kind, "id": 5, "player": "open", "vote": "draw"} | fields
            message["vote"] = "draw" if kind == "call" else 1
            other.say({k: v for k, v in message.items() if k in known | {"type"}})
            assert other.until("failed")["id"] == 5
        assert person.ask("ping")["number"] == before
