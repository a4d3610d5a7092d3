"""Games in the page without a server: its engine late, damaged or of another build; two tabs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect
from tests.browser.newcomer import Newcomer
from tests.browser.table import opened
from tests.page.folder import Host, PageServer, PageTable, hosted

pytestmark = pytest.mark.browser

REFUSED = 'indexedDB.open = () => { throw new DOMException("denied", "SecurityError"); };'


@pytest.fixture
def host() -> Host:
    """The host of the page; the engine's files wait until the test lets them go."""
    return Host()


@pytest.fixture
def address(host: Host) -> Iterator[PageServer]:
    """Where the page lies."""
    with hosted(host) as found:
        yield found


@pytest.fixture
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A browser in which nobody has played yet."""
    context = opened(browser)
    yield context
    context.close()


@pytest.fixture
def tab(profile: BrowserContext, address: PageServer) -> Iterator[Callable[[], PageTable]]:
    """Tabs of one browser; nothing may go wrong unseen in them."""
    made: list[PageTable] = []

    def another() -> PageTable:
        made.append(PageTable(address, profile.new_page()))
        return made[-1]

    yield another
    profile.close()
    assert [table.problems for table in made] == [[] for _ in made]


def listed(table: PageTable) -> Locator:
    """The turns in the list."""
    return table.page.locator("#panel-turns li")


def round_played(table: PageTable, turns: int) -> None:
    """Wait until so many turns are in the list and it is our turn again."""
    table.turns(turns)
    expect(table.prompt).to_contain_text("Your turn")


def test_the_first_turn_is_chosen_before_the_engine_is_there_and_outlives_a_reload(
    tab: Callable[[], PageTable], host: Host
) -> None:
    table = tab()
    table.begin()
    table.page.reload()
    # The whole first turn is known: the board lights where the piece may go.
    table.choose("a3")
    table.choose("a4", "move")
    expect(table.page.get_by_text("on their way").first).to_be_visible()
    host.engine.set()
    round_played(table, 4)
    table.shows("a4", "the red Militant")
    # It is stored: another visit finds it on the first screen, and goes on.
    table.page.goto(table.server.url)
    table.page.locator("a[href*='/g/']").first.click()
    round_played(table, 4)


def test_two_tabs_on_one_game_follow_each_other(tab: Callable[[], PageTable], host: Host) -> None:
    host.engine.set()
    one, two = tab(), tab()
    one.begin()
    one.play("a3-a4")
    round_played(one, 4)
    two.page.goto(one.page.url)
    round_played(two, 4)
    # What the bots have done decides which turns there are.
    for mover, other in ((two, one), (one, two)):
        before = listed(mover).count()
        Newcomer(mover.page, "en").play_a_turn()
        # Four at least: whoever is in power plays between the others, too.
        expect(listed(mover).nth(before + 3)).to_be_attached()
        expect(mover.prompt).to_contain_text("Your turn")
        expect(listed(other)).to_have_text(listed(mover).all_text_contents())
        expect(other.prompt).to_contain_text("Your turn")


def test_a_second_tab_leaves_the_clocks_of_the_first_alone(
    tab: Callable[[], PageTable], host: Host
) -> None:
    host.engine.set()
    one, two = tab(), tab()
    one.page.goto(f"{one.server.url}#/new")
    seats = one.page.get_by_role("combobox", name="Who plays")
    for number in (1, 2, 3):
        seats.nth(number).select_option(label="Someone here")
    one.page.get_by_text("Fischer", exact=True).click()
    one.button("Start the game").click()
    one.press(one.button("Start the clocks"))
    expect(one.prompt).to_contain_text("Choose")
    two.page.goto(one.page.url)
    expect(two.prompt).to_contain_text("Choose")
    # It goes to another screen; the game is played on in the first tab.
    two.page.goto(f"{two.server.url}#/rules")
    one.play("c3-e3")
    one.turns(1)
    two.page.goto(one.page.url)
    two.turns(1)
    for table in (one, two):
        expect(table.prompt).not_to_contain_text("The clocks are stopped.")
        expect(table.prompt).to_contain_text("Choose")


def test_a_browser_that_stores_nothing_lets_one_play_and_says_so(
    tab: Callable[[], PageTable], host: Host
) -> None:
    host.engine.set()
    host.worker = ("", REFUSED)
    table = tab()
    table.page.add_init_script(REFUSED)
    table.forgive("the browser's storage")
    table.begin()
    table.play("a3-a4")
    round_played(table, 4)
    expect(table.page.get_by_role("alert")).to_contain_text("does not save your games")


def test_a_damaged_engine_is_told_and_fetched_again(
    tab: Callable[[], PageTable], host: Host
) -> None:
    host.engine.set()
    host.damaged = True
    table = tab()
    table.begin()
    table.play("a3-a4")
    expect(table.page.get_by_role("alert")).to_contain_text("damaged")
    host.damaged = False
    table.button("Try again").click()
    round_played(table, 4)


def test_a_worker_of_another_build_is_told_from_the_page_s_own(
    tab: Callable[[], PageTable], host: Host, address: PageServer
) -> None:
    [build] = [folder.name for folder in (address.folder / "prepared").iterdir()]
    host.engine.set()
    host.worker = (build, "0" * len(build))
    table = tab()
    table.home()
    alert = table.page.get_by_role("alert")
    expect(alert).to_contain_text("different versions")
    host.worker = ("", "")
    alert.get_by_role("button", name="Reload").click()
    table.begin()
    table.play("a3-a4")
    round_played(table, 4)
