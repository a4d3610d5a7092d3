"""Djambi as a PettingZoo environment (AEC): ``djambi_v0.env(...)``.

An agent is selected once for each cell that it chooses: several times in a row for one turn, and
again for a bonus turn or for the turn of a vassal's seat that it plays. Parties that may come back
remain agents. Every agent gets its share of the game when it ends.

>>> game = env(variant="hex-3", max_turns=1)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, termination, truncation, info = game.last()
...     if termination or truncation:
...         print(agent, round(reward, 2), game.step(None))
...     else:
...         game.step(game.action_space(agent).sample(observation["action_mask"]))
red 0.33 None
blue 0.33 None
yellow 0.33 None
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.position.turn import Turn
from djambi.research.decisions import Decision
from djambi.research.environment_spec import (
    DEFAULT_MAX_TURNS,
    EnvironmentSpec,
    ObservationForm,
)
from djambi.research.party_env import (
    RENDER_MODES,
    AecEnv,
    PartyEnv,
    RenderMode,
    RewardForm,
    check_argument,
    info_of,
    planes_seen,
    takes_arguments_of,
    written,
)
from djambi.rules import Rules

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing_package("djambi_v0", error, "research") from None

__all__ = ["DjambiEnv", "env", "raw_env"]

ActionForm = Literal["stage", "turn"]

MAX_LISTED_TURNS: Final = 1 << 17
"""The size of the action space where an action is a whole turn: later turns cannot be chosen."""


class DjambiEnv(PartyEnv[Decision]):
    """A game of Djambi, with an agent for each party that plays."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "djambi_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str = "square-4",
        rules: str | Rules | None = None,
        action: ActionForm = "stage",
        reward: RewardForm = "share",
        max_turns: int = DEFAULT_MAX_TURNS,
        obs: ObservationForm | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        """Set up spaces and agents; `reset` begins a game.

        Args:
            variant: a name of RULES 2.4.
            rules: `Rules` or their text (NOTATION 1); by default the variant's own edition.
            action: `stage`, a cell after the other; `turn`, an index into the legal turns.
            reward: `share`, each agent's share of the game, which add up to 1; `zero-sum`, the
                share less an equal share of the agents that begin, which add up to 0.
            max_turns: the turns after which a game is broken off and shared (truncation).
            obs: the form of observations, as `EnvironmentSpec` describes it.
            render_mode: `ansi`, the board as text; `svg`, the board as a picture; `rgb_array`, the
                same as an array `[height, width, 3]` of bytes.

        Raises:
            DjambiError: an argument has no such value; `EnvironmentSpec` lists further errors.
        """
        check_argument("action", action, ("stage", "turn"))
        self.action_form = action
        spec = EnvironmentSpec(variant, rules, max_turns, obs)
        super().__init__(
            spec,
            reward,
            render_mode,
            spec.action_count if action == "stage" else MAX_LISTED_TURNS,
            {"observation": spaces.Box(0, 255, spec.observation_shape, np.uint8)},
        )

    @property
    def decision(self) -> Decision:
        """Return what is to be decided, as a value: search can go on from it."""
        return self._reached

    def _begun(self, decision: Decision) -> Decision:
        """Return the state in which a game begins: its first decision."""
        return decision

    def _info(self) -> dict[str, Any]:
        """Return what the agent that is selected is told."""
        return info_of(self.decision)

    def _after(self, action: int) -> Decision:
        """Return the decision after an action."""
        if self.action_form == "stage":
            return self.decision.take(action)
        return Decision(self.spec, self.position.play(self._listed_turn(action)))

    def _listed_turn(self, number: int) -> Turn:
        """Return the legal turn with a number; raise `DjambiError` if there is none."""
        legal = self.position.legal_turns()
        if not 0 <= number < min(len(legal), MAX_LISTED_TURNS):
            raise DjambiError(
                f"action {number} cannot be taken: there are {len(legal)} legal turns"
                f" in {self.position}"
            )
        return legal[number]

    # -- what is seen ---------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees, and what it may do: nothing, unless it is selected to act."""
        party = self._letters[agent]
        return {"observation": planes_seen(self.decision, party), "action_mask": self._mask(party)}

    def _mask(self, party: str) -> NDArray[np.int8]:
        """Return the mask of a party's actions: all zeros, unless it is the one who acts."""
        if self.action_form == "stage":
            return super()._mask(party)
        mask = np.zeros(MAX_LISTED_TURNS, np.int8)
        if party == self.decision.mover:
            mask[: len(self.position.legal_turns())] = 1
        return mask

    def state(self) -> NDArray[np.uint8]:
        """Return what whoever plays sees, without a mask: the game holds no secrets."""
        return planes_seen(self.decision, self.decision.mover or self.spec.players[0])

    @property
    def state_space(self) -> spaces.Space[Any]:
        """Return the space of `state`."""
        return spaces.Box(0, 255, self.spec.observation_shape, np.uint8)

    def _caption(self) -> str:
        """Return what is written under the board: who plays, and what is chosen so far."""
        return f"{self.agent_selection}: {written(self.decision)}"


@takes_arguments_of(DjambiEnv)
def env(*arguments: Any, **named: Any) -> AecEnv:
    """Return the environment that `DjambiEnv` describes, in PettingZoo's usual wrapper.

    The wrapper raises an error for a step before `reset`.
    """
    return wrappers.OrderEnforcingWrapper(DjambiEnv(*arguments, **named))


@takes_arguments_of(DjambiEnv)
def raw_env(*arguments: Any, **named: Any) -> DjambiEnv:
    """Return the environment without a wrapper."""
    return DjambiEnv(*arguments, **named)
