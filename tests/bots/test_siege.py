"""A Chief who has walled himself in is got at; positions are from games of bots."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from djambi import Position
from djambi.bots import GreedyBot, Mind, ThinkingBot
from djambi.bots.kernels import Desk
from djambi.bots.siege import Siege
from djambi.kernel.duel import Duel
from djambi.turn import Turn

# Yellow's Chief and Reporter in the corner can only pass: the way begins with a9-a7>d1.
ROW = (
    "square-4 original bNx5x1/1bA2bMx3/xxx3bR2/3xxx2x/3xbCx1x1/xx1xxx2bD/xxxx3x1/rRyCx2bM3/xxx6"
    " r>y,b,y,g>y rbyg b+y 0 76"
)
# Red is walled in, and blue's Necromobile has to come all the way from e9.
CORNER = (
    "square-4 original 1x1xbNyA3/3xxyM3/x7bR/2xxxxbM2/1x1xbCx3/2xxxx3/xxxbA1xbMxx/rRxxx5/rCx7"
    " r,b,y>b,g>b rbyg b+r 0 66"
)
# Yellow is walled in, and nothing of blue's stands near.
WALL = (
    "square-4 original x3x2xyC/xx3xxxyR/x6xx/1xxxxx3/x1bNxbCx1bM1/1bAxxxx3/2x1xx2bM/6bR2/1x1bM5"
    " r>y,b,y,g>y rbyg b 0 56"
)


def way_in(text: str, tries: int = 200_000) -> str | None:
    """The first turn of the way, as text."""
    position = Position.parse(text)
    siege = Siege.laid(position)
    assert siege is not None
    turn = siege.way_in(Desk(Duel).set_up(position), tries, lambda: 60.0)
    return None if turn is None else str(turn)


@pytest.mark.parametrize("text", [ROW, CORNER], ids=["row", "corner"])
def test_a_way_in_is_found_and_its_first_turn_is_legal(text: str) -> None:
    found = way_in(text)
    assert found is not None
    Position.parse(text).play(found)


@pytest.mark.slow
@pytest.mark.parametrize("text", [ROW, CORNER, WALL], ids=["row", "corner", "wall"])
def test_whoever_sees_all_ends_the_siege(text: str) -> None:
    position = Position.parse(text)
    besieger = position.mover
    bot = ThinkingBot(Mind(nodes=60_000, seconds=3600.0), seed=1)
    walled_in = GreedyBot(1)
    # Looking ahead alone went to and fro until the quiet limit (RULES 7.4) shared the game.
    while not position.is_over and position.ply < 116:
        mover = bot if position.mover == besieger else walled_in
        position = position.play(mover.choose(position))
    assert position.winners == besieger


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ("three parties are active", ROW.replace("g>y", "g").replace("bD", "gC")),
        ("the rival's Reporter can go to a3", ROW.replace("xxxx3x1", "1xxx3x1")),
        ("the rival has a Necromobile", ROW.replace("rRyC", "rNyC")),
    ],
)
def test_there_is_no_siege(why: str, text: str) -> None:
    assert Siege.laid(Position.parse(text)) is None, why


def test_without_a_necromobile_there_is_no_way() -> None:
    assert way_in(ROW.replace("bN", "x")) is None


def test_nothing_is_proved_without_tries() -> None:
    assert way_in(ROW, tries=0) is None


def test_it_ends_when_its_time_is_over() -> None:
    asked = 0

    def left() -> float:
        nonlocal asked
        asked += 1
        return 1.0 if asked < 5 else 0.0

    position = Position.parse(WALL)
    siege = Siege.laid(position)
    assert siege is not None
    assert siege.way_in(Desk(Duel).set_up(position), 1_000_000, left) is None
    assert asked == 5


def test_less_is_missing_when_the_necromobile_stands_before_the_wall() -> None:
    position = Position.parse(WALL)
    siege = Siege.laid(position)
    assert siege is not None
    assert siege.missing(position) > siege.missing(position.play("c5-c6>c1"))


def test_a_bot_that_is_stopped_in_a_siege_chooses_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse(WALL)
    bot = ThinkingBot(Mind(seconds=3600.0), seed=1)

    def interrupted(*_: object) -> None:
        bot.stop()

    monkeypatch.setattr(Siege, "way_in", interrupted)
    assert bot.choose(position) in position.legal_turns()


@pytest.mark.parametrize("text", [ROW, CORNER, WALL], ids=["row", "corner", "wall"])
def test_of_every_act_one_way_is_looked_at(text: str) -> None:
    position = Position.parse(text)
    siege = Siege.laid(position)
    assert siege is not None

    def acts(turns: Iterable[Turn]) -> list[int]:
        """Where pieces go from where, once for every turn."""
        return [turn.packed & 0xFFFF for turn in turns]

    looked_at = acts(siege._turns(position))
    assert set(looked_at) == set(acts(position.legal_turns()))
    assert len(looked_at) == len(set(looked_at))
