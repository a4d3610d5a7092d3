"""A whole table online: four people, each with a browser of their own.

They come by a link, talk in secret, promise and break a promise; one goes away and comes back;
they vote, end the game and play again. What is secret reaches only those it is for: each browser
keeps everything that its sockets were sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, WebSocket, expect
from tests.browser.online import OnlineServer, Person, quiet
from tests.browser.test_access import faults
from tests.browser.test_phone import NAMES_WITHIN, SIZES

pytestmark = pytest.mark.browser

POSITION = "square-4 original 7yC1/3bC5/9/9/9/2rM1bA4/9/8gC/rC8 r,b,y,g rbyg r 0 0"
"""Red's Militant can kill blue's Assassin at once; green's Chief, which a bot may have to move,
has nobody to take and no way to power."""

SECRET = "Chloé suspects nothing"
OPEN = "Good evening, all"


@dataclass
class Player(Person):
    """Somebody at the table, with all that the browser was sent; on a phone, what is beside the
    board is in a drawer."""

    phone: bool = False
    sent: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        super().__post_init__()
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.sent.append(str(frame)))

    def was_sent(self, text: str) -> bool:
        return any(text in frame for frame in self.sent)

    # --- what is beside the board ---------------------------------------------------------------

    def open(self, panel: str) -> None:
        """Talk, pacts, turns: a tab, or a drawer of a phone."""
        if self.phone and panel in ("Talk", "Pacts"):
            self.shut()
            self.page.get_by_role("toolbar", name="Tools").get_by_role("button", name=panel).tap()
        else:
            self.page.get_by_role("tab", name=panel).click()

    def shut(self) -> None:
        """Close the drawer, if one is open."""
        close = self.page.get_by_role("dialog").get_by_role("button", name="Close")
        if close.count():
            close.click()
            expect(close).to_have_count(0)

    def room(self, name: str) -> None:
        rooms = self.page.get_by_role("group", name="Rooms")
        rooms.get_by_role("button", name=re.compile(f"^{name}")).click()

    def says(self, text: str) -> None:
        self.page.get_by_role("textbox", name=re.compile("^Say to:")).fill(text)
        self.page.get_by_role("button", name="Send").click()

    def log(self, room: str) -> Locator:
        return self.page.get_by_role("log", name=room)

    def pact(self, names: str) -> Locator:
        return self.page.get_by_role("region", name=f"Pact of {names}")

    def party(self, name: str) -> Locator:
        parties = self.page.get_by_role("list", name="Parties")
        # A vassal's line names its lord too.
        named = self.page.get_by_text(name, exact=True)
        return parties.get_by_role("listitem").filter(has=named)

    def vote(self) -> Locator:
        return self.page.get_by_role("region", name="Vote")

    def menu(self, item: str) -> None:
        self.button("More").click()
        self.button(item).click()

    def moves(self, turn: str) -> None:
        """Play a turn when it is mine."""
        self.shut()
        expect(self.prompt).to_contain_text("Your turn")
        self.play(turn)


Come = Callable[..., Player]


@pytest.fixture
def come(hall: OnlineServer, browser: Browser) -> Iterator[Come]:
    here: list[Player] = []

    def comes(name: str, phone: bool = False, **profile: Any) -> Player:
        size = {"width": 360, "height": 740, "touch": True} if phone else {}
        player = Player.comes(hall, browser, **(size | profile))
        assert isinstance(player, Player)
        player.phone = phone
        player.guest(name)
        quiet(player, profile.get("theme", "light"))
        here.append(player)
        return player

    yield comes
    for player in here:
        player.leaves()


def table_of(owner: Player, bots: str = "", **terms: Any) -> None:
    """A table of the owner's, `bots` in some of its seats."""
    chosen = {"name": "Thursday", "publish": True, "grace": 5, "watch": "all"} | terms
    answer = owner.page.context.request.post(
        f"{owner.server.url}/api/tables",
        data={
            "variant": "square-4",
            "edition": "original",
            "position": POSITION,
            "terms": chosen,
            "seats": [
                {"party": "r", "player": "me"},
                *({"party": party, "player": "bot"} for party in bots),
            ],
        },
        headers={"x-djambi": "1", "origin": owner.server.url},
    )
    assert answer.ok, answer.text()
    made: dict[str, str] = answer.json()
    owner.page.goto(f"{owner.server.url}/g/{made['id']}")


