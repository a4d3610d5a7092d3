"""Put what a bot states about pacts into words, in `en` or `fr`, in the voice of its character.

A sentence is a pure function of the statement, its speaker and the occasion, so that every process
and every replay reads the same. It says nothing that the statement does not: numbers below one
hundredth of the game are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from djambi.bots.politics.statements import Statement, StatementKind, TalkReason
from djambi.bots.politics.values import PactValue
from djambi.texts import catalogue, say

MAX_STOPPERS: Final = 2
"""How many of those who can hinder a threat a warning names."""

_PROMISING: Final = frozenset({StatementKind.ACCEPT, StatementKind.PROPOSE})
"""What is said with what the pact brings; what declines is said with what it costs."""

_TOLD_WITH_RECORD: Final = frozenset({TalkReason.DISTRUST, TalkReason.OUTCAST})
"""What is said with the number of promises that somebody has broken."""


def statement_sentence(statement: Statement, lang: str, bot: str, occasion: object) -> str:
    """Return a statement in words.

    Args:
        statement: what is stated.
        lang: `en` or `fr`.
        bot: the name of the speaker's bot, which its character follows from.
        occasion: tells one occasion from another: there are several ways to say the same.

    >>> said = Statement(StatementKind.DECLINE, "r", TalkReason.TRAITOR, "b")
    >>> statement_sentence(said, "en", "club:usurper", 1)
    'No, Blue. Traitors do not sit at my table.'
    >>> statement_sentence(said, "fr", "club", 1)
    'Non, Bleu. Vous m’avez manqué de parole.'
    """
    first = f"statement.{statement.kind}.{statement.reason}"
    _, _, character = bot.partition(":")
    keys = _keys(first, character) or _keys(first, "neutral")
    # The words of a game keep no secrets.
    key = Random(f"{occasion}:{statement.speaker}").choice(keys)
    about = _party(statement.about, lang)
    return " ".join((say(key, lang, about=about), *_facts(statement, lang)))


def _keys(first: str, character: str) -> list[str]:
    """Return the keys of the sentences that a character has for it."""
    known = catalogue("en", "statement")
    key = f"{first}.{character}"
    return [each for each in (key, f"{key}.2") if each in known]


def _party(letter: str, lang: str) -> str:
    return say(f"party.{letter}", lang) if letter else ""


def _facts(statement: Statement, lang: str) -> Iterator[str]:
    """Yield what the statement's numbers come to, in sentences."""
    value, record, threat = statement.value, statement.record, statement.threat
    if value is not None:
        yield from _worth(statement, value, lang)
    if record is not None and record.broken and statement.reason in _TOLD_WITH_RECORD:
        about = _party(statement.about, lang)
        yield say("statement.fact.record", lang, party=about, n=record.broken)
    if threat is not None:
        named = [
            say("statement.fact.stopper", lang, party=_party(party, lang), cell=cell)
            for party, cell in threat.stoppers[:MAX_STOPPERS]
        ]
        first, *rest = named
        for second in rest:
            first = say("statement.fact.or", lang, first=first, second=second)
        about = _party(threat.party, lang)
        yield say("statement.fact.power", lang, party=about, stoppers=first)


def _worth(statement: Statement, value: PactValue, lang: str) -> Iterator[str]:
    """Yield what a pact is worth, to its speaker and to whom it is made with."""
    own = round(100 * value.gain(statement.speaker))
    others = [party for party in value.signatories if party != statement.speaker]
    if statement.kind in _PROMISING and own >= 1:
        other = round(100 * value.gain(others[0])) if len(others) == 1 else 0
        if other >= 1:
            about = _party(others[0], lang)
            yield say("statement.fact.both", lang, own=own, other=other, party=about)
        else:
            yield say("statement.fact.own", lang, own=own)
    elif statement.kind not in _PROMISING and own <= -1:
        yield say("statement.fact.loss", lang, own=-own)
