"""Every achievement has a game that earns it and one that nearly does."""

from __future__ import annotations

import pytest

from djambi.bots import LEVELS
from djambi.career import (
    ACHIEVEMENTS,
    AchievementName,
    GameFigures,
    PlayerStory,
    earned_lines,
    figures_of,
)
from djambi.game import Game
from djambi.lessons import lesson
from djambi.position.outcome import HappeningKind
from djambi.position.position import Position
from djambi.rules import EDITIONS
from djambi.rules.variants import VARIANT_NAMES
from djambi.views.careers import (
    BOARDS,
    AchievementView,
    FavouriteView,
    PlayedGame,
    TallyView,
    career_view,
)

RED_AND_GREEN = " r,b!,y!,g rbyg r 0 0"

A = AchievementName


def play(start: str | Position, *turns: str) -> Game:
    """A game of these turns; "r resigns" is a resignation, "draw" a draw."""
    game = Game(start if isinstance(start, Position) else Position.parse(start))
    for turn in turns:
        if turn.endswith(" resigns"):
            game.resign(turn[0])
        elif turn == "draw":
            game.agree_draw()
        else:
            game.play(turn)
    return game


def original(rows: str, rest: str = RED_AND_GREEN) -> str:
    return f"square-4 original {rows}{rest}"


def of_lesson(name: str, turn: str) -> Game:
    return play(lesson(name).position, turn)


def reign(turns: int) -> Game:
    """A game in which Red, in power from the start, plays so many turns; Green looks on."""
    game = play(RULER)
    ways = {"r": ["a1-a2", "a2-a1"], "g": ["i9-h9", "h9-i9"]}
    while turns:
        mover = game.position.mover or ""
        turns -= mover == "r"
        game.play(ways[mover][0])
        ways[mover].reverse()
    return game


BESIDE = original("gC8/9/9/9/9/9/9/rM1gM6/rC8")
REPORTER = original("gC8/9/9/9/9/9/2gM6/rR8/rC8")
HEARSE = original("gC8/9/9/9/9/9/9/rN2x5/rC8")
ENVOY = original("gC4gM3/9/9/9/9/9/9/rD4gM3/rC8")
THREAT = original("gC8/1rM7/9/9/9/9/9/9/rC3gM4")
DAGGER = original("gC8/1rA7/9/9/9/9/9/9/rC3gM4")
PUPPETS = original("5yM3/9/9/9/9/9/9/bM1gM6/rC3rM3gC", " r,b>r,y!,g rbyg r 0 0")
THRONE = original("8gC/9/9/9/3rC5/9/9/9/8gM")
RULER = original("8gC/9/9/9/4rC4/9/9/9/rM7gM")
LAST = original("gC8/1rM7/9/9/9/9/9/9/rC7yC", " r,b!,y,g rbyg r 0 0")
TWO = "square-4 harcourt-advanced 8gC/9/9/9/9/9/1gM7/rR1gM6/rC8 r,b!,y!,g rbyg r 0 0"
HOPELESS = original("gC8/9/9/9/9/9/9/1gAgM6/rC1gMgRgDgN3", " r,b!,y!,g rbyg g 0 0")

CASES: dict[A, tuple[Game, Game]] = {
    A.FIRST_BLOOD: (play(BESIDE, "a2-c2>e1"), play(BESIDE, "a2-b2")),
    # The Reporter strikes beside its cell; a Militant that kills writes no story.
    A.SCOOP: (play(REPORTER, "a2-c2*c3"), play(BESIDE, "a2-c2>e1")),
    A.GRAVEDIGGER: (play(HEARSE, "a2-d2>e1"), play(HEARSE, "a2-c2")),
    # Another piece is carried off, but not the Chief.
    A.ABDUCTION: (play(original("gC8/9/9/9/9/9/9/rD8/rC8"), "a2-a9>e2"), play(ENVOY, "a2-f2>b1")),
    A.REGICIDE: (play(DAGGER, "b8-a9"), play(BESIDE, "a2-c2>e1")),
    # An Assassin is no Militant.
    A.GRASSROOTS: (play(THREAT, "b8-a9>b1"), play(DAGGER, "b8-a9")),
    A.INHERITANCE: (play(LAST, "b8-a9>b1"), play(BESIDE, "a2-c2>e1")),
    A.PUPPET: (play(PUPPETS, "a2-c2>b1"), play(PUPPETS, "a2-b2")),
    A.SIEGE: (of_lesson("last-gap", "b2-b6>h8"), of_lesson("last-gap", "b2-b6>g8")),
    A.CORONATION: (play(THRONE, "d5-e5"), play(THRONE, "d5-d6")),
    A.DETHRONED: (of_lesson("dethrone", "b2-e5/d6>b2"), play(DAGGER, "b8-a9")),
    A.TWO_AT_ONCE: (play(TWO, "a2-b2*c2*b3"), of_lesson("two-beside", "c1-c5*d5")),
    A.MAUSOLEUM: (of_lesson("mausoleum", "g2-g7>e6"), of_lesson("mausoleum", "g2-g7>e7")),
    A.LONG_REIGN: (reign(3), reign(2)),
    A.COMEBACK: (play(HOPELESS, "a9-b9", "g resigns"), play(THRONE, "d5-e5", "g resigns")),
    A.UNTOUCHED: (play(BESIDE, "a2-b2", "g resigns"), play(BESIDE, "a2-b2", "r resigns")),
    A.CLEAN_HANDS: (play(BESIDE, "a2-b2", "g resigns"), play(DAGGER, "b8-a9")),
    A.TREATY: (play(BESIDE, "draw"), play(BESIDE, "g resigns")),
}


