"""At one screen a party that resigned plays on, if everybody there agrees (RULES 5, Return)."""

from __future__ import annotations

import pytest
from tests.positions import FIRST_IS_OUT, RESIGNED, RESIGNED_OF_TWO
from tests.server.people import Json, Served, play_first_legal

from djambi import Game, Position
from djambi.bots import Bot
from djambi.server.game.events import Created, Rejoined, Resigned, Resumed, TurnPlayed
from djambi.server.game.records import read
from djambi.server.game.reducer import apply, state_of_events
from djambi.server.live.new_games import created_game
from djambi.server.schemas.requests import NewGameBody, SeatChoice
from djambi.server.schemas.terms import ClockTerms


def here(served: Served, bots: str = "") -> str:
    """A game at one screen; who is not a bot plays here."""
    seats = [
        {
            "party": p,
            "player": "bot" if p in bots else "me",
            "level": "casual" if p in bots else None,
        }
        for p in "rbyg"
    ]
    return served.new_game(variant="square-4", edition="hallepee", seats=seats)


def test_at_one_screen_everybody_agrees_at_once(shared: Served) -> None:
    with shared.sit(here(shared)) as person:
        person.hear()
        person.change("resign", party="y")
        back = person.change("rejoin", party="y")
        assert back["lines"][-1]["kind"] == "returned"
        assert back["view"]["parties"][2]["status"] == "active"
        assert person.ask("rejoin", after=person.last, party="y")["code"] == "no_return"
        assert person.ask("rejoin", after=person.last - 1, party="y")["type"] in ("state", "failed")


@pytest.mark.parametrize("agrees", [True, False])
def test_at_one_screen_bots_are_asked(
    shared: Served, agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers(_bot: Bot, _position: Position, _party: str, _returning: str) -> bool:
        return agrees

    monkeypatch.setattr(Bot, "accepts_return", answers)
    with shared.sit(here(shared, bots="b")) as person:
        person.hear()
        person.change("resign", party="y")
        answer = person.ask("rejoin", after=person.last, party="y")
        if agrees:
            assert answer["type"] == "done"
        else:
            assert answer["code"] == "return_refused" and "Blue" in answer["words"]["en"]


def test_who_does_not_play_a_party_does_not_bring_it_back(shared: Served) -> None:
    seats = [{"party": p, "player": "me" if p != "y" else "open"} for p in "rbyg"]
    game = shared.new_game(variant="square-4", edition="hallepee", seats=seats)
    with shared.sit(game) as person:
        person.hear()
        assert person.ask("rejoin", after=1, party="y")["code"] == "not_your_seat"


# --- parties that had resigned before the game began ---------------------------------------------


def from_here(position: str, **body: object) -> Created:
    """A game here that begins in a position."""
    return created_game(NewGameBody(position.split()[0], position=position, **body))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("position", "seats", "mine"),
    [
        (RESIGNED, "rbyg", "r"),
        (RESIGNED.replace("hallepee", "original"), "rby", "r"),
        (RESIGNED.replace("gC8", "gM8"), "rby", "r"),
        (RESIGNED_OF_TWO, "rby", "r"),
        (RESIGNED_OF_TWO.replace("hallepee", "original"), "ry", "r"),
        (FIRST_IS_OUT, "rbyg", "y"),
    ],
)
def test_who_may_return_has_a_seat(position: str, seats: str, mine: str) -> None:
    rows = from_here(position).seats
    assert "".join(row.party for row in rows) == seats
    # Whoever chooses no seat plays.
    assert "".join(row.party for row in rows if row.player == "me") == mine


def test_who_resigned_before_the_game_returns(shared: Served) -> None:
    seats: list[Json] = [{"party": p, "player": "me"} for p in "rbyg"]
    game = shared.new_game(variant="square-3", position=RESIGNED, seats=seats)
    with shared.sit(game) as person:
        assert person.until("state")["view"]["parties"][3]["may_return"]
        back = person.change("rejoin", party="g")
        assert back["lines"][-1]["kind"] == "returned"
        for party in "rbyg":
            assert back["view"]["mover"] == party
            back = play_first_legal(person)


def test_the_clock_of_a_party_that_is_out_stands_until_it_plays_again() -> None:
    seats = [SeatChoice(p, "me") for p in "rbyg"]
    created = from_here(RESIGNED, seats=seats, clock=ClockTerms("fischer", 60, 0))
    state = apply(state_of_events([created]), Resumed(), 0)
    for at, text in ((10_000, "a1-b1"), (20_000, "i1-i2"), (30_000, "e1-e2")):
        assert state.mover is not None
        state = apply(state, TurnPlayed(state.mover, text), at)
    shown = {"r": 40_000, "b": 50_000, "y": 50_000, "g": 60_000}
    assert state.mover == "r" and state.clock.shown(40_000) == shown
    state = apply(apply(state, TurnPlayed("r", "b1-a1"), 40_000), Rejoined("g"), 45_000)
    state = apply(apply(state, TurnPlayed("b", "i2-i1"), 50_000), TurnPlayed("y", "e2-e1"), 50_000)
    assert state.mover == "g" and state.clock.shown(57_000)["g"] == 53_000


def test_a_record_with_a_return_is_opened() -> None:
    """Also of a party that had no player when the game began."""
    played = Game(Position.parse(RESIGNED.replace("g!*", "g!")))
    played.play("a1-a2")
    played.resign("g")
    played.rejoin("g")
    assert [*map(type, read(str(played)))] == [Created, TurnPlayed, Resigned, Rejoined]
    state_of_events(read(str(played)))


def test_who_might_return_is_shown_before_a_game_begins(shared: Served) -> None:
    def seats(position: str) -> str:
        answer = http.post("/api/study/look", json={"position": position})
        return str(answer.json()["seats"])

    with shared.http() as http:
        assert seats(RESIGNED) == "rbyg"
        assert seats(RESIGNED_OF_TWO) == "rby"
        # Nobody is chosen for a party that is out for good.
        assert seats(FIRST_IS_OUT) == "ryg"
        assert seats(FIRST_IS_OUT.replace("hallepee", "original")) == "yg"
