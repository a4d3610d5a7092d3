"""A decision: a position, and what is chosen of the turn in it. Immutable, so copies are free."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

from djambi.errors import DjambiError
from djambi.kernel.environment.turn_builder import TurnBuilder
from djambi.position.position import Position
from djambi.position.stages import StageKind
from djambi.position.turn import Turn
from djambi.research.environment_spec import EnvironmentSpec

_STAGES: Final[tuple[StageKind, ...]] = (
    "piece", "destination", "placement", "victims", "exit", "done",
)  # fmt: skip
"""The stages, in the order in which the kernel numbers them."""

_MAX_BUILDERS_PER_THREAD: Final = 8

_Progress = tuple[int, int, int, int]


class Decision:
    """What an agent decides on next: which cell to choose, in a turn of which some are chosen.

    >>> decision = Decision.start(EnvironmentSpec("square-4"))
    >>> decision.mover, decision.stage, decision.actions[:4]
    ('r', 'piece', (2, 11, 18, 19))
    >>> for cell in ("c3", "e3"):
    ...     decision = decision.take(decision.spec.action_of(cell, "r"))
    >>> decision.position.ply, decision.mover, decision.stage
    (1, 'b', 'piece')
    """

    __slots__ = ("_actions", "mover", "position", "progress", "spec")

    def __init__(
        self, spec: EnvironmentSpec, position: Position, progress: _Progress | None = None
    ) -> None:
        """Begin a turn in a position, or go on with one.

        Args:
            spec: what is played.
            position: a position of its variant and rules.
            progress: another decision's `progress`, in the same position.

        Raises:
            DjambiError: the position has another variant or other rules, or no legal turn goes on
                from the progress.
        """
        if (position.variant, position.rules) != (spec.variant, spec.rules):
            raise DjambiError(
                f"the position is of {position.variant.name} {position.rules},"
                f" not of {spec.variant.name} {spec.rules}"
            )
        self.spec = spec
        self.position = position
        self.progress: _Progress | None = None
        """What the kernel knows of the turn in the making; None where none has begun."""
        self._actions: tuple[int, ...] | None = None
        self.mover: str | None = None if self.is_over else position.mover
        """The party that plays, or None when the game is over."""
        if progress is not None:
            # The kernel believes what it resumes.
            if self.mover is None or not _scratch.builder_at(self).retrace(progress):
                _scratch.forget(spec)
                raise DjambiError(f"progress: {progress} is no part of a legal turn in {position}")
            self.progress = progress

    @classmethod
    def start(cls, spec: EnvironmentSpec) -> Decision:
        """Return the first decision of a game."""
        return cls(spec, spec.start)

    # -- what there is to decide ----------------------------------------------------------------

    @property
    def is_broken_off(self) -> bool:
        """Return whether the game has reached the limit of turns without an end."""
        return self.position.ply >= self.spec.max_turns and not self.position.is_over

    @property
    def is_over(self) -> bool:
        """Return whether there is nothing to decide any more."""
        return self.position.is_over or self.is_broken_off

    @property
    def shares(self) -> dict[str, float] | None:
        """Return every party's share once the game is over; they add up to 1.

        A game that is broken off is shared by the active parties, like one that is too quiet
        (RULES 7.4).
        """
        if not self.is_broken_off:
            return self.position.result
        active = self.position.active
        return {
            letter: 1 / len(active) if letter in active else 0.0
            for letter in self.spec.variant.parties
        }

    @property
    def stage(self) -> StageKind:
        """Return what the next action chooses; `done` when the game is over."""
        if self.is_over:
            return "done"
        return _STAGES[0 if self.progress is None else self.progress[0]]

    @property
    def actions(self) -> tuple[int, ...]:
        """Return the actions that may be taken, sorted; none when the game is over."""
        if self._actions is None:
            mover = self.mover
            found: list[int] = []
            if mover is not None:
                found = self.spec.seen_actions(_scratch.builder_at(self).actions(), mover)
            self._actions = tuple(found)
        return self._actions

    @property
    def prefix(self) -> str:
        """Return what is chosen of the turn, as NOTATION 2 writes it.

        >>> decision = Decision.start(EnvironmentSpec("hex-3"))
        >>> decision.take(decision.actions[0]).prefix
        'g1'
        """
        if self.progress is None:
            return ""
        turn = Turn(self.progress[2], self.position.board)
        return turn.origin or "" if self.stage == "destination" else str(turn)

    def written_with(self, action: int) -> str:
        """Return what is chosen of the turn once an action is taken too, as `prefix` writes it.

        Raises the errors of `take`.

        >>> decision = Decision.start(EnvironmentSpec("square-4"))
        >>> decision.take(20).written_with(decision.spec.action_of("e3", "r"))
        'c3-e3'
        """
        turn = self.turn_with(action)
        return turn.origin or "" if self.stage == "piece" and not turn.is_pass else str(turn)

    def turn_with(self, action: int) -> Turn:
        """Return what is chosen of the turn once an action is taken too; the turn, if it is whole.

        Raises the errors of `take`.
        """
        return Turn(self._builder_after(action).progress()[2], self.position.board)

    # -- what follows ---------------------------------------------------------------------------

    def take(self, action: int) -> Decision:
        """Return the decision after an action: in the same turn, or in the next position.

        Raises:
            DjambiError: the game is over, or the action is not one of `actions`.
        """
        builder = self._builder_after(action)
        progress = builder.progress()
        if _STAGES[progress[0]] != "done":
            after = Decision(self.spec, self.position)
            after.progress = progress
        else:
            builder.kernel.play(builder.turn)
            after = Decision(self.spec, self.position.reached(builder.kernel))
            after.position.load_into(builder.kernel)
            builder.begin()
        _scratch.note(after)
        return after

    def _builder_after(self, action: int) -> TurnBuilder:
        """Return this thread's builder after an action; raise the errors of `take`."""
        mover = self.mover
        if mover is None:
            raise DjambiError(f"action {action}: the game is over")
        if action not in self.actions:
            raise DjambiError(self._refusal(action, mover))
        builder = _scratch.builder_at(self)
        _scratch.forget(self.spec)
        builder.choose(self.spec.own_action(int(action), mover))
        return builder

    def _refusal(self, action: int, mover: str) -> str:
        """Return why an action is refused, with what it means."""
        try:
            name = self.spec.action_name(action, mover)
        except DjambiError as error:
            return str(error)
        after = f" after {self.prefix}" if self.prefix else ""
        return (
            f"action {action} ({name}) cannot be taken: {mover} chooses a {self.stage}{after}"
            f" in {self.position}"
        )

    def observe(self, party: str, out: memoryview[int]) -> None:
        """Write what a party sees to a flat view of `spec.encoder.size` bytes.

        Raises:
            DjambiError: the variant lacks the party, or the view has another size.
        """
        number = self.spec.variant.index(party)
        # The kernel writes without a look at where the view ends.
        if len(out) != self.spec.encoder.size:
            raise DjambiError(f"out: {len(out)} bytes, not the {self.spec.encoder.size} wanted")
        builder = _scratch.builder_at(self)
        self.spec.encoder.observe(builder, number, self.position.ply, out)

    def __copy__(self) -> Decision:
        return self

    def __deepcopy__(self, memo: object) -> Decision:
        return self

    def __reduce__(self) -> tuple[object, tuple[EnvironmentSpec, Position, _Progress | None]]:
        return Decision, (self.spec, self.position, self.progress)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return (self.spec, self.position, self.progress) == (
            other.spec,
            other.position,
            other.progress,
        )

    def __hash__(self) -> int:
        return hash((self.position, self.progress))

    def __repr__(self) -> str:
        return f"<Decision: {self.stage} of {self.mover}, {self.prefix or '-'} in {self.position}>"


