"""A small network over the cells of a board, with its gradients, in NumPy: policy and value.

It sees a board as a set of cells, all treated alike, so the same code plays every variant, and what
is learnt about a piece on one cell is known on all. A cell shows what stands on it, and, summed,
what stands in sight of it: the first occupied cell along each of its rays. Two layers are shared by
all cells, with the sum over all cells in between, as in deep sets (Zaheer et al., "Deep Sets",
NeurIPS 2017) and the global pooling of Go programs (Wu, "Accelerating Self-Play Learning in Go",
2019)::

    h = relu(x W + g G + b)                     for every cell, x its input, g what holds everywhere
    p = Σ h / √N
    h' = relu(h W' + p P' + g G' + b'),  p' = Σ h' / √N
    logit(cell) = h'·w,  logits(none, pass) = p' E + e
    value = relu(p' V + c)·v + c'

The value is the share of the game that whoever chooses expects. Parameters are NumPy arrays in a
dictionary, gradients a dictionary with the same keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.research.environment_spec import EnvironmentSpec

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("a network", error, "research") from None

Floats = NDArray[np.floating[Any]]
Bytes = NDArray[np.uint8]
Parameters = dict[str, Floats]

_SCALED: Final = ("order of", "quiet turns")
"""The planes read whose bytes go up to 255; all others are 0 or 1."""


@dataclass(frozen=True, slots=True)
class NetworkInputs:
    """What a network reads of B decisions.

    Args:
        cells: ``[B, N, 2 C]`` bytes: what each cell shows, then what is in sight of it.
        everywhere: ``[B, G]`` numbers from 0 to 1, and what the chosen cells show.
    """

    cells: Bytes
    everywhere: Floats

    def rows(self, chosen: NDArray[np.integer[Any]]) -> NetworkInputs:
        """Return the inputs of some of the decisions."""
        return NetworkInputs(self.cells[chosen], self.everywhere[chosen])


class InputEncoder:
    """Makes a network's inputs from observations in the form `cells`, and masks.

    >>> from djambi.research import Batch
    >>> batch = Batch("hex-3", n=2, obs="cells")
    >>> inputs = InputEncoder(batch.spec).encode(batch.obs, batch.mask)
    >>> inputs.cells.shape, inputs.everywhere.shape
    ((2, 61, 66), (2, 91))
    """

    def __init__(self, spec: EnvironmentSpec) -> None:
        """Look up the planes and the rays.

        Raises:
            DjambiError: the observations of `spec` are not in the form `cells`.
        """
        if spec.obs != "cells":
            raise DjambiError(f"obs: a network reads cells, not {spec.obs}")
        names = spec.plane_names
        first = names.index("power of 0")
        of_cells = [i for i, name in enumerate(names) if i < first or name.startswith("chosen ")]
        # How many turns were played says only how soon a training breaks off.
        everywhere = sorted(set(range(len(names))) - {*of_cells, names.index("turns")})
        self.spec = spec
        self._of_cells = of_cells
        self._everywhere = everywhere
        self._scale = np.array(
            [255 if names[i].startswith(_SCALED) else 1 for i in everywhere], np.float32
        )
        # Every living piece is controlled by a party or by nobody.
        self._standing = slice(names.index("controlled by 0"), names.index("corpse") + 1)
        self._chosen = [names.index("chosen piece"), names.index("chosen destination")]
        self.cells = len(spec.board.cells)
        self.cell_inputs = 2 * (len(of_cells) + 1)
        self.everywhere_inputs = len(everywhere) + len(self._chosen) * (len(of_cells) + 1)
        self._rays = self._padded(spec.rays)

    def _padded(self, rays: tuple[tuple[tuple[int, ...], ...], ...]) -> NDArray[np.intp]:
        """Return the rays as an array ``[longest, N * most]``; N stands where there is no cell."""
        most = max(len(each) for each in rays)
        longest = max(len(ray) for each in rays for ray in each)
        padded = np.full((self.cells, most, longest), self.cells, np.intp)
        for cell, each in enumerate(rays):
            for number, ray in enumerate(each):
                padded[cell, number, : len(ray)] = ray
        return np.ascontiguousarray(padded.reshape(-1, longest).T)

    def encode(self, obs: Bytes, mask: Bytes) -> NetworkInputs:
        """Return the inputs for observations ``[B, N, P]`` and masks ``[B, N + 2]``."""
        count = len(obs)
        # A row more than there are cells: what is seen where nothing is.
        shown = np.zeros((count, self.cells + 1, self.cell_inputs // 2), np.uint8)
        shown[:, :-1, :-1] = obs[:, :, self._of_cells]
        shown[:, :-1, -1] = mask[:, : self.cells]
        flat = shown.reshape(-1, shown.shape[2])
        start = np.arange(count)[:, None] * (self.cells + 1)
        occupied = np.zeros((count, self.cells + 1), np.bool_)
        occupied[:, :-1] = obs[:, :, self._standing].any(axis=2)
        seen = np.full((count, self._rays.shape[1]), self.cells, np.intp)
        for cells in self._rays[::-1]:
            np.copyto(seen, cells, where=occupied[:, cells])
        by_ray = (seen + start).reshape(count * self.cells, -1).T
        in_sight = np.zeros((count * self.cells, flat.shape[1]), np.uint8)
        for spots in by_ray:
            in_sight += flat[spots]
        cells = np.concatenate(
            [shown[:, :-1], in_sight.reshape(count, self.cells, -1)], axis=2, dtype=np.uint8
        )
        chosen = obs[:, :, self._chosen]
        spots = np.where(chosen.any(axis=1), chosen.argmax(axis=1), self.cells) + start
        everywhere = [obs[:, 0, self._everywhere] / self._scale, flat[spots].reshape(count, -1)]
        return NetworkInputs(cells, np.concatenate(everywhere, axis=1, dtype=np.float32))


@dataclass(frozen=True, slots=True)
class NetworkOutputs:
    """What a network says of B decisions, and what its gradients need.

    Args:
        logits: ``[B, N + 2]``, one for each action, allowed or not.
        values: ``[B]``, the expected share of whoever chooses.
        cells, everywhere: the inputs as numbers.
        hidden: the two layers, ``[B, N, H]``.
        pooled: their sums over all cells, ``[B, H]``.
        judged: the layer before the value, ``[B, H]``.
    """

    logits: Floats
    values: Floats
    cells: Floats
    everywhere: Floats
    hidden: tuple[Floats, Floats]
    pooled: tuple[Floats, Floats]
    judged: Floats


class CellNetwork:
    """A policy and a value for the decisions of one variant; see the module for its formulas."""

    def __init__(self, parameters: Mapping[str, Floats]) -> None:
        self.parameters: Parameters = dict(parameters)

    @classmethod
    def random(
        cls, encoder: InputEncoder, hidden: int, players: int, random: np.random.Generator
    ) -> CellNetwork:
        """Return a network before it has learnt: nearly equal logits, values near equal shares.

        Weights are drawn as He et al. do ("Delving Deep into Rectifiers", 2015).
        """

        def drawn(rows: int, columns: int, gain: float = 2.0) -> Floats:
            return random.normal(0, np.sqrt(gain / rows), (rows, columns)).astype(np.float32)

        inputs, everywhere = encoder.cell_inputs, encoder.everywhere_inputs
        return cls(
            {
                "cell_1": drawn(inputs, hidden),
                "everywhere_1": drawn(everywhere, hidden),
                "bias_1": np.zeros(hidden, np.float32),
                "cell_2": drawn(hidden, hidden),
                "pooled_2": drawn(hidden, hidden, 0.2),
                "everywhere_2": drawn(everywhere, hidden, 0.2),
                "bias_2": np.zeros(hidden, np.float32),
                "policy": drawn(hidden, 1, 0.01)[:, 0],
                "policy_extra": drawn(hidden, 2, 0.01),
                "policy_extra_bias": np.zeros(2, np.float32),
                "value_1": drawn(hidden, hidden),
                "value_bias_1": np.zeros(hidden, np.float32),
                "value_2": drawn(hidden, 1, 0.01)[:, 0],
                "value_bias_2": np.full(1, 1 / players, np.float32),
            }
        )

    def forward(self, inputs: NetworkInputs) -> NetworkOutputs:
        """Return logits and values."""
        w = self.parameters
        dtype = w["cell_1"].dtype
        x, g = inputs.cells.astype(dtype), inputs.everywhere.astype(dtype)
        scale = _pooling_scale(x)
        h1 = _relu(_by_cell(x, w["cell_1"]) + (g @ w["everywhere_1"] + w["bias_1"])[:, None])
        p1 = h1.sum(axis=1) * scale
        context = p1 @ w["pooled_2"] + g @ w["everywhere_2"] + w["bias_2"]
        h2 = _relu(_by_cell(h1, w["cell_2"]) + context[:, None])
        p2 = h2.sum(axis=1) * scale
        extra = p2 @ w["policy_extra"] + w["policy_extra_bias"]
        judged = _relu(p2 @ w["value_1"] + w["value_bias_1"])
        return NetworkOutputs(
            np.concatenate([h2 @ w["policy"], extra], axis=1),
            judged @ w["value_2"] + w["value_bias_2"],
            x, g, (h1, h2), (p1, p2), judged,
        )  # fmt: skip

    def backward(self, seen: NetworkOutputs, d_logits: Floats, d_values: Floats) -> Parameters:
        """Return the gradients of a loss.

        Args:
            seen: what `forward` returned.
            d_logits: ``[B, N + 2]``, the loss's derivatives by the logits.
            d_values: ``[B]``, its derivatives by the values.
        """
        w = self.parameters
        (h1, h2), (p1, p2), g = seen.hidden, seen.pooled, seen.everywhere
        scale = _pooling_scale(h1)
        d_cells, d_extra = d_logits[:, :-2], d_logits[:, -2:]
        d_judged = np.outer(d_values, w["value_2"]) * (seen.judged > 0)
        d_p2 = d_extra @ w["policy_extra"].T + d_judged @ w["value_1"].T
        d_h2 = d_cells[:, :, None] * w["policy"] + (d_p2 * scale)[:, None]
        d_h2 *= h2 > 0
        d_context = d_h2.sum(axis=1)
        d_h1 = _by_cell(d_h2, w["cell_2"].T)
        d_h1 += (d_context @ w["pooled_2"].T * scale)[:, None]
        d_h1 *= h1 > 0
        d_first = d_h1.sum(axis=1)
        return {
            "cell_1": _rows(seen.cells).T @ _rows(d_h1),
            "everywhere_1": g.T @ d_first,
            "bias_1": d_first.sum(axis=0),
            "cell_2": _rows(h1).T @ _rows(d_h2),
            "pooled_2": p1.T @ d_context,
            "everywhere_2": g.T @ d_context,
            "bias_2": d_context.sum(axis=0),
            "policy": _rows(h2).T @ d_cells.ravel(),
            "policy_extra": p2.T @ d_extra,
            "policy_extra_bias": d_extra.sum(axis=0),
            "value_1": p2.T @ d_judged,
            "value_bias_1": d_judged.sum(axis=0),
            "value_2": seen.judged.T @ d_values,
            "value_bias_2": d_values.sum(keepdims=True),
        }


def _relu(values: Floats) -> Floats:
    return np.maximum(values, 0, out=values)


def _rows(values: Floats) -> Floats:
    """Return ``[B, N, H]`` as ``[B * N, H]``."""
    return values.reshape(-1, values.shape[-1])


def _by_cell(values: Floats, weights: Floats) -> Floats:
    """Return ``values @ weights`` for every cell, as one product of matrices."""
    product: Floats = (_rows(values) @ weights).reshape(*values.shape[:-1], -1)
    return product


def _pooling_scale(values: Floats) -> float:
    """Return what a sum over the cells of ``[B, N, H]`` is multiplied by: 1 / √N."""
    return float(1 / np.sqrt(values.shape[1]))
