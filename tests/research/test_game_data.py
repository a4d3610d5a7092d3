"""Self-play as data (djambi.research.self_play, game_data and `djambi research games`)."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from djambi import DjambiError, Position
from djambi.bots.levels import LEVELS, level
from djambi.bots.matches import unfinished_shares
from djambi.cli import main
from djambi.files import WRITER_LOCK, sole_use
from djambi.kernel import COMPILED
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.research import self_play
from djambi.research.game_data import SCHEMA_VERSION, SHARD_GAMES, read_table
from djambi.research.self_play import (
    MAX_NODES,
    MAX_TURNS_REASON,
    SEARCH_TIME_LIMIT_S,
    RecordingBot,
    SelfPlay,
    level_settings,
)
from djambi.rules import EDITIONS, VARIANT_NAMES

# Cheap games; a later option of the same name takes the place of an earlier one, but for levels.
FEW = ["--games", "4", "--level", "nodes:20", "--variant", "square-2", "--rules", "hallepee"]


def games(folder: Path, *arguments: str) -> int:
    """Run the command in this process and return its exit status."""
    return main(["research", "games", str(folder), *arguments, "-j", "1"])


def contents(folder: Path) -> dict[str, str]:
    """Return a digest of every file of a folder."""
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in folder.iterdir()}


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table, all its shards together."""
    files = sorted(folder.glob(f"{table}-*.parquet"))
    return [row for each in files for row in parquet.read_table(each).to_pylist()]


def test_a_game_that_ends_as_whoever_wakes_resigns_was_not_broken_off() -> None:
    """Yellow kills the last other Chief but for blue's, who wakes and whom nobody plays."""
    board = "8yC/9/9/9/9/4bM4/9/rCyA5bC1/1yR7"
    start = f"square-2 djambinet {board} r,b!,y,g>y rbyg y 0 0"
    game, turns = SelfPlay((start,), ("nodes:60",), drawn_turns=0).play(0)
    assert (game["reason"], game["outcome"]) == ("last", [0.0, 0.0, 1.0, 0.0])
    assert len(turns) == game["length"] == 1


