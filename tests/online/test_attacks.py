"""What one anonymous client does to slow the server down for others, carried out and bounded."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from tests.online.people import OURS, OnlineServed, serving_online
from tests.online.test_pacts import PEACE, agree, playing, propose
from tests.online.test_talk import resign_all
from tests.waiting import WAIT_TIMEOUT_S

from djambi.position.position import Position
from djambi.puzzles import puzzles
from djambi.server.analysis.service import MAX_STREAMS_EACH, AnalysisService
from djambi.server.live import registry
from djambi.server.rate_limits import ACTIONS
from djambi.server.security.public_guard import BODY_BYTES_PER_WORK, LOADING_WORK
from djambi.server.talk.accounts import ADVICE_WORK
from djambi.views.studies import MAX_STUDY_MOVES

Json = dict[str, Any]

START = str(Position.start("square-4"))
LISTED = {"terms": {"listed": True}}
WORK, _ = ACTIONS["work"]
SLOW = {"work": [WORK, 864_000]}
"""As much work as usual, and no more of it while the test lasts."""


def visitor(served: OnlineServed, address: str = "127.0.0.1") -> httpx.Client:
    """Somebody whom nobody knows, at an address of his own."""
    client = httpx.Client(
        base_url=served.url,
        headers={"origin": served.url, **OURS},
        timeout=WAIT_TIMEOUT_S,
        transport=httpx.HTTPTransport(local_address=address),
    )
    served.clients.append(client)
    return client


def thinkers_of(served: OnlineServed) -> AnalysisService:
    app = served.guard.app
    assert isinstance(app, Litestar)
    analysis: AnalysisService = app.state.analysis
    return analysis


def _tree(moves: int) -> Json:
    """A study as large as it may be: every move an alternative to the first."""
    turn = str(Position.parse(START).legal_turns()[0])
    return {"start": START, "moves": [{"parent": 0, "text": turn}] * moves}


def test_settings_are_not_stored_as_often_as_one_can_send_them(tmp_path: Path) -> None:
    with serving_online(tmp_path, limits={"private": [2, 864_000]}) as online:
        me, other = online.guest(), online.guest()
        answers = [me.http.put("/api/settings", json={"volume": n}) for n in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert me.http.get("/api/settings").json()["volume"] == 1
        # Others at the same address may.
        assert other.http.put("/api/settings", json={"volume": 9}).status_code == 200


def test_what_pacts_were_worth_is_work_for_the_threads_that_search(tmp_path: Path) -> None:
    with serving_online(tmp_path, limits={"work": [2 * ADVICE_WORK, 864_000]}) as online:
        members = [online.guest() for _ in range(4)]
        with playing(members, watch="all") as (game, people):
            pact = propose(people[0], PEACE)
            agree(people[1], pact)
            resign_all(people)
            stranger = visitor(online, "127.0.0.2")
            answers = [
                stranger.post(
                    f"/api/games/{game}/ask", json={"type": "worth", "id": 1, "pact": pact}
                )
                for _ in range(3)
            ]
        assert [answer.json().get("code") for answer in answers] == [None, None, "slow_down"]
        assert thinkers_of(online).searches.done == 2


@contextmanager
def analysing(client: httpx.Client) -> Generator[httpx.Response]:
    """An analysis that goes on as long as it may."""
    body = {"position": START, "nodes": 20_000_000}
    with client.stream("POST", "/api/study/think", json=body) as answer:
        yield answer


def test_large_trees_cost_what_they_weigh(tmp_path: Path) -> None:
    """Ten trees of 5,000 moves at once: most are refused unread, and nobody else waits for them."""
    body = _tree(MAX_STUDY_MOVES)
    with serving_online(tmp_path, limited=True, limits=SLOW) as served:
        attacker, other = visitor(served), visitor(served, "127.0.0.2")
        request = attacker.build_request("POST", "/api/study/record", json=body)
        pieces = 1 + int(request.headers["content-length"]) // BODY_BYTES_PER_WORK
        assert pieces > WORK / 10
        with ThreadPoolExecutor(10) as pool:
            sent = [pool.submit(attacker.post, "/api/study/record", json=body) for _ in range(10)]
            small = other.post("/api/study/record", json=_tree(3))
            answers = [each.result() for each in sent]
        assert small.status_code == 200
        done = [each for each in answers if each.status_code == 200]
        assert len(done) == WORK // pieces
        for refused in (each for each in answers if each not in done):
            assert (refused.status_code, refused.json()["code"]) == (429, "slow_down")
            assert int(refused.headers["retry-after"]) > 0
        assert thinkers_of(served).desk.done == len(done) + 1
        assert done[0].headers["content-encoding"] == "gzip"


def test_a_body_of_unknown_size_costs_all_that_it_may_have(tmp_path: Path) -> None:
    with serving_online(tmp_path, limited=True, limits=SLOW) as served:
        attacker = visitor(served)
        content = httpx.Request("POST", "http://x", json=_tree(1)).content
        headers = {"content-type": "application/json"}
        first = attacker.post("/api/study/record", content=iter([content]), headers=headers)
        second = attacker.post("/api/study/record", content=iter([content]), headers=headers)
        assert (first.status_code, second.status_code) == (200, 429)


def test_guests_are_charged_together_for_what_their_address_asks(tmp_path: Path) -> None:
    """New accounts are no new allowance: guests cost nothing to make."""
    with serving_online(tmp_path, limited=True, limits=SLOW) as served:
        first, second = served.guest(), served.guest()
        registered = served.player()
        body = _tree(MAX_STUDY_MOVES)
        while first.http.post("/api/study/record", json=body).status_code == 200:
            pass
        assert second.http.post("/api/study/record", json=body).status_code == 429
        assert registered.http.post("/api/study/record", json=body).status_code == 200


def test_one_visitors_analyses_leave_room_for_others(tmp_path: Path) -> None:
    """As many analyses as the server gives: others' analyses and puzzle answers go on."""
    puzzle = puzzles()[0]
    with serving_online(tmp_path) as served, ExitStack() as stack:
        attacker, other = visitor(served), visitor(served, "127.0.0.2")
        begun = [stack.enter_context(analysing(attacker)) for _ in range(MAX_STREAMS_EACH)]
        assert [each.status_code for each in begun] == [200] * MAX_STREAMS_EACH
        lines = [each.iter_lines() for each in begun]
        # His analyses share one thread: each says something, and none is done.
        for each in lines:
            next(each)
        with analysing(attacker) as refused:
            assert (refused.status_code, refused.read()) != (200, b"")
            assert refused.json()["code"] == "thinking"
        with analysing(other) as mine:
            assert mine.status_code == 200 and next(mine.iter_lines())
        body = {"turn": puzzle.solutions[0]}
        answered = other.post(f"/api/puzzles/{puzzle.name}/try", json=body)
        assert answered.json()["right"] is True
        answered = attacker.post(f"/api/puzzles/{puzzle.name}/try", json=body)
        assert answered.json()["right"] is True


