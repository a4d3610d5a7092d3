"""The client at an online server: guests and tokens, links, whole tables of the library's bots."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from tests.online.people import OnlineServed
from tests.waiting import WAIT_TIMEOUT_S

from djambi.bots import Bot, GreedyBot, RandomBot
from djambi.client import Lost, OnlineError, Refused, Server, play
from djambi.client.table import Table, TableSnapshot
from djambi.client.wire import Message, Sentence
from djambi.position.position import Position


@pytest.fixture
def red(shared_online: OnlineServed) -> Iterator[Server]:
    """A guest."""
    with Server(shared_online.url) as server:
        assert server.guest("Red").online
        yield server


@pytest.fixture
def yellow(shared_online: OnlineServed) -> Iterator[Server]:
    """A registered player's bot, known by its token."""
    with Server(shared_online.url, shared_online.player().token()) as server:
        yield server


def until(table: Table, stage: str) -> TableSnapshot:
    """The table, once it is at this stage."""
    seen = table.seen
    while seen.facts is None or seen.facts.stage != stage:
        seen = table.wait(seen, WAIT_TIMEOUT_S)
    return seen


def test_who_one_is(red: Server, yellow: Server, shared_online: OnlineServed) -> None:
    account = red.me().account
    assert account is not None and account.name == "Red" and account.guest
    account = yellow.me().account
    assert account is not None and not account.guest
    with Server(shared_online.url, cookies=red.cookies) as again:
        assert again.me().account == red.me().account
    over = dict.fromkeys(red.cookies, "of a session that has ended")
    with Server(shared_online.url, cookies=over) as returning:
        assert returning.me().account is None
        returning.guest("Anew")
        assert returning.cookies.keys() == over.keys()
        with Server(shared_online.url, cookies=returning.cookies) as again:
            account = again.me().account
            assert account is not None and account.name == "Anew"
    with Server(shared_online.url, "no token of anybody") as nobody:
        with pytest.raises(Refused) as refused:
            nobody.me()
        assert refused.value.code == "bad_token"


def test_a_table_is_found_in_the_lobby_and_taken(red: Server, yellow: Server) -> None:
    made = red.make("square-2", terms={"listed": True, "name": "A quick one"})
    [card] = [card for card in yellow.lobby().waiting if card.id == made.id]
    assert card.free == "y" and card.stage == "waiting"
    with yellow.table(card.id) as table, red.table(made.id) as mine:
        table.sit("y")
        seen = until(mine, "playing")
        assert seen.mine == "r" and seen.my_turn
        mine.play("c3-e3", seen)
        there = until(table, "playing")
        while not there.my_turn:
            there = table.wait(there, WAIT_TIMEOUT_S)
        assert there.position == Position.start("square-2").play("c3-e3")
        assert [card.my_turn for card in yellow.mine() if card.id == made.id] == [True]
        table.say("Good luck!")
        while not mine.asides:
            mine.wait(mine.seen, 0.1)
        assert mine.asides[-1]["text"] == "Good luck!"


def test_a_table_that_is_not_for_all_is_found_by_its_link(red: Server, yellow: Server) -> None:
    made = red.make("square-2", terms={"watch": "nobody"})
    with pytest.raises(Refused):
        yellow.table(made.id)
    with yellow.invited(f"https://example.org/i/{made.invite}") as table:
        table.sit("y")
        assert until(table, "playing").mine == "y"


class Agreeable(RandomBot):
    """Agrees to every draw."""

    def accepts_draw(self, position: Position, party: str) -> bool:
        return True


def playing(table: Table, bot: Bot) -> tuple[threading.Thread, list[dict[str, float]]]:
    """Let a bot play, on a thread."""
    found: list[dict[str, float]] = []
    thread = threading.Thread(target=lambda: found.append(play(table, bot)), daemon=True)
    thread.start()
    return thread, found


def test_two_bots_play_a_whole_game(red: Server, yellow: Server) -> None:
    made = red.make("square-2", terms={"listed": True})
    with red.table(made.id) as first, yellow.table(made.id) as second:
        second.sit("y")
        one, shares = playing(first, GreedyBot(1))
        other, again = playing(second, GreedyBot(2))
        one.join(WAIT_TIMEOUT_S * 3)
        other.join(WAIT_TIMEOUT_S)
        assert shares == again and sum(shares[0].values()) == pytest.approx(1)
        assert first.seen.lines == second.seen.lines


