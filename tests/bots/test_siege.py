"""A Chief who has walled himself in is reached; positions are from games of bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from tests.positions import BESIEGED, BESIEGED_BY_RULER

from djambi import Position
from djambi.bots import BotSettings, GreedyBot, SearchBot
from djambi.bots.kernels import KernelCache
from djambi.bots.search_bot import SIEGE_RETRY_PLIES
from djambi.bots.siege import Siege, SiegePlan
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.kernel.turns import STEP_BITS
from djambi.position.turn import Turn

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


def way_in(text: str, tries: int = 200_000) -> SiegePlan | None:
    position = Position.parse(text)
    siege = Siege.detect(position)
    assert siege is not None
    return siege.find_plan(KernelCache(ForcedWinSolver).set_up(position), tries, lambda: 3600.0)


def gone(position: Position, way: SiegePlan) -> Position:
    """Where a way leads, if the other passes as long as he must."""
    while position.key in way.turns:
        position = position.play(way.turns[position.key])
        answer = position.legal_turns()[0]
        position = position.play(answer) if answer.is_pass else position
    return position


@pytest.mark.parametrize("text", [BESIEGED, CORNER], ids=["row", "corner"])
def test_a_way_in_is_found_and_can_be_gone_while_the_other_passes(text: str) -> None:
    position, found = Position.parse(text), way_in(text)
    assert found is not None
    end = gone(position, found)
    # There the wall is open.
    assert end == found.end and end.mover != position.mover and end.legal_turns().count() > 1


@pytest.mark.slow
def test_ways_that_are_not_proved_are_known_as_well() -> None:
    position = Position.parse(BESIEGED_BY_RULER)
    siege = Siege.detect(position)
    assert siege is not None
    assert (
        siege.find_plan(KernelCache(ForcedWinSolver).set_up(position), 200_000, lambda: 3600.0)
        is None
    )
    assert siege.unproven_plans and all(
        gone(position, way) == way.end for way in siege.unproven_plans
    )
    missing = [siege.turns_needed(way.end) for way in siege.unproven_plans]
    assert missing == sorted(missing)


@pytest.mark.slow
def test_a_way_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bool] = []
    search = Siege.find_plan

    def noted(*given: Any) -> SiegePlan | None:
        way = search(*given)
        looked.append(way is not None)
        return way

    monkeypatch.setattr(Siege, "find_plan", noted)
    position = Position.parse(BESIEGED)
    bot = SearchBot(BotSettings(nodes=20_000, seconds=3600.0), seed=1)
    own_turns = 0
    while not position.is_over and (position.mover == "y" or Siege.detect(position) is not None):
        own_turns += position.mover != "y"
        position = position.play(
            position.legal_turns()[0] if position.mover == "y" else bot.choose(position)
        )
    assert looked == [True] and own_turns > 1


def test_where_no_way_is_found_none_is_looked_for_at_once_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []

    def nothing(siege: Siege, *_: object) -> None:
        looked.append(siege.position.ply)

    monkeypatch.setattr(Siege, "find_plan", nothing)
    bot = SearchBot(BotSettings(nodes=200, seconds=3600.0), seed=1)
    # To and fro, so that the siege goes on.
    for ply in range(2 * SIEGE_RETRY_PLIES):
        text = WALL.replace(" b 0 56", f" b 0 {56 + ply}")
        bot.choose(Position.parse(text))
    assert looked == [56, 56 + SIEGE_RETRY_PLIES]


@pytest.mark.slow
@pytest.mark.parametrize("text", [BESIEGED, CORNER, WALL], ids=["row", "corner", "wall"])
def test_whoever_sees_all_ends_the_siege(text: str) -> None:
    position = Position.parse(text)
    besieger = position.mover
    bot = SearchBot(BotSettings(nodes=60_000, seconds=3600.0), seed=1)
    walled_in = GreedyBot(1)
    # Looking ahead alone went to and fro until the quiet limit (RULES 7.4) shared the game.
    while not position.is_over and position.ply < 116:
        mover = bot if position.mover == besieger else walled_in
        position = position.play(mover.choose(position))
    assert position.winners == besieger


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ("three parties are active", BESIEGED.replace("g>y", "g").replace("bD", "gC")),
        ("the rival's Reporter can go to a3", BESIEGED.replace("xxxx3x1", "1xxx3x1")),
        ("the rival has a Necromobile", BESIEGED.replace("rRyC", "rNyC")),
    ],
)
def test_there_is_no_siege(why: str, text: str) -> None:
    assert Siege.detect(Position.parse(text)) is None, why


TOUCHED = (
    "square-4 original x1x4rD1/rA8/9/9/9/9/xxxx5/bMbM{}xrM4/bCbAbR{}4rC r,b,y>r,g>r rbyg {} 0 0"
)
"""Blue is shut in; what stands on c2 and d1 is left out, and who plays."""

THRONE = "square-4 original 8rD/rA8/9/9/2xxrC4/1xxbMx4/1xbCxx4/1xxx5/9 r,b,y>r,g>r rbyg {} 0 0"
"""Red's Chief in the maze touches a Militant of blue's, who is shut in."""


@pytest.mark.parametrize(
    ("text", "is_siege"),
    [
        pytest.param(TOUCHED.format("bD", "x", "{}"), True, id="nothing but corpses"),
        pytest.param(TOUCHED.format("bD", "rM", "{}"), False, id="the Diplomat takes the Militant"),
        pytest.param(TOUCHED.format("x", "rM", "{}"), True, id="a Reporter beside a Militant"),
        pytest.param(
            TOUCHED.format("x", "rM", "{}").replace("l x", "l,assassin_through_allies=yes x"),
            False,
            id="the Assassin passes the Reporter",
        ),
        pytest.param(THRONE, True, id="a Militant beside the maze"),
        pytest.param(
            THRONE.replace("l 8", "l,militant_kills_power=yes 8"), False, id="Militants may kill"
        ),
    ],
)
def test_whoever_is_besieged_can_only_pass(text: str, is_siege: bool) -> None:
    """Who can take a piece of the besieger's is not besieged."""
    passes = [str(turn) for turn in Position.parse(text.format("b")).legal_turns()] == ["--"]
    found = Siege.detect(Position.parse(text.format("r"))) is not None
    assert (found, passes) == (is_siege, is_siege)


