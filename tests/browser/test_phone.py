"""On a phone: every place can be reached, and what one needs is in sight."""

from __future__ import annotations

import random
import re
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect
from tests.browser.online import Come
from tests.browser.table import Server, Table, opened
from tests.paths import ROOT
from tests.positions import LAST_KILL_BGA

from djambi import Position
from djambi.game import Game

pytestmark = pytest.mark.browser


def resigned(server: Server, variant: str) -> str:
    """A game that I have won, as everybody else resigned; returns its id."""
    parties = Position.start(variant).active
    seats = [{"party": p, "player": "me" if p == "r" else "person"} for p in parties]
    game = server.new(variant=variant, seats=seats)
    with server.http() as http:
        for after, party in enumerate(parties[1:], 1):
            asked = {"type": "resign", "id": 1, "party": party, "after": after}
            assert http.post(f"/api/games/{game}/ask", json=asked).json()["type"] == "done"
    return game


def in_sight(one: Locator) -> None:
    """Wait until the whole of it is on the screen, without scrolling."""
    expect(one).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("place", ["Learn", "Puzzles", "Analysis", "Board editor", "Rulebook"])
def test_every_place_is_two_taps_away_also_from_a_game(phone: Table, place: str) -> None:
    phone.sit(phone.server.new(variant="square-4"))
    phone.button("Other screens").tap()
    phone.page.get_by_role("link", name=place, exact=True).tap()
    expect(phone.page).not_to_have_url(re.compile("/g/"))
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    in_sight(phone.page.get_by_role("button", name="Other screens"))


@pytest.mark.parametrize(("path", "opens"), [("/edit", ""), ("/analyse", "Open"), ("/new", "")])
def test_no_field_has_letters_so_small_that_a_phone_zooms_in(
    phone: Table, path: str, opens: str
) -> None:
    phone.page.goto(f"{phone.server.url}{path}")
    if opens:
        phone.button(opens).tap()
    fields = phone.page.locator(
        "input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea"
    )
    fields.first.wait_for()
    sizes = fields.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 16


def test_the_choice_of_a_board_to_analyse_lies_beside_its_button_in_french(phone: Table) -> None:
    phone.server.settings(lang="fr")
    phone.page.goto(f"{phone.server.url}/analyse")
    phone.button("Ouvrir").tap()
    choice = phone.page.get_by_label("Position de départ d’un plateau", exact=True)
    choice.wait_for()
    button = phone.button("Ouvrir : Position de départ d’un plateau")
    chosen, does = choice.bounding_box(), button.bounding_box()
    assert chosen is not None and does is not None
    assert chosen["x"] + chosen["width"] <= does["x"]
    assert chosen["width"] > 120  # so that a board's name can be read


def test_the_last_turn_is_in_sight_and_one_looks_back_from_there(phone: Table) -> None:
    phone.sit(phone.server.new(variant="square-4"))
    phone.play("c3-c4")
    last = phone.page.get_by_text("The red Necromobile goes from c3 to c4.").first
    in_sight(last)
    back = phone.button("One turn back").first
    in_sight(back)
    back.tap()
    expect(phone.prompt).to_contain_text("Looking back: turn 0 of 1.")
    phone.button("One turn forward").first.tap()
    expect(phone.prompt).to_contain_text("Blue to play")


def test_a_finished_game_is_stepped_through_and_nothing_covers_the_way(phone: Table) -> None:
    game = phone.server.new(variant="square-4")
    phone.sit(game)
    phone.play("c3-c4")
    phone.play("g3-g4")
    with phone.server.http() as http:
        draw = {"type": "draw", "id": 1, "after": 3, "agree": True}
        assert http.post(f"/api/games/{game}/ask", json=draw).json()["type"] == "done"
    end = phone.page.get_by_role("dialog", name="The game is over")
    end.get_by_role("button", name="See the board").tap()
    paper = phone.button("The paper")
    expect(paper).to_be_visible()
    phone.button("One turn back").first.tap()
    expect(phone.prompt).to_contain_text("Looking back: turn 2 of 3.")
    expect(paper).to_have_count(0)
    expect(phone.button("Advice")).to_be_hidden()
    steps = phone.prompt
    for number in (1, 0):
        back = steps.get_by_role("button", name="One turn back")
        in_sight(back)
        back.tap()
        expect(phone.prompt).to_contain_text(f"Looking back: turn {number} of 3.")
    in_sight(phone.button("Back to the game"))
    phone.button("Back to the game").tap()
    expect(paper).to_be_visible()