def test_every_achievement_of_one_game_has_its_cases() -> None:
    assert set(CASES) == {name for name, each in ACHIEVEMENTS.items() if each.find is not None}


def test_a_long_reign_may_end_with_its_last_turn() -> None:
    game = reign(2)
    game.play("e5-e4")
    assert earned_lines(PlayerStory(game.path(), "r"))[A.LONG_REIGN] == len(game.path()) - 1


@pytest.mark.parametrize("name", CASES, ids=str)
def test_it_is_earned_and_nearly_earned(name: A) -> None:
    earned, nearly = CASES[name]
    found = earned_lines(PlayerStory(earned.path(), "r"))
    assert 1 <= found[name] <= len(earned.path()) - 1
    assert name not in earned_lines(PlayerStory(nearly.path(), "r"))
    # What Red did, nobody else is praised for.
    if name is not A.TREATY:
        assert name not in earned_lines(PlayerStory(earned.path(), "g"))


def test_every_lesson_is_there() -> None:
    assert all(lesson(each.lesson).name == each.lesson for each in ACHIEVEMENTS.values())


def test_a_position_that_somebody_set_up_earns_nothing() -> None:
    figures = figures_of(CASES[A.REGICIDE][0].path(), "r")
    assert figures.earned == {} and figures.arranged
    assert figures.taken == {"C": 1} and figures.victims == {"g": 1} and figures.outcome == "won"


def test_nor_does_one_in_which_nobody_is_missing() -> None:
    game = play(Position.from_setup(Position.start().setup().with_move("a1", "d5")), "draw")
    assert figures_of(game.path(), "r").earned == {}


