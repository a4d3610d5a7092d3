"""A game on the screen: players, choices, the position shown, its file. No Textual."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from djambi.cli.play.entry import InvalidInput, TurnEntry
from djambi.cli.play.players import Players, signed_seats
from djambi.cli.play.saved_games import (
    default_file,
    loaded,
    own_file,
    refuse_claimed,
    resumed,
    set_aside,
    text_up_to,
)
from djambi.files import write_whole
from djambi.game import Game
from djambi.geometry.board import CELL_NAME
from djambi.nodes import Node
from djambi.position.outcome import capital, piece_name
from djambi.position.position import Position
from djambi.position.stages import Choice
from djambi.position.turn import Turn
from djambi.texts import say


class TerminalTable:
    """A game and everything that can be done with it.

    Args:
        game: the game.
        players: who plays its seats.
        lang: the language of all texts.
        live: whether the players play on; if not, one looks at the game and can try turns for
            everybody.
        autosave: whether it is saved by itself while it is played.

    >>> table = TerminalTable(Game(), Players.default(Position.start(), "greedy"), "en")
    >>> table.choose("c3"), table.choose("e3"), str(table.game.history[0])
    (False, True, 'c3-e3')
    """

    def __init__(
        self,
        game: Game,
        players: Players,
        lang: str,
        *,
        live: bool = True,
        autosave: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.live = live
        # Where a person saved it, or has it from.
        self.file: Path | None = None
        self.autosave = autosave
        # Where it has been autosaved: another game's file there is moved aside first.
        self.kept_in: Path | None = None
        self.entry = TurnEntry(game.position, lang)
        # While playing, turns taken back are forgotten; in a record, everything is kept.
        self._forgets = live
        # The first turn that was taken back: it can be played again, but is not saved.
        self._taken_back: Node | None = None
        self._kept = str(game)

    @classmethod
    def loaded(cls, file: Path, lang: str, number: int | None = None) -> TerminalTable:
        """Load a game of a record, positioned at its end, to be looked at.

        Raises:
            DjambiError: there is no such game in it, or it has errors.
            OSError: it cannot be read.
        """
        game, others = loaded(file, number)
        table = cls._of(game, lang)
        # Saving this game to its file would lose the file's other games.
        table.file = None if others else file
        return table

    @classmethod
    def _of(cls, game: Game, lang: str) -> TerminalTable:
        """Return a table to look at a game that is stored."""
        start = game.root.position
        players = Players.chosen(start, signed_seats(game), "greedy", len(start.parties))
        return cls(game, players, lang, live=False, autosave=True)

    @classmethod
    def resumed(cls, lang: str) -> TerminalTable:
        """Load the last game, to be played on.

        Raises:
            DjambiError: there is none, or it has errors.
            OSError: it cannot be read.
        """
        game, others = resumed(lang)
        table = cls._of(game, lang)
        table.live = table._forgets = True
        # Saving this game to its file would lose the file's other games.
        table.kept_in = None if others else default_file()
        return table

    @property
    def lang(self) -> str:
        """Return the language of all texts."""
        return self.entry.lang

    @lang.setter
    def lang(self, lang: str) -> None:
        self.entry.lang = lang

    @property
    def position(self) -> Position:
        """Return the position shown."""
        return self.game.position

    def bot_to_play(self) -> str | None:
        """Return the party to play if a bot plays it."""
        mover = self.position.mover
        if not self.live or mover is None or self.players.is_person(mover):
            return None
        return mover

    # Choices

    def choices(self) -> tuple[Choice, ...]:
        """Return the possible choices; empty during a bot's turn and at the end."""
        if self.position.mover is None or self.bot_to_play() is not None:
            return ()
        return self.entry.stage.choices

    def choose(self, cell: str) -> bool:
        """Choose a cell; return whether that completed a turn, which is then played.

        Raises:
            InvalidInput: it cannot be chosen; the text says why.
        """
        if self.position.mover is None:
            raise InvalidInput(say("reason.game_over", self.lang))
        if self.bot_to_play() is not None:
            raise InvalidInput(say("tui.wait", self.lang))
        if self.entry.must_pass:
            return self._take(self.entry.feed(self.choices()[0].text))
        found = [choice for choice in self.choices() if cell in choice.cells]
        if len(found) == 1 and self.entry.prefix:
            return self._take(self.entry.feed(found[0].text))
        return self._take(self.entry.feed(cell))

    def spare(self) -> bool:
        """Kill nobody (or nobody else) with the Reporter; return whether that completed a turn.

        >>> TerminalTable(Game(), Players.default(Position.start(), "greedy"), "en").spare()
        False
        """
        if all(choice.text for choice in self.choices()):
            return False
        return self._take(self.entry.feed(""))

    def _take(self, turn: Turn | None) -> bool:
        if turn is not None:
            self.play(turn)
        return turn is not None

    def play(self, turn: Turn) -> None:
        """Play a turn; in a record, the turn in its place becomes a variation."""
        self.game.play(turn, forget=self._is_forgetting)
        self._gone_on()

    def resign(self, party: str) -> None:
        """Resign for a party; in a record, what stands in its place becomes a variation."""
        self.game.resign(party, forget=self._is_forgetting)
        self._gone_on()

    def agree_draw(self) -> None:
        """Share the game; in a record, what stands in its place becomes a variation."""
        self.game.agree_draw(forget=self._is_forgetting)
        self._gone_on()

    def rejoin(self, party: str) -> None:
        """Reinstate a party; in a record, what stands in its place becomes a variation."""
        self.game.rejoin(party, forget=self._is_forgetting)
        self._gone_on()

    @property
    def _is_forgetting(self) -> bool:
        return self.live and self._forgets

    def _gone_on(self) -> None:
        """Begin a new turn after the game has gone on."""
        if self.live:
            # Where it is resumed, also if it was a variation until now.
            self.game.node.promote_to_main_line()
        # What is tried in a record is kept, and what was taken back before it too.
        self._taken_back = self._undone() if self.live else None
        self.begin()

    def begin(self) -> None:
        """Begin a new turn in the position shown."""
        self.entry = TurnEntry(self.position, self.lang)

    # Back and forth

    def step(self, by: int) -> bool:
        """Go forward or back, as far as there are turns; return whether the position changed."""
        here = self.game.node
        for _ in range(abs(by)):
            if by < 0 and self.game.node.parent is not None:
                self.game.undo()
            elif by > 0 and self.game.node.children:
                self.game.redo()
            else:
                break
        self.begin()
        return self.game.node is not here

    def take_back(self) -> bool:
        """Go back to the last turn of a person; return whether there was one."""
        return self._to_person(-1)

    def take_again(self) -> bool:
        """Go forward again to the next turn of a person; return whether there was one."""
        return self._to_person(1)

    def _to_person(self, by: int) -> bool:
        moved = self.step(by)
        while moved and self.players.people() and self.bot_to_play() is not None:
            if not self.step(by):
                break
        self._taken_back = self._undone()
        return moved

    def _undone(self) -> Node | None:
        """Return what follows the position shown, if that is not part of the game any more."""
        children = self.game.node.children
        return children[0] if children and self._forgets else None

    def where(self) -> tuple[int, int]:
        """Return the number of turns up to here, and in the whole line."""
        here = len(self.game.history)
        node, more = self.game.node, 0
        while node.children:
            node, more = node.children[0], more + 1
        return here, here + more

    # Told

    def prompt(self) -> str:
        """Return the prompt: what to do now."""
        position, lang = self.position, self.lang
        mover = position.mover
        if mover is None:
            return say("web.prompt.over", lang)
        bot = self.bot_to_play()
        if bot is not None:
            return say("web.prompt.bot", lang, player=self.players.name(bot, lang))
        stage = self.entry.stage
        if stage.kind == "piece":
            if self.entry.must_pass:
                return say("tui.pass", lang, party=say(f"party.{mover}", lang))
            key = "web.prompt.bonus.named" if position.bonus else "web.prompt.piece.named"
            return say(key, lang, party=say(f"party.{mover}", lang))
        words = say(f"web.prompt.{stage.kind}", lang, piece=self._asked_for(stage.kind))
        for choice in stage.choices:
            if not choice.text:
                words = f"{words} {say(f'tui.act.{choice.act}', lang)}"
        return capital(words)

    def _asked_for(self, kind: str) -> str:
        """Return the piece that a stage is about: the moving one, or the one to be placed."""
        cells = CELL_NAME.findall(self.entry.prefix)
        pieces = self.position.pieces
        mover = pieces[cells[0]]
        moving = piece_name(mover.party, mover.kind, self.lang)
        if kind != "placement":
            return moving
        # What was acted on last is not placed yet; in an exit, it is the piece on the last cell.
        taken = pieces.get(cells[-1] if "/" in self.entry.prefix else cells[1])
        if mover.kind == "D" and taken is not None:
            return piece_name(taken.party, taken.kind, self.lang)
        return say("piece.corpse.the", self.lang)

    def told(self) -> Iterator[Node]:
        """Yield the nodes of the turns played, the latest first."""
        yield from (node for node in reversed(self.game.path()) if node.event is not None)

    # Kept

    @property
    def is_kept(self) -> bool:
        """Return whether everything played is saved in a file."""
        return not self.game.root.children or self._text() == self._kept

    def save(self, file: Path) -> None:
        """Write the game's record, completely or not at all.

        Raises:
            DjambiError: another program saves its game there.
            OSError: it cannot be written.
        """
        refuse_claimed(file, self.lang)
        self._write(file)
        self.file = file

    def keep(self) -> None:
        """Autosave the game if it has changed.

        Raises:
            DjambiError: too many programs autosave theirs.
            OSError: it cannot be written.
        """
        if not self.autosave or self.is_kept or not (self.live or self.kept_in):
            return
        file = self.kept_in
        if file is None:
            file = own_file()
            set_aside(file)
        self._write(file)
        self.kept_in = file

    def _write(self, file: Path) -> None:
        self.players.sign(self.game)
        text = self._text()
        write_whole(file, text)
        self._kept = text

    def _text(self) -> str:
        """Return the record, without what was taken back if it is still the main line."""
        taken = self._taken_back
        if taken is None or taken.parent is None or taken.parent.children[0] is not taken:
            return str(self.game)
        return text_up_to(self.game, taken.parent)
