"""Reading the text of a position, field by field, keeping every fault (NOTATION 1).

Here a text is only taken apart: what is written may still be no position of the game, which
is the business of :mod:`djambi.position.setups`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from djambi.errors import BadPosition, BadRules, DjambiError, Fault, nearest, quoted, require
from djambi.parties import Party, Status
from djambi.rules import VARIANT_NAMES, Rules, Variant

FIELDS: Final = (
    "variant", "rules", "placement", "parties", "order", "turn", "quiet", "ply",
)  # fmt: skip
"""The names of the fields, in the order in which they are written."""

MAX_POSITION_CHARS: Final = 4000
"""No position's text is longer: 161 cells, eight parties and every option come to half of it."""

MAX_COUNT: Final = 999_999_999
"""The largest number in the last two fields."""

_TOO_MANY: Final = 1000

_TOKEN = re.compile(r"[1-9][0-9]*|x|[a-z][A-Z]")
_PARTY = re.compile(r"([a-z])(?:>([a-z])(~?)|!([a-z]?)|(\?))?(\*?)")
_LETTERS = re.compile(r"[a-z]+")
_TURN = re.compile(r"([a-z])\+([a-z])|=([a-z]{1,8})|([a-z])")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


class Fields(NamedTuple):
    """What the eight fields say, in the order of the fields of a Setup."""

    variant: Variant
    rules: Rules
    cells: tuple[str, ...]
    parties: tuple[Party, ...]
    order: str
    seat: str
    ruler: str | None
    winners: str
    quiet: int
    ply: int


class ParsedFields(NamedTuple):
    """Fields as read, with what is wrong; a field with a fault holds nothing of use."""

    fields: Fields
    faults: tuple[Fault, ...]


def read_fields(text: str) -> ParsedFields:
    """Parse the text of a position; a byte order mark and white space around it are ignored.

    Raises:
        BadPosition: there are not eight fields, or variant or rules cannot be read, without
            which the others mean nothing.
    """
    require(text, str, "text")
    if len(text) > MAX_POSITION_CHARS:
        said = f"{len(text)} characters are too many for a position"
        raise BadPosition([Fault.of("position", said, "long", n=len(text))])
    words = text.removeprefix("\ufeff").strip().split(" ")
    if len(words) != len(FIELDS):
        wanted = " ".join(FIELDS)
        many = f"{len(words)} field{'' if len(words) == 1 else 's'}"
        said = f"{many} instead of eight: {wanted}"
        raise BadPosition([Fault.of("position", said, "fields", n=len(words))])
    return _FieldReader(dict(zip(FIELDS, words, strict=True))).read()


# Reading a long list of options takes longer than all the rest, and few lists are in use.
_rules = lru_cache(maxsize=64)(Rules.parse)


class _FieldReader:
    """Reads one field after the other and notes their faults."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.faults: list[Fault] = []

    def fault(self, field: str, message: str, code: str, **values: object) -> None:
        self.faults.append(Fault.of(field, message, code, **values))

    def read(self) -> ParsedFields:
        variant = rules = None
        try:
            variant = Variant.get(self.texts["variant"])
        except DjambiError as error:
            name = self.texts["variant"]
            near = nearest(name, VARIANT_NAMES)
            self.fault("variant", str(error), "variant", text=name, near=near)
        try:
            rules = _rules(self.texts["rules"])
        except BadRules as error:
            self.fault("rules", str(error), error.code, **error.values)
        if variant is None or rules is None:
            self.number("quiet")
            self.number("ply")
            raise BadPosition(self.faults)
        fields = Fields(
            variant,
            rules,
            self.placement(variant),
            self.parties(variant),
            self.order(),
            *self.turn(),
            self.number("quiet"),
            self.number("ply"),
        )
        return ParsedFields(fields, tuple(self.faults))

    def number(self, field: str) -> int:
        text = self.texts[field]
        if _NUMBER.fullmatch(text) is None:
            said = f"{quoted(text)} is not a number from 0 to {MAX_COUNT}"
            self.fault(field, said, field, text=text, most=MAX_COUNT)
            return 0
        return int(text)

    def placement(self, variant: Variant) -> tuple[str, ...]:
        board = variant.board
        cells = [""] * len(board.cells)
        written = self.texts["placement"].split("/")
        if len(written) != len(board.rows):
            many, most = len(written), len(board.rows)
            said = f"{many} rows, the board {board.name} has {most}"
            self.fault("placement", said, "rows", n=many, most=most)
            return tuple(cells)
        for number, (text, row) in enumerate(zip(written, board.rows, strict=True), 1):
            self.row(number, board.cells[row[0]], text, row, cells)
        return tuple(cells)

    def row(
        self, number: int, first: str, text: str, row: tuple[int, ...], cells: list[str]
    ) -> None:
        where = f"row {number} (from {first})"
        at = place = 0
        for token in _TOKEN.finditer(text):
            if token.start() != at:
                break
            at = token.end()
            word = token.group()
            if word[0].isdigit():
                # No row is so long, and no long text is made a number.
                place += int(word) if len(word) < 4 else _TOO_MANY
            else:
                if place < len(row):
                    cells[row[place]] = word
                place += 1
        if at < len(text):
            wrong = text[at : at + 2]
            what = f"{quoted(wrong)} is not a piece, a corpse or a number of empty cells"
            said = f"{where}, column {at + 1}: {what}"
            self.fault("placement", said, "token", row=number, cell=first, text=wrong)
        elif place != len(row):
            many = place if place < _TOO_MANY else "too many"
            said = f"{where}: {many} cells, the board has {len(row)} there"
            self.fault("placement", said, "row", row=number, cell=first, most=len(row))

    def parties(self, variant: Variant) -> tuple[Party, ...]:
        words = self.texts["parties"].split(",")
        if len(words) != len(variant.parties):
            wanted = ",".join(variant.parties)
            said = f"{len(words)} parties, {variant.name} has {wanted}"
            self.fault("parties", said, "parties", n=len(words), most=len(variant.parties))
            return ()
        found: list[Party] = []
        for number, word in enumerate(words, 1):
            match = _PARTY.fullmatch(word)
            if match is None:
                said = f"{quoted(word)}, number {number}, is not the state of a party"
                self.fault("parties", said, "state", text=word)
                continue
            letter, lord, tilde, holder, hostage, star = match.groups()
            status: Status = "active"
            if lord:
                status = "inherited" if tilde else "vassal"
            elif "!" in word:
                status = "held" if holder else "frozen"
            elif hostage:
                status = "hostage"
            found.append(Party(letter, status, lord or holder or None, bool(star)))
        return tuple(found)

    def order(self) -> str:
        text = self.texts["order"]
        if _LETTERS.fullmatch(text) is None:
            said = f"{quoted(text)} is not a list of letters"
            self.fault("order", said, "order", text=text)
        return text

    def turn(self) -> tuple[str, str | None, str]:
        text = self.texts["turn"]
        match = _TURN.fullmatch(text)
        if match is None:
            said = f"{quoted(text)} is not a seat, a bonus turn or a result"
            self.fault("turn", said, "turn", text=text)
            return "", None, ""
        ruler, after, winners, seat = match.groups()
        return seat or after or "", ruler, winners or ""
