"""One seat against bots, in many games at once: a Gymnasium ``VectorEnv``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from djambi.bots import Bot, make
from djambi.errors import DjambiError, out_of_range, quoted, require, whole_number
from djambi.extras import missing_package
from djambi.research.decisions import Decision
from djambi.research.environment_spec import (
    DEFAULT_MAX_TURNS,
    MAX_MAX_TURNS,
    EnvironmentSpec,
    ObservationForm,
)
from djambi.research.thread_pool import ThreadPool
from djambi.rules import Rules

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise missing_package("SeatVectorEnv", error, "research") from None

__all__ = ["SeatVectorEnv"]

MAX_ENVS: Final = 1 << 16
"""The most games at once."""

MAX_THREADS: Final = 256
"""The most games that bots think about at once."""

_SEED_BITS: Final = 32


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Games in which one party is the learner's and bots play the others.

    An action chooses one cell, as in `djambi_v0`; between two actions the bots play. The reward is
    the learner's share of the game, when it ends or when the learner is out of it for good. A game
    that has ended begins anew in the same step: `infos["final_obs"]` has what was seen last, and
    `infos["final_info"]` whose seat it was.
    `infos["action_mask"]`, and `action_masks()`, say what may be chosen.

    >>> envs = SeatVectorEnv("hex-3", level="random", n=2, seat="r")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].sum(axis=1).tolist()
    ((2, 58, 9, 9), [5, 5])
    """

    observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]
    single_observation_space: spaces.Space[Any]
    single_action_space: spaces.Space[Any]

    def __init__(
        self,
        variant: str = "square-4",
        rules: str | Rules | None = None,
        level: str = "novice",
        n: int = 8,
        seat: str | None = None,
        threads: int = 1,
        max_turns: int = DEFAULT_MAX_TURNS,
        obs: ObservationForm | None = None,
    ) -> None:
        """Set up spaces and games; `reset` begins them.

        Args:
            variant: a name of RULES 2.4.
            rules: `Rules` or their text (NOTATION 1); by default the variant's own edition.
            level: the bots' name, as `djambi.bots.make` knows it.
            n: how many games.
            seat: the letter of the learner's party; by default it is drawn for every game.
            threads: how many games the bots think about at once.
            max_turns: the turns after which a game is broken off and shared (truncation); at least
                one for each seat, so that the learner has a turn.
            obs: the form of observations, as `EnvironmentSpec` describes it.

        Raises:
            DjambiError: a number is out of its range, no bot has that name, or nobody plays that
                seat; `EnvironmentSpec` lists further errors.
        """
        self.environment_spec = EnvironmentSpec(variant, rules, max_turns, obs)
        n = whole_number(n, "n", 1, MAX_ENVS)
        threads = whole_number(threads, "threads", 1, MAX_THREADS)
        if seat is not None:
            require(seat, str, "seat")
            if len(seat) != 1 or seat not in self.environment_spec.start.active:
                raise DjambiError(f"seat: {quoted(seat)} is not an active party of {variant}")
        # Seats of parties that have no Chief have turns, too: who controls them plays those.
        least = len(self.environment_spec.start.order)
        if self.environment_spec.max_turns < least:
            # Broken off before the learner's first turn, a game would have no action to go on with.
            raise out_of_range("max_turns", max_turns, least, MAX_MAX_TURNS)
        require(level, str, "level", "a bot's name")
        make(level)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.level = level
        self.seat = seat
        self.num_envs = n
        self.single_observation_space = spaces.Box(
            0, 255, self.environment_spec.observation_shape, np.uint8
        )
        self.single_action_space = spaces.Discrete(self.environment_spec.action_count)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._pool = ThreadPool(threads) if threads > 1 else None
        self._games = [_SeatGame(self.environment_spec, level, seat) for _ in range(n)]
        self._begun = False
        self._is_closed = False

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin all games.

        Args:
            seed: for the bots, and for who the learner is: one for all games, or one for each.
            options: unused.

        Raises:
            DjambiError: there are more seeds than games, or fewer, or the environment is closed;
                nothing has changed then.
        """
        self._require_open()
        if seed is not None:
            if isinstance(seed, list):
                seeds = [None if each is None else whole_number(each, "seed") for each in seed]
            else:
                first = whole_number(seed, "seed")
                seeds = list(range(first, first + self.num_envs))
            if len(seeds) != self.num_envs:
                raise DjambiError(
                    f"seed: {len(seeds)} seeds, where there are {self.num_envs} games"
                )
            for game, each in zip(self._games, seeds, strict=True):
                game.random = Random(each)
        self._on_all([(game.begin, ()) for game in self._games])
        self._begun = True
        return self._observations(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Take an action in every game, and let the bots play until it is the learner's turn.

        Raises:
            DjambiError: there is not one action for each game, or one may not be taken, or the
                games have not been begun, or the environment is closed; nothing has changed then.
        """
        self._require_open()
        if not self._begun:
            raise DjambiError("no game has begun: reset the environment")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise DjambiError(f"actions: {self.num_envs} whole numbers are wanted, not {actions!r}")
        after = [
            game.decision.take(int(action))
            for game, action in zip(self._games, chosen, strict=True)
        ]
        self._on_all(
            [(game.go_on, (decision,)) for game, decision in zip(self._games, after, strict=True)]
        )
        terminations = np.array([game.is_out for game in self._games])
        # Who fell by the last turn is out, and lost nothing by its being the last.
        truncations = np.array([game.decision.is_broken_off for game in self._games])
        truncations &= ~terminations
        rewards = np.array([game.share for game in self._games])
        over = terminations | truncations
        if not over.any():
            return self._observations(), rewards, terminations, truncations, self._infos()
        ended = [int(i) for i in np.flatnonzero(over)]
        final = np.full(self.num_envs, None, object)
        for i in ended:
            final[i] = self._observation(self._games[i])
        last = self._infos()
        last["action_mask"][over] = False
        self._on_all([(self._games[i].begin, ()) for i in ended])
        infos = self._infos()
        infos |= {"final_obs": final, "_final_obs": over}
        infos |= {"final_info": last | {f"_{name}": over for name in last}, "_final_info": over}
        return self._observations(), rewards, terminations, truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions may be taken in every game: ``[n, N + 2]``."""
        masks = np.zeros((self.num_envs, self.environment_spec.action_count), np.bool_)
        for mask, game in zip(masks, self._games, strict=True):
            mask[list(game.decision.actions)] = True
        return masks

    def close_extras(self, **arguments: Any) -> None:
        """End the threads."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def _require_open(self) -> None:
        if self._is_closed:
            raise DjambiError("the environment is closed")

    def _observation(self, game: _SeatGame) -> NDArray[np.uint8]:
        planes = np.empty(self.environment_spec.encoder.size, np.uint8)
        game.decision.observe(game.learner, planes.data)
        return planes.reshape(self.environment_spec.observation_shape)

    def _observations(self) -> NDArray[np.uint8]:
        return np.stack([self._observation(game) for game in self._games])

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "seat": np.array([game.learner for game in self._games]),
        }

    def _on_all(self, work: list[tuple[Callable[..., None], tuple[Decision, ...]]]) -> None:
        """Carry out calls, several at once if there are threads."""
        if self._pool is None:
            for call, arguments in work:
                call(*arguments)
        else:
            for done in [self._pool.submit(call, *arguments) for call, arguments in work]:
                done.result()


