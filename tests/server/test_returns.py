"""At one screen a party that resigned plays on, if everybody there agrees (RULES 5, Return)."""

from __future__ import annotations

import pytest
from tests.server.people import Served

from djambi import Position
from djambi.bots import Bot


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
