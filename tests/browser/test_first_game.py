"""What somebody meets who plays for the first time: hints, reasons, and nothing that jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Server, Table, opened

pytestmark = pytest.mark.browser

UNDO_IS_DEAF_MS = 800
"""Milliseconds after a step back in which one click too many takes no turn back, and some more."""

TWICE = """async (toolbar) => {
  const first = toolbar.querySelector("button");
  first.click();
  while (toolbar.querySelector("button") === first) await Promise.resolve();
  toolbar.querySelector("button").click();
}"""


def test_a_piece_that_cannot_be_taken_up_says_why(table: Table) -> None:
    table.sit(
        table.server.new(
            variant="square-4",
            seats=[{"party": "r", "player": "me"}, {"party": "b", "player": "bot"}],
        )
    )
    table.cell("a1").click()
    expect(table.prompt).to_contain_text("This piece cannot go anywhere now.")
    table.cell("h2").click()
    expect(table.prompt).to_contain_text("Blue commands this piece.")
    table.choose("c3", "select")
    expect(table.target("d4", "move")).to_be_visible()
    table.cell("e4").click()
    expect(table.prompt).to_contain_text("No straight line leads there.")


def test_a_hint_goes_with_the_turn_in_which_it_was_read(table: Table) -> None:
    table.server.settings(hints_seen=[])
    table.sit(
        table.server.new(
            variant="square-4",
            seats=[{"party": "r", "player": "me"}, {"party": "b", "player": "bot"}],
        )
    )
    hint = table.page.get_by_role("complementary", name="Hint")
    expect(hint).to_contain_text("You win when")
    table.choose("c3", "select")
    expect(hint).to_contain_text("A dot is a free cell.")
    table.choose("d4", "move")
    table.turns(4)
    expect(table.prompt).to_contain_text("Your turn")
    expect(hint).not_to_contain_text("You win when")
    table.button("No more hints").click()
    expect(hint).to_be_hidden()


@pytest.mark.parametrize(
    ("touch", "words"), [(True, "Hold a finger on"), (False, "Rest the mouse")]
)
def test_a_hint_speaks_of_what_there_is_to_point_with(
    server: Server, browser: Browser, touch: bool, words: str
) -> None:
    seen = ["goal", "zoom", "throne", "dots", "splash", "corpse", "exit", "power", "vassal"]
    server.settings(hints_seen=seen)
    context = opened(browser, 1024, 768, touch=touch)
    table = Table(server, context.new_page())
    table.sit(server.new(variant="square-4"))
    for turn in ("c3-d4", "g3-f4", "g7-f6"):
        table.play(turn)
    expect(table.page.get_by_role("complementary", name="Hint")).to_contain_text(words)
    context.close()
    assert table.problems == []


def test_a_step_back_too_many_takes_no_turn_back(table: Table) -> None:
    table.sit(table.server.new(variant="square-4"))
    table.play("c3-d4")
    table.turns(1)
    toolbar = table.page.get_by_role("toolbar", name="Tools")
    back = toolbar.get_by_role("button").first
    top = back.bounding_box()
    table.choose("g3", "select")
    expect(back).to_have_text("Step back")
    table.until(lambda: back.bounding_box() == top)
    # Two clicks within a moment, however slow the machine: the second one meets another button.
    toolbar.evaluate(TWICE)
    expect(back).to_have_text("Undo")
    table.page.wait_for_timeout(UNDO_IS_DEAF_MS)
    table.turns(1)
    back.click()
    table.turns(0)


def test_the_arrow_keys_step_through_a_game_off_the_board(table: Table) -> None:
    table.sit(table.server.new(variant="square-4"))
    table.play("c3-c4")
    expect(table.prompt).to_contain_text("Blue to play")
    # On the board they go from cell to cell.
    table.page.keyboard.press("ArrowLeft")
    table.tab_to(table.button("Settings"))
    expect(table.prompt).to_contain_text("Blue to play")
    table.page.keyboard.press("ArrowLeft")
    expect(table.prompt).to_contain_text("Looking back: turn 0 of 1.")
    table.page.keyboard.press("ArrowRight")
    expect(table.prompt).to_contain_text("Blue to play")
    # So they do for whoever has just pressed a tool with the mouse.
    tools = table.page.get_by_role("toolbar", name="Steps").get_by_role("button")
    tools.first.click()
    expect(table.prompt).to_contain_text("Looking back: turn 0 of 1.")
    table.page.keyboard.press("ArrowRight")
    expect(table.prompt).to_contain_text("Blue to play")


def test_tools_stay_in_reach_on_a_phone(server: Server, browser: Browser) -> None:
    server.settings()
    context = opened(browser, 360, 640, touch=True)
    table = Table(server, context.new_page())
    table.sit(server.new(variant="square-4"))
    tools = table.page.get_by_role("toolbar", name="Tools")
    expect(tools).to_be_in_viewport(ratio=1)
    table.until(lambda: table.page.evaluate("scrollTo(0, 300), scrollY") > 0)
    expect(tools).to_be_in_viewport(ratio=1)
    table.button("More").tap()
    expect(table.button("Turn the board")).to_be_in_viewport()
    context.close()
    assert table.problems == []


def test_who_fell_is_said_until_the_next_piece_is_chosen(table: Table) -> None:
    table.load("square-4 original gC7yC/9/9/9/9/9/2bC6/1rM7/rC8 r,b,y,g rbyg r 0 0")
    table.play("b2-c3/h5")
    expect(table.prompt).to_contain_text("Blue has lost the Chief and falls to Red.")
    table.choose("i9", "select")
    expect(table.prompt).not_to_contain_text("falls to Red")


def test_whoever_is_out_reads_why_and_is_given_no_more_hints(table: Table) -> None:
    table.server.settings(hints_seen=[])
    table.sit(
        table.server.new(
            variant="square-4",
            seats=[{"party": "r", "player": "me"}]
            + [{"party": party, "player": "bot"} for party in "byg"],
        )
    )
    expect(table.page.get_by_role("complementary", name="Hint")).to_be_visible()
    table.button("More").click()
    table.button("Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Red resigns").click()
    expect(table.prompt).to_contain_text("Red resigns. You are out of the game")
    expect(table.page.get_by_role("complementary", name="Hint")).to_be_hidden()


def test_threats_are_said_as_well_as_drawn(table: Table) -> None:
    table.load("square-4 original gC8/9/9/9/9/9/2bM6/9/1rArC5bC r,b,y!*,g rbyg r 0 0")
    table.button("Threats").click()
    expect(table.page.locator(".arrow.threat")).not_to_have_count(0)
    expect(table.prompt).to_contain_text("The blue Militant on c3 can kill the red Chief on c1.")


def test_nothing_moves_when_the_turn_passes_to_a_long_name(table: Table) -> None:
    names = {"r": "Jo", "b": "Maximilienne-Charlotte de la Rochefoucau", "y": "Al", "g": "Di"}
    seats = [{"party": p, "player": "person", "name": name} for p, name in names.items()]
    table.sit(table.server.new(variant="square-4", seats=seats))
    bar = table.page.locator(".order:not(.above) > .order")
    expect(bar).to_contain_text("Jo")
    before = bar.bounding_box()
    table.play("c1-e3")
    expect(bar).to_contain_text(names["b"])
    after = bar.bounding_box()
    assert before and after and before["height"] == after["height"]
