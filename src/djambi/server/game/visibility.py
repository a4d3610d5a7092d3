"""Check who may see an online table at all; everybody else is told that there is none."""

from __future__ import annotations

from djambi.server.game.state import GameState
from djambi.server.game.table_queries import free_seats, parties_of
from djambi.server.game.table_state import OnlineTable


def may_watch(state: GameState, account: str, key: str) -> bool:
    """Return whether an account ("-" for nobody) may see a table; `key` is its link's.

    Its players always may, those of its beginning and those whom a seat is kept for, and its owner.
    While a table waits, so may those who could sit down; once it is played, those whom its terms
    name.
    """
    online = state.online
    if online is None or parties_of(state, account) or account == online.owner:
        return True
    kept = {row.kept for row in state.seats.values() if row.kept}
    if account in online.first.values() or account in kept:
        return True
    invited = bool(key) and key == online.invite
    if not online.begun:
        return may_sit(online, account, key)
    match online.terms.watch:
        case "all":
            return True
        case "link":
            return invited
        case "nobody":
            return invited and bool(free_seats(state))


def may_sit(online: OnlineTable, account: str, key: str) -> bool:
    """Return whether somebody may take a seat: the table is listed, or they were invited."""
    return online.terms.listed or account == online.owner or (bool(key) and key == online.invite)
