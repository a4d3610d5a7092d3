"""Turn commands of an online table into the event to store, or refuse them by who may do what."""

from __future__ import annotations

from collections.abc import Sequence

from djambi.server.errors import RequestRefused
from djambi.server.game.automatic_events import begin_event
from djambi.server.game.events import (
    LogEvent,
    Rejoined,
    Relinked,
    Resigned,
    Returned,
    Seated,
    SeatRow,
    TurnPlayed,
    VoteCalled,
    VoteCast,
)
from djambi.server.game.levels import bot_for, stand_in_for
from djambi.server.game.rated import is_shared, marks_of, stand_in_level
from djambi.server.game.reducer import apply
from djambi.server.game.state import GameState
from djambi.server.game.table_queries import (
    electorate,
    free_seats,
    parties_of,
    person_plays,
    require_online,
    require_own_party,
    voters,
)
from djambi.server.game.table_state import OnlineTable
from djambi.server.game.visibility import may_sit
from djambi.server.identifiers import new_key
from djambi.server.schemas.messages import (
    DrawRequest,
    GameCommand,
    LeaveRequest,
    PauseRequest,
    RejoinRequest,
    RenameRequest,
    ResignRequest,
    SeatRequest,
    SitRequest,
    TurnRequest,
    UndoRequest,
)
from djambi.server.schemas.tables import (
    BackRequest,
    BallotRequest,
    BeginRequest,
    CallRequest,
    RelinkRequest,
)
from djambi.server.security.devices import NO_ACCOUNT_KEY
from djambi.views.words import words

TableCommand = (
    GameCommand | BeginRequest | CallRequest | BallotRequest | BackRequest | RelinkRequest
)

LEAST_VOTE_MS = 120_000
"""Milliseconds that a vote lasts at least; who has not said yes by then has not agreed."""


def event_for_command(
    state: GameState,
    account: str,
    asked: TableCommand,
    at: int,
    traits: Sequence[str] = (),
    host_left: int | None = None,
    held_up: bool = False,
) -> LogEvent:
    """Return the event that a command at an online table is, if this account may give it.

    `traits` are those of the device that asks; `host_left` is when the host was last there (None:
    is there). While the server is `held_up`, nobody's time is over.
    Raises RequestRefused. Whether the rules allow a turn is for `game.reducer.apply` to say.
    """
    online = require_online(state)
    mine = parties_of(state, account)
    match asked:
        case TurnRequest(text=text):
            return _turn(state, mine, text, None if held_up else at)
        case ResignRequest(party=party):
            require_own_party(party, mine)
            _under_way(state, online)
            if party not in state.position.active:
                raise RequestRefused("party_out")
            return Resigned(party)
        case SitRequest(party=party, key=key):
            return _sit(state, online, account, party, key, traits)
        case LeaveRequest(party=party):
            require_own_party(party, mine)
            return _leave(state, online, party)
        case SeatRequest():
            return _seat(state, online, account, asked)
        case BeginRequest():
            _may_begin(state, online, account, at, host_left)
            _waiting(online)
            level = stand_in_level(online.terms, online.terms.meanwhile)
            return begin_event(state, online, level)
        case CallRequest():
            return _call(state, mine, asked, at)
        case BallotRequest(vote=number, agree=agree):
            return VoteCast(voting_party(state, mine, number), agree)
        case BackRequest():
            return return_event(state, account)
        case RelinkRequest():
            _owner(online, account)
            if state.mover is None:
                raise RequestRefused("over")
            return Relinked(new_key())
        case UndoRequest() | DrawRequest() | PauseRequest() | RenameRequest() | RejoinRequest():
            raise RequestRefused("vote_instead")


def _owner(online: OnlineTable, account: str) -> None:
    if account != online.owner:
        raise RequestRefused("owner_only")


