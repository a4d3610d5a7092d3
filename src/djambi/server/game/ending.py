"""The end of a game: shares, ranking, why, and the story of how it came (RULES 7)."""

from __future__ import annotations

from djambi.analysis.statistics import key_events
from djambi.game import Game
from djambi.nodes import Event, Step, grown, to_play
from djambi.position.outcome import Happening, What
from djambi.server.game.state import GameState
from djambi.server.schemas.views import ResultView, StoryLine, Words


def game_of(ledger: GameState, tags: dict[str, str] | None = None) -> Game:
    """The library's game with the same history; nothing is played again."""
    game = Game(ledger.start, tags)
    for entry in ledger.entries:
        before = game.node
        if entry.party == "":
            event = Event(Step.DRAW, "")
        elif entry.returned:
            event = Event(Step.RETURNS, entry.party)
        elif entry.turn is None:
            event = Event(Step.FLAGS if entry.flagged else Step.RESIGNS, entry.party)
        else:
            event = Event(Step.TURN, to_play(before.position), entry.turn)
        game.node = grown(before, event, entry.after)
        before.children.append(game.node)
    return game


def words_of(happening: Happening) -> Words:
    """The sentence of a happening in both languages."""
    return Words(en=happening.sentence("en"), fr=happening.sentence("fr"))


def result_view(ledger: GameState) -> ResultView:
    """How the game ended; to be asked only of one that has."""
    game = game_of(ledger)
    path = game.path()
    ends = [one for one in path[-1].happenings() if one.what is What.ENDED]
    end = words_of(ends[-1]) if ends else Words(en="", fr="")
    return ResultView(
        shares=game.result or {},
        ranking=[list(group) for group in game.ranking()],
        words=end,
        story=[StoryLine(number, words_of(one)) for number, one in key_events(path)],
    )
