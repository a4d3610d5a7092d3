"""Two processes on one PostgreSQL and Redis: one order for all, and no process is needed."""

from __future__ import annotations

import asyncio
import itertools

from tests.online.processes import (
    Json,
    Server,
    add_games,
    add_people,
    ask,
    until,
)
from tests.online.services import Redis
from tests.server.people import Person
from websockets.asyncio.client import ClientConnection

from djambi.position.position import Position
from djambi.server.game.reducer import replay
from djambi.server.game.state import GameState
from djambi.server.storage import Store


def legal(position: str, index: int = 0) -> str:
    """One of the legal turns."""
    return str(next(itertools.islice(Position.parse(position).legal_turns(), index, None)))


def play(people: list[Person], turns: int) -> None:
    """Whoever is to move plays; all wait for each turn."""
    for _ in range(turns):
        view = people[0].heard[-1]["view"]
        text = legal(view["position"])
        mover = people["rbyg".index(view["mover"])]
        number = mover.change("turn", text=text)["number"]
        for person in people:
            while person.last < number:
                person.until("update")
            while person.heard[-1]["type"] != "update":
                person.heard.pop()


def events(person: Person) -> list[Json]:
    """All events that somebody was told, in the order in which he was told them."""
    return [e for m in person.heard if m["type"] == "update" for e in m["events"]]


async def log_of(where: str, game: str) -> GameState:
    store = Store(where)
    try:
        return replay(await store.events(game))
    finally:
        await store.close()


def test_players_on_different_processes_see_the_same_and_either_may_die(
    two: tuple[Server, Server], redis: Redis
) -> None:
    one, other = two
    people = add_people(one.where, 4)
    [game] = add_games(one.where, 1, people)
    with (
        one.sit(game, people[0]) as a,
        other.sit(game, people[1]) as b,
        one.sit(game, people[2]) as c,
        other.sit(game, people[3]) as d,
    ):
        four = [a, b, c, d]
        for person in four:
            person.until("state")
        play(four, 12)
        assert [events(person) for person in four] == [events(a)] * 4

        # What is said by way of one process is heard at the other, once.
        for person, words in ((a, "from one"), (b, "from the other")):
            assert person.ask("talk", room="", text=words)["type"] == "noted"
        for person in four:
            texts: list[str] = []
            for message in person.heard:
                texts += _said(message)
            while len(texts) < 2:
                texts += _said(person.hear())
            assert texts == ["from one", "from the other"]
            while person.heard[-1]["type"] not in ("state", "update"):
                person.heard.pop()

        # Redis is killed, and is back: nothing is lost, with or without it.
        redis.kill()
        number = a.last
        four_by_number = play_slowly(four, 2)
        redis.start()
        play_slowly(four, 2)
        assert four_by_number > number
        assert [person.last for person in four] == [a.last] * 4

    # One dies: its people go on at the other.
    one.kill()
    last = a.last
    with (
        other.sit(game, people[0], f"?after={last}") as a,
        other.sit(game, people[1], f"?after={last}") as b,
        other.sit(game, people[2], f"?after={last}") as c,
        other.sit(game, people[3], f"?after={last}") as d,
    ):
        four = [a, b, c, d]
        for person in four:
            assert person.until("update")["number"] >= last
        play(four, 4)
        last = a.last
    # And the other, when the first is back.
    one.start()
    other.kill()
    with one.sit(game, people[0], f"?after={last}") as a:
        assert a.until("update")["number"] == last
    assert asyncio.run(log_of(one.where, game)).number == last


def test_who_has_seen_more_than_a_process_has_heard_of_is_not_late(
    two: tuple[Server, Server], redis: Redis
) -> None:
    one, other = two
    people = add_people(one.where, 4)
    [game] = add_games(one.where, 1, people)
    with one.sit(game, people[0]) as a, other.sit(game, people[1]) as b:
        position = Position.parse(a.until("state")["view"]["position"])
        b.until("state")
        redis.kill()
        first = next(iter(position.legal_turns()))
        number = a.change("turn", text=str(first))["number"]
        second = str(next(iter(position.play(first).legal_turns())))
        assert b.ask("turn", after=number, text=second) == {
            "type": "done", "id": b.asked, "number": number + 1,
        }  # fmt: skip
        # What nobody has seen is no reason to wait.
        assert b.ask("turn", after=number + 9, text=second)["type"] == "state"


