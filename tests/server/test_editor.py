"""The editor's side of the server: set-ups in and out, every fault named in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.people import Json, Served

from djambi import Position
from djambi.errors import BadPosition
from djambi.rules import VARIANT_NAMES
from djambi.server.errors import failed_message
from djambi.views.setups import setup_named, setup_of, setup_report_view


def edited(shared: Served, body: Json) -> Json:
    with shared.http() as http:
        answer = http.post("/api/setup", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def read(shared: Served, text: str, **more: Any) -> Json:
    with shared.http() as http:
        answer = http.post("/api/setup/read", json={"text": text, **more})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_every_start_comes_back_as_it_went(variant: str) -> None:
    start = setup_named(variant)
    first = setup_report_view(start)
    assert first.faults == []
    assert first.text == str(Position.start(variant))
    assert setup_report_view(setup_of(start.variant, start.rules, first.setup)) == first


@pytest.mark.parametrize(
    ("text", "power"),
    [
        ("square-4 original 9/9/9/9/9/9/9/9/rC6yC1 r,b!,y,g>r* rbyg =ry 3 90", None),
        ("square-4 original 8bC/9/9/9/4rC4/9/9/9/x7yC r,b,y,g! ygrb r+b 7 21", "r"),
    ],
)
def test_every_position_comes_back_as_it_went(text: str, power: str | None) -> None:
    setup = setup_named(text)
    first = setup_report_view(setup)
    assert (first.faults, first.text, first.power) == ([], text, power)
    assert str(setup_of(setup.variant, setup.rules, first.setup)) == text


def test_options_that_differ_are_kept(shared: Served) -> None:
    found = read(shared, "square-4 bga,own_kills=none")
    assert (found["setup"]["edition"], found["setup"]["options"]) == ("bga", {"own_kills": "none"})
    assert edited(shared, found["setup"])["text"].split(" ")[1] == "bga,own_kills=none"


def test_an_empty_board_says_what_it_lacks_in_both_languages(shared: Served) -> None:
    found = read(shared, "hex-3", empty=True)
    assert found["setup"]["cells"] == {}
    said = [fault["words"] for fault in found["faults"]]
    assert [words["en"] for words in said] == [
        f"{party} is active, but its Chief is not on the board."
        for party in ("Red", "Blue", "Yellow")
    ]
    assert said[0]["fr"] == "Rouge est actif, mais son Chef n’est pas sur le plateau."


def changed(**fields: Any) -> Json:
    """The classic start with some fields otherwise."""
    setup = setup_report_view(setup_named("square-4"))
    body: Json = {
        "variant": "square-4",
        "cells": dict(setup.setup.cells),
        "parties": [
            {"party": p.party, "status": p.status, "lord": p.lord, "gone": p.gone}
            for p in setup.setup.parties
        ],
        "order": "rbyg",
        "seat": "r",
    }
    for name, value in fields.items():
        if name == "cells":
            body["cells"].update(value)
        elif name == "party":
            letter = value["party"]
            body["parties"] = [value if p["party"] == letter else p for p in body["parties"]]
        else:
            body[name] = value
    return body


FAULTS: dict[str, tuple[Json, str]] = {
    "too many of a kind": (
        {"cells": {"e1": "rR"}},
        "The red Reporter: 2 on the board, but the set-up has only 1.",
    ),
    "no Chief in the maze": (
        {"cells": {"e5": "rM", "c1": "x"}},
        "The red Militant stands in the maze, where only a Chief may live.",
    ),
    "gone": (
        {"party": {"party": "r", "status": "active", "gone": True}},
        "Red is active, so it cannot have left the game.",
    ),
    "a lord who is none": (
        {
            "party": {"party": "b", "status": "vassal", "lord": "b"},
        },
        "Blue is a vassal of Blue, who is not active.",
    ),
    "held by nobody in power": (
        {"rules": "wikipedia", "party": {"party": "b", "status": "held", "lord": "r"}},
        "Blue is held by Red, who is not in power.",
    ),
    "a bonus turn without power": (
        {"ruler": "r"},
        "Red has no extra turn: its Chief is not in power.",
    ),
    "a seat that does not play": (
        {"party": {"party": "r", "status": "frozen"}},
        "Red is to play, but has no turns.",
    ),
    "a vassal without a lord": (
        {"party": {"party": "b", "status": "vassal"}},
        "Error: parties: b: vassal without a lord.",
    ),
    "an order of others": (
        {"order": "rbyy"},
        "“rbyy” is not the parties’ letters in some order.",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named(shared: Served, name: str) -> None:
    fields, sentence = FAULTS[name]
    body = changed(**{k: v for k, v in fields.items() if k != "rules"})
    if edition := fields.get("rules"):
        body["edition"] = edition
    found = [fault["words"] for fault in edited(shared, body)["faults"]]
    assert any(words["en"].startswith(sentence) for words in found), found
    assert all(words["fr"] != words["en"] for words in found)


def test_every_fault_with_a_code_has_its_sentence() -> None:
    """What reading a whole position names can be said in French too."""
    text = "square-4 original 9/9/9/9/4rM4/9/9/9/9 r,b,y>r,g>b rbyg g 0 0"
    with pytest.raises(BadPosition) as caught:
        Position.parse(text)
    failed = failed_message(None, caught.value)
    assert failed.code == "bad_position"
    assert "Le Militant rouge est dans le Labyrinthe" in failed.words.fr
    assert "Green" in failed.words.en and "Vert" in failed.words.fr


@pytest.mark.parametrize(
    "body",
    [
        {"variant": "square-9"},
        {"variant": "square-4", "cells": {"z9": "rC"}},
        {"variant": "square-4", "cells": {"a1": "rZ"}},
        {"variant": "square-4", "cells": {"a1": "r" * 5000}},
        {"variant": "square-4", "edition": "nobody's"},
        {"variant": "square-4", "options": {"own_kills": "perhaps"}},
        {"variant": "square-4", "quiet": -1},
        {"variant": "square-4", "seat": "RED"},
        {"variant": "square-4", "more": 1},
    ],
)
def test_what_is_no_set_up_is_refused(shared: Served, body: Json) -> None:
    with shared.http() as http:
        answer = http.post("/api/setup", json=body)
    assert answer.status_code == 400
    assert answer.json()["words"]["fr"]


@pytest.mark.parametrize("text", ["", "hex-3 none", "square-4 original 9 r r r 0 0", "x" * 3999])
def test_a_text_that_is_none_is_refused_with_what_is_wrong(shared: Served, text: str) -> None:
    with shared.http() as http:
        answer = http.post("/api/setup/read", json={"text": text})
    assert answer.status_code == 400
    assert answer.json()["words"]["en"]


# Two players and a corpse; blue is to play.
ENDGAME = "square-4 bga 9/9/9/9/9/6bM2/9/1rA6bC/rC8 r,b,y!*,g!* rbyg b 3 40"


def test_a_game_begins_at_a_position(shared: Served) -> None:
    seats = [{"party": "r", "player": "me"}, {"party": "b", "player": "bot", "level": "random"}]
    game = shared.new_game(variant="square-4", position=ENDGAME, seats=seats)
    with shared.sit(game) as person:
        state = person.until("state")
    assert state["view"]["position"] == ENDGAME
    assert state["view"]["mover"] == "b"
    players = {seat["party"]: seat["player"] for seat in state["seats"]}
    assert (players["r"], players["b"]) == ("me", "bot")


@pytest.mark.parametrize(
    ("variant", "position", "code"),
    [
        ("hex-3", ENDGAME, "bad_request"),
        ("square-4", ENDGAME.replace(" b 3", " =b 3"), "over"),
        ("square-4", ENDGAME.replace("rC8", "9"), "bad_position"),
        ("square-4", "nonsense", "bad_position"),
    ],
)
def test_no_game_begins_where_none_can(
    shared: Served, variant: str, position: str, code: str
) -> None:
    with shared.http() as http:
        answer = http.post("/api/games", json={"variant": variant, "position": position})
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_what_is_wrong_with_the_rules_is_said_with_what_was_meant(shared: Served) -> None:
    text = "square-4 originals 9/9/9/9/9/9/9/9/9 r,b,y,g rbyg r 0 0"
    with shared.http() as http:
        words = http.post("/api/study/look", json={"position": text}).json()["words"]
    meant = "There is no edition “originals”. Do you mean “original”?"
    assert words["en"] == f"Invalid position. {meant}"
    assert words["fr"].endswith("Voulez-vous dire «\u00a0original\u00a0»\u202f?")


def test_a_text_that_is_no_position_is_said_to_be_none_in_both_languages(shared: Served) -> None:
    with shared.http() as http:
        words = http.post("/api/study/look", json={"position": "square-4 nonsense"}).json()["words"]
    assert words["en"].startswith("Invalid position. A position has eight parts, ")
    assert words["fr"].startswith("Position non valide. Une position a huit éléments, ")
    assert "2" in words["en"] and "2" in words["fr"]


def test_a_fault_within_a_position_is_said_in_both_languages(shared: Served) -> None:
    text = "square-4 original 9/9/9/9/9/9/9/rQ8/rZ8 r,b,y,g rbyg r 0 0"
    with shared.http() as http:
        words = http.post("/api/study/look", json={"position": text}).json()["words"]
    assert "“rQ” on a2" in words["en"] and "«\u00a0rZ\u00a0» en a1" in words["fr"]
    assert "anglais" not in words["fr"]