@pytest.mark.parametrize(("bot", "drawn"), [(Agreeable(1), True), (RandomBot(1), False)])
def test_a_bot_answers_the_vote_on_a_draw(
    red: Server, yellow: Server, bot: Bot, drawn: bool
) -> None:
    made = red.make("square-2", terms={"listed": True})
    with red.table(made.id) as mine, yellow.table(made.id) as table:
        table.sit("y")
        seen = until(mine, "playing")
        thread, shares = playing(table, bot)
        mine.ask("call", after=seen.number, vote="draw")
        while (seen := mine.wait(mine.seen, WAIT_TIMEOUT_S)).facts is not None:
            if seen.is_over or (seen.facts.vote is None and not drawn):
                break
        assert seen.is_over == drawn
        if not drawn:
            mine.resign("r")
        thread.join(WAIT_TIMEOUT_S)
        while not (seen := mine.seen).is_over:
            mine.wait(seen, WAIT_TIMEOUT_S)
        assert shares == [mine.seen.position.result]


def test_a_bot_agrees_to_a_turn_taken_back(red: Server, yellow: Server) -> None:
    made = red.make("square-2", terms={"listed": True})
    with red.table(made.id) as mine, yellow.table(made.id) as table:
        table.sit("y")
        seen = until(mine, "playing")
        thread, _ = playing(table, RandomBot(1))
        mine.play("c3-e3", seen)
        while not (seen.lines and seen.my_turn):
            seen = mine.wait(seen, WAIT_TIMEOUT_S)
        mine.ask("call", after=seen.number, vote="undo")
        while seen.lines:
            seen = mine.wait(seen, WAIT_TIMEOUT_S)
        assert seen.position == Position.start("square-2")
        mine.resign("r")
        thread.join(WAIT_TIMEOUT_S)
        assert not thread.is_alive()


class StumblingTable(Table):
    """A table that fails once when a message of a kind is sent."""

    def __init__(self, server: Server, game: str, fails: dict[str, OnlineError]) -> None:
        super().__init__(server, game)
        self.fails = fails

    def ask(self, kind: str, **fields: object) -> Message:
        if kind in self.fails:
            raise self.fails.pop(kind)
        return super().ask(kind, **fields)


PASSING = [
    Lost("no answer"),
    *(Refused(code, Sentence("", "")) for code in ("away", "slow_down", "paused", "time_up")),
]


@pytest.mark.parametrize("error", PASSING, ids=str)
def test_a_bot_whose_turn_was_not_taken_plays_it_again(
    red: Server, yellow: Server, error: OnlineError
) -> None:
    made = red.make("square-2", terms={"listed": True})
    fails = {"turn": error}
    with red.table(made.id) as mine, StumblingTable(yellow, made.id, fails) as table:
        table.sit("y")
        mine.play("c3-e3", until(mine, "playing"))
        thread, _ = playing(table, RandomBot(1))
        while len((seen := mine.seen).lines) < 2:
            assert thread.is_alive()
            mine.wait(seen, 0.1)
        assert not fails
        mine.resign("r")
        thread.join(WAIT_TIMEOUT_S)
        assert not thread.is_alive()


@pytest.mark.parametrize("code", ["", "no_vote"])
def test_a_bot_whose_ballot_was_not_taken_sends_it_again(
    red: Server, yellow: Server, code: str
) -> None:
    error = Refused(code, Sentence("", "")) if code else Lost("no answer")
    made = red.make("square-2", terms={"listed": True})
    fails: dict[str, OnlineError] = {"ballot": error}
    with red.table(made.id) as mine, StumblingTable(yellow, made.id, fails) as table:
        table.sit("y")
        seen = until(mine, "playing")
        thread, shares = playing(table, Agreeable(1))
        mine.ask("call", after=seen.number, vote="draw")
        thread.join(WAIT_TIMEOUT_S)
        assert not fails and shares == [table.seen.position.result]


def test_a_bot_waits_while_its_table_pauses(red: Server, yellow: Server) -> None:
    def is_paused(table: Table) -> bool:
        facts = table.seen.facts
        return facts is not None and facts.clock is not None and facts.clock.paused

    made = red.make("square-2", terms={"listed": True})
    with red.table(made.id) as mine, yellow.table(made.id) as table:
        table.sit("y")
        mine.play("c3-e3", until(mine, "playing"))
        while not mine.seen.lines:
            mine.wait(mine.seen, 0.1)
        mine.ask("call", after=mine.seen.number, vote="pause")
        while (facts := table.seen.facts) is None or facts.vote is None:
            table.wait(table.seen, WAIT_TIMEOUT_S)
        table.ask("ballot", vote=facts.vote.number, agree=True)
        while not (is_paused(mine) and is_paused(table)):
            mine.wait(mine.seen, 0.1)
        thread, _ = playing(table, RandomBot(1))
        mine.ask("call", after=mine.seen.number, vote="resume")
        while not (seen := mine.seen).my_turn:
            assert thread.is_alive()
            mine.wait(seen, 0.1)
        mine.resign("r")
        thread.join(WAIT_TIMEOUT_S)
        assert not thread.is_alive()
