"""Many games stepped at once, with what their players see and may do, in arrays that are shared."""

from __future__ import annotations

from djambi.kernel.environment.observation import ObservationEncoder
from djambi.kernel.environment.turn_builder import TurnBuilder
from djambi.kernel.rules.kernel import Kernel
from djambi.kernel.search.arena import float_buffer, int_buffer

try:
    import cython
except ImportError:
    from djambi.kernel import nocython as cython  # type: ignore[no-redef]

if not cython.compiled:
    from djambi.kernel.environment.turn_builder import MAX_ACTIONS, WHOLE
    from djambi.kernel.rules.codes import WINNERS
    from djambi.kernel.rules.tables import bits_in, mix

# What `done` says of a game: it goes on, it has ended by the rules, it was broken off.
ENDED = cython.declare(cython.int, 1)
BROKEN_OFF = cython.declare(cython.int, 2)

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


class StagedGame:
    """A game of a batch, and the turn that is being chosen in it.

    The games of a part of a batch hang together as a binary tree, in the order of their numbers:
    without the GIL compiled code can follow attributes, but take nothing out of a list.
    """

    def __init__(self, number: int, kernel: Kernel) -> None:
        self.number = number
        self.kernel = kernel
        self.builder = TurnBuilder(kernel)
        self.played = 0
        self.left: StagedGame | None = None
        self.right: StagedGame | None = None


def _tree(games: list[StagedGame], first: int, end: int) -> StagedGame:
    """Return the tree of the games with numbers from `first` to before `end`, at least one."""
    root = games[first]
    middle = (first + 1 + end) // 2
    if first + 1 < middle:
        root.left = _tree(games, first + 1, middle)
    if middle < end:
        root.right = _tree(games, middle, end)
    return root


