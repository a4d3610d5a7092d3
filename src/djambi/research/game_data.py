"""Self-play as Parquet files: the schema, and a folder that is filled shard by shard.

A shard is `SHARD_GAMES` games: ``turns-00000.parquet`` and ``games-00000.parquet``, each written
completely or not at all, the second last. So a shard whose games are all there is done, an
interrupted run plays the others, and what is in the folder in the end depends neither on
interruptions nor on who played what.

The unit of work is `play_shard`: a plan and numbers in, a `Shard` out. It shares nothing, so any
process of any machine can do it; one process writes.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from djambi._version import __version__
from djambi.bots.workers import RunInParallel
from djambi.errors import DjambiError
from djambi.extras import missing_package
from djambi.files import WRITER_LOCK, sole_writer, write_whole
from djambi.research.self_play import Row, SelfPlay

if TYPE_CHECKING:
    import pyarrow

SCHEMA_VERSION: Final = 1
"""The version of the columns, in every file's metadata as ``djambi_schema``."""

_VERSION_KEY: Final = "djambi_schema"

SHARD_GAMES: Final = 32
"""The games of a shard; an interruption loses what each worker has of one, to be played again."""

RUN_FILE: Final = "run.json"
"""The file that says which run a folder belongs to."""


class Progress(Protocol):
    """A function that passes steps on and shows how many there have been."""

    def __call__(self, steps: Iterable[int], what: str, total: int | None = None) -> Iterator[int]:
        """Yield the steps."""
        ...


@dataclass(frozen=True, slots=True)
class Shard:
    """Some games as they are written.

    Args:
        numbers: the games' numbers.
        turns: the Parquet file of their turns.
        games: the Parquet file of the games.
    """

    numbers: range
    turns: bytes
    games: bytes


def turns_schema() -> pyarrow.Schema:
    """Return the columns of a turn's row.

    Raises:
        DjambiError: pyarrow is not installed.
    """
    require_pyarrow()
    import pyarrow as pa

    return pa.schema(
        [
            *_shared_fields(),
            ("ply", pa.int32()),
            ("position", pa.string()),
            ("mover", pa.string()),
            ("seat", pa.string()),
            ("level", pa.string()),
            ("active_parties", pa.int8()),
            ("legal_turns", pa.int64()),
            ("turn", pa.string()),
            ("drawn", pa.bool_()),
            ("searched_turns", pa.list_(pa.string())),
            ("searched_priors", pa.list_(pa.float32())),
            ("searched_visits", pa.list_(pa.int32())),
            ("searched_shares", pa.list_(pa.list_(pa.float32()))),
            ("root_shares", pa.list_(pa.float32())),
            ("nodes", pa.int64()),
        ],
        metadata=_metadata(),
    )


def games_schema() -> pyarrow.Schema:
    """Return the columns of a game's row.

    Raises:
        DjambiError: pyarrow is not installed.
    """
    require_pyarrow()
    import pyarrow as pa

    return pa.schema(
        [
            *_shared_fields(),
            ("parties", pa.list_(pa.string())),
            ("levels", pa.list_(pa.string())),
            ("length", pa.int32()),
            ("reason", pa.string()),
        ],
        metadata=_metadata(),
    )


def _shared_fields() -> list[tuple[str, pyarrow.DataType]]:
    """Return the columns that a game and its turns have in common."""
    import pyarrow as pa

    return [
        ("game", pa.int32()),
        ("seed", pa.int64()),
        ("variant", pa.string()),
        ("rules", pa.string()),
        ("outcome", pa.list_(pa.float32())),
    ]


def play_shard(plan: SelfPlay, numbers: range) -> Shard:
    """Play some games and return them as they are written.

    Raises:
        DjambiError: pyarrow is not installed.
    """
    games: list[Row] = []
    turns: list[Row] = []
    for number in numbers:
        game, its_turns = plan.play(number)
        games.append(game)
        turns += its_turns
    return Shard(numbers, encode(turns, turns_schema()), encode(games, games_schema()))


def write_games(
    folder: Path,
    plan: SelfPlay,
    games: int,
    run: RunInParallel,
    progress: Progress,
) -> int:
    """Play those of the first games of a plan that a folder lacks; return how many were played.

    Args:
        folder: a new or empty folder, or one of the same plan; it may hold fewer games, or more.
        plan: what is played.
        games: how many games the folder is to have.
        run: does the work, in this process or in many.
        progress: shows how many games have been played.

    Raises:
        DjambiError: pyarrow is not installed; the folder holds something else or another run;
            another process is filling it; one of its files is damaged.
        OSError: it cannot be written.
    """
    require_pyarrow()
    shards = [
        range(first, min(first + SHARD_GAMES, games)) for first in range(0, games, SHARD_GAMES)
    ]

    def written(left: list[range]) -> Iterator[int]:
        for shard in run(partial(play_shard, plan), left):
            # Turns of more games than are listed would be counted with fewer.
            _path(folder, "games", shard.numbers).unlink(missing_ok=True)
            write_whole(_path(folder, "turns", shard.numbers), shard.turns)
            write_whole(_path(folder, "games", shard.numbers), shard.games)
            yield from shard.numbers

    with _run_folder(folder, plan):
        left = [each for each in shards if _games_in(folder, each) < len(each)]
        return sum(1 for _ in progress(written(left), "games", sum(map(len, left))))


