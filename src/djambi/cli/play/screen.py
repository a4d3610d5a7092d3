"""The output of a game at the terminal."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable

import click

from djambi.bots import display_name
from djambi.bots.cast import person_name
from djambi.cli.colours import may_colour
from djambi.cli.play.entry import TurnEntry
from djambi.cli.play.players import PERSON, Players
from djambi.game import Game
from djambi.guide import piece_help
from djambi.nodes import Node
from djambi.position import Position
from djambi.position.outcome import HappeningKind, capital, piece_name, told
from djambi.position.stages import Choice
from djambi.render.text_board import text
from djambi.rules import PIECE_KINDS
from djambi.texts import say

ACTS = (
    "kill", "displace", "exhume", "splash", "power", "move", "place", "enthrone", "spare", "finish",
)  # fmt: skip
"""The order in which choices are listed: those that change most come first."""

CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, which a terminal would obey; texts from files may contain anything."""

LOUD = frozenset(HappeningKind) - {
    HappeningKind.MOVED,
    HappeningKind.KILLED,
    HappeningKind.DISPLACED,
    HappeningKind.EXHUMED,
    HappeningKind.LEFT,
    HappeningKind.PASSED,
}
"""The events that are reported even for turns that are only watched in passing."""


def game_title(position: Position, lang: str) -> str:
    """Return what a game is called: its variant and its edition."""
    variant = say(f"variant.{position.variant.name}", lang)
    edition = say(f"edition.{position.rules.edition}", lang)
    return say("cli.play.title", lang, variant=variant, edition=edition)


