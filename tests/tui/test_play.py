"""Whole games on the terminal's screen, by keyboard and by mouse."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from tests.cli.test_play import ONE_WAY
from tests.positions import ASSASSIN_EXIT, DIPLOMAT_EXIT, REPORTER_TARGETS, STANDSTILL
from tests.tui.sitting import Sitting, app_of, sit, table_of
from textual.widgets import Static

from djambi import Position, Turn
from djambi.bots import Bot
from djambi.cli.play.players import Players
from djambi.game import Game
from djambi.tui.dialogs import Confirm
from djambi.tui.keys import KeyHint
from djambi.tui.terminal_table import TerminalTable

MAX_THINKING_S = 300


@pytest.mark.parametrize("variant", ["square-4", "hex-6", "polygon-5"])
def test_a_whole_short_game_by_keyboard(variant: str) -> None:
    start = Position.start(variant)

    async def doing(at: Sitting) -> None:
        for _ in start.order:
            await at.turn(str(at.table.position.legal_turns()[0]))
        while at.table.position.mover is not None:
            await at.press("x", "y")
        assert at.table.game.result is not None
        assert "The game is over." in at.panel()
        assert "1. " in at.panel()
        await at.press("enter")
        assert at.screen.trouble == "The game is over."

    sit(app_of(table_of(start)), doing)


@pytest.mark.parametrize("text", [ASSASSIN_EXIT, DIPLOMAT_EXIT, REPORTER_TARGETS])
def test_every_sort_of_turn_can_be_chosen(text: str) -> None:
    position = Position.parse(text)
    longest = max((str(turn) for turn in position.legal_turns()), key=len)

    async def doing(at: Sitting) -> None:
        await at.turn(longest)

    sit(app_of(table_of(position)), doing)


def test_a_reporter_may_spare_everybody() -> None:
    async def doing(at: Sitting) -> None:
        await at.walk("d2")
        await at.press("enter")
        await at.walk("d3")
        await at.press("enter")
        assert at.table.entry.stage.kind == "victims"
        assert "to kill nobody" in at.panel()
        await at.press("full_stop")
        assert str(at.table.game.history[0]) == "d2-d3"

    sit(app_of(table_of(Position.parse(REPORTER_TARGETS))), doing)


def test_what_cannot_be_chosen_is_said_and_escape_steps_back() -> None:
    async def doing(at: Sitting) -> None:
        await at.walk("i9")
        await at.press("enter")
        assert at.screen.trouble
        assert at.screen.trouble in at.panel()
        await at.walk("c3")
        await at.press("enter")
        assert at.table.entry.prefix == "c3"
        await at.press("escape")
        assert at.table.entry.prefix == ""
        assert at.screen.trouble == ""

    sit(app_of(table_of(Position.start())), doing)


@pytest.mark.parametrize("variant", ["square-4", "hex-3", "hex-6", "polygon-3", "polygon-8"])
def test_the_mouse_chooses_on_every_board(variant: str) -> None:
    async def doing(at: Sitting) -> None:
        turn = next(t for t in at.table.position.legal_turns() if t.place is None)
        assert turn.origin is not None and turn.target is not None
        await at.click(turn.origin)
        assert at.table.entry.prefix == turn.origin
        await at.click(turn.target)
        assert str(at.table.game.history[0]) == str(turn)

    sit(app_of(table_of(Position.start(variant))), doing)


def test_the_keys_in_the_last_line_can_be_clicked() -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        hints = list(at.screen.query(KeyHint))
        undo = next(hint for hint in hints if "undo" in str(hint.visual))
        await at.pilot.click(undo)
        await at.pilot.pause()
        assert not at.table.game.history

    sit(app_of(table_of(Position.start())), doing)


def test_bots_answer_and_undo_goes_back_to_the_person() -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        await at.until(lambda: len(at.table.game.history) == 4)
        assert at.table.position.mover == "r"
        await at.press("u")
        assert not at.table.game.history
        await at.press("u")
        assert at.screen.trouble == "There is nothing to take back."
        await at.press("r")
        assert len(at.table.game.history) == 4
        await at.press("u")
        await at.turn("c3-d3")
        await at.until(lambda: len(at.table.game.history) == 4)
        # What was taken back while playing was never part of the game.
        assert len(at.table.game.root.children) == 1

    sit(app_of(table_of(Position.start(), people=1)), doing)


def test_bots_are_watched_and_wait_when_told_to() -> None:
    async def doing(at: Sitting) -> None:
        await at.until(lambda: len(at.table.game.history) >= 3)
        await at.press("space")
        here = len(at.table.game.history)
        assert "Paused" in at.panel()
        await at.press("enter")
        assert at.screen.trouble == "It is not your turn yet."
        await at.pilot.pause(0.1)
        assert len(at.table.game.history) == here
        await at.press("space")
        await at.until(lambda: len(at.table.game.history) > here)

    sit(app_of(table_of(Position.start(), people=0), pace=0.3), doing)


def test_a_seat_can_be_given_to_another_player() -> None:
    async def doing(at: Sitting) -> None:
        await at.answer("b", "b=club:avenger, y=me,")
        assert not at.screen.trouble
        assert at.table.players.seats["b"] == "club:avenger"
        assert "Casimir Rancune" in at.panel()
        await at.answer("b", "b=nobody")
        assert "nobody" in at.screen.trouble

    sit(app_of(table_of(Position.start())), doing)


def test_a_draw_is_shared_by_those_at_the_keyboard_and_refused_by_bots() -> None:
    async def agree(at: Sitting) -> None:
        await at.press("d", "n")
        assert at.table.game.result is None
        await at.press("d", "y")
        assert at.table.game.result == {"r": 0.25, "b": 0.25, "y": 0.25, "g": 0.25}

    async def refused(at: Sitting) -> None:
        await at.press("d")
        assert "does not agree" in at.screen.trouble

    sit(app_of(table_of(Position.start())), agree)
    sit(app_of(table_of(Position.start(), people=1)), refused)


def test_a_bot_offers_to_share_a_long_standstill_once_and_plays_on_if_it_is_declined() -> None:
    def table(seats: str, lang: str = "en") -> TerminalTable:
        start = Position.parse(STANDSTILL)
        players = Players.parse(start, seats.split(), "club", seed=1)
        return TerminalTable(Game(start), players, lang)

    def question(at: Sitting) -> str:
        return str(at.app.screen.query_one(Static).visual)

    async def declined(at: Sitting) -> None:
        await at.until(lambda: isinstance(at.app.screen, Confirm))
        assert "offers a draw. Does everybody at this keyboard agree" in question(at)
        await at.press("n")
        await at.until(lambda: len(at.table.game.history) == 1)
        await at.turn("f6-e6")
        await at.turn("e6-f6")
        await at.until(lambda: len(at.table.game.history) == 4)
        assert at.table.game.result is None

    async def agreed(at: Sitting) -> None:
        await at.until(lambda: isinstance(at.app.screen, Confirm))
        assert "propose la nulle." in question(at)
        await at.press("o")
        assert at.table.game.result is not None and not at.table.game.history[1:]

    async def among_bots(at: Sitting) -> None:
        await at.until(lambda: at.table.game.result is not None)
        assert len(at.table.game.history) == 1, "nobody is asked, and all agree"

    async def refused(at: Sitting) -> None:
        await at.until(lambda: len(at.table.game.history) >= 1)
        assert at.table.game.history[0].turn is not None, "the other bot refuses, and it plays"

    sit(app_of(table("y=me b=club")), declined)
    sit(app_of(table("y=me b=club", "fr"), "fr"), agreed)
    sit(app_of(table("y=club b=club")), among_bots)
    sit(app_of(table("y=random b=club")), refused)


def test_who_resigned_returns_if_those_at_the_keyboard_agree() -> None:
    async def agree(at: Sitting) -> None:
        await at.press("v")
        assert "No party can return" in at.screen.trouble
        await at.press("x", "y")
        assert at.table.position.active == "byg"
        await at.press("v", "n")
        assert at.table.position.active == "byg"
        await at.press("v", "y")
        assert at.table.position.active == "rbyg"

    sit(app_of(table_of(Position.start("square-4", "hallepee"))), agree)


class Dawdler(Bot):
    """A bot that thinks until it is stopped, the first time; then it chooses at once."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Position] = []
        self.stopped = Event()

    def choose(self, position: Position) -> Turn:
        self.asked.append(position)
        assert self.stopped.wait(MAX_THINKING_S), "it was never stopped"
        return position.legal_turns()[0]

    def accepts_return(self, position: Position, party: str, returning: str) -> bool:
        return True

    def stop(self) -> None:
        self.stopped.set()


