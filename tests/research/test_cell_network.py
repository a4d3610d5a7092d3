"""The network over cells: what it reads, and its gradients against finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from tests.research.games import decisions

from djambi.errors import DjambiError
from djambi.research import Batch, EnvironmentSpec
from djambi.research.cell_network import Bytes, CellNetwork, InputEncoder

STEP = 1e-6
"""The distance of the two points of a finite difference from the middle."""


def _observed(variant: str, seed: int, count: int) -> tuple[EnvironmentSpec, Bytes, Bytes]:
    """Return a spec, and observations and masks of decisions of a random game."""
    spec = EnvironmentSpec(variant, max_turns=60, obs="cells")
    seen = [each for each in decisions(spec, seed) if each.actions][::7][:count]
    obs = np.zeros((len(seen), *spec.observation_shape), np.uint8)
    masks = np.zeros((len(seen), spec.action_count), np.uint8)
    for row, mask, decision in zip(obs, masks, seen, strict=True):
        decision.observe(decision.mover or "", row.reshape(-1).data)
        mask[list(decision.actions)] = 1
    return spec, obs, masks


@pytest.mark.parametrize("variant", ["square-4", "hex-3", "polygon-5"])
def test_what_is_in_sight_is_the_first_occupied_cell_of_every_ray(variant: str) -> None:
    spec, obs, masks = _observed(variant, seed=3, count=12)
    inputs = InputEncoder(spec).encode(obs, masks)
    shown, in_sight = np.split(inputs.cells.astype(int), 2, axis=2)
    names = spec.plane_names
    kinds = ("chief", "assassin", "reporter", "diplomat", "necromobile", "militant", "corpse")
    standing = [i for i, name in enumerate(names) if name.startswith(kinds)]
    for number, row in enumerate(obs):
        occupied = row[:, standing].any(axis=1)
        for cell, rays in enumerate(spec.rays):
            first = [next((c for c in ray if occupied[c]), None) for ray in rays]
            wanted = sum(
                (shown[number, c] for c in first if c is not None), np.zeros_like(shown[number, 0])
            )
            assert (in_sight[number, cell] == wanted).all()


def test_a_cell_shows_its_mask() -> None:
    spec, obs, masks = _observed("square-4", seed=1, count=5)
    cells = InputEncoder(spec).encode(obs, masks).cells
    shown = cells[:, :, : cells.shape[2] // 2]
    assert (shown[:, :, -1] == masks[:, : len(spec.board.cells)]).all()


def test_everywhere_are_shares_of_one_and_the_chosen_piece() -> None:
    spec, obs, masks = _observed("square-4", seed=1, count=30)
    encoder = InputEncoder(spec)
    inputs = encoder.encode(obs, masks)
    half = encoder.cell_inputs // 2
    planes = inputs.everywhere[:, : -2 * half]
    assert planes.min() == 0 and planes.max() <= 1
    chosen = inputs.everywhere[:, -2 * half : -half]
    at = obs[:, :, spec.plane_names.index("chosen piece")]
    assert at.any(axis=1).any() and not at.any(axis=1).all()
    for number in range(len(obs)):
        wanted = inputs.cells[number, at[number].argmax(), :half] if at[number].any() else 0
        assert (chosen[number] == wanted).all()


def test_a_network_needs_cells() -> None:
    with pytest.raises(DjambiError, match="a network reads cells, not planes"):
        InputEncoder(EnvironmentSpec("square-4"))


def test_gradients_are_those_of_finite_differences() -> None:
    batch = Batch("square-2", n=3, seed=5, obs="cells", max_turns=40)
    for _ in range(17):
        batch.step(batch.sample())
    encoder = InputEncoder(batch.spec)
    random = np.random.default_rng(8)
    single = CellNetwork.random(encoder, 5, 2, random)
    network = CellNetwork(
        {
            # Exact enough for differences, and no weight so small that nothing depends on it.
            name: value.astype(np.float64) + random.normal(0, 0.1, value.shape)
            for name, value in single.parameters.items()
        }
    )
    inputs = encoder.encode(batch.obs, batch.mask)
    by_logits = random.normal(size=batch.mask.shape)
    by_values = random.normal(size=3)

    def loss() -> float:
        seen = network.forward(inputs)
        return float((seen.logits * by_logits).sum() + (seen.values * by_values).sum())

    gradients = network.backward(network.forward(inputs), by_logits, by_values)
    assert gradients.keys() == network.parameters.keys()
    for name, value in network.parameters.items():
        assert gradients[name].shape == value.shape
        flat, gradient = value.reshape(-1), gradients[name].reshape(-1)
        for i in random.permutation(flat.size)[:12]:
            before = flat[i]
            flat[i] = before + STEP
            above = loss()
            flat[i] = before - STEP
            below = loss()
            flat[i] = before
            assert gradient[i] == pytest.approx((above - below) / (2 * STEP), rel=1e-4, abs=1e-6)


def test_a_decision_is_judged_alike_among_others() -> None:
    batch = Batch("hex-3", n=4, seed=2, obs="cells")
    for _ in range(9):
        batch.step(batch.sample())
    encoder = InputEncoder(batch.spec)
    network = CellNetwork.random(encoder, 8, 3, np.random.default_rng(1))
    inputs = encoder.encode(batch.obs, batch.mask)
    together = network.forward(inputs)
    alone = network.forward(inputs.rows(np.array([2])))
    assert together.logits[2] == pytest.approx(alone.logits[0], abs=1e-5)
    assert together.values[2] == pytest.approx(alone.values[0], abs=1e-5)
