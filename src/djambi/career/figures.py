"""The figures of one game for one player, small enough to be kept for thousands of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from djambi.career.achievements import earned_lines
from djambi.career.story import PlayerStory
from djambi.nodes import Node
from djambi.position.outcome import DEATHS, HappeningKind
from djambi.position.position import Position

GameOutcome = Literal["won", "shared", "lost", "open"]
"""How a game went for somebody; `open` while it goes on."""


@dataclass(slots=True)
class GameFigures:
    """What a player did in a game.

    Args:
        outcome: how it went.
        turns: their turns.
        taken: enemy pieces that they killed, no vassals', by kind; `victims`: by the party that
            controlled them, or else their own.
        lost: their own pieces that others killed while they commanded them, by kind.
        thrones: how often they took power; `reign`: their own turns in the longest time in power.
        placed: corpses that they laid or carried to a cell of their choice, without those of
            Assassins, which mostly have no choice.
        kept, broken: promises that they kept and broke; told by who knows what was said.
        earned: the achievements of this game, each with its line.
        arranged: whether it began from a position that somebody had set up, so that it counts for
            no achievement.
    """

    outcome: GameOutcome = "open"
    turns: int = 0
    taken: dict[str, int] = field(default_factory=dict[str, int])
    victims: dict[str, int] = field(default_factory=dict[str, int])
    lost: dict[str, int] = field(default_factory=dict[str, int])
    thrones: int = 0
    reign: int = 0
    placed: int = 0
    kept: int = 0
    broken: int = 0
    earned: dict[str, int] = field(default_factory=dict[str, int])
    arranged: bool = False


def figures_of(path: Sequence[Node], mine: str) -> GameFigures:
    """Return the figures of a game for whoever plays the parties `mine`.

    Achievements are earned only in games that begin from the usual set-up: not from a position
    that somebody has set up.

    >>> from djambi.game import Game
    >>> game = Game()
    >>> _ = game.play("c3-e3"), game.resign("r")
    >>> found = figures_of(game.path(), "r")
    >>> found.outcome, found.turns
    ('open', 1)
    """
    story = PlayerStory(path, mine)
    taken, victims, lost = Counter[str](), Counter[str](), Counter[str]()
    found = GameFigures(outcome=_outcome(story))
    own: set[int] = set()
    reign = 0
    for line, before, happened in story.own_turns():
        own.add(line)
        found.turns += 1
        # A turn in power: the throne was theirs before it.
        reign = reign + 1 if story.is_mine(before.ruler) else 0
        found.reign = max(found.reign, reign)
        for one in happened:
            if one.what in DEATHS and one.party and story.is_enemy(one.party, before):
                taken[one.kind or ""] += 1
                victims[before.controller(one.party) or one.party] += 1
            places = one.what in (HappeningKind.KILLED, HappeningKind.EXHUMED)
            if places and one.target not in (None, one.cell):
                found.placed += one.by_kind != "A"
            found.thrones += one.what is HappeningKind.POWER and story.is_mine(one.party)
    for line, happened in enumerate(story.happenings):
        for one in happened:
            if one.what not in DEATHS or line in own or not one.party:
                continue
            led = path[line - 1].position.controller(one.party)
            if story.is_mine(one.party) and story.is_mine(led):
                lost[one.kind or ""] += 1
    found.taken, found.victims, found.lost = dict(taken), dict(victims), dict(lost)
    start = path[0].position
    found.arranged = start != Position.start_by(start.variant, start.rules)
    if not found.arranged:
        found.earned = {str(name): line for name, line in earned_lines(story).items()}
    return found


def _outcome(story: PlayerStory) -> GameOutcome:
    if not story.end.is_over:
        return "open"
    return "won" if story.has_won else "shared" if story.has_shared else "lost"
