"""Find the subject of a report at the table, where the reporter knows only a party."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from djambi.errors import DjambiError
from djambi.server.errors import RequestRefused
from djambi.server.game.asides import Emoted, Spoke
from djambi.server.game.table_queries import people_at
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom
from djambi.server.people.schemas import ReportBody
from djambi.server.security.devices import Device
from djambi.server.talk.room import TalkRoom
from djambi.server.talk.service import TalkService


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a report accuses (an account); the game and the aside there that it is about."""

    accused: str
    game: str | None
    aside: int | None


class ReportSubjects:
    """Finds what reports are about at the tables of a process."""

    def __init__(self, registry: GameRegistry, talks: TalkService) -> None:
        self._registry = registry
        self._talks = talks

    async def subject_of(self, reporter: str, body: ReportBody) -> Subject:
        """Return whom somebody at a table accuses; refuses what they cannot know of.

        They name a message that they could read, or a party; only where names are known they may
        name an account too, for at an anonymous table the answer would tell whether it sits there.
        """
        device = Device(reporter, host=False)
        room = await self._registry.open(body.game or "", device, body.key)
        talk = self._talks.room_of(room)
        if body.aside is not None:
            cited = None if talk is None else talk.cited(reporter, body.aside)
            if cited is None or not cited.aside.by:
                raise RequestRefused("report_whom")
            return Subject(cited.aside.by, body.game, cited.number)
        if body.party is not None:
            row = room.state.seats.get(body.party)
            if row is None or row.player != "person" or not row.device:
                raise RequestRefused("no_seat", party=body.party)
            return Subject(row.device, body.game, None)
        terms = room.state.terms
        anonymous = terms is not None and terms.anonymous
        if anonymous or body.accused is None or body.accused not in _people_at(room, talk):
            raise RequestRefused("report_whom")
        return Subject(body.accused, body.game, None)

    async def said_of(self, game: str | None, aside: int | None) -> str | None:
        """Return what a report is about, word for word; None if it is about no message.

        Only the message itself: moderators read nobody's talk but what was reported.
        """
        if game is None or aside is None:
            return None
        with suppress(DjambiError):
            talk = self._talks.room_of(await self._registry.room(game))
            if talk is not None and 0 < aside <= len(talk.log.asides):
                subject = talk.log.asides[aside - 1].aside
                if isinstance(subject, Spoke):
                    return subject.text
                return subject.emote if isinstance(subject, Emoted) else None
        return None


def _people_at(room: GameRoom, talk: TalkRoom | None) -> set[str]:
    """Return who sits at a table or has said something there."""
    seated = people_at(room.state)
    asides = [] if talk is None else talk.log.asides
    return {numbered.aside.by for numbered in asides} | seated
