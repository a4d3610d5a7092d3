"""Who and what a report is about: found at the table, where the reporter knows only a party."""

from __future__ import annotations

from dataclasses import dataclass

from djambi.server.hub import Hub
from djambi.server.people.views import ReportBody
from djambi.server.words import Refused


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a report accuses (an account); the game and the message there that it is about."""

    accused: str
    game: str | None
    aside: int | None


async def subject_of(hub: Hub, reporter: str, body: ReportBody) -> Subject:
    """Whom somebody at a table accuses; raises Refused for what he cannot know of.

    Who is reported by his party is not named to the reporter, nor is it said whether somebody
    sits there by himself or a bot for him.
    """
    table = await hub.table(body.game or "")
    seats = table.ledger.seats
    devices = {row.device for row in seats.values()}
    if reporter not in devices:
        raise Refused("no_game")
    if body.party is not None:
        row = seats.get(body.party)
        if row is None or not row.device:
            raise Refused("no_seat", party=body.party)
        return Subject(row.device, body.game, None)
    if body.accused is None or body.accused not in devices:
        raise Refused("report_whom")
    return Subject(body.accused, body.game, None)


async def said_of(hub: Hub, game: str | None, aside: int | None) -> str | None:
    """What a report is about, word for word; None if it is about no message."""
    del hub, game, aside
    return None
