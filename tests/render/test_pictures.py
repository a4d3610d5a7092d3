"""Pictures made of points, and what notebooks show."""

from __future__ import annotations

import builtins
import io
from typing import Any
from xml.etree import ElementTree

import pytest

from djambi import Position
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.render.animation import MAX_PIXELS
from djambi.render.pictures import animation, png

Image = pytest.importorskip("PIL.Image")
pytest.importorskip("resvg_py")


def read(data: bytes) -> Any:
    return Image.open(io.BytesIO(data))


def short_game() -> Game:
    game = Game()
    for turn in ("c3-e3", "g3-g5", "g7-e7"):
        game.play(turn)
    return game


@pytest.mark.parametrize("variant", ["square-4", "hex-6", "polygon-5"])
def test_a_png_is_as_wide_as_was_asked_for(variant: str) -> None:
    picture = read(png(Position.start(variant), size=300))
    assert (picture.format, picture.width) == ("PNG", 300)


def test_the_themes_look_different_and_pieces_are_seen() -> None:
    start = Position.start("hex-3")
    light, dark = (read(png(start, size=120, theme=theme)) for theme in ("light", "dark"))
    assert light.tobytes() != dark.tobytes()
    moved = start.play(start.legal_turns()[0])
    assert read(png(moved, size=120)).tobytes() != light.tobytes()


@pytest.mark.parametrize(("form", "kind"), [("gif", "GIF"), ("webp", "WEBP")])
def test_every_position_of_a_game_is_a_frame(form: Any, kind: str) -> None:
    game = short_game()
    picture = read(animation(game.path(), form, size=160, pace=0.5))
    assert (picture.format, picture.n_frames, picture.size) == (kind, 4, (160, 160))
    frames: list[bytes] = []
    times: list[int] = []
    for number in range(4):
        picture.seek(number)
        frames.append(picture.convert("RGB").tobytes())
        times.append(picture.info["duration"])
    assert len(set(frames)) == 4
    if form == "gif":
        assert times == [500, 500, 500, 2000]


def test_a_game_without_turns_is_one_frame() -> None:
    assert read(animation(Game().path(), "gif", size=80)).n_frames == 1


@pytest.mark.parametrize("pace", [0.0, -1.0, 61.0, float("nan")])
def test_a_pace_out_of_range_is_refused(pace: float) -> None:
    with pytest.raises(DjambiError, match="pace"):
        animation(Game().path(), "gif", pace=pace)


def test_a_form_that_there_is_none_of_is_not_taken_for_another() -> None:
    with pytest.raises(DjambiError, match="form: 'jpg' is not one of gif, webp"):
        animation(Game().path(), "jpg")  # type: ignore[arg-type]


def test_an_animation_of_nothing_is_refused() -> None:
    with pytest.raises(DjambiError, match="no position"):
        animation([], "gif")


def test_more_than_fits_into_memory_is_refused_before_it_is_drawn() -> None:
    nodes = Game().path() * (MAX_PIXELS // 10_000**2 + 1)
    with pytest.raises(DjambiError, match="draw smaller"):
        animation(nodes, "gif", size=10_000)


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_without_the_extra_the_error_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(DjambiError, match=r"djambi\[pictures\]"):
        animation(Game().path(), "gif", size=40)


def test_notebooks_show_positions_and_games() -> None:
    game = short_game()
    for shown in (game, game.position):
        root = ElementTree.fromstring(shown._repr_svg_())
        assert root.tag.endswith("svg")
    # The game marks its last turn, the position has none.
    assert game._repr_svg_() != game.position._repr_svg_()
