"""E-mails on a turn or a vote that waits for somebody, at tables with days for a turn.

An e-mail is promised when a turn begins, a pause ends or a vote is called, by the process that
stored the event, and written when it goes out some minutes later: who has played or answered by
then, or is there, needs none. Its key is made of the game and the event that began the turn, or
called the vote; then the party that is asked follows. At anonymous tables there are none: the mail
server's log beside the game would tell who is who.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from djambi.errors import DjambiError
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import parties_of, person_plays, stage_of
from djambi.server.game.table_state import OnlineTable, Vote
from djambi.server.live.registry import GameRegistry
from djambi.server.live.room import GameRoom, TableChanged
from djambi.server.notifications.mail import Email
from djambi.server.people.emails import Sender, turn_email, vote_email
from djambi.server.schemas.base import StrictStruct
from djambi.server.security.current_user import is_barred
from djambi.server.storage.account_preferences import choose, chosen
from djambi.server.storage.database import Database
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.voting import unanswered
from djambi.texts import say

_Words = tuple[str, str]
"""The subject and the text of an e-mail."""

EMAIL_DELAY_MS: Final = 120_000
"""Milliseconds from the beginning of a turn, or the call of a vote, to its e-mail."""

_KEY: Final = "notices"


class NoticesView(StrictStruct):
    """Body and answer of PUT /api/me/notices: whether e-mails tell me what waits for me."""

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
    mover = state.mover
    if _table_of(state) is None or mover is None or state.paused:
        return None
    row = state.seats[mover]
    return (state.moved, row.device) if person_plays(row) else None


def due_emails(change: TableChanged) -> list[tuple[str, str]]:
    """Return the keys of the e-mails that a change calls for, and the accounts that they are for.

    What they are about is new, and somebody is not there to see it.
    """
    found = (*_turn_begun(change), *_vote_called(change))
    return [(key, account) for key, account in found if not change.room.is_here(account)]


def _turn_begun(change: TableChanged) -> Iterator[tuple[str, str]]:
    before, after = change.before, change.room.state
    turn = turn_of(after)
    begins = before.moved != after.moved or stage_of(before) != stage_of(after)
    # An e-mail that was to go out during the pause was dropped.
    resumes = before.paused and not after.paused
    if turn is not None and (begins or resumes):
        number, account = turn
        yield f"{change.room.id}.{number}", account


def _vote_called(change: TableChanged) -> Iterator[tuple[str, str]]:
    room, state = change.room, change.room.state
    vote = _vote_of(state)
    if vote is not None and vote.number > change.before.number:
        for account in unanswered(state, room.ballots):
            yield f"{room.id}.{vote.number}.{parties_of(state, account)}", account


def _table_of(state: GameState) -> OnlineTable | None:
    """Return the table around a game if what waits there is told by e-mail."""
    online = state.online
    if online is None or not online.begun:
        return None
    slow = online.terms.clock.kind == "days"
    return online if slow and not online.terms.anonymous else None


def _vote_of(state: GameState) -> Vote | None:
    online = _table_of(state)
    return None if online is None else online.vote


class TableEmails:
    """Writes the e-mails that were promised; `sender` is the server that they come from."""

    def __init__(
        self, registry: GameRegistry, tables: TablesStore, people: PeopleStore, sender: Sender
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._people = people
        self._sender = sender

    async def write(self, key: str, account: str) -> Email | None:
        """Return the e-mail of a key; None if it is no longer needed, or not wanted."""
        game, number, *asked = key.split(".")
        try:
            room = await self._registry.room(game)
            await room.catch_up()
        except DjambiError:
            return None
        person = await self._people.account(account)
        if room.is_here(account) or person is None or person.erased or is_barred(person):
            return None
        if not person.email or not person.confirmed:
            return None
        if not (await notices_of(self._people.database, account)).letters:
            return None
        write = self._on_vote if asked else self._on_turn
        words = await write(room, int(number), person)
        return None if words is None else Email(person.email, *words)

    async def _on_turn(self, room: GameRoom, number: int, person: Account) -> _Words | None:
        until = room.state.clock.until()
        if until is None or turn_of(room.state) != (number, person.id):
            return None
        return turn_email(self._sender, person, room.id, _title(room.state, person), until)

    async def _on_vote(self, room: GameRoom, number: int, person: Account) -> _Words | None:
        # The ballots of a secret vote may have been cast by way of another process.
        ballots = await self._tables.ballots(room.id)
        vote = _vote_of(room.state)
        if vote is None or vote.number != number:
            return None
        if person.id not in unanswered(room.state, ballots):
            return None
        title = _title(room.state, person)
        return vote_email(self._sender, person, room.id, title, vote.kind, vote.until)


def _title(state: GameState, person: Account) -> str:
    """Return what a table is called for a person: its name, or else its variant."""
    named = "" if state.terms is None else state.terms.name
    return named or say(f"variant.{state.start.variant.name}", person.language)
