"""What somebody asks to say or to promise, made into the aside that is stored; who may do what."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from djambi.bots.politics.statements import Statement
from djambi.pacts import fault_of
from djambi.position.position import Position
from djambi.server.errors import RequestRefused
from djambi.server.game.asides import (
    Declined,
    Denounced,
    Emoted,
    PactAccepted,
    PromiseRow,
    Proposed,
    Spoke,
    Stated,
    StoredAsides,
)
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import talk_key
from djambi.server.identifiers import new_id
from djambi.server.plain_text import is_control
from djambi.server.schemas.talk import (
    MAX_MESSAGE_CHARS,
    AcceptRequest,
    DeclineRequest,
    DenounceRequest,
    EmoteRequest,
    PromiseBody,
    ProposeRequest,
    TalkRequest,
    TalkTermsView,
)
from djambi.server.security.devices import NO_ACCOUNT_KEY
from djambi.server.talk.talk_log import WATCH, Message, Proposal, Reader, TalkLog, speaker_of

TalkCommand = (
    TalkRequest | EmoteRequest | ProposeRequest | AcceptRequest | DeclineRequest | DenounceRequest
)
"""What a client may ask to store."""

MAX_MESSAGES: Final = 10_000
"""Messages of the players of a game; each of them may write a seat's share."""

MAX_WATCH_MESSAGES: Final = 5_000
MAX_WATCHER_MESSAGES: Final = 500
"""Messages in the watchers' room of a game, and those of one watcher."""

MAX_PACTS: Final = 300
MAX_OPEN_PROPOSALS: Final = 12
"""Pacts of a game, of which each party may propose a share, and proposals of one party that may
still be agreed on."""

PACT_ID_CHARS: Final = 8
"""Characters of a pact's name, which does not even tell how many pacts there are."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who asks: the key of a person ("" for a bot) and the parties that they play."""

    key: str
    parties: str


def rooms_of(state: GameState, speaker: Speaker) -> list[str]:
    """Return the rooms where somebody may speak now ("*": any that include a party of theirs)."""
    rules = state.talk_rules
    if rules is None or speaker.key == NO_ACCOUNT_KEY:
        return []
    if not speaker.parties:
        return [WATCH] if rules.begun and rules.watchers else []
    if state.mover is None:
        return [""]
    # Before an anonymous table begins, seats are not yet what they will be.
    if rules.talk == "silent" or not (rules.named or rules.begun):
        return []
    return ["", "*"] if rules.talk == "free" and rules.begun else [""]


def terms_for(state: GameState, speaker: Speaker) -> TalkTermsView:
    """Return what the table allows somebody now."""
    rules = state.talk_rules
    if rules is None:
        return TalkTermsView("silent", [], pacts=False, secret=False, published=False)
    playing = rules.begun and state.mover is not None
    pacts = rules.pacts and playing and bool(active_parties(state.position, speaker.parties))
    return TalkTermsView(
        talk=rules.talk,
        rooms=rooms_of(state, speaker),
        pacts=pacts,
        secret=rules.talk == "free",
        published=rules.published,
        ambassador=pacts and not (state.terms is not None and state.terms.rated),
    )


def active_parties(position: Position, parties: str) -> str:
    """Return those of some parties that are active."""
    return "".join(p for p in position.active if p in parties)


def are_active(position: Position, parties: str) -> bool:
    """Return whether all of some parties are active."""
    return len(active_parties(position, parties)) == len(parties)


def may_conclude(proposal: Proposal, state: GameState) -> bool:
    """Return whether a pact may still be agreed on.

    It is open, none of its parties is out, and all are played by whom it was proposed to.
    """
    return (
        proposal.state == "proposed"
        and are_active(state.position, proposal.parties)
        and _same_players(proposal, state)
    )


def _same_players(proposal: Proposal, state: GameState) -> bool:
    """Return whether nobody got up from a seat of a pact since it was proposed."""
    return state.sat.changed(proposal.parties, proposal.event) is None


def stated_aside(log: TalkLog, state: GameState, statement: Statement) -> Stated:
    """Return the aside of a bot that says something to the whole table; raises RequestRefused."""
    aside = Stated(state.number, "", statement.speaker, "", None, statement)
    _check_share(log, state, aside)
    return aside