def seated(come: Come, *names: str, **terms: Any) -> list[Player]:
    """These people, in the order of the seats, at a table that has begun; the second one holds a
    phone, and bots play the rest."""
    ana, *others = [come(name, phone=i == 1) for i, name in enumerate(names)]
    table_of(ana, "rbyg"[len(names) :], **terms)
    path = ana.link().removeprefix(ana.server.url)
    for person, party in zip(others, ("Blue", "Yellow", "Green"), strict=False):
        person.goto(path)
        person.seat(party).get_by_role("button").click()
    for person in (ana, *others):
        person.waits()
    return [ana, *others]


CLOCK = {"kind": "fischer", "time": 600, "increment": 10}


def test_what_is_said_does_not_lie_on_the_way_back_to_the_game(come: Come) -> None:
    ana, bob = seated(come, "Ana", "Bob")
    ana.moves("a1-b1")
    bob.page.get_by_role("button", name="One turn back").first.tap()
    back = bob.button("Back to the game")
    expect(back).to_be_visible()
    ana.says(OPEN)
    heard = bob.page.locator("button.toast", has_text=OPEN)
    expect(heard).to_be_visible()
    below, above = back.bounding_box(), heard.bounding_box()
    assert below and above and above["y"] + above["height"] <= below["y"]


def test_what_is_said_does_not_lie_on_a_vote_and_goes_once_it_is_read(come: Come) -> None:
    ana, bob = seated(come, "Ana", "Bob")
    ana.menu("Ask for a pause")
    answer = bob.vote().get_by_role("button", name="No pause")
    expect(answer).to_be_visible()
    ana.says(OPEN)
    heard = bob.page.locator("button.toast", has_text=OPEN)
    expect(heard).to_be_visible()
    below, above = bob.vote().bounding_box(), heard.bounding_box()
    assert below and above and above["y"] + above["height"] <= below["y"]
    bob.open("Talk")
    expect(heard).to_have_count(0)


def test_a_vote_is_in_sight_where_the_chat_leaves_it_no_room(come: Come) -> None:
    ana, bob, *_ = seated(come, "Ana", "Bob")
    ana.page.set_viewport_size({"width": 1280, "height": 870})
    expect(ana.page.get_by_role("log", name="Table")).to_be_visible()
    bob.menu("Ask for a pause")
    answer = ana.vote().get_by_role("button", name="No pause")
    expect(answer).to_be_in_viewport(ratio=1)


DAYS = {"kind": "days", "time": 30 * 86_400}


def test_a_desk_has_room_for_a_clock_of_days_and_the_whole_menu(come: Come) -> None:
    ana = come("Ana", height=800)
    with_bots(ana, clock=DAYS)
    name, signal = ana.page.locator("main .order .now strong"), ana.page.locator("main .signal")
    expect(ana.page.locator("main .order .now .clock")).to_be_visible()
    upper, lower = name.bounding_box(), signal.bounding_box()
    assert upper and lower and upper["x"] + upper["width"] < lower["x"]
    assert lower["y"] < upper["y"] + upper["height"] + 16
    ana.button("More").click()
    expect(ana.button("Resign")).to_be_in_viewport(ratio=1)


