"""What is wrong, forged, malformed or oversized gets an error and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.people import HOT_SEAT, Served

BAD = [
    "",
    "null",
    "[]",
    "{",
    "{}",
    '{"type":"turn"}',
    '{"type":"nothing","id":1}',
    '{"type":"turn","id":1,"after":1,"text":5}',
    '{"type":"turn","id":1,"after":1,"text":"c3-e3","more":1}',
    '{"type":"turn","id":-1,"after":1,"text":"c3-e3"}',
    '{"type":"turn","id":1e99,"after":1,"text":"c3-e3"}',
    '{"type":"look","id":1,"lines":-1}',
    '{"type":"why","id":1,"origin":"<b>","target":"e5"}',
    '{"type":"resign","id":1,"after":1,"party":"rb"}',
    "[" * 4000,
    '{"x":' + "[" * 4000,
    '{"type":"ping","id":1,"x":' + "[" * 2000 + "]" * 2000 + "}",
    '{"type":"stage","id":1,"prefix":"' + "x" * 200 + '"}',
]


@pytest.mark.parametrize("text", BAD)
def test_malformed_messages_get_an_error_and_change_nothing(shared: Served, text: str) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        person.say(text)
        answer = person.hear()
        assert answer["type"] == "failed" and answer["code"] == "not_understood"
        assert person.ask("ping")["number"] == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"nothing","id":7}',
        '{"id":7}',
        '{"type":"seat","id":7,"after":1,"party":"r","player":"nobody at all"}',
        '{"type":"turn","id":7,"after":1,"text":5,"more":1}',
    ],
)
def test_what_is_not_understood_is_answered_under_its_id(shared: Served, text: str) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        person.say(text)
        answer = person.hear()
        assert (answer["id"], answer["code"]) == (7, "not_understood")
        person.say('{"type":"turn","id":"seven"}')
        assert person.hear()["id"] is None


def test_oversized_and_binary_messages_get_an_error(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        person.say(json.dumps({"type": "ping", "id": 1, "x": "x" * 5000}))
        assert person.hear()["code"] == "too_long"
        person.say(b"\x00\xff")
        assert person.hear()["code"] == "not_text"
        assert person.ask("ping")["number"] == 1


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"type": "turn", "text": "c3-c9"}, "bad_turn"),
    ({"type": "turn", "text": "g3-g5"}, "bad_turn"),
    ({"type": "turn", "text": "nonsense"}, "bad_turn"),
    ({"type": "turn", "text": "--"}, "bad_turn"),
    ({"type": "resign", "party": "z"}, "not_your_seat"),
    ({"type": "sit", "party": "r"}, "seat_taken"),
    ({"type": "draw", "agree": False}, "no_offer"),
    ({"type": "undo"}, "no_undo"),
]


@pytest.mark.parametrize(("message", "code"), WRONG)
def test_impossible_changes_get_an_error_and_change_nothing(
    shared: Served, message: dict[str, Any], code: str
) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        kind = message.pop("type")
        answer = person.ask(kind, after=1, **message)
        assert answer["type"] == "failed" and answer["code"] == code
        assert answer["words"]["en"] and answer["words"]["fr"]
        assert person.ask("ping")["number"] == 1


def test_a_turn_of_a_bots_party_cannot_be_forged(shared: Served) -> None:
    seats = [{"party": "r", "player": "open"}, {"party": "b", "player": "me"}]
    with shared.sit(shared.new_game(variant="square-4", seats=seats)) as person:
        person.hear()
        assert person.ask("turn", after=1, text="c3-e3")["code"] == "not_your_turn"
        assert person.ask("ping")["number"] == 1


def test_a_game_that_does_not_exist_closes_the_socket(shared: Served) -> None:
    from websockets.exceptions import ConnectionClosed

    with shared.sit("nothing") as person:
        assert person.hear()["code"] == "no_game"
        with pytest.raises(ConnectionClosed) as closed:
            person.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
