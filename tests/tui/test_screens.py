"""What is seen: languages, colours, small terminals, the first screen, help; and the command."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from rich.segment import Segment
from tests.tui.sitting import Sitting, app_of, sit, table_of
from textual.widgets import Button, Input, Select, Static

from djambi import Position
from djambi.cli import main
from djambi.texts import LANGUAGES
from djambi.tui.app import DjambiTui
from djambi.tui.dialogs import Confirm, Reading, TooSmall
from djambi.tui.keys import KeyHint
from djambi.tui.panel import PanelState, panel_text
from djambi.tui.remote_table import clock_text
from djambi.tui.start_screen import StartScreen
from djambi.tui.table_screen import TableScreen


def segments(at: Sitting) -> list[Segment]:
    board = at.screen.board
    return [each for y in range(board.size.height) for each in board.render_line(y)]


def coloured(at: Sitting) -> bool:
    """Whether the pieces have colours of their own."""
    return len({str(s.style.bgcolor) for s in segments(at) if s.style and s.text.strip()}) > 4


def test_the_language_is_changed_in_the_midst_of_a_game() -> None:
    async def doing(at: Sitting) -> None:
        assert "Red to play. Choose a piece." in at.panel()
        await at.press("l")
        assert "À Rouge de jouer. Choisissez une pièce." in at.panel()
        assert any("annuler" in str(hint.visual) for hint in at.screen.query(KeyHint))
        await at.press("enter")
        assert "Labyrinthe" in at.panel()
        await at.press("l")
        assert "Red to play." in at.panel()

    sit(app_of(table_of(Position.start())), doing)


def test_comments_and_clocks_are_written_as_the_language_does() -> None:
    table = table_of(Position.start(), lang="fr")
    table.play(table.position.turn("c3-e3"))
    table.game.comment("hardi")
    assert "«\N{NO-BREAK SPACE}hardi\N{NO-BREAK SPACE}»" in str(
        panel_text(table, PanelState("e5"), colour=False)
    )
    days_left = [
        clock_text(200_000_000, lang).replace("\N{NO-BREAK SPACE}", " ") for lang in LANGUAGES
    ]
    assert days_left == ["2d 7h", "2 j 7 h"]


def test_without_colours_the_letters_and_marks_say_everything() -> None:
    async def doing(at: Sitting) -> None:
        assert not coloured(at)
        lines = "\n".join(at.lines())
        for piece in ("rC", "bA", "yN", "gR"):
            assert piece in lines
        assert lines.count(">") == len(at.table.choices())
        await at.walk("c3")
        await at.press("enter")
        lines = "\n".join(at.lines())
        assert lines.count("+") == len(at.table.choices())
        assert ">" not in lines
        assert any(s.style and s.style.reverse for s in segments(at)), "the cursor is not seen"

    sit(app_of(table_of(Position.start()), colour=False), doing)


def test_no_color_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def doing(at: Sitting) -> None:
        assert not coloured(at)

    async def otherwise(at: Sitting) -> None:
        assert coloured(at)

    monkeypatch.setenv("NO_COLOR", "1")
    sit(app_of(table_of(Position.start())), doing)
    monkeypatch.delenv("NO_COLOR", raising=False)
    sit(app_of(table_of(Position.start())), otherwise)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_terminal_that_is_too_small_says_so_and_goes_on_when_larger(lang: str) -> None:
    async def doing(at: Sitting) -> None:
        screen = at.app.screen
        assert isinstance(screen, TooSmall)
        assert "80" in str(screen.query_one("#too-small", Static).visual)
        await at.pilot.resize_terminal(80, 24)
        await at.pilot.pause()
        assert isinstance(at.app.screen, TableScreen)
        await at.pilot.resize_terminal(79, 24)
        await at.pilot.pause()
        assert isinstance(at.app.screen, TooSmall)

    sit(app_of(table_of(Position.start(), lang=lang), lang), doing, (60, 20))


def test_a_warning_that_was_covered_is_gone_once_the_terminal_is_larger() -> None:
    async def doing(at: Sitting) -> None:
        game = at.screen
        await at.pilot.resize_terminal(60, 20)
        await at.pilot.pause()
        # As a bot's offer of a draw does, at any time.
        game._sure("A draw?", lambda: None)
        await at.pilot.pause()
        assert isinstance(at.app.screen, Confirm)
        await at.pilot.resize_terminal(100, 30)
        await at.pilot.pause()
        assert isinstance(at.app.screen, Confirm)
        await at.press("n")
        await at.until(lambda: at.app.screen is game)
        await at.pilot.resize_terminal(60, 20)
        await at.until(lambda: isinstance(at.app.screen, TooSmall))
        await at.pilot.resize_terminal(100, 30)
        await at.until(lambda: at.app.screen is game)

    sit(app_of(table_of(Position.start())), doing)


def test_one_can_leave_a_terminal_that_is_too_small() -> None:
    async def doing(at: Sitting) -> None:
        assert "press q" in str(at.app.screen.query_one("#too-small", Static).visual)
        await at.pilot.press("q")
        assert at.app._exit

    sit(app_of(table_of(Position.start())), doing, (60, 20))


def test_the_largest_board_scrolls_with_the_cursor_in_80_by_24() -> None:
    async def doing(at: Sitting) -> None:
        board = at.screen.board
        for cell in ("a33", "c33", "e33", "g33"):
            await at.walk(cell)
            x, y = board.place_of(cell)
            assert 0 <= x < board.size.width and 0 <= y < board.size.height
            assert board.cell_at(x, y) == at.table.position.board.index(cell)

    sit(app_of(table_of(Position.start("polygon-8"))), doing)


def test_tab_goes_round_what_may_be_chosen() -> None:
    async def doing(at: Sitting) -> None:
        cells = {choice.cells[0] for choice in at.table.choices()}
        seen: set[str] = set()
        for _ in cells:
            await at.press("tab")
            seen.add(at.cursor)
        assert seen == cells
        before = at.cursor
        await at.press("tab", "shift+tab")
        assert at.cursor == before

    sit(app_of(table_of(Position.start())), doing)


def test_the_first_screen_begins_a_game_and_speaks_french() -> None:
    async def doing(at: Sitting) -> None:
        first = at.app.screen
        assert isinstance(first, StartScreen)
        await at.press("l")
        first.query_one("#variant", Select).value = "hex-3"
        first.query_one("#people", Select).value = 8
        first.query_one("#level", Select).value = "novice"
        first.query_one("#character", Select).value = "avenger"
        await at.pilot.pause()
        await at.press("p")
        assert at.table.position.variant.name == "hex-3"
        assert at.table.players.people() == "rby"
        assert at.table.lang == "fr"
        await at.press("n")
        assert isinstance(at.app.screen, StartScreen)
        first.query_one("#people", Select).value = 1
        await at.press("p")
        assert at.table.players.seats["b"] == "novice:avenger"

    sit(app_of(None), doing)


def test_help_names_every_key_and_piece_and_closes() -> None:
    async def doing(at: Sitting) -> None:
        await at.press("question_mark")
        sheet = at.app.screen
        assert isinstance(sheet, Reading)
        words = str(sheet.query_one("#text", Static).visual)
        assert "Esc" in words and "Necromobile" in words
        await at.press("escape")
        assert isinstance(at.app.screen, TableScreen)

    sit(app_of(table_of(Position.start())), doing)


# The command


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["square-4", "--position", "hex-3"], "exclude"),
        (["--people", "2", "--seat", "r=me"], "same thing"),
        ([], "needs a terminal"),
        (["--bots", "nobody"], "unknown player"),
        (["square-9"], "square-9"),
    ],
)
def test_bad_usage_is_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tui", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_without_textual_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in list(sys.modules):
        if name.startswith(("djambi.tui.", "textual")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    assert main(["tui"]) == 2
    assert 'pip install "djambi[tui]"' in capsys.readouterr().err


def test_a_record_that_is_not_there_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("djambi.cli.tui.is_terminal", lambda: True)
    assert main(["tui", "--load", "nothing-of-this-name"]) == 2
    assert "nothing-of-this-name" in capsys.readouterr().err


def test_more_people_than_players_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("djambi.cli.tui.is_terminal", lambda: True)
    assert main(["tui", "hex-3", "--people", "4"]) == 2
    assert "has 3 players" in capsys.readouterr().err


def test_on_a_real_terminal_a_game_begins_and_is_left() -> None:
    pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals on Windows")
    arguments = ["-m", "djambi", "tui", "hex-3"]
    child = pexpect.spawn(
        sys.executable, arguments, encoding="utf-8", timeout=300, dimensions=(24, 80)
    )
    child.expect("Red to play")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("arguments", "live", "people"),
    [
        (["hex-6", "--people", "0", "--lang", "fr"], True, ""),
        (["--position", "square-2"], False, "r"),
        (["--seat", "b=me", "--no-colour"], True, "b"),
        (["--bots", "novice"], True, "r"),
    ],
)
def test_the_command_opens_what_was_asked_for(
    arguments: list[str], live: bool, people: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[DjambiTui] = []
    monkeypatch.setattr("djambi.cli.tui.is_terminal", lambda: True)

    def run(app: DjambiTui) -> None:
        opened.append(app)

    monkeypatch.setattr(DjambiTui, "run", run)
    assert main(["tui", *arguments]) == 0
    table = opened[0].table
    assert table is not None
    assert table.live is live
    assert table.players.people() == people
    assert opened[0].colour is ("--no-colour" not in arguments)


def test_the_first_screen_takes_an_edition_and_a_player_for_each_seat() -> None:
    async def doing(at: Sitting) -> None:
        first = at.app.screen
        assert isinstance(first, StartScreen)
        first.query_one("#rules", Select).value = "bga"
        first.query_one("#seats", Input).value = "b=club:avenger, y=me x=novice"
        first.query_one("#people", Select).value = 1
        await at.pilot.pause()
        first.query_one("#play", Button).focus()
        await at.press("p")
        assert "x=novice" in first.trouble
        await at.press("l")
        rules = cast("Select[object]", first.query_one("#rules"))
        assert rules.value == "bga"
        first.query_one("#seats", Input).value = "b=club:avenger, y=me"
        await at.press("p")
        assert at.table.position.rules.edition == "bga"
        assert str(at.table.players).startswith("r=me,b=club:avenger,y=me,g=casual")
        await at.press("n")
        first.query_one("#rules", Select).value = "own"
        first.query_one("#variant", Select).value = "hex-6"
        first.query_one("#seats", Input).value = "b=casual:avenger"
        first.query_one("#people", Select).value = 0
        await at.pilot.pause()
        await at.press("p")
        assert at.table.position.rules.edition == "harcourt-advanced"
        # Six seats, and six people of that level: nobody sits in two.
        assert at.table.players.seats["b"] == "casual:avenger"
        assert len(set(at.table.players.seats.values())) == 6

    sit(app_of(None), doing)


def test_a_page_that_goes_on_below_says_so() -> None:
    async def doing(at: Sitting) -> None:
        await at.press("question_mark")
        sheet = at.app.screen
        closing = sheet.query_one(".close", Static)
        await at.until(lambda: "arrow keys show more" in str(closing.visual))
        await at.pilot.resize_terminal(80, 120)
        await at.until(lambda: str(closing.visual) == "Esc closes this.")

    sit(app_of(table_of(Position.start())), doing)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
def test_files_and_ranks_stand_beside_the_board(size: tuple[int, int]) -> None:
    async def doing(at: Sitting) -> None:
        lines = [line.strip() for line in at.lines()]
        assert list("abcdefghi") in [line.split() for line in lines]
        assert [line[0] for line in lines if line[:1].isdigit()] == list("987654321")
        # The mouse still finds what it points at.
        await at.click("c3")
        assert at.table.entry.prefix == "c3"

    sit(app_of(table_of(Position.start())), doing, size)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_button_of_the_first_screen_is_seen(lang: str, kept: Path) -> None:
    kept.parent.mkdir()
    kept.touch()

    async def doing(at: Sitting) -> None:
        buttons = list(at.app.screen.query(Button))
        assert len(buttons) == 5
        for button in buttons:
            assert at.app.screen.region.contains_region(button.region), button.label
            assert button.region.width > len(str(button.label))
        regions = [button.region for button in buttons]
        assert not any(one.overlaps(other) for one, other in pairwise(regions))

    sit(app_of(None, lang), doing)