def test_a_game_is_judged_in_turns_with_what_others_ask(tmp_path: Path) -> None:
    """A tree of a thousand positions to judge is a thousand jobs, not one."""
    with serving_online(tmp_path) as served:
        attacker = visitor(served)
        searches = thinkers_of(served).searches
        moves: list[Json] = []
        position = Position.parse(START)
        for number in range(4):
            turn = position.legal_turns()[0]
            moves.append({"parent": number, "text": str(turn)})
            position = position.play(turn)
        body: Json = {"start": START, "moves": moves}
        with attacker.stream("POST", "/api/study/game", json=body) as answer:
            found = [line for line in answer.iter_lines() if line]
        assert len(found) == 5
        # Six look up what is stored, by quick and by close searches; then each position is one.
        assert searches.done == 6 + 5


def test_strangers_are_charged_for_games_that_must_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening ever other games makes the server read and replay each: that has its price."""
    monkeypatch.setattr(registry, "_MAX_IDLE_ROOMS", 1)
    with serving_online(tmp_path, limited=True, limits=SLOW) as served:
        owner, stranger = served.player(), visitor(served)
        games = [
            owner.http.post("/api/tables", json={"variant": "square-2", **LISTED}).json()["id"]
            for _ in range(2)
        ]
        body = {"type": "resume", "id": 1, "after": 0}
        found = [
            stranger.post(f"/api/games/{games[number % 2]}/ask", json=body).status_code
            for number in range(WORK // LOADING_WORK + 10)
        ]
        # In the end one of the two is in memory, and the other is not read for him any more.
        assert set(found[: WORK // LOADING_WORK]) == {200} and 429 in found
        # Whoever has registered plays on, and games in memory cost a stranger nothing.
        for game in (*games, *games):
            assert owner.http.post(f"/api/games/{game}/ask", json=body).status_code == 200
        for _ in range(5):
            assert stranger.post(f"/api/games/{games[1]}/ask", json=body).status_code == 200
