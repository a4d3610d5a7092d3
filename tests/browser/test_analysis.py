"""The analysis board: played on, thought about, judged, replayed, shared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.table import Table
from tests.browser.test_access import faults
from tests.positions import IN_THREE, LAST_KILL_BGA, NOBODY_CAN_WIN

from djambi import Position
from djambi.game import Game
from djambi.render.page import page as render_page

pytestmark = pytest.mark.browser

# Ten and more count as well: a quick machine is there before anybody looks.
DEEP = re.compile(r"Depth ([3-9]|[1-9]\d)")


def analyse(table: Table, fragment: str = "") -> Page:
    table.page.goto(f"{table.server.url}/analyse{fragment}")
    table.board.locator(".token").first.wait_for()
    return table.page


def link(position: str) -> str:
    return "#p=" + position.replace(" ", ".")


def played(table: Table, *turns: str) -> str:
    """A stored game with these turns; returns its id."""
    game = Game.start("square-4")
    for turn in turns:
        game.play(turn)
    with table.server.http() as http:
        answer = http.post("/api/games/load", json={"text": str(game)})
    return str(answer.json()["id"])


def test_dialogs_have_the_same_heading_on_every_screen(table: Table) -> None:
    found: set[str] = set()
    for path, button in (("/", "Settings"), ("/analyse", "Settings"), ("/new", "somebody else")):
        table.page.goto(f"{table.server.url}{path}")
        table.page.get_by_role("button", name=button).first.click()
        heading = table.page.get_by_role("dialog").get_by_role("heading", level=2)
        style = "heading => getComputedStyle(heading)"
        found.add(heading.evaluate(f"{style}.fontSize") + heading.evaluate(f"{style}.marginBottom"))
    assert len(found) == 1


def rows(table: Table):  # type: ignore[no-untyped-def]
    return table.page.get_by_role("list", name="Turns").get_by_role("button")


def test_turns_played_on_the_board_make_a_tree(table: Table) -> None:
    page = analyse(table)
    table.play("c3-e3")
    expect(rows(table)).to_have_count(1)
    table.play("g3-g5")
    expect(rows(table)).to_have_count(2)
    table.button("To the start").click()
    table.play("c2-e4")
    expect(rows(table)).to_have_count(3)
    # The variation stands between the turn and what followed it.
    expect(rows(table).nth(1)).to_contain_text("variation")
    table.button("Make this the main line").click()
    expect(rows(table).first).to_contain_text("e4")
    rows(table).nth(1).click()
    table.button("Remove from here on").click()
    expect(rows(table)).to_have_count(1)
    expect(page.get_by_text("Red to play")).to_be_visible()


def test_what_is_added_is_there_again_however_soon_one_leaves(table: Table) -> None:
    page = analyse(table)
    comment = page.get_by_label("Comment")
    comment.press_sequentially("A plan")
    # As a rule the address does not have it yet.
    page.get_by_role("link", name="Learn").first.click()
    expect(page.get_by_role("heading", name="Learn").first).to_be_visible()
    page.go_back()
    expect(comment).to_have_value("A plan")
    comment.press_sequentially(", and another")
    page.reload()
    expect(comment).to_have_value("A plan, and another")


def test_a_turn_in_stages_and_why_not(table: Table) -> None:
    page = analyse(
        table, link("square-4 original yC7gC/9/9/9/9/9/2rMbM5/9/rC7bC r,b,y,g rbyg r 0 0")
    )
    table.choose("c3")
    table.cell("i9").click()
    expect(
        page.get_by_role("status").filter(has_text=re.compile("Militant|far|reach", re.IGNORECASE))
    ).to_be_visible()
    table.choose("d3", "kill")
    expect(page.get_by_text("Where to put it?")).to_be_visible()
    table.choose("e6")
    expect(rows(table)).to_have_count(1)
    table.shows("e6", "corpse")


def test_the_engine_shows_the_best_turn_and_plays_it(table: Table) -> None:
    page = analyse(table, link(LAST_KILL_BGA))
    page.get_by_role("switch", name="Engine").click()
    best = page.get_by_role("list", name="Best turns").get_by_role("button").first
    expect(best).to_contain_text("The red Assassin kills the blue Chief on i2")
    expect(best).to_contain_text("100%")
    expect(table.board.locator(".arrow.hint")).to_have_count(1)
    expect(page.get_by_role("img", name="Chances: Red 100%").first).to_be_visible()
    best.click()
    expect(page.get_by_role("status").filter(has_text="Red wins")).to_be_visible()
    expect(rows(table)).to_have_count(1)


def test_the_keyboard_goes_on_at_the_board_after_the_best_turn(table: Table) -> None:
    page = analyse(table, link(LAST_KILL_BGA))
    page.get_by_role("switch", name="Engine").click()
    best = page.get_by_role("list", name="Best turns").get_by_role("button").first
    expect(best).to_contain_text("i2")
    best.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Red wins")).to_be_visible()
    expect(table.board.locator("[data-cell]:focus")).to_have_count(1)


def test_a_proof_is_shown_as_one_and_says_what_that_is(table: Table) -> None:
    page = analyse(table, link(IN_THREE))
    page.get_by_role("switch", name="Engine").click()
    expect(page.get_by_text("Red wins by force, within 3 turns of its own.")).to_be_visible()
    first = page.get_by_role("list", name="Best turns").get_by_role("button").first
    expect(first).to_contain_text(re.compile(r"Proved\s*100%"))
    # The proof's line ends with the Chief's death.
    expect(first).to_contain_text("kills the blue Chief")
    about = page.get_by_text("every answer was tried and loses")
    expect(about).to_be_hidden()
    page.get_by_text("What does “proved” mean?").click()
    expect(about).to_be_visible()


def test_it_is_shown_that_nobody_can_win_any_more(table: Table) -> None:
    page = analyse(table, link(NOBODY_CAN_WIN))
    page.get_by_role("switch", name="Engine").click()
    shared = page.get_by_text("Nobody can win any more: the game can only be shared.")
    expect(shared).to_be_visible()
    expect(page.get_by_role("img", name="Chances: Red 50%, Yellow 50%").first).to_be_visible()


def test_a_win_that_is_let_slip_is_named_in_the_game(table: Table) -> None:
    game = Game(Position.parse(IN_THREE))
    game.play("i3-h4")
    with table.server.http() as http:
        name = http.post("/api/games/load", json={"text": str(game)}).json()["id"]
    page = analyse(table, f"#g={name}")
    table.button("Analyse the whole game").click()
    expect(rows(table).first).to_contain_text("missed win")
    # The game was opened at its end: after this turn.
    expect(page.get_by_text("Red missed a proved win in 3 turns.")).to_be_visible()
    page.get_by_role("tab", name="Story and figures").click()
    expect(page.get_by_role("button", name="Turn 0 Red wins by force")).to_be_visible()
    expect(page.get_by_role("button", name="Turn 1 Red missed a proved win")).to_be_visible()


def test_the_engine_is_asked_once_for_each_position_and_goes_deeper(table: Table) -> None:
    page = analyse(table)
    asked: list[str] = []
    page.on("request", lambda call: asked.append(call.url) if "think" in call.url else None)
    page.get_by_role("switch", name="Engine").click()
    expect(page.get_by_text(DEEP)).to_be_visible()
    assert len(asked) == 1
    # What was found for the position before is shown until then.
    with page.expect_request(re.compile("think")):
        table.play("c3-e3")
    expect(page.get_by_text(DEEP)).to_be_visible()
    assert len(asked) == 2


def test_a_game_is_opened_where_it_ended_and_the_engine_speaks_as_the_turns_do(
    table: Table,
) -> None:
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5')}")
    expect(rows(table).nth(1)).to_have_attribute("aria-current", "step")
    expect(page.get_by_text("Yellow to play")).to_be_visible()
    page.get_by_role("switch", name="Engine").click()
    best = page.get_by_role("list", name="Best turns").get_by_role("button").first
    expect(best).to_contain_text(re.compile("The yellow .* goes|kills|moves|displaces"))
    page.get_by_text("Notation", exact=True).click()
    expect(best).not_to_contain_text("The yellow")


def test_a_whole_game_is_judged_and_the_chart_goes_to_a_turn(table: Table) -> None:
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5', 'g7-e7', 'c7-c6')}")
    table.button("Analyse the whole game").click()
    chart = page.get_by_role("slider", name="Chances over the game")
    expect(table.button("Analyse the whole game")).to_have_count(0)
    expect(chart).to_have_attribute("max", "4")
    chart.focus()
    page.keyboard.press("End")
    expect(rows(table).nth(3)).to_have_attribute("aria-current", "step")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"Turn 4: Red \d+%"))
    page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"Turn 0: "))
    page.get_by_role("tab", name="Story and figures").click()
    expect(page.get_by_role("columnheader", name="Blunder")).to_be_visible()
    # Who comes back finds it done.
    page.reload()
    table.button("Analyse the whole game").click()
    expect(table.button("Analyse the whole game")).to_have_count(0)


def test_a_missed_win_is_marked_and_the_better_turn_shown(table: Table) -> None:
    page = analyse(table, link(LAST_KILL_BGA))
    table.play("a1-a2")
    table.button("Analyse the whole game").click()
    expect(rows(table).first).to_contain_text("??")
    table.button("To the start").click()
    table.button("Go to the turning point").click()
    expect(rows(table).first).to_have_attribute("aria-current", "step")
    expect(page.get_by_text(re.compile("Better: The red Assassin"))).to_be_visible()
    table.button("Show it").click()
    expect(rows(table)).to_have_count(2)
    table.shows("i2", "red Assassin")


def test_a_game_plays_itself_again(table: Table) -> None:
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5', 'g7-e7')}")
    page.get_by_label("Speed").select_option("0.3")
    table.button("Replay").click()
    expect(rows(table).nth(2)).to_have_attribute("aria-current", "step")
    expect(table.button("Replay")).to_be_visible()
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("ArrowLeft")
    expect(rows(table).nth(1)).to_have_attribute("aria-current", "step")


def test_a_comment_stays_with_its_turn_while_the_game_plays_itself(table: Table) -> None:
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5', 'g7-e7')}")
    page.get_by_label("Speed").select_option("0.7")
    table.button("To the start").click()
    field = page.get_by_label("Comment on the game")
    field.focus()
    # The focus stays where it is: on a slow machine the game would be over before one writes.
    table.button("Replay").evaluate("button => button.click()")
    field.press_sequentially("Bold!")
    expect(rows(table).nth(2)).to_have_attribute("aria-current", "step")
    field.blur()
    expect(page.get_by_label("Comment on this turn")).to_have_value("")
    table.button("To the start").click()
    expect(field).to_have_value("Bold!")


@pytest.mark.parametrize(("width", "height", "least"), [(720, 450, 2), (844, 390, 1)])
def test_in_a_low_window_the_last_turns_are_seen_without_scrolling(
    table: Table, width: int, height: int, least: int
) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5', 'g7-e7', 'c7-c6')}")
    steps = page.get_by_role("toolbar", name="Steps")

    def seen(number: int) -> bool:
        row, shown = rows(table).nth(number).bounding_box(), steps.bounding_box()
        turns = page.get_by_role("list", name="Turns").bounding_box()
        assert row and shown and turns
        return bool(turns["y"] - 1 <= row["y"] and row["y"] + row["height"] <= shown["y"])

    table.until(lambda: all(map(seen, range(4 - least, 4))))


def test_nothing_can_be_chosen_while_a_position_is_on_its_way(table: Table) -> None:
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5')}")
    table.target("g7", "select").wait_for()
    held: list[Route] = []
    page.route("**/api/study/look", lambda route: held.append(route))
    table.button("One turn back").click()
    table.until(lambda: held)
    table.lit({})
    for route in held:
        route.continue_()
    table.target("g3", "select").wait_for()


def test_story_and_figures(table: Table) -> None:
    page = analyse(table, link(LAST_KILL_BGA))
    table.play("b2-i2")
    page.get_by_role("tab", name="Story and figures").click()
    story = page.get_by_role("tabpanel")
    expect(story.get_by_text("Red wins: no other party is left.", exact=True)).to_be_visible()
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Red"))
    expect(row.get_by_role("cell")).to_have_text(["0", "1", "0", "0", "1"])
    expect(page.get_by_text("Nobody came to power.")).to_be_visible()


def test_comments_travel_in_the_link(table: Table) -> None:
    page = analyse(table)
    table.play("c3-e3")
    page.get_by_label("Comment on this turn").fill("Bold!")
    page.get_by_label("Comment on this turn").blur()
    table.button("Share").click()
    field = page.get_by_role("textbox", name="Link to the game, variations and comments included")
    expect(field).to_have_value(re.compile("#r="))
    address = field.input_value()
    page.goto("about:blank")
    page.goto(address)
    expect(rows(table)).to_have_count(1)
    expect(page.get_by_role("list", name="Turns").get_by_text("Bold!")).to_be_visible()


def test_a_link_is_copied_where_pages_have_no_clipboard(table: Table) -> None:
    # As on a phone that came over the local network by plain HTTP.
    table.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    )
    page = analyse(table)
    table.button("Share").click()
    page.get_by_role("button", name="Copy: As text").click()
    expect(page.get_by_role("button", name="Copy: As text")).to_have_text("Copied")
    page.keyboard.press("Escape")
    table.button("Open").click()
    page.get_by_role("dialog").get_by_role("textbox").focus()
    page.keyboard.press("Control+V")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value(
        re.compile("^square-4 original ")
    )


def test_a_picture_is_painted(table: Table) -> None:
    page = analyse(table, link(LAST_KILL_BGA))
    table.button("Share").click()
    with page.expect_download() as download:
        table.button("Picture (PNG)").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG\r\n")


def test_a_game_becomes_a_moving_picture(table: Table) -> None:
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5')}")
    table.button("Share").click()
    with page.expect_download() as download:
        table.button("Animation (GIF)").click()
    assert download.value.path().read_bytes().startswith(b"GIF89a")


def test_what_was_added_outlives_the_page(table: Table) -> None:
    page = analyse(table)
    table.play("c3-e3")
    page.wait_for_url(re.compile("#r="))
    page.reload()
    expect(rows(table)).to_have_count(1)


def test_a_turn_that_is_edited_at_once_is_there_on_the_way_back(table: Table) -> None:
    page = analyse(table)
    table.play("c3-e3")
    expect(rows(table)).to_have_count(1)
    table.button("Edit").click()
    expect(page.get_by_role("textbox", name="As text")).to_be_visible()
    page.go_back()
    expect(rows(table)).to_have_count(1)


def test_open_a_record_and_one_that_cannot_be_read(table: Table) -> None:
    page = analyse(table)
    table.button("Open").click()
    field = page.get_by_label("Record or position as text")
    field.fill("1. r c3-c9")
    table.button("Open it").click()
    # It is told once: nothing stays behind the dialog.
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    table.forgive("400")
    field.fill("1. r c3-e3 b g3-g5")
    table.button("Open it").click()
    expect(rows(table)).to_have_count(2)


@pytest.mark.parametrize("fragment", ["#p=nonsense", "#r=7VpNc9s2"])
def test_a_link_that_cannot_be_read_says_so(table: Table, fragment: str) -> None:
    page = analyse(table, fragment)
    expect(page.get_by_role("alert")).to_contain_text("Invalid position.")
    table.forgive("400")


def test_threats_and_the_way_to_the_editor(table: Table) -> None:
    page = analyse(table, link(LAST_KILL_BGA.replace(" r 0 0", " b 0 0")))
    table.button("Threats").click()
    expect(page.get_by_role("list", name="Threats")).to_contain_text("b2 → i2")
    table.button("Edit").click()
    expect(page.get_by_role("textbox", name="As text")).to_have_value(
        LAST_KILL_BGA.replace(" r 0 0", " b 0 0")
    )


def test_a_game_is_analysed_from_its_menu(table: Table) -> None:
    table.sit(played(table, "c3-e3"))
    table.button("More").click()
    table.button("Analysis").click()
    expect(rows(table)).to_have_count(1)


def test_a_game_that_goes_on_is_analysed_as_it_is_by_then(table: Table) -> None:
    page = table.page
    table.sit(table.server.new(variant="square-4"))
    table.play("c3-e3")
    table.turns(1)

    def from_the_menu() -> None:
        table.button("More").click()
        table.button("Analysis").click()

    from_the_menu()
    table.play("g3-g5")
    expect(rows(table)).to_have_count(2)
    # As a rule the address does not have it yet.
    page.go_back()
    table.turns(1)
    table.play("g3-f4")
    table.turns(2)
    from_the_menu()
    expect(rows(table)).to_have_count(2)
    expect(rows(table).nth(1)).to_contain_text("f4")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_analysis_board(table: Table, theme: str) -> None:
    table.server.settings(theme=theme)
    page = analyse(table, f"#g={played(table, 'c3-e3', 'g3-g5')}")
    page.get_by_role("switch", name="Engine").click()
    page.get_by_role("list", name="Best turns").get_by_role("button").first.wait_for()
    table.button("Analyse the whole game").click()
    page.get_by_role("slider", name="Chances over the game").wait_for()
    assert faults(page) == []
    page.get_by_role("tab", name="Story and figures").click()
    page.get_by_role("table").first.wait_for()
    assert faults(page) == []
    for name in ("Open", "Share", "Play"):
        table.button(name).click()
        page.get_by_role("dialog").wait_for()
        assert faults(page) == []
        table.button("Close").last.click()


def test_the_analysis_board_speaks_french(table: Table) -> None:
    table.server.settings(lang="fr")
    page = analyse(table, link(LAST_KILL_BGA))
    expect(page.get_by_text("À Rouge de jouer")).to_be_visible()
    page.get_by_role("tab", name="Récit et chiffres").click()
    page.get_by_role("table").first.wait_for()
    assert "study." not in page.locator("body").inner_text()


def test_a_game_as_a_page_of_its_own_can_be_stepped_through(table: Table, tmp_path: Path) -> None:
    game = Game()
    for turn in ("c3-e3", "g3-g5"):
        game.play(turn)
    file = tmp_path / "game.html"
    file.write_text(render_page(game.path()), encoding="utf-8")
    page = table.page
    page.goto(file.as_uri())
    shown = page.locator("g.at:not([display=none])")
    expect(shown).to_have_count(1)
    expect(page.locator("figcaption")).to_have_text(re.compile(r"^2\. The blue"))
    table.button("One turn back").click()
    expect(page.locator("figcaption")).to_have_text(re.compile(r"^1\. The red"))
    expect(shown).to_have_count(1)
    expect(shown.locator(".on-e3")).to_have_count(1)
    table.button("To the start").click()
    expect(shown.locator(".on-c3")).to_have_count(1)
    page.get_by_role("slider", name="Turns").press("End")
    expect(table.button("To the end")).to_be_disabled()
    assert faults(page) == []


def test_a_game_that_is_missing_is_called_so(table: Table) -> None:
    table.page.goto(f"{table.server.url}/analyse#g=doesnotexist")
    expect(table.page.get_by_role("heading", level=1)).to_have_text("No such game")
    expect(table.button("Try again")).to_have_count(0)
    table.forgive("404")
