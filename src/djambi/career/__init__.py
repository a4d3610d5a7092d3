"""What somebody has done in their games: figures, and achievements that teach the game's ideas.

All of it is worked out from the lines of games, so nothing is lost that a game has kept.
"""

from djambi.career.achievements import (
    ACHIEVEMENTS,
    Achievement,
    AchievementName,
    earned_lines,
)
from djambi.career.figures import GameFigures, GameOutcome, figures_of
from djambi.career.story import PlayerStory

__all__ = [
    "ACHIEVEMENTS",
    "Achievement",
    "AchievementName",
    "GameFigures",
    "GameOutcome",
    "PlayerStory",
    "earned_lines",
    "figures_of",
]
