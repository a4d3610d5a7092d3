"""What a turn brought about, as typed events and as sentences in both languages.

A turn is one line of text; what it does to the board, to the parties and to power may fill a
paragraph. :func:`outcome` finds it by comparing the positions before and after, and asks the rules
again only which clause ended a long quiet game. It gives it in the order in which it is told: the
piece and its acts, those who fell and to whom, power, the purge, the encircled, those who woke,
inheritance, the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from djambi.forwarding import renamed
from djambi.kernel.rules.codes import QUIET, WINNERS
from djambi.parties import Party, Piece
from djambi.position.base import BasePosition
from djambi.position.turn import Turn
from djambi.texts import say

PartyNamer = Callable[[str, str], str]
"""The name of a party in a sentence, by its letter and the language of the sentence."""


def party_name(letter: str, lang: str) -> str:
    """Return the name of a party: its colour.

    >>> party_name("r", "en"), party_name("r", "fr")
    ('Red', 'Rouge')
    """
    return say(f"party.{letter}", lang)


def party_slot(letter: str, lang: str) -> str:
    """Return a place in a sentence for the name of whoever plays a party.

    >>> Happening(HappeningKind.POWER, "r").sentence("en", party_slot)
    '{r} takes power.'
    """
    return f"{{{letter}}}"


class HappeningKind(StrEnum):
    """The kinds of :class:`Happening`; the sentence of each is the text ``story.<value>``."""

    PASSED = "passed"
    MOVED = "moved"
    KILLED = "killed"
    DISPLACED = "displaced"
    EXHUMED = "exhumed"
    LEFT = "left"
    RESIGNED = "resigned"
    FLAGGED = "flagged"
    RETURNED = "returned"
    VASSAL = "vassal"
    PASSED_ON = "passed_on"
    POWER = "power"
    POWER_LEFT = "power_left"
    POWER_LOST = "power_lost"
    PURGED = "purged"
    ENCIRCLED = "encircled"
    FROZEN = "frozen"
    WOKEN = "woken"
    FREED = "freed"
    HELD = "held"
    INHERITED = "inherited"
    DRAWN = "drawn"
    ENDED = "ended"


DEATHS: Final = frozenset({HappeningKind.KILLED, HappeningKind.PURGED})
"""How a piece dies by a turn: a purge is as if whoever rules had killed it (RULES 4.3)."""

ON_BOARD: Final = frozenset(
    {
        HappeningKind.MOVED,
        HappeningKind.KILLED,
        HappeningKind.DISPLACED,
        HappeningKind.EXHUMED,
        HappeningKind.LEFT,
        HappeningKind.PURGED,
    }
)
"""What changes cells; everything else befalls a party."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened.

    ``party`` and ``kind`` are the piece, or the party, that it happened to; ``cell`` is where the
    piece stood, ``target`` where it stands or lies now. ``by`` and ``by_kind`` are the party (for
    a piece, its colour) and the kind of piece that did it, or the new lord. ``ended`` has in
    ``party`` the letters of all who won or share, and in ``why`` one of ``last``, ``none``,
    ``power``, ``dead``, ``quiet``, ``drawn``.
    """

    what: HappeningKind
    party: str | None = None
    kind: str | None = None
    cell: str | None = None
    target: str | None = None
    by: str | None = None
    by_kind: str | None = None
    why: str | None = None

    def sentence(self, lang: str, name: PartyNamer = party_name) -> str:
        """Return it in English or French; `name` gives the names of parties.

        >>> Happening(HappeningKind.POWER, "r").sentence("fr")
        'Rouge prend le pouvoir.'
        >>> Happening(HappeningKind.MOVED, "r", "M", "c3", "e3", by="r").sentence("en")
        'The red Militant goes from c3 to e3.'
        """
        key = f"story.{self.what}"
        if self.what is HappeningKind.MOVED and self.by not in (None, self.party):
            key += ".vassal"
        elif self.what is HappeningKind.KILLED and self.target == self.cell:
            key += ".there"
        elif self.what is HappeningKind.ENDED:
            shared = "shared" if len(self.party or "") > 1 else "won"
            return capital(
                say(
                    f"{key}.{shared}",
                    lang,
                    party=party_names(self.party or "", lang, name),
                    why=say(f"story.why.{self.why}", lang),
                )
            )
        values: dict[str, object] = {"cell": self.cell, "target": self.target}
        if self.party:
            values["party"] = name(self.party, lang)
        if self.party and self.kind:
            values["piece"] = piece_name(self.party, self.kind, lang)
        if self.by:
            values["by"] = name(self.by, lang)
        if self.by and self.by_kind:
            values["by_piece"] = piece_name(self.by, self.by_kind, lang)
        return capital(say(key, lang, **values))


def capital(sentence: str) -> str:
    """Return a sentence with its first letter in upper case.

    >>> capital("le Chef rouge")
    'Le Chef rouge'
    """
    return sentence[:1].upper() + sentence[1:]


def piece_name(party: str, kind: str, lang: str) -> str:
    """Name a piece, with its article.

    >>> piece_name("g", "A", "fr"), piece_name("g", "A", "en")
    ('l’Assassin vert', 'the green Assassin')
    """
    return say(f"piece.of.{kind}", lang, party=say(f"party.{party}.adjective", lang))


def party_names(letters: str, lang: str, name: PartyNamer = party_name) -> str:
    """Name several parties in a row.

    >>> party_names("ryg", "en"), party_names("r", "fr")
    ('Red, Yellow and Green', 'Rouge')
    """
    names = [name(letter, lang) for letter in letters]
    if len(names) < 2:
        return "".join(names)
    return say("story.and", lang, first=", ".join(names[:-1]), last=names[-1])


def outcome(before: BasePosition, turn: Turn, after: BasePosition) -> tuple[Happening, ...]:
    """Return what happened when ``turn`` was played in ``before`` and led to ``after``.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> turn = start.turn("c3-e3")
    >>> for happening in outcome(start, turn, start.play(turn)):
    ...     print(happening.sentence("en"))
    The red Necromobile goes from c3 to e3.
    """
    if turn.origin is None or turn.target is None:
        passed = Happening(HappeningKind.PASSED, before.mover)
        return (passed, *_changes(before, after, _Board(before), turn))
    board = _Board(before)
    board.play(turn)
    return (*board.told, *_changes(before, after, board, turn))


def outcome_of_resignation(
    before: BasePosition, party: str, after: BasePosition, *, flagged: bool = False
) -> tuple[Happening, ...]:
    """Return what happened when a party resigned, or its clock ran out."""
    first = Happening(HappeningKind.FLAGGED if flagged else HappeningKind.RESIGNED, party)
    board = _Board(before)
    board.announced = party
    return (first, *_changes(before, after, board))


def outcome_of_return(
    before: BasePosition, party: str, after: BasePosition
) -> tuple[Happening, ...]:
    """Return what happened when a party that had resigned came back."""
    board = _Board(before)
    board.announced = party
    return (Happening(HappeningKind.RETURNED, party), *_changes(before, after, board))


def outcome_of_draw(after: BasePosition) -> tuple[Happening, ...]:
    """Return what happened when the players agreed on a draw."""
    return (
        Happening(HappeningKind.DRAWN),
        Happening(HappeningKind.ENDED, after.winners, why="drawn"),
    )


class _Board:
    """The living pieces while a turn is carried out, up to the death of Chiefs (RULES 4)."""

    def __init__(self, before: BasePosition) -> None:
        self.before = before
        self.pieces: dict[str, Piece] = dict(before.pieces)
        self.corpses = set(before.corpses)
        self.told: list[Happening] = []
        self.dead_chiefs: set[str] = set()
        self.moved_chief: str | None = None
        # The party whose resignation or return has been told already.
        self.announced: str | None = None

    def play(self, turn: Turn) -> None:
        origin, target = turn.origin or "", turn.target or ""
        mover = self.pieces.pop(origin)
        self.moved_chief = mover.party if mover.kind == "C" else None
        self.told.append(
            Happening(
                HappeningKind.MOVED, mover.party, mover.kind, origin, target, self.before.mover
            )
        )
        held = self.act(mover, origin, target, turn.place, put=not turn.places_last)
        self.splash(mover, turn.victims)
        if turn.exit is not None:
            self.told.append(
                Happening(HappeningKind.LEFT, mover.party, mover.kind, target, turn.exit)
            )
            self.act(mover, target, turn.exit, turn.exit_place, put=True)
            self.splash(mover, turn.exit_victims)
        if held is not None and turn.place is not None:
            self.pieces[turn.place] = held
        self.pieces[turn.exit or target] = mover

    def act(
        self, mover: Piece, origin: str, target: str, place: str | None, *, put: bool
    ) -> Piece | None:
        """Apply the act on ``target``; return its piece if that lives and is yet to be placed."""
        victim = self.pieces.pop(target, None)
        if victim is None:
            if target in self.corpses:
                self.corpses.discard(target)
                self.tell(HappeningKind.EXHUMED, None, mover, target, place)
                if place is not None:
                    # On leaving the maze the same corpse may be carried on.
                    self.corpses.add(place)
            return None
        if mover.kind != "D":
            self.tell(HappeningKind.KILLED, victim, mover, target, place or origin)
            return None
        self.tell(HappeningKind.DISPLACED, victim, mover, target, place)
        if put and place is not None:
            self.pieces[place] = victim
            return None
        return victim

    def splash(self, mover: Piece, victims: tuple[str, ...]) -> None:
        for cell in victims:
            victim = self.pieces.pop(cell, None)
            if victim is not None:
                self.tell(HappeningKind.KILLED, victim, mover, cell, cell)

    def tell(
        self, what: HappeningKind, victim: Piece | None, mover: Piece, cell: str, target: str | None
    ) -> None:
        if what is HappeningKind.KILLED and victim is not None and victim.kind == "C":
            self.dead_chiefs.add(victim.party)
        party = victim.party if victim else None
        kind = victim.kind if victim else None
        self.told.append(Happening(what, party, kind, cell, target, mover.party, mover.kind))


def _changes(
    before: BasePosition, after: BasePosition, board: _Board, turn: Turn | None = None
) -> Iterator[Happening]:
    """Yield what befell the parties, in the order of RULES 4."""
    purged = list(_purged(after, board))
    board.dead_chiefs.update(each.party or "" for each in purged if each.kind == "C")
    pairs = list(zip(before.parties, after.parties, strict=True))
    for _, new in pairs:
        if _fell(new, board):
            yield Happening(HappeningKind.VASSAL, new.letter, by=new.lord)
    for old, new in pairs:
        if not _fell(new, board) and _has_new_lord(old, new):
            yield Happening(HappeningKind.PASSED_ON, new.letter, by=new.lord)
    yield from _power(before, after, board)
    yield from purged
    # An encircled party is told before what becomes of its vassals.
    fates = [each for old, new in pairs for each in _fate(old, new, board)]
    yield from sorted(fates, key=lambda each: each.what is not HappeningKind.ENCIRCLED)
    if after.is_over:
        yield Happening(HappeningKind.ENDED, after.winners, why=_clause(before, turn, after))


def _fell(new: Party, board: _Board) -> bool:
    return new.letter in board.dead_chiefs and new.status == "vassal"


def _has_new_lord(old: Party, new: Party) -> bool:
    return old.is_vassal and new.is_vassal and old.lord != new.lord


def _power(before: BasePosition, after: BasePosition, board: _Board) -> Iterator[Happening]:
    if before.ruler == after.ruler:
        return
    if before.ruler is not None:
        left = before.ruler == board.moved_chief
        yield Happening(
            HappeningKind.POWER_LEFT if left else HappeningKind.POWER_LOST, before.ruler
        )
    if after.ruler is not None:
        yield Happening(HappeningKind.POWER, after.ruler)


def _purged(after: BasePosition, board: _Board) -> Iterator[Happening]:
    ruler = after.ruler
    if not after.rules.fortress_purge or ruler in (None, board.before.ruler):
        return
    # Whoever wakes in the maze comes to power too late for a purge (RULES 4.3).
    if not board.before.party(ruler).is_active and ruler != board.announced:
        return
    fortress = set(after.board.names(after.board.fortress))
    corpses = set(after.corpses)
    for cell, piece in board.pieces.items():
        if cell in fortress and cell in corpses:
            yield Happening(HappeningKind.PURGED, piece.party, piece.kind, cell, cell, ruler)


def _fate(old: Party, new: Party, board: _Board) -> Iterator[Happening]:
    """Yield what befell one party beyond the death of its Chief: RULES 4.4 and 4.5."""
    letter = new.letter
    fell = letter in board.dead_chiefs
    if old.is_active and not new.is_active and not fell:
        if letter != board.announced:
            yield Happening(HappeningKind.ENCIRCLED, letter)
    elif new.is_active and not old.is_active:
        if letter != board.announced:
            yield Happening(HappeningKind.WOKEN, letter)
    elif (old.is_active or old.is_vassal) and new.status in ("frozen", "held"):
        # Its lord fell: the old one, or whoever killed its Chief in this very turn.
        yield Happening(HappeningKind.FROZEN, letter)
    elif old.status == "held" and new.status == "frozen":
        yield Happening(HappeningKind.FREED, letter, by=old.lord)
    if new.status == "held" and (old.status != "held" or old.lord != new.lord):
        yield Happening(HappeningKind.HELD, letter, by=new.lord)
    elif new.status == "inherited" and not old.is_vassal:
        yield Happening(HappeningKind.INHERITED, letter, by=new.lord)


def _clause(before: BasePosition, turn: Turn | None, after: BasePosition) -> str:
    """Return the clause of RULES 7 that ended the game; ``turn`` is None for a resignation."""
    active = after.active
    if len(active) == 1:
        return "last"
    if not active:
        return "none"
    if len(after.winners) == 1:
        return "power"
    limit = after.rules.quiet_rounds * len(after.parties)
    if turn is not None and after.quiet >= limit > 0 and not _ends_uncounted(before, turn):
        return "quiet"
    return "dead"


def _ends_uncounted(before: BasePosition, turn: Turn) -> bool:
    """Return whether a turn would end the game also if no quiet turn had been played before."""
    kernel = before.scratch_kernel()
    entries = kernel.entries()
    kernel.load(kernel.contents(), (*entries[:QUIET], 0, *entries[QUIET + 1 :]))
    kernel.play(turn.packed)
    ended = kernel.entry(WINNERS) != 0
    kernel.take_back()
    return ended


def told(happenings: Iterable[Happening], lang: str, name: PartyNamer = party_name) -> str:
    """Return what happened in a few sentences; a move that leads to an act is left out.

    `name` gives the names of parties.

    >>> killed = Happening(HappeningKind.KILLED, "b", "D", "f6", "h2", "r", "M")
    >>> told([Happening(HappeningKind.MOVED, "r", "M", "c3", "f6", "r"), killed], "en")
    'The red Militant kills the blue Diplomat on f6; the corpse goes to h2.'
    """
    listed = list(happenings)
    acts = (HappeningKind.KILLED, HappeningKind.DISPLACED, HappeningKind.EXHUMED)
    if len(listed) > 1 and listed[0].what is HappeningKind.MOVED and listed[1].what in acts:
        went, act = listed[0].target, listed[1].cell
        # A Reporter kills beside its own cell: where it went is told as well.
        listed = listed[1:] if went == act else listed
    return " ".join(each.sentence(lang, name) for each in listed)


if not TYPE_CHECKING:
    __getattr__ = renamed(__name__, What="HappeningKind")
