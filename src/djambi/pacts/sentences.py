"""Put promises and the reasons for their verdicts into words, in `en` or `fr`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from djambi.forwarding import renamed
from djambi.pacts.judging import VerdictReason
from djambi.pacts.kinds import Promise
from djambi.parties import Piece
from djambi.position.outcome import PartyNamer, capital, party_name, piece_name
from djambi.texts import say


def promise_sentence(
    promise: Promise, lang: str, piece: Piece | None = None, name: PartyNamer = party_name
) -> str:
    """Return a promise as a sentence; ``piece`` is the piece that it is about, if any.

    ``name`` says what parties are called.

    >>> from djambi.pacts.kinds import Promise
    >>> promise_sentence(Promise("r", "peace", 3, "b"), "en")
    'Red will not attack Blue for 3 rounds.'
    >>> promise_sentence(Promise("g", "leave", 1), "fr")
    'Vert quittera le Labyrinthe d’ici 1 tour de table.'
    """
    values: dict[str, object] = {"by": name(promise.by, lang), "n": promise.rounds}
    if promise.other is not None:
        values["other"] = name(promise.other, lang)
    if piece is not None:
        values["piece"] = piece_name(piece.party, piece.kind, lang)
        values["cell"] = promise.cell
    return capital(say(f"pact.promise.{promise.kind}", lang, **values))


def reason_phrase(reason: VerdictReason, lang: str) -> str:
    """Return the reason for a verdict in a few words.

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
