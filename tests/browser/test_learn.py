"""Lessons and the rulebook in the browser: what a newcomer does, with mouse, keyboard and phone."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.table import Server, Table, opened
from tests.browser.test_access import faults

from djambi.lessons import Lesson, lesson, lessons
from djambi.lessons.readings import readings
from djambi.lessons.rulebook import pages, table
from djambi.rules import EDITIONS, OPTIONS, Rules

pytestmark = pytest.mark.browser

FIRST_TEN = lessons()[:10]


class Pupil:
    """Somebody at a lesson."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page: Page = table.page

    def open(self, path: str) -> None:
        self.page.goto(f"{self.table.server.url}{path}")
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()

    def make(self, turn: str) -> None:
        """Make a turn by clicking; a Reporter that could kill spares everybody if it may."""
        self.table.play(re.sub(r"(\*[a-z]\d+)(\*[a-z]\d+)+", r"\1", turn))

    def verdict(self, text: str) -> None:
        expect(self.page.locator(".verdict")).to_contain_text(text)

    def solve(self, exercise: Lesson) -> None:
        expect(self.page).to_have_url(re.compile(f"/learn/{exercise.name}$"))
        for number, task in enumerate(exercise.tasks):
            goal = exercise.text("goal", "en", number)
            expect(self.page.get_by_text(goal)).to_be_visible()
            self.make(task.wrong[0])
            self.verdict("Not yet")
            expect(self.table.button("Try again")).to_be_focused()
            self.page.keyboard.press("Enter")
            self.make(task.answer)
        self.verdict("Well done!")
        self.verdict(exercise.text("why", "en"))


@pytest.fixture
def pupil(table: Table) -> Pupil:
    table.server.settings(lessons_done=[])
    return Pupil(table)


def test_the_first_ten_lessons_lead_to_a_game(pupil: Pupil) -> None:
    pupil.table.home()
    pupil.page.get_by_role("link", name="Learn").first.click()
    pupil.page.get_by_role("link", name=re.compile("Start with")).click()
    for exercise in FIRST_TEN:
        pupil.solve(exercise)
        onward = pupil.page.get_by_role("link", name="Next lesson")
        expect(onward).to_be_focused()
        if exercise is not FIRST_TEN[-1]:
            pupil.page.keyboard.press("Enter")
    pupil.table.button("Play a first game").click()
    expect(pupil.page).to_have_url(re.compile("/g/"))
    expect(pupil.table.prompt).to_contain_text("Your turn")
    pupil.open("/learn")
    pupil.table.reload_until(pupil.page.get_by_text(f"10 of {len(lessons())}"))
    expect(pupil.page.locator("li .done")).to_have_count(10)
    assert pupil.table.problems == []


@pytest.mark.parametrize("name", ["gift", "kingmaker", "royal-scoop", "camouflage", "their-turn"])
def test_longer_lessons(pupil: Pupil, name: str) -> None:
    pupil.open(f"/learn/{name}")
    pupil.solve(lesson(name))


def test_what_cannot_be_played_says_why(pupil: Pupil) -> None:
    pupil.open("/learn/only-one")
    why = pupil.page.locator(".choices [role=status]")
    for piece, target, reason in (
        ("d6", "e5", "A Militant may not attack a Chief in the maze."),
        ("a5", "e5", "Something stands in the way."),
        ("h5", "e5", "A Necromobile acts on corpses, not on the living."),
        ("d1", "e4", "No straight line leads there."),
    ):
        pupil.table.cell(piece).click()
        expect(pupil.table.cell(piece)).to_have_attribute("aria-pressed", "true")
        pupil.table.cell(target).click()
        expect(why).to_have_text(reason)
    pupil.page.keyboard.press("Escape")
    pupil.table.cell("g3").click()
    expect(why).to_have_text("Blue commands this piece.")
    pupil.table.cell("c5").click()
    expect(why).to_have_text("A corpse does not move. It bars everybody’s way.")
    pupil.make("d1-d5*e5")
    pupil.verdict("Well done!")


