"""Anything that can be written as a position, faults and all (NOTATION 1).

:class:`Setup` is what an editor works on and what reading yields first; its faults are listed,
all of them. :class:`~djambi.position.Position` is made from a Setup without faults.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from djambi.errors import BadPosition, DjambiError, Fault, quoted
from djambi.rules import KINDS, EncircledChief, Rules, Variant
from djambi.rules.options import Vassalage

Status = Literal["active", "vassal", "inherited", "frozen", "held", "hostage"]
"""The states of a party (RULES 1); `inherited` is a vassal by inheritance (RULES 4.5)."""

MAX_LENGTH: Final = 4000
"""No position's text is longer: 161 cells, eight parties and every option come to half of it."""

MAX_COUNT: Final = 999_999_999
"""The largest number in the last two fields."""

_FIELDS = ("variant", "rules", "placement", "parties", "order", "turn", "quiet", "ply")
_TOKEN = re.compile(r"[1-9][0-9]{0,2}|x|[a-z][A-Z]")
_PARTY = re.compile(r"([a-z])(?:>([a-z])(~?)|!([a-z]?)|(\?))?(\*?)")
_TURN = re.compile(r"([a-z])\+([a-z])|=([a-z]+)|([a-z])")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A living piece: its party's letter and its kind's (RULES 1).

    >>> str(Piece("r", "C"))
    'rC'
    """

    party: str
    kind: str

    def __str__(self) -> str:
        return self.party + self.kind


@dataclass(frozen=True, slots=True)
class Party:
    """The state of a party (RULES 1).

    `lord` is the party it is a vassal of or held by; `gone` says that it resigned or is absent
    and will not come back.

    >>> str(Party("b", "inherited", "r")), str(Party("y", "frozen", gone=True))
    ('b>r~', 'y!*')
    """

    letter: str
    status: Status = "active"
    lord: str | None = None
    gone: bool = False

    @property
    def controller(self) -> str | None:
        """The party that may move these pieces, if any."""
        return self.letter if self.status == "active" else self.lord

    def __str__(self) -> str:
        mark = {
            "active": "",
            "vassal": f">{self.lord}",
            "inherited": f">{self.lord}~",
            "frozen": "!",
            "held": f"!{self.lord}",
            "hostage": "?",
        }[self.status]
        return self.letter + mark + "*" * self.gone


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as written, checked only for being readable.

    `cells` has one entry a cell, in cell order: `""`, `"x"` or a piece's two letters. `ruler` is
    the party whose bonus turn it is, played after `seat`; `winners` are set when the game is over.

    >>> setup = Setup.start(Variant.get("square-4"), Rules.of("original"))
    >>> setup.cells[0], setup.seat, setup.faults()
    ('rC', 'r', ())
    """

    variant: Variant
    rules: Rules
    cells: tuple[str, ...]
    parties: tuple[Party, ...]
    order: str
    seat: str
    ruler: str | None = None
    winners: str = ""
    quiet: int = 0
    ply: int = 0

    @classmethod
    def start(cls, variant: Variant, rules: Rules) -> Setup:
        """How a game of the variant begins under these rules (RULES 2.4)."""
        cells = [""] * len(variant.board.cells)
        for cell, party, kind in variant.setup(rules):
            cells[cell] = party + kind
        parties: list[Party] = []
        for letter, initial, corner in zip(
            variant.parties, variant.initial, variant.corners, strict=True
        ):
            if initial == "absent":
                parties.append(Party(letter, "frozen", gone=True))
                if rules.encircled_chief is EncircledChief.DIES:
                    cells[corner] = "x"
            elif initial == "hostage":
                parties.append(Party(letter, "hostage"))
            elif initial == "active":
                parties.append(Party(letter))
            else:
                parties.append(Party(letter, "vassal", initial[-1]))
        first = next(party.letter for party in parties if party.status == "active")
        return cls(variant, rules, tuple(cells), tuple(parties), variant.parties, first)

    @classmethod
    def parse(cls, text: str) -> Setup:
        """Read the eight fields; raises `BadPosition` with a fault for each unreadable one."""
        if len(text) > MAX_LENGTH:
            raise BadPosition([Fault("position", f"{len(text)} characters are too many")])
        fields = text.split(" ")
        if len(fields) != len(_FIELDS):
            wanted = " ".join(_FIELDS)
            raise BadPosition(
                [Fault("position", f"{len(fields)} fields instead of eight: {wanted}")]
            )
        return _Reader(dict(zip(_FIELDS, fields, strict=True))).setup()

    def __str__(self) -> str:
        if self.winners:
            turn = f"={self.winners}"
        elif self.ruler is not None:
            turn = f"{self.ruler}+{self.seat}"
        else:
            turn = self.seat
        return " ".join(
            (
                self.variant.name,
                str(self.rules),
                "/".join(_written_row(self.cells[c] for c in row) for row in self._rows()),
                ",".join(map(str, self.parties)),
                self.order,
                turn,
                str(self.quiet),
                str(self.ply),
            )
        )

    def _rows(self) -> tuple[tuple[int, ...], ...]:
        return self.variant.board.rows

    def party(self, letter: str) -> Party:
        """The state of one party."""
        return self.parties[self.variant.parties.index(letter)]

    @property
    def power(self) -> str | None:
        """W: the active party whose Chief stands in the maze (RULES 4.2)."""
        there = self.cells[self.variant.board.maze]
        if there[1:] == "C" and there[0] in self.variant.parties:
            if self.party(there[0]).status == "active":
                return there[0]
        return None

    def plays(self, letter: str) -> bool:
        """Whether a seat has regular turns (RULES 6)."""
        party = self.party(letter)
        if party.status == "active":
            return True
        return (
            self.rules.vassal_turns == "kept"
            and party.lord is not None
            and any(there[:1] == letter and there != "x" for there in self.cells)
        )

    def faults(self) -> tuple[Fault, ...]:
        """Everything that keeps this from being a position of the game (NOTATION 1)."""
        return (
            *self._faults_of_pieces(),
            *self._faults_of_parties(),
            *self._faults_of_turn(),
        )

    def _faults_of_pieces(self) -> list[Fault]:
        found: list[Fault] = []
        board = self.variant.board
        counts = Counter(there for there in self.cells if there and there != "x")
        for name, there in zip(board.cells, self.cells, strict=True):
            if there and there != "x":
                if there[0] not in self.variant.parties:
                    found.append(
                        Fault("placement", f"{there} on {name}: no such party in this variant")
                    )
                elif there[1:] not in KINDS:
                    found.append(Fault("placement", f"{there} on {name}: no such kind of piece"))
        for there, many in sorted(counts.items()):
            most = 4 if there[1:] == "M" else 1
            if many > most:
                found.append(Fault("placement", f"{many} pieces {there}, the set-up has {most}"))
        total = sum(1 for there in self.cells if there)
        most = 9 * len(self.variant.parties)
        if total > most:
            found.append(Fault("placement", f"{total} pieces and corpses, the set-up has {most}"))
        in_maze = self.cells[board.maze]
        if in_maze and in_maze != "x" and in_maze[1:] != "C":
            found.append(
                Fault("placement", f"{in_maze} in the maze: of the living only a Chief can be")
            )
        return found

    def _faults_of_parties(self) -> list[Fault]:
        found: list[Fault] = []
        standing = set(self.cells)
        power = self.power
        while_in_power = self.rules.vassalage is Vassalage.WHILE_IN_POWER
        for party in self.parties:
            chief = party.letter + "C"
            if party.status == "active":
                if chief not in standing:
                    found.append(Fault("parties", f"{party}: active without a Chief"))
                if party.gone:
                    found.append(Fault("parties", f"{party}: active, yet never to come back"))
            elif party.status == "hostage" and chief not in standing:
                found.append(Fault("parties", f"{party}: hostage without a Chief"))
            elif party.status in ("vassal", "inherited"):
                lord = party.lord or party.letter
                if lord == party.letter or self.party(lord).status != "active":
                    found.append(Fault("parties", f"{party}: vassal of a party that is not active"))
            elif party.status == "held":
                if not while_in_power:
                    found.append(Fault("parties", f"{party}: held, though vassalage is permanent"))
                elif party.lord != power:
                    found.append(Fault("parties", f"{party}: held by a party that is not in power"))
            elif party.status == "frozen" and while_in_power and power is not None:
                found.append(
                    Fault("parties", f"{party}: frozen, not held, though {power} is in power")
                )
        return found

    def _faults_of_turn(self) -> list[Fault]:
        found: list[Fault] = []
        active = [party.letter for party in self.parties if party.status == "active"]
        if self.winners:
            if len(set(self.winners)) < len(self.winners) or list(self.winners) != [
                letter for letter in self.variant.parties if letter in self.winners
            ]:
                found.append(
                    Fault("turn", f"={self.winners}: not each once, in the variant's seat order")
                )
        elif self.ruler is not None:
            if self.ruler != self.power:
                found.append(
                    Fault("turn", f"{self.ruler}+{self.seat}: {self.ruler} is not in power")
                )
        elif not self.plays(self.seat):
            found.append(Fault("turn", f"seat {self.seat} does not play"))
        if not active and not self.winners:
            found.append(Fault("parties", "no party is active"))
        return found


