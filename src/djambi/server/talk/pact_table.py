"""The table of what can be promised, and of the emotes: made once, the same for everybody."""

from __future__ import annotations

from functools import cache
from typing import Final

from djambi.pacts import KINDS, MAX_ROUNDS, PromiseRule, PromiseSubject
from djambi.server.schemas.talk import (
    MAX_MESSAGE_CHARS,
    MAX_PROMISES,
    EmoteName,
    EmoteView,
    PactTableView,
    PromiseAbout,
    PromiseKindView,
)
from djambi.server.talk.presenter import VERDICTS
from djambi.views.words import Words, words

_MARKS: Final[dict[EmoteName, str]] = {
    "hello": "👋",
    "thanks": "🙏",
    "well_played": "👏",
    "sorry": "😅",
    "no": "👎",
    "yes": "👍",
    "beware": "⚠️",
    "together": "🤝",
    "traitor": "🗡️",
    "thinking": "🤔",
    "hurry": "⏳",
    "farewell": "🚪",
}


@cache
def pact_table() -> PactTableView:
    """Return what can be promised, what keeps, breaks and voids it, and the emotes."""
    return PactTableView(
        kinds=[_kind(kind) for kind in KINDS],
        emotes=[
            EmoteView(name, mark, words(f"talk.emote.{name}")) for name, mark in _MARKS.items()
        ],
        most_rounds=MAX_ROUNDS,
        most_promises=MAX_PROMISES,
        longest=MAX_MESSAGE_CHARS,
    )


_ABOUT: Final[dict[PromiseSubject, PromiseAbout | None]] = {
    PromiseSubject.PARTY: "party",
    PromiseSubject.PIECE: "piece",
    PromiseSubject.NOTHING: None,
}


def _kind(kind: PromiseRule) -> PromiseKindView:
    void: list[Words] = [words(f"pact.need.{need.value}") for need in kind.needs]
    return PromiseKindView(
        kind=kind.name,
        about=_ABOUT[kind.about],
        name=words(f"pact.kind.{kind.name}"),
        deed=words(f"pact.deed.{kind.name}"),
        by_deed=VERDICTS[kind.by_deed],
        by_term=VERDICTS[kind.by_term],
        by_end=VERDICTS[kind.by_end],
        void=void,
    )
