"""Old and new version on one database at the same time: nobody at a table notices the upgrade."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.online.processes import Server, add_games, add_people, running
from tests.online.services import Redis
from tests.online.test_processes import events, log_of, play
from tests.paths import ROOT
from tests.waiting import WAIT_TIMEOUT_S

OLDER = "73e4c474"
"""The oldest version with this form of database and events: what this one may run beside."""


@dataclass
class OlderServer(Server):
    """A server of another version, from its sources: its kernel is interpreted."""

    source: Path = field(default_factory=Path)
    _older: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        environment = {
            **os.environ,
            **self.settings,
            "DJAMBI_DATA": str(self.folder),
            "PYTHONPATH": str(self.source),
        }
        settings = str(self.folder / "settings.toml")
        command = ["-m", "djambi", "serve", "--config", settings, "--port", str(self.port)]
        self._older = subprocess.Popen(
            [sys.executable, *command], env=environment, stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + WAIT_TIMEOUT_S
        while not self.is_ready():
            assert self._older.poll() is None, "the older server ended"
            assert time.monotonic() < end, "the older server does not answer"
            time.sleep(0.05)

    def kill(self) -> None:
        """End it at once."""
        if self._older is not None:
            self._older.kill()
            self._older.wait(WAIT_TIMEOUT_S)
            self._older = None


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The sources of the older version."""
    folder = tmp_path / "older"
    folder.mkdir()
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", OLDER, "src"], capture_output=True, check=False
    )
    if packed.returncode:
        pytest.skip(f"there is no version {OLDER} here: a clone with its history has it")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder / "src"


@pytest.mark.long
def test_old_processes_are_replaced_one_by_one_during_a_game(
    tmp_path: Path, postgres: str, redis: Redis, older: Path
) -> None:
    settings = {"DJAMBI_DATABASE": postgres, "DJAMBI_REDIS": redis.url}
    old = OlderServer(tmp_path / "old", settings, source=older)
    new, next_one = Server(tmp_path / "new", settings), Server(tmp_path / "next", settings)
    with running(old):
        people = add_people(old.where, 4)
        [game] = add_games(old.where, 1, people)
        # The new version comes while people play at the old one.
        with old.sit(game, people[0]) as a, old.sit(game, people[1]) as b, running(new):
            with new.sit(game, people[2]) as c, new.sit(game, people[3]) as d:
                four = [a, b, c, d]
                for person in four:
                    person.until("state")
                play(four, 8)
                assert [events(person) for person in four] == [events(a)] * 4
                assert a.ask("talk", room="", text="from the old")["type"] == "noted"
                assert c.ask("talk", room="", text="from the new")["type"] == "noted"
                last = a.last
            old.kill()
            with (
                running(next_one),
                next_one.sit(game, people[0], f"?after={last}") as a,
                next_one.sit(game, people[1], f"?after={last}") as b,
                new.sit(game, people[2], f"?after={last}") as c,
                new.sit(game, people[3], f"?after={last}") as d,
            ):
                four = [a, b, c, d]
                for person in four:
                    assert person.until("update")["number"] >= last
                play(four, 4)
                assert a.last > last
                last = a.last
            # And back again: what the new version stored, the old one reads.
            old.start()
            with old.sit(game, people[0]) as a:
                assert a.until("state")["number"] == last
    assert asyncio.run(log_of(new.where, game)).number == last
