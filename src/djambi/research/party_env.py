"""What the PettingZoo environments have in common: agents, spaces, rewards and ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from inspect import signature
from operator import index
from typing import Any, Final, Generic, Literal, ParamSpec, Protocol, Self, TypeAlias, TypeVar, cast

from djambi.errors import DjambiError, out_of_range, quoted
from djambi.extras import missing_package
from djambi.position.position import Position
from djambi.render import svg, text
from djambi.render.pictures import image
from djambi.research.decisions import Decision
from djambi.research.environment_spec import EnvironmentSpec

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    raise missing_package("a PettingZoo environment", error, "research") from None

AecEnv: TypeAlias = AECEnv[str, dict[str, NDArray[Any]], int | None]
"""An environment of PettingZoo with the agents, observations and actions that ours have."""

RewardForm = Literal["share", "zero-sum"]
RenderMode = Literal["ansi", "svg", "rgb_array"]

RENDER_MODES: Final[tuple[RenderMode, ...]] = ("ansi", "svg", "rgb_array")

_PICTURE_WIDTH: Final = 640
"""The width of what `rgb_array` renders, in pixels."""


class EnvironmentState(Protocol):
    """A state that an environment is in: an immutable value, from which actions lead to others."""

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        ...

    @property
    def mover(self) -> str | None:
        """Return the party that acts, or None when the game is over."""
        ...

    @property
    def actions(self) -> tuple[int, ...]:
        """Return the actions that may be taken, sorted."""
        ...

    @property
    def shares(self) -> dict[str, float] | None:
        """Return every party's share once the game is over."""
        ...

    def take(self, action: int) -> Self:
        """Return the state after an action; raise `DjambiError` if it may not be taken."""
        ...


StateT = TypeVar("StateT", bound=EnvironmentState)
P = ParamSpec("P")
R = TypeVar("R")


