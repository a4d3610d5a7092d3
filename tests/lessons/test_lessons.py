"""Every exercise is judged by the rules: it can be solved, and not by anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from djambi.errors import DjambiError, TurnError
from djambi.lessons import (
    CHAPTERS,
    CONDITIONS,
    Lesson,
    LessonTask,
    PlayedTurn,
    attempt,
    lesson,
    lessons,
    tutorial,
)
from djambi.pacts import PactMonitor
from djambi.position.position import Position
from djambi.texts import LANGUAGES, catalogue, has
from djambi.threats import threats_by

EVERY = (*lessons(), tutorial())
ALL = pytest.mark.parametrize("exercise", EVERY, ids=lambda each: each.name)

MANY = 12
"""Turns of a piece to a cell that are tried; where there are more, evenly many of them."""


def solved(task: LessonTask, played: PlayedTurn) -> bool:
    return all(condition.holds(played) for condition in task.goal)


def begun(exercise: Lesson) -> PactMonitor | None:
    """The pact of a lesson, as it begins."""
    return PactMonitor.of(exercise.pact, exercise.position) if exercise.pact else None


def some(position: Position, pact: PactMonitor | None = None) -> Iterator[PlayedTurn]:
    """Legal turns of every piece to every cell."""
    for piece in position.stage().choices:
        for step in position.stage(piece.text).choices:
            turns = position.legal_turns(piece.cells[0], step.cells[0])
            for number in range(0, len(turns), 1 + len(turns) // MANY):
                yield PlayedTurn.of(position, turns[number], pact)


def answers(exercise: Lesson) -> list[str]:
    return [task.answer for task in exercise.tasks]


def test_there_are_enough_of_them() -> None:
    assert len(lessons()) >= 30
    assert len([each for each in lessons() if each.chapter == CHAPTERS[0]]) == 10
    assert {each.chapter for each in lessons()} == set(CHAPTERS)


def test_every_condition_is_asked_for_somewhere() -> None:
    used = {each.word for one in EVERY for task in one.tasks for each in task.goal}
    assert used == set(CONDITIONS)


@ALL
def test_its_answers_solve_it(exercise: Lesson) -> None:
    found = attempt(exercise, answers(exercise))
    assert found.done and found.missing == ()
    for number in range(1, len(exercise.tasks)):
        part = attempt(exercise, answers(exercise)[:number])
        assert not part.done and part.missing == ()
        assert part.position.mover == exercise.position.mover


@ALL
def test_it_is_not_solved_yet(exercise: Lesson) -> None:
    position, goal = exercise.position, exercise.tasks[0].goal
    pact = PactMonitor.of(exercise.pact, position) if exercise.pact else None
    start = PlayedTurn(position, position, pact=pact)
    # Nobody takes anything before my own turn: whether a piece is safe shows in what others could.
    others = position.opponents("r")
    taken = {threat.cell for other in others for threat in threats_by(position, other)}
    unsafe = [
        condition
        for condition in goal
        if condition.word in ("safe", "unharmed")
        and any(str(position.piece_at(cell)).startswith(condition.about[0]) for cell in taken)
    ]
    assert unsafe or not solved(exercise.tasks[0], start)


@ALL
def test_wrong_turns_are_legal_and_do_not_solve_it(exercise: Lesson) -> None:
    for number, task in enumerate(exercise.tasks):
        assert task.wrong, "nothing is told apart"
        for wrong in task.wrong:
            found = attempt(exercise, [*answers(exercise)[:number], wrong])
            assert found.missing and not found.done
            assert found.replies == () or (found.remark and found.remark.film)
            for lang in LANGUAGES:
                for condition in found.missing:
                    sentence = condition.missing(found.played, lang)
                    assert sentence[0].isupper() and "{" not in sentence
            # One turn too many.
            with pytest.raises(DjambiError, match="not"):
                attempt(exercise, [*answers(exercise)[:number], wrong, wrong])


@ALL
def test_marked_cells_are_about_the_task(exercise: Lesson) -> None:
    for number, task in enumerate(exercise.tasks):
        about = f"{task.answer} {task.goal} {exercise.text('hint', 'en', number)}"
        for cell in task.marks:
            assert re.search(rf"\b{cell}\b", about) or cell in exercise.position.pieces


@pytest.mark.slow
@ALL
def test_whoever_solves_a_task_can_go_on(exercise: Lesson) -> None:
    """The replies can be played, and the next task can be solved, after every turn accepted."""
    start, pact = exercise.position, begun(exercise)
    for number, task in enumerate(exercise.tasks[:-1]):
        before = answers(exercise)[:number]
        following = exercise.tasks[number + 1]
        own = PlayedTurn.of(start, start.turn(task.answer), pact)
        right = [own, *(played for played in some(start, pact) if solved(task, played))][:12]
        for played in right:
            found = attempt(exercise, [*before, str(played.turn)])
            assert found.position.mover == exercise.position.mover
            then = (found.replies or (found.played,))[-1].pact
            reachable = (
                PlayedTurn.of(found.position, turn, then) for turn in found.position.legal_turns()
            )
            assert any(solved(following, one) for one in reachable), played.turn
        way = attempt(exercise, [*before, task.answer])
        start, pact = way.position, (way.replies or (way.played,))[-1].pact


@pytest.mark.slow
@ALL
def test_many_turns_do_not_solve_it(exercise: Lesson) -> None:
    """A goal that any turn meets teaches nothing."""
    tried = list(some(exercise.position, begun(exercise)))
    wrong = [played for played in tried if not solved(exercise.tasks[0], played)]
    assert len({played.turn.origin for played in tried if played.turn}) > 1
    assert len({played.turn.target for played in wrong if played.turn}) > 5


@pytest.mark.parametrize("lang", LANGUAGES)
@ALL
def test_it_has_all_its_sentences(exercise: Lesson, lang: str) -> None:
    parts = [(part, 0) for part in ("title", "why")]
    parts += [(part, n) for n in range(len(exercise.tasks)) for part in ("goal", "hint")]
    for part, task in parts:
        assert exercise.text(part, lang, task)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_left_over(lang: str) -> None:
    names = {each.name for each in EVERY}
    remarks = {
        f"lesson.{each.name}.remark.{number}.{remark.name}"
        for each in EVERY
        for number, task in enumerate(each.tasks, 1)
        for remark in task.remarks
    }
    assert remarks == {key for key in catalogue(lang, "lesson") if ".remark." in key}
    for key in catalogue(lang, "lesson"):
        kind = key.split(".")[1]
        assert kind in {"chapter", "missing", "on"} or kind in names, key
    for chapter in CHAPTERS:
        assert has(f"lesson.chapter.{chapter}", lang) and has(
            f"lesson.chapter.{chapter}.line", lang
        )


@pytest.mark.parametrize("lang", LANGUAGES)
@ALL
def test_cells_that_are_named_are_on_the_board(exercise: Lesson, lang: str) -> None:
    for number in range(len(exercise.tasks)):
        for part in ("goal", "hint"):
            for cell in re.findall(r"\b[a-m]\d{1,2}\b", exercise.text(part, lang, number)):
                assert cell in exercise.position.board.cells


def test_what_cannot_be_played_is_an_error_of_the_turn() -> None:
    with pytest.raises(TurnError):
        attempt(lesson("first-steps"), ["c3-c9"])
    for turns in ([], ["c3-e3", "c3-e3"]):
        with pytest.raises(DjambiError, match="has 1 turns"):
            attempt(lesson("first-steps"), turns)
    with pytest.raises(DjambiError, match="no lesson 'nowhere'"):
        lesson("nowhere")


def test_every_turn_of_the_guided_game_is_answered() -> None:
    """No dead end: whatever is legal either goes on or is told why not, and can be tried again."""
    exercise = tutorial()
    for number, task in enumerate(exercise.tasks):
        before = answers(exercise)[:number]
        start = attempt(exercise, before).position if before else exercise.position
        assert start.mover == exercise.position.mover
        for turn in start.legal_turns():
            found = attempt(exercise, [*before, str(turn)])
            assert found.remark is not None
            assert (found.remark.name == "right") is (found.missing == ())
        # Nobody can take anything of the reader's on the way, so that nothing need be explained.
        after = attempt(exercise, [*before, task.answer]).position
        assert not [
            threat
            for other in after.opponents("r")
            for threat in threats_by(after, other)
            if (piece := after.piece_at(threat.cell)) and piece.party == "r"
        ]


def test_what_a_wrong_turn_leads_to_is_shown_as_far_as_it_can_be_played() -> None:
    found = attempt(tutorial(), ["e1-e5"])
    assert [str(each.turn) for each in found.replies] == ["b5-e5/h5"]
    assert found.position.controller("r") == "b" and not found.done