def require_pyarrow() -> None:
    """Raise a DjambiError that names the extra, if pyarrow is not installed."""
    try:
        import_module("pyarrow")
    except ImportError as error:
        raise missing_package("a file of games", error, "research") from None


def games_files(folder: Path) -> list[Path]:
    """Return the files of games in the folder of a run, one for each whole shard.

    Raises:
        DjambiError: it is no such folder.
    """
    if not (folder / RUN_FILE).exists():
        raise DjambiError(f"{folder}: not a folder of self-play")
    return sorted(folder.glob("games-*.parquet"))


def games_in(folder: Path) -> int:
    """Return how many games the folder of a run has.

    Raises:
        DjambiError: it is no such folder, or one of its files is damaged.
    """
    return sum(read_table(each, ["game"]).num_rows for each in games_files(folder))


def turns_file(games: Path) -> Path:
    """Return the file of the turns that belong to a file of games."""
    return games.with_name(games.name.replace("games-", "turns-"))


def read_table(path: Path, columns: list[str] | None = None) -> pyarrow.Table:
    """Return columns of a file of games or turns, or all.

    Raises:
        DjambiError: there is no such file, it is damaged, or its columns are of another version.
    """
    from pyarrow import lib, parquet

    try:
        metadata = parquet.read_schema(path).metadata or {}
        version = metadata.get(_VERSION_KEY.encode())
        if version != str(SCHEMA_VERSION).encode():
            raise DjambiError(f"{path}: not columns of version {SCHEMA_VERSION} of Djambi's data")
        return parquet.read_table(path, columns=columns)
    except FileNotFoundError as error:
        raise DjambiError(f"{path}: the file is missing") from error
    except (lib.ArrowException, OSError) as error:
        # What cannot be unpacked is an OSError too, but not one of the system's.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise DjambiError(f"{path}: damaged; delete it to have its games played again") from error


@contextmanager
def _run_folder(folder: Path, plan: SelfPlay) -> Generator[None]:
    """Lock a folder for a plan, or make it one of this plan if it is new or empty."""
    run = {"schema": SCHEMA_VERSION, "djambi": __version__, "shard_games": SHARD_GAMES}
    text = json.dumps(run | asdict(plan), indent=1)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / RUN_FILE
    # Two new runs would both find no description, and write theirs.
    with sole_writer(folder):
        if not path.exists():
            if any(not _is_left_over(each.name) for each in folder.iterdir()):
                raise DjambiError(f"{folder}: the folder is not empty and has no {RUN_FILE}")
            write_whole(path, text + "\n")
        try:
            found, wanted = json.loads(path.read_bytes()), json.loads(text)
            differing = [key for key in wanted if found[key] != wanted[key]]
        except (LookupError, RecursionError, TypeError, ValueError) as error:
            raise DjambiError(f"{path}: not the description of a run") from error
        if differing:
            raise DjambiError(f"{folder}: games of another run, by {', '.join(differing)}")
        for part in folder.glob(".*.part"):
            part.unlink()
        yield


def _is_left_over(name: str) -> bool:
    """Return whether a file is what a run leaves behind that is interrupted as it begins."""
    return name == WRITER_LOCK or name.startswith(f".{RUN_FILE}.")


def _games_in(folder: Path, shard: range) -> int:
    """Return how many games of a shard a folder has, 0 if one of its two files is missing."""
    path = _path(folder, "games", shard)
    both = path.exists() and _path(folder, "turns", shard).exists()
    return read_table(path, ["game"]).num_rows if both else 0


def encode(rows: Sequence[Row], schema: pyarrow.Schema) -> bytes:
    """Return rows as a Parquet file; columns that they do not have are null."""
    import pyarrow as pa
    from pyarrow import parquet

    target = BytesIO()
    parquet.write_table(pa.Table.from_pylist(rows, schema=schema), target, compression="zstd")
    return target.getvalue()


def _path(folder: Path, table: str, numbers: range) -> Path:
    return folder / f"{table}-{numbers.start // SHARD_GAMES:05}.parquet"


def _metadata() -> dict[str, str]:
    return {_VERSION_KEY: str(SCHEMA_VERSION), "djambi": __version__}
