"""Read the numbered cases and their clauses; README.md here describes their form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from djambi.errors import DjambiError
from djambi.position.setups import Setup
from djambi.rules import PIECE_KINDS, Rules, Variant

HERE = Path(__file__).parent
FILES = sorted((HERE / "cases").glob("*.txt"))

_HEADING = re.compile(r"== (\S+)  (\S.*)")
_CASE = re.compile(r"\[(\S+)-(\d+)\] (\S.*)")
_ENTRY = re.compile(r"([a-z]+):(?: +(\S.*))?")
_RANK = re.compile(r"([1-9])  (.*)")
_TARGETS = re.compile(r"(\S+) to (\S.*)")
_REFUSED = re.compile(r"(\S+)(?: \((\w+)\))?")
_CONTENT = re.compile(rf"x|[a-z][{PIECE_KINDS}]")


class BadCaseError(Exception):
    """A case file is not written as README.md says."""


@dataclass(frozen=True)
class Clause:
    """One clause of RULES.md in our words."""

    id: str
    title: str
    sentence: str


@dataclass(frozen=True)
class Step:
    """One line of a case: what is claimed of the position, or what happens to it.

    `word` is the line's key, `value` what follows it. `then` is what cells hold, "" for empty
    ones. The other fields tell, of `play` and the other events, what comes of it.
    """

    line: int
    word: str
    value: str
    then: dict[str, str] = field(default_factory=dict[str, str])
    states: tuple[str, ...] = ()
    order: str = ""
    next: str = ""
    quiet: int | None = None

    def listed(self) -> list[str]:
        """The items of a list in `value`."""
        return [item.strip() for item in self.value.split(",")]

    def claims(self) -> Iterator[tuple[str, str | None]]:
        """Of `legal`, `illegal` and `barred`: turns or parties, and their reasons' codes."""
        for item in self.listed():
            found = _REFUSED.fullmatch(item)
            if found is None:
                raise BadCaseError(f"line {self.line}: {item!r} is no turn and no party")
            yield found[1], found[2]

    def reach(self) -> tuple[str, set[str]]:
        """Of `goes`: the piece's cell and all cells that it may go to."""
        found = _TARGETS.fullmatch(self.value)
        if found is None:
            raise BadCaseError(f"line {self.line}: {self.value!r} is not 'CELL to CELLS'")
        return found[1], set() if found[2] == "nowhere" else set(found[2].split())


@dataclass(frozen=True)
class Case:
    """One numbered case."""

    id: str
    clause: str
    title: str
    file: str
    line: int
    variant: Variant
    rules: Rules
    cells: dict[str, str]
    parties: dict[str, str]
    order: str
    turn: str
    quiet: int
    about: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def starts(self) -> bool:
        """Whether it begins with the set-up of its variant."""
        return not self.cells

    def position(self, rules: Rules) -> str:
        """The position that the case begins with, under its own rules or others (NOTATION 1)."""
        cells = self.cells
        if self.starts:
            setup = Setup.start(self.variant, rules)
            names = self.variant.board.cells
            cells = dict(zip(names, setup.cells, strict=True))
        placement = written(self.variant, rules, cells)
        parties = ",".join(self.parties.values())
        return (
            f"{self.variant.name} {rules} {placement} {parties} {self.order} {self.turn} "
            f"{self.quiet} 0"
        )


def written(variant: Variant, rules: Rules, cells: dict[str, str]) -> str:
    """The placement field of NOTATION 1; cells that are not named are empty."""
    blank = Setup.start(variant, rules)
    names = variant.board.cells
    filled = Setup(
        variant, rules, tuple(cells.get(name, "") for name in names), blank.parties, "", ""
    )
    return str(filled).split(" ")[2]


def clauses() -> list[Clause]:
    """Return the clauses that the cases stand under, file by file; raise BadCaseError."""
    return [clause for path in FILES for clause in _Reader(path).clauses()]


