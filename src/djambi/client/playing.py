"""A bot of the library at a table of a server, unchanged."""

from __future__ import annotations

from collections.abc import Mapping

from djambi.bots import Bot
from djambi.client.errors import Lost, Stale
from djambi.client.table import Seen, Table

RETRY_DELAY_S = 1.0
"""Seconds until something is tried again after the connection was lost."""


def play(table: Table, bots: Bot | Mapping[str, Bot]) -> dict[str, float]:
    """Let a bot play my seats at a table until the game ends; returns everybody's share.

    `bots` is one bot for my only seat, or a bot for each party: a bot may remember things between
    turns, so two seats want two bots. Seats of mine without one are left alone. It also answers
    votes: a draw and a return as the bot says (`Bot.accepts_draw`, `Bot.accepts_return`), anything
    else by yes. A lost connection is
    waited for. Raises Refused if the server does not take a turn: that is a fault of the bot; Lost
    if the table was closed meanwhile.
    """
    answered: set[int] = set()
    while True:
        seen = table.seen
        if seen.is_over:
            return dict(seen.position.result or {})
        try:
            if not _act(table, seen, _players(bots, seen), answered):
                table.wait(seen)
        except Stale:
            # Whatever came between is known by now, and is looked at anew.
            continue
        except Lost:
            # If it was closed, waiting says so.
            table.wait(seen, RETRY_DELAY_S)


def _players(bots: Bot | Mapping[str, Bot], seen: Seen) -> Mapping[str, Bot]:
    """The bots of my seats, by party; those of my parties that play no more have none."""
    named = dict.fromkeys(seen.mine, bots) if isinstance(bots, Bot) else bots
    return {
        party: bot
        for party, bot in named.items()
        if party in seen.mine and party in seen.position.active
    }


def _act(table: Table, seen: Seen, players: Mapping[str, Bot], answered: set[int]) -> bool:
    """Do what is to be done now; return whether there was anything."""
    if not seen.plays or not players:
        return False
    if any(seen.seats[party].stand_in is not None for party in players):
        # The server's own bot plays for us: we took too long, or were away.
        late = "" if seen.facts is None else seen.facts.overdue
        if late and late in seen.mine:
            # That turn is the other bot's.
            return False
        table.ask("back")
        return True
    if _vote(table, seen, players, answered):
        return True
    mover = seen.position.mover
    if mover is None or mover not in players:
        return False
    table.play(players[mover].choose(seen.position), seen)
    return True


def _vote(table: Table, seen: Seen, players: Mapping[str, Bot], answered: set[int]) -> bool:
    """Answer the vote that is held, if there is one, and my bots are asked."""
    vote = None if seen.facts is None else seen.facts.vote
    if vote is None or vote.number in answered or not set(players) & set(vote.voters):
        return False
    # Of a secret vote nothing is seen afterwards, not even one's own part in it.
    answered.add(vote.number)
    if vote.kind == "draw":
        agree = all(bot.accepts_draw(seen.position, party) for party, bot in players.items())
    elif vote.kind == "return":
        agree = all(
            bot.accepts_return(seen.position, party, vote.party) for party, bot in players.items()
        )
    else:
        agree = True
    table.ask("ballot", vote=vote.number, agree=agree)
    return True
