"""Adam, the optimiser of every network here, in NumPy.

Source: Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from djambi.extras import missing_package
from djambi.research.cell_network import Parameters

try:
    import numpy as np
except ImportError as error:
    raise missing_package("Adam", error, "research") from None


class Adam:
    """Adam with bias correction; the length of the whole gradient is limited.

    Args:
        parameters: what is optimised, in place.
        max_norm: the length to which longer gradients are cut.
    """

    FIRST_DECAY: Final = 0.9
    SECOND_DECAY: Final = 0.999
    EPSILON: Final = 1e-5

    def __init__(self, parameters: Parameters, max_norm: float) -> None:
        self.parameters = parameters
        self.max_norm = max_norm
        self.steps = 0
        self.first = {name: np.zeros_like(value) for name, value in parameters.items()}
        self.second = {name: np.zeros_like(value) for name, value in parameters.items()}

    def step(self, gradients: Parameters, learning_rate: float) -> None:
        """Change the parameters against the gradients."""
        norm = np.sqrt(sum(float((each * each).sum()) for each in gradients.values()))
        cut = min(1.0, self.max_norm / (norm + 1e-12))
        self.steps += 1
        rate = learning_rate * np.sqrt(1 - self.SECOND_DECAY**self.steps)
        rate /= 1 - self.FIRST_DECAY**self.steps
        for name, gradient in gradients.items():
            gradient = gradient * cut
            first, second = self.first[name], self.second[name]
            first += (1 - self.FIRST_DECAY) * (gradient - first)
            second += (1 - self.SECOND_DECAY) * (gradient * gradient - second)
            change = rate * first / (np.sqrt(second) + self.EPSILON)
            self.parameters[name] -= change.astype(first.dtype, copy=False)

    def moments(self) -> Parameters:
        """Return the moments under the names that files have for them."""
        return {
            f"{which}.{name}": moment
            for which, moments in (("first", self.first), ("second", self.second))
            for name, moment in moments.items()
        }

    def restore(self, arrays: Mapping[str, Any], steps: int) -> None:
        """Go on from moments, among the arrays of a file, after so many steps."""
        for name, moment in self.moments().items():
            moment[:] = arrays[name]
        self.steps = steps