def test_a_finished_game_that_is_opened_again_leads_to_its_analysis(phone: Table) -> None:
    game = phone.server.load(LAST_KILL_BGA)
    phone.sit(game)
    phone.play("b2-i2")
    phone.page.get_by_role("dialog", name="The game is over").wait_for()
    phone.sit(game)
    tools = phone.page.get_by_role("toolbar", name="Tools")
    expect(tools.get_by_role("button", name="Advice")).to_have_count(0)
    tools.get_by_role("link", name="Analysis").tap()
    expect(phone.page).to_have_url(re.compile(f"/analyse#g={game}$"))


def test_the_list_of_turns_shows_the_one_that_one_looks_at(phone: Table) -> None:
    chance = random.Random(1)
    game = Game.start("square-4")
    for _ in range(40):
        turns = game.position.legal_turns()
        game.play(turns[chance.randrange(len(turns))])
    with phone.server.http() as http:
        answer = http.post("/api/games/load", json={"text": str(game)})
    phone.sit(answer.json()["id"])
    phone.page.get_by_role("button", name=re.compile("^40: ")).tap()
    current = phone.page.locator("#panel-turns [aria-current=step]")
    expect(current).to_contain_text("40")
    in_sight(current)
    for _ in range(20):
        phone.page.locator("#panel-turns").get_by_role("button", name="One turn back").tap()
    expect(current).to_contain_text("20")
    in_sight(current)


def test_coordinates_too_small_to_read_are_shown_once_they_are_larger(phone: Table) -> None:
    phone.sit(phone.server.new(variant="polygon-6"))
    coordinate = phone.board.locator(".coordinate.inside").first
    expect(coordinate).to_be_hidden()
    for _ in range(4):
        phone.button("Zoom in").tap()
    expect(coordinate).to_be_visible()


NAMES_WITHIN = """
() => [
  ...document.querySelectorAll(".tools .word, nav.bottom span, nav.ways span"),
].filter(name => {
  const button = name.closest("a, button").getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(name);
  const { left, right } = text.getBoundingClientRect();
  const shown = getComputedStyle(name).clipPath === "none" && right > left;
  return shown && (left < button.left || right > button.right);
}).map(name => name.textContent)
"""
"""The names that reach beyond their buttons."""


SIZES = [(320, 740), (360, 740), (667, 375), (720, 450), (853, 480), (844, 390)]
"""Small phones, upright and on their side; the window of a laptop at 200 % and at 150 %."""


IN_THE_EDGES = """width => [
  ...document.querySelectorAll("a, button, h1, h2, p, svg.board, dialog[open]")
].filter(one => {
  const { left, right } = one.getBoundingClientRect();
  const wide = right - left > 1 && getComputedStyle(one).clipPath === "none";
  const shown = wide && one.checkVisibility();
  return shown && (left < width || right > innerWidth - width);
}).map(one => one.outerHTML.slice(0, 80))
"""
"""What reaches into strips of this width along the left and right edges of the window."""


