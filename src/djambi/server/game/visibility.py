"""Who may see an online table at all. Who may not is told that there is none."""

from __future__ import annotations

from djambi.server.game.state import GameState
from djambi.server.game.table_queries import free_seats, parties_of
from djambi.server.game.table_state import OnlineTable


def may_watch(state: GameState, account: str, key: str) -> bool:
    """Whether an account ("-" or any other for nobody) may see a table; `key` is its link's.

    Who sits there, sat there, is awaited or made the table may always. A table that waits is for
    those who may sit down, one that is played for whom its terms name.
    """
    online = state.online
    if online is None or parties_of(state, account) or account == online.owner:
        return True
    kept = {row.kept for row in state.seats.values() if row.kept}
    if account in online.first.values() or account in kept:
        return True
    invited = bool(key) and key == online.invite
    if not online.begun:
        return may_sit(state, online, account, key)
    match online.terms.watch:
        case "all":
            return True
        case "link":
            return invited
        case "nobody":
            return invited and bool(free_seats(state))


def may_sit(state: GameState, online: OnlineTable, account: str, key: str) -> bool:
    """Whether somebody may take a seat: the table is listed, or he was invited."""
    return online.terms.listed or account == online.owner or (bool(key) and key == online.invite)
