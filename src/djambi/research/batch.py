"""Many games stepped at once: `Batch`, whose arrays any library of arrays reads in place."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple, NoReturn
from zlib import crc32

from djambi.errors import DjambiError, out_of_range, require, whole_number
from djambi.extras import missing_package
from djambi.kernel.environment.game_batch import GameBatch
from djambi.kernel.environment.turn_builder import TurnBuilder
from djambi.kernel.rules import codes
from djambi.position.position import Position
from djambi.research.environment_spec import (
    DEFAULT_MAX_TURNS,
    EnvironmentSpec,
    ObservationForm,
)
from djambi.research.thread_pool import ThreadPool
from djambi.rules import EDITIONS, Rules

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise missing_package("Batch", error, "research") from None

__all__ = ["BROKEN_OFF", "ENDED", "Batch"]

ENDED: Final = 1
"""What `Batch.done` has of a game that the last step ended by the rules."""

BROKEN_OFF: Final = 2
"""What `Batch.done` has of a game that the last step brought to the limit of turns."""

MAX_GAMES: Final = 1 << 20
"""The most games of a batch."""

MAX_THREADS: Final = 256
"""The most threads that step a batch."""

_STATE_VERSION: Final = b"djambi batch 1\n"

_PROGRESS = struct.Struct("<BBqqI")
"""How a game's turn in the making is written, and after it the turns played."""

_CHECKSUM = struct.Struct("<I")


def _head(spec: EnvironmentSpec) -> bytes:
    """Return how the state of a batch begins."""
    return _STATE_VERSION + f"{spec!r}\n".encode()


class _Game(NamedTuple):
    """A game of a state, as `GameBatch.restore` takes it."""

    contents: bytes
    entries: tuple[int, ...]
    progress: tuple[int, int, int, int]
    played: int


