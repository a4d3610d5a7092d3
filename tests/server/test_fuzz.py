"""Anything may come over a socket: it is answered, the connection lives, the game stands."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from tests.server.people import HOT_SEAT, Person, Served

from djambi.server.schemas import messages

KINDS = [kind.__name__.lower() for kind in get_args(messages.AnyClientMessage)]
FIELDS = sorted({f for kind in get_args(messages.AnyClientMessage) for f in kind.__struct_fields__})
CELLS = st.sampled_from(["a1", "c3", "e5", "i9", "z9", "o", "a44", "", "é", "a1-b1"])
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 2**70)
    | st.floats(allow_nan=False)
    | st.text(max_size=200)
    | CELLS
    | st.sampled_from(["r", "bot", "c3-e3", "c3-e5", "--", "b1-e5/e9>a1*d4", "random"])
    | st.lists(st.integers(), max_size=3)
)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={name: VALUES if name != "id" else st.integers(-1, 9) for name in FIELDS},
)


def answered(person: Person, text: str) -> None:
    person.say(text)
    pong = person.ask("ping")
    assert pong["type"] == "pong"


def test_whatever_comes_the_socket_lives(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()

        @given(MESSAGES | VALUES)
        def any_message(message: Any) -> None:
            answered(person, json.dumps(message))

        @given(st.text(max_size=300))
        def any_text(text: str) -> None:
            answered(person, text.encode("utf-8", "replace").decode())

        any_message()
        any_text()
        state = person.ask("resume", after=0)
        assert state["type"] == "state"
        assert not [heard for heard in person.heard if heard.get("code") == "internal"]


@given(MESSAGES)
def test_what_is_understood_has_only_what_its_struct_says(message: dict[str, Any]) -> None:
    text = json.dumps(message)
    try:
        found = msgspec.json.decode(text, type=messages.AnyClientMessage)
    except msgspec.DecodeError:
        return
    assert set(message) <= {"type", *found.__struct_fields__}
    assert isinstance(found.id, int) and found.id >= 0