class PartyEnv(AecEnv, ABC, Generic[StateT]):
    """A game with an agent for each party that plays; each gets its share of the game at the end.

    A subclass says what the states of its game are, and what agents see of them.
    """

    def __init__(
        self,
        spec: EnvironmentSpec,
        reward: RewardForm,
        render_mode: RenderMode | None,
        action_count: int,
        seen: dict[str, spaces.Space[Any]],
    ) -> None:
        """Set up agents and spaces; `reset` begins a game.

        Args:
            spec: what is played.
            reward: `share`, each agent's share of the game, which add up to 1; `zero-sum`, the
                share less an equal share of the agents that begin, which add up to 0.
            render_mode: `ansi`, the board as text; `svg`, the board as a picture; `rgb_array`, the
                same as an array `[height, width, 3]` of bytes.
            action_count: the size of the action space.
            seen: the spaces of what an observation has besides the mask, by name.

        Raises:
            DjambiError: an argument has no such value.
        """
        super().__init__()
        check_argument("reward", reward, ("share", "zero-sum"))
        check_argument("render_mode", render_mode, (None, *RENDER_MODES))
        self.spec = spec
        self.reward_form = reward
        self.render_mode = render_mode
        self.possible_agents = list(spec.agents)
        self.agents = []
        self._letters = dict(zip(spec.agents, spec.players, strict=True))
        self._action_count = action_count
        mask = spaces.Box(0, 1, (action_count,), np.int8)
        self.action_spaces = {agent: spaces.Discrete(action_count) for agent in spec.agents}
        self.observation_spaces = {
            agent: spaces.Dict({**seen, "action_mask": mask}) for agent in spec.agents
        }
        self._reached = self._begun(Decision.start(spec))
        self._equal_share = 0.0

    @abstractmethod
    def _begun(self, decision: Decision) -> StateT:
        """Return the state in which a game begins whose first turn is this decision."""

    @abstractmethod
    def _info(self) -> dict[str, Any]:
        """Return what the agent that is selected is told."""

    @abstractmethod
    def _caption(self) -> str:
        """Return what is written under the board: who acts, and what they are asked for."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, `action_mask` among them."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self._reached.position

    # -- the game -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: unused, for nothing in the game is left to chance.
            options: `position`, a Position or its text of the same variant and rules, to begin at.

        Raises:
            DjambiError: the position cannot be read, is over, or has other rules.
        """
        self._reached = self._begun(self._first((options or {}).get("position")))
        self.agents = [
            agent
            for agent in self.possible_agents
            if not self.spec.is_out(self.position, self.position.party(self._letters[agent]))
        ]
        self._equal_share = 1 / len(self.agents)
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
        decision = Decision(self.spec, first)
        if strangers := "".join(sorted(set(first.active) - set(self.spec.players))):
            raise DjambiError(f"no agent plays {strangers}, active in the position: {first}")
        if first.is_over:
            raise DjambiError(f"the position is over: {first}")
        if decision.is_broken_off:
            raise DjambiError(
                f"the position is broken off after {self.spec.max_turns} turns: {first}"
            )
        return decision

    def step(self, action: int | None) -> None:
        """Take an action for the agent that is selected; None for one that is out or done.

        Raises:
            DjambiError: the game is over, the action is None or no whole number, or it is outside
                the mask. Nothing has changed then.
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
        try:
            number = index(action)
        except TypeError:
            raise out_of_range(f"{agent}'s action", action, 0, self._action_count - 1) from None
        before = self.position
        self._reached = self._after(number)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        shares = self._reached.shares
        if shares is None:
            self._select()
            if self.position is not before:
                self._drop_out()
        else:
            self._pay(shares)
        self._accumulate_rewards()
        self._deads_step_first()

    def _after(self, action: int) -> StateT:
        """Return the state after an action."""
        return self._reached.take(action)

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
            letter = self._letters[agent]
            self.rewards[agent] = self._reward(shares[letter])
            # Who fell by the last turn is out, like who fell before.
            out = ended or self.spec.is_out(self.position, self.position.party(letter))
            self.terminations[agent] = out
            self.truncations[agent] = not out

    def _reward(self, share: float) -> float:
        """Return the reward for a share of the game."""
        return share - self._equal_share if self.reward_form == "zero-sum" else share

    def _select(self) -> None:
        """Select the agent who acts, and tell it what it is asked for."""
        mover = self._reached.mover
        assert mover is not None  # noqa: S101 - the game goes on
        self.agent_selection = self.spec.agent_of(mover)
        self.infos[self.agent_selection] = self._info()

    # -- what is seen ---------------------------------------------------------------------------

    def _mask(self, party: str) -> NDArray[np.int8]:
        """Return the mask of a party's actions: all zeros, unless it is the one who acts."""
        mask = np.zeros(self._action_count, np.int8)
        if party == self._reached.mover:
            mask[list(self._reached.actions)] = 1
        return mask

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as `render_mode` says, or None without one.

        Raises:
            DjambiError: it is `rgb_array`, and the extra ``pictures`` is not installed.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "svg":
            return svg(self.position)
        if self.render_mode == "rgb_array":
            return np.array(image(svg(self.position), _PICTURE_WIDTH))
        return f"{text(self.position)}\n{self._caption()}"

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def takes_arguments_of(made: Callable[P, object]) -> Callable[[Callable[..., R]], Callable[P, R]]:
    """Return a decorator: a function takes the arguments of what it makes.

    Type checkers, editors and `help` then know their names, types and defaults.
    """

    def decorate(function: Callable[..., R]) -> Callable[P, R]:
        returned = signature(function).return_annotation
        vars(function)["__signature__"] = signature(made).replace(return_annotation=returned)
        return cast("Callable[P, R]", function)

    return decorate


def planes_seen(decision: Decision, party: str) -> NDArray[np.uint8]:
    """Return what a party sees of a decision, in the form of its spec."""
    planes = np.empty(decision.spec.encoder.size, np.uint8)
    decision.observe(party, planes.data)
    return planes.reshape(decision.spec.observation_shape)


def info_of(decision: Decision) -> dict[str, Any]:
    """Return what whoever chooses next in a turn is told of it."""
    return {
        "stage": decision.stage,
        "prefix": decision.prefix,
        "seat": decision.position.seat,
        "bonus": decision.position.bonus,
        "turn": decision.position.ply,
    }


def written(decision: Decision) -> str:
    """Return what is chosen of a turn, and what is chosen next, as a line of text."""
    return f"{decision.prefix} ({decision.stage})" if decision.prefix else decision.stage


def check_argument(name: str, value: str | None, known: tuple[str | None, ...]) -> None:
    """Raise `DjambiError` if an argument has none of the values that are known."""
    if value not in known:
        raise DjambiError(f"{name}: {quoted(value)} is not one of {', '.join(map(str, known))}")
