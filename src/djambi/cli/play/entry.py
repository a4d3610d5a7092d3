"""A turn as it is typed: whole, or choice by choice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from djambi.errors import DjambiError, TurnError
from djambi.geometry.board import CELL_NAME
from djambi.position.outcome import piece_name
from djambi.position.position import Position
from djambi.position.stages import Choice, Stage
from djambi.position.turn import Turn
from djambi.texts import say

_SIGNS = re.compile(r"[-x@~>*/]")


class InvalidInput(DjambiError):
    """Raised for input that cannot be carried out; the text says why, in the player's language."""


class TurnEntry:
    """A turn being typed. ``prefix`` is what has been chosen so far (the text of a stage)."""

    def __init__(self, position: Position, lang: str) -> None:
        self.position = position
        self.lang = lang
        self._trail = [""]
        self._typed = ""

    @property
    def prefix(self) -> str:
        """Return what has been chosen so far: the beginning of a turn's text."""
        return self._trail[-1]

    @property
    def stage(self) -> Stage:
        """Return the stage of the next choice."""
        return self.position.stage(self.prefix)

    @property
    def must_pass(self) -> bool:
        """Return whether the pass is all there is to choose."""
        return [choice.act for choice in self.stage.choices] == ["pass"]

    def back(self) -> bool:
        """Take back the last choice; return whether there was one."""
        if len(self._trail) == 1:
            return False
        self._trail.pop()
        return True

    def feed(self, typed: str) -> Turn | None:
        """Read input; return the turn once it is complete.

        Raises:
            InvalidInput: it is not a legal turn or choice; nothing has changed.
        """
        self._typed = " ".join(typed.split())
        joined = self._typed.replace(" ", "")
        if not self.prefix:
            return self._begin(joined)
        try:
            return self._choose(joined)
        except InvalidInput:
            if not self._begins_anew(joined):
                raise
        trail, self._trail = self._trail, [""]
        try:
            return self._begin(joined)
        except InvalidInput:
            self._trail = trail
            raise

    def _begins_anew(self, typed: str) -> bool:
        """Return whether input in mid-turn means another piece, or another turn altogether."""
        cells = self._cells(typed)
        if not cells:
            return False
        movable = any(choice.text == cells[0] for choice in self.position.stage("").choices)
        return movable and (len(cells) > 1 or self.stage.kind == "destination")

    def _begin(self, typed: str) -> Turn | None:
        try:
            return self.position.turn(typed)
        except TurnError:
            return self._from_parts(typed)

    def _from_parts(self, typed: str) -> Turn | None:
        """Read the beginning of a turn, such as ``c3``, ``c3-f6`` or ``c3 f6``."""
        cells = self._cells(typed)
        if not cells:
            raise InvalidInput(say("cli.play.not_understood", self.lang, typed=self._typed[:40]))
        kept = len(self._trail)
        turn: Turn | None = None
        try:
            for number, cell in enumerate(cells, 1):
                turn = self._choose(cell)
                if turn is not None and number < len(cells):
                    # The turn is complete before the input ends, so something else was meant.
                    raise InvalidInput(say("cli.play.too_much", self.lang, turn=turn))
        except InvalidInput:
            del self._trail[kept:]
            raise
        return turn

    def _cells(self, typed: str) -> list[str]:
        """Split input into names of cells; empty if it is something else."""
        names = [re.sub(r"^[CARDNM](?=[a-z])", "", each) for each in _SIGNS.split(typed)]
        found: list[str] = []
        for name in names:
            parts = CELL_NAME.findall(name)
            if "".join(parts) != name or not parts:
                return []
            found.extend(parts)
        known = set(self.position.board.cells)
        return found if all(name in known for name in found) else []

    def _choose(self, typed: str) -> Turn | None:
        """Make one choice of the present stage."""
        found = list(_matching(self.stage.choices, typed))
        if len(found) != 1:
            raise InvalidInput(self._why_not(typed))
        if not found[0].text:
            return self.stage.turn
        # Who names a piece may only want to see where it can go.
        is_asking = self.stage.kind == "piece"
        prefix = self.prefix + found[0].text
        stage = self.position.stage(prefix)
        while len(stage.choices) == 1 and not is_asking:
            prefix += stage.choices[0].text
            stage = self.position.stage(prefix)
        self._trail.append(prefix)
        return stage.turn if stage.kind == "done" else None

    def _why_not(self, typed: str) -> str:
        stage = self.stage
        cell = typed.lstrip("-x@~>*/")
        if cell not in self.position.board.cells:
            return say("cli.play.not_understood", self.lang, typed=self._typed[:40])
        if stage.kind == "piece":
            return self._why_not_piece(cell)
        if stage.kind == "destination":
            reason = self.position.why_not(self.prefix, cell)
            if reason is not None:
                return reason.sentence(self.lang)
        return say(f"cli.play.not_{stage.kind}", self.lang, cell=cell)

    def _why_not_piece(self, cell: str) -> str:
        reason = self.position.why_not(cell, cell)
        if reason is not None and reason.code != "same_cell":
            return reason.sentence(self.lang)
        piece = self.position.pieces[cell]
        name = piece_name(piece.party, piece.kind, self.lang)
        return say("cli.play.cannot_move", self.lang, piece=name, cell=cell)


def _matching(choices: tuple[Choice, ...], typed: str) -> Iterator[Choice]:
    """Yield the choices that match, by their text or by their cells alone."""
    for choice in choices:
        if typed in (choice.text, choice.text[1:]) or (
            choice.text and typed.lstrip("-x@~>*/") == choice.text.lstrip("-*>/")
        ):
            yield choice