def _written_row(cells: Iterable[str]) -> str:
    parts: list[str] = []
    empty = 0
    for there in cells:
        if there:
            if empty:
                parts.append(str(empty))
                empty = 0
            parts.append(there)
        else:
            empty += 1
    if empty:
        parts.append(str(empty))
    return "".join(parts)


class _Reader:
    """Reads the fields one after the other, keeping every fault."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = fields
        self.faults: list[Fault] = []

    def fault(self, field: str, message: str) -> None:
        self.faults.append(Fault(field, message))

    def setup(self) -> Setup:
        variant = rules = None
        try:
            variant = Variant.get(self.fields["variant"])
        except DjambiError as error:
            self.fault("variant", str(error))
        try:
            rules = Rules.parse(self.fields["rules"])
        except DjambiError as error:
            self.fault("rules", str(error))
        quiet = self.number("quiet")
        ply = self.number("ply")
        if variant is None or rules is None:
            raise BadPosition(self.faults)
        cells = self.placement(variant)
        parties = self.parties(variant)
        order = self.order(variant)
        seat, ruler, winners = self.turn(variant)
        if self.faults:
            raise BadPosition(self.faults)
        return Setup(variant, rules, cells, parties, order, seat, ruler, winners, quiet, ply)

    def number(self, field: str) -> int:
        text = self.fields[field]
        if _NUMBER.fullmatch(text) is None:
            self.fault(field, f"{quoted(text)} is no number from 0 to {MAX_COUNT}")
            return 0
        return int(text)

    def placement(self, variant: Variant) -> tuple[str, ...]:
        rows = variant.board.rows
        cells = [""] * len(variant.board.cells)
        written = self.fields["placement"].split("/")
        if len(written) != len(rows):
            self.fault("placement", f"{len(written)} rows, the board has {len(rows)}")
            return tuple(cells)
        for number, (text, row) in enumerate(zip(written, rows, strict=True), 1):
            self.row(f"row {number}", text, row, variant, cells)
        return tuple(cells)

    def row(
        self, where: str, text: str, row: tuple[int, ...], variant: Variant, cells: list[str]
    ) -> None:
        at = place = 0
        after_number = False
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                self.fault("placement", f"{where}: {quoted(text[at : at + 2])} is nothing known")
                return
            word = token.group()
            at = token.end()
            if word[0].isdigit():
                if after_number:
                    self.fault("placement", f"{where}: two numbers side by side")
                    return
                after_number = True
                place += int(word)
                continue
            after_number = False
            if word != "x" and (word[0] not in variant.parties or word[1] not in KINDS):
                what = "party" if word[0] not in variant.parties else "kind of piece"
                self.fault("placement", f"{where}: {word}: no such {what} in this variant")
            if place < len(row):
                cells[row[place]] = word
            place += 1
        if place != len(row):
            self.fault("placement", f"{where}: {place} cells, the board has {len(row)} there")

    def letter(self, field: str, letter: str, variant: Variant) -> bool:
        if letter in variant.parties:
            return True
        self.fault(field, f"{letter!r} is no party of {variant.name}")
        return False

    def parties(self, variant: Variant) -> tuple[Party, ...]:
        words = self.fields["parties"].split(",")
        found: list[Party] = []
        if len(words) != len(variant.parties):
            self.fault("parties", f"{len(words)} parties, {variant.name} has {variant.parties}")
            return ()
        for letter, word in zip(variant.parties, words, strict=True):
            match = _PARTY.fullmatch(word)
            if match is None:
                self.fault("parties", f"{quoted(word)} is not the state of a party")
                continue
            own, lord, tilde, holder, hostage, star = match.groups()
            if own != letter:
                self.fault("parties", f"{quoted(word)} stands where {letter} belongs")
                continue
            over = lord or holder or None
            if over is not None and not self.letter("parties", over, variant):
                continue
            status: Status = "active"
            if lord:
                status = "inherited" if tilde else "vassal"
            elif "!" in word:
                status = "held" if holder else "frozen"
            elif hostage:
                status = "hostage"
            found.append(Party(own, status, over, bool(star)))
        return tuple(found)

    def order(self, variant: Variant) -> str:
        order = self.fields["order"]
        if sorted(order) != sorted(variant.parties):
            self.fault("order", f"{quoted(order)} is not {variant.parties} in some order")
        return order

    def turn(self, variant: Variant) -> tuple[str, str | None, str]:
        text = self.fields["turn"]
        match = _TURN.fullmatch(text)
        if match is None:
            self.fault("turn", f"{quoted(text)} is no seat, bonus turn or result")
            return "", None, ""
        ruler, after, winners, seat = match.groups()
        for letter in dict.fromkeys(text.strip("=").replace("+", "")):
            self.letter("turn", letter, variant)
        return seat or after or variant.parties[0], ruler, winners or ""