def test_the_page_is_called_like_its_lesson_in_either_language(pupil: Pupil) -> None:
    lesson = FIRST_TEN[0]
    pupil.open(f"/learn/{lesson.name}")
    expect(pupil.page).to_have_title(f"{lesson.text('title', 'en')} · Djambi")
    pupil.table.button("FR: passer au français").click()
    expect(pupil.page).to_have_title(f"{lesson.text('title', 'fr')} · Djambi")
    pupil.page.get_by_role("link", name="Apprendre").first.click()
    expect(pupil.page).to_have_title("Apprendre")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_pieces_that_a_goal_names_are_drawn_in_it(pupil: Pupil, lang: str) -> None:
    pupil.table.server.settings(lang=lang)
    pupil.page.goto(f"{pupil.table.server.url}/learn/first-steps")
    named = pupil.page.locator(".goal .named")
    expect(named).to_have_text(["Militant"])
    expect(named.locator("svg path")).not_to_have_count(0)


def test_the_way_back_from_a_lesson_leads_to_where_one_was_in_the_list(pupil: Pupil) -> None:
    page = pupil.page
    pupil.open("/learn")
    page.evaluate("scrollTo(0, 600)")
    page.locator("main a[href^='/learn/']").nth(20).evaluate("link => link.click()")
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    pupil.table.until(lambda: page.evaluate("scrollY") == 600)


def test_hints_come_in_two_steps(pupil: Pupil) -> None:
    pupil.open("/learn/assassin")
    hint = pupil.page.get_by_role("complementary", name="Hint")
    expect(hint).to_have_count(0)
    pupil.table.button("Hint").click()
    expect(hint).to_contain_text("Reporter stands in its column")
    expect(pupil.page.locator(".arrow.hint")).to_have_count(0)
    pupil.table.button("Show me the way").click()
    expect(pupil.page.locator(".arrow.hint")).not_to_have_count(0)


def test_a_lesson_by_keyboard_alone(pupil: Pupil) -> None:
    pupil.open("/learn/first-steps")
    pupil.table.target("c3").wait_for()
    pupil.table.cell("e5").focus()
    keyboard = pupil.page.keyboard
    keyboard.press("n")
    keyboard.press("Enter")
    expect(pupil.page.locator(".prompt")).to_contain_text("Where does the red Militant go?")
    with pupil.table.storing():
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            keyboard.press(key)
    pupil.verdict("Well done!")
    expect(pupil.page.get_by_role("link", name="Next lesson")).to_be_focused()
    keyboard.press("Enter")
    expect(pupil.page).to_have_url(re.compile("/learn/first-blood$"))
    pupil.open("/learn")
    expect(pupil.page.get_by_text(f"1 of {len(lessons())}")).to_be_visible()
    # What was achieved goes only after a question.
    for answer, done in (("Cancel", 1), ("Start all lessons over", 0)):
        pupil.table.button("Start all lessons over").click()
        pupil.page.get_by_role("dialog").get_by_role("button", name=answer).click()
        expect(pupil.page.get_by_text(f"{done} of {len(lessons())}")).to_be_visible()


