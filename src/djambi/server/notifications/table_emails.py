"""E-mails on what waits for somebody, at tables with days for a turn: a turn, a vote, a pact.

An e-mail is promised when a turn begins, a pause ends, a vote is called or a pact proposed, by the
process that stored it, and written when it goes out some minutes later: who has played or answered
by then, or is there, needs none. Who was there and leaves without having played is promised one
then. Whose time has run out is told so once, and of that game no more until they are back. Nobody
is told of a second pact while one waits for their answer, nor of any in their own turn, which they
are told of.

The key of an e-mail is made of the game and the number of what it is about (an event; of a pact the
aside), with a letter for its kind: none for a turn and a vote. The party that it is for follows,
but not of a turn. At anonymous tables there are none: the mail server's log beside the game would
tell who is who.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from djambi.errors import DjambiError
from djambi.server.game.asides import Proposed
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import parties_of, person_plays, stage_of
from djambi.server.game.table_state import OnlineTable, Vote
from djambi.server.live.registry import ClientLeft, GameRegistry
from djambi.server.live.room import GameRoom, TableChanged
from djambi.server.notifications.mail import Email
from djambi.server.people.emails import Sender, late_email, pact_email, turn_email, vote_email
from djambi.server.schemas.base import StrictStruct
from djambi.server.security.current_user import is_barred
from djambi.server.storage.account_preferences import choose, chosen
from djambi.server.storage.database import Database
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.tables import TablesStore
from djambi.server.tables.voting import unanswered
from djambi.server.talk.presenter import may_do
from djambi.server.talk.room import TalkRoom
from djambi.texts import say

_Words = tuple[str, str]
"""The subject and the text of an e-mail."""

EMAIL_DELAY_MS: Final = 120_000
"""Milliseconds from what an e-mail is about to the e-mail."""

_LATE: Final = "l"
_PACT: Final = "p"

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
    row = state.seat(mover)
    return (state.moved, row.device) if person_plays(row) else None


def due_emails(change: TableChanged) -> list[tuple[str, str]]:
    """Return the keys of the e-mails that a change calls for, and the accounts that they are for.

    What they are about is new. Who is there to see it may be gone in a moment: whether anybody is
    there is asked when an e-mail is written.
    """
    return [*_turn_begun(change), *_vote_called(change), *_time_out(change)]


def due_pact_emails(talk: TalkRoom, number: int) -> list[tuple[str, str]]:
    """Return the keys of the e-mails that an aside calls for, and the accounts that they are for.

    It proposes a pact, and none waited for their answer before.
    """
    room = talk.room
    online, proposed = _table_of(room.state), talk.log.asides[number - 1].aside
    if online is None or not isinstance(proposed, Proposed):
        return []
    rows = [room.state.seats[party] for party in proposed.parties]
    return [
        (f"{room.id}.{_PACT}{number}.{row.party}", row.device)
        for row in rows
        if person_plays(row) and _waiting_pacts(talk, row.device) == [proposed.pact]
    ]


def _waiting_pacts(talk: TalkRoom, account: str) -> list[str]:
    """Return the pacts that wait for an account's answer."""
    reader, state = talk.reader(account), talk.room.state
    proposals = talk.log.proposals.values()
    return [each.id for each in proposals if "accept" in may_do(each, reader, state, None)]


def _turn_begun(change: TableChanged) -> Iterator[tuple[str, str]]:
    before, after = change.before, change.room.state
    turn = turn_of(after)
    begins = before.moved != after.moved or stage_of(before) != stage_of(after)
    # An e-mail that was to go out during the pause was dropped.
    resumes = before.paused and not after.paused
    if turn is not None and (begins or resumes):
        number, account = turn
        yield _turn_key(change.room, number), account


def _turn_key(room: GameRoom, number: int) -> str:
    return f"{room.id}.{number}"


def _vote_called(change: TableChanged) -> Iterator[tuple[str, str]]:
    room, state = change.room, change.room.state
    vote = _vote_of(state)
    if vote is not None and vote.number > change.before.number:
        for account in unanswered(state, room.ballots):
            yield f"{room.id}.{vote.number}.{parties_of(state, account)}", account


