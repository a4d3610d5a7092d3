"""Djambi with talk as a PettingZoo environment (AEC): ``djambi_talk_v0.env(...)``.

Before every turn but a bonus turn the active parties talk: each may propose a pact, openly or in
secret, then each may accept an offer. Pacts are judged, not enforced. `TalkState` tells how a
press round goes, `TalkSpec` what can be said.

>>> game = env(variant="hex-3", max_turns=1)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter(6):
...     observation, reward, termination, truncation, info = game.last()
...     print(agent, info["stage"], game.step(game.unwrapped.talk_spec.silence_action))
red propose None
blue propose None
yellow propose None
red answer None
blue answer None
yellow answer None
>>> game.agent_selection, game.infos["red"]["stage"]
('red', 'piece')
"""

from __future__ import annotations

from typing import Any, ClassVar

from djambi.extras import missing_package
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
    info_of,
    planes_seen,
    takes_arguments_of,
    written,
)
from djambi.research.talk_spec import TalkSpec
from djambi.research.talk_state import TalkState
from djambi.rules import Rules

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing_package("djambi_talk_v0", error, "research") from None

__all__ = ["TalkEnv", "env", "raw_env"]


class TalkEnv(PartyEnv[TalkState]):
    """A game of Djambi with a press round before every regular turn.

    What `observe`, `last`, `infos`, `state` and `render` return holds no secret of others; only
    `talk` does, for search and for whoever evaluates the agents.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "djambi_talk_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str = "square-4",
        rules: str | Rules | None = None,
        reward: RewardForm = "share",
        max_turns: int = DEFAULT_MAX_TURNS,
        obs: ObservationForm | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        """Set up spaces and agents; `reset` begins a game.

        Args:
            variant: a name of RULES 2.4.
            rules: `Rules` or their text (NOTATION 1); by default the variant's own edition.
            reward: `share`, each agent's share of the game, which add up to 1; `zero-sum`, the
                share less an equal share of the agents that begin, which add up to 0.
            max_turns: the turns after which a game is broken off and shared (truncation).
            obs: the form of the board's observations, as `EnvironmentSpec` describes it.
            render_mode: `ansi`, the board and the open talk as text; `svg`, the board as a
                picture; `rgb_array`, the same as an array `[height, width, 3]` of bytes.

        Raises:
            DjambiError: an argument has no such value; `EnvironmentSpec` lists further errors.
        """
        spec = EnvironmentSpec(variant, rules, max_turns, obs)
        self.talk_spec = TalkSpec(spec)
        super().__init__(
            spec,
            reward,
            render_mode,
            self.talk_spec.action_count,
            {
                "observation": spaces.Box(0, 255, spec.observation_shape, np.uint8),
                "talk": spaces.Box(0, 255, (self.talk_spec.size,), np.uint8),
            },
        )

    @property
    def talk(self) -> TalkState:
        """Return the state of the game, everybody's secrets included, as a value."""
        return self._reached

    def _begun(self, decision: Decision) -> TalkState:
        """Return the state in which a game begins: nothing has been said."""
        return TalkState.begun(self.talk_spec, decision)

    def _info(self) -> dict[str, Any]:
        """Return what the agent that is selected is told: no secret."""
        return {**info_of(self.talk.decision), "stage": self.talk.stage}

    # -- what is seen ---------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees, and what it may do: nothing, unless it is selected to act."""
        party = self._letters[agent]
        return {
            "observation": planes_seen(self.talk.decision, party),
            "talk": np.frombuffer(self.talk.block(party), np.uint8),
            "action_mask": self._mask(party),
        }

    def state(self) -> NDArray[np.uint8]:
        """Return what everybody sees, in a row: the board's planes, and the talk without secrets.

        Both as whoever plays the turn counts parties and cells.
        """
        decision = self.talk.decision
        viewer = decision.mover or self.spec.players[0]
        public = np.frombuffer(self.talk.block(viewer, public=True), np.uint8)
        return np.concatenate((planes_seen(decision, viewer).ravel(), public))

    @property
    def state_space(self) -> spaces.Space[Any]:
        """Return the space of `state`."""
        return spaces.Box(0, 255, (self.spec.encoder.size + self.talk_spec.size,), np.uint8)

    def _caption(self) -> str:
        """Return what is written under the board: who acts, and what is said in the open."""
        talk = self.talk
        stage = talk.stage if talk.talks else written(talk.decision)
        lines = [f"{self.agent_selection}: {stage}"]
        for each in talk.offers_seen(None):
            lines.append(f"{self.spec.agent_of(each.by)} offers: {talk.sentences(each.offer)}")
        for pact in talk.pacts_seen(None):
            lines += (f"pact: {talk.sentence(*running)}" for running in pact.running)
        return "\n".join(lines)


@takes_arguments_of(TalkEnv)
def env(*arguments: Any, **named: Any) -> AecEnv:
    """Return the environment that `TalkEnv` describes, in PettingZoo's usual wrapper.

    The wrapper raises an error for a step before `reset`.
    """
    return wrappers.OrderEnforcingWrapper(TalkEnv(*arguments, **named))


@takes_arguments_of(TalkEnv)
def raw_env(*arguments: Any, **named: Any) -> TalkEnv:
    """Return the environment without a wrapper."""
    return TalkEnv(*arguments, **named)
