"""A game at the terminal: whose turn it is, what is shown, and how input is handled."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TextIO

import click

from djambi.cli.play.bot_progress import choose_with_progress
from djambi.cli.play.entry import InvalidInput, TurnEntry
from djambi.cli.play.players import Players
from djambi.cli.play.saved_games import refuse_claimed, text_up_to
from djambi.cli.play.screen import Screen
from djambi.errors import DjambiError
from djambi.files import os_error_text, write_whole
from djambi.game import Game
from djambi.nodes import Node, to_play
from djambi.texts import say

MAX_LINE_CHARS = 2_000
"""Characters read of an input line; no turn and no file name is longer."""


class PlayerLeft(Exception):
    """Raised when the player leaves the game as it stands."""


class TerminalSession:
    """A game, its players and the file that it is saved in.

    ``resume`` is the command that resumes the game from that file, ``is_saved`` says whether the
    file has all of it.
    """

    def __init__(
        self,
        game: Game,
        players: Players,
        screen: Screen,
        file: Path | None,
        resume: str = "",
        read_line: Callable[[str], str | None] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.screen = screen
        self.file = file
        self.resume = resume
        self.is_saved = False
        self.entry = TurnEntry(game.position, screen.lang)
        self._read_line = read_line or type_line
        self._told = len(game.history)
        self._alone = False

    @property
    def lang(self) -> str:
        """Return the language of all output."""
        return self.screen.lang

    def run(self, obey: Callable[[TerminalSession, str], None]) -> None:
        """Play until the player leaves, during the game or after its end.

        `obey` executes what was typed (`djambi.cli.play.commands`).
        """
        self.screen.welcome(self.game, self.players)
        try:
            while True:
                self._play_bots()
                self._show_new()
                line = self._read_line(self._prompt())
                if line is None:
                    raise PlayerLeft
                self.tell_errors(partial(obey, self, line))
        except (PlayerLeft, KeyboardInterrupt):
            self._leave()

    def tell_errors(self, action: Callable[[], None]) -> None:
        """Run an action, and print its error instead of failing."""
        try:
            action()
        except DjambiError as error:
            self.screen.say_text(str(error))
        except OSError as error:
            self.screen.say_text(os_error_text(error))

    # Turns

    def type_turn(self, typed: str) -> None:
        """Read a turn, or a part of one, and play it once it is complete."""
        if self.game.position.is_over:
            raise InvalidInput(say("reason.game_over", self.lang))
        turn = self.entry.feed(typed)
        if turn is None:
            self.screen.choices(self.entry)
            return
        # Turns that were taken back and not played again are forgotten.
        self.game.play(turn, forget=True)
        self.changed()

    def changed(self) -> None:
        """Save the game after it has gone on or back, and begin a new turn."""
        self._begin_turn()
        self.save()

    def _begin_turn(self) -> None:
        self.entry = TurnEntry(self.game.position, self.lang)

    def take_back(self) -> None:
        """Go back to the last turn of somebody at this keyboard."""
        self.game.undo()
        while self.game.history and not self._is_person_s(self.game.node):
            self.game.undo()
        self._told = len(self.game.history)
        self._alone = False
        self.changed()

    def take_again(self) -> None:
        """Go forward again, to the next turn of somebody at this keyboard."""
        self.game.redo()
        while self.game.node.children and not self._is_person_s(self.game.node):
            self.game.redo()
        self.changed()

    def _is_person_s(self, node: Node) -> bool:
        mover = node.position.mover
        return mover is not None and self.players.is_person(mover)

    def _play_bots(self) -> None:
        """Let the bots play until it is the turn of somebody at this keyboard, or to the end."""
        played = False
        while (mover := self.game.position.mover) is not None:
            if self.players.is_person(mover):
                break
            if not self._alone and not self._people_left():
                self._alone = True
                self._show_new()
                self.screen.alone()
            if self._is_draw_offered(mover) and self.offer_draw(mover):
                break
            words = say("cli.play.thinks", self.lang, party=self.players.name(mover, self.lang))
            turn = choose_with_progress(
                self.players.bot(mover), self.game.position, words, shown=not self.screen.plain
            )
            self.game.play(turn, forget=True)
            played = True
            self._begin_turn()
            self._show_new(brief=self._alone)
        if played:
            self.tell_errors(self.save)

    def _is_draw_offered(self, party: str) -> bool:
        """Return whether a bot that is to play offers a draw first; say so if anybody is there."""
        earlier = self.players.last_by_bot(self.game)
        offers = self.players.bot(party).offers_draw(self.game.position, earlier)
        if offers and not self._alone:
            self._show_new()
            self.screen.say("cli.play.draw_offered", party=self.players.name(party, self.lang))
        return offers

    def offer_draw(self, proposer: str) -> bool:
        """Ask all other active parties for a draw; return whether they agree, and it is drawn."""
        position, players = self.game.position, self.players
        against = players.bot_against_draw(position, proposer)
        if against is None:
            people = filter(players.is_person, position.opponents(proposer))
            against = next((each for each in people if not self._agrees_to_draw(each)), None)
        if against is not None:
            self.screen.say("cli.play.draw_refused", party=players.name(against, self.lang))
            return False
        self.game.agree_draw(forget=True)
        self.tell_errors(self.changed)
        return True

    def _agrees_to_draw(self, person: str) -> bool:
        name = self.players.name(person, self.lang)
        return self.ask(say("cli.play.draw_ask", self.lang, party=name))

    def _people_left(self) -> bool:
        states = {party.letter: party.status for party in self.game.position.parties}
        people = self.players.people()
        return not people or any(states[party] == "active" for party in people)

    # What is shown, kept and asked

    def _show_new(self, *, brief: bool = False) -> None:
        """Print what has happened since the last time."""
        path = self.game.path()
        for node in path[self._told + 1 :]:
            self.screen.event(node, self.players, brief=brief)
        fresh = len(path) - 1 > self._told
        self._told = len(path) - 1
        mover = self.game.position.mover
        if fresh and mover is None:
            self.screen.end(self.game, self.players)
        elif fresh and mover is not None and self.players.is_person(mover):
            self.screen.board(self.game)
            if self.entry.must_pass:
                self.screen.movable(self.entry)

    def _prompt(self) -> str:
        mover = self.game.position.mover
        if mover is None:
            return f"{say('cli.play.prompt_over', self.lang)}> "
        who = say(f"party.{mover}", self.lang)
        if self.game.position.bonus:
            who = say("cli.play.bonus", self.lang, party=who)
        elif to_play(self.game.position) != mover:
            seat = say(f"party.{self.game.position.seat}", self.lang)
            who = say("cli.play.for_seat", self.lang, party=who, seat=seat)
        return f"{who} {self.entry.prefix}> " if self.entry.prefix else f"{who}> "

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question; no answer means no."""
        answer = self._read_line(f"{question} ")
        return answer is not None and answer.strip().lower() in ("y", "yes", "o", "oui")

    def save(self, file: Path | None = None) -> None:
        """Write the game's record to its file, or to another one, which becomes its file.

        What has been taken back is left out, so that it does not come back with the file.

        Raises:
            InvalidInput: the folder of another file is missing.
            DjambiError: another program saves its game in that file.
            OSError: the file cannot be written.
        """
        self.is_saved = False
        target = file or self.file
        if target is None:
            return
        if file is not None:
            if not target.parent.is_dir():
                raise InvalidInput(
                    say("cli.play.no_folder", self.lang, file=target, folder=target.parent)
                )
            refuse_claimed(target, self.lang)
        self.players.sign(self.game)
        write_whole(target, text_up_to(self.game, self.game.node))
        self.is_saved = True
        if target != self.file:
            self.file, self.resume = target, f'djambi play --load "{target}"'

    def _leave(self) -> None:
        self.screen.line()
        if self.file is None or self.game.position.is_over:
            return
        if not self.is_saved:
            self.save()
        self.screen.say("cli.play.saved", file=self.file)
        if self.resume:
            self.screen.say("cli.play.resume", command=self.resume)


def type_line(prompt: str) -> str | None:
    """Read a line from the keyboard or standard input; None at the end."""
    if sys.stdin.isatty():
        # Where readline exists, importing it makes the arrow keys work.
        with suppress(ImportError):
            import_module("readline")
        try:
            return input(prompt)[:MAX_LINE_CHARS]
        except EOFError:
            return None
    click.echo(prompt, nl=False)
    _read_any_byte(sys.stdin)
    line = sys.stdin.readline(MAX_LINE_CHARS)
    click.echo(line.rstrip("\n"))
    return line or None


def _read_any_byte(stream: TextIO) -> None:
    """Let a stream have bytes that are not UTF-8: one would cost all lines read along with it."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
        stream.reconfigure(errors="replace")