def test_during_play_a_table_tells_what_it_agreed_on(come: Come) -> None:
    ana = come("Ana")
    with_bots(ana, clock=CLOCK, rated=True, talk="public")
    expect(ana.page.get_by_role("banner")).to_contain_text("Rated")
    phone = come("Bob", phone=True)
    with_bots(phone, clock=CLOCK, rated=True, talk="public")
    for said in ("10 min + 10 s", "Rated", "Public only"):
        for person in (ana, phone):
            expect(person.page.locator("#panel-parties, .people")).to_contain_text(said)


def test_four_people_play_a_whole_table(come: Come) -> None:
    everybody = ana, bob, chloe, dan = seated(come, "Ana", "Bob", "Chloé", "Dan", clock=CLOCK)
    expect(ana.prompt).to_contain_text("Your turn. Choose a piece.")
    expect(chloe.party("Blue")).to_contain_text("Bob")
    for person in everybody:
        expect(person.page.get_by_role("timer").first).to_be_visible()

    # What is said at the table is heard by all; a phone shows it beside the board.
    # It is gone there after some seconds, so that is looked for before anything else.
    ana.says(OPEN)
    bob.page.locator("button.toast", has_text=OPEN).tap()
    for person in (bob, chloe, dan):
        expect(person.log("Table")).to_contain_text(OPEN)
    bob.button("Well played!").tap()
    expect(ana.log("Table")).to_contain_text("Well played!")
    bob.shut()

    # In private.
    ana.button("In private").click()
    ana.page.get_by_role("group", name="With whom?").get_by_role("button", name="Bob").click()
    ana.button("Talk").click()
    ana.says(SECRET)
    expect(ana.log("Bob")).to_contain_text(SECRET)
    bob.open("Talk")
    bob.room("Ana")
    expect(bob.log("Ana")).to_contain_text(SECRET)
    bob.says("Nor does Dan")
    expect(ana.log("Bob")).to_contain_text("Nor does Dan")

    # A pact, proposed and agreed to.
    ana.open("Pacts")
    ana.button("Propose a pact").click()
    ana.page.get_by_role("group", name="With").get_by_role("button", name="Bob").click()
    expect(ana.page.get_by_role("list", name="The pact reads")).to_contain_text(
        "Ana (Red) will not attack Bob (Blue) for 3 rounds."
    )
    ana.page.get_by_role("switch", name="Secret").set_checked(True)
    ana.button("Propose").click()
    expect(ana.pact("you and Bob")).to_contain_text("Waiting for Bob.")
    expect(ana.pact("you and Bob").locator("strong")).to_have_text("You and Bob")
    bob.open("Pacts")
    bob.pact("Ana and you").get_by_role("button", name="Agree").tap()
    expect(ana.pact("you and Bob")).to_contain_text("in force")
    expect(ana.party("Blue")).to_contain_text("bound by 1 pact")
    expect(chloe.party("Blue")).not_to_contain_text("bound")

    # Ana breaks it with her first turn.
    for cell, act in (("c4", "select"), ("e4", "kill"), ("a5", "place")):
        ana.choose(cell, act)
    expect(ana.pact("you and Bob")).to_contain_text("broken")
    bob.shut()
    bob.open("Pacts")
    expect(bob.pact("Ana and you")).to_contain_text("Ana (Red) will not attack Bob (Blue)")
    expect(bob.pact("Ana and you")).to_contain_text("Broken: by this attack")
    bob.shut()
    ana.open("Turns")
    expect(ana.page.locator("#panel-turns li").first).to_contain_text("Pact broken:")
    expect(ana.party("Red")).to_contain_text("1 promise broken.")

    # Dan goes away: when it is his turn a bot sits in, and gets up as soon as he comes back.
    address = dan.page.url
    dan.page.goto("about:blank")
    bob.moves("d8-d9")
    chloe.moves("h9-g9")
    expect(ana.party("Green")).to_contain_text("a bot is playing")
    ana.moves("a1-b1")
    dan.page.goto(address)
    dan.waits()
    expect(dan.party("Green")).not_to_contain_text("a bot is playing")
    expect(ana.party("Green")).not_to_contain_text("a bot is playing")

    # Ana takes her turn back, as all agree.
    ana.turns(5)
    ana.button("Undo").click()
    for person in (bob, chloe, dan):
        expect(person.vote()).to_contain_text("Ana asks to take turn")
        person.vote().get_by_role("button", name="Take it back").click()
    ana.turns(4)
    expect(ana.prompt).to_contain_text("Your turn")

    # Nobody else has learnt of the secret so far.
    for person in (chloe, dan):
        assert person.was_sent(OPEN)
        assert not person.was_sent(SECRET)
        assert not person.was_sent("Red will not attack Blue")

    # A draw ends it; now everything is told.
    chloe.menu("Offer a draw")
    for person in (ana, bob, dan):
        expect(person.vote()).to_contain_text("Agree to a draw?")
        assert not person.was_sent('"kind":"draw","party":"y"')
        person.vote().get_by_role("button", name="A draw").click()
        if person is not dan:
            expect(person.vote()).to_contain_text("You agreed.")
    for person in everybody:
        over = person.page.get_by_role("dialog", name="The game is over")
        expect(over).to_be_visible()
        expect(over).to_contain_text("Ana (Red) will not attack Bob (Blue) for 3 rounds.")
    chloe.until(lambda: chloe.was_sent(SECRET))

    # Again: who asks first makes the table, the others find their way.
    ana.page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    ana.page.wait_for_url(lambda url: url != address)
    for person in (bob, chloe, dan):
        person.page.get_by_role("dialog").get_by_role("link", name="To the next game").click()
        person.page.wait_for_url(ana.page.url)