class Batch:
    """Games of one variant and one set of rules, each with a row in every array.

    The arrays stay the same objects, and `step` writes to them; read them, or hand them on without
    a copy (``torch.from_dlpack(batch.obs)``), but do not write to them. A game that has ended
    begins anew at once: `done` and `share` are of the one that ended, all else of the new one.

    >>> batch = Batch("hex-3", n=4, seed=1, max_turns=5)
    >>> batch.obs.shape, batch.mask.shape, batch.to_play.tolist()
    ((4, 58, 9, 9), (4, 63), [0, 0, 0, 0])
    >>> while not batch.done.any():
    ...     batch.step(batch.sample())
    >>> batch.share[batch.done.argmax()].sum().item()
    1.0
    """

    def __init__(
        self,
        variant: str = "square-4",
        rules: str | Rules | None = None,
        n: int = 1024,
        seed: int = 0,
        threads: int = 1,
        max_turns: int = DEFAULT_MAX_TURNS,
        obs: ObservationForm | None = None,
    ) -> None:
        """Begin `n` games.

        Args:
            variant: a name of RULES 2.4.
            rules: `Rules` or their text (NOTATION 1); by default the variant's own edition.
            n: how many games, each of which takes about 90 kB besides its observation.
            seed: for `sample`.
            threads: how many threads step the games; the results are the same.
            max_turns: the turns after which a game is broken off and shared.
            obs: the form of observations, as `EnvironmentSpec` describes it.

        Raises:
            DjambiError: a number is out of its range; `EnvironmentSpec` lists further errors.
        """
        self.spec = EnvironmentSpec(variant, rules, max_turns, obs)
        n = whole_number(n, "n", 1, MAX_GAMES)
        threads = whole_number(threads, "threads", 1, MAX_THREADS)
        seed = whole_number(seed, "seed")
        self.n = n
        self.threads = min(threads, n)
        self._games = GameBatch(
            self.spec.start.kernel(), self.spec.encoder, n, self.threads, self.spec.max_turns, seed
        )
        self._checking = TurnBuilder(self.spec.start.kernel())
        self._pool = ThreadPool(self.threads - 1) if self.threads > 1 else None
        self._is_closed = False
        shape = (n, *self.spec.observation_shape)
        self.obs: NDArray[np.uint8] = np.asarray(self._games.obs).reshape(shape)
        """What whoever plays sees: ``[n, P, H, W]`` or ``[n, N, P]``, bytes."""
        self.mask: NDArray[np.uint8] = np.asarray(self._games.mask).reshape(n, -1)
        """The actions that they may take: ``[n, N + 2]``, 0 or 1."""
        self.to_play: NDArray[np.uint8] = np.asarray(self._games.to_play)
        """Who that is: ``[n]``, the number of a party of the variant, in seat order."""
        self.stage: NDArray[np.uint8] = np.asarray(self._games.stage)
        """What they choose: ``[n]``, 0 piece, 1 destination, 2 placement, 3 victims, 4 exit."""
        self.done: NDArray[np.uint8] = np.asarray(self._games.done)
        """Whether the last step was a game's last: ``[n]``, 0, `ENDED` or `BROKEN_OFF`."""
        self.share: NDArray[np.float32] = np.asarray(self._games.share).reshape(n, -1)
        """What the game then brought each party of the variant: ``[n, parties]``, 0 before."""
        self._actions: NDArray[np.int32] = np.asarray(self._games.actions)
        self._on_all(self._games.reset_part)

    def step(self, actions: ArrayLike) -> None:
        """Take an action in every game, without the GIL.

        Args:
            actions: ``[n]`` whole numbers, as whoever plays in each game sees the board.

        Raises:
            DjambiError: they have another shape, or one is not in its game's mask, or the batch is
                closed. Nothing has changed then.
        """
        self._require_open()
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise DjambiError(
                f"actions: an array of {self.n} whole numbers is wanted,"
                f" not one of {given.dtype} and shape {given.shape}"
            )
        # What is beyond 32 bits must not come in again at the other end.
        np.clip(given, -1, self.spec.action_count, out=self._actions, casting="unsafe")
        refused = self._games.first_refused()
        if refused >= 0:
            raise DjambiError(
                f"action {given[refused]} of game {refused} is not in its mask:"
                f" {np.flatnonzero(self.mask[refused]).tolist()}"
            )
        self._on_all(self._games.step_part)

    def sample(self) -> NDArray[np.int32]:
        """Draw an action for every game, each that it may take as likely as the others.

        Return an array that the next call, and `step`, overwrite.

        Raises:
            DjambiError: the batch is closed.
        """
        self._require_open()
        self._on_all(self._games.sample_part)
        return self._actions

    def reset(self) -> None:
        """Begin all games anew.

        Raises:
            DjambiError: the batch is closed.
        """
        self._require_open()
        self.done[:] = 0
        self.share[:] = 0
        self._on_all(self._games.reset_part)

    def position(self, number: int) -> Position:
        """Return the position of a game; raise `DjambiError` if there is none of that number."""
        number = whole_number(number, "number", 0, self.n - 1)
        return self.spec.start.reached(self._games.games[number].kernel)

    def _require_open(self) -> None:
        if self._is_closed:
            raise DjambiError("the batch is closed: make another, and let it read the state()")

    def _on_all(self, work: Callable[[int], None]) -> None:
        """Do something for all parts of the batch, each in a thread of its own."""
        if self._pool is None:
            work(0)
            return
        others = [self._pool.submit(work, part) for part in range(1, self.threads)]
        work(0)
        for other in others:
            other.result()

    # -- as bytes -------------------------------------------------------------------------------

    def state(self) -> bytes:
        """Return all games as bytes that `set_state` reads: positions and turns in the making.

        Not the seed's place in its sequence, nor `done` and `share`.
        """
        parts = [_head(self.spec)]
        for game in self._games.games:
            entries = game.kernel.entries()
            parts += (
                game.kernel.contents(),
                struct.pack(f"<{codes.HEADER}I", *entries),
                _PROGRESS.pack(*game.builder.progress(), game.played),
            )
        state = b"".join(parts)
        return state + _CHECKSUM.pack(crc32(state))

    def set_state(self, state: bytes) -> None:
        """Restore the games that `state` returned; `done` and `share` are 0 then.

        Raises:
            DjambiError: the bytes are damaged, of other rules, of another version, or of another
                number of games, or no game can come to what they say. Nothing has changed then.
        """
        require(state, bytes, "state")
        head = next((each for each in self._heads() if state.startswith(each)), None)
        if head is None:
            raise DjambiError(f"state: these are not the games of {self.spec!r}")
        cells = len(self.spec.board.cells)
        entries = struct.Struct(f"<{codes.HEADER}I")
        size = cells + entries.size + _PROGRESS.size
        whole = len(state) - _CHECKSUM.size
        if whole < 0 or _CHECKSUM.pack(crc32(state[:whole])) != state[whole:]:
            raise DjambiError("state: the bytes are damaged")
        if whole != len(head) + self.n * size:
            games = (whole - len(head)) // size
            raise DjambiError(f"state: {games} games, where the batch has {self.n}")
        checked: list[_Game] = []
        # The kernel believes what it is given: every game is checked before the first is restored.
        for number in range(self.n):
            at = len(head) + number * size
            *progress, played = _PROGRESS.unpack_from(state, at + cells + entries.size)
            game = _Game(
                state[at : at + cells],
                entries.unpack_from(state, at + cells),
                (progress[0], progress[1], progress[2], progress[3]),
                played,
            )
            try:
                self._check(game)
            except DjambiError as error:
                raise DjambiError(f"state: game {number}: {error}") from None
            checked.append(game)
        for number, game in enumerate(checked):
            self._games.restore(number, *game)
        self.done[:] = 0
        self.share[:] = 0

    def __reduce__(self) -> NoReturn:
        # A state has no place in the seed's sequence: a copy would draw other actions.
        raise TypeError(
            "a Batch cannot be copied or pickled: send the bytes of its state(), and let the "
            "set_state() of a Batch made with the same arguments read them"
        )

    def _heads(self) -> Iterator[bytes]:
        """Yield how states of these rules may begin: every edition can be made to say the same."""
        spec = self.spec
        yield _head(spec)
        for edition in EDITIONS:
            rules = replace(spec.rules, edition=edition)
            yield _head(EnvironmentSpec(spec.variant.name, rules, spec.max_turns, spec.obs))

    def _check(self, game: _Game) -> None:
        """Raise `DjambiError` unless a game may be as it was written."""
        position = self.spec.start.restored(game.contents, game.entries)
        if position.is_over:
            raise DjambiError("it is over")
        if not 0 <= game.played < self.spec.max_turns:
            raise out_of_range("turns played", game.played, 0, self.spec.max_turns - 1)
        builder = self._checking
        position.load_into(builder.kernel)
        if not builder.retrace(game.progress):
            raise DjambiError("its turn in the making is no part of a legal turn")

    def close(self) -> None:
        """End the threads: the games cannot go on then, but the arrays can still be read."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.shutdown()