def aside_for(log: TalkLog, state: GameState, speaker: Speaker, asked: TalkCommand) -> StoredAsides:
    """Return the aside that is stored for a command; raises RequestRefused if it is not allowed."""
    event, key = state.number, speaker.key
    match asked:
        case TalkRequest(room=room, text=text):
            spoke = Spoke(event, key, *_room(state, speaker, room), clean_text(text))
            _check_share(log, state, spoke)
            return spoke
        case EmoteRequest(room=room, emote=emote):
            emoted = Emoted(event, key, *_room(state, speaker, room), emote)
            _check_share(log, state, emoted)
            return emoted
        case ProposeRequest():
            return _proposed(log, state, speaker, asked)
        case AcceptRequest(pact=pact):
            proposal = open_proposal(log, state, speaker, pact)
            if not _same_players(proposal, state):
                raise RequestRefused("pact_closed")
            mine = "".join(
                p for p in proposal.parties if p in speaker.parties and p not in proposal.agreed
            )
            if not mine:
                raise RequestRefused("pact_agreed")
            for row in proposal.promises:
                check_promise(row, state.position)
            return PactAccepted(event, key, mine, pact)
        case DeclineRequest(pact=pact):
            proposal = open_proposal(log, state, speaker, pact)
            return Declined(event, key, own_parties(proposal, speaker), pact)
        case DenounceRequest(pact=pact):
            return _denounced(log, state, speaker, pact)


def _check_share(log: TalkLog, state: GameState, message: Message) -> None:
    """Raise RequestRefused for a message beyond what its speaker, or all of them, may write.

    Nobody can use up what others may say. What is done about pacts is no message: their number is
    limited, and an answer or a notice must always be possible.
    """
    most, share = MAX_MESSAGES, MAX_MESSAGES // len(state.seats)
    if message.room == WATCH:
        most, share = MAX_WATCH_MESSAGES, MAX_WATCHER_MESSAGES
    written = log.written(message.room)
    if written[speaker_of(message)] >= share:
        raise RequestRefused("talk_spent")
    if written.total() >= most:
        raise RequestRefused("talk_full")


def _room(state: GameState, speaker: Speaker, room: str) -> tuple[str, str, tuple[str, ...] | None]:
    """Return the speaker's party, the room and its audience; refuses who may not speak there."""
    rooms = rooms_of(state, speaker)
    if not rooms:
        raise RequestRefused("sign_in" if speaker.key == NO_ACCOUNT_KEY else "no_talk")
    if room in rooms:
        return _voice(state, speaker.parties), room, None
    if "*" not in rooms:
        raise RequestRefused("no_room")
    parties = in_seat_order(state, room)
    mine = "".join(p for p in parties if p in speaker.parties)
    if not mine or len(parties) < 2 or parties != room:
        raise RequestRefused("no_room")
    return _voice(state, mine), room, keys_of(state, parties)


def _voice(state: GameState, parties: str) -> str:
    """Return for which of their parties somebody speaks: whose turn it is, else the first."""
    mover = state.mover or ""
    return mover if mover and mover in parties else parties[:1]


def in_seat_order(state: GameState, parties: str) -> str:
    """Return some parties' letters once each, in seat order."""
    return "".join(p for p in state.seats if p in parties)


def keys_of(state: GameState, parties: str) -> tuple[str, ...]:
    """Return the keys of the persons who play these parties."""
    rows = (state.seats[p] for p in parties)
    return tuple(dict.fromkeys(key for row in rows if (key := talk_key(row))))


