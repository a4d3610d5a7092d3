"""Every error that the library raises on purpose.

All of them descend from `DjambiError`, a `ValueError`: code that reads text from outside catches
one class. Each keeps its parts as attributes, for programs; its text says what is wrong and where,
for people.

>>> try:
...     raise UnknownCell("z9", "square")
... except DjambiError as error:
...     print(error)
'z9' is not a cell of the board square
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import NamedTuple, SupportsIndex

_MAX_QUOTE_CHARS = 60
"""Characters of a text that an error quotes."""


def quoted(text: object) -> str:
    """Quote a text for an error message: in quotes, escaped, and cut where it is long.

    >>> quoted("e5"), len(quoted("x" * 10_000)) < 100
    ("'e5'", True)
    """
    whole = str(text)
    if len(whole) <= _MAX_QUOTE_CHARS:
        return repr(whole)
    return f"{whole[:_MAX_QUOTE_CHARS]!r}… ({len(whole)} characters)"


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return an error's hint for an unknown name: a known one much like it, or else all of them.

    >>> suggestion("squre-4", ["square-3", "square-4"]), suggestion("x", ["bga", "original"])
    ('did you mean square-4?', 'known: bga, original')
    """
    names = list(known)
    near = nearest(name, names)
    return f"did you mean {near}?" if near else f"known: {', '.join(names)}"


def nearest(name: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """Return the known name most like an unknown one; "" if none is as like as that (0 to 1).

    >>> nearest("squre-4", ["square-3", "square-4"]), nearest("x", ["bga", "original"])
    ('square-4', '')
    """
    # Needed for errors only, and slower to import than everything else together.
    from difflib import get_close_matches

    # An error for what is no text at all is still an error with a hint.
    return next(iter(get_close_matches(str(name)[:_MAX_QUOTE_CHARS], known, 1, likeness)), "")


def require(value: object, kind: type | tuple[type, ...], name: str, wanted: str = "") -> None:
    """Raise `TypeError`, naming the argument, unless its value is of this type.

    `wanted` says what it should be, where that is more than the type's name.

    >>> try:
    ...     require(None, str, "turn", "a Turn or its text")
    ... except TypeError as error:
    ...     print(error)
    turn must be a Turn or its text, not None
    """
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        wanted = wanted or " or ".join(each.__name__ for each in kinds)
        found = "None" if value is None else type(value).__name__
        raise TypeError(f"{name} must be {wanted}, not {found}")


def whole_number(
    value: SupportsIndex, name: str, least: int | None = None, most: int | None = None
) -> int:
    """Return a whole number, of Python's or another library's type; else raise `TypeError`.

    The error names the argument. With bounds, both of them, raise `DjambiError` for a number that
    is not from `least` to `most`.

    >>> whole_number(5, "steps"), whole_number(5, "steps", 1, 8)
    (5, 5)
    >>> try:
    ...     whole_number(1.5, "steps")
    ... except TypeError as error:
    ...     print(error)
    steps must be a whole number, not float
    """
    try:
        number = index(value)
    except TypeError:
        require(value, int, name, "a whole number")
        raise
    if least is not None and most is not None and not least <= number <= most:
        raise out_of_range(name, number, least, most)
    return number


def out_of_range(name: str, value: object, least: int, most: int) -> DjambiError:
    """Return the error for a value that is not a whole number from `least` to `most`.

    >>> print(out_of_range("depth", "ten", 1, 60))
    depth: 'ten' is not a whole number from 1 to 60
    """
    return DjambiError(f"{name}: {quoted(value)} is not a whole number from {least} to {most}")


class DjambiError(ValueError):
    """An error in what was given to the library; its text says what is wrong and where."""


class UnknownCell(DjambiError):
    """A cell name that the board does not have."""

    def __init__(self, name: str, board: str) -> None:
        super().__init__(name, board)
        self.name = name
        self.board = board

    def __str__(self) -> str:
        return f"{quoted(self.name)} is not a cell of the board {self.board}"


class BadRules(DjambiError):
    """Rules that cannot be read: an unknown edition, option or value, or one given twice.

    `code` and `values` say it in any language, as those of a `Fault` do.
    """

    def __init__(self, message: str, code: str = "", **values: object) -> None:
        super().__init__(message)
        self.code = code
        self.values = values


class Fault(NamedTuple):
    """One thing that is wrong with a position: the field of NOTATION 1, and what it is.

    All but those of states that no text can have, have a `code`: the text `fault.<code>` says them
    in any language, with `values` by name: letters of parties (`party`, `lord`), a piece as `"rC"`,
    numbers, what was written (`text`), what is much like it (`near`; "" if nothing is), a cell.
    """

    field: str
    message: str
    code: str = ""
    values: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, field: str, message: str, code: str, **values: object) -> Fault:
        """Return a fault with a code and its values.

        >>> Fault.of("turn", "g does not play", "seat", party="g").values
        (('party', 'g'),)
        """
        return cls(field, message, code, tuple((name, str(each)) for name, each in values.items()))

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


class BadPosition(DjambiError):
    """A position that cannot be read or cannot exist; `faults` has at least one entry.

    >>> print(BadPosition([Fault("turn", "g does not play"), Fault("ply", "it is negative")]))
    turn: g does not play; ply: it is negative
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(str(fault) for fault in self.faults)


class TurnError(DjambiError):
    """A turn that cannot be played: its `text`, the text of the `position`, the `reason`."""

    def __init__(self, position: str, text: str, reason: str) -> None:
        super().__init__(position, text, reason)
        self.position = position
        self.text = text
        self.reason = reason

    def __str__(self) -> str:
        return f"{quoted(self.text)}: {self.reason} (in {self.position})"


class UnreadableTurn(TurnError):
    """The text is not the text of any turn."""


class IllegalTurn(TurnError):
    """The text can be read, but the turn is not legal here."""


class AmbiguousTurn(TurnError):
    """The text fits several legal turns: `candidates`, in short form."""

    def __init__(
        self, position: str, text: str, reason: str, candidates: Iterable[str] = ()
    ) -> None:
        super().__init__(position, text, reason)
        self.candidates = tuple(candidates)
        self.args = (position, text, reason, self.candidates)


class BadRecord(DjambiError):
    """A game record that cannot be read, with the place: `line` and `column` count from 1.

    `game` is the number of the game among those that were read from one source, from 1.
    """

    def __init__(self, message: str, line: int, column: int, game: int = 1) -> None:
        super().__init__(message, line, column, game)
        self.message = message
        self.line = line
        self.column = column
        self.game = game

    def __str__(self) -> str:
        which = f"game {self.game}, " if self.game > 1 else ""
        return f"{which}line {self.line}, column {self.column}: {self.message}"
