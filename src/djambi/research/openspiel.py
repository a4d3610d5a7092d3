"""Djambi for OpenSpiel: importing this module registers ``python_djambi``.

``pyspiel.load_game("python_djambi(variant=hex-3,rules=bga;own_kills:none,max_turns=500)")``: the
text of rules has ``;`` for ``,`` and ``:`` for ``=``, which OpenSpiel reads itself. A player
chooses one cell after the other, with the actions of `EnvironmentSpec`. States are values: a clone
shares all that it can.

>>> import pyspiel
>>> game = pyspiel.load_game("python_djambi(variant=square-4)")
>>> state = game.new_initial_state()
>>> state.current_player(), state.action_to_string(20)
(0, 'c3')
>>> state.apply_action(20)
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'c3-e1')
"""

from __future__ import annotations

from typing import Any, Final

from djambi.extras import missing_package
from djambi.research.decisions import Decision
from djambi.research.environment_spec import DEFAULT_MAX_TURNS, EnvironmentSpec
from djambi.rules import PARTY_LETTERS, ReporterTargets

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ImportError as error:
    raise missing_package("djambi.research.openspiel", error, "research") from None

__all__ = ["DjambiGame", "DjambiObserver", "DjambiState"]

_ACTIONS_A_TURN: Final = 5
"""The most actions of a turn in which at most one victim is chosen in the step and in the exit."""

_ACTIONS_A_TURN_OF_MANY_VICTIMS: Final = 21
"""The most actions of a turn where victims are chosen one by one: up to eight, twice, and ends."""

_RULES_SIGNS: Final = str.maketrans(";:", ",=")

_PARAMETERS: Final[dict[str, Any]] = {
    "variant": "square-4",
    "rules": "",
    "max_turns": DEFAULT_MAX_TURNS,
    "obs": "",
}

_GAME_TYPE = pyspiel.GameType(
    short_name="python_djambi",
    long_name="Djambi",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(PARTY_LETTERS),
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=_PARAMETERS,
)


class DjambiGame(pyspiel.Game):
    """Djambi as a game of OpenSpiel, with a player for each agent of an `EnvironmentSpec`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Take OpenSpiel's parameters; raises the errors of `EnvironmentSpec`."""
        given = _PARAMETERS | (params or {})
        self.spec = EnvironmentSpec(
            given["variant"],
            given["rules"].translate(_RULES_SIGNS) or None,
            given["max_turns"],
            given["obs"] or None,
        )
        many_victims = self.spec.rules.reporter_targets is ReporterTargets.SOME
        actions = _ACTIONS_A_TURN_OF_MANY_VICTIMS if many_victims else _ACTIONS_A_TURN
        super().__init__(
            _GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=self.spec.action_count,
                max_chance_outcomes=0,
                num_players=len(self.spec.players),
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=1.0,
                max_game_length=actions * self.spec.max_turns,
            ),
            params or {},
        )

    def new_initial_state(self) -> DjambiState:
        """Return the start of a game."""
        return DjambiState(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: dict[str, Any] | None = None
    ) -> DjambiObserver:
        """Return an observer of this game."""
        return DjambiObserver(self.spec)


class DjambiState(pyspiel.State):
    """A decision of a game, or its end."""

    def __init__(self, game: DjambiGame) -> None:
        """Begin a game."""
        super().__init__(game)
        self.spec = game.spec
        self.decision = Decision.start(game.spec)

    def current_player(self) -> int:
        """Return the number of the player who chooses next, or the mark of the end."""
        mover = self.decision.mover
        if mover is None:
            return pyspiel.PlayerId.TERMINAL
        return self.spec.players.index(mover)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the actions of a player, sorted."""
        if player != self.current_player():
            return []
        return list(self.decision.actions)

    def _apply_action(self, action: int) -> None:
        """Take an action."""
        self.decision = self.decision.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the turn as written with an action, or how an action that is not one is meant."""
        if action in self.decision.actions and player == self.current_player():
            return self.decision.written_with(action)
        # After the end nobody is to play: cells are named as the first player sees them.
        return self.spec.cell_of(action, self.spec.players[max(player, 0)]) or "-"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.decision.mover is None

    def returns(self) -> list[float]:
        """Return every player's share of the game; nothing before its end."""
        shares = self.decision.shares or {}
        return [shares.get(letter, 0.0) for letter in self.spec.players]

    def __str__(self) -> str:
        return f"{self.decision.position} {self.decision.prefix}".rstrip()


class DjambiObserver:
    """What a player sees: the planes of `EnvironmentSpec`, from 0 to 1."""

    def __init__(self, spec: EnvironmentSpec) -> None:
        self.spec = spec
        self._bytes = np.empty(spec.encoder.size, np.uint8)
        self.tensor: NDArray[np.float32] = np.zeros(spec.encoder.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(spec.observation_shape)}
        # Shares and the order are bytes up to 255; everything else is 0 or 1.
        scaled = ("order of", "quiet turns", "turns")
        scale = np.array(
            [255 if name.startswith(scaled) else 1 for name in spec.plane_names], np.float32
        )
        self._scale = scale.reshape((-1, 1, 1) if spec.obs == "planes" else (1, -1))

    def set_from(self, state: DjambiState, player: int) -> None:
        """Write what a player sees of a state to `tensor`."""
        state.decision.observe(self.spec.players[player], self._bytes.data)
        seen = self._bytes.reshape(self.spec.observation_shape)
        np.divide(seen, self._scale, out=self.dict["observation"])

    def string_from(self, state: DjambiState, player: int) -> str:
        """Return a state as text, the same for every player."""
        return str(state)


pyspiel.register_game(_GAME_TYPE, DjambiGame)
