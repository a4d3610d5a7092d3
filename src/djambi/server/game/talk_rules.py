"""The rules of talk: agreed on at an online table, always the same at one computer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from djambi.server.game.table_state import OnlineTable
from djambi.server.schemas.terms import Talk


@dataclass(frozen=True, slots=True)
class TalkRules:
    """The rules of talk at one game.

    Args:
        talk: where players speak (`Terms.talk`).
        pacts: whether they may promise each other something.
        published: whether everybody sees at the end what was secret.
        named: whether people are shown with the names of their accounts.
        begun: whether the game has begun, and seats are what they will be.
        watchers: whether those who only watch have a room of their own.
    """

    talk: Talk
    pacts: bool
    published: bool
    named: bool
    begun: bool
    watchers: bool

    @classmethod
    def of(cls, online: OnlineTable) -> Self:
        """Return the rules of an online table."""
        terms = online.terms
        return cls(
            terms.talk,
            terms.pacts,
            terms.publish,
            named=not terms.anonymous,
            begun=online.begun,
            watchers=True,
        )


LOCAL_TALK: Final = TalkRules(
    "free", pacts=True, published=True, named=True, begun=True, watchers=False
)
"""The rules of talk at one computer; when the game is over, nothing stays secret."""
