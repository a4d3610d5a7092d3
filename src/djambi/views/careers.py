"""Somebody's games in sum: results, pieces, victims, and which achievements are earned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from djambi.bots import LEVELS
from djambi.career import ACHIEVEMENTS, AchievementName, GameFigures, GameOutcome
from djambi.rules import EDITIONS
from djambi.rules.variants import VARIANT_NAMES

MINISTER: Final = "expert"
"""The level from which a bot has an office."""

MANY_WINS: Final = 10
"""Wins that the achievement of that name asks for."""

MAX_FAVOURITES: Final = 5
"""Favourite victims that are named."""

PEOPLE: Final = "people"
"""The level of tables where another person played."""

_LEVELS: Final = tuple(level.name for level in LEVELS)

_TWIN: Final = "polygon-4"
"""The square under other names: no board of its own."""

BOARDS: Final = tuple(name for name in VARIANT_NAMES if name != _TWIN)


@dataclass(slots=True)
class PlayedGame:
    """A game of somebody's: where it was played and against whom, and its figures.

    `at` is when it was last played (ISO 8601); `opponents` are the others by party, each a bot's
    name or "" for a person.
    """

    id: str
    at: str
    variant: str
    edition: str
    opponents: dict[str, str]
    figures: GameFigures


@dataclass(slots=True)
class TallyView:
    """Results against a level, of an edition, or on a board, by `name`."""

    name: str
    won: int
    shared: int
    lost: int


@dataclass(slots=True)
class FavouriteView:
    """Somebody whose pieces one killed: a bot's name, or "" for people; and how many."""

    name: str
    kills: int


@dataclass(slots=True)
class AchievementView:
    """An achievement: when it was earned (ISO 8601, null: not yet), and in which line of a game.

    `done` of `goal` say how far one is where many games are needed, else 0 or 1 of 1.
    """

    name: AchievementName
    lesson: str
    earned: str | None
    game: str | None
    line: int
    done: int
    goal: int


@dataclass(slots=True)
class CareerView:
    """Somebody's games in sum; `missing` games are still to be looked at: ask again.

    Pieces are counted by kind. `open` are games that go on. `reign` is the longest time in power,
    in one's own turns, in `reign_game`. `kept` and `broken` are promises.
    """

    games: int
    open: int
    missing: int
    turns: int
    levels: list[TallyView]
    editions: list[TallyView]
    boards: list[TallyView]
    taken: dict[str, int]
    lost: dict[str, int]
    thrones: int
    reign: int
    reign_game: str | None
    placed: int
    kept: int
    broken: int
    favourites: list[FavouriteView]
    achievements: list[AchievementView]


def career_view(games: Sequence[PlayedGame], missing: int = 0) -> CareerView:
    """Return games in sum; `missing` more have not been looked at yet.

    >>> career_view([]).achievements[0].goal
    1
    """
    games = sorted(games, key=lambda game: game.at)
    taken, lost, victims = Counter[str](), Counter[str](), Counter[str]()
    for game in games:
        taken.update(game.figures.taken)
        lost.update(game.figures.lost)
        for party, kills in game.figures.victims.items():
            if party in game.opponents:
                victims[game.opponents[party]] += kills
    longest = max(games, key=lambda game: game.figures.reign, default=None)
    reign = longest.figures.reign if longest else 0
    levels = (*_LEVELS, PEOPLE)
    return CareerView(
        games=len(games),
        open=sum(game.figures.outcome == "open" for game in games),
        missing=missing,
        turns=sum(game.figures.turns for game in games),
        levels=_tallies(levels, ((_level(game), game.figures.outcome) for game in games)),
        editions=_tallies(EDITIONS, ((game.edition, game.figures.outcome) for game in games)),
        boards=_tallies(BOARDS, ((game.variant, game.figures.outcome) for game in games)),
        taken=dict(taken),
        lost=dict(lost),
        thrones=sum(game.figures.thrones for game in games),
        reign=reign,
        reign_game=longest.id if longest and reign else None,
        placed=sum(game.figures.placed for game in games),
        kept=sum(game.figures.kept for game in games),
        broken=sum(game.figures.broken for game in games),
        favourites=[
            FavouriteView(name, kills) for name, kills in victims.most_common(MAX_FAVOURITES)
        ],
        achievements=[_achievement_view(name, games) for name in ACHIEVEMENTS],
    )


def _level(game: PlayedGame) -> str:
    """Return the level of the strongest opponent; people count by themselves."""
    named = [opponent.partition(":")[0] for opponent in game.opponents.values()]
    if "" in named or not named:
        return PEOPLE
    known = [name for name in named if name in _LEVELS]
    return max(known, key=_LEVELS.index) if known else named[0]


def _tallies(names: Iterable[str], results: Iterable[tuple[str, GameOutcome]]) -> list[TallyView]:
    """Return the results by name, those known first and in their order."""
    found = Counter(results)
    played = dict.fromkeys([*names, *(name for name, _ in found)])
    tallies = [
        TallyView(name, found[name, "won"], found[name, "shared"], found[name, "lost"])
        for name in played
    ]
    return [each for each in tallies if each.won or each.shared or each.lost]


def _achievement_view(name: AchievementName, games: Sequence[PlayedGame]) -> AchievementView:
    lesson = ACHIEVEMENTS[name].lesson
    if ACHIEVEMENTS[name].find is None:
        goal, steps = _GOALS[name], [(game, 0) for game in _steps(name, games)]
    else:
        earned = ((game, game.figures.earned.get(name)) for game in games)
        goal, steps = 1, [(game, line) for game, line in earned if line is not None]
    if len(steps) < goal:
        return AchievementView(name, lesson, None, None, 0, len(steps), goal)
    last, line = steps[goal - 1]
    return AchievementView(name, lesson, last.at, last.id, line, goal, goal)


_GOALS: Final[Mapping[AchievementName, int]] = {
    AchievementName.CABINET: 1,
    AchievementName.TEN_WINS: MANY_WINS,
    AchievementName.EVERY_BOARD: len(BOARDS),
    AchievementName.EVERY_EDITION: len(EDITIONS),
}


def _steps(name: AchievementName, games: Sequence[PlayedGame]) -> Iterator[PlayedGame]:
    """Yield the games that count for an achievement of many games, the oldest first."""
    seen: set[str] = set()
    offices = set(_LEVELS[_LEVELS.index(MINISTER) :])
    for game in games:
        if game.figures.outcome != "won" or game.figures.arranged:
            continue
        if name is AchievementName.CABINET:
            levels = {opponent.partition(":")[0] for opponent in game.opponents.values()}
            if not levels or not levels <= offices:
                continue
        elif name is AchievementName.EVERY_BOARD:
            if game.variant not in BOARDS or game.variant in seen:
                continue
            seen.add(game.variant)
        elif name is AchievementName.EVERY_EDITION:
            if game.edition in seen:
                continue
            seen.add(game.edition)
        yield game
