"""Run a case: by the public library, or by the slow judge of tests/judge."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Protocol

from tests import judge
from tests.conformance.reading import Case, Step, written
from tests.judge.turns import turns_of_piece

from djambi import DjambiError, Position
from djambi.errors import IllegalTurn
from djambi.game import Game
from djambi.position.setups import Setup
from djambi.rules import OPTIONS, Rules
from djambi.texts import say


class WrongError(Exception):
    """What a case expects did not come true."""


class Referee(Protocol):
    """Who says what the rules say; positions and turns are texts."""

    name: str

    def check(self, position: str) -> None:
        """Refuse a position that cannot be read."""

    def legal(self, position: str, turn: str) -> bool:
        """Whether a turn is legal."""
        ...

    def targets(self, position: str, origin: str) -> set[str]:
        """The cells that the piece on `origin` may go to."""
        ...

    def reason(self, position: str, turn: str, expected: str | None) -> None:
        """Hold the reason against an illegal turn to the code that is expected.

        With a code, no turn of the piece leads to that cell; with None, some do.
        """

    def play(self, position: str, turn: str) -> str:
        """The position after a legal turn."""
        ...

    def resign(self, position: str, party: str) -> str:
        """The position after a resignation."""
        ...

    def rejoin(self, position: str, party: str) -> str:
        """The position after a return; an error where the rules forbid it."""
        ...

    def barred(self, position: str, party: str, expected: str | None) -> None:
        """Hold it against a party that it may not return, and the reason to the code expected."""

    def agree(self, position: str) -> str | None:
        """The position after an agreed draw; None if not judged."""
        ...

    def shares(self, position: str) -> dict[str, float] | None:
        """The result."""
        ...


class Library:
    """The public library."""

    name = "library"

    def check(self, position: str) -> None:
        if str(Position.parse(position)) != position:
            raise WrongError(f"not canonical: {position}")

    def legal(self, position: str, turn: str) -> bool:
        return turn in Position.parse(position).legal_turns()

    def targets(self, position: str, origin: str) -> set[str]:
        here = Position.parse(position)
        if origin not in [choice.text for choice in here.stage().choices]:
            return set()
        return {choice.cells[0] for choice in here.stage(origin).choices}

    def reason(self, position: str, turn: str, expected: str | None) -> None:
        if turn == "--":
            return
        origin, target = _step(turn)
        here = Position.parse(position)
        reason = here.why_not(origin, target)
        if (reason and reason.code) != expected:
            raise WrongError(f"{turn}: the reason is {reason and reason.code}, not {expected}")
        if reason is not None:
            with suppress(IllegalTurn):
                here.play(turn)
                raise WrongError(f"{turn} is played all the same")

    def play(self, position: str, turn: str) -> str:
        return _written(Position.parse(position).play(turn))

    def resign(self, position: str, party: str) -> str:
        return _written(Position.parse(position).resign(party))

    def rejoin(self, position: str, party: str) -> str:
        return _written(Position.parse(position).rejoin(party))

    def barred(self, position: str, party: str, expected: str | None) -> None:
        here = Position.parse(position)
        if here.may_rejoin(party):
            raise WrongError(f"the library lets {party} return")
        try:
            here.rejoin(party)
        except IllegalTurn as error:
            if expected and error.reason != say(f"reason.{expected}", "en"):
                raise WrongError(f"{party}: the reason is {error.reason!r}") from error
        else:
            raise WrongError(f"{party} returns all the same")

    def agree(self, position: str) -> str | None:
        return str(Game(Position.parse(position)).agree_draw())

    def shares(self, position: str) -> dict[str, float] | None:
        return Position.parse(position).result


class Judge:
    """The judge, who was written from RULES.md alone. He gives no reasons."""

    name = "judge"

    def check(self, position: str) -> None:
        if judge.write(judge.read(position)) != position:
            raise WrongError(f"the judge writes otherwise: {position}")

    def legal(self, position: str, turn: str) -> bool:
        return judge.accepts(position, turn)

    def targets(self, position: str, origin: str) -> set[str]:
        return _targets(position, origin)

    def reason(self, position: str, turn: str, expected: str | None) -> None:
        if expected is None:
            return
        origin, target = _step(turn)
        if target in _targets(position, origin):
            raise WrongError(f"the judge lets {origin} go to {target}")

    def play(self, position: str, turn: str) -> str:
        return judge.play(position, turn)

    def resign(self, position: str, party: str) -> str:
        return judge.resign(position, party)

    def rejoin(self, position: str, party: str) -> str:
        return judge.rejoin(position, party)

    def barred(self, position: str, party: str, expected: str | None) -> None:
        if judge.may_rejoin(position, party):
            raise WrongError(f"the judge lets {party} return")
        with suppress(judge.RefusedError):
            judge.rejoin(position, party)
            raise WrongError(f"{party} returns all the same")

    def agree(self, position: str) -> str | None:
        return None

    def shares(self, position: str) -> dict[str, float] | None:
        return judge.result(position)


def _written(position: Position) -> str:
    """The text of a position that was reached, which must be all that there is to it."""
    text = str(position)
    if Position.parse(text) != position:
        raise WrongError(f"more than its text says: {text}")
    return text


def _step(turn: str) -> tuple[str, str]:
    """Where a turn's piece comes from, and where it goes first."""
    origin, _, rest = turn.partition("-")
    return origin, re.split("[>*/]", rest)[0]


