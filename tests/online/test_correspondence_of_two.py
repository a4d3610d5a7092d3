"""Plans and feeds with two processes on one database: whoever stored a plan need not play it."""

from __future__ import annotations

import json

import httpx
from tests.online.people import OURS
from tests.online.processes import Server, Someone, add_games, add_people
from tests.plain_http import NO_TLS
from tests.waiting import WAIT_TIMEOUT_S


def browser(server: Server, person: Someone) -> httpx.Client:
    """Somebody's browser, at one of the processes."""
    headers = {**person.headers, **OURS, "origin": server.url}
    return httpx.Client(base_url=server.url, headers=headers, timeout=WAIT_TIMEOUT_S, verify=NO_TLS)


def test_a_plan_stored_at_one_process_is_played_by_the_other(two: tuple[Server, Server]) -> None:
    one, other = two
    people = add_people(one.where, 4)
    [game] = add_games(one.where, 1, people)
    plans = {"plans": [{"after": 0, "turns": ["c3-e3", "g3-g5"]}]}
    with (
        browser(other, people[1]) as blue,
        browser(other, people[2]) as yellow,
        one.sit(game, people[0]) as red,
    ):
        stored = blue.put(f"/api/games/{game}/plans", json=plans)
        assert stored.status_code == 200, stored.text
        with yellow.stream("GET", "/api/feed") as stream:
            told = (json.loads(line) for line in stream.iter_lines() if line)
            assert next(told) == {"what": "hello", "game": None, "turns": 0}
            red.until("state")
            red.change("turn", text="c3-e3")
            while red.ask("resume", after=0)["view"]["mover"] != "y":
                red.until("update")
            assert next(told) == {"what": "turn", "game": game, "turns": 1}
        assert [line["text"] for line in red.ask("resume", after=0)["lines"]] == ["c3-e3", "g3-g5"]
