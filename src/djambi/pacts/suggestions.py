"""Understand a simple sentence as the pact that it suggests.

Method: a sentence is cut into words and into wishes, and each wish is looked up among the phrases
of a grammar (`djambi.pacts.grammars`) as a whole. So the time is linear in the length of the text,
and what is not understood completely suggests nothing. A suggestion is no proposal: who said it
decides with a click.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from djambi.pacts.grammars import GRAMMARS, Grammar, Wish, party_names, terms, wishes
from djambi.pacts.kinds import MAX_ROUNDS, Promise, fault_of
from djambi.position.position import Position

SUGGESTED_ROUNDS: Final = 3
"""The rounds of a promise for which a sentence names none."""

MAX_SUGGESTION_CHARS: Final = 200
"""The characters of the longest sentence that is read."""

_WORD: Final = re.compile(r"[^\W_]+")
_SEPARATORS: Final = frozenset(" \t\n'’‘-–—,.!?;:…«»\"“”()\u00a0\u202f")
_CELL: Final = re.compile(r"[a-z][0-9]{1,2}")


_Promised = tuple[str, list[Promise]]
"""Whom a sentence addresses, and what is to be promised."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A pact that a sentence suggests: the letters of its parties in seat order, its promises."""

    parties: str
    promises: tuple[Promise, ...]


def suggested_pact(text: str, speaker: str, room: str, position: Position) -> Suggestion | None:
    """Return the pact that a sentence suggests, None if it suggests none or is not understood.

    Args:
        text: what was said, in any language.
        speaker: the letter of the party that says it.
        room: the letters of the parties who hear it; "" for the whole table, where the sentence
            has to name its one addressee.
        position: the position in which it is said.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> found = suggested_pact("Let's leave each other alone for 3 rounds", "r", "rb", start)
    >>> [(p.by, p.kind, p.rounds, p.other) for p in found.promises]
    [('r', 'peace', 3, 'b'), ('b', 'peace', 3, 'r')]
    >>> suggested_pact("Bleu, laissons-nous tranquilles !", "r", "", start) == found
    True
    >>> suggested_pact("I would never leave you alone", "r", "rb", start)
    """
    words = _words(text)
    if not words:
        return None
    found = {_read(grammar, words, speaker, room, position) for grammar in GRAMMARS} - {None}
    return found.pop() if len(found) == 1 else None


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text without capitals and accents; none of one that cannot be read."""
    if len(text) > MAX_SUGGESTION_CHARS:
        return ()
    plain = unicodedata.normalize("NFD", text.casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    if any(not (char.isascii() and char.isalnum()) and char not in _SEPARATORS for char in plain):
        return ()
    return tuple(_WORD.findall(plain))


def _read(
    grammar: Grammar, words: tuple[str, ...], speaker: str, room: str, position: Position
) -> Suggestion | None:
    """Return what a sentence suggests in one language, whoever it addresses by name or by room."""
    names = party_names(grammar.lang)
    rest = _without_courtesies(grammar, list(words))
    others = [p for p in room if p != speaker]
    readings = [(others[0] if len(others) == 1 else None, rest)]
    if rest and rest[0] in names:
        readings.append((names[rest[0]], rest[1:]))
    if rest and rest[-1] in names:
        readings.append((names[rest[-1]], rest[:-1]))
    for addressee, said in readings:
        promises = _wished(grammar, said, speaker, addressee)
        if promises is not None:
            return _sound(promises, speaker, room, position)
    return None


def _wished(
    grammar: Grammar, words: list[str], speaker: str, addressee: str | None
) -> _Promised | None:
    """Return whom a sentence addresses, and what is to be promised; None if that is not clear."""
    promises: list[Promise] = []
    clauses = _clauses(grammar, words)
    rounds = _cut_term(grammar, clauses[-1])[1]
    before: str | None = None
    for clause in clauses:
        body, own_rounds = _cut_term(grammar, clause)
        marked, party, cell = _marked(grammar, body)
        wish = wishes(grammar.lang).get(tuple(marked))
        if wish is None or own_rounds == 0:
            return None
        if party is not None and wish in (Wish.PEACE_BOTH, Wish.PEACE_MINE):
            # "Peace with Blue" says whom it is for; in a room with Green it is no word to Green.
            if addressee not in (None, party):
                return None
            addressee, party = party, None
        if addressee is None:
            return None
        whose, kind = wish.split()
        if before == "both" and whose == "yours":
            # "Let us ... and attack Green": who is to attack?
            return None
        before = whose
        term = own_rounds or rounds or SUGGESTED_ROUNDS
        givers = {"both": (speaker, addressee), "mine": (speaker,), "yours": (addressee,)}[whose]
        for by in givers:
            mutual = addressee if by == speaker else speaker
            other = mutual if kind == "peace" else party
            promises.append(Promise(by, kind, term, other, cell))
    return None if addressee is None else (addressee, promises)


def _without_courtesies(grammar: Grammar, words: list[str]) -> list[str]:
    while words and words[0] in grammar.courtesies:
        words = words[1:]
    while words and words[-1] in grammar.courtesies:
        words = words[:-1]
    return words


def _clauses(grammar: Grammar, words: list[str]) -> list[list[str]]:
    """Return the wishes of a sentence: what stands between its joints."""
    found: list[list[str]] = [[]]
    for word in words:
        if word in grammar.joints and found[-1]:
            found.append([])
        else:
            found[-1].append(word)
    return found


def _cut_term(grammar: Grammar, words: list[str]) -> tuple[list[str], int | None]:
    """Return a wish without its term, and the rounds: None if it names none, 0 if too many."""
    numbers = {word: n for n, word in enumerate(grammar.numbers, 1)}
    for start in range(max(0, len(words) - 8), len(words)):
        tail = words[start:]
        counted = [word for word in tail if word.isdecimal() or word in numbers]
        shape = tuple("#" if word.isdecimal() or word in numbers else word for word in tail)
        if shape in terms(grammar.lang):
            # A term names one number.
            [word] = counted
            rounds = numbers.get(word) or (int(word) if len(word) <= 2 else 0)
            return words[:start], rounds if rounds <= MAX_ROUNDS else 0
    return words, None


def _marked(grammar: Grammar, words: list[str]) -> tuple[list[str], str | None, str | None]:
    """Return the words with ``<party>`` and ``<cell>`` in their places, and which they are."""
    names = party_names(grammar.lang)
    party = cell = None
    marked: list[str] = []
    for word in words:
        if word in names and party is None:
            party = names[word]
            if marked and marked[-1] in grammar.articles:
                marked.pop()
            marked.append("<party>")
        elif _CELL.fullmatch(word) and cell is None:
            cell = word
            marked.append("<cell>")
        else:
            marked.append(word)
    return marked, party, cell


def _sound(promised: _Promised, speaker: str, room: str, position: Position) -> Suggestion | None:
    """Return the pact if it can be proposed as things stand, to somebody in the room."""
    addressee, promises = promised
    if addressee == speaker or (room and addressee not in room):
        return None
    parties = position.variant.in_seat_order(speaker + addressee)
    if len(parties) != 2 or not all(p in position.active for p in parties):
        return None
    unlike = tuple(dict.fromkeys(promises))
    if any(fault_of(promise, position) is not None for promise in unlike):
        return None
    return Suggestion(parties, unlike)