def _time_out(change: TableChanged) -> Iterator[tuple[str, str]]:
    before, after = change.before, change.room.state
    if _table_of(after) is None:
        return
    for party, row in after.seats.items():
        if not _is_late(before, party, row.device) and _is_late(after, party, row.device):
            yield f"{change.room.id}.{_LATE}{after.number}.{party}", row.device


def _is_late(state: GameState, party: str, account: str) -> bool:
    """Return whether an account's time has run out: a bot plays its party, or that is out."""
    row = state.seats[party]
    if row.player != "person" or row.device != account:
        return False
    out = party not in state.position.active and state.entries.flagged(party)
    return out or row.stand_in is not None


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
    """Writes the e-mails that were promised; `sender` is the server that they come from.

    `talk_of` returns the talk of a game in memory.
    """

    def __init__(
        self,
        registry: GameRegistry,
        tables: TablesStore,
        people: PeopleStore,
        talk_of: Callable[[GameRoom], TalkRoom | None],
        sender: Sender,
    ) -> None:
        self._registry = registry
        self._tables = tables
        self._people = people
        self._talk_of = talk_of
        self._sender = sender
        self._spared: dict[tuple[str, str], str] = {}
        """The last e-mail that was not written because its account was at the game just then."""

    def promised_by_leaving(self, event: ClientLeft) -> list[tuple[str, str]]:
        """Return the key of the e-mail, and its account, on a turn that is left unplayed.

        Only where none has gone out: who was there when it was to be written got none.
        """
        room, account = event.room, event.account
        if event.came is None:
            return []
        spared = self._spared.pop((room.id, account), "")
        online, turn = room.state.online, turn_of(room.state)
        if online is None or turn is None or turn[1] != account or room.is_here(account):
            return []
        key = _turn_key(room, turn[0])
        # Another process may have been the one to write it.
        stayed = event.came <= online.turn_at + EMAIL_DELAY_MS
        return [(key, account)] if stayed or key == spared else []

    async def write(self, key: str, account: str) -> Email | None:
        """Return the e-mail of a key; None if it is no longer needed, or not wanted."""
        game, about, *party = key.split(".")
        try:
            room = await self._registry.room(game)
            await room.catch_up()
        except DjambiError:
            return None
        if room.is_here(account):
            if account in room.here:
                # Whoever is there by another process leaves there.
                self._spared[game, account] = key
            return None
        person = await self._people.account(account)
        if person is None or person.erased or is_barred(person):
            return None
        if not person.email or not person.confirmed:
            return None
        if not (await notices_of(self._people.database, account)).letters:
            return None
        words = await self._words(about, "".join(party), room, person)
        return None if words is None else Email(person.email, *words)

    def _words(
        self, about: str, party: str, room: GameRoom, person: Account
    ) -> Awaitable[_Words | None]:
        if about.startswith(_LATE):
            return self._on_time_out(room, party, person)
        if about.startswith(_PACT):
            return self._on_pact(room, int(about.removeprefix(_PACT)), person)
        write = self._on_vote if party else self._on_turn
        return write(room, int(about), person)

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

    async def _on_time_out(self, room: GameRoom, party: str, person: Account) -> _Words | None:
        state = room.state
        if _table_of(state) is None or not _is_late(state, party, person.id):
            return None
        plays = state.seats[party].stand_in is not None and party in state.position.active
        return late_email(self._sender, person, room.id, _title(state, person), party, plays)

    async def _on_pact(self, room: GameRoom, number: int, person: Account) -> _Words | None:
        talk = self._talk_of(room)
        if talk is None or _table_of(room.state) is None:
            return None
        await talk.catch_up()
        proposed = talk.log.asides[number - 1].aside
        # Whose turn it is has been told so, and comes.
        comes = (turn_of(room.state) or (0, ""))[1] == person.id
        if comes or not isinstance(proposed, Proposed):
            return None
        if proposed.pact not in _waiting_pacts(talk, person.id):
            return None
        title, by = _title(room.state, person), proposed.party[0]
        return pact_email(self._sender, person, room.id, title, by)


def _title(state: GameState, person: Account) -> str:
    """Return what a table is called for a person: its name, or else its variant."""
    named = "" if state.terms is None else state.terms.name
    return named or say(f"variant.{state.start.variant.name}", person.language)