@pytest.mark.parametrize("variant", VARIANT_NAMES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_usual_set_up_earns(variant: str, edition: str) -> None:
    """The absent party of `hex-5` may begin with a corpse."""
    game = play(Position.start(variant, edition), "draw")
    figures = figures_of(game.path(), "r")
    assert figures.earned == {"treaty": 1} and not figures.arranged


def test_figures_count_what_was_one_s_own() -> None:
    game = play(BESIDE, "a2-c2>e1")
    assert figures_of(game.path(), "r").placed == 1
    assert figures_of(game.path(), "g").lost == {"M": 1}
    assert figures_of(reign(3).path(), "r").reign == 3
    # A vassal is no longer one's own.
    lost = play(LAST, "b8-a9>b1")
    assert figures_of(lost.path(), "g").lost == {"C": 1}


def test_a_purge_is_a_killing() -> None:
    """RULES 4.3: what stands in the fortress dies as if whoever takes power had killed it."""
    start = Position.parse(
        "hex-6 harcourt-advanced pCpRpM1gMgRgC/pApDpM2gMgDgA/pMpMpN3gNgMgM/10/oM9yM/oAoM8yMyA/"
        "oCoDoN1rC2bC2yNyDyC/oRoM8yMyR/oM9yM/10/rMrMrN3bNbMbM/rRrDrM2bMbDbR/1rArM1bMbA1 "
        "r,b,y,g,p,o rbygpo r 0 0"
    )
    game = Game(start)
    game.play("e7-g7")
    assert (HappeningKind.PURGED, "b", "C") in [
        (h.what, h.party, h.kind) for h in game.node.happenings()
    ]
    assert figures_of(game.path(), "r").victims == {"b": 1}
    for party in "ygpo":
        game.resign(party)
    assert game.position.winners == "r"
    earned = earned_lines(PlayerStory(game.path(), "r"))
    assert A.REGICIDE in earned
    assert A.CLEAN_HANDS not in earned


def test_whoever_one_commands_is_no_enemy() -> None:
    """A vassal's Chief that one kills is no prey, and leaves no clean hands."""
    allies = "square-2 bga 5rM1gC1/8yC/9/9/9/9/9/1bM7/rCrAbC6 r,b>r,y,g>y rbyg r 0 0"
    own = play(allies, "b1-c1", "y resigns").path()
    assert figures_of(own, "r").taken == figures_of(own, "r").victims == {}
    assert earned_lines(PlayerStory(own, "r")) == {A.UNTOUCHED: 2}
    theirs = play(allies, "f9-h9>a5").path()
    # On `square-2` Green is Yellow's, who played both.
    assert figures_of(theirs, "r").victims == {"y": 1}
    assert A.REGICIDE in earned_lines(PlayerStory(theirs, "r"))


def played(number: int, **more: object) -> PlayedGame:
    fields: dict[str, object] = {
        "variant": "square-4",
        "edition": "original",
        "opponents": {"b": "novice", "y": "expert:avenger", "g": "club"},
        "figures": GameFigures(outcome="won", victims={"y": 2}),
        **more,
    }
    return PlayedGame(id=f"game{number}", at=f"2026-01-{number + 1:02}", **fields)  # type: ignore[arg-type]


def achieved(name: A, games: list[PlayedGame]) -> tuple[int, int, str | None]:
    found = next(each for each in career_view(games).achievements if each.name == name)
    return found.done, found.goal, found.game


def test_achievements_of_many_games() -> None:
    ten = [played(number) for number in range(10)]
    assert achieved(A.TEN_WINS, ten) == (10, 10, "game9")
    assert achieved(A.TEN_WINS, ten[:9]) == (9, 10, None)
    boards = [played(number, variant=name) for number, name in enumerate(BOARDS)]
    assert achieved(A.EVERY_BOARD, boards)[2] == boards[-1].id
    assert achieved(A.EVERY_BOARD, [*boards[1:], boards[1]])[2] is None
    editions = [played(number, edition=name) for number, name in enumerate(EDITIONS)]
    assert achieved(A.EVERY_EDITION, editions)[2] == editions[-1].id
    assert achieved(A.EVERY_EDITION, editions[1:])[2] is None
    ministers = {"b": "expert", "y": LEVELS[-1].name, "g": "expert:courtier"}
    assert achieved(A.CABINET, [played(0, opponents=ministers)])[2] == "game0"
    assert achieved(A.CABINET, [played(0)])[2] is None
    arranged = GameFigures(outcome="won", arranged=True)
    assert achieved(A.CABINET, [played(0, opponents=ministers, figures=arranged)])[2] is None
    assert achieved(A.TEN_WINS, [*ten[1:], played(0, figures=arranged)])[:2] == (9, 10)


def test_games_are_told_by_the_strongest_opponent_and_by_people() -> None:
    friends = {"b": "novice", "y": "", "g": "club"}
    lost = GameFigures(outcome="lost")
    view = career_view([played(0), played(1, opponents=friends, figures=lost)], missing=3)
    assert [(each.name, each.won, each.lost) for each in view.levels] == [
        ("expert", 1, 0),
        ("people", 0, 1),
    ]
    assert [(each.name, each.kills) for each in view.favourites] == [("expert:avenger", 2)]
    assert (view.games, view.missing) == (2, 3)


def test_figures_are_summed_over_games_in_any_order() -> None:
    some = GameFigures("won", 5, {"M": 2, "C": 1}, {"y": 2}, {"A": 1}, 1, 4, 2, 1, 3)
    more = GameFigures("shared", 7, {"M": 1}, {"b": 1, "r": 8}, {"A": 1, "M": 2}, 2, 3, 5, 2, 1)
    view = career_view([played(1, figures=more, variant="hex-3"), played(0, figures=some)])
    assert (view.games, view.open, view.turns, view.placed) == (2, 0, 12, 7)
    assert (view.taken, view.lost) == ({"M": 3, "C": 1}, {"A": 2, "M": 2})
    assert (view.thrones, view.reign, view.reign_game) == (3, 4, "game0")
    assert (view.kept, view.broken) == (3, 4)
    assert view.boards == [TallyView("square-4", 1, 0, 0), TallyView("hex-3", 0, 1, 0)]
    # Red is one's own: what befell its pieces is nobody's misfortune.
    assert view.favourites == [FavouriteView("expert:avenger", 2), FavouriteView("novice", 1)]


def test_without_a_reign_no_game_has_the_longest() -> None:
    for games in ([], [played(0)]):
        view = career_view(games)
        assert (view.reign, view.reign_game) == (0, None)


def test_levels_that_are_no_more_are_told_last_and_who_plays_alone_plays_people() -> None:
    lost = GameFigures(outcome="lost")
    former = {"b": "former:avenger", "y": "elder"}
    games = [
        played(0, opponents=former, figures=lost),
        played(1, opponents={**former, "g": "novice"}),
        played(2, opponents={}),
    ]
    assert career_view(games).levels == [
        TallyView("novice", 1, 0, 0),
        TallyView("people", 1, 0, 0),
        TallyView("former", 0, 0, 1),
    ]


def test_an_achievement_of_one_game_is_told_by_the_first_that_earned_it() -> None:
    earned = [GameFigures(earned={A.REGICIDE: line}) for line in (8, 5)]
    games = [played(2, figures=earned[0]), played(1, figures=earned[1]), played(0)]
    views = {each.name: each for each in career_view(games).achievements}
    lesson = ACHIEVEMENTS[A.REGICIDE].lesson
    assert views[A.REGICIDE] == AchievementView(A.REGICIDE, lesson, "2026-01-02", "game1", 5, 1, 1)
    assert views[A.TEN_WINS] == AchievementView(
        A.TEN_WINS, ACHIEVEMENTS[A.TEN_WINS].lesson, None, None, 0, 1, 10
    )
    ten = career_view([played(number) for number in range(10)]).achievements
    assert next(each.earned for each in ten if each.name == A.TEN_WINS) == "2026-01-10"