def _may_begin(
    state: GameState, online: OnlineTable, account: str, at: int, host_left: int | None
) -> None:
    """Raise RequestRefused unless the host asks, or somebody who sits there without a host.

    An absent host who has a seat is waited for as long as a vote lasts; for ever where nobody needs
    to be there, or where who is there is secret.
    """
    host = online.owner
    if account == host:
        return
    if online.terms.anonymous or not parties_of(state, account):
        raise RequestRefused("owner_only")
    if not parties_of(state, host) and all(row.kept != host for row in state.seats.values()):
        return
    if host_left is None or online.terms.clock.kind == "days":
        raise RequestRefused("owner_only")
    if (wait := host_left + vote_ms(online) - at) > 0:
        raise RequestRefused("host_soon", n=-(-wait // 60_000))


def _waiting(online: OnlineTable) -> None:
    if online.begun:
        raise RequestRefused("begun")


def _under_way(state: GameState, online: OnlineTable) -> None:
    if not online.begun:
        raise RequestRefused("not_begun")
    if state.mover is None:
        raise RequestRefused("over")


def _turn(state: GameState, mine: str, text: str, at: int | None) -> TurnPlayed:
    """Return the turn; `at`: whether in time (None: what time has passed is not known yet)."""
    _under_way(state, require_online(state))
    if state.paused:
        raise RequestRefused("paused")
    mover = state.mover or ""
    if mover not in mine or not person_plays(state.seats[mover]):
        raise RequestRefused("not_your_turn")
    until = state.clock.until()
    if until is not None and at is not None and until < at:
        raise RequestRefused("time_up")
    return TurnPlayed(mover, text)


# --- seats --------------------------------------------------------------------------------------


def _sit(
    state: GameState,
    online: OnlineTable,
    account: str,
    party: str,
    key: str,
    traits: Sequence[str],
) -> Seated:
    if account == NO_ACCOUNT_KEY:
        raise RequestRefused("sign_in")
    row = state.row(party)
    if state.mover is None:
        raise RequestRefused("over")
    kept = bool(row.kept) and row.kept == account
    mine = parties_of(state, account)
    if party == online.overdue:
        raise RequestRefused("overdue")
    if kept and not _has_a_part(state, online, party):
        raise RequestRefused("party_out")
    if not kept and party not in free_seats(state):
        raise RequestRefused("seat_taken")
    # Who played this party comes back to it without a link: a kept seat needed none either.
    back = party in online.played.get(account, "")
    # Who sits there already may move, whether or not they still have the link.
    if not kept and not mine and not back and not may_sit(online, account, key):
        raise RequestRefused("invited_only")
    old = online.removed.get(account)
    if old is not None and not back and (key != online.invite or key == old):
        # Somebody who is welcome again after all is given a new link.
        raise RequestRefused("not_here")
    if online.begun and (mine or online.played_another(account, party)):
        # Nobody plays two parties, and who has played one knows too much for another.
        raise RequestRefused("seated")
    row = person_row(online, party, account, traits)
    if _would_share(state, online, row):
        raise RequestRefused("same_place")
    return Seated(row)


def _has_a_part(state: GameState, online: OnlineTable, party: str) -> bool:
    """Return whether a party is in the game, or will be when it begins."""
    return not online.begun or party in state.position.active


def _would_share(state: GameState, online: OnlineTable, row: SeatRow) -> bool:
    """Return whether somebody comes from a player's place to a game that counts, and is to."""
    return online.begun and not online.shared and is_shared([*state.seats.values(), row])


def person_row(online: OnlineTable, party: str, account: str, traits: Sequence[str]) -> SeatRow:
    """Return the seat of somebody who sits down with a device of these traits."""
    marks = marks_of(online.terms, online.salt, traits)
    return SeatRow(party, "person", device=account, marks=marks)


def _leave(state: GameState, online: OnlineTable, party: str) -> LogEvent:
    if not online.begun:
        return Seated(online.free_row(party))
    _under_way(state, online)
    if party not in state.position.active:
        raise RequestRefused("party_out")
    if online.terms.rated or online.terms.absence != "bot" or not online.terms.substitutes:
        raise RequestRefused("resign_instead")
    return Seated(SeatRow(party, "open", stand_in=stand_in_for(state, party)))


def departure_event(state: GameState, account: str) -> LogEvent | None:
    """Return what frees the seat that an account has, or that is kept for it; None: it has none.

    It gets up, or where nobody may, its party resigns.
    """
    online = state.online
    if online is None or state.mover is None:
        return None
    for party, row in state.seats.items():
        if row.kept == account:
            return Seated(SeatRow(party, "open", stand_in=row.stand_in))
    for party in parties_of(state, account):
        if not online.begun or party in state.position.active:
            try:
                return _leave(state, online, party)
            except RequestRefused:
                return Resigned(party)
    return None


def _seat(state: GameState, online: OnlineTable, account: str, asked: SeatRequest) -> Seated:
    _owner(online, account)
    _waiting(online)
    row = state.row(asked.party)
    removed = row.device if row.player == "person" and row.device != account else ""
    if asked.player == "bot":
        level = bot_for(state, asked.party, asked.level)
        return Seated(SeatRow(asked.party, "bot", level=level), removed)
    if asked.player != "open":
        raise RequestRefused("only_sit")
    meanwhile = None if asked.meanwhile is None else stand_in_level(online.terms, asked.meanwhile)
    return Seated(SeatRow(asked.party, "open", stand_in=meanwhile), removed)


def arrival_event(state: GameState, account: str, traits: Sequence[str] = ()) -> LogEvent | None:
    """Return what happens when an account comes to the table; None: nothing.

    It takes the seat that is kept for it, or its own again from the bot that stood in. `traits` are
    those of its device: a bot goes on playing for who comes from a player's place to a rated game.
    """
    online = state.online
    if online is None or state.mover is None:
        return None
    for party, row in state.seats.items():
        if not row.kept or row.kept != account or not _has_a_part(state, online, party):
            continue
        if not parties_of(state, account) and not online.played_another(account, party):
            seat = person_row(online, party, account, traits)
            return None if _would_share(state, online, seat) else Seated(seat)
    return _returned(state, account) if online.begun else None


def return_event(state: GameState, account: str) -> Returned:
    """Return the event that brings a player back; raises RequestRefused if no bot stands in.

    A turn whose time ran out is the bot's: who could take it back would have time without end.
    """
    found = _returned(state, account)
    if found is None:
        late = require_online(state).overdue
        raise RequestRefused(
            "overdue" if late and late in parties_of(state, account) else "not_away"
        )
    return found


def _returned(state: GameState, account: str) -> Returned | None:
    for party in parties_of(state, account):
        if state.seats[party].stand_in is not None and party != require_online(state).overdue:
            return Returned(party)
    return None


# --- votes --------------------------------------------------------------------------------------


def vote_ms(online: OnlineTable) -> int:
    """Return how many milliseconds a vote lasts: in slow games as long as a turn."""
    terms = online.terms
    if terms.clock.kind == "days":
        return max(LEAST_VOTE_MS, terms.clock.time * 1000)
    return max(LEAST_VOTE_MS, terms.grace * 1000)


def _call(state: GameState, mine: str, asked: CallRequest, at: int) -> VoteCalled:
    online = require_online(state)
    _under_way(state, online)
    returns = asked.vote == "return"
    caller = _returning(state, online, mine) if returns else _own_voter(state, mine)
    kept = _kept(state, online, mine, asked.kept) if asked.vote == "undo" else None
    away = [p for p in electorate(state, kept) if not person_plays(state.seats[p])]
    if away and asked.vote != "resume":
        raise RequestRefused("voter_away", party=words(f"party.{away[0]}"))
    secret = asked.vote == "draw"
    return VoteCalled(asked.vote, at + vote_ms(online), party="" if secret else caller, kept=kept)


def _returning(state: GameState, online: OnlineTable, mine: str) -> str:
    """Return my party that resigned and may play on; raises RequestRefused if none may."""
    if online.terms.rated:
        raise RequestRefused("rated_return")
    if not mine:
        raise RequestRefused("not_your_seat")
    party = next((p for p in mine if state.position.may_rejoin(p)), mine[0])
    # Whether the rules and the clock allow it is for the reducer to say.
    apply(state, Rejoined(party))
    return party


def _kept(state: GameState, online: OnlineTable, mine: str, asked: int | None) -> int:
    """Return how many lines stand if what is `asked` for is taken back: None is my last turn.

    In a rated game a resignation is final, and nobody takes turns back alone.
    """
    last = _my_last(state, mine)
    kept = last if asked is None else asked
    if kept < last:
        raise RequestRefused("undo_too_far")
    if online.terms.rated and kept < len(state.entries):
        people = {state.seats[party].device for party in electorate(state, kept)}
        if len(people) < 2 or any(line.turn is None for line in state.entries.since(kept)):
            raise RequestRefused("rated_undo")
    return kept


def _my_last(state: GameState, mine: str) -> int:
    """Return the number of lines before my last turn; raises RequestRefused if there is none."""
    parties = state.entries.parties
    for index in reversed(range(len(parties))):
        if parties[index] in mine and state.entries[index].turn is not None:
            return index
    raise RequestRefused("no_undo")


def voting_party(state: GameState, mine: str, number: int) -> str:
    """Return the party with which somebody votes in the vote of this number."""
    vote = require_online(state).vote
    if vote is None or vote.number != number:
        raise RequestRefused("no_vote")
    return _own_voter(state, mine)


def _own_voter(state: GameState, mine: str) -> str:
    """Return the first party of mine that has a vote; raises RequestRefused if none has."""
    own = next((party for party in voters(state) if party in mine), None)
    if own is None:
        raise RequestRefused("not_your_seat")
    return own