def cases() -> list[Case]:
    """All cases, file by file."""
    return [case for path in FILES for case in read_file(path)]


def read_file(path: Path) -> Iterator[Case]:
    """The cases of one file; raises BadCaseError, naming file and line."""
    return _Reader(path).cases()


class _Reader:
    """Reads one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = path.read_text("ascii")
        self.lines = list(enumerate(text.splitlines(), 1))

    def bad(self, line: int, message: str) -> BadCaseError:
        return BadCaseError(f"{self.path.name}:{line}: {message}")

    def clauses(self) -> Iterator[Clause]:
        for at, (_, text) in enumerate(self.lines, 1):
            if heading := _HEADING.fullmatch(text):
                yield self.clause(heading[1], heading[2], at)[0]

    def cases(self) -> Iterator[Case]:
        clause = ""
        number = 0
        at = 0
        while at < len(self.lines):
            line, text = self.lines[at]
            at += 1
            if not text.strip() or text.startswith("#"):
                continue
            if heading := _HEADING.fullmatch(text):
                clause, number = heading[1], 0
                at = self.clause(heading[1], heading[2], at)[1]
            elif head := _CASE.fullmatch(text):
                number += 1
                if (head[1], int(head[2])) != (clause, number):
                    raise self.bad(line, f"here comes case {clause}-{number}")
                end = at
                while end < len(self.lines) and self.lines[end][1][:1] not in ("[", "="):
                    end += 1
                yield self.case(line, clause, number, head[3], at, end)
                at = end
            else:
                raise self.bad(line, f"neither a heading nor a case: {text!r}")

    def clause(self, id_: str, title: str, at: int) -> tuple[Clause, int]:
        """Return the clause of a heading, and where its cases begin; raise BadCaseError."""
        told: list[str] = []
        while at < len(self.lines) and self.lines[at][1].startswith("   "):
            told.append(self.lines[at][1].strip())
            at += 1
        if not told:
            raise self.bad(at, f"clause {id_} says nothing")
        return Clause(id_, title, " ".join(told)), at

    def case(self, line: int, clause: str, number: int, title: str, at: int, end: int) -> Case:
        head: dict[str, str] = {}
        drawing: list[tuple[int, str]] = []
        steps: list[tuple[int, str, str, dict[str, str]]] = []
        for where, text in self.joined(at, end):
            if not text.strip() or text.startswith("#"):
                continue
            if text.startswith("   ") and "board" in head:
                drawing.append((where, text.strip()))
                continue
            entry = _ENTRY.fullmatch(text.strip())
            if entry is None:
                raise self.bad(where, f"not 'word: value': {text!r}")
            word, value = entry[1], (entry[2] or "").strip()
            if text.startswith("  "):
                if not steps or word not in _OUTCOME or word in steps[-1][3]:
                    raise self.bad(where, f"{word!r} has no place here")
                steps[-1][3][word] = value
            elif word in _STEPS:
                steps.append((where, word, value, {}))
            elif word in _HEAD and word not in head and not steps:
                head[word] = value
            else:
                raise self.bad(where, f"{word!r} has no place here")
        variant, rules = self.game(line, head)
        parties = self.parties(line, variant, rules, head.get("parties", ""))
        active = [letter for letter, word in parties.items() if word == letter]
        return Case(
            f"{clause}-{number}", clause, title, self.path.name, line, variant, rules,
            self.pieces(line, variant, head, drawing), parties,
            head.get("order", variant.parties), head.get("turn", active[0]),
            int(head.get("quiet", "0")), tuple(head.get("about", "").split()),
            tuple(self.step(variant, *step) for step in steps),
        )  # fmt: skip

    def joined(self, at: int, end: int) -> Iterator[tuple[int, str]]:
        """The lines of a case; what is indented by eight goes on with the line before."""
        where, whole = 0, ""
        for line, text in self.lines[at:end]:
            if whole and text.startswith(" " * 8) and _ENTRY.fullmatch(whole.strip()):
                whole += " " + text.strip()
                continue
            if whole:
                yield where, whole
            where, whole = line, text
        if whole:
            yield where, whole

    def game(self, line: int, head: dict[str, str]) -> tuple[Variant, Rules]:
        words = head.get("rules", "").replace(",", " ").split()
        if len(words) < 2:
            raise self.bad(line, "rules: VARIANT EDITION and options are missing")
        try:
            return Variant.get(words[0]), Rules.parse(",".join(words[1:]))
        except DjambiError as error:
            raise self.bad(line, str(error)) from error

    def parties(self, line: int, variant: Variant, rules: Rules, text: str) -> dict[str, str]:
        """The state of every party as NOTATION 1 writes it; those not named are as at the start."""
        states = {party.letter: str(party) for party in Setup.start(variant, rules).parties}
        for word in text.split():
            if word[0] not in states:
                raise self.bad(line, f"no party {word[0]}")
            states[word[0]] = word
        return states

    def pieces(
        self, line: int, variant: Variant, head: dict[str, str], drawing: list[tuple[int, str]]
    ) -> dict[str, str]:
        """What stands where; nothing at all means: as at the start."""
        found = self.drawn(drawing)
        for key in ("pieces", "away"):
            for cell, content in self.placed(line, variant, head.get(key, "")).items():
                if cell in found or not content:
                    raise self.bad(line, f"{content or 'empty'} on {cell}")
                found[cell] = content
        if not found and head.get("setup") != "start":
            raise self.bad(line, "no pieces: say 'setup: start'")
        return found

    def placed(self, line: int, variant: Variant, text: str) -> dict[str, str]:
        """What a list like `rM c3, x d4 d5, empty e2` says of each cell; "" is empty."""
        found: dict[str, str] = {}
        for item in filter(None, text.split(",")):
            content, *cells = item.split()
            if content != "empty" and _CONTENT.fullmatch(content) is None:
                raise self.bad(line, f"{content!r} stands on no cell")
            for cell in cells:
                if cell in found or cell not in variant.board.cells:
                    raise self.bad(line, f"{content} on {cell}")
                found[cell] = "" if content == "empty" else content
        return found

    def drawn(self, drawing: list[tuple[int, str]]) -> dict[str, str]:
        """The cells of a drawing of (a part of) the square board."""
        found: dict[str, str] = {}
        if not drawing:
            return found
        files = drawing[-1][1].split()
        for where, text in drawing[:-1]:
            rank = _RANK.fullmatch(text)
            contents = rank[2].split() if rank else []
            if rank is None or len(contents) != len(files):
                raise self.bad(where, f"not a rank of {len(files)} cells: {text!r}")
            for name, content in zip(files, contents, strict=True):
                if content not in (".", "o"):
                    found[name + rank[1]] = content
        return found

    def step(
        self, variant: Variant, line: int, word: str, value: str, after: dict[str, str]
    ) -> Step:
        if word in _EVENTS and "next" not in after:
            raise self.bad(line, f"{word}: it is not said who plays next")
        if word not in _EVENTS and after:
            raise self.bad(line, f"{word} has no outcome")
        then = self.placed(line, variant, value if word == "stands" else after.get("then", ""))
        quiet = int(after["quiet"]) if "quiet" in after else None
        states = tuple(after.get("states", "").split())
        return Step(
            line, word, value, then, states, after.get("order", ""), after.get("next", ""), quiet
        )


_HEAD = ("rules", "about", "board", "pieces", "away", "setup", "parties", "order", "turn", "quiet")
_EVENTS = ("play", "resign", "return", "agree")
_STEPS = ("legal", "illegal", "barred", "goes", "stands", "ranking", *_EVENTS)
_OUTCOME = ("then", "states", "order", "next", "quiet")