class _SeatGame:
    """One of the games: the decision that the learner is at, and the bots."""

    def __init__(self, spec: EnvironmentSpec, level: str, seat: str | None) -> None:
        self.decision = Decision.start(spec)
        self.random = Random()
        self._level = level
        self._seat = seat
        self.learner = seat or self.decision.position.active[0]
        self._bots: dict[str, Bot] = {}

    def begin(self) -> None:
        """Begin a game, and play up to the learner's first turn."""
        first = Decision.start(self.decision.spec)
        self.learner = self._seat or self.random.choice(first.position.active)
        self._bots = {
            letter: make(self._level, self.random.getrandbits(_SEED_BITS))
            for letter in first.spec.players
            if letter != self.learner
        }
        self.go_on(first)

    def go_on(self, decision: Decision) -> None:
        """Play the bots' turns until the learner has a choice or is out, or the game is over."""
        self.decision = decision
        while not self.is_out and self.decision.mover not in (None, self.learner):
            position = self.decision.position
            bot = self._bots[self.decision.mover or ""]
            self.decision = Decision(decision.spec, position.play(bot.choose(position)))

    @property
    def is_out(self) -> bool:
        """Return whether the game has ended by the rules, for the learner at least."""
        position = self.decision.position
        if position.is_over:
            return True
        return self.decision.spec.is_out(position, position.party(self.learner))

    @property
    def share(self) -> float:
        """Return the learner's share of the game; 0 before its end."""
        return (self.decision.shares or {}).get(self.learner, 0.0)
