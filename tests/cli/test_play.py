"""The terminal game, played by typing lines into it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.sessions import session_of
from tests.positions import (
    ASSASSIN_EXIT,
    DIPLOMAT_EXIT,
    FIRST_IS_OUT,
    REPORTER_TARGETS,
    RESIGNED,
    STANDSTILL,
)

from djambi import Position
from djambi.cli import main
from djambi.cli.play.commands import COMMANDS
from djambi.cli.play.entry import InvalidInput, TurnEntry
from djambi.cli.play.players import Players, signed_seats
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.nodes import Step
from djambi.notation.records import PARTY_TAGS
from djambi.rules import VARIANT_NAMES
from djambi.texts import LANGUAGES, has

pytestmark = pytest.mark.usefixtures("data")

ONE_WAY = (
    "square-4 original gCgAgM3yMyAyC/gRgD5yDyR/gMgMgN3yNyMyM/3xgM4/9/2rM6/rM1rN3bNbMbM/"
    "rRrDrM3bMbDbR/rCrArM2bM1bAbC r,b,y,g rbyg r 0 4"
)
"""The Reporter on a2 can only go to b3."""


# Turns choice by choice


def test_a_turn_is_typed_at_once_or_in_steps() -> None:
    for lines in (["c3-e3"], ["Nc3-e3"], ["c3 e3"], ["c3", "e3"], ["c3", "-e3"], ["c3e3"]):
        entry = TurnEntry(Position.start(), "en")
        found = [entry.feed(line) for line in lines]
        assert [str(turn) for turn in found if turn] == ["c3-e3"], lines
        assert found[-1] is not None


def test_who_must_pass_is_told_how(capsys: pytest.CaptureFixture[str]) -> None:
    board = "4bC3yC/9/9/9/9/9/xxx6/xrMx6/rCxx6"
    before = f"square-4 original,encirclement=corpses {board} r,b,y,g! rbyg y 0 0"
    out = session_of(capsys, Game(Position.parse(before)), ["i9-h9", "--"])
    assert out.count("You have no legal turn. Type -- to pass.") == 1
    assert out.index("Type --") < out.index("--\n")


def test_what_is_not_understood_is_told_as_it_was_typed() -> None:
    entry = TurnEntry(Position.start(), "en")
    with pytest.raises(InvalidInput, match="understand “sve my game”"):
        entry.feed(" sve  my game ")


def test_placement_and_exit_are_asked_for() -> None:
    position = Position.parse(ASSASSIN_EXIT)
    entry = TurnEntry(position, "en")
    assert entry.feed("b2") is None
    assert entry.feed("e5") is None
    assert entry.stage.kind == "exit"
    assert str(entry.feed("e9")) == "b2-e5/e9"
    entry = TurnEntry(Position.parse(DIPLOMAT_EXIT), "en")
    assert entry.feed("b2-e5") is None
    assert entry.feed("e9") is None
    assert entry.stage.kind == "placement"
    assert str(entry.feed("a5")) == "b2-e5/e9>a5"


def test_the_exit_s_own_act() -> None:
    entry = TurnEntry(Position.parse(ASSASSIN_EXIT.replace("8yC", "4bR3yC")), "en")
    entry.feed("b2 e5")
    assert entry.stage.kind == "exit"
    assert str(entry.feed("e9")) == "b2-e5/e9"


def test_a_reporter_s_victims() -> None:
    entry = TurnEntry(Position.parse(REPORTER_TARGETS), "en")
    assert entry.feed("d2 c2") is None
    assert [choice.text for choice in entry.stage.choices] == ["", "*c3"]
    assert str(entry.feed("c3")) == "d2-c2*c3"
    entry = TurnEntry(Position.parse(REPORTER_TARGETS), "en")
    entry.feed("d2 c2")
    assert str(entry.feed("")) == "d2-c2"
    assert str(TurnEntry(Position.parse(REPORTER_TARGETS), "en").feed("d2-c2")) == "d2-c2"


def test_a_single_choice_is_taken_by_itself() -> None:
    position = Position.parse(REPORTER_TARGETS.replace("original", "djambinet"))
    assert str(TurnEntry(position, "en").feed("d2 c2")) == "d2-c2*c3"


def test_a_piece_with_a_single_turn_does_not_play_it_by_being_chosen() -> None:
    entry = TurnEntry(Position.parse(ONE_WAY), "en")
    assert entry.feed("a2") is None
    assert [choice.text for choice in entry.stage.choices] == ["-b3"]
    assert str(entry.feed("b3")) == "a2-b3"


def test_who_asks_where_a_piece_can_go_plays_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(Position.parse(ONE_WAY))
    out = session_of(capsys, game, ["moves a2", "moves a2-b3"])
    assert [*game.history] == []
    assert "a2 can go to these cells:" in out and "b3" in out
    assert "a2-b3 is already a complete turn" in out
    session_of(capsys, game, ["moves a2", "b3"])
    assert [str(event) for event in game.history] == ["a2-b3"]


def test_choices_are_taken_back_one_by_one() -> None:
    entry = TurnEntry(Position.parse(DIPLOMAT_EXIT), "en")
    for line in ("b2", "e5", "e9"):
        entry.feed(line)
    assert entry.prefix == "b2-e5/e9"
    assert entry.back()
    assert entry.prefix == "b2-e5"
    assert entry.back()
    assert entry.back()
    assert entry.prefix == ""
    assert not entry.back()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        "hello", "z9", "g3", "e5", "a1", "c3-e5", "c3-c9", "c3 c9", "c3-e3>a5", "c3e3a5", "--", "*",
        "\x1b[2J",
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_and_changes_nothing(line: str, lang: str) -> None:
    entry = TurnEntry(Position.start(), lang)
    with pytest.raises(InvalidInput) as caught:
        entry.feed(line)
    assert str(caught.value)
    assert entry.prefix == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_chosen_is_said(lang: str) -> None:
    entry = TurnEntry(Position.parse(DIPLOMAT_EXIT), lang)
    entry.feed("b2")
    for line in ("c9", "e5x", "nonsense"):
        with pytest.raises(InvalidInput):
            entry.feed(line)
    entry.feed("e5")
    with pytest.raises(InvalidInput):
        entry.feed("a4")
    assert entry.prefix == "b2-e5"


def test_another_piece_or_a_whole_turn_may_be_typed_in_mid_turn() -> None:
    entry = TurnEntry(Position.start(), "en")
    entry.feed("c3")
    assert entry.feed("a3") is None
    assert entry.prefix == "a3"
    assert entry.back()
    assert entry.prefix == ""
    entry.feed("a3")
    assert str(entry.feed("c3-e3")) == "c3-e3"
    entry = TurnEntry(Position.parse(DIPLOMAT_EXIT), "en")
    entry.feed("b2 e5")
    with pytest.raises(InvalidInput):
        entry.feed("a1-a1")
    assert entry.prefix == "b2-e5"


# Players


def test_players_are_read() -> None:
    players = Players.parse(Position.start("hex-3"), ["r=random", "y=me"], "greedy", 1)
    assert str(players) == "r=random,b=greedy,y=me"
    assert players.people() == "y"
    assert players.name("b", "fr") == "Bleu (Glouton)"
    game = Game.start("hex-3")
    players.sign(game)
    assert game.tags["Blue"] == "greedy"
    assert game.tags.keys() <= {*PARTY_TAGS, "Seats"}


def test_a_second_party_of_a_player_that_is_active_has_a_player_too() -> None:
    start = Position.parse(str(Position.start("square-2")).replace(" r,b>r,y,g>y ", " r,b,y,g>y "))
    assert start.active == "rby"
    assert Players.default(start, "greedy").seats == {"r": "me", "b": "greedy", "y": "greedy"}


def test_people_play_parties_that_are_in_the_game() -> None:
    players = Players.default(Position.parse(FIRST_IS_OUT), "greedy")
    assert str(players) == "r=greedy,b=greedy,y=me,g=greedy"


def test_a_bot_may_have_a_character() -> None:
    players = Players.parse(Position.start("hex-3"), ["r=me", "y=club:avenger"], "greedy", 1)
    assert str(players) == "r=me,b=greedy,y=club:avenger"
    assert players.name("y", "en") == "Yellow (Casimir Rancune)"
    assert Players.parse(Position.start("hex-3"), str(players).split(","), "novice", 1).seats == (
        players.seats
    )


def test_no_two_bots_of_a_level_are_the_same_person() -> None:
    start = Position.start("hex-6")
    players = Players.parse(start, ["r=me", "g=club:avenger"], "club", 1)
    assert {player.partition(":")[0] for player in players.seats.values()} == {"me", "club"}
    assert len({players.who(party, "en") for party in players.seats}) == 6
    assert str(Players.parse(start, ["r=me", "g=club:avenger"], "club", 1)) == str(players)
    assert set(Players.default(start, "club:avenger").seats.values()) == {"me", "club:avenger"}


@pytest.mark.parametrize(
    "word", ["g=me", "r=", "r", "=me", "rb=me", "r=genius", "x=me", "r=club:genius"]
)
def test_wrong_seats_are_refused(word: str) -> None:
    with pytest.raises(DjambiError):
        Players.parse(Position.start("hex-3"), [word], "greedy", 1)


def test_a_party_has_one_player() -> None:
    with pytest.raises(DjambiError, match="'r=club': r stands twice"):
        Players.parse(Position.start("hex-3"), ["r=me", "b=me", "r=club"], "greedy", 1)
    assert signed_seats(Game(tags={"Seats": "r=me,r=club"})) == ()


# Sessions


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_does_something_in_both_languages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str
) -> None:
    for command in COMMANDS:
        assert has(command.key, lang)
        assert not command.takes or has(f"{command.key}.takes", lang)
    for step in Step:
        assert step is Step.TURN or has(f"cli.event.{step.name.lower()}", lang)
    file = tmp_path / "game"
    out = session_of(
        capsys,
        Game.start("hex-3"),
        [
            "help", "aide", "board", "moves", "d3", "", "moves d3", "d5", "why a9 e5", "why a9",
            "why zz e5", "pourquoi g6 f6", "hint", "pieces", "pièces", "rules", "turns", "undo",
            "redo", "comment nice", f"save {file}", "save", "lang de", "lang fr", "undo", "undo",
            "redo",
            "resign", "n", "draw", "y", "n", "?", "",
        ],
        lang=lang,
    )  # fmt: skip
    assert "Traceback" not in out
    assert "no text" not in out
    assert "{" not in out
    assert file.exists()
    assert "{nice}" in file.read_text(encoding="utf-8")


def test_people_play_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(Position.parse("square-4 original 8bC/9/9/9/9/9/9/9/rCrA7 r,b,y>b,g>b rbyg r 0 0"))
    out = session_of(
        capsys,
        game,
        ["b1", "b8", "i9", "h8", "b8 h8", "help", "turns", "c3", "resign", "undo", "quit"],
    )
    assert "Red wins: no other party is left." in out
    assert "The game is over." in out
    assert "1. Red" in out
    assert "1.  r Ab1-b8  b Ci9-h8" in out
    assert len(game.history) == 2


def test_bots_answer_and_undo_goes_back_to_the_person(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game()
    out = session_of(capsys, game, ["c3-d3", "undo", "c3-e3", "quit"], seats="r=me")
    assert out.count("Green (Greedy) ·") >= 2
    assert game.position.mover == "r"
    assert str(game.history[0]) == "c3-e3"
    assert len(game.root.children) == 1


def test_bots_finish_the_game_when_nobody_else_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.start("hex-3", quiet_rounds=2)
    out = session_of(capsys, game, ["resign", "y", "quit"], seats="r=me")
    assert "the bots finish it" in out
    assert game.result is not None
    assert "What happened" in out


def test_bots_alone_play_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.start("square-2", quiet_rounds=3)
    out = session_of(capsys, game, ["quit"], seats="r=random y=greedy")
    assert game.result is not None
    assert "Red (Random) ·" in out


def test_a_bot_offers_to_share_a_long_standstill_and_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = Game(Position.parse(STANDSTILL))
    out = session_of(capsys, game, ["n", "f6-e6", "e6-f6"], seats="y=me b=club")
    assert out.count("offers a draw.") == 1 and "Yellow does not agree" in out
    assert len(game.history) == 4, "it plays on, and does not ask again"
    game = Game(Position.parse(STANDSTILL))
    out = session_of(capsys, game, ["oui"], seats="y=me b=club", lang="fr")
    assert "propose la nulle." in out and game.position.is_over and len(game.history) == 1


def test_a_draw_is_agreed_by_people_and_declined_by_bots(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = Game.start("hex-3")
    assert "share the game" in session_of(capsys, game, ["draw", "y", "yes"])
    game = Game.start("hex-3")
    out = session_of(capsys, game, ["draw"], seats="r=me")
    assert "does not agree" in out
    assert game.result is None


def test_who_resigned_returns_if_all_agree(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.start("hex-3", "hallepee")
    out = session_of(capsys, game, ["resign", "y", "return", "y", "n", "return r", "y", "y"])
    assert "Yellow does not let Red return." in out
    assert "Red returns to the game." in out
    assert game.position.active == "rby"


def test_who_resigned_before_a_position_has_a_bot_when_it_returns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = Game(Position.parse(RESIGNED))
    out = session_of(capsys, game, ["return g", *"yyy", "draw", *"yyy"], seats="r=me b=me y=me")
    assert "Green returns to the game." in out
    assert game.position.active == "rbyg"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return", "Which party should return?"),
        ("return b", "Only a party that has resigned can return."),
        ("return z", "'z' is not a party of hex-3"),
    ],
)
def test_who_cannot_return_is_told_why(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    assert said in session_of(capsys, Game.start("hex-3", "hallepee"), [line])


def test_the_passing_party_passes(capsys: pytest.CaptureFixture[str]) -> None:
    text = "square-4 bga 8yC/9/9/9/9/9/9/xxbN6/rCxbC6 r,b,y,g>y rbyg r 0 0"
    game = Game(Position.parse(text.replace("xxbN6/rCxbC6", "xx7/rCx5bNbC")))
    assert [str(turn) for turn in game.position.legal_turns()] == ["--"]
    out = session_of(capsys, game, ["moves", "--"])
    assert "Red · -- · Red has no legal turn and passes." in out


def test_a_saved_game_is_not_overwritten_unasked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine"
    file.write_text("precious", encoding="utf-8")
    session_of(capsys, Game.start("hex-3"), [f"save {file}", "n"])
    assert file.read_text(encoding="utf-8") == "precious"
    session_of(capsys, Game.start("hex-3"), [f"save {file}", "y"])
    assert "hex-3" in file.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = session_of(capsys, Game.start("hex-3"), [f"save {tmp_path / 'file' / 'game'}", "d3-d5"])
    assert "Red · Md3-d5" in out


def test_a_game_is_saved_only_where_there_is_a_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "none" / "game"
    out = session_of(capsys, Game.start("hex-3"), [f"save {file}", "d3-d5"], lang="fr")
    assert f"il n’y a pas de dossier {file.parent}" in " ".join(out.split()).replace("/ ", "/")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_asked_about_but_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = session_of(capsys, Game.start("hex-3"), [f"save {tmp_path}", "d3-d5"])
    assert "Overwrite" not in out
    assert "Is a directory" in " ".join(out.split())
    assert "Red · Md3-d5" in out


def test_the_home_of_nobody_is_a_name_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    out = session_of(capsys, Game.start("hex-3"), ["save ~nobody-of-that-name/game", "d3-d5"])
    assert "there is no folder ~nobody-of-that-name" in " ".join(out.split())
    assert "Red · Md3-d5" in out


def test_a_name_that_no_file_can_have_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    out = session_of(capsys, Game.start("hex-3"), ["save a\0b", "d3-d5"])
    assert "a?b: no file can have this name here" in out
    assert "Red · Md3-d5" in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_comment_that_says_nothing_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str
) -> None:
    file = tmp_path / "game"
    lines = ["d3-d5", "comment", "comment   ", "commenter bold"]
    out = session_of(capsys, Game.start("hex-3"), lines, file=file, lang=lang)
    assert out.count("comment a bold turn" if lang == "en" else "commenter un coup hardi") == 2
    assert "r d3-d5 {bold}" in file.read_text(encoding="utf-8")


# The command


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_every_variant_can_be_played(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    variant: str,
) -> None:
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path))
    lines = iter(["moves\n", "hint\n", "quit\n"])

    def read_line(prompt: str) -> str | None:
        return next(lines, None) if prompt else None

    monkeypatch.setattr("djambi.cli.play.session.type_line", read_line)
    assert main(["play", variant, "--rules", "hallepee", "--ascii"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "The strongest bot would play" in out


# Bots


def test_bots_are_asked_what_they_are_up_to(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "r=me b=novice:usurper y=novice"
    out = session_of(capsys, Game(Position.start("hex-3")), ["ask", "ask b", "ask r"], seats=seats)
    assert out.count("Blue (Léontine Dutrône): Nobody is ahead yet") == 2
    assert out.count("Yellow (Ottavio Pantofola): Nobody is ahead yet") == 1
    assert "Type the letter of a bot’s party: b, y" in out
    out = session_of(capsys, Game(Position.start("hex-3")), ["demander b"], seats=seats, lang="fr")
    assert "Le trône est vide" in " ".join(out.split())


def test_where_no_bot_plays_there_is_nobody_to_ask(capsys: pytest.CaptureFixture[str]) -> None:
    out = session_of(capsys, Game.start("hex-3"), ["ask", "ask b"])
    assert out.count("there is nobody to ask") == 2


def test_a_seat_is_given_to_another_player(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["seat", "seat b=club:builder", "seat y=me", "seat b=genius", "seat x=me", "turns"]
    out = session_of(capsys, Game(Position.start("hex-3")), lines, seats="r=me b=novice y=novice")
    flat = " ".join(out.split())
    assert "Levels: novice, learner," in flat and "opportunist, builder," in flat
    assert "b=club:builder: Blue (Vesna Grobnik)" in flat
    assert "y=me: Yellow" in flat
    assert "unknown player 'genius'" in flat and "or me, a person" in flat
    assert "'x=me' is not a seat" in flat


def test_a_seat_given_away_is_kept_with_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.djambi"
    session_of(
        capsys, Game(Position.start("hex-3")), ["seat b=club:builder"], seats="r=me", file=file
    )
    assert '[Seats "r=me,b=club:builder,y=greedy"]' in file.read_text()


def test_bots_of_the_command_line_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "hex-3", "--bots", "club:genius"]) == 2
    assert "unknown character 'genius'" in capsys.readouterr().err