def test_without_a_necromobile_there_is_no_way() -> None:
    assert way_in(BESIEGED.replace("bN", "x")) is None


def test_nothing_is_proved_without_tries() -> None:
    assert way_in(BESIEGED, tries=0) is None


def test_it_ends_when_its_time_is_over() -> None:
    asked = 0

    def left() -> float:
        nonlocal asked
        asked += 1
        return 1.0 if asked < 5 else 0.0

    position = Position.parse(WALL)
    siege = Siege.detect(position)
    assert siege is not None
    assert siege.find_plan(KernelCache(ForcedWinSolver).set_up(position), 1_000_000, left) is None
    assert asked == 5


def test_less_is_missing_when_the_necromobile_stands_before_the_wall() -> None:
    position = Position.parse(WALL)
    siege = Siege.detect(position)
    assert siege is not None
    assert siege.turns_needed(position) > siege.turns_needed(position.play("c5-c6>c1"))


@pytest.mark.parametrize(
    ("why", "rows", "needed"),
    [
        ("b1 is cleared in two turns, a Reporter comes and strikes", "9/2bR6/9/9/xx7/yCx2bN4", 4),
        ("a Reporter has to clear b1 of a piece", "5bN3/2bR6/9/9/yMx7/yCyM7", 5),
        ("an Assassin strikes along the diagonal", "5bN3/2bA6/9/9/yMx7/yCyM7", 4),
        ("a Diplomat has to get out of its way", "5bN3/2bA6/9/2bD6/yMx7/yCyM7", 5),
        ("a Militant strikes over two cells", "5bN3/9/9/2bM6/yMx7/yCyM7", 4),
        ("it does not strike over three", "5bN3/9/3bM5/9/yMx7/yCyM7", 7),
    ],
)
def test_what_is_missing_is_counted_along_the_lines_to_the_chief(
    why: str, rows: str, needed: int
) -> None:
    # The besieger's Chief is shut in, at the other end of the diagonal.
    text = f"square-4 original 7xbC/7xx/9/{rows} r>y,b,y,g>b rbyg b 0 0"
    position = Position.parse(text)
    assert Siege(position, "y").turns_needed(position) == needed, why


def test_a_bot_that_is_stopped_in_a_siege_chooses_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse(WALL)
    bot = SearchBot(BotSettings(seconds=3600.0), seed=1)

    def interrupted(*_: object) -> None:
        bot.stop()

    monkeypatch.setattr(Siege, "find_plan", interrupted)
    assert bot.choose(position) in position.legal_turns()


@pytest.mark.parametrize("text", [BESIEGED, CORNER, WALL], ids=["row", "corner", "wall"])
def test_of_every_act_one_way_is_looked_at(text: str) -> None:
    position = Position.parse(text)
    siege = Siege.detect(position)
    assert siege is not None

    def acts(turns: Iterable[Turn]) -> list[int]:
        """Where pieces go from where, once for every turn."""
        return [turn.packed & STEP_BITS for turn in turns]

    looked_at = acts(siege._turns(position))
    assert set(looked_at) == set(acts(position.legal_turns()))
    assert len(looked_at) == len(set(looked_at))


def test_ways_out_of_the_maze_are_turns_of_their_own() -> None:
    """A Necromobile that takes up a corpse there leaves it again, in this direction or that."""
    text = WALL.replace("x1bNxbCx1bM1", "x1bN1xx1bM1").replace("1x1bM5", "1x1bM4bC")
    siege = Siege.detect(Position.parse(text))
    assert siege is not None
    exits = [turn.exit for turn in siege._turns(siege.position) if turn.target == "e5"]
    assert len(exits) == len(set(exits)) > 1
