"""Figures about the game: statistics of self-play, and `djambi research figures`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import research_page
from djambi import Position
from djambi.cli import main
from djambi.files import write_whole
from djambi.research.figures import BEGIN, END, markdown
from djambi.research.game_data import encode, games_schema, turns_schema
from djambi.research.self_play import MAX_TURNS_REASON
from djambi.research.self_play_statistics import ALL_EDITIONS, self_play_statistics

Row = dict[str, Any]


def game(number: int, rules: str, outcome: list[float], length: int, reason: str = "last") -> Row:
    """Return the row of a game of two on the square, with the colours that nobody plays."""
    return {
        "game": number, "seed": 1, "variant": "square-2", "rules": rules, "outcome": outcome,
        "parties": list("rbyg"), "levels": ["club", None, "nodes:9", None],
        "length": length, "reason": reason,
    }  # fmt: skip


def turn(of: Row, ply: int, legal_turns: int, active_parties: int = 2) -> Row:
    """Return what is counted of a turn."""
    return {
        **{name: of[name] for name in ("game", "seed", "variant", "rules", "outcome")},
        "ply": ply, "active_parties": active_parties, "legal_turns": legal_turns,
    }  # fmt: skip


def store(folder: Path, games: list[Row], turns: list[Row]) -> Path:
    """Write a made-up run and return its folder."""
    folder.mkdir()
    (folder / "run.json").write_text("{}")
    write_whole(folder / "turns-00000.parquet", encode(turns, turns_schema()))
    write_whole(folder / "games-00000.parquet", encode(games, games_schema()))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run of four games: Red wins two, Yellow wins one, one is broken off and shared."""
    games = [
        game(0, "bga", [1, 0, 0, 0], 10),
        game(1, "bga", [1, 0, 0, 0], 20),
        game(2, "original", [0, 0, 1, 0], 30),
        game(3, "original", [0.5, 0, 0.5, 0], 2_000, MAX_TURNS_REASON),
    ]
    # The first six plies are the opening of two parties.
    turns = [turn(games[0], ply, 10) for ply in range(6)]
    turns += [turn(games[0], ply, 100) for ply in range(6, 9)] + [turn(games[0], 9, 1_000)]
    return store(tmp_path / "made", games, turns)


def test_figures_count_what_is_there(folder: Path) -> None:
    found = self_play_statistics([folder])
    assert (found.games, found.turns, found.levels) == (4, 10, ("club", "nodes:9"))
    opening, duel = found.branching
    assert (opening.phase, opening.turns, opening.mean, opening.median) == ("opening", 6, 10, 10)
    assert (duel.phase, duel.turns, duel.mean, duel.median) == ("duel", 4, 325, 100)
    assert found.complexity == {"square-2": pytest.approx((6 * 1 + 3 * 2 + 3) / 4)}
    lengths = {each.rules: each for each in found.lengths}
    assert list(lengths) == ["original", "bga", ALL_EDITIONS]
    assert (lengths["bga"].games, lengths["bga"].median) == (2, 15)
    assert lengths[ALL_EDITIONS].median == 25
    shared = {each.rules: each for each in found.shared}
    assert (shared["bga"].shared, shared["original"].shared) == (0, 0.5)
    assert (shared[ALL_EDITIONS].shared, shared[ALL_EDITIONS].broken_off) == (0.25, 0.25)
    assert shared[ALL_EDITIONS].low < 0.25 < shared[ALL_EDITIONS].high
    assert found.reasons == {"original": {"last": 1, MAX_TURNS_REASON: 1}, "bga": {"last": 2}}
    seats = {(each.rules, each.party): each for each in found.seats}
    assert {party for _, party in seats} == set(Position.start("square-2").active)
    assert seats[ALL_EDITIONS, "r"].share == 0.625
    assert seats["original", "y"].share == 0.75
    assert seats["bga", "r"].fair == 0.5
    assert not seats[ALL_EDITIONS, "r"].differs


def test_a_game_has_phases_by_turns_and_by_who_is_left(tmp_path: Path) -> None:
    four = {**game(0, "bga", [0.5, 0.5, 0, 0], 16), "variant": "square-4"}
    # Three turns of each are the opening, also where a party has fallen in it.
    counted = [(0, 4, 1), (11, 3, 1), (12, 4, 10), (13, 4, 20), (14, 3, 100), (15, 2, 1_000)]
    turns = [turn(four, ply, legal, active) for ply, active, legal in counted]
    found = self_play_statistics([store(tmp_path / "four", [four], turns)])
    assert [(each.phase, each.turns, each.mean) for each in found.branching] == [
        ("opening", 2, 1), ("all", 2, 15), ("some", 1, 100), ("duel", 1, 1_000),
    ]  # fmt: skip
    assert [each.party for each in found.seats if each.rules == "bga"] == list("rbyg")
    assert found.shared[0].shared == 1 and found.shared[0].broken_off == 0


def test_a_seat_that_wins_too_often_is_marked(tmp_path: Path) -> None:
    games = [game(number, "bga", [1, 0, 0, 0], 10) for number in range(20)]
    found = self_play_statistics([store(tmp_path / "won", games, [turn(games[0], 0, 10)])])
    assert all(seat.differs for seat in found.seats)
    assert "| bga | 20 | **100.0%** (83.9–100.0) | **0.0%** (0.0–16.1) |" in markdown(found)


