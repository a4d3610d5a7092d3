"""E-mails that say "it is your turn", at tables with days for a turn.

An e-mail is promised when a turn begins or a pause ends, by the process that stored the event, and
written when it goes out some minutes later: who has played by then, or is there, needs none. Its
key is made of the game and the event that began the turn. At anonymous tables there are none: the
mail server's log beside the game would tell who is who.
"""

from __future__ import annotations

from typing import Final

from djambi.errors import DjambiError
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import person_plays, stage_of
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import TableChanged
from djambi.server.notifications.mail import Email
from djambi.server.people.emails import Sender, turn_email
from djambi.server.schemas.base import StrictStruct
from djambi.server.security.current_user import is_barred
from djambi.server.storage.account_preferences import choose, chosen
from djambi.server.storage.database import Database
from djambi.server.storage.people import PeopleStore

EMAIL_DELAY_MS: Final = 120_000
"""Milliseconds from the beginning of a turn to its e-mail."""

_KEY: Final = "notices"


class NoticesView(StrictStruct):
    """Body and answer of PUT /api/me/notices: whether e-mails are to say that it is my turn."""

    letters: bool


async def notices_of(database: Database, account: str) -> NoticesView:
    """Return what an account chose; whoever has not chosen gets e-mails."""
    kept = await chosen(database, account, _KEY)
    return NoticesView(kept is None or bool(kept["letters"]))


async def choose_notices(database: Database, account: str, notices: NoticesView) -> None:
    """Store what an account wants."""
    await choose(database, account, _KEY, lambda _: {"letters": notices.letters})


def turn_of(state: GameState) -> tuple[int, str] | None:
    """Return the event that began this turn and who is to move; None: no e-mail is due."""
    online, mover = state.online, state.mover
    if online is None or mover is None or not online.begun or state.paused:
        return None
    if online.terms.clock.kind != "days" or online.terms.anonymous:
        return None
    row = state.seats[mover]
    return (state.moved, row.device) if person_plays(row) else None


def due_email(change: TableChanged) -> tuple[str, str] | None:
    """Return the key of the e-mail that a change calls for, and the account that it is for.

    A turn has begun, or goes on after a pause, that somebody is not there to see. None: no e-mail
    is due.
    """
    room, before, after = change.room, change.before, change.room.state
    turn = turn_of(after)
    begins = before.moved != after.moved or stage_of(before) != stage_of(after)
    # An e-mail that was to go out during the pause was dropped.
    resumes = before.paused and not after.paused
    if turn is None or not (begins or resumes):
        return None
    number, account = turn
    return None if room.is_here(account) else (f"{room.id}.{number}", account)


class TurnEmails:
    """Writes the e-mails that were promised; `sender` is the server that they come from."""

    def __init__(self, registry: GameRegistry, people: PeopleStore, sender: Sender) -> None:
        self._registry = registry
        self._people = people
        self._sender = sender

    async def write(self, key: str, account: str) -> Email | None:
        """Return the e-mail on a turn; None if it is no longer needed, or not wanted."""
        game, _, number = key.rpartition(".")
        try:
            room = await self._registry.room(game)
            await room.catch_up()
        except DjambiError:
            return None
        online = room.state.online
        until = room.state.clock.until()
        if online is None or until is None or turn_of(room.state) != (int(number), account):
            return None
        person = await self._people.account(account)
        if room.is_here(account) or person is None or person.erased or is_barred(person):
            return None
        if not person.email or not person.confirmed:
            return None
        if not (await notices_of(self._people.database, account)).letters:
            return None
        variant = room.state.start.variant.name
        words = turn_email(self._sender, person, game, online.terms.name, variant, until)
        return Email(person.email, *words)