def test_no_lesson_is_said_to_be_none(pupil: Pupil) -> None:
    pupil.open("/learn/nowhere")
    expect(pupil.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    pupil.table.forgive("404")


def test_every_page_of_the_rulebook_has_boards_to_play_with(pupil: Pupil) -> None:
    pupil.open("/rules")
    for page in pages(Rules.of("original")):
        expect(pupil.page).to_have_url(re.compile(rf"/rules(/{page.name})?\?edition=original$"))
        expect(pupil.page.get_by_role("heading", level=1)).to_have_text(page.title("en"))
        boards = pupil.page.locator("svg.board[role=application]")
        many = len(page.boards)
        expect(boards).to_have_count(many if many <= 3 else 1)
        boards.first.locator(".target").first.wait_for()
        pupil.page.locator("main .turn .primary").click()
    expect(pupil.page.get_by_role("heading", level=1)).to_have_text("The editions side by side")


def test_a_board_of_the_rulebook_offers_nothing_before_it_is_there(pupil: Pupil) -> None:
    pupil.page.route("**/api/study/look", lambda _: None)
    pupil.page.goto(f"{pupil.table.server.url}/rules/reporter")
    board = pupil.page.locator("figure").first
    expect(board).to_be_visible()
    expect(board.get_by_role("button", name="Start over")).to_have_count(0)


def test_turns_on_a_page_are_real_ones(pupil: Pupil) -> None:
    pupil.open("/rules/reporter")
    first = pupil.page.locator("figure").first
    first.get_by_role("button", name="Show a turn").click()
    expect(first).to_contain_text("The red Reporter kills the blue Diplomat on d5.")
    # The others play as well, as long as one likes.
    expect(first).to_contain_text("Blue to play")
    first.get_by_role("button", name="Start over").click()
    expect(first).to_contain_text("Red to play")
    pupil.page.get_by_label("Edition", exact=True).select_option("harcourt-advanced")
    expect(first).to_contain_text("all whom it touches die together")
    first.get_by_role("button", name="Show a turn").click()
    expect(first).to_contain_text("kills the blue Militant on b5")


def test_a_game_leads_to_the_rules_by_which_it_is_played(pupil: Pupil) -> None:
    pupil.table.sit(pupil.table.server.new(variant="square-4", edition="hallepee"))
    pupil.table.button("More").click()
    pupil.page.get_by_role("menuitem", name="Rulebook").or_(pupil.table.button("Rulebook")).click()
    expect(pupil.page.get_by_label("Edition", exact=True)).to_have_value("hallepee")
    expect(pupil.page.get_by_text("In this edition: Hallépée")).to_be_visible()
    pupil.open("/rules?edition=house")
    expect(pupil.page.get_by_text("house")).to_be_visible()
    pupil.table.forgive("400")


def test_editions_side_by_side(pupil: Pupil) -> None:
    pupil.open("/rules/editions")
    rows = pupil.page.locator("tbody tr")
    expect(pupil.page.locator("thead th")).to_have_count(8)
    expect(rows).to_have_count(sum(len(row.values) > 1 for row in table(EDITIONS)))
    pupil.page.get_by_role("switch").click()
    expect(rows).to_have_count(len(OPTIONS))


def test_how_the_source_of_an_edition_is_read(pupil: Pupil) -> None:
    pupil.open("/rules/editions?edition=hallepee")
    pupil.page.locator("main .turn .primary").click()
    expect(pupil.page).to_have_url(re.compile(r"/rules/readings\?edition=hallepee$"))
    expect(pupil.page.get_by_role("heading", level=1)).to_have_text("How the source is read")
    expect(pupil.page.locator(".readings li")).to_have_count(len(readings("hallepee")))
    quoted = pupil.page.locator("blockquote").filter(has_text="propulsé au pouvoir")
    expect(quoted).to_have_attribute("lang", "fr")
    pupil.page.get_by_label("Edition", exact=True).select_option("bga")
    expect(quoted).to_have_count(0)
    expect(pupil.page.locator(".readings li")).to_have_count(len(readings("bga")))
    expect(pupil.page.locator(".readings dd").first).to_be_visible()


def test_the_leaflet_is_made_for_paper(pupil: Pupil) -> None:
    pupil.open("/rules/leaflet")
    wanted = sum(len(page.boards) for page in pages(Rules.of("original")))
    expect(pupil.page.locator("figure svg")).to_have_count(wanted)
    pupil.page.emulate_media(media="print")
    expect(pupil.table.button("Print")).to_be_hidden()
    assert pupil.page.pdf()[:4] == b"%PDF"


def test_a_page_of_the_rulebook_has_the_whole_sheet_on_paper(pupil: Pupil) -> None:
    # A4 on its side, between its margins.
    pupil.page.set_viewport_size({"width": 1047, "height": 718})
    pupil.open("/rules/assassin")
    pupil.page.emulate_media(media="print")
    assert pupil.page.locator("main").evaluate("main => main.clientWidth") > 1000


BESIDE_THE_ROW = """
() => {
  const row = document.querySelector("nav ul").getBoundingClientRect();
  const { left, right } = document.activeElement.getBoundingClientRect();
  return left < row.left || right > row.right;
}
"""
"""Whether a part of what has the focus is beside the row of chapters."""


def test_the_chapter_that_the_keyboard_comes_to_is_whole_in_the_row(pupil: Pupil) -> None:
    pupil.page.set_viewport_size({"width": 390, "height": 844})
    pupil.open("/rules")
    pages = pupil.page.get_by_role("navigation", name="Pages of the rulebook")
    links = pages.get_by_role("listitem").get_by_role("link").all()
    links[0].focus()
    for key, coming in (("Tab", links[1:]), ("Shift+Tab", links[-2::-1])):
        for link in coming:
            pupil.page.keyboard.press(key)
            expect(link).to_be_focused()
            assert not pupil.page.evaluate(BESIDE_THE_ROW), link.inner_text()


def test_a_phone_has_the_way_on_in_reach(server: Server, browser: Browser) -> None:
    server.settings(lang="fr", lessons_done=[])
    context = opened(browser, 360, 640, touch=True)
    pupil = Pupil(Table(server, context.new_page()))
    pupil.open("/learn/first-steps")
    pupil.make("c3-d4")
    reason = pupil.page.get_by_text("Le Militant rouge n’est pas là où il faut.")
    expect(reason).to_be_in_viewport(ratio=1)
    pupil.page.get_by_role("button", name="Réessayer").tap()
    expect(pupil.table.cell("c3")).to_be_in_viewport(ratio=1)
    pupil.make("c3-e3")
    expect(pupil.page.locator(".verdict")).to_contain_text("Bien joué")
    expect(pupil.page.get_by_role("link", name="Leçon suivante")).to_be_in_viewport()
    assert "learn." not in pupil.page.locator("body").inner_text()
    width: Any = pupil.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    for path in ("/learn", "/rules/power", "/rules/editions", "/rules/readings"):
        pupil.open(path)
        assert pupil.page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()
    assert pupil.table.problems == []


@pytest.mark.parametrize(("theme", "width"), [("dark", 360), ("light", 1280)])
def test_axe_finds_nothing(
    server: Server, browser: Browser, theme: Literal["light", "dark"], width: int
) -> None:
    server.settings(theme=theme, lessons_done=["first-steps"])
    context = opened(browser, width, 800, theme=theme)
    pupil = Pupil(Table(server, context.new_page()))
    # All boards at once take long to look through: before they are drawn is enough.
    pupil.page.route("**/api/study/look", lambda _: None)
    pupil.open("/rules/leaflet")
    assert faults(pupil.page) == []
    pupil.page.unroute_all()
    for path in ("/learn", "/rules/reporter", "/rules/editions", "/rules/readings"):
        pupil.open(path)
        pupil.page.wait_for_load_state("networkidle")
        assert faults(pupil.page) == [], path
    pupil.open("/learn/first-blood")
    pupil.table.target("c3").wait_for()
    pupil.table.button("Hint").click()
    assert faults(pupil.page) == []
    pupil.make("c3-d3")
    pupil.verdict("Not yet")
    assert faults(pupil.page) == []
    expect(pupil.table.button("Try again")).to_be_focused()
    pupil.page.keyboard.press("Enter")
    pupil.make("c3-d4>f7")
    pupil.verdict("Well done!")
    assert faults(pupil.page) == []
    context.close()
    assert pupil.table.problems == []


def test_an_ending_is_played_on_against_a_bot(pupil: Pupil) -> None:
    pupil.open("/rules/endings")
    first = pupil.page.locator("figure").first
    expect(first).to_contain_text("Red wins in six turns")
    first.get_by_role("button", name="Play it against a bot").click()
    pupil.page.get_by_role("dialog").get_by_role("button", name="Start", exact=False).last.click()
    expect(pupil.page).to_have_url(re.compile("/g/"))
    pupil.table.play("b1-e1")