def with_bots(owner: Person, **terms: Any) -> None:
    """A table of the owner's, all other seats a bot's; it begins at once."""
    bots = [{"party": party, "player": "bot"} for party in "byg"]
    answer = owner.page.context.request.post(
        f"{owner.server.url}/api/tables",
        data={
            "variant": "square-4",
            "terms": terms,
            "seats": [{"party": "r", "player": "me"}, *bots],
        },
        headers={"x-djambi": "1", "origin": owner.server.url},
    )
    assert answer.ok, answer.text()
    owner.page.goto(f"{owner.server.url}/g/{answer.json()['id']}")
    owner.waits()


def test_a_table_fits_phones_on_their_side(come: Come) -> None:
    zoe = come("Jean-François de La Tour", lang="fr-FR")
    with_bots(zoe, clock=CLOCK)
    clock, signal = zoe.page.locator(".above .clock"), zoe.page.locator(".above .signal")
    # One that lies on its side has the clock in its bar.
    for width, height in (size for size in SIZES if size[0] > size[1]):
        zoe.page.set_viewport_size({"width": width, "height": height})
        expect(clock).to_be_visible()
        assert zoe.page.evaluate(NAMES_WITHIN) == [], (width, height)
        time, beside = clock.bounding_box(), signal.bounding_box()
        assert time and beside and time["x"] + time["width"] <= beside["x"], (width, height)


KEY = re.compile(r"\b(web|table|pact|talk|online)\.[a-z_]+")
"""A sentence that is not there shows its key."""