@lru_cache(maxsize=4)
def _targets(position: str, origin: str) -> set[str]:
    return {turn.step.target for turn in turns_of_piece(judge.read(position), origin)}


LIBRARY = Library()
JUDGE = Judge()


def run(case: Case, referee: Referee, rules: Rules | None = None) -> None:
    """Raise WrongError, naming file and line, unless all that the case expects is so.

    With `rules`, the case is run under rules that are not its own.
    """
    rules = rules or case.rules
    position = case.position(rules)
    referee.check(position)
    if case.starts and _without_counts(str(_start(case, rules))) != _without_counts(position):
        raise WrongError(f"{case.file}:{case.line}: not how {_start(case, rules)} begins")
    game = Game(Position.parse(position))
    for step in case.steps:
        try:
            position = _take(step, position, referee, game)
        except (WrongError, judge.RefusedError, DjambiError) as error:
            where = f"{case.file}:{step.line}: {case.id}, {case.title!r}, by the {referee.name}"
            raise WrongError(f"{where}: {error}") from error


def _start(case: Case, rules: Rules) -> Position:
    options = {option.name: getattr(rules, option.name) for option in OPTIONS}
    return Position.start(case.variant.name, rules.edition, **options)


def _without_counts(position: str) -> str:
    return position.rsplit(" ", 2)[0]


def _take(step: Step, position: str, referee: Referee, game: Game) -> str:
    """Hold one step against the referee; returns the position after it."""
    match step.word:
        case "legal" | "illegal":
            for turn, code in step.claims():
                if referee.legal(position, turn) is not (step.word == "legal"):
                    raise WrongError(f"{turn} is not {step.word} in {position}")
                if step.word == "illegal":
                    referee.reason(position, turn, code)
        case "barred":
            for party, code in step.claims():
                referee.barred(position, party, code)
        case "goes":
            origin, expected = step.reach()
            found = referee.targets(position, origin)
            if found != expected:
                more, less = _listed(found - expected), _listed(expected - found)
                raise WrongError(
                    f"from {origin} it also goes to {more}, and does not go to {less} in {position}"
                )
        case "stands":
            cells = contents(Setup.parse(position))
            for cell, content in step.then.items():
                if cells.get(cell, "") != content:
                    raise WrongError(f"{cells.get(cell)} stands on {cell}, not {content}")
        case "ranking":
            ranking = " ".join("".join(equals) for equals in game.ranking())
            if ranking != step.value:
                raise WrongError(f"the ranking is {ranking}, not {step.value}")
        case _:
            return _happens(step, position, referee, game)
    return position


def _happens(step: Step, position: str, referee: Referee, game: Game) -> str:
    """Carry out a turn, a resignation, a return or an agreement, and compare what comes of it."""
    match step.word:
        case "play":
            after: str | None = referee.play(position, step.value)
        case "resign":
            after = referee.resign(position, step.value)
        case "return":
            after = referee.rejoin(position, step.value)
        case _:
            after = referee.agree(position)
    expected = outcome(step, position)
    if after is not None and after != expected:
        raise WrongError(f"{step.word} {step.value}\n  gives    {after}\n  expected {expected}")
    match step.word:
        case "play":
            game.play(step.value)
        case "resign":
            game.resign(step.value)
        case "return":
            game.rejoin(step.value)
        case _:
            game.agree_draw()
    _check_shares(expected, referee.shares(expected))
    return expected


def outcome(step: Step, position: str) -> str:
    """The position that a step expects: what it does not name is as before."""
    before = Setup.parse(position)
    cells = contents(before)
    corpses = sum(content == "x" for content in cells.values())
    for cell, content in step.then.items():
        if content == cells.get(cell, ""):
            raise WrongError(f"{content or 'empty'} {cell} is no change")
        cells[cell] = content
    states = {party.letter: str(party) for party in before.parties}
    for word in step.states:
        if states[word[0]] == word:
            raise WrongError(f"{word} is no change")
        states[word[0]] = word
    killed = corpses != sum(content == "x" for content in cells.values())
    quiet, ply = before.quiet, before.ply
    if step.word == "play":
        quiet, ply = 0 if killed else quiet + 1, ply + 1
    elif step.word in ("resign", "return"):
        quiet = 0
    if step.quiet is not None and step.quiet != quiet:
        raise WrongError(f"quiet {step.quiet} does not fit the corpses")
    placement = written(before.variant, before.rules, cells)
    return (
        f"{before.variant.name} {before.rules} {placement} {','.join(states.values())} "
        f"{step.order or before.order} {step.next} {quiet} {ply}"
    )


def contents(setup: Setup) -> dict[str, str]:
    """What stands on the cells that are not empty."""
    names = setup.variant.board.cells
    return {name: content for name, content in zip(names, setup.cells, strict=True) if content}


def _check_shares(position: str, shares: dict[str, float] | None) -> None:
    """RULES 7: 1/k each for those whom the turn field names."""
    winners = Setup.parse(position).winners
    letters = Setup.parse(position).variant.parties
    expected = {letter: letter in winners and 1 / len(winners) for letter in letters}
    if shares != (expected if winners else None):
        raise WrongError(f"the shares are {shares}")


def _listed(cells: Iterable[str]) -> str:
    return " ".join(sorted(cells)) or "nowhere"