@pytest.mark.slow
def test_a_killed_run_goes_on_and_ends_as_if_it_had_not_been_killed(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    many = 2 * SHARD_GAMES + 5
    run = [*FEW, "--level", "novice", "--seed", "7", "--games", str(many)]
    assert games(whole, *run) == 0
    command = [sys.executable, "-m", "djambi", "research", "games", str(cut), *run, "-j", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and not list(cut.glob("games-*.parquet")):
            time.sleep(0.01)
        process.kill()
    # What a writer leaves that was cut off, and a shard of which only one table was written.
    (cut / ".turns-00001.parquet.0.part").write_bytes(b"PAR1")
    (cut / "games-00000.parquet").unlink(missing_ok=True)
    assert games(cut, *run) == 0
    assert contents(cut) == contents(whole)
    assert [row["game"] for row in rows(whole, "games")] == list(range(many))


def test_a_run_grows_and_plays_nothing_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for many, there, played in (("2", 2, 2), ("2", 2, 0), ("4", 4, 4), ("3", 4, 0)):
        assert games(tmp_path / "a", *FEW, "--games", many) == 0
        assert f": {there} games, {played} of them played now" in capsys.readouterr().out
    assert games(tmp_path / "b", *FEW) == 0
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_the_rows_say_what_was_played_and_searched(tmp_path: Path) -> None:
    boards = ["hex-3", "square-3"] if COMPILED else ["hex-3"]
    levels = ["--level", "nodes:50", "--level", "novice"]
    chosen = [word for board in boards for word in ("--variant", board)]
    assert games(tmp_path, "--games", "2", *levels, *chosen, "--rules", "hallepee") == 0
    metadata = parquet.read_table(tmp_path / "turns-00000.parquet").schema.metadata or {}
    assert metadata[b"djambi_schema"] == str(SCHEMA_VERSION).encode()
    played = {row["game"]: row for row in rows(tmp_path, "games")}
    position = Position.start("hex-3")
    plies = 0
    for row in rows(tmp_path, "turns"):
        game = played[row["game"]]
        if row["ply"] == 0:
            position = Position.start(str(row["variant"]), "hallepee")
            plies = 0
        assert (row["position"], row["ply"]) == (str(position), plies)
        assert (row["mover"], row["seat"]) == (position.mover, position.seat)
        assert row["level"] == game["levels"][game["parties"].index(position.mover)]
        assert row["legal_turns"] == len(position.legal_turns())
        assert row["active_parties"] == len(position.active)
        assert row["outcome"] == game["outcome"]
        assert row["drawn"] == (plies < 2 * len([name for name in game["levels"] if name]))
        columns = ("turns", "priors", "visits", "shares")
        assert len({len(row[f"searched_{each}"]) for each in columns}) == 1
        if row["root_shares"] is not None:
            assert row["turn"] in row["searched_turns"]
            for shares in (row["root_shares"], *row["searched_shares"]):
                assert sum(shares) == pytest.approx(1, abs=1e-6)
        position, plies = position.play(row["turn"]), plies + 1
        if plies == game["length"]:
            assert position.is_over or game["reason"] == MAX_TURNS_REASON
            result = position.result or unfinished_shares(position)
            assert game["outcome"] == pytest.approx([result[p] for p in game["parties"]])
    assert played[0]["levels"] == ["nodes:50", "novice", "nodes:50"]


def test_nodes_alone_decide_how_long_is_searched() -> None:
    most = f"nodes:{MAX_NODES}"
    for name in ("nodes:1", most, *(each.name for each in LEVELS)):
        assert level_settings(name).seconds == SEARCH_TIME_LIMIT_S
    assert level_settings(most).nodes == MAX_NODES
    assert level_settings("club").nodes == level("club").settings.nodes


@pytest.mark.parametrize("name", ["600", "nodes:0", f"nodes:{MAX_NODES + 1}", "nodes:²", "chess"])
def test_what_is_no_level_is_told_with_all_that_are(name: str) -> None:
    with pytest.raises(DjambiError, match=f"grandmaster, nodes:N, with N from 1 to {MAX_NODES}$"):
        level_settings(name)


def test_shares_add_up_to_one_though_a_search_rounds_them() -> None:
    position = Position.start("hex-3")
    bot = RecordingBot(level_settings("nodes:60"), seed=1)
    bot.choose(position)
    assert bot.shares is not None and bot.root_turns
    for shares in (bot.shares, *(turn.shares for turn in bot.root_turns)):
        assert sum(shares) == pytest.approx(1, abs=1e-12)
    search = MultiplayerMcts(position.kernel())
    bot.settings.configure(search)
    search.think(nodes=60, seconds=60, depth=60, seed=1)
    missed = max(abs(sum(shares) - 1) for _, _, _, shares in search.root_turns())
    assert 1e-9 < missed < 1e-6, "this position does not show it any more"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--level", "champion"], "unknown level 'champion'; known: novice, "),
        (["--level", "nodes:0"], "unknown level 'nodes:0'"),
        (["--level", "nodes:x"], "unknown level 'nodes:x'"),
        (["--level", "club", "--games", "0"], "'--games': 0 is not in the range"),
        (["--level", "club", "--variant", "hex-4"], "unknown variant 'hex-4'; did you mean hex-"),
        (["--level", "club", "--rules", "chess"], "unknown edition 'chess'"),
        (["--level", "club", "--rules", "bga", "--rules", "bga"], "is named twice"),
        (["--level", "club", "--variant", "hex-3", "--variant", "hex-3"], "is named twice"),
        ([], "Missing option '--level'"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_written(
    arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(tmp_path / "out", *arguments) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        (["--seed", "2"], "games of another run, by seed"),
        (["--drawn-turns", "0"], "games of another run, by drawn_turns"),
        (["--level", "novice"], "games of another run, by levels"),
        (["--rules", "bga"], "games of another run, by starts"),
    ],
)
def test_a_folder_keeps_to_its_run(
    changed: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--games", "1", *FEW[2:]]
    assert games(tmp_path, *run) == 0
    before = contents(tmp_path)
    assert games(tmp_path, *run, *changed) == 2
    assert complaint in capsys.readouterr().err
    assert contents(tmp_path) == before


def test_a_folder_of_something_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert games(tmp_path, *FEW) == 2
    assert "is not empty and has no run.json" in capsys.readouterr().err
    assert games(tmp_path / "notes.txt", *FEW) == 2
    assert "is a file" in capsys.readouterr().err
    for text in ("[", "[]", "[" * 100_000):
        (tmp_path / "run.json").write_text(text)
        assert games(tmp_path, *FEW) == 2
        assert "not the description of a run" in capsys.readouterr().err


def test_a_damaged_shard_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert games(tmp_path, *FEW) == 0
    (tmp_path / "games-00000.parquet").write_bytes(b"PAR1")
    assert games(tmp_path, *FEW) == 2
    assert "games-00000.parquet: damaged; delete it" in capsys.readouterr().err


def test_what_cannot_be_unpacked_is_damaged_too(tmp_path: Path) -> None:
    assert games(tmp_path, *FEW) == 0
    path = tmp_path / "games-00000.parquet"
    data = path.read_bytes()
    path.write_bytes(data[:60] + b"xxxx" + data[64:])
    with pytest.raises(DjambiError, match="damaged; delete it to have its games played again"):
        read_table(path)


@pytest.mark.parametrize("table", ["games", "turns"])
def test_the_games_of_a_file_that_was_deleted_are_played_again(tmp_path: Path, table: str) -> None:
    assert games(tmp_path, *FEW) == 0
    before = contents(tmp_path)
    (tmp_path / f"{table}-00000.parquet").unlink()
    assert games(tmp_path, *FEW) == 0
    assert contents(tmp_path) == before


def test_two_processes_do_not_write_to_one_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nor do two that find a new folder at the same time.
    for before in ([], ["run.json"]):
        with sole_use(tmp_path / WRITER_LOCK) as is_free:
            assert is_free
            assert games(tmp_path, *FEW) == 2
            assert sorted(each.name for each in tmp_path.iterdir()) == [*before, WRITER_LOCK]
        assert "another process is writing to this folder" in capsys.readouterr().err
        assert games(tmp_path, *FEW) == 0
        for each in tmp_path.glob("*.parquet"):
            each.unlink()


def test_what_a_run_leaves_that_was_killed_as_it_began_is_no_other_s(tmp_path: Path) -> None:
    for left in (WRITER_LOCK, ".run.json.0123456789abcdef.part"):
        (tmp_path / left).touch()
    assert games(tmp_path, *FEW) == 0


def test_without_pyarrow_the_error_names_the_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert games(tmp_path / "out", *FEW) == 2
    assert 'pip install "djambi[research]"' in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_every_board_and_edition_can_be_played(tmp_path: Path) -> None:
    many = len(VARIANT_NAMES) * len(EDITIONS)
    every = ["--variant", "all", "--rules", "all", "--level", "nodes:5"]
    assert games(tmp_path, *every, "--games", "1") == 0
    starts = json.loads((tmp_path / "run.json").read_text())["starts"]
    assert len(set(starts)) == many
    assert {str(Position.parse(each).rules) for each in starts} == set(EDITIONS)
    assert {Position.parse(each).variant.name for each in starts} == set(VARIANT_NAMES)


def test_levels_move_round_the_seats() -> None:
    starts = (str(Position.start("square-2", "hallepee")), str(Position.start("hex-3", "hallepee")))
    plan = SelfPlay(starts, ("nodes:5", "nodes:6"))
    seated = [plan.play(number)[0]["levels"] for number in range(4)]
    assert seated == [
        ["nodes:5", None, "nodes:6", None],
        ["nodes:5", "nodes:6", "nodes:5"],
        ["nodes:6", None, "nodes:5", None],
        ["nodes:6", "nodes:5", "nodes:6"],
    ]


def test_games_begin_differently_where_turns_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "MAX_PLIES", 3)
    start = (str(Position.start("hex-3")),)

    def openings(drawn_turns: int) -> int:
        plan = SelfPlay(start, ("nodes:60",), 1, drawn_turns)
        played = [plan.play(number) for number in range(6)]
        assert {game["reason"] for game, _ in played} == {MAX_TURNS_REASON}
        assert {(game["length"], len(turns)) for game, turns in played} == {(3, 3)}
        return len({tuple(row["turn"] for row in turns) for _, turns in played})

    assert openings(0) < openings(1)