@pytest.mark.parametrize(
    ("lang", "theme", "phone"), [("fr-FR", "dark", True), ("en-US", "light", False)]
)
def test_a_table_is_for_everybody(come: Come, lang: str, theme: str, phone: bool) -> None:
    """axe finds nothing, and no sentence is missing, wherever one is at a table."""
    ana = come("Ana", phone=phone, theme=theme, lang=lang)
    with_bots(ana, clock=CLOCK)
    page = ana.page

    def sound() -> None:
        assert faults(page) == []
        assert KEY.findall(page.locator("body").inner_text()) == []

    names = {
        "en-US": ("Talk", "Pacts", "In private", "Propose a pact", "Add a promise", "More"),
        "fr-FR": (
            "Discussion",
            "Pactes",
            "En privé",
            "Proposer un pacte",
            "Ajouter une promesse",
            "Plus",
        ),
    }
    talk, pacts, private, propose, another, more = names[lang]
    notes, plans, close = (
        ("My notes", "Conditional turns", "Close")
        if lang == "en-US"
        else ("Mes notes", "Coups conditionnels", "Fermer")
    )
    tools = page.get_by_role("toolbar", name="Tools" if lang == "en-US" else "Outils")
    where = tools.get_by_role("button", name=talk)
    page.get_by_role("timer").first.wait_for()
    if phone:
        where.tap()
    box = page.get_by_role("textbox")
    box.fill("…")
    box.press("Enter")
    expect(page.locator("article")).to_have_count(1)
    sound()
    ana.button(private).click()
    sound()
    if phone:
        ana.button(close).click()
        tools.get_by_role("button", name=pacts).tap()
    else:
        page.get_by_role("tab", name=pacts).click()
    ana.button(propose).click()
    ana.button(another).click()
    form = page.locator("form", has=page.get_by_role("heading", name=propose))
    form.get_by_role("group").first.get_by_role("button").first.click()
    form.get_by_role("list").wait_for()
    sound()
    if phone:
        ana.button(close).click()
    ana.button(more).click()
    ana.button(notes).click()
    page.get_by_role("dialog").locator("svg.board .token").first.wait_for()
    sound()
    ana.button(close).click()
    ana.button(more).click()
    ana.button(plans).click()
    page.get_by_role("dialog").locator("svg.board .token").first.wait_for()
    sound()


def test_who_watches_sees_and_talks_apart(come: Come) -> None:
    ana, bob = seated(come, "Ana", "Bob", watch="all", listed=True)
    zoe = come("Zoé")
    zoe.page.goto(ana.page.url)
    zoe.waits()
    expect(zoe.page.get_by_text(re.compile("^You are watching"))).to_be_visible()
    ana.says(OPEN)
    expect(zoe.log("Table")).to_contain_text(OPEN)
    expect(zoe.page.get_by_role("textbox", name="Say to: Table")).to_have_count(0)
    expect(zoe.page.get_by_text("You can only listen here.")).to_be_visible()
    # What is for players is not there, not even dead.
    expect(zoe.button("Threats")).to_have_count(0)
    zoe.room("Audience")
    zoe.says("What a start!")
    expect(zoe.log("Audience")).to_contain_text("What a start!")
    # The players hear nothing of it.
    ana.says("Quiet tonight")
    for person in (ana, bob):
        person.until(partial(person.was_sent, "Quiet tonight"))
        expect(person.page.get_by_role("button", name="Audience")).to_have_count(0)
        assert not person.was_sent("What a start!")
    assert zoe.acts() == {}

    # Whom one has blocked one hears no more; a moderator hears of whoever is rude.
    zoe.room("Table")
    zoe.log("Table").get_by_role("button", name="Ana").first.click()
    card = zoe.page.get_by_role("dialog", name="Ana")
    card.get_by_role("button", name="Report").click()
    card.get_by_role("textbox", name="What happened?").fill("Too quiet")
    card.get_by_role("button", name="Send the report").click()
    expect(card).to_contain_text("A moderator will look into it.")
    card.get_by_role("button", name="Block").click()
    expect(card).to_contain_text("You will no longer see what Ana says.")
    card.get_by_role("button", name="Close").click()
    expect(zoe.log("Table")).to_contain_text("You have blocked this person.")
    expect(zoe.log("Table")).not_to_contain_text(OPEN)


