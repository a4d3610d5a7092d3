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

from djambi.errors import DjambiError, quoted
from djambi.position.position import Position
from djambi.position.stages import StageKind
from djambi.position.turn import Turn
from djambi.render import svg, text
from djambi.research.decisions import Decision
from djambi.research.environment_spec import (
    DEFAULT_MAX_TURNS,
    EnvironmentSpec,
    ObservationForm,
)
from djambi.research.packages import missing_package
from djambi.rules import Rules

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing_package("djambi_v0", error) from None

__all__ = ["DjambiEnv", "env", "raw_env"]

ActionForm = Literal["stage", "turn"]
RewardForm = Literal["share", "zero-sum"]
RenderMode = Literal["ansi", "svg"]

MAX_LISTED_TURNS: Final = 1 << 17
"""The size of the action space where an action is a whole turn: later turns cannot be chosen."""


def env(**arguments: Any) -> AECEnv:
    """Return the environment that `DjambiEnv` describes, in PettingZoo's usual wrapper.

    The wrapper raises an error for a step before `reset`.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(**arguments))


def raw_env(**arguments: Any) -> DjambiEnv:
    """Return the environment without a wrapper."""
    return DjambiEnv(**arguments)


class DjambiEnv(AECEnv):
    """A game of Djambi, with an agent for each party that plays."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "djambi_v0",
        "render_modes": ["ansi", "svg"],
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
                share less an equal share, which add up to 0.
            max_turns: the turns after which a game is broken off and shared (truncation).
            obs: the form of observations, as `EnvironmentSpec` describes it.
            render_mode: `ansi`, the board as text; `svg`, the board as a picture.

        Raises:
            DjambiError: an argument has no such value; `EnvironmentSpec` lists further errors.
        """
        super().__init__()
        _check("action", action, ("stage", "turn"))
        _check("reward", reward, ("share", "zero-sum"))
        _check("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.spec = EnvironmentSpec(variant, rules, max_turns, obs)
        self.action_form = action
        self.reward_form = reward
        self.render_mode = render_mode
        self.possible_agents = list(self.spec.agents)
        self._letters = dict(zip(self.spec.agents, self.spec.players, strict=True))
        actions = self.spec.action_count if action == "stage" else MAX_LISTED_TURNS
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.spec.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, self.spec.observation_shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.spec.agents
        }
        self._decision = Decision.start(self.spec)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self._decision.position

    @property
    def decision(self) -> Decision:
        """Return what is to be decided, as a value: search can go on from it."""
        return self._decision

    # -- the game -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: unused, for nothing in the game is left to chance.
            options: `position`, a Position or its text of the same variant and rules, to begin at.

        Raises:
            DjambiError: the position cannot be read, is over, or has other rules.
        """
        self._decision = self._first((options or {}).get("position"))
        self.agents = [
            agent
            for agent in self.possible_agents
            if not self.spec.is_out(self.position, self.position.party(self._letters[agent]))
        ]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _first(self, position: Position | str | None) -> Decision:
        """Return the decision that a game begins with."""
        if position is None:
            return Decision.start(self.spec)
        first = position if isinstance(position, Position) else Position.parse(position)
        if (first.variant, first.rules) != (self.spec.variant, self.spec.rules):
            raise DjambiError(
                f"the position is of {first.variant.name} {first.rules},"
                f" not of {self.spec.variant.name} {self.spec.rules}"
            )
        if first.is_over:
            raise DjambiError(f"the position is over: {first}")
        return Decision(self.spec, first)

    def step(self, action: int | None) -> None:
        """Take an action for the agent that is selected; None for one that is out or done.

        Raises:
            DjambiError: the game is over, the action is None, or it is outside the mask. Nothing
                has changed then.
        """
        if not self.agents:
            raise DjambiError("the game is over: reset the environment")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise DjambiError(f"{agent} is out of the game: step with None, not {action!r}")
            self._was_dead_step(action)
            return
        if action is None:
            raise DjambiError(f"{agent} has to choose an action, not None")
        self._decision = self._after(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        shares = self._decision.shares
        if shares is None:
            self._select()
            if self._decision.stage == "piece":
                self._drop_out()
        else:
            self._pay(shares)
        self._accumulate_rewards()
        self._deads_step_first()

    def _after(self, action: int) -> Decision:
        """Return the decision after an action."""
        if self.action_form == "stage":
            return self._decision.take(action)
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

    def _drop_out(self) -> None:
        """Terminate the agents whose parties are out of the game for good, with a share of 0."""
        for agent in self.agents:
            if self.spec.is_out(self.position, self.position.party(self._letters[agent])):
                self.terminations[agent] = True
                self.rewards[agent] = self._reward(0.0)

    def _pay(self, shares: dict[str, float]) -> None:
        """Give every agent its reward: the game is over."""
        ended = self.position.is_over
        for agent in self.agents:
            self.rewards[agent] = self._reward(shares[self._letters[agent]])
            self.terminations[agent] = ended
            self.truncations[agent] = not ended

    def _reward(self, share: float) -> float:
        """Return the reward for a share of the game."""
        equal = 1 / len(self.possible_agents) if self.reward_form == "zero-sum" else 0.0
        return share - equal

    def _select(self) -> None:
        """Select the agent who plays, and tell it about its turn."""
        decision = self._decision
        mover = decision.mover
        assert mover is not None  # noqa: S101 - the game goes on
        self.agent_selection = self.spec.agent_of(mover)
        self.infos[self.agent_selection] = {
            "stage": decision.stage,
            "prefix": decision.prefix,
            "seat": decision.position.seat,
            "bonus": decision.position.bonus,
            "turn": decision.position.ply,
        }

    # -- what is seen ---------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees, and what it may do: nothing, unless it is selected to act."""
        letter = self._letters[agent]
        planes = np.empty(self.spec.encoder.size, np.uint8)
        self._decision.observe(letter, planes.data)
        space = self.action_spaces[agent]
        mask = np.zeros(space.n, np.int8)
        if letter == self._decision.mover:
            if self.action_form == "stage":
                mask[list(self._decision.actions)] = 1
            else:
                mask[: len(self.position.legal_turns())] = 1
        return {
            "observation": planes.reshape(self.spec.observation_shape),
            "action_mask": mask,
        }

    def state(self) -> NDArray[np.uint8]:
        """Return what whoever plays sees, without a mask: the game holds no secrets."""
        planes = np.empty(self.spec.encoder.size, np.uint8)
        self._decision.observe(self._decision.mover or self.spec.players[0], planes.data)
        return planes.reshape(self.spec.observation_shape)

    @property
    def state_space(self) -> spaces.Space[Any]:
        """Return the space of `state`."""
        return spaces.Box(0, 255, self.spec.observation_shape, np.uint8)

    def render(self) -> str | None:
        """Return the board as `render_mode` says, or None without one."""
        if self.render_mode is None:
            return None
        stage: StageKind = self._decision.stage
        if self.render_mode == "svg":
            return svg(self.position)
        chosen = f"{self._decision.prefix} ({stage})" if self._decision.prefix else stage
        return f"{text(self.position)}\n{self.agent_selection}: {chosen}"

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def _check(name: str, value: str | None, known: tuple[str | None, ...]) -> None:
    """Raise `DjambiError` if an argument has none of the values that are known."""
    if value not in known:
        raise DjambiError(f"{name}: {quoted(value)} is not one of {', '.join(map(str, known))}")
