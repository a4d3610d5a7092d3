"""``djambi render`` on pictures of points and on games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from djambi.cli import main
from djambi.game import Game
from djambi.position import Position
from djambi.render import svg
from djambi.render.pictures import animation, painted
from djambi.render.svg_board import MAX_WIDTH_PX

Image = pytest.importorskip("PIL.Image")
pytest.importorskip("resvg_py")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game()
    game.play("c3-e3")
    game.play("g3-g5")
    file = tmp_path / "game.txt"
    file.write_text(str(game), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "magic"),
    [
        ("a.png", b"\x89PNG"),
        ("a.GIF", b"GIF89a"),
        ("a.webp", b"RIFF"),
        ("a.html", b"<!doctype html>"),
        ("a.htm", b"<!doctype html>"),
    ],
)
def test_the_name_says_the_form(tmp_path: Path, record: Path, name: str, magic: bytes) -> None:
    target = tmp_path / name
    size = [] if name.startswith("a.htm") else ["--size", "120"]
    assert main(["render", "--game", str(record), "-o", str(target), *size]) == 0
    assert target.read_bytes().startswith(magic)


def test_the_widest_picture_is_the_librarys(tmp_path: Path) -> None:
    target = str(tmp_path / "a.svg")
    assert main(["render", "square-4", "-o", target, "--size", str(MAX_WIDTH_PX)]) == 0
    assert main(["render", "square-4", "-o", target, "--size", str(MAX_WIDTH_PX + 1)]) == 2


def test_a_still_picture_of_a_game_is_its_last_position(tmp_path: Path, record: Path) -> None:
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    assert main(["render", "--game", str(record), "-o", str(one)]) == 0
    position = str(next(Game.read(record.read_text(encoding="utf-8"))).path()[-2].position)
    assert main(["render", position, "--turn", "g3-g5", "-o", str(other)]) == 0
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["square-4", "--game", "x.txt"],
        ["--game", "no-such-file.txt"],
        ["square-4", "-o", "a.gif", "--pace", "0"],
        ["square-4", "-o", "a.html", "--pace", "nan"],
        ["square-4", "-o", "a.html", "--pace", "-3"],
        ["square-4", "-o", "a.jpg"],
        ["square-4", "-o", "a.pdf"],
        ["square-4", "--format", "bmp"],
        ["square-4", "--format", "svg", "--arrow", "c3"],
    ],
)
def test_bad_usage_is_refused(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["render", *arguments]) == 2
    assert capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("form", "option", "used"),
    [
        ("text", ["--theme", "light"], "svg, html, png, gif, webp"),
        ("html", ["--size", "640"], "svg, png, gif, webp"),
        ("svg", ["--pace", "1.2"], "html, gif, webp"),
        ("html", ["--no-coordinates"], "svg, png, gif, webp"),
        ("gif", ["--below", "b"], "svg, png"),
        ("text", ["--arrow", "c3-e3"], "svg, png"),
        ("png", ["--ascii"], "text"),
    ],
)
def test_an_option_without_effect_is_refused(
    form: str, option: list[str], used: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", "square-4", "--format", form, *option]) == 2
    assert f"{option[0]} is for {used}, not for {form}" in capsys.readouterr().err


def test_names_without_an_ending_and_of_text_are_text(tmp_path: Path) -> None:
    for name in ("board", "board.txt"):
        target = tmp_path / name
        assert main(["render", "square-4", "-o", str(target)]) == 0
        assert "rC   rA" in target.read_text(encoding="utf-8")


def test_a_page_runs_at_the_pace_that_was_asked_for(tmp_path: Path, record: Path) -> None:
    target = tmp_path / "a.html"
    assert main(["render", "--game", str(record), "-o", str(target), "--pace", "0.4"]) == 0
    assert 'data-pace="400"' in target.read_text(encoding="utf-8")


def test_a_file_without_a_game_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("\n")
    assert main(["render", "--game", str(empty)]) == 2


def test_arrows_and_the_side_that_is_below(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["hex-3", "--format", "svg", "--below", "b", "--arrow", "d3-c4"]
    assert main(["render", *arguments]) == 0
    drawn = capsys.readouterr().out
    assert drawn == svg(Position.start("hex-3"), below="b", arrows=[("d3", "c4")])
    assert main(["render", "hex-3", "--format", "svg", "--below", "g"]) == 2
    assert "not a party of hex-3" in capsys.readouterr().err


def test_how_a_picture_looks_is_as_it_was_asked_for(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    look = ["--theme", "dark", "--size", "90", "--no-coordinates", "--lang", "fr"]
    asked: dict[str, Any] = {"theme": "dark", "size": 90, "coordinates": False, "lang": "fr"}
    assert main(["render", "hex-3", "--format", "svg", *look]) == 0
    still = capsys.readouterr().out
    assert still == svg(Position.start("hex-3"), **asked) != svg(Position.start("hex-3"))
    assert main(["render", "hex-3", "-o", str(tmp_path / "a.png"), *look]) == 0
    assert (tmp_path / "a.png").read_bytes() == painted(still, 90)
    moving = tmp_path / "a.gif"
    assert main(["render", "--game", str(record), "-o", str(moving), "--pace", "0.3", *look]) == 0
    path = next(Game.read(record.read_text(encoding="utf-8"))).path()
    assert moving.read_bytes() == animation(path, "gif", pace=0.3, **asked)


def test_a_picture_is_640_pixels_wide_and_a_moving_one_480(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form, size in (("png", 640), ("gif", 480)):
        target = tmp_path / f"a.{form}"
        assert main(["render", "--game", str(record), "-o", str(target)]) == 0
        with Image.open(target) as picture:
            assert picture.width == size
    assert main(["render", "square-4", "--format", "svg"]) == 0
    assert 'width="640"' in capsys.readouterr().out
