"""Puzzles: exhaustive proofs, the trial of a reader's turn, ratings, and the daily one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from importlib import resources
from math import log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from djambi import Game, Position
from djambi.errors import DjambiError, IllegalTurn
from djambi.kernel import turns
from djambi.kernel.search.forced_win import ForcedWinSolver
from djambi.puzzles import THEMES, Puzzle, daily, month_of_puzzles, puzzle, puzzles, storm, try_turn
from djambi.puzzles.collect import (
    as_puzzle,
    find_puzzles,
    is_not_ahead,
    puzzles_found,
    search_games,
)
from djambi.puzzles.proof import ProofTooLong, Prover, leads, proved
from djambi.puzzles.puzzle import ENDING, load, save
from djambi.puzzles.rate import (
    LEVEL_RATINGS,
    MAX_RATING,
    MIN_RATING,
    PRIOR_DEVIATION,
    PRIOR_MEAN,
    QUIET_POINTS,
    TRIES_PER_LEVEL,
    _is_quiet,
    calibrated,
    found_turns,
    rating_of_all,
    with_rating,
)
from djambi.puzzles.selection import choose
from djambi.puzzles.themes import _is_placing_decisive
from djambi.rules import EDITIONS, VARIANT_NAMES
from djambi.texts import LANGUAGES, has

# Red wins at once with d1xd9, and only so; Blue's Assassin attacks Red's Chief.
DUEL = "square-4 original 3bC5/9/9/9/9/9/9/9/rC2rA4bA r,b,y>b,g>b rbyg r 0 0"


def prover(text: str, most: int = 1 << 62) -> Prover:
    return Prover(Position.parse(text), most)


def test_a_win_is_proved_turn_by_turn() -> None:
    assert prover(DUEL).solutions("win", 1) == ["d1-d9"]
    found = prover(DUEL)
    assert "d1-d9" in found.solutions("win", 2)


def test_who_keeps_his_chief_through_the_round() -> None:
    # Red's own Assassin shields his Chief; without it he must step off the row.
    kept = prover(DUEL).solutions("keep", 1)
    assert "d1-d9" in kept and "a1-a2" in kept and "a1-b1" in kept and "d1-d2" not in kept
    bare = prover(DUEL.replace("rC2rA4bA", "rC7bA")).solutions("keep", 1)
    assert "a1-a2" in bare and "a1-b1" not in bare
    killed = prover(DUEL).solutions("kill", 1)
    assert killed == ["d1-d9"]


def test_all_that_the_others_can_play_is_played() -> None:
    three = "square-4 original 8yC/9/9/9/9/9/9/8bC/rC6yA1 r,b,y,g>b rbyg r 0 0"
    # Blue does nothing to Red; Yellow, who plays after him, does.
    once, round_ = prover(three), prover(three)
    turn = next(
        each for each in once.turns() if turns.origin(each) == 0 and turns.target(each) == 1
    )
    assert once.reaches(turn, "keep", 1)
    assert not round_.reaches(turn, "keep", 2)
    assert round_.plays > once.plays


# Blue takes power with d4-e5, and has won there: no piece of Red's can reach him (RULES 7.2).
THRONE = "square-4 harcourt 9/9/9/9/9/3bC5/9/rM8/rC8 r,b,y>b,g>b rbyg r 0 0"


def test_a_turn_that_lets_another_win_by_power_is_no_solution() -> None:
    position = Position.parse(THRONE)
    assert position.play("a1-b1").play("d4-e5").winners == "b"
    found = Prover(position).solutions("keep", 8)
    assert found and all(text.startswith("a1-d4>") for text in found)
    rescue = Puzzle("throne", ("rescue",), "keep", 8, THRONE, tuple(found), 2, 2, "by hand")
    trial = try_turn(rescue, "a1-b1")
    assert (trial.missing, [str(turn) for turn in trial.line]) == ("falls", ["d4-e5"])


def test_no_puzzle_of_the_program_is_solved_by_what_lets_another_win() -> None:
    with pytest.raises(DjambiError, match="no puzzle"):
        puzzle("polygon-5-fe94e5d30df7490c")
    kept = puzzle("polygon-4-4dddc89aec862e84")
    assert kept.solutions == ("c12-d30>d31", "c12-d30>d32", "c12-d30>d33")
    assert try_turn(kept, "c12-c22").missing == "falls"


def test_a_proof_may_be_too_long() -> None:
    with pytest.raises(ProofTooLong):
        prover(DUEL, most=50).solutions("win", 2)


def test_a_proof_leaves_the_position_as_it_was() -> None:
    found = prover(DUEL)
    found.solutions("win", 2)
    found.survey(found.turns())
    wins, slow = (Position.parse(DUEL).turn(text).packed for text in ("d1-d9", "a1-a2"))
    found.rival_ends(["d1-d9"], "win", 1)
    found.refutation(slow, "win", 1)
    found.defence(wins, 1)
    assert found.kernel.zobrist_hash == Position.parse(DUEL).kernel().zobrist_hash


def test_who_is_modest() -> None:
    assert not is_not_ahead(
        Position.parse(DUEL.replace("y>b,g>b", "y>r,g>r").replace("4bA", "4rM"))
    )
    assert is_not_ahead(Position.parse(DUEL))


def the_duel(kind: str, goal: str, depth: int) -> Puzzle:
    turns = Position.parse(DUEL).legal_turns().count()
    found = prover(DUEL)
    solutions = tuple(found.solutions(goal, depth))
    return Puzzle("duel", (kind,), goal, depth, DUEL, solutions, turns, found.plays, "by hand")


def test_a_right_turn_that_wins_needs_no_answer() -> None:
    trial = try_turn(the_duel("win", "win", 1), "d1-d9")
    assert (str(trial.turn), trial.missing, trial.line) == ("d1-d9", "", ())
    assert trial.is_done


def test_a_wrong_turn_is_answered_by_what_refutes_it() -> None:
    trial = try_turn(the_duel("rescue", "keep", 1), "d1-d2")
    assert trial.missing == "falls"
    after = Position.parse(DUEL).play(trial.turn)
    for turn in trial.line:
        after = after.play(turn)
    assert not after.party("r").is_active


def test_what_kills_nobody_and_what_wins_too_slowly_is_told() -> None:
    assert try_turn(the_duel("stroke", "kill", 1), "a1-a2").missing == "alive"
    assert try_turn(the_duel("win", "win", 1), "a1-a2").missing == "slow"


def test_a_kill_that_leaves_too_few_pieces_is_only_a_strike() -> None:
    # With Blue's last piece gone Red still has two, and Yellow four.
    text = "square-4 original 3bC5/9/5yMyMyMyC/9/9/9/9/9/rC2rA5 r,b,y,g>y rbyg r 0 0"
    assert not leads(Position.parse(text).play("d1-d9"), "r")
    assert "d1-d9" in prover(text).solutions("strike", 1)
    assert "d1-d9" not in prover(text).solutions("kill", 1)
    puzzle = Puzzle("short", ("stroke",), "kill", 1, text, ("a1-a2",), 2, 2, "by hand")
    assert try_turn(puzzle, "d1-d9").missing == "short"


def test_a_chief_falls_also_where_the_turn_wakes_another() -> None:
    # Red's Militant takes Blue's Chief, and leaves the cell that Yellow's needs to move again.
    text = "square-4 hallepee yCx7/xrM1bC5/9/9/9/9/9/8rC/gC8 r,b,y!,g rbyg r 0 0"
    turn = Position.parse(text).turn("b8-d8>a2")
    assert Position.parse(text).play(turn).active == "ryg"
    found = prover(text)
    assert found.reaches(turn.packed, "strike", 8)
    assert turn.packed in found.survey([turn.packed])[1]


def test_pieces_that_nobody_controls_are_nobodys_lead() -> None:
    text = "square-4 original 9/9/5yMyMyMyC/9/9/9/9/9/rC1rA5bC r,b,y!*,g!* rbyg r 0 0"
    assert leads(Position.parse(text), "r")
    assert not leads(Position.parse(text), "b")


def test_a_ruler_who_is_thrown_out_of_power_alive_is_told_so() -> None:
    text = "square-4 original 7yC1/4yD4/9/9/9/3rC5/9/9/9 r,b>y,y,g>y rbyg r 0 0"
    puzzle = Puzzle("throne", ("maze",), "rule", 8, text, ("d4-d3",), 2, 2, "by hand")
    trial = try_turn(puzzle, "d4-e5")
    assert trial.missing == "deposed"
    assert [(turn.origin, turn.target) for turn in trial.line] == [("e8", "e5")]


def test_a_turn_that_cannot_be_played_is_an_error() -> None:
    with pytest.raises(IllegalTurn):
        try_turn(the_duel("win", "win", 1), "a1-b3")


def test_puzzles_of_the_program(compiled: bool) -> None:
    found = puzzles()
    assert len({each.name for each in found}) == len(found) >= 600
    assert [each.rating for each in found] == sorted(each.rating for each in found)
    assert all(MIN_RATING <= each.rating <= MAX_RATING for each in found)
    assert all(0 < each.deviation <= PRIOR_DEVIATION for each in found)
    for each in found if compiled else found[::20]:
        position = Position.parse(each.position)
        assert each.name == f"{each.variant}-{position.key:016x}"
        assert position.legal_turns().count() == each.turns
        assert all(position.find(text) is not None for text in each.solutions)
        assert len(each.solutions) * 20 <= each.turns


def test_puzzles_are_of_every_theme_board_and_difficulty(compiled: bool) -> None:
    found = puzzles()
    themes = Counter(each.kind for each in found)
    assert set(themes) == set(THEMES if compiled else THEMES[:-1])
    assert min(count for kind, count in themes.items() if kind != ENDING) >= 40 and 3 * max(
        themes.values()
    ) <= len(found)
    assert {each.variant for each in found} == set(VARIANT_NAMES)
    assert {each.edition for each in found} == set(EDITIONS)
    quarters = Counter(each.rating // 500 for each in found)
    assert min(quarters[number] for number in (1, 2, 3, 4)) >= 40
    text = resources.files("djambi.puzzles").joinpath("puzzles.json").read_bytes()
    assert len(text) <= 200_000


def test_everything_about_a_puzzle_can_be_said() -> None:
    for kind, goal in {(each.kind, each.goal) for each in puzzles()}:
        for lang in LANGUAGES:
            assert has(f"puzzle.idea.{kind}.{goal}", lang), (kind, goal)
            assert has(f"puzzle.reached.{goal}", lang) and has(f"puzzle.kind.{kind}.line", lang)


@pytest.mark.slow
def test_no_puzzle_comes_twice() -> None:
    """Neither turned, nor mirrored, nor with other colours: all would be dropped as found again."""
    one = puzzles()[5]
    turned = Position.parse(one.position).turned(1).mirrored()
    same = replace(one, name="another", position=str(turned))
    found = choose(puzzles(), [same], len(puzzles()) + 1)
    assert {each.name for each in found} == {each.name for each in puzzles()}


def test_themes_are_chosen_evenly() -> None:
    some = [each for each in puzzles() if each.variant == "hex-3"][:20]
    chosen = choose([], some, 8)
    assert len(chosen) == 8 and max(Counter(each.kind for each in chosen).values()) <= 2
    kept = {each.name for each in some[:3]}
    assert kept <= {each.name for each in choose(some[:3], some, 8)}


def test_placing_decides_where_half_of_four_placements_a_move_or_fewer_are_right() -> None:
    def placings(target: int, *cells: int) -> list[int]:
        return [turns.with_place(turns.step(0, target), cell) for cell in cells]

    four, three = placings(1, 10, 11, 12, 13), placings(2, 10, 11, 12)
    assert _is_placing_decisive(four, four[:2])
    assert not _is_placing_decisive(four, four[:3])
    assert not _is_placing_decisive(three, three[:1])
    assert not _is_placing_decisive(four + three, [four[0], three[0]])
    assert _is_placing_decisive(four + three, four[:1])
    quiet = turns.step(0, 3)
    assert not _is_placing_decisive([*four, quiet], [four[0], quiet])


def test_short_proofs_of_the_program(compiled: bool) -> None:
    some = sorted(puzzles(), key=lambda each: each.plays)
    for each in some[:: len(some) // 20][:15] if compiled else some[:2]:
        assert proved(each), each.name


@pytest.mark.long
def test_all_puzzles_of_the_program_are_proved() -> None:
    assert [each.name for each in puzzles() if not proved(each)] == []


def test_wrong_turns_at_every_puzzle_are_told_why(compiled: bool) -> None:
    some = sorted(puzzles(), key=lambda each: each.plays)[: 20 if compiled else 2]
    for each in some:
        turns = (str(turn) for turn in Position.parse(each.position).legal_turns())
        wrong = next(text for text in turns if text not in each.solutions)
        trial = try_turn(each, wrong)
        assert trial.missing and has(f"puzzle.missing.{trial.missing}", "fr")


def test_every_day_has_another_puzzle() -> None:
    first = date(2026, 1, 1)
    from_games = [each for each in puzzles() if each.kind != ENDING]
    days = [daily(first + timedelta(days=n)).name for n in range(len(from_games))]
    assert len(set(days)) == len(days) >= 365
    month = month_of_puzzles(date(2028, 2, 29))
    assert len(month) == 29 and month[0] == (date(2028, 2, 1), daily(date(2028, 2, 1)))


def test_a_storm_rises() -> None:
    some = storm(1)
    ratings = [each.rating for each in some]
    assert ratings == sorted(ratings) and len({each.name for each in some}) == len(some) >= 40
    assert storm(1) == some != storm(2)


def test_a_puzzle_by_name() -> None:
    assert puzzle(puzzles()[3].name) == puzzles()[3]
    # Names changed with the keys of positions; links and progress know the old ones.
    old, new = "square-4-56d59c2a68293b34", puzzle("square-4-56d59c2a68293b34").name
    assert puzzle(old).former == (old,) and puzzle(new).name == new != old
    assert sum(bool(each.former) for each in puzzles()) == 109
    with pytest.raises(DjambiError, match="no puzzle 'x'"):
        puzzle("x")


def test_a_rating_is_alike_every_time_and_tells_easy_from_hard() -> None:
    easy = with_rating(the_duel("win", "win", 1))
    assert with_rating(easy) == easy and MIN_RATING <= easy.rating < PRIOR_MEAN


@pytest.mark.parametrize(
    ("text", "turn", "quiet"),
    [
        (DUEL, "a1-a2", True),
        (DUEL, "d1-d9", False),
        ("square-4 wikipedia 7yC1/9/9/5gM3/4bC4/9/9/1rA2rN4/rC7gC r,b,y,g rbyg r 0 0",
         "b2-e5/f6", False),
        ("square-4 original 7yC1/3bC5/9/9/9/2rR1bA4/9/4rN4/rC7gC r,b,y,g rbyg r 0 0",
         "c4-d4*e4", False),
    ],
)  # fmt: skip
def test_an_assassin_that_kills_strikes_somebody(text: str, turn: str, quiet: bool) -> None:
    """It places no corpse, and on leaving the maze it may kill once more."""
    assert _is_quiet(Position.parse(text), turn) == quiet


def test_a_puzzle_that_better_bots_miss_is_rated_higher() -> None:
    names = list(LEVEL_RATINGS)
    ratings = [
        calibrated({name: TRIES_PER_LEVEL * (i >= weakest) for i, name in enumerate(names)})[0]
        for weakest in range(len(names) + 1)
    ]
    assert ratings == sorted(ratings) and ratings[-1] - ratings[0] > 1000
    # What all levels agree on where levels differ most is known best.
    assert calibrated(dict.fromkeys(names, 2))[1] < calibrated(dict.fromkeys(names, 0))[1]


def test_a_turn_has_the_most_probable_rating_and_the_doubt_of_its_posterior() -> None:
    solved = {name: min(i, TRIES_PER_LEVEL) for i, name in enumerate(LEVEL_RATINGS)}

    def log_posterior(rating: float) -> float:
        found = -(((rating - PRIOR_MEAN) / PRIOR_DEVIATION) ** 2) / 2
        for name, level in LEVEL_RATINGS.items():
            chance = 1 / (1 + 10 ** ((rating - level) / 400))
            misses = TRIES_PER_LEVEL - solved[name]
            found += solved[name] * log(chance) + misses * log(1 - chance)
        return found

    rating, deviation = calibrated(solved)
    below, here, above = (log_posterior(rating + step) for step in (-1, 0, 1))
    assert below < here > above
    assert deviation == pytest.approx((2 * here - below - above) ** -0.5, rel=0.001)


@pytest.mark.slow
@pytest.mark.parametrize(("quiet", "points"), [(True, QUIET_POINTS), (False, 0)])
def test_a_puzzle_that_only_quiet_turns_solve_is_rated_higher(quiet: bool, points: int) -> None:
    def turns_are_quiet(each: Puzzle) -> set[bool]:
        position = Position.parse(each.position)
        return {_is_quiet(position, text) for text in each.solutions}

    kinds = {True} if quiet else {True, False}
    one = next(e for e in puzzles() if e.rating > 1000 and turns_are_quiet(e) == kinds)
    rating, deviation = rating_of_all([calibrated(each) for each in found_turns(one)])
    rated = with_rating(replace(one, rating=0, deviation=0))
    assert (rated.rating, rated.deviation) == (round(rating) + points, round(deviation))


@pytest.mark.slow
def test_no_rating_is_below_the_scale() -> None:
    easiest = puzzles()[0]
    assert rating_of_all([calibrated(each) for each in found_turns(easiest)])[0] < MIN_RATING
    assert with_rating(easiest).rating == MIN_RATING


def test_a_puzzle_is_as_hard_as_finding_all_of_its_turns() -> None:
    hard, easy = (1800.0, 90.0), (500.0, 150.0)
    ratings = [rating_of_all([hard] * turns)[0] for turns in (1, 2, 3, 9)]
    assert ratings == sorted(ratings) and ratings[0] == pytest.approx(1800)
    # Two that are found with a chance of 0.707 each are both found every second time.
    assert ratings[1] == pytest.approx(1800 + 153, abs=1)
    # What everybody finds changes little, even if little is known of it.
    rating, deviation = rating_of_all([hard, easy, easy])
    assert rating == pytest.approx(1800, abs=2) and deviation == pytest.approx(90, abs=2)


@pytest.mark.slow
def test_each_own_turn_of_a_solution_is_tried_by_every_level() -> None:
    some = ("kill", 1), ("win", 2), ("win", 3)
    chosen = [next(each for each in puzzles() if (each.goal, each.moves) == one) for one in some]
    found = [found_turns(each) for each in chosen]
    assert [len(turns) for turns in found] == [1, 2, 3]
    assert all(list(tries) == list(LEVEL_RATINGS) for turns in found for tries in turns)
    # The easiest puzzles are those that nearly every try solves.
    assert all(sum(tries.values()) > 20 for turns in found for tries in turns)


def test_a_file_of_puzzles_is_read_as_it_was_written(tmp_path: Path) -> None:
    some = list(puzzles()[:3])
    save(some, tmp_path / "some.json")
    assert load(tmp_path / "some.json") == some


@pytest.mark.parametrize(
    "wrong",
    [
        {"goal": "steal"}, {"depth": 0}, {"depth": 65}, {"depth": "1"}, {"position": 5},
        {"themes": ()}, {"solutions": ()},
    ],
    ids=str,
)  # fmt: skip
def test_a_file_with_a_puzzle_that_is_none_is_refused(
    wrong: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.json"
    save([replace(puzzles()[0], **wrong)], file)
    with pytest.raises(DjambiError, match="not a file of puzzles"):
        load(file)


def test_a_game_that_is_over_is_no_puzzle() -> None:
    over = Game().agree_draw()
    assert not proved(replace(puzzles()[0], position=str(over)))


@pytest.mark.slow
def test_every_puzzle_is_found_in_its_position_again(compiled: bool) -> None:
    some = [each for each in puzzles() if each.kind != ENDING and each.plays < 8_000]
    # These are of every goal, whether the player is in power or not.
    for each in some[4::5] if compiled else some[4::100]:
        found = as_puzzle(Position.parse(each.position), Random(1), each.source)
        assert found is not None and set(found.themes) == set(each.themes), each.name
        # Whoever chooses puzzles puts a rare theme first; a proof's length and a rating may change.
        kept = ("themes", "plays", "rating", "deviation", "former")
        assert replace(found, **{name: getattr(each, name) for name in kept}) == each


@pytest.mark.slow
def test_games_are_looked_through_alike_every_time() -> None:
    assert find_puzzles(3, seed=1) == find_puzzles(3, seed=1)


def test_the_search_for_puzzles_goes_on_where_it_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = the_duel("win", "win", 1)
    looked: list[int] = []

    def found(number: int, seed: int) -> list[Puzzle]:
        assert seed == 5
        looked.append(number)
        if number == 1 and looked.count(1) == 1:
            raise KeyboardInterrupt
        return [one] if number == 0 else []

    def plain(steps: Iterable[int], _what: str, /) -> Iterator[int]:
        return iter(steps)

    monkeypatch.setattr("djambi.puzzles.collect.find_puzzles", found)
    log = tmp_path / "games-5.jsonl"
    with pytest.raises(KeyboardInterrupt):
        search_games(log, 3, 5, plain)
    search_games(log, 3, 5, plain)
    assert puzzles_found(tmp_path) == [one]
    assert looked == [0, 1, 1, 2]


def test_a_win_among_more_turns_than_are_listed_is_found() -> None:
    """A Diplomat that moves the Chief out of the maze to any cell has some 30,000 turns."""
    board = "8yA/9/2yM1yD1yM2/9/rA3yC2yM1/9/2yN3yR2/9/rC3rD4"
    position = Position.parse(f"square-4 harcourt {board} r,b>r,y,g>y rbyg r 0 0")
    won = [Prover(position).winning_turn(more) for more in (1, 2)]
    assert won == [position.turn("a5-e5/d5").packed] * 2
    solver = ForcedWinSolver(position.kernel())
    assert solver.forced_win(100_000, within=1) == turns.PASS and solver.left_out