class GameBatch:
    """Games of one variant and one set of rules, in parts that can be stepped by a thread each.

    Flat arrays, a row for each game: `obs`, `mask` and `actions` as whoever plays next sees the
    board; who that is in `to_play`, `stage` of the turn, and whether the last step was the last
    of a game (`done`: 1 ended, 2 broken off), what it brought every party (`share`). A game that
    has ended begins anew at once: all but `done` and `share` are the new game's.
    """

    def __init__(
        self,
        start: Kernel,
        encoder: ObservationEncoder,
        count: int,
        parts: int,
        max_turns: int,
        seed: int,
    ) -> None:
        """Begin `count` games where `start` is.

        Args:
            start: a kernel at the start of the games.
            encoder: what writes observations.
            count: how many games, at least 1.
            parts: how many parts they are stepped in, not more than there are games.
            max_turns: the turns after which a game is broken off and shared.
            seed: for `sample_part`.
        """
        self.start = start
        self.encoder = encoder
        self.count = count
        self.parties = start.parties
        self.actions_each = start.cells + 2
        self.max_turns = max_turns
        self.obs = int_buffer(count * encoder.size, "B")
        self.mask = int_buffer(count * self.actions_each, "B")
        self.to_play = int_buffer(count, "B")
        self.stage = int_buffer(count, "B")
        self.done = int_buffer(count, "B")
        self.share = float_buffer(count * self.parties)
        self.actions = int_buffer(count, "i")
        games: list[StagedGame] = []
        for number in range(count):
            kernel: Kernel = Kernel(start.tables, start.parties, start.options)
            kernel.random_state = mix((mix(seed & MASK) + number) & MASK)
            games.append(StagedGame(number, kernel))
        ends = [count * part // parts for part in range(parts + 1)]
        self.games = games
        self.parts = [_tree(games, ends[i], ends[i + 1]) for i in range(parts)]

    # -- one game -----------------------------------------------------------------------------

    def _reset(self, game: StagedGame, kernel: Kernel) -> cython.void:
        """Begin a game anew."""
        kernel.copy_from(self.start)
        kernel.forget_turns()
        game.played = 0
        self._write_turn(game, kernel)

    def _pay(self, game: StagedGame, winners: cython.int, done: cython.int) -> cython.void:
        """Note that a game is over, and the equal shares of the winners, given as bits."""
        party: cython.int
        many: cython.int = bits_in(winners)
        self.done[game.number] = done
        for party in range(self.parties):
            if winners >> party & 1:
                self.share[game.number * self.parties + party] = 1.0 / many

    def _step(self, game: StagedGame, kernel: Kernel, builder: TurnBuilder) -> cython.void:
        """Carry out the action of a game; begin it anew if that ended it."""
        party: cython.int
        seen: cython.int = self.actions[game.number]
        action: cython.int
        if self.done[game.number]:
            self.done[game.number] = 0
            for party in range(self.parties):
                self.share[game.number * self.parties + party] = 0
        # Somebody may have written to the actions since they were checked, or to the mask.
        if seen < 0 or seen >= self.actions_each:
            return
        action = self.encoder.meant_by[kernel.mover * MAX_ACTIONS + seen]
        if not builder.allowed[action]:
            return
        builder.take(action)
        if builder.stage != WHOLE:
            self._write_stage(game, kernel, builder)
            return
        kernel.make(builder.turn)
        kernel.forget_turns()
        game.played += 1
        if kernel.header[WINNERS]:
            self._pay(game, kernel.header[WINNERS], ENDED)
            self._reset(game, kernel)
        elif game.played >= self.max_turns:
            self._pay(game, kernel.active_bits, BROKEN_OFF)
            self._reset(game, kernel)
        else:
            self._write_turn(game, kernel)

    def _write_turn(self, game: StagedGame, kernel: Kernel) -> cython.void:
        """Begin a turn, and write what there is to see and to choose."""
        game.builder.start()
        self.to_play[game.number] = kernel.mover
        self.encoder.write_position(
            kernel,
            kernel.mover,
            game.played,
            self.obs,
            cython.cast(cython.Py_ssize_t, game.number) * self.encoder.size,
        )
        self._write_stage(game, kernel, game.builder)

    def _write_stage(self, game: StagedGame, kernel: Kernel, builder: TurnBuilder) -> cython.void:
        """Write what is chosen of the turn, and what there is to choose."""
        row: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, game.number) * self.actions_each
        seen: cython.int = kernel.mover * MAX_ACTIONS
        i: cython.Py_ssize_t
        self.encoder.write_choice(
            builder,
            kernel,
            kernel.mover,
            self.obs,
            cython.cast(cython.Py_ssize_t, game.number) * self.encoder.size,
        )
        self.stage[game.number] = builder.stage
        for i in range(row, row + self.actions_each):
            self.mask[i] = 0
        for i in range(builder.choice_count):
            self.mask[row + self.encoder.seen_as[seen + builder.choices[i]]] = 1

    def _sample(self, game: StagedGame, kernel: Kernel, builder: TurnBuilder) -> cython.void:
        """Draw one of a game's actions, each as likely as the others."""
        number: cython.int = (kernel.draw_random() >> 32) * builder.choice_count >> 32
        seen: cython.int = kernel.mover * MAX_ACTIONS + builder.choices[number]
        self.actions[game.number] = self.encoder.seen_as[seen]

    # -- all games of a part ------------------------------------------------------------------

    def _reset_games(self, game: StagedGame) -> cython.void:
        self._reset(game, game.kernel)
        if game.left is not None:
            self._reset_games(game.left)
        if game.right is not None:
            self._reset_games(game.right)

    def _step_games(self, game: StagedGame) -> cython.void:
        self._step(game, game.kernel, game.builder)
        if game.left is not None:
            self._step_games(game.left)
        if game.right is not None:
            self._step_games(game.right)

    def _sample_games(self, game: StagedGame) -> cython.void:
        self._sample(game, game.kernel, game.builder)
        if game.left is not None:
            self._sample_games(game.left)
        if game.right is not None:
            self._sample_games(game.right)

    def _first_refused(self) -> cython.int:
        i: cython.int
        action: cython.int
        for i in range(self.count):
            action = self.actions[i]
            if action < 0 or action >= self.actions_each:
                return i
            if not self.mask[cython.cast(cython.Py_ssize_t, i) * self.actions_each + action]:
                return i
        return -1

    # -- at the Python border -----------------------------------------------------------------

    def first_refused(self) -> int:
        """Return the number of the first game whose action is not in its mask; -1: none."""
        found: cython.int
        with cython.nogil:
            found = self._first_refused()
        return found

    def reset_part(self, part: int) -> None:
        """Begin all games of a part anew."""
        root: StagedGame = self.parts[part]
        with cython.nogil:
            self._reset_games(root)

    def step_part(self, part: int) -> None:
        """Carry out the actions in `actions`, for the games of a part.

        A game whose action is not allowed stays as it is (`first_refused` finds it).
        """
        root: StagedGame = self.parts[part]
        with cython.nogil:
            self._step_games(root)

    def sample_part(self, part: int) -> None:
        """Draw an action for every game of a part, and write it to `actions`."""
        root: StagedGame = self.parts[part]
        with cython.nogil:
            self._sample_games(root)

    def restore(
        self,
        number: int,
        contents: bytes,
        entries: tuple[int, ...],
        progress: tuple[int, int, int, int],
        played: int,
    ) -> None:
        """Restore a game: its kernel's contents and entries, its turn, its length.

        Warning: not checked; they must be of a game with the same variant and rules.
        """
        game: StagedGame = self.games[number]
        kernel: Kernel = game.kernel
        kernel.load(contents, entries)
        game.played = played
        self._write_turn(game, kernel)
        game.builder.resume(progress)
        self._write_stage(game, kernel, game.builder)
