"""What an environment plays, and how its cells, actions and planes are numbered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from djambi.errors import DjambiError, quoted, whole_number
from djambi.geometry import Board
from djambi.kernel.environment.observation import ObservationEncoder
from djambi.kernel.rules.codes import KIND_NAMES
from djambi.parties import Party
from djambi.position.position import Position
from djambi.position.symmetry import turning
from djambi.rules import Comeback, Rules, Variant
from djambi.texts import say

ObservationForm = Literal["planes", "cells"]

DEFAULT_MAX_TURNS: Final = 2000
"""Turns after which a game is broken off, if nobody says otherwise."""

MAX_MAX_TURNS: Final = 1_000_000
"""The highest limit of turns."""

_STATUSES: Final = ("active", "vassal", "frozen", "gone")
_PARTS: Final = ("piece", "destination", "placement", "victims", "exit", "exit placement")
_STAGES: Final = ("piece", "destination", "placement", "victims", "exit")


class EnvironmentSpec:
    """A variant, rules and a limit of turns, with the spaces that follow from them.

    An action is the number of a cell on the board *as whoever plays sees it*: turned, so that
    their corner is where the first party's is. With N cells, action N is *none* and N + 1 the pass.

    >>> spec = EnvironmentSpec("square-4")
    >>> spec.agents, spec.action_count, spec.observation_shape
    (('red', 'blue', 'yellow', 'green'), 83, (71, 9, 9))
    >>> spec.action_of("c3", "r"), spec.action_of("g3", "b"), spec.cell_of(20, "b")
    (20, 20, 'g3')
    """

    def __init__(
        self,
        variant: str = "square-4",
        rules: str | Rules | None = None,
        max_turns: int = DEFAULT_MAX_TURNS,
        obs: ObservationForm | None = None,
    ) -> None:
        """Check and combine what is given.

        Args:
            variant: a name of RULES 2.4.
            rules: `Rules`, or their text: an edition, and options after it as NOTATION 1 writes
                them. By default the variant's own edition.
            max_turns: the turns after which a game is broken off and shared by the active parties.
            obs: the form of observations: `planes` (P, H, W), or `cells` (N, P) for a graph of
                cells; by default `planes` where the board has rows, else `cells`.

        Raises:
            DjambiError: the variant is unknown, the limit is not from 1 to 1,000,000, or the
                board has no rows to make planes of.
            BadRules: the rules cannot be read.
        """
        self.variant = Variant.get(variant)
        if rules is None:
            rules = self.variant.default_edition
        self.rules = rules if isinstance(rules, Rules) else Rules.parse(rules)
        max_turns = self.max_turns = whole_number(max_turns, "max_turns", 1, MAX_MAX_TURNS)
        self.start = Position.start_by(self.variant, self.rules)
        if obs is None:
            obs = "cells" if self.board.is_polygon else "planes"
        self.obs: ObservationForm = obs
        if self.obs not in ("planes", "cells"):
            raise DjambiError(f"obs: {quoted(obs)} is not planes or cells")
        if self.obs == "planes" and self.board.is_polygon:
            raise DjambiError(f"obs: the board {self.board.name} has no rows; use cells")
        self.players = self._players()
        self.agents = tuple(say(f"party.{letter}.adjective", "en") for letter in self.players)
        self.action_count = len(self.board.cells) + 2
        self.none_action = len(self.board.cells)
        self.pass_action = len(self.board.cells) + 1
        self._seen = [turning(self.board, -camp) for camp in self.variant.camps]
        self._meant = [tuple(sorted(range(len(seen)), key=seen.__getitem__)) for seen in self._seen]
        cells = len(self.board.cells)
        side = len(self.board.rows)
        planes = self.obs == "planes"
        plane_cells = side * side if planes else cells
        self.encoder = ObservationEncoder(
            self._seen,
            [_place_in_grid(name, side) for name in self.board.cells] if planes else range(cells),
            plane_cells,
            not planes,
            self.rules.quiet_rounds * len(self.variant.parties),
            max_turns,
        )
        # Rules with equal values are equal, whatever edition they were written from.
        self._key = self.variant.name, self.rules, max_turns, self.obs
        self._hash = hash(self._key)
        many = self.encoder.planes
        self.observation_shape = (many, side, side) if planes else (cells, many)

    @property
    def board(self) -> Board:
        """Return the board that is played on."""
        return self.variant.board

    def _players(self) -> str:
        """Return the parties that play, or may come to: they are the agents, in seat order."""
        # A vassal of the set-up that is frozen with its lord wakes if its Chief is free (RULES 5).
        may_wake = self.rules.comeback is not Comeback.NEVER
        return "".join(
            letter
            for letter, initial in zip(self.variant.parties, self.variant.initial, strict=True)
            if initial == "active" or (may_wake and initial.startswith("vassal"))
        )

    def agent_of(self, letter: str) -> str:
        """Return the name of the agent who plays a party; raise `DjambiError` if nobody does."""
        number = self.players.find(letter)
        if number < 0 or len(letter) != 1:
            raise DjambiError(f"{quoted(letter)} has no agent in {self.variant.name}")
        return self.agents[number]

    def is_out(self, position: Position, party: Party) -> bool:
        """Return whether a party is out of a game that goes on, for good (RULES 5).

        Whoever has resigned is: an environment has no *Return*.
        """
        if party.is_active:
            return False
        never = party.gone or self.rules.comeback is Comeback.NEVER
        return never or position.chief_of(party.letter) is None

    # -- actions --------------------------------------------------------------------------------

    def action_of(self, cell: str, party: str) -> int:
        """Return the action that means a cell when a party plays; raise `UnknownCell`."""
        return self._seen[self.variant.index(party)][self.board.index(cell)]

    def cell_of(self, action: int, party: str) -> str | None:
        """Return the cell that an action means when a party plays; None for the last two actions.

        Raises:
            DjambiError: there is no such action.
        """
        action = whole_number(action, "action", 0, self.action_count - 1)
        if action >= self.none_action:
            return None
        return self.board.cells[self._meant[self.variant.index(party)][action]]

    def action_name(self, action: int, party: str) -> str:
        """Return what an action means when a party plays: a cell, `none` or `pass`.

        Raises the error of `cell_of`.
        """
        return self.cell_of(action, party) or ("pass" if action == self.pass_action else "none")

    def seen_actions(self, actions: list[int], party: str) -> list[int]:
        """Return actions that have the board's own numbers as a party sees them, sorted."""
        seen = self._seen[self.variant.index(party)]
        cells = self.none_action
        return sorted(seen[action] if action < cells else action for action in actions)

    def own_action(self, action: int, party: str) -> int:
        """Return what an action, as a party sees it, is in the board's own numbers."""
        if action >= self.none_action:
            return action
        return self._meant[self.variant.index(party)][action]

    # -- observations ---------------------------------------------------------------------------

    @property
    def plane_names(self) -> tuple[str, ...]:
        """Return the names of the planes, in their order.

        Parties are numbered from the observer on, who is 0.

        >>> EnvironmentSpec("hex-3").plane_names[:2]
        ('chief of 0', 'assassin of 0')
        >>> len(EnvironmentSpec("hex-6").plane_names)
        97
        """
        parties = range(len(self.variant.parties))
        return (
            *(f"{kind} of {party}" for party in parties for kind in KIND_NAMES),
            *(f"controlled by {party}" for party in parties),
            "controlled by nobody",
            "corpse",
            "maze",
            "closed fortress",
            "off the board",
            *(f"power of {party}" for party in parties),
            *(f"order of {party}" for party in parties),
            "bonus turn",
            *(f"{party} is {status}" for party in parties for status in _STATUSES),
            "quiet turns",
            "turns",
            *(f"chosen {part}" for part in _PARTS),
            *(f"choose {stage}" for stage in _STAGES),
        )

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Return every cell's neighbours, for a graph of cells: the edges of one step.

        They are the same however the board is turned.
        """
        return self.board.neighbours

    @property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return every cell's rays, for a graph of cells: how pieces slide."""
        return self.board.rays

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, EnvironmentSpec) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def _arguments(self) -> tuple[str, str, int, ObservationForm]:
        """Return plain values that it can be made of again."""
        return self.variant.name, str(self.rules), self.max_turns, self.obs

    def __repr__(self) -> str:
        return "EnvironmentSpec({!r}, {!r}, {!r}, {!r})".format(*self._arguments())

    def __reduce__(self) -> tuple[object, tuple[str, str, int, ObservationForm]]:
        return environment_spec, self._arguments()


@lru_cache(maxsize=64)
def environment_spec(
    variant: str, rules: str | None, max_turns: int, obs: ObservationForm | None
) -> EnvironmentSpec:
    """Return the spec of these arguments, made on first use."""
    return EnvironmentSpec(variant, rules, max_turns, obs)


def _place_in_grid(name: str, side: int) -> int:
    """Return where a cell is in a plane: its number's row, its letter's column."""
    return (int(name[1:]) - 1) * side + ord(name[0]) - ord("a")