def _proposed(log: TalkLog, state: GameState, speaker: Speaker, asked: ProposeRequest) -> Proposed:
    rules = state.talk_rules
    if rules is None or not rules.pacts:
        raise RequestRefused("no_pacts")
    if not rules.begun:
        raise RequestRefused("not_begun")
    position = state.position
    if state.mover is None:
        raise RequestRefused("over")
    parties = in_seat_order(state, asked.parties)
    mine = "".join(p for p in parties if p in speaker.parties)
    if len(parties) != len(asked.parties) or not mine or mine == parties:
        raise RequestRefused("pact_parties")
    if not are_active(position, parties):
        raise RequestRefused("promise_gone")
    if asked.secret and rules.talk != "free":
        raise RequestRefused("pact_secret")
    open_ones = [d for d in log.proposals.values() if d.by in mine and may_conclude(d, state)]
    if len(open_ones) >= MAX_OPEN_PROPOSALS:
        raise RequestRefused("pacts_many")
    proposed = sum(each.by == mine[0] for each in log.proposals.values())
    if proposed >= MAX_PACTS // len(state.seats):
        raise RequestRefused("pacts_spent")
    if asked.counters is not None:
        answered = open_proposal(log, state, speaker, asked.counters)
        if answered.parties != parties:
            raise RequestRefused("pact_parties")
        if all(party in answered.agreed for party in mine):
            raise RequestRefused("pact_agreed")
    rows = promise_rows(asked.promises, position, parties)
    return Proposed(
        event=state.number,
        by=speaker.key,
        party=mine,
        pact=new_id(PACT_ID_CHARS),
        parties=parties,
        to=keys_of(state, parties) if rules.talk == "free" else None,
        promises=rows,
        secret=asked.secret,
        counters=asked.counters,
    )


def promise_rows(
    bodies: Sequence[PromiseBody], position: Position, parties: str
) -> tuple[PromiseRow, ...]:
    """Return the promises of a pact between these parties as they are stored.

    Raises RequestRefused for one that makes no sense in a position, or is given more than once.
    """
    rows = tuple(_promise_row(body, position, parties) for body in bodies)
    if len({row.promise.content for row in rows}) < len(rows):
        raise RequestRefused("promise_twice")
    return rows


def _promise_row(body: PromiseBody, position: Position, parties: str) -> PromiseRow:
    piece = None
    if body.cell in position.board.cells:
        found = position.piece_at(body.cell or "")
        piece = None if found is None else str(found)
    row = PromiseRow(body.by, body.kind, body.rounds, body.other, body.cell, piece)
    if body.by not in parties:
        raise RequestRefused("pact_parties")
    check_promise(row, position)
    return row


def check_promise(row: PromiseRow, position: Position) -> None:
    """Raise RequestRefused for a promise that makes no sense in a position, or not any more."""
    fault = fault_of(row.promise, position)
    if fault is not None:
        raise RequestRefused(fault)
    if row.cell is not None and str(position.piece_at(row.cell)) != row.piece:
        raise RequestRefused("promise_piece")


def seen_proposal(log: TalkLog, speaker: Speaker, pact: str) -> Proposal:
    """Return the pact of this id, if somebody has a part in it."""
    proposal = log.proposals.get(pact)
    reader = Reader(speaker.key, speaker.parties, over=False, published=False)
    # A bot has no key; it is asked only about pacts of its own.
    visible = proposal is not None and (not speaker.key or reader.may_see(proposal.to))
    if proposal is None or not visible or not own_parties(proposal, speaker):
        raise RequestRefused("no_pact")
    return proposal


def own_parties(proposal: Proposal, speaker: Speaker) -> str:
    """Return the parties of a pact that somebody plays."""
    return "".join(p for p in proposal.parties if p in speaker.parties)


def open_proposal(log: TalkLog, state: GameState, speaker: Speaker, pact: str) -> Proposal:
    """Return the pact of this id, if it is still to be agreed on."""
    proposal = seen_proposal(log, speaker, pact)
    if proposal.state != "proposed" or state.mover is None:
        raise RequestRefused("pact_closed")
    return proposal


def _denounced(log: TalkLog, state: GameState, speaker: Speaker, pact: str) -> Denounced:
    proposal = seen_proposal(log, speaker, pact)
    given = {party for party, _ in proposal.notices}
    mine = "".join(p for p in own_parties(proposal, speaker) if p not in given)
    if proposal.state != "concluded" or not mine or state.mover is None:
        raise RequestRefused("pact_closed")
    return Denounced(state.number, speaker.key, mine, pact)


def clean_text(text: str) -> str:
    """Return a message as it is stored: no control or direction characters, no empty lines.

    Raises RequestRefused if nothing is left.

    >>> clean_text(" Trust me.\\u202e\\n\\n ")
    'Trust me.'
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(c for c in composed if c == "\n" or not is_control(c))
    lines = (" ".join(line.split()) for line in visible.split("\n"))
    text = "\n".join(line for line in lines if line)[:MAX_MESSAGE_CHARS]
    if not text:
        raise RequestRefused("talk_empty")
    return text
