"""Search settings: how a search sees the game, as one value that all its threads share."""

from __future__ import annotations


class SearchSettings:
    """How a search sees the game.

    Args:
        paranoia: how much it believes the others to be after the root's party: 0 is max^n.
        evaluation_noise: by how much a turn at the root is misjudged at most, at random, in shares.
        oversight_rate: the part of all candidates that it overlooks, at random, 0 to 1.
        width, root_width: how many turns are kept of a reply, and of a turn at the root, until
            the node is widened to all legal turns.
        placements, root_placements: how many placements of an act are considered, likewise.
        preselected: how many candidates of a reply are played and evaluated, those that the turn
            policy finds most promising; 0 is all of them.
        paranoid_rounds: in how many rounds from the root it believes what `paranoia` says; beyond
            them it is max^n. A round is as many plies as the board has seats; 60 are all.
    """

    def __init__(
        self,
        paranoia: float = 0.0,
        evaluation_noise: float = 0.0,
        oversight_rate: float = 0.0,
        width: int = 16,
        root_width: int = 48,
        placements: int = 3,
        root_placements: int = 8,
        preselected: int = 0,
        paranoid_rounds: int = 60,
    ) -> None:
        self.paranoia = paranoia
        self.evaluation_noise = evaluation_noise
        self.oversight_rate = oversight_rate
        self.width = width
        self.root_width = root_width
        self.placements = placements
        self.root_placements = root_placements
        self.preselected = preselected
        self.paranoid_rounds = paranoid_rounds
