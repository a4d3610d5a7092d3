"""The sentences that suggest a pact, one grammar for each language.

A grammar is a table. A phrase is written with alternatives in parentheses and optional words in
brackets: ``(shall|can) we [please] make peace``. ``<party>`` and ``<cell>`` stand for the name of a
party and for a cell. Accents and capitals are gone before a sentence is compared; an apostrophe and
a hyphen end a word. Nothing else is understood: a sentence with one unknown word suggests nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final

from djambi.rules import PARTY_LETTERS
from djambi.texts import say


class Wish(StrEnum):
    """What a phrase wishes to be promised: a kind of promise, by me, by you or by both of us."""

    PEACE_BOTH = "both peace"
    PEACE_MINE = "mine peace"
    PEACE_YOURS = "yours peace"
    ATTACK_BOTH = "both attack"
    ATTACK_MINE = "mine attack"
    ATTACK_YOURS = "yours attack"
    THRONE_BOTH = "both no_power"
    THRONE_MINE = "mine no_power"
    THRONE_YOURS = "yours no_power"
    LEAVE_MINE = "mine leave"
    LEAVE_YOURS = "yours leave"
    SPARE_MINE = "mine spare"
    SPARE_YOURS = "yours spare"


@dataclass(frozen=True)
class Grammar:
    """The grammar of one language.

    Args:
        lang: the language.
        phrases: for each wish the phrases that express it.
        terms: phrases for a number of rounds, with ``#`` for the number.
        numbers: the words for numbers, from one on.
        courtesies: words that change nothing, where a sentence begins or ends.
        joints: words between two wishes.
        articles: words that may stand before the name of a party.
    """

    lang: str
    phrases: Mapping[Wish, tuple[str, ...]]
    terms: tuple[str, ...]
    numbers: tuple[str, ...]
    courtesies: frozenset[str]
    joints: frozenset[str]
    articles: frozenset[str]


ENGLISH: Final = Grammar(
    "en",
    {
        Wish.PEACE_BOTH: (
            (
                "(let us|let s|lets|shall we|can we|could we|should we|we should|we could) "
                "(leave (each other|one another) (alone|in peace)"
                "|not attack (each other|one another)|make peace|make a truce|have peace"
                "|have a truce|keep the peace|agree on peace"
                "|agree on a truce)"
            ),
            "(let us|let s|lets) (leave (each other|one another) be|stop (attacking|fighting))",
            "(let us|let s|lets) make peace with <party>",
            "(peace|truce|a truce|no attacks) [between us]",
            "peace with <party>",
            (
                "(how about|what about|i propose|i offer|i suggest|i want|i would like|we need) "
                "(peace|a truce) [between us]"
            ),
            "we (leave (each other|one another) alone|do not attack (each other|one another))",
            "(i will|i ll) not attack you if you (do not|don t) attack me",
            "(i will|i ll) leave you alone if you leave me alone",
        ),
        Wish.PEACE_MINE: (
            "(i will|i ll|i shall) (not|never) attack (you|<party>)",
            "i won t attack (you|<party>)",
            "(i will|i ll|i shall) leave (you|<party>) (alone|in peace)",
            "(i promise|i promise you) to leave (you|<party>) (alone|in peace)",
            "i promise not to attack (you|<party>)",
        ),
        Wish.PEACE_YOURS: (
            "(do not|don t|never) attack me",
            "leave me (alone|in peace)",
            "(will|would|can|could) you leave me (alone|in peace)",
            "promise not to attack me",
        ),
        Wish.ATTACK_BOTH: (
            (
                "(let us|let s|lets|shall we|can we|could we|should we|we should|we must|we could) "
                "[both] (attack|go for|stop|hit) <party> [together]"
            ),
            "(together|both) against <party>",
        ),
        Wish.ATTACK_MINE: ("(i will|i ll|i shall|i promise to) attack <party>",),
        Wish.ATTACK_YOURS: ("(attack|will you attack|can you attack|would you attack) <party>",),
        Wish.THRONE_BOTH: (
            (
                "(let us|let s|lets) (not take power|both stay out of the maze|stay out of the maze"
                "|stay off the throne|not enter the maze)"
            ),
            "(neither|none) of us takes power",
        ),
        Wish.THRONE_MINE: (
            "(i will|i ll|i shall) not (take (power|the throne)|enter the maze)",
            "i won t (take (power|the throne)|enter the maze)",
            "(i will|i ll|i shall) stay (out of the maze|off the throne)",
            "i promise not to (take power|take the throne|enter the maze)",
        ),
        Wish.THRONE_YOURS: (
            "(do not|don t) (take (power|the throne)|enter the maze)",
            "stay (out of the maze|off the throne)",
        ),
        Wish.LEAVE_MINE: ("(i will|i ll|i shall|i promise to) leave (the maze|the throne|power)",),
        Wish.LEAVE_YOURS: (
            "[will you|would you] (leave|quit) (the maze|the throne|power)",
            "(get|go) out of the maze",
        ),
        Wish.SPARE_MINE: (
            "(i will|i ll|i shall) (spare|not touch) [your piece on|the piece on] <cell>",
        ),
        Wish.SPARE_YOURS: ("(spare|do not touch|don t touch) [my piece on|the piece on] <cell>",),
    },
    (
        "for # (rounds|round|turns|turn)",
        "for the next # (rounds|turns)",
        "(within|in) # (rounds|round|turns|turn)",
        "# (rounds|round|turns|turn)",
    ),
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    frozenset(
        ["please", "hey", "hello", "hi", "ok", "okay", "well", "so", "then", "friend", "dear"]
    ),
    frozenset({"and"}),
    frozenset(),
)

FRENCH: Final = Grammar(
    "fr",
    {
        Wish.PEACE_BOTH: (
            "laissons nous (tranquilles|tranquille|en paix)",
            "(on se laisse|si on se laissait) (tranquilles|tranquille|en paix)",
            "(ne nous attaquons|nous attaquons) (pas|plus)",
            "on (ne s attaque|s attaque|se tape) (pas|plus)",
            "(faisons|concluons|signons|on fait) (la paix|une treve|treve)",
            "(paix|la paix|treve|une treve) [entre nous]",
            "(faisons|on fait) (la paix|treve) avec <party>",
            "(je propose|je te propose|je veux|et si on faisait) (la paix|une treve) [entre nous]",
            "je ne t (attaque|attaquerai) pas si tu ne m attaques pas",
            "je te laisse tranquille si tu me laisses tranquille",
        ),
        Wish.PEACE_MINE: (
            "je (ne t|t) (attaque|attaquerai) (pas|plus)",
            "je n (attaque|attaquerai) (pas|plus) <party>",
            "je (te laisse|te laisserai|laisse <party>|laisserai <party>) (tranquille|en paix)",
            "je promets de (ne pas t attaquer|te laisser tranquille|ne pas attaquer <party>)",
        ),
        Wish.PEACE_YOURS: (
            "ne m (attaque|attaquez) (pas|plus)",
            "(laisse|laissez) moi (tranquille|en paix)",
            "(tu me laisses|peux tu me laisser) (tranquille|en paix)",
        ),
        Wish.ATTACK_BOTH: (
            "(attaquons|frappons|arretons) <party> [ensemble]",
            "(on attaque|on arrete|si on attaquait) <party> [ensemble]",
            "(ensemble|tous deux) contre <party>",
        ),
        Wish.ATTACK_MINE: ("(j attaque|j attaquerai) <party>",),
        Wish.ATTACK_YOURS: ("(attaque|attaquez|peux tu attaquer|tu attaques) <party>",),
        Wish.THRONE_BOTH: (
            "(ne prenons pas|on ne prend pas) le pouvoir",
            "(n entrons pas|on n entre pas) dans le labyrinthe",
        ),
        Wish.THRONE_MINE: (
            "je ne (prends|prendrai) pas (le pouvoir|le trone)",
            "je n (entre|entrerai) pas dans le labyrinthe",
            "je (reste|resterai) hors du labyrinthe",
        ),
        Wish.THRONE_YOURS: (
            "ne (prends|prenez) pas (le pouvoir|le trone)",
            "n (entre|entrez) pas dans le labyrinthe",
            "(reste|restez) hors du labyrinthe",
        ),
        Wish.LEAVE_MINE: (
            "je (quitte|quitterai) (le labyrinthe|le pouvoir|le trone)",
            "je (sors|sortirai) du labyrinthe",
        ),
        Wish.LEAVE_YOURS: (
            "(quitte|quittez) (le labyrinthe|le pouvoir|le trone)",
            "(sors|sortez) du labyrinthe",
        ),
        Wish.SPARE_MINE: (
            "j (epargne|epargnerai) [ta piece en|la piece en] <cell>",
            "je ne (touche|toucherai) pas [a ta piece en|a la piece en] <cell>",
        ),
        Wish.SPARE_YOURS: (
            "(epargne|epargnez) [ma piece en|la piece en] <cell>",
            "ne (touche|touchez) pas [a ma piece en|a la piece en] <cell>",
        ),
    },
    (
        "(pendant|pour|durant) # (tours|tour) [de table]",
        "(pendant|pour|durant) les # prochains tours [de table]",
        "(d ici|en|dans les) # (tours|tour) [de table]",
        "# (tours|tour) [de table]",
    ),
    ("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    frozenset(["salut", "bonjour", "bon", "ok", "alors", "ecoute", "ami", "amie", "stp", "svp"]),
    frozenset({"et"}),
    frozenset({"le", "les", "la"}),
)

GRAMMARS: Final = (ENGLISH, FRENCH)


@cache
def wishes(lang: str) -> Mapping[tuple[str, ...], Wish]:
    """Return every phrase of a language, as its words, with the wish that it expresses."""
    return {
        words: wish
        for wish, patterns in _grammar(lang).phrases.items()
        for pattern in patterns
        for words in spelled_out(pattern)
    }


@cache
def terms(lang: str) -> frozenset[tuple[str, ...]]:
    """Return every phrase of a language for a number of rounds, as its words."""
    return frozenset(words for pattern in _grammar(lang).terms for words in spelled_out(pattern))


@cache
def party_names(lang: str) -> Mapping[str, str]:
    """Return the letters of all parties by their names in small letters."""
    return {say(f"party.{letter}", lang).casefold(): letter for letter in PARTY_LETTERS}


def _grammar(lang: str) -> Grammar:
    """Return the grammar of a language."""
    return next(grammar for grammar in GRAMMARS if grammar.lang == lang)


def spelled_out(pattern: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases that a pattern stands for, as their words.

    >>> [" ".join(words) for words in spelled_out("(make|keep) [the] peace")]
    ['make the peace', 'make peace', 'keep the peace', 'keep peace']
    """
    parts: list[tuple[tuple[str, ...], ...]] = []
    rest = pattern
    while rest := rest.lstrip():
        if rest[0] in "([":
            optional = rest[0] == "["
            inside, rest = _bracketed(rest)
            choices = [words for each in _alternatives(inside) for words in spelled_out(each)]
            parts.append((*choices, ()) if optional else tuple(choices))
        else:
            word, _, rest = rest.partition(" ")
            parts.append(((word,),))
    return tuple(tuple(word for part in chosen for word in part) for chosen in product(*parts))


def _bracketed(text: str) -> tuple[str, str]:
    """Return what the bracket that a text begins with has in it, and what comes after it."""
    depth = 0
    for i, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if depth == 0:
            return text[1:i], text[i + 1 :]
    raise ValueError(f"a bracket is open in {text!r}")


def _alternatives(text: str) -> list[str]:
    """Return what stands between the bars of a text that are in no bracket of their own."""
    found, depth = [""], 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return found
