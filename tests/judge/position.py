"""Positions as NOTATION 1 writes them, the options of RULES 8, and who controls what (RULES 1)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from tests.paths import ROOT

from .boards import Board, of_variant

_RULES = ROOT / "docs" / "RULES.md"


def _table() -> list[list[str]]:
    """The table of RULES 8: its heading, then a row for every option."""
    section = _RULES.read_text("utf-8").partition("## 8.")[2]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if not row[0].startswith("---")]


_HEADING, *_ROWS = _table()

EDITIONS: tuple[str, ...] = tuple(_HEADING[2:])

# An option and its value in each edition, in the order of EDITIONS.
OPTIONS = {name: defaults for name, _, *defaults in _ROWS}


class Piece(NamedTuple):
    """A living piece."""

    party: str
    kind: str


@dataclass(frozen=True)
class Party:
    """RULES 1: the one state a party is in.

    `state` is "active", "vassal", "frozen" or "hostage". `lord` is whose vassal it is. Whether a
    frozen party is held is asked of the board (`Position.holder`). `gone`: resigned or absent.
    """

    state: str
    lord: str = ""
    inherited: bool = False
    gone: bool = False


@dataclass
class Position:
    """One position; `ruler` is set in a bonus turn, `winners` in a finished game."""

    variant: str
    rules_text: str
    rules: dict[str, str]
    board: Board
    pieces: dict[str, Piece]
    corpses: set[str]
    parties: dict[str, Party]  # in seat order of the variant
    order: str
    seat: str
    ruler: str
    winners: str
    quiet: int
    ply: int

    def copy(self) -> Position:
        """A position of its own, to be changed freely."""
        return replace(
            self,
            pieces=dict(self.pieces),
            corpses=set(self.corpses),
            parties=dict(self.parties),
        )

    def yes(self, option: str) -> bool:
        """Whether a yes-or-no option of RULES 8 is on."""
        return self.rules[option] == "yes"

    def empty(self, cell: str) -> bool:
        """Neither a living piece nor a corpse."""
        return cell not in self.pieces and cell not in self.corpses

    def active(self) -> list[str]:
        """The active parties, in seat order."""
        return [letter for letter, party in self.parties.items() if party.state == "active"]

    def controller_of_party(self, letter: str) -> str:
        """RULES 1: who moves the pieces of this colour; "" is nobody."""
        party = self.parties[letter]
        if party.state == "active":
            return letter
        return party.lord or self.holder(letter)

    def holder(self, letter: str) -> str:
        """RULES 1, "held by W": who holds this frozen party on this very board; "" is nobody."""
        if self.parties[letter].state == "frozen" and self.rules["vassalage"] == "while_in_power":
            return self.power()
        return ""

    def controller(self, piece: Piece) -> str:
        """RULES 1: the active party that may move this piece; "" is nobody."""
        return self.controller_of_party(piece.party)

    def power(self) -> str:
        """RULES 4.2: W, judged on this very board; "" is nobody."""
        there = self.pieces.get(self.board.maze)
        if there and there.kind == "C" and self.parties[there.party].state == "active":
            return there.party
        return ""

    def chief_of(self, letter: str) -> str:
        """The cell of the living Chief of this colour, or ""."""
        cells = [c for c, piece in self.pieces.items() if piece == Piece(letter, "C")]
        return cells[0] if cells else ""

    def sleeps(self, letter: str) -> bool:
        """RULES 1: the Chief lives, and his party is frozen, held or a vassal by inheritance."""
        party = self.parties[letter]
        return bool(self.chief_of(letter)) and (
            party.state == "frozen" or (party.state == "vassal" and party.inherited)
        )

    def closed(self, cell: str, piece: Piece) -> bool:
        """RULES 3.1: whether this is a fortress cell that is closed to the piece now."""
        ruler = self.power()
        return (
            self.yes("fortress")
            and cell in self.board.fortress
            and ruler != ""
            and self.controller(piece) != ruler
        )


def read(text: str) -> Position:
    """NOTATION 1, reading; the position is taken to be well formed."""
    variant, rules_text, placement, parties, order, turn, quiet, ply = text.split(" ")
    board, letters = of_variant(variant)
    edition, *changes = rules_text.split(",")
    rules = {name: values[EDITIONS.index(edition)] for name, values in OPTIONS.items()}
    for change in changes:
        name, value = change.split("=")
        rules[name] = value
    pieces: dict[str, Piece] = {}
    corpses: set[str] = set()
    for cells, row in zip(board.rows, placement.split("/"), strict=True):
        left = list(cells)
        for token in re.findall(r"\d+|x|[a-z][A-Z]", row):
            if token.isdigit():
                del left[: int(token)]
            elif token == "x":
                corpses.add(left.pop(0))
            else:
                pieces[left.pop(0)] = Piece(*token)
    seat, ruler, winners = turn, "", ""
    if turn.startswith("="):
        seat, winners = "", turn[1:]
    elif "+" in turn:
        ruler, seat = turn.split("+")
    states = dict(zip(letters, map(_read_party, parties.split(",")), strict=True))
    return Position(
        variant, rules_text, rules, board, pieces, corpses, states,
        order, seat, ruler, winners, int(quiet), int(ply),
    )  # fmt: skip


def _read_party(text: str) -> Party:
    gone = text.endswith("*")
    rest = text.removesuffix("*")[1:]
    if rest.startswith(">"):
        return Party("vassal", rest[1], rest.endswith("~"), gone)
    state = {"": "active", "!": "frozen", "?": "hostage"}[rest[:1]]  # after "!": who holds it
    return Party(state, "", False, gone)


def write(position: Position) -> str:
    """NOTATION 1, writing."""
    placement = "/".join(_write_row(position, row) for row in position.board.rows)
    parties = ",".join(_write_party(position, letter) for letter in position.parties)
    turn = f"{position.ruler}+{position.seat}" if position.ruler else position.seat
    if position.winners:
        turn = "=" + position.winners
    return (
        f"{position.variant} {position.rules_text} {placement} {parties} "
        f"{position.order} {turn} {position.quiet} {position.ply}"
    )


def _write_row(position: Position, row: tuple[str, ...]) -> str:
    text = ""
    gap = 0
    for cell in (*row, None):
        if cell is not None and position.empty(cell):
            gap += 1
            continue
        text += str(gap) if gap else ""
        gap = 0
        if cell in position.corpses:
            text += "x"
        elif cell is not None:
            text += "".join(position.pieces[cell])
    return text


def _write_party(position: Position, letter: str) -> str:
    party = position.parties[letter]
    mark = {"active": "", "vassal": ">", "frozen": "!", "hostage": "?"}[party.state]
    inherited = "~" if party.inherited else ""
    lord = party.lord or position.holder(letter)
    return letter + mark + lord + inherited + ("*" if party.gone else "")
