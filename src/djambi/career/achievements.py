"""Achievements: each teaches an idea of the game, and is found in the lines of a game.

Most are earned in one game; a few over many, by what was won there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from djambi.career.story import PlayerStory
from djambi.position.outcome import DEATHS, Happening, HappeningKind
from djambi.position.position import Position

LONG_REIGN_TURNS: Final = 3
"""Own turns in power, one after the other, of a long reign."""

HOPELESS_SHARE: Final = 0.05
"""The share of the game below which a win is a comeback."""


class AchievementName(StrEnum):
    """Every achievement; the sentences of each are the texts `career.<name>`."""

    FIRST_BLOOD = "first_blood"
    SCOOP = "scoop"
    GRAVEDIGGER = "gravedigger"
    ABDUCTION = "abduction"
    TWO_AT_ONCE = "two_at_once"
    REGICIDE = "regicide"
    GRASSROOTS = "grassroots"
    INHERITANCE = "inheritance"
    PUPPET = "puppet"
    SIEGE = "siege"
    CORONATION = "coronation"
    LONG_REIGN = "long_reign"
    DETHRONED = "dethroned"
    MAUSOLEUM = "mausoleum"
    COMEBACK = "comeback"
    UNTOUCHED = "untouched"
    CLEAN_HANDS = "clean_hands"
    TREATY = "treaty"
    CABINET = "cabinet"
    TEN_WINS = "ten_wins"
    EVERY_BOARD = "every_board"
    EVERY_EDITION = "every_edition"


Finder = Callable[[PlayerStory], Iterator[int]]
"""Yields the lines at which an achievement is earned."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """An achievement: the lesson that explains its idea, and how it is found in one game.

    `find` is None for those that many games are needed for.
    """

    name: AchievementName
    lesson: str
    find: Finder | None


def _on_own(found: Callable[[PlayerStory, Position, Happening], bool]) -> Finder:
    """Return a finder of own turns that bring something about."""

    def find(story: PlayerStory) -> Iterator[int]:
        for line, before, happened in story.own_turns():
            if any(found(story, before, one) for one in happened):
                yield line

    return find


def _killed(story: PlayerStory, before: Position, one: Happening) -> bool:
    return one.what in DEATHS and story.is_enemy(one.party, before)


def _scoop(story: PlayerStory, before: Position, one: Happening) -> bool:
    return _killed(story, before, one) and one.by_kind == "R"


def _gravedigger(_story: PlayerStory, _before: Position, one: Happening) -> bool:
    return one.what is HappeningKind.EXHUMED


def _abduction(story: PlayerStory, before: Position, one: Happening) -> bool:
    return (
        one.what is HappeningKind.DISPLACED
        and one.kind == "C"
        and story.is_enemy(one.party, before)
    )


def _regicide(story: PlayerStory, before: Position, one: Happening) -> bool:
    return _killed(story, before, one) and one.kind == "C"


def _grassroots(story: PlayerStory, before: Position, one: Happening) -> bool:
    return _regicide(story, before, one) and one.by_kind == "M"


def _inheritance(story: PlayerStory, before: Position, one: Happening) -> bool:
    gained = one.what is HappeningKind.VASSAL and story.is_mine(one.by)
    return gained and story.is_enemy(one.party, before)


def _puppet(story: PlayerStory, before: Position, one: Happening) -> bool:
    by_vassal = one.by is not None and one.by not in story.mine
    return by_vassal and _killed(story, before, one)


def _siege(story: PlayerStory, before: Position, one: Happening) -> bool:
    return one.what is HappeningKind.ENCIRCLED and story.is_enemy(one.party, before)


def _coronation(story: PlayerStory, _before: Position, one: Happening) -> bool:
    return one.what is HappeningKind.POWER and story.is_mine(one.party)


def _dethroned(story: PlayerStory, before: Position, one: Happening) -> bool:
    ruled = one.kind == "C" and one.party == before.ruler and story.is_enemy(one.party, before)
    return ruled and one.what in (HappeningKind.KILLED, HappeningKind.DISPLACED)


def _two_at_once(story: PlayerStory) -> Iterator[int]:
    for line, before, happened in story.own_turns():
        if sum(_killed(story, before, one) for one in happened) >= 2:
            yield line


def _long_reign(story: PlayerStory) -> Iterator[int]:
    reign = 0
    for line, before, _ in story.own_turns():
        reign = reign + 1 if story.is_mine(before.ruler) else 0
        if reign >= LONG_REIGN_TURNS:
            yield line


def _mausoleum(story: PlayerStory) -> Iterator[int]:
    """Find own turns after which corpses lie all round the throne that one sits on (RULES 7.2)."""
    board = story.path[0].position.board
    around = set(board.names(board.neighbours[board.maze]))
    for line, _, _ in story.own_turns():
        after = story.path[line].position
        ruler = after.chief_of(story.mine[0]) if after.is_over else None
        throned = story.is_mine(after.ruler) or ruler == board.cells[board.maze]
        if throned and around <= set(after.corpses):
            yield line


def _won(story: PlayerStory) -> Iterator[int]:
    if story.has_won:
        yield len(story.path) - 1


def _comeback(story: PlayerStory) -> Iterator[int]:
    # The last position has the result itself.
    if min(story.shares[:-1], default=1.0) < HOPELESS_SHARE:
        yield from _won(story)


def _untouched(story: PlayerStory) -> Iterator[int]:
    own = (o for happened in story.happenings for o in happened if o.what in DEATHS)
    if not any(story.is_mine(one.party) for one in own):
        yield from _won(story)


def _clean_hands(story: PlayerStory) -> Iterator[int]:
    own = [one for _, _, happened in story.own_turns() for one in happened]
    # A vassal's Chief is a Chief.
    chiefs = [one.party for one in own if one.what in DEATHS and one.kind == "C"]
    if all(story.is_mine(party) for party in chiefs):
        yield from _won(story)


def _treaty(story: PlayerStory) -> Iterator[int]:
    if story.has_shared:
        yield len(story.path) - 1


ACHIEVEMENTS: Final[Mapping[AchievementName, Achievement]] = {
    name: Achievement(name, lesson, find)
    for name, lesson, find in (
        (AchievementName.FIRST_BLOOD, "first-blood", _on_own(_killed)),
        (AchievementName.SCOOP, "reporter", _on_own(_scoop)),
        (AchievementName.GRAVEDIGGER, "necromobile", _on_own(_gravedigger)),
        (AchievementName.ABDUCTION, "diplomat", _on_own(_abduction)),
        (AchievementName.TWO_AT_ONCE, "two-beside", _two_at_once),
        (AchievementName.REGICIDE, "assassin", _on_own(_regicide)),
        (AchievementName.GRASSROOTS, "first-steps", _on_own(_grassroots)),
        (AchievementName.INHERITANCE, "inheritance", _on_own(_inheritance)),
        (AchievementName.PUPPET, "heirs", _on_own(_puppet)),
        (AchievementName.SIEGE, "last-gap", _on_own(_siege)),
        (AchievementName.CORONATION, "throne", _on_own(_coronation)),
        (AchievementName.LONG_REIGN, "keep-power", _long_reign),
        (AchievementName.DETHRONED, "dethrone", _on_own(_dethroned)),
        (AchievementName.MAUSOLEUM, "mausoleum", _mausoleum),
        (AchievementName.COMEBACK, "breathe", _comeback),
        (AchievementName.UNTOUCHED, "shield", _untouched),
        (AchievementName.CLEAN_HANDS, "kingmaker", _clean_hands),
        (AchievementName.TREATY, "gift", _treaty),
        (AchievementName.CABINET, "out-of-reach", None),
        (AchievementName.TEN_WINS, "leave-power", None),
        (AchievementName.EVERY_BOARD, "into-the-fortress", None),
        (AchievementName.EVERY_EDITION, "untouchable", None),
    )
}
"""All achievements, those that come first in a first game first."""


def earned_lines(story: PlayerStory) -> dict[AchievementName, int]:
    """Return the achievements that a game earns by itself, each with its first line.

    >>> from djambi.game import Game
    >>> game = Game()
    >>> _ = game.agree_draw()
    >>> earned_lines(PlayerStory(game.path(), "r"))
    {<AchievementName.TREATY: 'treaty'>: 1}
    """
    found: dict[AchievementName, int] = {}
    for achievement in ACHIEVEMENTS.values():
        if achievement.find is not None:
            line = next(achievement.find(story), None)
            if line is not None:
                found[achievement.name] = line
    return found
