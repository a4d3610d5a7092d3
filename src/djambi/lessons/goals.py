"""The goals of exercises: conditions on a turn, judged by what the rules make of it.

A goal is a list of conditions that all have to hold. Each is written as a word and its arguments:
`killed bC`, `at rM e3 e4`, `safe rC`. A piece is the letters of its party and kind (`bC`), or a
kind alone (`M`: of any party).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from djambi.errors import DjambiError, quoted, suggestion
from djambi.forwarding import renamed
from djambi.pacts import GameLine, PactMonitor, Verdict
from djambi.parties import Piece
from djambi.position.outcome import DEATHS, Happening, HappeningKind, capital, outcome, piece_name
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.rules import PIECE_KINDS
from djambi.texts import say
from djambi.threats import Threat, as_if, players_before, threats_by


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn with the positions around it and what happened; without a turn, a first position."""

    before: Position
    after: Position
    turn: Turn | None = None
    happenings: tuple[Happening, ...] = ()
    pact: PactMonitor | None = None
    """How the promises stand after it, if any were made."""

    @classmethod
    def of(cls, before: Position, turn: Turn, pact: PactMonitor | None = None) -> PlayedTurn:
        """Play a legal turn and return it; `pact` is how the promises stood before it.

        >>> start = Position.start()
        >>> PlayedTurn.of(start, start.turn("c3-e3")).after.mover
        'b'
        """
        after = before.play(turn)
        seen = pact and pact.after(GameLine(before, before.mover or "", turn, after))
        return cls(before, after, turn, outcome(before, turn, after), seen)

    @property
    def player(self) -> str:
        """Return the letter of the party whose turn it was; empty if the game was over."""
        return self.before.mover or ""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that has to hold after a turn: a word, and its arguments."""

    word: str
    about: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.word, *self.about))

    def holds(self, played: PlayedTurn) -> bool:
        """Return whether it holds.

        >>> start = Position.start()
        >>> Condition("moved", ("N",)).holds(PlayedTurn.of(start, start.turn("c3-e3")))
        True
        """
        return _KINDS[self.word].holds(played, self.about)

    def missing(self, played: PlayedTurn, lang: str) -> str:
        """Return a sentence about what is still missing, in `en` or `fr`."""
        values: dict[str, object] = {}
        kind = _KINDS[self.word]
        for form, word in zip(kind.forms, self.about, strict=False):
            match form:
                case "piece":
                    values["piece"] = _piece_words(word, lang)
                case "party":
                    values["party"] = say(f"party.{word}", lang)
                case "lord":
                    values["lord"] = say(f"party.{word}", lang)
                case _:
                    values[form] = word
        key = f"lesson.missing.{self.word}"
        if self.word == "safe":
            cell, attacker = _danger(played, self.about[0])
            if attacker == "":
                key += ".dead"
            values |= {"cell": cell, "attacker": attacker and _on(played.after, attacker, lang)}
        if self.word == "unharmed" and (harm := _harm(played, self.about[0])):
            values |= {
                "attacker": _on(played.after, harm.origin, lang),
                "piece": _on(played.after, harm.cell, lang),
            }
        if self.word == "killed":
            values["piece"] = _piece_words(_survivor(played, self.about), lang)
        return capital(say(key, lang, **values))


Goal = tuple[Condition, ...]


def read_goal(texts: Iterable[str], position: Position) -> Goal:
    """Read the conditions of a goal.

    Raises:
        DjambiError: a condition is malformed or names what the position does not have.

    >>> [goal] = read_goal(["killed bM bD"], Position.start())
    >>> goal.word, goal.about
    ('killed', ('bM', 'bD'))
    """
    goal = tuple(_read_condition(text, position) for text in texts)
    if not goal:
        raise DjambiError("a goal needs at least one condition")
    return goal


def _read_condition(text: str, position: Position) -> Condition:
    word, *about = text.split(" ")
    if word not in _KINDS:
        raise DjambiError(f"unknown condition {quoted(word)}; {suggestion(word, _KINDS)}")
    forms = list(_KINDS[word].forms)
    # The last argument may be repeated.
    least = len(forms)
    forms += forms[-1:] * (len(about) - least)
    if len(about) < least or (len(about) > least and not _KINDS[word].many):
        raise DjambiError(f"{quoted(text)}: {word} needs {' '.join(_KINDS[word].forms)}")
    for form, each in zip(forms, about, strict=True):
        if not _FORMS[form](each, position):
            raise DjambiError(f"{quoted(text)}: {quoted(each)} is not a {form}")
    return Condition(word, tuple(about))


def _is_piece(word: str, position: Position) -> bool:
    party, kind = word[:-1], word[-1:]
    known = party == "" or position.variant.has_party(party)
    return known and kind != "" and kind in PIECE_KINDS


def _is_party(word: str, position: Position) -> bool:
    return position.variant.has_party(word)


_FORMS: Final[dict[str, Callable[[str, Position], bool]]] = {
    "piece": _is_piece,
    "party": _is_party,
    "lord": _is_party,
    "cell": lambda word, position: word in position.board.cells,
    "n": lambda word, _: word.isascii() and word.isdecimal() and 0 < int(word) < 100,
}


def _is(piece: Piece | None, word: str) -> bool:
    return piece is not None and word in (piece.kind, piece.party + piece.kind)


def _told(played: PlayedTurn, *whats: HappeningKind) -> list[Happening]:
    return [each for each in played.happenings if each.what in whats]


def _befell(played: PlayedTurn, about: tuple[str, ...], *whats: HappeningKind) -> bool:
    """Return whether each of these pieces met one of these fates; of two alike, two."""
    left = [Piece(each.party or "", each.kind or "") for each in _told(played, *whats)]
    for word in about:
        found = next((piece for piece in left if _is(piece, word)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _survivor(played: PlayedTurn, about: tuple[str, ...]) -> str:
    return next((w for w in about if not _befell(played, (w,), *DEATHS)), about[0])


def _moved(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    if played.turn is None or played.turn.origin is None:
        return False
    return _is(played.before.piece_at(played.turn.origin), about[0])


def _at(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    piece, *cells = about
    return any(_is(played.after.piece_at(cell), piece) for cell in cells)


def _clear(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    return not set(about) & {*played.after.corpses, *played.after.pieces}


def _exhumed(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    return about[0] in [each.cell for each in _told(played, HappeningKind.EXHUMED)]


def _vassal(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    party, lord = about
    return played.after.controller(party) == lord


def _happened(what: HappeningKind) -> Callable[[PlayedTurn, tuple[str, ...]], bool]:
    def holds(played: PlayedTurn, about: tuple[str, ...]) -> bool:
        return about[0] in [each.party for each in _told(played, what)]

    return holds


def _ways(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    """Return whether at least so many cells around the Chief hold no corpse."""
    party, least = about
    board, after = played.after.board, played.after
    chief, corpses = after.chief_of(party), set(after.corpses)
    if chief is None:
        return False
    around = board.names(board.neighbours[board.index(chief)])
    return sum(name not in corpses for name in around) >= int(least)


def _danger(played: PlayedTurn, word: str) -> tuple[str, str]:
    """Return the cell of a piece, and one from where it can be taken before its player's next turn.

    The second is empty if nobody can take it, the first too if it is gone.
    """
    own = [cell for cell, piece in played.after.pieces.items() if _is(piece, word)]
    if not own:
        return "", ""
    threat = next((each for each in _threats_to_come(played) if each.cell in own), None)
    return (own[0], "") if threat is None else (threat.cell, threat.origin)


def _threats_to_come(played: PlayedTurn) -> Iterator[Threat]:
    """Yield what the others could do before the player's next turn."""
    for other in players_before(played.after, played.player):
        yield from threats_by(played.after, other)


