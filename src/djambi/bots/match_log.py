"""Record the games of a match in a file, one to a line, so that the match can be resumed."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Self

from djambi.bots.matches import Match, MatchGame, SeatFault
from djambi.bots.sequential_test import SequentialTest
from djambi.bots.talk_table import SeatTalk
from djambi.errors import DjambiError
from djambi.files import lock


class MatchLog:
    """A file of JSON lines: the match, then its games. Only one process at a time may open it.

    An incomplete last line is dropped, and its game played again. Of games that are recorded twice,
    as when two processes wrote to one file, the first counts.

    >>> import tempfile
    >>> from djambi import Position
    >>> match = Match(Position.start("hex-3"), ("random",) * 3)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with MatchLog(Path(folder, "log"), match) as log:
    ...         log.add(MatchGame(0, match.players, (1.0, 0.0, 0.0), 90))
    ...     with MatchLog(Path(folder, "log"), match) as log:
    ...         [game.plies for game in log.games], log.repeated
    ([90], 0)
    """

    def __init__(self, path: str | Path, match: Match, test: SequentialTest | None = None) -> None:
        """Read the file, or create it.

        A log keeps the stopping rule of its match: games played by one rule are not judged by
        another.

        Raises:
            DjambiError: the file belongs to another match, is not a match log, or is in use, or it
                is a pipe or a device.
            OSError: the file cannot be read or written.
        """
        self.path = Path(path)
        self.games: list[MatchGame] = []
        """The games that were in the file."""
        self.repeated = 0
        """How many repeated games were in the file."""
        head: dict[str, object] = {
            "position": str(match.start), "players": list(match.players), "seed": match.seed,
        }  # fmt: skip
        if match.league:
            head["league"] = True
        if match.talk:
            head["talk"] = True
        if test is not None:
            head["test"] = asdict(test)
        # A pipe would wait for its reader, and a device has no end or cannot be cut.
        if self.path.exists() and not self.path.is_file():
            raise DjambiError(f"{self.path}: a log is read again, so it has to be a file")
        # Nothing that could not be written is kept, to be tried again as the file is closed.
        self._file = self.path.open("ab", buffering=0)
        try:
            if not lock(self._file):
                raise DjambiError(f"{self.path}: another process is writing to this log")
            self._read(head)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, game: MatchGame) -> None:
        """Append a game."""
        self._write(asdict(game))

    def _read(self, head: dict[str, object]) -> None:
        data = self.path.read_bytes()
        *lines, rest = data.split(b"\n")
        if not lines and json.dumps(head).encode().startswith(rest):
            # Empty, or interrupted within its first line.
            self._file.truncate(0)
            self._write(head)
            return
        found: dict[int, MatchGame] = {}
        try:
            if not lines or json.loads(lines[0].decode()) != head:
                raise DjambiError(f"{self.path}: the log of another match")
            for line in lines[1:]:
                game = _played(json.loads(line.decode()))
                found.setdefault(game.number, game)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            if isinstance(error, DjambiError):
                raise
            raise DjambiError(f"{self.path}: not the log of a match") from error
        if rest:
            self._file.truncate(len(data) - len(rest))
        self.games = list(found.values())
        self.repeated = len(lines) - 1 - len(found)

    def _write(self, row: dict[str, Any]) -> None:
        line = json.dumps(row).encode() + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def _played(row: dict[str, Any]) -> MatchGame:
    seats = tuple(str(name) for name in row["seats"])
    shares = tuple(float(share) for share in row["shares"])
    number = int(row["number"])
    if len(seats) != len(shares) or number < 0:
        raise ValueError("a share for every seat, and a number from 0")
    faults = tuple(
        SeatFault(int(fault["seat"]), int(fault["ply"]), str(fault["what"]))
        for fault in row.get("faults", ())
    )
    if not all(0 <= fault.seat < len(seats) for fault in faults):
        raise ValueError("a fault at a seat that there is")
    seconds = float(row.get("seconds", 0))
    talk = tuple(
        SeatTalk(**{field.name: int(seat[field.name]) for field in fields(SeatTalk)})
        for seat in row.get("talk", ())
    )
    return MatchGame(number, seats, shares, int(row["plies"]), seconds, faults, talk)
