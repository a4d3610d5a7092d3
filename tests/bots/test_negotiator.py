"""What bots promise, and when they keep it."""

from __future__ import annotations

import random
from itertools import product

import pytest

from djambi import Position
from djambi.bots import CHARACTERS, BotSettings, SearchBot
from djambi.bots.characters import Character, character
from djambi.bots.kernels import static_shares
from djambi.bots.negotiator import NegotiationContext, Negotiator, Offer
from djambi.bots.promise_keeping import promise_bias, unmodelled_breaches
from djambi.bots.turn_sampling import random_turn
from djambi.pacts import GameLine, Promise, deeds_of, fault_of

PEACE = (Promise("r", "peace", 3, "b"), Promise("b", "peace", 3, "r"))
START = Position.start()
HANGING = Position.parse(
    "square-4 original 7yC1/3bC5/9/6yR2/9/2rM1bA4/8gN/4rN4/rC6gMgC r,b,y,g rbyg r 0 0"
)
"""Red's Militant on c4 can take Blue's Assassin on e4, and nothing else is so good."""

SETTINGS = BotSettings(nodes=4_000, seconds=60)


def middle_game(seed: int, lines: int = 30) -> Position:
    dice = random.Random(seed)
    position = START
    for _ in range(lines):
        if not position.is_over:
            position = position.play(random_turn(position, dice))
    return position


@pytest.mark.parametrize("who", [None, *CHARACTERS], ids=lambda who: who.name if who else "none")
def test_nobody_helps_those_who_come_for_him(who: Character | None) -> None:
    for seed in range(10):
        scene = NegotiationContext(middle_game(seed))
        offer = Offer("rb", (Promise("b", "attack", 3, "r"), Promise("r", "peace", 3, "b")))
        assert Negotiator("r", who, seed).respond(offer, scene) == "decline"


@pytest.mark.parametrize("who", [None, *CHARACTERS], ids=lambda who: who.name if who else "none")
def test_the_same_seed_gives_the_same_words(who: Character | None) -> None:
    ideas = 0
    for seed in range(30):
        scene = NegotiationContext(middle_game(seed, 12))
        one, other = Negotiator("r", who, seed), Negotiator("r", who, seed)
        idea = one.propose(scene)
        assert idea == other.propose(scene)
        assert one.respond(Offer("rb", PEACE), scene) == other.respond(Offer("rb", PEACE), scene)
        if idea is not None:
            ideas += 1
            assert "r" in idea.parties and len(idea.parties) == 2
            assert all(fault_of(promise, scene.position) is None for promise in idea.promises)
    assert 3 <= ideas <= 27


def test_peace_among_equals_is_welcome_and_from_a_traitor_it_is_not() -> None:
    negotiator = Negotiator("r", None, "a game")
    assert negotiator.respond(Offer("rb", PEACE), NegotiationContext(START)) == "accept"
    wary = NegotiationContext(START, {"b": 2})
    assert negotiator.respond(Offer("rb", PEACE), wary) != "accept"
    assert negotiator.counteroffer(Offer("rb", PEACE), wary) is None


def test_a_one_sided_wish_is_answered_with_a_mutual_one() -> None:
    negotiator = Negotiator("r", None, "a game")
    offer = Offer("rb", PEACE[:1])
    assert negotiator.respond(offer, NegotiationContext(START)) == "counter"
    counter = negotiator.counteroffer(offer, NegotiationContext(START))
    assert counter is not None and set(counter.promises) == set(PEACE)


def test_the_usurper_promises_no_throne() -> None:
    offer = Offer("rb", (Promise("r", "no_power", 3), PEACE[1]))
    scene = NegotiationContext(START)
    assert Negotiator("r", character("usurper"), 1).respond(offer, scene) == "decline"
    assert Negotiator("r", character("builder"), 1).respond(offer, scene) == "accept"


def test_all_are_asked_against_who_runs_away_with_the_game() -> None:
    runaway = next(
        position
        for position in map(middle_game, range(200))
        if not position.is_over
        and all(position.party(p).is_active for p in "rby")
        and static_shares(position)["y"] > 0.45
    )
    offer = Offer("rb", tuple(Promise(p, "attack", 3, "y") for p in "rb"))
    assert Negotiator("r", None, 1).respond(offer, NegotiationContext(runaway)) == "accept"


def chosen(position: Position, promises: tuple[Promise, ...], loyalty: float) -> list[str]:
    """Return the players whom the bot attacks with the turn that it chooses."""
    bot = SearchBot(SETTINGS, seed=5)
    bot.bind(promises, loyalty)
    turn = bot.choose(position)
    deeds = deeds_of(GameLine(position, "r", turn, position.play(turn)))
    return [deed.victim or "" for deed in deeds if deed.attacks(deed.victim or "")]


def test_a_word_is_kept_by_who_values_it_more_than_the_prey() -> None:
    assert chosen(HANGING, (), 0.0) == ["b"]
    assert chosen(HANGING, PEACE[:1], 0.5) == []
    assert chosen(HANGING, PEACE[:1], 0.001) == ["b"]


def test_no_word_weighs_as_much_as_the_game() -> None:
    winning = Position.parse(
        "square-4 original 9/9/9/9/9/2rM1bC4/9/4rN2bA1/rC8 r,b,y>b,g>r rbyg r 0 0"
    )
    for who in CHARACTERS:
        assert chosen(winning, PEACE[:1], who.loyalty) == ["b"]


def test_a_promised_attack_is_made() -> None:
    promise = Promise("r", "attack", 1, "b")
    quiet = middle_game(3, 8)
    while quiet.mover != "r":
        quiet = quiet.play(random_turn(quiet, random.Random(1)))
    assert promise_bias([promise], 0.3, quiet).harm == (("b", 0.3),)
    assert chosen(HANGING, (promise,), 0.3) == ["b"]


def test_a_spared_piece_is_thought_over() -> None:
    spare = Promise("r", "spare", 3, cell="e4")
    assert unmodelled_breaches([spare], HANGING, HANGING.turn("c4-e4>a5")) == (spare,)
    assert chosen(HANGING, (spare,), 1.0) == []
    assert chosen(HANGING, (spare,), 0.0) == ["b"]


def test_an_encirclement_is_a_breach_that_tastes_do_not_know() -> None:
    walled = Position.parse(
        "square-4 original bCx5yC1/x8/9/9/9/2rM1yM4/9/4rN4/rC7gC r,b,y,g rbyg r 0 0"
    )
    assert unmodelled_breaches(PEACE, walled, walled.turn("c4-e4>b8")) == PEACE[:1]
    assert unmodelled_breaches(PEACE, walled, walled.turn("c4-e4>b7")) == ()


def test_a_bot_without_promises_plays_as_ever() -> None:
    for seed, level in product(range(3), (500, 2_000)):
        position = middle_game(seed, 10)
        free, asked = (SearchBot(BotSettings(nodes=level, seconds=60), seed=9) for _ in range(2))
        asked.bind((), 1.0)
        assert free.choose(position) == asked.choose(position)