def _harm(played: PlayedTurn, party: str) -> Threat | None:
    """Return the first way to take a piece of a party before the player's next turn, if any."""
    after = played.after
    return next(
        (
            threat
            for threat in _threats_to_come(played)
            if (piece := after.piece_at(threat.cell)) and after.controller(piece.party) == party
        ),
        None,
    )


def _barred(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    """Return whether something stands in every straight line from a piece to a cell."""
    after, board = played.after, played.after.board
    word, name = about
    goal = board.index(name)
    taken = {board.index(cell) for cell in (*after.pieces, *after.corpses)}
    for cell, piece in after.pieces.items():
        for ray in board.rays[board.index(cell)] if _is(piece, word) else ():
            if goal in ray and not taken & set(ray[: ray.index(goal)]):
                return False
    return True


def _promised(*allowed: Verdict) -> Callable[[PlayedTurn, tuple[str, ...]], bool]:
    """Return a test of whether every promise of a party has one of these verdicts."""

    def holds(played: PlayedTurn, about: tuple[str, ...]) -> bool:
        pact = played.pact
        return pact is not None and all(
            finding.verdict in allowed
            for promise, finding in zip(pact.pact.promises, pact.findings, strict=True)
            if promise.by == about[0]
        )

    return holds


def _safe(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    cell, origin = _danger(played, about[0])
    return cell != "" and origin == ""


def _threatens(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    """Return whether the player could kill this piece if it were their turn again."""
    after = played.after
    return any(
        threat.act == "kill" and _is(after.piece_at(threat.cell), about[0])
        for threat in threats_by(after, played.player)
    )


def _backed(played: PlayedTurn, about: tuple[str, ...]) -> bool:
    """Return whether the player could retake from anybody who takes this piece."""
    own = [cell for cell, piece in played.after.pieces.items() if _is(piece, about[0])]
    return bool(own) and all(
        _retaken(played.after, threat, played.player)
        for threat in _threats_to_come(played)
        if threat.cell in own
    )


def _retaken(position: Position, threat: Threat, player: str) -> bool:
    """Return whether the player could retake wherever the taker places what it takes."""
    takings = [
        there.play(turn)
        for seat in position.controlled_by(threat.by)
        if (there := as_if(position, seat)) is not None
        for turn in there.legal_turns(threat.origin, threat.cell)
    ]
    return bool(takings) and all(
        any(again.cell == threat.cell for again in threats_by(taken, player)) for taken in takings
    )


@dataclass(frozen=True, slots=True)
class _Kind:
    forms: tuple[str, ...]
    holds: Callable[[PlayedTurn, tuple[str, ...]], bool]
    many: bool = False


_KINDS: Final[dict[str, _Kind]] = {
    "moved": _Kind(("piece",), _moved),
    "at": _Kind(("piece", "cell"), _at, many=True),
    "corpse": _Kind(
        ("cell",), lambda played, about: set(about) <= set(played.after.corpses), many=True
    ),
    "clear": _Kind(("cell",), _clear, many=True),
    "killed": _Kind(("piece",), lambda played, about: _befell(played, about, *DEATHS), many=True),
    "kills": _Kind(("n",), lambda played, about: len(_told(played, *DEATHS)) >= int(about[0])),
    "displaced": _Kind(
        ("piece",), lambda played, about: _befell(played, about, HappeningKind.DISPLACED)
    ),
    "exhumed": _Kind(("cell",), _exhumed),
    "power": _Kind(("party",), lambda played, about: played.after.ruler == about[0]),
    "fallen": _Kind(("party",), lambda played, about: played.after.ruler != about[0]),
    "encircled": _Kind(("party",), _happened(HappeningKind.ENCIRCLED)),
    "woken": _Kind(("party",), _happened(HappeningKind.WOKEN)),
    "obeys": _Kind(("party", "lord"), _vassal),
    "ways": _Kind(("party", "n"), _ways),
    "safe": _Kind(("piece",), _safe),
    "backed": _Kind(("piece",), _backed),
    "threatens": _Kind(("piece",), _threatens),
    "unharmed": _Kind(("party",), lambda played, about: _harm(played, about[0]) is None),
    "barred": _Kind(("piece", "cell"), _barred),
    "faithful": _Kind(("party",), _promised(Verdict.RUNNING, Verdict.KEPT, Verdict.VOID)),
    "kept": _Kind(("party",), _promised(Verdict.KEPT)),
    "wins": _Kind(("party",), lambda played, about: played.after.winners == about[0]),
}
"""Every condition: the forms of its arguments, and when it holds. `n` is a least number."""

CONDITIONS: Final = tuple(_KINDS)
"""The words of all conditions."""


def _piece_words(word: str, lang: str) -> str:
    party, kind = word[:-1], word[-1]
    return piece_name(party, kind, lang) if party else say(f"piece.{kind}.the", lang)


def _on(position: Position, cell: str, lang: str) -> str:
    piece = position.pieces[cell]
    return say("lesson.on", lang, piece=piece_name(piece.party, piece.kind, lang), cell=cell)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Played="PlayedTurn",
    )
