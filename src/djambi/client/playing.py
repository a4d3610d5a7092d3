"""Let bots of the library play at a server's tables, unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from djambi.bots import Bot
from djambi.client.errors import Lost, Refused, Stale
from djambi.client.table import Table, TableSnapshot

RETRY_DELAY_S = 1.0
"""Seconds to wait before retrying after the connection was lost, or the server could not answer."""

_PASSING: Final = frozenset(
    {
        # The server's own trouble.
        "away",
        "slow_down",
        # The table went on, in a way that makes no turn stale, before it heard of this.
        "no_vote",
        "not_away",
        "not_your_turn",
        "over",
        "overdue",
        "paused",
        "time_up",
    }
)
"""Refusals that are not the bot's fault: it looks at the table again."""


def play(table: Table, bots: Bot | Mapping[str, Bot]) -> dict[str, float]:
    """Play my seats at a table with a bot until the game ends; return everybody's share.

    `bots` is one bot for my only seat, or a bot for each party: a bot may remember things between
    turns, so two seats need two bots. Seats of mine without a bot are left alone. Votes are
    answered too: on a draw or a return as the bot decides (`Bot.accepts_draw`,
    `Bot.accepts_return`), on anything else with yes. After a lost connection it goes on as soon as
    there is one again.

    Raises:
        Refused: the server rejects a turn, which is the bot's fault.
        Lost: the table was closed meanwhile.
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
            # By now the new state is known: look at it again.
            continue
        except Lost:
            # If the table was closed, waiting raises Lost.
            table.wait(seen, RETRY_DELAY_S)
        except Refused as error:
            if error.code not in _PASSING:
                raise
            table.wait(seen, RETRY_DELAY_S)


def _players(bots: Bot | Mapping[str, Bot], seen: TableSnapshot) -> Mapping[str, Bot]:
    """Return the bots of my seats by party, for those parties that are still in the game."""
    named = dict.fromkeys(seen.mine, bots) if isinstance(bots, Bot) else bots
    return {
        party: bot
        for party, bot in named.items()
        if party in seen.mine and party in seen.position.active
    }


def _act(table: Table, seen: TableSnapshot, players: Mapping[str, Bot], answered: set[int]) -> bool:
    """Act if it is my bots' turn to do something; return whether it was."""
    if not seen.plays:
        return False
    if any(seen.seats[party].stand_in is not None for party in players):
        # The server's own bot stands in for us: we took too long, or were away.
        late = "" if seen.facts is None else seen.facts.overdue
        if late and late in seen.mine:
            # This turn belongs to the stand-in.
            return False
        table.ask("back")
        return True
    if _vote(table, seen, players, answered):
        return True
    mover = seen.position.mover
    if mover is None or mover not in players or _is_paused(seen):
        return False
    table.play(players[mover].choose(seen.position), seen)
    return True


def _vote(
    table: Table, seen: TableSnapshot, players: Mapping[str, Bot], answered: set[int]
) -> bool:
    """Answer the vote under way, if my bots are asked; return whether they were."""
    vote = None if seen.facts is None else seen.facts.vote
    if vote is None or vote.number in answered or not set(players) & set(vote.voters):
        return False
    if vote.kind == "draw":
        agree = all(bot.accepts_draw(seen.position, party) for party, bot in players.items())
    elif vote.kind == "return":
        agree = all(
            bot.accepts_return(seen.position, party, vote.party) for party, bot in players.items()
        )
    else:
        agree = True
    table.ask("ballot", vote=vote.number, agree=agree)
    # A secret vote shows nothing afterwards, not even one's own ballot.
    answered.add(vote.number)
    return True


def _is_paused(seen: TableSnapshot) -> bool:
    """Return whether everybody agreed to pause: nobody plays then."""
    clock = None if seen.facts is None else seen.facts.clock
    return clock is not None and clock.paused
