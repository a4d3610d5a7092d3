"""The simple bots: what they choose, and that the same seed chooses the same."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from random import Random

import pytest
from tests.positions import LAST_KILL

from djambi import Position
from djambi.bots import LEVELS, Bot, GreedyBot, RandomBot, make
from djambi.bots.base import MAX_RETURN_COST
from djambi.bots.baselines import UctBot
from djambi.bots.contestants import contestant
from djambi.bots.kernels import static_shares
from djambi.bots.levels import level as level_named
from djambi.bots.opinions import opinion_of
from djambi.bots.simple import POWER_VALUE, material_balance
from djambi.bots.turn_sampling import random_turn, sample_turns
from djambi.errors import DjambiError
from djambi.texts import LANGUAGES, say


def test_the_levels_have_names_and_descriptions() -> None:
    for level in LEVELS:
        assert isinstance(make(level.name, 1), Bot)
        for lang in LANGUAGES:
            assert say(f"bot.{level.name}", lang)
            assert say(f"bot.{level.name}.about", lang)


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(DjambiError, match=r"unknown level 'exprt'; did you mean expert\?"):
        level_named("exprt")
    with pytest.raises(DjambiError, match="greedy"):
        make("deep-thought")
    for maker in (make, contestant):
        with pytest.raises(TypeError, match="name must be a bot's name, not None"):
            maker(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["random", "greedy", "published", "uct", "novice", "club:avenger"])
def test_a_bot_that_has_played_can_be_copied(name: str, patient: None) -> None:
    bot, position = UctBot(1, games=2) if name == "uct" else make(name, 1), Position.start("hex-3")
    position = position.play(bot.choose(position))
    twins: list[Bot] = [copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    for _ in range(2):
        turn = bot.choose(position)
        assert [twin.choose(position) for twin in twins] == [turn, turn]
        position = position.play(turn)


@pytest.mark.parametrize("name", ["random", "greedy", "published", "novice"])
def test_a_text_is_no_position_to_choose_in(name: str) -> None:
    with pytest.raises(TypeError, match="position must be a Position, not str"):
        make(name, 1).choose(str(Position.start()))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["random", "club", "published"])
def test_a_number_of_another_library_seeds_like_python_s(name: str) -> None:
    np = pytest.importorskip("numpy")
    seeded = make(name, np.uint32(7))
    assert seeded.random.random() == make(name, 7).random.random()


SLOW = ("expert", "master", "grandmaster")
"""Levels that think too long for many turns in a test."""


@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_the_same_seed_chooses_the_same(name: str, patient: None) -> None:
    def game(seed: int) -> list[str]:
        bot, position = make(name, seed), Position.start()
        turns: list[str] = []
        for _ in range(2 if name in SLOW else 8):
            turn = bot.choose(position)
            turns.append(str(turn))
            position = position.play(turn)
        return turns

    assert game(5) == game(5)
    if name not in SLOW:
        assert game(5) != game(6)


@pytest.mark.parametrize("name", [level.name for level in LEVELS])
@pytest.mark.parametrize("variant", ["square-3", "hex-5", "polygon-7"])
def test_what_is_chosen_is_legal(name: str, variant: str, compiled: bool) -> None:
    bot, position = make(name, 3), Position.start(variant)
    turns = 25 if compiled else 4
    for _ in range(2 if name in SLOW else turns):
        if position.is_over:
            break
        turn = bot.choose(position)
        assert turn in position.legal_turns()
        position = position.play(turn)


@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_a_party_without_a_turn_passes(name: str) -> None:
    # Red's Chief in the corner is shut in by a corpse and his own vassals, which are shut in too.
    text = "square-4 original 8yC/9/9/9/9/9/xx7/xrM7/rCx7 r,b>y,y,g>y rbyg r 0 0"
    position = Position.parse(text)
    turns = [str(turn) for turn in position.legal_turns()]
    assert str(make(name, 1).choose(position)) in turns


@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_a_finished_game_has_no_turn_to_choose(name: str) -> None:
    position = Position.start("hex-3").resign("r").resign("b")
    with pytest.raises(DjambiError, match="over"):
        make(name).choose(position)


def test_random_turns_are_drawn_from_all_of_them_alike() -> None:
    position = Position.start("hex-3")
    legal = [str(turn) for turn in position.legal_turns()]
    random = Random(1)
    seen = Counter(str(random_turn(position, random)) for _ in range(100 * len(legal)))
    assert set(seen) == set(legal)
    # 27 turns, 100 expected of each, standard deviation 10: six of them is beyond chance.
    assert all(40 < number < 160 for number in seen.values())


def test_some_turns_are_all_turns_where_they_are_few() -> None:
    position = Position.start()
    found = [str(turn) for turn in sample_turns(position, Random(1), 60)]
    assert sorted(found) == sorted(str(turn) for turn in position.legal_turns())


def test_some_turns_are_a_sample_where_they_are_many() -> None:
    position = Position.parse(
        "square-4 original 8bC/9/9/9/9/3bM5/2rM6/9/rC8 r,b,y>r,g>r rbyg r 0 7"
    )
    kills = [turn for turn in sample_turns(position, Random(1), 5) if turn.target == "d4"]
    assert len(kills) == len(set(kills)) == 5
    assert all(turn in position.legal_turns() for turn in kills)


def test_greedy_takes_what_is_worth_most() -> None:
    position = Position.parse(
        "square-4 original 8yC/9/9/9/9/1bR7/9/rC8/1rA3bM2gC r,b>g,y,g rbyg r 0 0"
    )
    assert str(GreedyBot(1).choose(position)) == "b1-b4"


def test_greedy_takes_power() -> None:
    position = Position.parse("square-4 original 8yC/9/9/9/3rC5/9/9/9/8gC r,b>g,y,g rbyg r 0 0")
    for seed in range(5):
        assert str(GreedyBot(seed).choose(position)) == "d5-e5"


def test_greedy_ends_the_game_if_it_wins() -> None:
    position = Position.parse(LAST_KILL)
    assert str(GreedyBot(1).choose(position)) == "b1-i1"


def test_worth_counts_what_is_controlled_and_power() -> None:
    text = "square-4 original 8yC/9/9/9/4rC4/9/9/1gM7/8bM r,b>r,y,g!r rbyg r 0 0"
    position = Position.parse(text.replace("original", "wikipedia"))
    assert material_balance(position, "r") == 300 + 5 + 5 - 300 + POWER_VALUE
    assert material_balance(position, "y") == 300 - 310 - POWER_VALUE
    # When nobody rules, nobody has the green piece.
    assert material_balance(position.play("e5-e6"), "y") == 300 - 305


def test_bots_share_the_game_only_where_nobody_can_win() -> None:
    assert not RandomBot(1).accepts_draw(Position.start(), "r")
    walled = "7xx/7xyC/7x1/7xx/9/3gA2bR2/9/xxx6/rC1x6"
    safe = Position.parse(f"square-4 bga {walled} r,b>r,y,g>y rbyg r 0 90")
    assert RandomBot(1).accepts_draw(safe, "r")
    assert "proved" in opinion_of(RandomBot(1), safe, "r").sentence("en")


FAR = "square-4 hallepee 8yC/9/9/9/9/9/9/9/rC7bC r,b,y!*,g>r rbyg r 0 7"
THRONE = "square-4 hallepee 8yC/9/9/9/4rC4/3rA5/3rR5/3rM5/8bC r,b,y!r*,g>r rbyg r 0 7"


@pytest.mark.parametrize(
    ("text", "party", "agrees"), [(FAR, "r", False), (FAR, "b", True), (THRONE, "r", True)]
)
def test_a_bot_lets_a_party_return_that_costs_it_little(
    text: str, party: str, agrees: bool
) -> None:
    position = Position.parse(text)
    lost = static_shares(position)[party] - static_shares(position.rejoin("y"))[party]
    assert (lost <= MAX_RETURN_COST) == agrees
    assert make("greedy", 1).accepts_return(position, party, "y") == agrees
