"""The pact that something said at a game suggests, ready to be proposed by who said it."""

from __future__ import annotations

from djambi.pacts import Promise, promise_sentence
from djambi.pacts.suggestions import suggested_pact
from djambi.server.game.state import GameState
from djambi.server.schemas.talk import SuggestedPactView
from djambi.server.talk.commands import Speaker, terms_for
from djambi.server.talk.presenter import promise_body
from djambi.views.words import Words, both


def suggestion_view(
    state: GameState, speaker: Speaker, party: str, room: str, text: str
) -> SuggestedPactView | None:
    """Return what a sentence suggests that this speaker may propose now, for a party of theirs."""
    if not terms_for(state, speaker).pacts or not party:
        return None
    found = suggested_pact(text, party, room, state.position)
    if found is None or set(found.parties) <= set(speaker.parties):
        return None
    return SuggestedPactView(
        found.parties,
        [promise_body(promise) for promise in found.promises],
        [_words(promise, state) for promise in found.promises],
        secret=bool(room) and terms_for(state, speaker).secret,
    )


def _words(promise: Promise, state: GameState) -> Words:
    piece = None if promise.cell is None else state.position.piece_at(promise.cell)
    return both(lambda lang: promise_sentence(promise, lang, piece))