def play_slowly(people: list[Person], turns: int) -> int:
    """As `play`, where a process hears of others only when it looks: a turn may come too early."""
    for _ in range(turns):
        view = people[0].heard[-1]["view"]
        mover = people["rbyg".index(view["mover"])]
        answer = mover.ask("turn", after=mover.last, text=legal(view["position"]))
        assert answer["type"] == "done", answer
        for person in people:
            while person.last < answer["number"]:
                person.hear()
            while person.heard[-1]["type"] not in ("state", "update"):
                person.heard.pop()
    return people[0].last


def _said(message: Json) -> list[str]:
    if message["type"] != "asides":
        return []
    return [entry["text"] for entry in message["entries"] if entry["kind"] == "said"]


def test_of_two_turns_at_once_exactly_one_is_taken(two: tuple[Server, Server]) -> None:
    """The same person plays two different turns by two processes, at the same moment."""
    people = add_people(two[0].where, 4)
    games = add_games(two[0].where, 3, people)

    async def race(game: str) -> None:
        sockets: list[ClientConnection] = []
        for server in two:
            sockets += [await server.connect(game, people[i]) for i in range(4)]
        states = [await until(ws, "state") for ws in sockets]
        number: int = states[0]["number"]
        view: Json = states[0]["view"]
        for _ in range(8):
            mover = "rbyg".index(view["mover"])
            both = sockets[mover], sockets[4 + mover]
            answers = await asyncio.gather(
                *(
                    ask(ws, {"type": "turn", "id": i + 1, "after": number,
                             "text": legal(view["position"], i)}, [])
                    for i, ws in enumerate(both)
                )
            )  # fmt: skip
            kinds = sorted(answer["type"] for answer in answers)
            assert kinds == ["done", "state"], answers
            number += 1
            view = {}
            for ws in sockets:
                # What was asked for by the others is told to everybody.
                if ws in both and answers[both.index(ws)]["type"] == "state":
                    view = answers[both.index(ws)]["view"]
                    assert answers[both.index(ws)]["number"] == number
            for ws in sockets:
                await catch_up(ws, number)
        for ws in sockets:
            await ws.close()

    async def catch_up(ws: ClientConnection, number: int) -> None:
        """Everybody has seen it, whichever way he was told."""
        await ws.send('{"type":"resume","id":99,"after":0}')
        while True:
            said = await until(ws, "state", "update")
            if said.get("id") == 99 and said["number"] >= number:
                assert said["number"] == number
                return
            if said.get("id") == 99:
                await asyncio.sleep(0.02)
                await ws.send('{"type":"resume","id":99,"after":0}')

    async def all_races() -> None:
        await asyncio.gather(*map(race, games))

    asyncio.run(all_races())
    for game in games:
        assert asyncio.run(log_of(two[0].where, game)).number == 2 + 8


def test_a_secret_ballot_shows_in_one_s_tabs_at_any_process_and_to_nobody_else(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    people = add_people(one.where, 4)
    [game] = add_games(one.where, 1, people)
    with (
        one.sit(game, people[0]) as caller,
        other.sit(game, people[0]) as also_caller,
        one.sit(game, people[1]) as voter,
        other.sit(game, people[1]) as also_voter,
        other.sit(game, people[2]) as third,
    ):
        for person in (caller, also_caller, voter, also_voter, third):
            person.until("state")
        number = caller.change("call", vote="draw")["table"]["vote"]["number"]
        until_voted(also_caller, True)
        assert voter.ask("ballot", vote=number, agree=False)["type"] == "done"
        until_voted(also_voter, False)
        third.ask("resume", after=third.last)
        updates = [message for message in third.heard if message["type"] == "update"]
        # The call, and the answer to what was just asked.
        assert len(updates) == 2 and updates[0]["you"]["place"]["ballot"] is None


def until_voted(person: Person, agree: bool) -> None:
    """Wait until somebody is shown this ballot of theirs."""
    while person.until("update")["you"]["place"]["ballot"] is not agree:
        pass