class Screen:
    """A writer to standard output, in one language."""

    def __init__(self, lang: str, *, plain: bool = False) -> None:
        self.lang = lang
        self.plain = plain
        self.colour = not plain and may_colour()

    def line(self, words: str = "") -> None:
        """Write a line."""
        click.echo(words)

    def say_text(self, words: str, indent: str = "") -> None:
        """Write a paragraph, wrapped to the width of the terminal."""
        width = max(40, min(100, shutil.get_terminal_size().columns))
        safe = CONTROLS.sub("?", words)
        wrapped = textwrap.fill(
            safe, width, initial_indent=indent, subsequent_indent=indent + "  ",
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        self.line(wrapped)

    def say(self, key: str, **values: object) -> None:
        """Write a sentence of the catalogue."""
        self.say_text(say(key, self.lang, **values))

    def heading(self, words: str) -> None:
        """Write a title."""
        self.line(click.style(words, bold=True) if self.colour else words)

    # The game

    def welcome(self, game: Game, players: Players) -> None:
        """Show the game, its players, and how to get help."""
        self.heading(game_title(game.position, self.lang))
        seats = ", ".join(
            self.labelled(say(f"party.{party}", self.lang), self._player(player))
            for party, player in players.seats.items()
        )
        self.say_text(seats)
        self.say("cli.play.welcome")
        self.board(game)

    def _player(self, player: str) -> str:
        if player == PERSON:
            return say("cli.play.you", self.lang)
        person, level = person_name(player, self.lang), display_name(player, self.lang)
        return level if person == level else f"{person} ({level})"

    def board(self, game: Game) -> None:
        """Draw the position."""
        self.line()
        drawing = text(game.position, colour=self.colour, unicode=not self.plain, lang=self.lang)
        click.echo(drawing.rstrip("\n"))
        ahead = game.position.upcoming(6)
        if ahead:
            names = [
                say(f"party.{letter}", self.lang) + ("+" if bonus else "")
                for letter, bonus in ahead
            ]
            arrow = " > " if self.plain else " › "
            self.say("cli.play.upcoming", parties=arrow.join(names))
        self.line()

    def event(self, node: Node, players: Players, *, brief: bool = False) -> None:
        """Report the consequences of an event; if ``brief``, only the important ones."""
        if node.parent is None or node.event is None:
            return
        happenings = node.happenings()
        if brief:
            happenings = tuple(each for each in happenings if each.what in LOUD)
            if not happenings:
                return
        words = told(happenings, self.lang)
        if node.event.turn is not None:
            before = node.parent.position
            who = players.name(before.mover or "", self.lang)
            self.say_text(f"{who} · {node.event.turn.long(before)} · {words}")
        else:
            self.say_text(words)

    def end(self, game: Game, players: Players) -> None:
        """Show how the game ended."""
        self.board(game)
        self.heading(say("reason.game_over", self.lang))
        for place, group in enumerate(game.ranking(), 1):
            self.say_text(f"{place}. " + ", ".join(players.name(p, self.lang) for p in group))
        self.line()
        self.heading(say("cli.play.story", self.lang))
        for node in game.path():
            loud = [each for each in node.happenings() if each.what in LOUD]
            if loud:
                self.say_text(f"{node.position.ply}. {told(loud, self.lang)}", "  ")
        self.line()
        self.say("cli.play.after_end")

    def alone(self) -> None:
        """Report that only bots are still playing."""
        self.say("cli.play.alone")

    # Choices

    def choices(self, entry: TurnEntry) -> None:
        """List what can be chosen next."""
        stage = entry.stage
        if stage.kind == "piece":
            self.movable(entry)
            return
        self.say(f"cli.play.choose_{stage.kind}", prefix=entry.prefix)
        groups: dict[str, list[Choice]] = {}
        for choice in stage.choices:
            groups.setdefault(choice.act, []).append(choice)
        for act in sorted(groups, key=ACTS.index):
            listed = (self._choice(entry, choice) for choice in groups[act])
            self._list(say(f"cli.act.{act}", self.lang), listed)
        self.say("cli.play.choosing")

    def _choice(self, entry: TurnEntry, choice: Choice) -> str:
        """Return a choice as it can be typed, with its victim."""
        if not choice.text:
            return "."
        if choice.act not in ("kill", "displace"):
            return " ".join(choice.text.lstrip("->/").split("*")).strip()
        cell = choice.cells[-1] if choice.cells else ""
        piece = entry.position.pieces.get(cell)
        name = choice.text.lstrip("->/*").replace("*", " ")
        if piece is None or len(choice.cells) > 1:
            return name
        return f"{name} ({piece_name(piece.party, piece.kind, self.lang)})"

    def movable(self, entry: TurnEntry) -> None:
        """List the pieces that have a turn, or say how to pass without one."""
        if entry.must_pass:
            self.say("cli.play.pass")
            return
        pieces = entry.position.pieces
        by_name: dict[str, list[str]] = {}
        for choice in entry.position.stage("").choices:
            for cell in choice.cells:
                piece = pieces[cell]
                name = capital(piece_name(piece.party, piece.kind, self.lang))
                by_name.setdefault(name, []).append(cell)
        self.say("cli.play.choose_piece")
        for name, cells in by_name.items():
            self._list(name, cells)

    def _list(self, name: str, items: Iterable[str]) -> None:
        self.say_text(self.labelled(name, ", ".join(items)), "  ")

    def labelled(self, name: str, words: str) -> str:
        """Return a name, a colon and words, with the language's spacing."""
        return say("cli.labelled", self.lang, name=name, words=words)

    # Help

    def pieces(self, game: Game) -> None:
        """Explain the pieces under the rules of this game."""
        position = game.position
        for kind in PIECE_KINDS:
            name = f"{kind} {say(f'piece.{kind}', self.lang)}"
            words = piece_help(kind, position.rules, position.variant, self.lang)
            self._list(name, [words])

    def turns(self, game: Game) -> None:
        """List the turns played, one round per line."""
        lines: list[list[str]] = []
        for node in game.path():
            if node.event is None or node.parent is None:
                continue
            if node.begins or not lines:
                lines.append([f"{node.round}."] if node.round else [])
            event = node.event
            if event.turn is not None:
                written = event.turn.long(node.parent.position)
            else:
                written = say(f"cli.event.{event.step.name.lower()}", self.lang)
            lines[-1].append(f"{event.actor} {written}".strip())
        if not lines:
            self.say("cli.play.no_turns")
        for words in lines:
            self.say_text("  ".join(words))
