"""Records: who kept their word in this game, and how far each party can be trusted.

Method: the mean of a Beta distribution over the promises kept and broken, whose prior is worth
`PRIOR_PROMISES` promises. At a rated table the prior is the same for everybody, so that nobody is
treated by who they are; elsewhere it may come from earlier games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PRIOR_TRUST: Final = 0.85
"""The trust in somebody of whom nothing is known, from 0 to 1."""

PRIOR_PROMISES: Final = 4.0
"""How many promises the prior weighs as much as."""

BREACH_WEIGHT: Final = 4.0
"""How many kept promises a broken one weighs as much as."""


@dataclass(frozen=True, slots=True)
class PactRecord:
    """What became of a party's promises, as far as the one who judges knows.

    Args:
        kept, broken: how many promises it has kept and broken.
        wronged: how many of the broken ones were given to the one who judges.
        prior: the trust in it at the start.
    """

    kept: int = 0
    broken: int = 0
    wronged: int = 0
    prior: float = PRIOR_TRUST

    @property
    def trust(self) -> float:
        """Return the probability that the party keeps its next promise.

        >>> round(PactRecord().trust, 2), round(PactRecord(kept=4).trust, 2)
        (0.85, 0.93)
        >>> round(PactRecord(broken=1).trust, 2), round(PactRecord(kept=4, broken=2).trust, 2)
        (0.42, 0.46)
        """
        good = PRIOR_PROMISES * self.prior + self.kept
        bad = PRIOR_PROMISES * (1 - self.prior) + BREACH_WEIGHT * self.broken
        return good / (good + bad)


NO_RECORD: Final = PactRecord()
"""The record of a party that has promised nothing yet."""


def prior_from(kept: int, broken: int) -> float:
    """Return the prior trust in a player who kept and broke so many promises in earlier games.

    >>> round(prior_from(0, 0), 2), round(prior_from(10, 10), 2)
    (0.85, 0.25)
    """
    return PactRecord(kept, broken).trust
