"""Around one table: a computer shows the code, two phones take their seats, all see the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Server, Table, opened

from djambi.server.lan import code_svg, local_addresses

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not local_addresses(), reason="this computer is on no network"),
]


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, lan=True)
    server.start()
    server.settings()
    yield server
    server.stop()


def phone(server: Server, browser: Browser) -> Table:
    context = opened(browser, 360, 740, touch=True)
    return Table(server, context.new_page())


def join(guest: Table, url: str, name: str, party: str) -> None:
    """What a person does who scanned the code: open the game, say who they are, sit down."""
    page = guest.page
    page.goto(url)
    expect(page.get_by_text("Open a game below and take a seat.")).to_be_visible()
    expect(guest.button("Play now")).to_have_count(0)
    page.get_by_role("link", name="Hexagon, three players").tap()
    seats = page.get_by_role("region", name="Free seats")
    seats.get_by_role("textbox", name="Your name").fill(name)
    seats.get_by_role("button", name=f"Play {party}").tap()
    expect(seats).to_have_count(0)


def labels(table: Table) -> list[str]:
    """What is said of every cell, the choices of this device left out."""
    cells: list[str] = table.board.evaluate(
        "board => [...board.querySelectorAll('[data-cell]')]"
        ".map(cell => cell.getAttribute('aria-label')).sort()"
    )
    return [cell.removesuffix(", can move").removesuffix(", move here") for cell in cells]


def test_two_phones_take_their_seats(lan: Server, browser: Browser) -> None:
    host = Table(lan, opened(browser).new_page())
    ana, bob = phone(lan, browser), phone(lan, browser)
    everybody = (host, ana, bob)

    # The computer makes a game in which two seats are for phones, and shows the code.
    host.page.goto(f"{lan.url}/new")
    host.page.get_by_role("radio", name="3", exact=True).check(force=True)
    host.page.get_by_role("radio", name="Hexagon").check(force=True)
    for party in ("Blue", "Yellow"):
        host.page.get_by_label(f"Who plays {party}?").select_option(label="A phone")
    host.button("Start the game").click()
    seats = host.page.get_by_role("region", name="Free seats")
    url = seats.locator("strong").inner_text()
    with lan.http() as http:
        assert http.get("/api/lan/code.svg").content == code_svg(url)
    code = seats.get_by_role("img", name=f"Code to scan for {url}")
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0

    # Whoever has not scanned it sees nothing of the game.
    stranger = phone(lan, browser)
    answer = stranger.page.goto(url.partition("/join/")[0])
    assert answer is not None and answer.status == 403
    expect(stranger.page.get_by_text("Scan the code")).to_be_visible()

    join(ana, url, "Ana", "Blue")
    expect(seats.get_by_role("button", name="Play Blue")).to_have_count(0)
    join(bob, url, "Bob", "Yellow")
    expect(seats).to_have_count(0)

    # Each plays their own party, in turn; all boards show the same.
    sitting = ((host, ana, None), (ana, bob, "Ana (Blue)"), (bob, host, "Bob (Yellow)"))
    for number, (table, other, name) in enumerate(sitting, 1):
        if name is not None:
            expect(host.prompt).to_contain_text(f"Waiting for {name}.")
        expect(table.prompt).to_contain_text("Your turn. Choose a piece.")
        other.lit({})
        table.choose(next(iter(table.acts())))
        table.choose(next(cell for cell, act in table.acts().items() if act == "move"))
        for seen in everybody:
            seen.turns(number)
        host.until(lambda: labels(host) == labels(ana) == labels(bob))

    # A phone that was put away comes back to its seat.
    bob.page.reload()
    bob.board.locator(".token").first.wait_for()
    mine = bob.page.get_by_role("list", name="Parties").get_by_role("listitem")
    expect(mine.filter(has_text="Yellow")).to_contain_text("you")
    bob.until(lambda: labels(bob) == labels(host))
    for table in everybody:
        assert table.problems == []
        table.page.context.close()
    stranger.page.context.close()