@pytest.mark.parametrize("path", ["/", "/new", "/puzzles", "/analyse", "/tutorial", "game"])
def test_nothing_stands_where_a_phone_on_its_side_has_its_camera(
    server: Server, browser: Browser, path: str
) -> None:
    server.settings()
    context = opened(browser, 844, 390, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    camera = {"insets": {"left": 47, "right": 47, "bottom": 21}}
    session = cast("Any", context.new_cdp_session(table.page))
    session.send("Emulation.setSafeAreaInsetsOverride", camera)
    if path == "game":
        table.sit(server.new(variant="square-4"))
    else:
        table.page.goto(f"{server.url}{path}")
        expect(table.page.locator("main, .page").first).to_be_visible()
    assert table.page.evaluate(IN_THE_EDGES, 47) == []
    if path == "/":
        table.button("Settings").tap()
        expect(table.page.get_by_role("dialog")).to_be_visible()
        assert table.page.evaluate(IN_THE_EDGES, 47) == []
    context.close()
    assert table.problems == []


def test_what_is_behind_a_dialog_stays_where_it_is(phone: Table) -> None:
    phone.page.goto(f"{phone.server.url}/licences")
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    phone.button("Settings").tap()
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    phone.page.mouse.move(180, 4)
    phone.page.mouse.wheel(0, 300)
    phone.page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    assert phone.page.evaluate("scrollY") == 0
    phone.page.mouse.wheel(0, 300)
    phone.until(lambda: phone.page.evaluate("scrollY") > 0)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_names_stay_within_their_buttons(
    server: Server, browser: Browser, width: int, height: int
) -> None:
    server.settings(lang="fr")
    context = opened(browser, width, height, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    table.page.goto(f"{server.url}/puzzles")
    # All of the page: its own sections are called ways, too.
    expect(table.page.locator("section.ways")).to_be_visible()
    assert table.page.evaluate(NAMES_WITHIN) == []
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    seats = [{"party": p, "player": "me" if p == "r" else "bot"} for p in "rbyg"]
    table.sit(server.new(variant="square-4", seats=seats, talk=True))
    expect(table.button("Discussion")).to_be_visible()
    assert table.page.evaluate(NAMES_WITHIN) == []
    mover = table.page.locator("header .order strong")
    assert mover.count() == 0 or mover.evaluate("name => name.scrollWidth <= name.clientWidth")
    # What a piece does is told below the tools, or over what can be scrolled away.
    table.cell("b2").tap()
    card = table.page.locator(".foot .help")
    expect(card).to_be_visible()
    if width > height:
        tools, told = table.page.locator(".tools").bounding_box(), card.bounding_box()
        assert tools and told and tools["y"] + tools["height"] <= told["y"] + 1
    context.close()
    assert table.problems == []


LARGE = (
    *("/new", "/campaign", "/learn", "/puzzles", "/puzzles/storm", "/career", "/rules"),
    *("/analyse", "/edit"),
)


@pytest.mark.parametrize("typeface", ["own", "system"])
@pytest.mark.parametrize(("size", "width"), [(20, 320), (32, 360)])
def test_large_text_fits_a_phone(
    server: Server, browser: Browser, chromium: str, size: int, width: int, typeface: str
) -> None:
    server.settings(lang="fr")
    arguments = ["--no-sandbox", f"--blink-settings=defaultFontSize={size}"]
    large = browser.browser_type.launch(executable_path=chromium, args=arguments)
    table = Table(server, opened(large, width, 740, touch=True).new_page(), hand="finger")
    page = table.page
    if typeface == "system":
        table.forgive("ERR_FAILED")
        page.route("**/*.woff2", lambda route: route.abort())
    for path in (*LARGE, f"/g/{resigned(server, 'square-4')}/paper"):
        page.goto(f"{server.url}{path}")
        expect(page.get_by_role("heading").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.goto(server.url)
    in_sight(page.get_by_role("link", name="Analyse", exact=True).first)
    in_sight(page.get_by_role("button", name="Réglages"))
    page.goto(f"{server.url}/watch")
    in_sight(page.get_by_role("button", name="Un coup", exact=True))
    paces, bar = (page.locator(one).bounding_box() for one in (".paces", ".tools"))
    assert paces and bar and bar["y"] <= paces["y"]
    large.close()
    assert table.problems == []


# What a reader may set (WCAG 2.2, success criterion 1.4.12).
SPACED = """*{line-height:1.5!important;letter-spacing:.12em!important;
word-spacing:.16em!important} p{margin-bottom:2em!important}"""


def test_widely_set_text_fits_a_phone(server: Server, browser: Browser) -> None:
    server.settings(lang="fr")
    table = Table(server, opened(browser, 320, 640, touch=True).new_page(), hand="finger")
    page = table.page
    for path in ("/", *LARGE, "/watch", f"/g/{resigned(server, 'square-4')}"):
        page.goto(f"{server.url}{path}")
        expect(page.get_by_role("heading").first).to_be_attached()
        page.evaluate(
            "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);"
            " document.adoptedStyleSheets = [sheet]; }",
            SPACED,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    page.context.close()
    assert table.problems == []


@pytest.mark.parametrize("width", [640, 768, 1024])
def test_the_places_have_room_in_the_bar(come: Come, table: Table, width: int) -> None:
    table.server.settings(lang="fr")
    ann = come("Bartholomew", lang="fr-FR")
    for here in (table, ann):
        here.page.set_viewport_size({"width": width, "height": 740})
        here.page.goto(f"{here.server.url}/new")
        expect(here.page.get_by_role("heading").first).to_be_visible()
        expect(here.page.get_by_role("link", name="Problèmes").first).to_be_visible()
        assert here.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_study_fits_the_smallest_window_with_a_panel(table: Table) -> None:
    table.page.set_viewport_size({"width": 896, "height": 740})
    table.page.goto(f"{table.server.url}/analyse")
    expect(table.page.get_by_role("toolbar", name="Steps")).to_be_visible()
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 896


def test_the_ranks_of_the_cast_have_room_in_their_dialog(server: Server, browser: Browser) -> None:
    server.settings()
    context = opened(browser, 320, 740, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    table.page.goto(f"{server.url}/new")
    table.page.get_by_role("button", name="Choose somebody else").first.tap()
    ranks = table.page.get_by_role("dialog").get_by_role("combobox", name="Rank")
    in_sight(ranks)
    box = ranks.bounding_box()
    assert box and box["x"] + box["width"] < 320
    context.close()
    assert table.problems == []


@pytest.mark.parametrize("path", ["/learn", "/puzzles"])
def test_the_step_back_of_an_exercise_is_in_sight(phone: Table, path: str) -> None:
    phone.page.goto(f"{phone.server.url}{path}")
    phone.page.locator(f'main a[href^="{path}/"]').first.tap()
    phone.board.locator(".target").first.tap()
    back = phone.button("Step back")
    in_sight(back)
    in_sight(phone.board)
    back.tap()
    expect(back).to_have_count(0)


def test_a_hint_moves_nothing_above_it(table: Table) -> None:
    table.server.settings(hints_seen=[])
    table.page.set_viewport_size({"width": 1440, "height": 900})
    table.sit(table.server.new(variant="square-4"))
    hint = table.page.get_by_role("complementary", name="Hint")
    expect(hint).to_be_visible()
    places = [table.page.locator(one) for one in ("#panel-parties", "#panel-turns")]
    before = [place.bounding_box() for place in places]
    assert all(before)
    hint.get_by_role("button", name="No more hints").click()
    expect(hint).to_have_count(0)
    after = [place.bounding_box() for place in places]
    assert [box and (box["x"], box["y"]) for box in after] == [
        box and (box["x"], box["y"]) for box in before
    ]


def connecting_once(page: Page) -> list[WebSocketRoute]:
    """Return the sockets that the page opens; none after the first comes through."""
    sockets: list[WebSocketRoute] = []

    def once(route: WebSocketRoute) -> None:
        sockets.append(route)
        if len(sockets) == 1:
            route.connect_to_server()
        else:
            route.close(code=1011)

    page.route_web_socket("**/socket*", once)
    return sockets


def test_a_lost_connection_moves_nothing(phone: Table) -> None:
    sockets = connecting_once(phone.page)
    phone.sit(phone.server.new(variant="square-4"))
    phone.calm.wait_for()
    parts = phone.page.locator(".panel > :not(.foot)")
    places = "parts => parts.map(part => part.getBoundingClientRect().y)"
    before = parts.evaluate_all(places)
    sockets[0].close(code=1011)
    in_sight(phone.button("Try now"))
    assert parts.evaluate_all(places) == before


# Red's Chief on e1 is within reach of four.
SURROUNDED = "square-4 original bC3yA3yC/4gA4/9/9/9/2yR6/4gR4/3bR5/2rMrC4gC r,b,y,g rbyg r 0 0"


def test_a_question_covers_neither_the_board_nor_what_is_said_besides(phone: Table) -> None:
    phone.server.settings(lang="fr", warn=True)
    phone.page.set_viewport_size({"width": 360, "height": 640})
    sockets = connecting_once(phone.page)
    phone.load(SURROUNDED)
    for cell in ("d1", "e1"):
        phone.choose(cell)
    ask = phone.page.get_by_role("alertdialog")
    in_sight(ask)
    chief, below = phone.cell("e1").bounding_box(), ask.bounding_box()
    assert chief and below and chief["y"] + chief["height"] <= below["y"]
    # The last of the parties can be scrolled out from under it.
    parties = phone.page.locator("#panel-parties")
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last, covered = parties.bounding_box(), ask.bounding_box()
    assert last and covered and last["y"] + last["height"] <= covered["y"]
    phone.page.evaluate("scrollTo(0, 0)")
    sockets[0].close(code=1011)
    phone.button("Réessayer").tap(trial=True)
    phone.button("Jouer quand même").tap(trial=True)


@pytest.mark.parametrize("asked", ["position=hex-3", "position=hex-3&list=5"])
def test_turns_take_no_room_from_a_framed_board(phone: Table, asked: str) -> None:
    phone.page.goto(f"{phone.server.url}/embed?{asked}")
    phone.calm.wait_for()
    before = phone.board.bounding_box()
    phone.play("e3-e4")
    expect(phone.button("Take back")).to_be_enabled()
    assert phone.board.bounding_box() == before


WORDS_END = """
(text, side) => {
  const words = document.createRange();
  words.selectNodeContents(text.firstChild);
  return words.getBoundingClientRect()[side];
}
"""
"""Where a sentence ends, below or on its right, not the room that is kept for more words."""

REIGN = ROOT / "tests" / "press" / "games" / "hex-3-throne.txt"
"""A game that is over because nobody can reach the ruler any more."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (390, 664)])
def test_a_hint_does_not_cover_what_to_do(
    server: Server, browser: Browser, width: int, height: int, lang: str
) -> None:
    server.settings(lang=lang, hints_seen=[])
    context = opened(browser, width, height, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    seats = [{"party": p, "player": "me" if p == "r" else "bot"} for p in "rbyg"]
    table.sit(server.new(variant="square-4", seats=seats))
    hint = table.page.locator(".coach")
    expect(hint).to_be_visible()
    sentence = table.page.locator(".prompt .main").evaluate(WORDS_END, "bottom")
    below = hint.bounding_box()
    assert below and sentence <= below["y"]
    # It gives way to what is said besides: that nothing can be taken now.
    table.page.locator(".tools button").nth(1).tap()
    told = table.page.locator(".prompt .told")
    in_sight(told)
    expect(hint).to_be_hidden()
    table.choose("c3")
    expect(told).to_have_count(0)
    expect(hint).to_be_visible()
    context.close()
    assert table.problems == []


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 664)])
def test_a_board_higher_than_wide_leaves_room_below_it(
    server: Server, browser: Browser, width: int, height: int
) -> None:
    server.settings(lang="fr", hints_seen=[])
    context = opened(browser, width, height, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    seats = [{"party": p, "player": "me" if p == "r" else "bot"} for p in "rbygp"]
    table.sit(server.new(variant="hex-5", seats=seats))
    hint = table.page.locator(".coach")
    expect(hint).to_be_visible()
    sentence = table.page.locator(".prompt .main").evaluate(WORDS_END, "bottom")
    below, bar = hint.bounding_box(), table.page.locator(".tools").bounding_box()
    assert below and bar
    assert sentence <= below["y"] and below["y"] + below["height"] <= bar["y"]
    # Without the hint the last turn is seen there.
    table.button("Arrêter les astuces").tap()
    expect(hint).to_be_hidden()
    last = table.page.locator(".last").bounding_box()
    assert last and last["y"] + last["height"] <= bar["y"]
    context.close()
    assert table.problems == []


@pytest.mark.parametrize("variant", ["square-4", "hex-3"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_result_is_not_covered_by_what_may_be_done_next(
    server: Server, browser: Browser, lang: str, width: int, height: int, variant: str
) -> None:
    server.settings(lang=lang)
    context = opened(browser, width, height, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    table.sit(resigned(server, variant))
    ways = table.page.locator(".foot .offer")
    in_sight(ways)
    below = ways.bounding_box()
    assert below and table.page.locator(".prompt .main").evaluate(WORDS_END, "bottom") <= below["y"]
    context.close()
    assert table.problems == []


def test_why_somebody_has_won_is_read_whole_on_the_narrowest_phone(
    server: Server, browser: Browser
) -> None:
    server.settings(lang="fr")
    context = opened(browser, 320, 640, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    with server.http() as http:
        answer = http.post("/api/games/load", json={"text": REIGN.read_text(encoding="utf-8")})
    table.sit(str(answer.json()["id"]))
    sentence = table.page.locator(".prompt .main")
    expect(sentence).to_have_text("Rouge gagne : plus personne ne peut déloger le Chef au pouvoir.")
    below = table.page.locator(".foot .offer").bounding_box()
    assert below and sentence.evaluate(WORDS_END, "bottom") <= below["y"]
    context.close()
    assert table.problems == []


def test_who_watches_has_the_pace_beside_the_menu(server: Server, browser: Browser) -> None:
    server.settings()
    context = opened(browser, 320, 568, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    table.page.goto(f"{server.url}/watch")
    last = table.button("One turn")
    in_sight(last)
    assert last.evaluate("button => button.scrollWidth <= button.clientWidth")
    paces, menu = (table.page.locator(one).bounding_box() for one in (".paces", ".tools .menu"))
    assert paces and menu and paces["x"] + paces["width"] < menu["x"]
    assert abs(paces["y"] + paces["height"] / 2 - menu["y"] - menu["height"] / 2) < 4
    context.close()
    assert table.problems == []


def test_who_has_fallen_among_bots_sees_the_pace_and_can_take_the_turn_back(
    server: Server, browser: Browser
) -> None:
    server.settings()
    context = opened(browser, 390, 844, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    bots = [{"party": party, "player": "bot"} for party in "byg"]
    table.sit(server.new(variant="square-4", seats=[{"party": "r", "player": "me"}, *bots]))
    table.button("More").click()
    table.button("Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Red resigns").click()
    pause = table.button("Pause")
    pause.click()
    # Nothing of the bar lies under the pace.
    covered = pause.evaluate(
        """pause => {
          const box = pause.closest(".paces").getBoundingClientRect();
          const tools = [...document.querySelectorAll(".tools button")];
          return tools.filter((tool) => tool.getBoundingClientRect().left < box.right).length;
        }"""
    )
    assert covered == 0
    undo = table.page.locator(".foot").get_by_role("button", name="Undo")
    in_sight(undo)
    undo.click()
    expect(table.prompt).to_contain_text("Your turn")
    context.close()
    assert table.problems == []


def test_the_pace_has_room_beside_the_board_of_a_phone_on_its_side(
    server: Server, browser: Browser
) -> None:
    server.settings(lang="fr")
    context = opened(browser, 667, 375, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    table.page.goto(f"{server.url}/watch")
    last = table.button("Un coup")
    in_sight(last)
    assert last.evaluate("button => button.scrollWidth <= button.clientWidth")
    assert table.page.locator(".panel").evaluate("one => one.scrollWidth <= one.clientWidth")
    context.close()
    assert table.problems == []


WATCH_SHIFTS = """
new PerformanceObserver(list => {
  for (const each of list.getEntries()) window.shifts = (window.shifts ?? 0) + each.value;
}).observe({ type: "layout-shift" });
"""
"""Sums what moves without being meant to, clicks or not: the measure of web.dev's layout shift."""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_nothing_jumps_while_turns_are_played(
    server: Server, browser: Browser, width: int, height: int
) -> None:
    server.settings(confirm=True)
    context = opened(browser, width, height, touch=width < 500)
    table = Table(server, context.new_page(), hand="finger" if width < 500 else "mouse")
    table.sit(server.new(variant="square-4"))
    table.calm.wait_for()
    table.page.evaluate("document.fonts.ready")
    table.page.evaluate(WATCH_SHIFTS)
    for number, turn in enumerate(["c3-c4", "g3-g4", "g7-f7", "c7-d7"], 1):
        table.play(turn)
        table.press(table.button("Play"))
        table.turns(number)
    table.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert table.page.evaluate("window.shifts ?? 0") < 0.005
    context.close()
    assert table.problems == []


def test_a_long_name_leaves_the_buttons_of_the_board_alone_on_a_tablet(
    server: Server, browser: Browser
) -> None:
    server.settings(lang="fr")
    context = opened(browser, 820, 1180, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    name = "Maximilienne-Charlotte de la Rochefoucau"
    table.sit(
        server.new(
            variant="square-4",
            seats=[{"party": party, "player": "person", "name": name} for party in "rbyg"],
        )
    )
    sentence = table.page.locator(".prompt .main")
    expect(sentence).to_contain_text(name)
    end = sentence.evaluate(WORDS_END, "right")
    turn = table.page.locator(".camera button").first.bounding_box()
    assert turn and end <= turn["x"]
    context.close()
    assert table.problems == []


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1440, 900)])
def test_nothing_shows_below_what_is_said_at_the_foot(
    server: Server, browser: Browser, width: int, height: int
) -> None:
    server.settings()
    context = opened(browser, width, height)
    table = Table(server, context.new_page())
    seats = [{"party": "r", "player": "me"}] + [{"party": p, "player": "bot"} for p in "byg"]
    table.sit(server.new(variant="square-4", seats=seats))
    table.button("More").click()
    table.button("Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Red resigns").click()
    expect(table.button("Rematch")).to_be_visible()
    foot, panel = (table.page.locator(one).bounding_box() for one in (".foot", ".panel"))
    assert foot and panel
    assert foot["y"] + foot["height"] >= panel["y"] + panel["height"]
    context.close()
    assert table.problems == []