def test_one_game_is_not_called_games(tmp_path: Path) -> None:
    only = game(0, "bga", [1, 0, 0, 0], 10)
    found = self_play_statistics([store(tmp_path / "one", [only], [turn(only, 0, 10)])])
    assert "Made from **1 game** with" in markdown(found)


def test_the_figures_are_tables_by_board_and_edition(folder: Path) -> None:
    page = markdown(self_play_statistics([folder]))
    tables = [line for line in page.splitlines() if line.startswith(("#", "|", "**"))]
    assert tables == [
        "### Branching factor by phase and board",
        "| board | opening | all | some | duel | tree |",
        "| --- | --- | --- | --- | --- | --- |",
        "| square-2 | 10 (10, 10) |  |  | 325 (100, 730) | 10^4 |",
        "### Length of a game",
        "| board | games | original | bga | all |",
        "| --- | --- | --- | --- | --- |",
        "| square-2 | 4 | 1015 (227–1803) | 15 (11–19) | 25 (13–1409) |",
        "### Shared games",
        "| board | games | original | bga | all |",
        "| --- | --- | --- | --- | --- |",
        "| square-2 | 4 | 50.0% (9.5–90.5) | 0.0% (0.0–65.8) | 25.0% (4.6–69.9) |",
        "### How games end",
        "| edition | games | `last` | `max_turns` |",
        "| --- | --- | --- | --- |",
        "| original | 2 | 50.0% (9.5–90.5) | 50.0% (9.5–90.5) |",
        "| bga | 2 | 100.0% (34.2–100.0) | 0.0% (0.0–65.8) |",
        "### What a seat is worth",
        "**square-2**, an equal share is 50.0%:",
        "| edition | games | red | yellow |",
        "| --- | --- | --- | --- |",
        "| original | 2 | 25.0% (2.7–80.2) | 75.0% (19.8–97.3) |",
        "| bga | 2 | 100.0% (34.2–100.0) | 0.0% (0.0–65.8) |",
        "| all | 4 | 62.5% (21.9–90.8) | 37.5% (9.2–78.1) |",
    ]
    # A table stands alone: there is an empty line above each, and above each title.
    assert page.count("\n\n|") == 5 and page.count("\n\n###") == 5
    assert "as 0 of 6 do; if all seats were alike, up to 0 would by chance." in page


def test_the_command_writes_markdown_json_or_a_page(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["research", "figures", str(folder)]) == 0
    written = capsys.readouterr().out
    assert "Made from **4 games** with 10 turns; on all seats: `club`, `nodes:9`." in written
    assert "| square-2 | 10 (10, 10) |  |  | 325 (100, 730) | 10^4 |" in written
    assert "| square-2 | 4 | 1015 (227–1803) | 15 (11–19) | 25 (13–1409) |" in written
    assert main(["research", "figures", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    both = ["--json", "--page", str(folder / "run.json")]
    assert main(["research", "figures", str(folder), *both]) == 2
    assert "use one of them" in capsys.readouterr().err
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    for _ in range(2):
        assert main(["research", "figures", str(folder), "--page", str(page)]) == 0
        assert page.read_text("utf-8") == f"before\n{BEGIN}\n\n{written}\n{END}\nafter\n"


def test_what_has_no_figures_is_named(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def complaint(*arguments: object) -> str:
        assert main(["research", "figures", *map(str, arguments)]) == 2
        return capsys.readouterr().err

    page = tmp_path / "page.md"
    wrong = (f"{END}\n{BEGIN}\n", f"{BEGIN}\n", f"{END}\n", f"{BEGIN}\n{END}\n{BEGIN}\n",
             f"{BEGIN}\n{END}\n{END}\n")  # fmt: skip
    for text in wrong:
        page.write_text(text)
        assert f"page.md: no lines {BEGIN} and {END} to put" in complaint(folder, "--page", page)
        assert page.read_text() == text
    page.write_bytes(b"\xff")
    assert "page.md: not UTF-8 text" in complaint(folder, "--page", page)
    assert "a folder is given twice" in complaint(folder, folder / ".." / "made")
    assert "not a folder of self-play" in complaint(tmp_path)
    (tmp_path / "run.json").write_text("{}")
    assert "no games yet" in complaint(tmp_path)
    (folder / "turns-00000.parquet").write_bytes(b"PAR1")
    assert "turns-00000.parquet: damaged" in complaint(folder)
    (folder / "turns-00000.parquet").unlink()
    assert "turns-00000.parquet: the file is missing" in complaint(folder)
    other = games_schema().with_metadata({"djambi_schema": "0"})
    write_whole(folder / "games-00000.parquet", encode([], other))
    assert "not columns of version 1" in complaint(folder)


@pytest.mark.slow
def test_the_page_is_made_by_one_command(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\n{END}\n")
    asked = [str(tmp_path / "runs"), "--level", "nodes:5", "--jobs", "1", "--page", str(page)]
    research_page.main([*asked, "--games", "32"])
    assert "Made from **32 games**" in page.read_text("utf-8")
    before = page.read_text("utf-8")
    research_page.main([*asked, "--games", "0"])
    assert page.read_text("utf-8") == before
