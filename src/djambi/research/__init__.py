"""Djambi as an environment for research: PettingZoo, OpenSpiel, Gymnasium, and many games at once.

Everything here is in the extra ``research`` (``pip install "djambi[research]"``); importing this
package imports none of it. `docs/research` describes the spaces.

* `djambi_v0` (module): the PettingZoo environment; `djambi_talk_v0`: the same with talk;
* `djambi.research.openspiel` (module): importing it registers ``python_djambi``;
* `Batch`: many games stepped at once; `SeatVectorEnv`: one seat of each against bots;
* `EnvironmentSpec`, `Decision`: what all of them stand on, without any other package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from djambi.research.decisions import Decision
from djambi.research.environment_spec import EnvironmentSpec

if TYPE_CHECKING:
    from djambi.research.batch import Batch
    from djambi.research.seat_vector_env import SeatVectorEnv

__all__ = ["Batch", "Decision", "EnvironmentSpec", "SeatVectorEnv"]


# Type checkers see the imports above, and go on missing what is not there.
if not TYPE_CHECKING:

    def __getattr__(name):
        """Import what needs a package of the extra when it is first asked for."""
        if name == "Batch":
            from djambi.research.batch import Batch

            return Batch
        if name == "SeatVectorEnv":
            from djambi.research.seat_vector_env import SeatVectorEnv

            return SeatVectorEnv
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        """Return what is offered, what is imported late and the modules imported included."""
        return sorted({*globals(), *__all__})