class Cheat(Bot):
    """A bot that chooses a turn of another position."""

    def choose(self, position: Position) -> Turn:
        return Position.start().turn("c3-c4")


def seated(start: Position, bot: Bot) -> TerminalTable:
    """A game of people in which a bot plays blue."""
    table = table_of(start)
    table.players.seat_all("b=random")
    table.players._bots["b"] = bot
    return table


def test_a_bot_thinks_again_when_somebody_returns_meanwhile() -> None:
    bot = Dawdler()

    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        await at.until(lambda: bool(bot.asked))
        await at.press("v", "y")
        assert bot.stopped.is_set(), at.screen.trouble
        await at.until(lambda: len(at.table.game.history) == 3)
        turn, returned, answer = (str(event) for event in at.table.game.history)
        assert (turn, returned) == ("c3-e3", "returns")
        # It plays the turn that it chose after the return.
        assert [position.active for position in bot.asked] == ["rby", "rbyg"]
        assert answer == str(bot.asked[1].legal_turns()[0])
        assert not at.screen.trouble

    sit(app_of(seated(Position.start("square-4", "hallepee").resign("g"), bot)), doing)


def test_a_turn_of_a_bot_that_cannot_be_played_is_said() -> None:
    async def doing(at: Sitting) -> None:
        await at.until(lambda: bool(at.screen.trouble))
        assert not at.table.game.history and "c3-c4" in at.panel()

    sit(app_of(seated(Position.start().play("c3-e3"), Cheat())), doing)