def test_who_reads_further_up_is_left_there(come: Come) -> None:
    ana, bob = seated(come, "Ana", "Bob")
    long = "Nobody takes the throne tonight, says everybody. " * 10
    for number in range(3):
        ana.says(f"{number} {long}")
        expect(ana.log("Table")).to_contain_text(f"{number} Nobody")
    bob.page.get_by_role("toolbar", name="Tools").get_by_role("button", name="Talk").click()
    log = bob.log("Table")
    expect(log).to_contain_text("2 Nobody")
    left = "log => log.scrollHeight - log.clientHeight - log.scrollTop"
    bob.until(lambda: log.evaluate(left) < 2)
    ana.says("Do you hear me?")
    expect(log).to_contain_text("Do you hear me?")
    bob.until(lambda: log.evaluate(left) < 2)

    log.evaluate(
        "log => new Promise(done => {"
        " log.addEventListener('scroll', done, { once: true }); log.scrollTo(0, 0); })"
    )
    ana.says("And now?")
    expect(log).to_contain_text("And now?")
    drawn = "log => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    log.evaluate(drawn)
    assert log.evaluate("log => log.scrollTop") == 0
    bob.says("I was reading")
    expect(log).to_contain_text("I was reading")
    bob.until(lambda: log.evaluate(left) < 2)


def test_a_note_that_could_not_be_stored_is_stored_later(come: Come) -> None:
    ana, _ = seated(come, "Ana", "Bob")
    ana.forgive("ERR_FAILED")
    stored = ana.page.url.replace("/g/", "/api/games/") + "/note"
    ana.menu("My notes")
    notes = ana.page.get_by_role("dialog", name="My notes")
    expect(notes.get_by_role("textbox")).to_be_visible()
    ana.page.route(stored, lambda route: route.abort())
    notes.get_by_role("textbox").fill("Never trust Bob")
    expect(notes.get_by_role("alert")).to_be_visible()
    ana.page.unroute(stored)
    with ana.storing("/note"):
        notes.get_by_role("button", name="Close").click()


def test_notes_and_turns_in_advance_are_my_own(come: Come) -> None:
    ana, bob, chloe = seated(come, "Ana", "Bob", "Chloé")
    # A note: words, a marked cell and an arrow, still there after a reload.
    chloe.menu("My notes")
    notes = chloe.page.get_by_role("dialog", name="My notes")
    notes.get_by_role("textbox").fill("Never trust Ana")
    for cell in ("e4", "d8"):
        notes.locator(f'svg.board[role=application] [data-cell="{cell}"]').click()
    expect(notes.locator("svg.board .arrow")).to_have_count(1)
    # The page is left at once, and what stands in the notes is stored.
    chloe.page.reload()
    stored = chloe.page.url.replace("/g/", "/api/games/") + "/notes"
    chloe.until(lambda: '"d8"' in chloe.page.context.request.get(stored).text())
    chloe.page.reload()
    chloe.waits()
    chloe.menu("My notes")
    expect(notes.get_by_role("textbox")).to_have_value("Never trust Ana")
    expect(notes.locator("svg.board .arrow")).to_have_count(1)
    notes.get_by_role("button", name="Close").click()

    # Bob plans: should Ana take his Assassin, his Chief goes to d4; it is played at once.
    bob.menu("Conditional turns")
    plans = bob.page.get_by_role("dialog", name="Conditional turns")
    for cell in ("c4", "e4", "a5", "d8", "d4"):
        plans.locator(f'svg.board:not([aria-busy="true"]) [data-cell="{cell}"].target').tap()
    plans.get_by_role("button", name="Play them for me").click()
    expect(plans.get_by_role("list").last).to_contain_text("waiting")
    plans.get_by_role("button", name="Close").click()
    for cell, act in (("c4", "select"), ("e4", "kill"), ("a5", "place")):
        ana.choose(cell, act)
    expect(chloe.prompt).to_contain_text("Your turn")
    expect(chloe.cell("d4")).to_have_attribute("aria-label", re.compile("the blue Chief"))
    assert not ana.was_sent("Never trust Ana")
    assert not bob.was_sent("Never trust Ana")


