"""The OpenSpiel game (djambi.research.openspiel)."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel
import pytest
from tests.research.games import PAIRS

from djambi import VARIANT_NAMES, DjambiError
from djambi.research import EnvironmentSpec
from djambi.research.openspiel import DjambiGame, DjambiState


def load(variant: str, rules: str = "", max_turns: int = 20) -> DjambiGame:
    """Return the game as OpenSpiel makes it from a text."""
    text = f"python_djambi(variant={variant},rules={rules},max_turns={max_turns})"
    game = pyspiel.load_game(text)
    assert isinstance(game, DjambiGame)
    return game


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_openspiels_own_test_passes(variant: str) -> None:
    pyspiel.random_sim_test(load(variant), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "rules"), PAIRS)
def test_random_games_of_every_variant_and_edition(variant: str, rules: str) -> None:
    game = load(variant, rules, 1000)
    for seed in range(5):
        state = played(game, seed)
        assert sum(state.returns()) == pytest.approx(1)


def played(game: DjambiGame, seed: int) -> DjambiState:
    """Return the end of a game of random actions."""
    random = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_the_text_of_a_game_sets_the_rules() -> None:
    game = load("hex-3", "bga;own_kills:none", 7)
    assert game.spec == EnvironmentSpec("hex-3", "bga,own_kills=none", 7)
    assert game.num_distinct_actions() == 63 and game.num_players() == 3
    assert str(game.new_initial_state()).startswith("hex-3 bga,own_kills=none")
    with pytest.raises(DjambiError, match="unknown variant 'hex-9'"):
        load("hex-9")


def test_a_clone_goes_its_own_way() -> None:
    state = load("square-4").new_initial_state()
    state.apply_action(20)
    clone = state.clone()
    assert clone.decision is state.decision
    clone.apply_action(clone.legal_actions()[0])
    assert state.current_player() == 0 and clone.current_player() == 1
    assert state.action_to_string(state.legal_actions()[0]) == "c3-e1"
    assert state.action_to_string(82) == "-"


def test_cells_have_names_after_the_end() -> None:
    end = played(load("hex-3", max_turns=2), 1)
    assert end.is_terminal() and end.action_to_string(3) == load("hex-3").spec.cell_of(3, "r")


def test_an_observer_sees_the_planes_from_0_to_1() -> None:
    game = load("hex-3", max_turns=10)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    out = np.zeros(game.spec.encoder.size, np.uint8)
    state.decision.observe("b", out.data)
    seen = observer.dict["observation"]
    assert seen.shape == (58, 9, 9) and seen.max() == 1
    plane = game.spec.plane_names.index("order of 2")
    # Red plays, and is second after blue's neighbour.
    assert seen[plane].min() == pytest.approx(1)
    binary = np.isin(out, (0, 1))
    assert np.array_equal(observer.tensor[binary] > 0, out[binary] > 0)
    assert observer.string_from(state, 1) == str(state)