def test_a_record_is_saved_and_looked_at_again(tmp_path: Path) -> None:
    file = tmp_path / "a.djambi"

    async def play(at: Sitting) -> None:
        for turn in ("c3-e3", "g3-g5"):
            await at.turn(turn)
        await at.answer("s", str(file))
        assert [str(e) for e in next(Game.read(file.read_text())).history] == ["c3-e3", "g3-g5"]
        assert at.table.is_kept
        await at.press("q")
        assert at.app._exit

    async def look(at: Sitting) -> None:
        for none in (str(tmp_path / "none"), "~nobody-of-that-name/none"):
            await at.answer("o", none)
            assert f"{none}: No such file" in at.screen.trouble
        await at.answer("o", str(file))
        assert at.table.where() == (2, 2)
        assert not at.table.live
        await at.press("home")
        assert at.table.where() == (0, 2)
        await at.press("pagedown")
        assert at.table.where() == (1, 2)
        await at.press("pageup", "space")
        await at.until(lambda: at.table.where() == (2, 2))
        await at.press("home")
        await at.turn("c3-d3")
        # Of a record, everything is kept.
        assert len(at.table.game.root.children) == 2
        await at.press("q", "n")
        assert not at.app._exit

    sit(app_of(table_of(Position.start())), play)
    sit(app_of(table_of(Position.start("hex-3"))), look)


def test_saving_over_another_file_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "b.djambi"
    file.write_text("mine")

    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        await at.answer("s", str(file))
        await at.press("n")
        assert file.read_text() == "mine"
        await at.answer("s", str(file))
        await at.press("y")
        assert "c3-e3" in file.read_text()

    sit(app_of(table_of(Position.start())), doing)


def test_analysis_shows_shares_and_turns() -> None:
    async def doing(at: Sitting) -> None:
        await at.press("a")
        await at.until(lambda: at.screen.study is not None)
        study = at.screen.study
        assert study is not None
        assert study.lines[0].turns[0].long(at.table.position) in at.panel()
        assert "%" in at.panel()
        await at.press("a")
        assert "%" not in at.panel()

    sit(app_of(table_of(Position.start("hex-3"), live=False)), doing)


def test_analysis_goes_on_with_the_bots() -> None:
    async def doing(at: Sitting) -> None:
        await at.press("a")
        await at.until(lambda: at.screen.study is not None)
        await at.until(lambda: len(at.table.game.history) >= 3)
        await at.press("home")
        await at.until(lambda: at.screen.study is not None)
        study = at.screen.study
        assert study is not None
        assert study.lines[0].turns[0] in at.table.position.legal_turns()

    sit(app_of(table_of(Position.start(), people=0), pace=0.1), doing)


def test_one_plays_on_from_a_position_that_was_looked_at() -> None:
    async def doing(at: Sitting) -> None:
        await at.turn("c3-e3")
        assert at.table.position.mover == "b"
        await at.press("p")
        await at.until(lambda: at.table.position.mover == "r")
        assert len(at.table.game.history) == 4

    sit(app_of(table_of(Position.start(), people=1, live=False)), doing)


def test_a_piece_with_a_single_turn_shows_it_before_it_is_played() -> None:
    async def doing(at: Sitting) -> None:
        await at.walk("a2")
        await at.press("enter")
        assert at.table.game.history == () and at.table.entry.prefix == "a2"
        await at.turn("a2-b3")

    sit(app_of(table_of(Position.parse(ONE_WAY))), doing)