class _ScratchBuilders(threading.local):
    """A thread's scratch builders, one for each spec, each with the decision that it is at."""

    def __init__(self) -> None:
        self.builders: OrderedDict[EnvironmentSpec, tuple[TurnBuilder, Decision | None]] = (
            OrderedDict()
        )

    def builder_at(self, decision: Decision) -> TurnBuilder:
        """Return a builder at a decision, until another is asked for."""
        found = self.builders.get(decision.spec)
        if found is not None and found[1] is decision:
            return found[0]
        position = decision.position
        if found is None:
            if len(self.builders) >= _MAX_BUILDERS_PER_THREAD:
                self.builders.popitem(last=False)
            builder = TurnBuilder(position.kernel())
        else:
            builder = found[0]
            position.load_into(builder.kernel)
        builder.begin()
        if decision.progress is not None:
            builder.resume(decision.progress)
        self.builders[decision.spec] = builder, decision
        return builder

    def note(self, decision: Decision) -> None:
        """Record that the builder that was asked for has gone on to a decision."""
        self.builders[decision.spec] = self.builders[decision.spec][0], decision

    def forget(self, spec: EnvironmentSpec) -> None:
        """Record that the builder of a spec, if it has one, is at no known decision."""
        if spec in self.builders:
            self.builders[spec] = self.builders[spec][0], None


_scratch = _ScratchBuilders()
