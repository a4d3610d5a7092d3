"""The analysis board's side of the server: studies opened, played, written, thought about."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.positions import LAST_KILL_BGA as WON
from tests.server.people import Json, Served, serving, wait_until
from tests.server.stores import with_new_store

from djambi import Position
from djambi.analysis import Assessment, Proof, ReviewSearches
from djambi.game import Game
from djambi.kernel import COMPILED
from djambi.server.analysis import routes as study_routes
from djambi.server.analysis.service import (
    MAX_STREAMS_EACH,
    AnalysisService,
    _read,
    _Remembered,
    key_of,
)
from djambi.server.errors import RequestRefused, error_answer
from djambi.server.people import me_routes
from djambi.server.security.fair_queue import RETRY_S
from djambi.server.storage import Store
from djambi.views import studies
from djambi.views.analysis import TurnReviewView, pact_words
from djambi.views.errors import ViewError
from djambi.views.studies import MAX_STUDY_MOVES, look_view, opened_study, study_view

RECORD = """[Event "A lesson"]
[Variant "square-4"]
[Rules "original"]
[Red "Ada"]
[Result "*"]

{The start} 1. r c3-e3 {to the middle} (r c2-e4 {bolder} b g3-g5) b g3-g5 y g7-e7 g resigns
"""
MUTUAL = (
    "square-4 original 2gMyC1x2yM/1gA1x1yD3/gMgM5x1/2rM2xxgR1/x2xgCx3/3x2rMbDyR/x1rM3bN2/"
    "rR1rN2bM2bR/rCrArM1xxbA1bC r,b,y,g rbyg g+r 0 35"
)
"""Green, in power, and Yellow both gain by leaving each other alone: neither helps the others."""


def ask(shared: Served, what: str, body: Json, status: int = 200) -> Json:
    with shared.http() as http:
        answer = http.post(f"/api/study/{what}", json=body)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def stream(shared: Served, what: str, body: Json) -> list[Json]:
    with shared.http() as http, http.stream("POST", f"/api/study/{what}", json=body) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        return [json.loads(line) for line in answer.iter_lines()]


def body_of(view: Json) -> Json:
    """What the browser sends back of a study it was sent."""
    kept = ("parent", "kind", "party", "text", "comments", "before")
    moves = [{name: move[name] for name in kept} for move in view["moves"]]
    return {
        "start": view["start"],
        "tags": view["tags"],
        "comments": view["comments"],
        "moves": moves,
    }


def test_a_record_is_opened_with_variations_and_comments(shared: Served) -> None:
    view = ask(shared, "open", {"text": RECORD})
    told = [(m["parent"], m["kind"], m["party"], m["text"], m["comments"]) for m in view["moves"]]
    assert told == [
        (0, "turn", "r", "c3-e3", ["to the middle"]),
        (1, "turn", "b", "g3-g5", []),
        (2, "turn", "y", "g7-e7", []),
        (3, "resigned", "g", "", []),
        (0, "turn", "r", "c2-e4", ["bolder"]),
        (5, "turn", "b", "g3-g5", []),
    ]
    assert view["comments"] == ["The start"]
    assert (view["variant"], view["edition"], view["rules"]) == ("square-4", "original", "original")
    assert (view["tags"]["Red"], view["start"]) == ("Ada", str(Position.start()))
    assert view["moves"][0]["position"] == str(Position.start().play("c3-e3"))
    assert view["moves"][0]["words"]["fr"].startswith("Le Nécromobile rouge")


def test_a_move_says_whose_it_is_and_at_which_seat_it_is_played() -> None:
    study = opened_study("{Without tags.} 1. r c3-e3 g resigns b g3-g5 draw agreed")
    assert study.comments == ["Without tags."]
    assert [(m.kind, m.party, m.seat, m.long) for m in study.moves] == [
        ("turn", "r", "r", "Nc3-e3"),
        ("resigned", "g", "b", ""),
        ("turn", "b", "b", "Ng3-g5"),
        ("draw", "", "y", ""),
    ]
    ruler = "square-4 original 8bC/9/9/9/4rC4/9/9/9/gC7yC r,b,y,g rbyg r+b 7 21"
    move = look_view(ruler, "e5-e6").move
    assert move is not None
    assert (move.party, move.seat, move.bonus, move.long) == ("r", "b", True, "Ce5-e6")


def test_a_record_of_too_many_moves_is_no_study(monkeypatch: pytest.MonkeyPatch) -> None:
    [game] = Game.read(RECORD)
    monkeypatch.setattr(studies, "MAX_STUDY_MOVES", 6)
    assert len(study_view(game).moves) == 6
    monkeypatch.setattr(studies, "MAX_STUDY_MOVES", 5)
    with pytest.raises(ViewError, match="record_long"):
        study_view(game)


def test_turns_are_a_record_numbered_or_not() -> None:
    for text in ("r c3-e3\nb g3-g5", "r c3-e3 b g3-g5", "c3-e3 g3-g5", "1. r c3-e3 b g3-g5"):
        assert len(opened_study(text).moves) == 2


def test_a_study_goes_back_into_a_record_whole(shared: Served) -> None:
    view = ask(shared, "open", {"text": RECORD})
    text = ask(shared, "record", body_of(view))["text"]
    [mine], [theirs] = list(Game.read(text)), list(Game.read(RECORD))
    assert str(mine) == str(theirs)


@pytest.mark.parametrize("text", [WON, "square-4", "hex-6 bga"])
def test_a_position_is_a_study_without_turns(shared: Served, text: str) -> None:
    view = ask(shared, "open", {"text": text})
    assert view["moves"] == []
    assert view["start"].startswith(text.split(" ")[0])


def test_a_position_is_looked_at_and_played_on(shared: Served) -> None:
    here = ask(shared, "look", {"position": WON})
    assert here["move"] is None
    assert "b2" in here["view"]["stages"]
    there = ask(shared, "look", {"position": WON, "text": "b2-i2"})
    assert there["move"]["text"] == "b2-i2"
    assert there["move"]["position"] == there["view"]["position"]
    assert there["view"]["mover"] is None
    assert there["view"]["stages"] == {}
    assert there["view"]["last"]["cells"] == ["b2", "i2"]


def test_stages_reasons_and_threats_of_any_position(shared: Served) -> None:
    start = str(Position.start())
    stage = ask(shared, "stage", {"position": start, "prefix": "c3"})["stage"]
    assert stage["kind"] == "destination"
    why = ask(shared, "why", {"position": start, "origin": "a1", "target": "e5"})
    assert why["words"]["en"] == "Something stands in the way."
    assert ask(shared, "why", {"position": start, "origin": "c3", "target": "e3"}) == {
        "words": None
    }
    threats = ask(shared, "threats", {"position": WON, "party": "b"})["threats"]
    assert {"cell": "i2", "origin": "b2", "by": "r", "act": "kill"} in threats


@pytest.mark.parametrize(
    ("what", "body", "code"),
    [
        ("open", {"text": ""}, "bad_position"),
        ("open", {"text": "[Event\n"}, "bad_record"),
        ("open", {"text": "1. r c3-c9"}, "bad_record"),
        ("look", {"position": "nonsense"}, "bad_position"),
        ("look", {"position": WON, "text": "a1-a9x"}, "bad_turn"),
        ("stage", {"position": WON, "prefix": "z9"}, "bad_turn"),
        ("threats", {"position": WON, "party": "z"}, "no_seat"),
        ("record", {"start": WON, "moves": [{"parent": 1, "text": "b2-i2"}]}, "bad_request"),
        ("record", {"start": WON, "moves": [{"parent": 0, "text": "b2-b3-b4"}]}, "bad_turn"),
        ("record", {"start": WON, "moves": [{"parent": 0, "kind": "resigned", "party": "y"}]},
         "bad_request"),
        (
            "record",
            {
                "start": WON,
                "moves": [{"parent": 0, "text": "b2-i2"}, {"parent": 1, "kind": "draw"}],
            },
            "over",
        ),
        ("think", {"position": "nonsense"}, "bad_position"),
        ("think", {"position": WON, "lines": 99}, "bad_request"),
        ("game", {"start": "nonsense"}, "bad_position"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(shared: Served, what: str, body: Json, code: str) -> None:
    assert ask(shared, what, body, 400)["code"] == code


def test_a_study_of_too_many_moves_is_refused(shared: Served) -> None:
    moves = [{"parent": 0, "text": "b2-i2"}] * (MAX_STUDY_MOVES + 1)
    assert ask(shared, "record", {"start": WON, "moves": moves}, 400)["words"]["fr"]


def assert_b2_takes_i2(turn: dict[str, Any]) -> None:
    """A turn is told as it is written, and in the words of both languages."""
    assert (turn["text"], turn["long"]) == ("b2-i2", "Ab2xi2")
    assert "blue Chief on i2" in turn["words"]["en"] and "Chef bleu en i2" in turn["words"]["fr"]


def test_the_engine_s_answers_become_better_and_end(shared: Served) -> None:
    found = stream(shared, "think", {"position": WON, "lines": 2, "nodes": 3000})
    assert [thought["last"] for thought in found] == [False] * (len(found) - 1) + [True]
    assert len(found) > 1
    best = found[-1]["lines"][0]
    assert_b2_takes_i2(*best["turns"])
    assert found[-1]["shares"] == {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0}


def test_nothing_can_be_found_at_the_end_but_the_result(shared: Served) -> None:
    ended = str(Position.parse(WON).play("b2-i2"))
    [*_, last] = stream(shared, "think", {"position": ended})
    assert (last["lines"], last["shares"]["r"], last["last"]) == ([], 1.0, True)


def test_the_last_thought_tells_what_a_peace_would_be_worth(shared: Served) -> None:
    [*first, last] = stream(shared, "think", {"position": MUTUAL, "lines": 1, "nodes": 2000})
    words = pact_words(Position.parse(MUTUAL))
    assert last["pact"] == (words and {"en": words.en, "fr": words.fr})
    assert words is not None or not COMPILED
    assert all(thought["pact"] is None for thought in first)


GAME = {"start": WON, "moves": [{"parent": 0, "text": "a1-a2"}, {"parent": 0, "text": "b2-i2"}]}


def test_a_game_is_judged_and_remembered(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        first = stream(served, "game", GAME)
    # The variation is no part of the game.
    assert [judged["number"] for judged in first] == [0, 1]
    assert first[1]["total"] == 1
    assert first[1]["mark"] == "blunder"
    assert_b2_takes_i2(first[1]["best"])
    with closing(sqlite3.connect(tmp_path / "djambi.sqlite3")) as database:
        # Both positions of the game; what the proved win leads to is not searched.
        assert database.execute("SELECT count(*) FROM thoughts").fetchone() == (2,)
        # What is stored is believed: nothing is thought twice.
        database.execute("UPDATE thoughts SET data = replace(data, '\"r\":1.0', '\"r\":0.75')")
        database.commit()
    with serving(tmp_path) as served:
        again = stream(served, "game", GAME)
    assert again[0]["shares"]["r"] == 0.75
    with closing(sqlite3.connect(tmp_path / "djambi.sqlite3")) as database:
        database.execute("UPDATE thoughts SET data = substr(data, 1, 9)")
        database.commit()
    with serving(tmp_path) as served:
        # What is damaged is thought again.
        assert stream(served, "game", GAME)[0]["shares"]["r"] == 1.0


@pytest.mark.parametrize("proof", [None, Proof("r", 3), Proof("b"), Proof(None, drawn=True)])
def test_a_thought_is_stored_with_all_that_it_says(tmp_path: Path, proof: Proof | None) -> None:
    position = Position.start("hex-3")
    shares = {"r": 0.5, "b": 0.25, "y": 0.25}
    best = next(iter(position.legal_turns()))
    thought = Assessment(shares, best, 7, 900, proof is not None, proof)

    async def work(store: Store) -> None:
        remembered = _Remembered("engine", ReviewSearches(), lambda _: thought)
        assert remembered(position) is thought
        await store.keep_thoughts("engine", remembered.fresh)
        stored = await store.thoughts("engine", {key_of(position)})
        assert _read({key_of(position): position}, stored) == {key_of(position): thought}

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_a_game_is_judged_alike_with_any_number_of_threads_and_in_pieces(tmp_path: Path) -> None:
    game = Game.start("hex-3")
    for _ in range(7):
        # What nobody would play, so that some turns are searched closely.
        game.play(max(game.position.legal_turns(), key=str))

    def judged(threads: int, size: int | None = None) -> list[TurnReviewView]:
        """Ask for all of it, or backwards for pieces of a size, each of another service."""

        async def piece(store: Store, first: int) -> list[TurnReviewView]:
            service = AnalysisService(store, threads)
            found = [review async for review in service.judge("me", game, first, size)]
            await service.close()
            return found

        found: list[TurnReviewView] = []
        for first in reversed(range(0, 8, size or 8)):
            store = tmp_path / f"{threads}-{size}-{first}.sqlite3"
            found[:0] = with_new_store(store, partial(piece, first=first))
        return found

    alone = judged(1)
    assert [review.number for review in alone] == list(range(8))
    assert judged(3) == alone
    # Workers of a page share a game so.
    assert judged(1, size=3) == alone


class Waiting:
    """A store of thoughts that answers once it is let."""

    def __init__(self) -> None:
        self.asked = asyncio.Semaphore(0)
        self.may_answer = asyncio.Event()

    async def thoughts(self, engine: str, positions: Collection[str]) -> dict[str, str]:
        self.asked.release()
        await self.may_answer.wait()
        return {}

    async def keep_thoughts(self, engine: str, found: Sequence[tuple[str, str]]) -> None:
        pass


def test_a_review_that_waits_for_the_store_is_one_of_its_clients_analyses() -> None:
    async def work() -> None:
        store = Waiting()
        service = AnalysisService(store)
        reviews = [service.judge("me", Game.start("hex-3")) for _ in range(MAX_STREAMS_EACH)]
        begun = [asyncio.create_task(anext(each)) for each in reviews]
        for _ in begun:
            await store.asked.acquire()
        with pytest.raises(RequestRefused, match="thinking") as refused:
            service.check("me")
        assert error_answer(refused.value)[::2] == (429, RETRY_S)
        service.check("somebody else")
        store.may_answer.set()
        await asyncio.gather(*begun)
        for each in reviews:
            await each.aclose()
        service.check("me")
        await service.close()

    asyncio.run(work())


def test_whoever_leaves_may_ask_again_at_once(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        service = AnalysisService(store)
        position = Position.parse(WON)
        for _ in range(2):
            readers = [service.think("me", position, 1, 10**7) for _ in range(MAX_STREAMS_EACH)]
            for each in readers:
                await anext(each)
            for each in readers:
                await each.aclose()
        await service.close()

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_as_many_as_fit_are_begun_though_all_are_asked_for_at_once(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        service = AnalysisService(store)
        position = Position.parse(WON)
        asked = [service.think("me", position, 1, 1000) for _ in range(MAX_STREAMS_EACH)]
        with pytest.raises(RequestRefused, match="thinking"):
            service.think("me", position, 1, 1000)
        with pytest.raises(RequestRefused, match="thinking"):
            service.judge("me", Game.start("hex-3"))
        # Whoever is gone before anything was read gives the place back all the same.
        await asked.pop().aclose()
        asked.append(service.think("me", position, 1, 1000))
        asked.clear()
        service.think("me", position, 1, 1000)
        await service.close()

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_whoever_leaves_stops_the_engine(shared: Served) -> None:
    """More readers than analyses at once come and go: the last is still answered."""
    for _ in range(8):
        with (
            shared.http() as http,
            http.stream(
                "POST", "/api/study/think", json={"position": WON, "nodes": 20_000_000}
            ) as answer,
        ):
            next(answer.iter_lines())

    def answers() -> bool:
        with shared.http() as http:
            answer = http.post("/api/study/think", json={"position": WON, "nodes": 1000})
        assert answer.status_code == 200 or answer.json()["code"] == "thinking"
        return answer.status_code == 200

    wait_until(answers)


def test_a_game_in_figures(shared: Served) -> None:
    view = ask(shared, "open", {"text": RECORD})
    found = ask(shared, "figures", body_of(view))
    assert found["turns"] == {"r": 1, "b": 1, "y": 1, "g": 0}
    assert found["story"][0]["words"]["en"] == "Green resigns."
    assert found["end"] is None
    assert (found["parties"], found["distances"]) == ("rbyg", {"r": 2, "b": 2, "y": 2, "g": 0})
    assert (found["reigns"], found["corpses"]) == ([], [0, 0, 0, 0, 1])
    power = "square-4 original 8bC/9/9/9/3rC5/9/9/9/gC7yC r,b,y,g rbyg r 0 0"
    reigned = ask(shared, "figures", {"start": power, "moves": [{"parent": 0, "text": "d5-e5"}]})
    assert reigned["reigns"] == [{"party": "r", "first": 1, "last": 1}]
    ended = ask(shared, "figures", {"start": WON, "moves": [{"parent": 0, "text": "b2-i2"}]})
    assert ended["kills"]["r"]["b"] == 1
    assert ended["end"]["en"].startswith("Red wins")


def test_a_server_that_cannot_draw_moving_pictures_says_so_before_and_after(
    shared: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shared.http() as http:
        assert http.get("/api/me").json()["pictures"] is True
        for module in (study_routes, me_routes):
            monkeypatch.setattr(module, "available", lambda: False)
        assert http.get("/api/me").json()["pictures"] is False
        answer = http.post("/api/picture/game", json={**GAME, "size": 60})
    assert (answer.status_code, answer.json()["code"]) == (400, "no_pictures")
    assert "anglais" not in answer.json()["words"]["fr"]


def test_pictures_of_a_position_and_of_a_game(shared: Served) -> None:
    with shared.http() as http:
        still = http.post("/api/picture", json={"position": WON, "theme": "dark", "size": 200})
        moving = http.post("/api/picture/game", json={**GAME, "size": 60})
        wrong = http.post("/api/picture", json={"position": "nonsense"})
        large = http.post("/api/picture", json={"position": WON, "size": 10**6})
    assert still.headers["content-type"].startswith("image/svg+xml")
    assert 'width="200"' in still.text
    assert moving.headers["content-type"] == "image/gif"
    assert moving.content.startswith(b"GIF89a")
    assert (wrong.status_code, large.status_code) == (400, 400)
