"""Lessons as they are shown, one after another."""

from __future__ import annotations

from djambi.lessons import lessons, tutorial
from djambi.pacts import promise_sentence
from djambi.views.lessons import lesson_attempt_view, lesson_view
from djambi.views.words import words


def test_each_lesson_leads_to_the_next() -> None:
    views = [lesson_view(each.name) for each in lessons()]
    assert [each.number for each in views] == [*range(1, len(views) + 1)]
    assert {each.many for each in views} == {len(views)}
    assert [each.after for each in views] == [*(each.name for each in views[1:]), None]
    assert [each.before for each in views] == [None, *(each.name for each in views[:-1])]


def test_a_lesson_is_shown_with_its_board_tasks_and_pact() -> None:
    for each in lessons():
        view = lesson_view(each.name)
        assert (view.name, view.variant) == (each.name, each.position.variant.name)
        assert view.edition == each.position.rules.edition
        assert view.chapter == words(f"lesson.chapter.{each.chapter}")
        assert (view.title.en, view.why.fr) == (each.text("title", "en"), each.text("why", "fr"))
        tasks = [(task.answer, task.marks) for task in view.tasks]
        assert tasks == [(task.answer, list(task.marks)) for task in each.tasks]
        promises = each.pact.promises if each.pact else ()
        assert [told.fr for told in view.pact] == [
            promise_sentence(
                promise, "fr", each.position.piece_at(promise.cell) if promise.cell else None
            )
            for promise in promises
        ]


def test_the_guided_first_game_is_in_no_chapter() -> None:
    view = lesson_view(tutorial().name)
    assert (view.number, view.before, view.after) == (0, None, None)
    assert tutorial() not in lessons()


def test_a_turn_is_told_the_remark_of_its_task() -> None:
    guided = tutorial()
    turns = [task.answer for task in guided.tasks]
    for number in range(1, len(turns) + 1):
        told = lesson_attempt_view(guided, turns[:number]).remark
        assert told == words(f"lesson.{guided.name}.remark.{number}.right")
