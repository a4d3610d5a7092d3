"""Who and what a report is about: found at the table, where the reporter knows only a party."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from djambi.errors import DjambiError
from djambi.server.errors import Refused
from djambi.server.game.asides import Emoted, Spoke
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.people.schemas import ReportBody
from djambi.server.security.access import Device


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a report accuses (an account); the game and the aside there that it is about."""

    accused: str
    game: str | None
    aside: int | None


async def subject_of(hub: GameRegistry, reporter: str, body: ReportBody) -> Subject:
    """Whom somebody at a table accuses; raises Refused for what he cannot know of.

    He names a message that he could read, or a party; only where names are known he may name an
    account too, for at an anonymous table the answer would tell whether it sits there.
    """
    table = await hub.open(body.game or "", Device(reporter, host=False))
    if body.aside is not None:
        cited = None if table.talk is None else table.talk.cited(reporter, body.aside)
        if cited is None or not cited.aside.by:
            raise Refused("report_whom")
        return Subject(cited.aside.by, body.game, cited.number)
    if body.party is not None:
        row = table.ledger.seats.get(body.party)
        if row is None or row.player != "person" or not row.device:
            raise Refused("no_seat", party=body.party)
        return Subject(row.device, body.game, None)
    terms = table.ledger.terms
    anonymous = terms is not None and terms.anonymous
    if anonymous or body.accused is None or body.accused not in _people_at(table):
        raise Refused("report_whom")
    return Subject(body.accused, body.game, None)


def _people_at(table: GameRoom) -> set[str]:
    """Who sits at a table or has said something there."""
    seated = {row.device for row in table.ledger.seats.values() if row.player == "person"}
    asides = [] if table.talk is None else table.talk.book.asides
    return seated | {numbered.aside.by for numbered in asides}


async def said_of(hub: GameRegistry, game: str | None, aside: int | None) -> str | None:
    """What a report is about, word for word; None if it is about no message.

    Only the message itself: moderators read nobody's talk but what was reported.
    """
    if game is None or aside is None:
        return None
    with suppress(DjambiError):
        talk = (await hub.table(game)).talk
        if talk is not None and 0 < aside <= len(talk.book.asides):
            said = talk.book.asides[aside - 1].aside
            if isinstance(said, Spoke):
                return said.text
            return said.emote if isinstance(said, Emoted) else None
    return None
