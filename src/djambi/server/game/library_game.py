"""A game of the server as the library has it, for its record and its end."""

from __future__ import annotations

from djambi.game import Game
from djambi.nodes import Event, Step, child_of, to_play
from djambi.server.game.state import GameState


def game_of(state: GameState, tags: dict[str, str] | None = None) -> Game:
    """Return the library's game with the same history; nothing is played again."""
    game = Game(state.start, tags)
    for entry in state.entries:
        before = game.node
        if entry.party == "":
            event = Event(Step.DRAW, "")
        elif entry.returned:
            event = Event(Step.RETURNS, entry.party)
        elif entry.turn is None:
            event = Event(Step.FLAGS if entry.flagged else Step.RESIGNS, entry.party)
        else:
            event = Event(Step.TURN, to_play(before.position), entry.turn)
        game.node = child_of(before, event, entry.after)
        before.children.append(game.node)
    return game
