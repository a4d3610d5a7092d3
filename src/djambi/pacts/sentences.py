"""Promises and what became of them as sentences, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.position.outcome import capital, piece_name
from djambi.texts import say

if TYPE_CHECKING:
    from djambi.pacts.judging import VerdictReason
    from djambi.pacts.kinds import Promise
    from djambi.parties import Piece


def promise_sentence(promise: Promise, lang: str, piece: Piece | None = None) -> str:
    """Return a promise as a sentence; ``piece`` is the one that it is about, if it is about one.

    >>> from djambi.pacts.kinds import Promise
    >>> promise_sentence(Promise("r", "peace", 3, "b"), "en")
    'Red will not attack Blue for 3 rounds.'
    >>> promise_sentence(Promise("g", "leave", 1), "fr")
    'Vert quittera le Labyrinthe d’ici 1 tour de table.'
    """
    values: dict[str, object] = {"by": say(f"party.{promise.by}", lang), "n": promise.rounds}
    if promise.other is not None:
        values["other"] = say(f"party.{promise.other}", lang)
    if piece is not None:
        values["piece"] = piece_name(piece.party, piece.kind, lang)
        values["cell"] = promise.cell
    return capital(say(f"pact.promise.{promise.kind}", lang, **values))


def reason_phrase(reason: VerdictReason, lang: str) -> str:
    """Return in a few words why a promise was kept, broken or void.

    >>> from djambi.pacts.judging import VerdictReason
    >>> reason_phrase(VerdictReason.NOTICE, "en")
    'the pact was denounced'
    """
    return say(f"pact.why.{reason.value}", lang)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        promise_words="promise_sentence",
        why_words="reason_phrase",
    )