def test_no_more_is_said_than_the_table_allows(come: Come) -> None:
    ana = come("Ana")
    with_bots(ana, talk="public", pacts=False)
    expect(ana.log("Table")).to_be_visible()
    expect(ana.button("In private")).to_have_count(0)
    # With the keyboard alone.
    ana.tab_to(ana.page.get_by_role("textbox", name="Say to: Table"))
    ana.page.keyboard.type("By letters")
    ana.page.keyboard.press("Enter")
    expect(ana.log("Table")).to_contain_text("By letters")
    ana.open("Pacts")
    expect(ana.page.get_by_text("There are no pacts at this table.")).to_be_visible()
    expect(ana.button("Propose a pact")).to_have_count(0)
    with_bots(ana, talk="silent")
    expect(ana.page.get_by_text("This table is silent.").first).to_be_visible()
    expect(ana.page.get_by_role("textbox")).to_have_count(0)
    # Nor is advice to be had while others play.
    expect(ana.button("Advice")).to_have_count(0)


def test_a_pact_is_countered_concluded_and_denounced(come: Come) -> None:
    ana, bob, chloe = seated(come, "Ana", "Bob", "Chloé")
    ana.open("Pacts")
    ana.button("Propose a pact").click()
    ana.page.get_by_role("group", name="With").get_by_role("button", name="Bob").click()
    ana.page.get_by_role("switch", name="Secret").set_checked(False)
    ana.button("One round more").click()
    ana.button("Propose").click()
    bob.open("Pacts")
    bob.pact("Ana and you").get_by_role("button", name="Counter").tap()
    bob.button("Add a promise").tap()
    bob.page.get_by_label("Who promises").last.select_option(label="Ana (Red)")
    bob.page.get_by_label("What is promised").last.select_option(label="Spare a piece")
    expect(bob.button("Propose")).to_be_disabled()
    bob.page.get_by_label("Which piece").select_option(label="The blue Assassin, e4")
    bob.button("Propose").tap()
    answer = ana.page.get_by_role("region", name="Pact of Bob and you")
    expect(answer).to_contain_text("Ana (Red) will not attack Bob (Blue) for 4 rounds.")
    expect(answer).to_contain_text("the blue Assassin")
    answer.get_by_role("button", name="Agree").click()
    expect(answer).to_contain_text("in force")
    # It is public.
    chloe.open("Pacts")
    expect(chloe.pact("Bob and Ana")).to_contain_text("in force")
    # One does not give notice by a slip of the finger.
    answer.get_by_role("button", name="Denounce").click()
    answer.get_by_role("button", name="Keep it").click()
    answer.get_by_role("button", name="Denounce").click()
    answer.get_by_role("button", name="Denounce it").click()
    expect(chloe.pact("Bob and Ana")).to_contain_text("Denounced by Ana.")


def test_a_pause_and_somebody_else_in_the_seat(come: Come) -> None:
    ana, bob, chloe = seated(come, "Ana", "Bob", "Chloé", clock=CLOCK, listed=True)
    chloe.menu("Ask for a pause")
    left = re.compile("^Time left to answer: ")
    for person in (ana, bob):
        expect(person.vote().get_by_role("timer", name=left)).to_be_visible()
        person.vote().get_by_role("button", name="Pause", exact=True).click()
    for person in (ana, bob, chloe):
        expect(person.prompt).to_contain_text("The game is paused.")
    assert ana.acts() == {}
    chloe.menu("Ask to resume")
    for person in (ana, bob):
        person.vote().get_by_role("button", name="Go on").click()
    expect(ana.prompt).to_contain_text("Your turn")
    expect(ana.prompt).not_to_contain_text("The game is paused.")

    # Ana goes for good in the middle of her turn: a bot sits in, and Zoé takes its place.
    address = ana.page.url
    ana.page.goto("about:blank")
    zoe = come("Zoé")
    zoe.goto("/")
    way = zoe.page.locator(f'a[href="{address.removeprefix(zoe.server.url)}"]')
    expect(zoe.page.get_by_role("article").filter(has=way)).to_contain_text("a bot is playing")
    zoe.page.goto(address)
    zoe.waits()
    zoe.button("Play Red in place of Ana").click()
    expect(zoe.party("Red")).to_contain_text("you")
    expect(bob.party("Red")).to_contain_text("Zoé")


