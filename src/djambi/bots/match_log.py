"""Games of a match kept in a file, one on a line, so that a match broken off goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from djambi.bots.matches import Match, Played
from djambi.errors import DjambiError


class MatchLog:
    """A file of JSON lines: what is played, then its games.

    A last line that was cut short is dropped; its game is played again.
    """

    def __init__(self, path: str | Path, match: Match) -> None:
        self.path = Path(path)
        self.head: dict[str, object] = {
            "position": str(match.start), "players": list(match.players), "seed": match.seed,
        }  # fmt: skip
        if match.league:
            self.head["league"] = True

    def open(self) -> list[Played]:
        """Return the games that the file has, and make it if there is none.

        Raises:
            DjambiError: the file is of another match, or no log of a match.
            OSError: it cannot be read or written.
        """
        if not self.path.exists() or not self.path.stat().st_size:
            self._write([])
            return []
        lines = self.path.read_text("utf-8").split("\n")
        whole = lines[:-1]
        try:
            if not whole or json.loads(whole[0]) != self.head:
                raise DjambiError(f"{self.path}: the log of another match")
            games = [_played(json.loads(line)) for line in whole[1:]]
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, DjambiError):
                raise
            raise DjambiError(f"{self.path}: no log of a match") from error
        if lines[-1]:
            self._write(games)
        return games

    def add(self, game: Played) -> None:
        """Write one more game down."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(game)) + "\n")

    def _write(self, games: Sequence[Played]) -> None:
        rows: list[dict[str, Any]] = [self.head, *(asdict(game) for game in games)]
        self.path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def _played(row: dict[str, Any]) -> Played:
    seats = tuple(str(name) for name in row["seats"])
    shares = tuple(float(share) for share in row["shares"])
    if len(seats) != len(shares):
        raise ValueError("a share for every seat")
    return Played(int(row["number"]), seats, shares, int(row["plies"]))