def test_who_has_to_go_leaves_the_seat_to_a_bot_and_may_come_back(come: Come) -> None:
    ana, bob = seated(come, "Ana", "Bob")
    address = bob.page.url
    bob.menu("Leave the game")
    asking = bob.page.get_by_role("dialog", name="Leave the game?")
    expect(asking).to_contain_text("A bot plays Blue from now on.")
    asking.get_by_role("button", name="Leave", exact=True).tap()
    expect(bob.page).to_have_url(f"{bob.server.url}/")
    expect(ana.party("Blue")).not_to_contain_text("Bob")
    bob.page.goto(address)
    bob.waits()
    bob.button("Play Blue").click()
    expect(ana.party("Blue")).to_contain_text("Bob")


def test_a_vote_of_eight_fits_a_small_phone(come: Come) -> None:
    zoe = come("Zoe", phone=True, width=320, height=640)
    game = zoe.make(variant="polygon-8", terms={"listed": True})
    zoe.goto(f"/g/{game}")

    def ask(guest: httpx.Client, kind: str, **fields: object) -> Any:
        body = {"type": kind, "id": 1, **fields}
        return guest.post(f"/api/games/{game}/ask", json=body).raise_for_status().json()

    with ExitStack() as stack:
        guests: list[httpx.Client] = []
        for party in "bygpowk":
            headers = {"x-djambi": "1", "origin": zoe.server.url}
            guest = stack.enter_context(httpx.Client(base_url=zoe.server.url, headers=headers))
            guest.post("/api/me/guest", json={"name": f"Player {party}"}).raise_for_status()
            ask(guest, "sit", after=1, party=party)
            guests.append(guest)
        zoe.waits()
        number = ask(guests[0], "resume", after=0)["number"]
        vote = ask(guests[0], "call", after=number, vote="pause")["number"]
        for guest in guests[1:]:
            ask(guest, "ballot", vote=vote, agree=True)
    expect(zoe.vote().get_by_text("agrees")).to_have_count(7)
    box = zoe.vote().bounding_box()
    assert box and box["x"] + box["width"] <= 320


def test_where_nobody_may_take_a_seat_over_one_can_only_resign(come: Come) -> None:
    ana, _ = seated(come, "Ana", "Bob", substitutes=False)
    ana.button("More").click()
    expect(ana.button("Resign")).to_be_visible()
    expect(ana.button("Leave the game")).to_have_count(0)
    # Who is out has nothing to plan or to ask for any more.
    expect(ana.button("Conditional turns")).to_be_visible()
    ana.button("Resign").click()
    ana.button("Red resigns").click()
    expect(ana.prompt).to_contain_text("You are out of the game")
    ana.button("More").click()
    expect(ana.button("My notes")).to_be_visible()
    expect(ana.button("Conditional turns")).to_have_count(0)
    expect(ana.button("Offer a draw")).to_be_disabled()


def test_nobody_is_named_at_an_anonymous_table(come: Come) -> None:
    ana, bob, chloe = seated(come, "Ana", "Bob", "Chloé", anonymous=True)
    ana.says("Guess who")
    bob.open("Talk")
    expect(bob.log("Table")).to_contain_text("Guess who")
    bob.says("Red, of course")
    expect(ana.log("Table")).to_contain_text("Red, of course")
    chloe.until(lambda: chloe.was_sent("Red, of course"))
    shown = chloe.page.locator("body").inner_text()
    for name in ("Ana", "Bob"):
        assert not re.search(rf"\b{name}\b", shown)
        assert not chloe.was_sent(f'"{name}"')
