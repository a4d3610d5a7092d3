"""What bots promise, and when they keep it."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from itertools import product
from threading import Timer
from time import monotonic, thread_time

import pytest
from tests import positions

from djambi import Position
from djambi.bots import CHARACTERS, BotSettings, SearchBot
from djambi.bots.characters import NEUTRAL, NO_PROMISE_BIAS, Character, character
from djambi.bots.negotiator import Negotiator
from djambi.bots.politics.offers import NegotiationContext, Offer, mutual_offer
from djambi.bots.politics.records import PactRecord
from djambi.bots.politics.standing import standing_of
from djambi.bots.politics.statements import StatementKind, TalkReason
from djambi.bots.politics.static_negotiator import StaticNegotiator
from djambi.bots.promise_keeping import promise_bias, tightened_bias, unmodelled_breaches
from djambi.bots.turn_sampling import random_turn
from djambi.pacts import GameLine, Promise, deeds_of, fault_of
from djambi.threats import threats_by

PEACE = (Promise("r", "peace", 3, "b"), Promise("b", "peace", 3, "r"))
START = Position.start()
HANGING = Position.parse(positions.HANGING)

RULING = Position.parse(
    "square-4 original 7yC1/3bC5/9/9/4rC4/2rM1bA4/4bM4/4rN4/8gC r,b,y,g rbyg r 0 0"
)
"""Red is in power."""

SETTINGS = BotSettings(nodes=4_000, seconds=60)


def middle_game(seed: int, lines: int = 30) -> Position:
    dice = random.Random(seed)
    position = START
    for _ in range(lines):
        if not position.is_over:
            position = position.play(random_turn(position, dice))
    return position


QUICK = BotSettings(nodes=120, seconds=600)
"""Enough for an answer, on any machine."""


def own_regards(who: Negotiator, scene: NegotiationContext) -> dict[str, float]:
    return {regard.other: regard.weight for regard in who.regards(scene) if regard.by == "r"}


def negotiator(who: Character | None = None, seed: int | str = "a game") -> Negotiator:
    return Negotiator("r", who, seed, QUICK)


@pytest.mark.parametrize("who", [None, *CHARACTERS], ids=lambda who: who.name if who else "none")
def test_nobody_helps_those_who_come_for_them(who: Character | None) -> None:
    for seed in range(3):
        scene = NegotiationContext(middle_game(seed))
        offer = Offer("rb", (Promise("b", "attack", 3, "r"), Promise("r", "peace", 3, "b")))
        assert negotiator(who, seed).respond(offer, scene) == "decline"
        assert StaticNegotiator("r", who, seed).respond(offer, scene) == "decline"


@pytest.mark.slow
@pytest.mark.parametrize("who", [None, *CHARACTERS], ids=lambda who: who.name if who else "none")
def test_the_same_seed_gives_the_same_words(who: Character | None) -> None:
    ideas = 0
    for seed in range(6):
        scene = NegotiationContext(middle_game(seed, 12))
        one, other = negotiator(who, seed), negotiator(who, seed)
        idea = one.proposal(scene)
        assert idea == other.proposal(scene)
        assert one.answer(Offer("rb", PEACE), scene) == other.answer(Offer("rb", PEACE), scene)
        if idea is not None:
            ideas += 1
            offer, said = idea
            assert "r" in offer.parties and len(offer.parties) == 2
            assert all(fault_of(promise, scene.position) is None for promise in offer.promises)
            assert said.speaker == "r" and said.value is not None
    assert ideas > 0


def test_peace_among_equals_is_welcome_and_from_a_traitor_it_is_not() -> None:
    assert negotiator().respond(Offer("rb", PEACE), NegotiationContext(START)) == "accept"
    betrayed = NegotiationContext(START, {"b": PactRecord(broken=1, wronged=1)})
    answer = negotiator().answer(Offer("rb", PEACE), betrayed)
    assert answer.response == "decline" and answer.counter is None
    assert answer.statement.reason is TalkReason.TRAITOR and answer.statement.about == "b"
    ideas = (negotiator(None, seed).propose(betrayed) for seed in range(4))
    assert all(idea is None or "b" not in idea.parties for idea in ideas)


def test_two_who_are_left_have_nothing_to_agree_on() -> None:
    duel = Position.parse("square-4 original 8rC/9/9/9/9/9/9/9/bC8 r,b,y>r,g>b rbyg r 0 0")
    answer = negotiator().answer(Offer("rb", PEACE), NegotiationContext(duel))
    assert answer.statement.reason is TalkReason.DUEL


def test_who_has_promised_an_attack_signs_no_peace() -> None:
    scene = NegotiationContext(START, own_promises=(Promise("r", "attack", 2, "b"),))
    answer = negotiator().answer(Offer("rb", PEACE), scene)
    assert (answer.response, answer.statement.reason) == ("decline", TalkReason.PROMISED)


@pytest.mark.parametrize("prey", ["b", "y"])
def test_nobody_signs_two_promises_of_which_one_must_be_broken(prey: str) -> None:
    both = (Promise("r", "peace", 3, prey), Promise("r", "attack", 3, prey))
    offer = Offer("rb", (*both, Promise("b", "peace", 20, "r")))
    answer = negotiator().answer(offer, NegotiationContext(START))
    assert (answer.response, answer.statement.reason) == ("decline", TalkReason.PROMISED)
    # What others promise against each other is theirs to keep.
    others = tuple(replace(promise, by="b") for promise in both if promise.other != "b")
    assert negotiator().respond(Offer("rb", (*PEACE, *others)), NegotiationContext(START)) == (
        "accept"
    )


@pytest.mark.parametrize("terms", [(20,), (7, 6, 5, 4, 3, 2, 1), (3, 3, 3, 3, 3, 3, 3)], ids=str)
def test_no_peace_however_long_or_often_named_buys_the_throne(terms: tuple[int, ...]) -> None:
    peace = tuple(Promise("b", "peace", rounds, "r") for rounds in terms)
    offer = Offer("rb", (Promise("r", "leave", 2), *peace))
    assert negotiator().respond(offer, NegotiationContext(RULING)) == "decline"


def test_a_peace_that_runs_already_pays_for_nothing_and_its_renewal_for_little() -> None:
    def answered(left: int) -> str:
        running = (replace(PEACE[1], rounds=left),) if left else ()
        context = NegotiationContext(START, received_promises=running)
        offer = Offer("rb", (Promise("r", "no_power", 20), replace(PEACE[1], rounds=20)))
        return negotiator().respond(offer, context)

    assert [answered(left) for left in (0, 1, 20)] == ["accept", "accept", "decline"]


def test_sparing_one_piece_says_nothing_of_another() -> None:
    running = NegotiationContext(
        START,
        own_promises=(Promise("r", "spare", 5, cell="g3"),),
        received_promises=(Promise("b", "spare", 5, cell="c3"),),
    )

    def reason(mine: str, theirs: str) -> TalkReason:
        spared = (Promise("r", "spare", 5, cell=mine), Promise("b", "spare", 5, cell=theirs))
        return negotiator().answer(Offer("rb", spared), running).statement.reason

    assert reason("g3", "c3") is TalkReason.PROMISED
    assert reason("h1", "b1") is not TalkReason.PROMISED


def test_a_counteroffer_names_each_promise_once() -> None:
    asked = Offer("rb", (replace(PEACE[0], rounds=9), replace(PEACE[1], rounds=2)))
    counter = mutual_offer(asked, "r", START)
    assert counter is not None and counter.promises == tuple(
        replace(promise, rounds=9) for promise in PEACE
    )
    # Who is promised more already asks for nothing.
    assert mutual_offer(Offer("rb", (PEACE[0], replace(PEACE[1], rounds=9))), "r", START) is None


def test_the_honest_give_notice_to_the_only_one_left() -> None:
    """To win they would have to break their word otherwise."""
    duel = Position.parse("square-4 original 8rC/9/9/9/9/9/9/9/bC8 r,b,y>r,g>b rbyg r 0 0")
    scene = NegotiationContext(duel, own_promises=PEACE[:1], received_promises=PEACE[1:])
    assert negotiator().would_withdraw(scene, "b")
    said = negotiator().withdrawal(scene, "b")
    assert (said.kind, said.reason, said.about) == (StatementKind.NOTICE, TalkReason.DUEL, "b")
    assert not negotiator(character("opportunist")).would_withdraw(scene, "b")
    assert not negotiator().would_withdraw(replace(scene, position=START), "b")


def test_a_one_sided_wish_is_answered_with_a_mutual_one() -> None:
    offer = Offer("rb", PEACE[:1])
    answer = negotiator().answer(offer, NegotiationContext(START))
    assert answer.response == "counter" and answer.statement.reason is TalkReason.UNFAIR
    assert answer.counter is not None and set(answer.counter.promises) == set(PEACE)


def test_the_usurper_promises_no_throne() -> None:
    offer = Offer("rb", (Promise("r", "no_power", 3), PEACE[1]))
    scene = NegotiationContext(START)
    assert negotiator(character("usurper")).respond(offer, scene) == "decline"
    assert negotiator(character("builder")).respond(offer, scene) == "accept"


@pytest.mark.slow
def test_who_is_honest_bluffs_never_and_who_is_not_is_found_out_by_its_numbers() -> None:
    scene = NegotiationContext(middle_game(0))
    said = {
        name: [
            idea[1]
            for seed in range(12)
            if (idea := negotiator(character(name), seed).proposal(scene)) is not None
        ]
        for name in ("builder", "opportunist")
    }
    assert len(said["builder"]) == len(said["opportunist"]) == 12
    assert all(statement.honest for statement in said["builder"])
    assert {statement.honest for statement in said["opportunist"]} == {True, False}
    for statement in said["builder"] + said["opportunist"]:
        assert statement.value is not None
        # Whoever claims too much for the others claims more than there is.
        assert (sum(statement.value.kept) == pytest.approx(1)) is statement.honest


def test_a_breach_is_announced_and_the_traitor_resented() -> None:
    record = PactRecord(broken=1, wronged=1)
    scene = NegotiationContext(START, {"b": record}, fresh_breaches="b")
    said = negotiator(character("avenger")).remarks(scene)
    assert [(each.kind, each.about, each.record) for each in said] == [
        (StatementKind.SANCTION, "b", record)
    ]
    hard, soft = (
        own_regards(negotiator(character(name)), scene)["b"] for name in ("avenger", "opportunist")
    )
    assert hard < soft < 0
    assert negotiator().regards(NegotiationContext(START)) == ()


def test_a_warning_counts_on_those_who_play_before_and_not_on_the_speaker() -> None:
    """Yellow could strike Blue's Chief on its way to power, but Blue plays first."""
    near = "square-4 original gC7yC/9/9/9/9/9/9/rC2bM5/3bMbC3yA {} r 0 0"
    scene = NegotiationContext(Position.parse(near.format("r,b,y,g rbyg")))
    ways = {
        threat.party: threat.stoppers
        for threat in standing_of(scene.position).threats
        if threat.what == "power"
    }
    assert ways == {"b": (), "y": (), "g": (("r", "a2"), ("y", "i1"))}
    [said] = negotiator().remarks(scene)
    assert (said.kind, said.about) == (StatementKind.WARN, "g")
    # Nobody warns the others of oneself.
    own = Negotiator("g", None, "a game", QUICK).remarks(scene)
    assert StatementKind.WARN not in [each.kind for each in own]
    assert said.threat is not None and said.threat.stoppers == (("y", "i1"),)
    # Where Yellow plays after Green, the speaker alone can bar the way.
    alone = NegotiationContext(Position.parse(near.format("r,b,y,g rbgy")))
    assert all(said.about != "g" for said in negotiator().remarks(alone))


def test_a_breach_is_sanctioned_by_all_who_know_of_it() -> None:
    """They sign nothing with the traitor, give notice, and propose to attack it together."""
    scene = NegotiationContext(START, {"b": PactRecord(broken=1)}, own_promises=PEACE[:1])
    said = negotiator().answer(Offer("rb", PEACE), scene).statement
    assert (said.kind, said.reason) == (StatementKind.DECLINE, TalkReason.OUTCAST)
    assert negotiator().would_withdraw(scene, "b") and not negotiator().would_withdraw(scene, "y")
    notice = negotiator().withdrawal(scene, "b")
    assert (notice.reason, notice.record) == (TalkReason.OUTCAST, PactRecord(broken=1))
    assert own_regards(negotiator(), scene) == {"b": -NEUTRAL.sanction}
    lenient = negotiator(replace(NEUTRAL, sanction=0.0))
    assert own_regards(lenient, scene) == {} and not lenient.would_withdraw(scene, "b")
    assert lenient.respond(Offer("rb", PEACE), scene) == "accept"


def test_partners_are_wished_well_as_long_as_they_keep_peace_and_others_are_left() -> None:
    scene = NegotiationContext(START, received_promises=PEACE[1:])
    [(partner, goodwill)] = own_regards(negotiator(), scene).items()
    assert partner == "b" and 0 < goodwill < NEUTRAL.goodwill
    doubted = replace(scene, records={"b": PactRecord(prior=0.3)})
    assert negotiator().regards(doubted) == ()
    duel = Position.parse("square-4 original 8rC/9/9/9/9/9/9/9/bC8 r,b,y>r,g>b rbyg r 0 0")
    assert negotiator().regards(replace(scene, position=duel)) == ()


def test_of_others_what_is_usual_is_expected() -> None:
    """Partners wish each other well, and all but the traitor wish the traitor ill."""
    scene = NegotiationContext(
        START, {"g": PactRecord(broken=1)}, public_promises=(Promise("y", "peace", 2, "b"),)
    )
    found = {(each.by, each.other): each.weight for each in negotiator().regards(scene)}
    assert found.keys() == {("y", "b"), ("r", "g"), ("b", "g"), ("y", "g")}
    assert 0 < found["y", "b"] < NEUTRAL.goodwill and found["y", "g"] == -NEUTRAL.sanction
    own = replace(scene, records={"r": PactRecord(broken=1)})
    assert ("b", "r", -NEUTRAL.sanction) in {
        (each.by, each.other, each.weight) for each in negotiator().regards(own)
    }


def test_no_chief_is_left_within_a_partners_reach() -> None:
    """A promise makes an attack less likely to the search, and never impossible."""
    exposed = Position.parse(
        "square-4 original 7yC1/3bC5/9/6gC2/1bR7/9/9/5rM3/rC2bA5 r,b,y,g rbyg r 0 0"
    )
    regards = negotiator().regards(NegotiationContext(exposed, received_promises=PEACE[1:]))
    bot = SearchBot(SETTINGS, seed=5)
    bot.bind(PEACE[:1], 0.5, regards)
    after = exposed.play(bot.choose(exposed))
    chief = next(cell for cell, piece in after.pieces_of("r").items() if piece.kind == "C")
    assert all(threat.cell != chief for threat in threats_by(after, "b"))


def test_a_peace_is_renewed_in_its_last_round_and_not_before() -> None:
    def running(rounds: int) -> NegotiationContext:
        own, theirs = (replace(promise, rounds=rounds) for promise in PEACE)
        return NegotiationContext(START, own_promises=(own,), received_promises=(theirs,))

    answers = [negotiator().answer(Offer("rb", PEACE), running(rounds)) for rounds in (1, 2)]
    assert [answer.response for answer in answers] == ["accept", "decline"]
    assert answers[1].statement.reason is TalkReason.PROMISED


def test_nobody_calls_the_others_against_a_leader_with_whom_it_keeps_peace() -> None:
    green = Negotiator("g", None, "a game", QUICK)

    def called(*promises: Promise) -> list[str]:
        said = green.remarks(NegotiationContext(RULING, own_promises=promises))
        return [each.about for each in said if each.kind is StatementKind.COALITION]

    assert called() == ["r"] and called(Promise("g", "peace", 3, "r")) == []


def test_even_who_sanctions_nobody_signs_nothing_more_with_a_traitor() -> None:
    scene = NegotiationContext(START, {"b": PactRecord(broken=1, wronged=1)})
    answer = negotiator(replace(NEUTRAL, sanction=0.0)).answer(Offer("rb", PEACE), scene)
    assert answer.statement.reason is TalkReason.TRAITOR


def test_a_word_weighs_more_where_more_depends_on_it() -> None:
    scene = NegotiationContext(START, received_promises=PEACE[1:])
    who = negotiator(character("opportunist"))
    assert who.word_weight(scene) > who.word_weight(NegotiationContext(START)) > 0


def test_a_promise_that_was_renewed_while_it_runs_weighs_once() -> None:
    received = PEACE[1]
    once = NegotiationContext(START, received_promises=(received,))
    renewed = NegotiationContext(START, received_promises=(replace(received, rounds=1), received))
    other = replace(received, by="y")
    more = NegotiationContext(START, received_promises=(received, other))
    assert negotiator().word_weight(renewed) == negotiator().word_weight(once)
    assert negotiator().word_weight(more) > negotiator().word_weight(once)


def test_records_trust_who_keeps_their_word() -> None:
    trust = [PactRecord(kept, broken).trust for kept, broken in ((9, 0), (0, 0), (3, 1), (0, 3))]
    assert trust == sorted(trust, reverse=True)


def test_a_statement_is_plain_data() -> None:
    answer = negotiator().answer(Offer("rb", PEACE), NegotiationContext(START))
    assert json.loads(json.dumps(asdict(answer.statement)))["value"]["signatories"] == "rb"


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
    assert promise_bias([promise], 0.3).harm == (("b", 0.3),)
    assert chosen(HANGING, (promise,), 0.3) == ["b"]


def test_a_promise_given_again_weighs_once_and_power_is_a_promise_too() -> None:
    renewed = promise_bias([PEACE[0], Promise("r", "peace", 1, "b")], 0.3)
    assert renewed.harm == (("b", -0.3),)
    two = promise_bias([PEACE[0], Promise("r", "peace", 1, "y")], 0.3)
    assert two.harm == (("b", -0.3), ("y", -0.3))
    for kind in ("no_power", "leave"):
        twice = [Promise("r", kind, 2), Promise("r", kind, 5)]
        assert promise_bias(twice, 0.3).throne == promise_bias(twice[:1], 0.3).throne == -0.3


def test_only_ones_own_breaches_are_looked_for_and_those_not_weighed_yet() -> None:
    kill = HANGING.turn("c4-e4>a5")
    assert unmodelled_breaches(PEACE, HANGING, kill) == ()
    assert unmodelled_breaches([Promise("y", "spare", 3, cell="e4")], HANGING, kill) == ()


def test_a_spared_piece_that_has_become_ones_own_bars_nothing_else() -> None:
    spare = Promise("r", "spare", 3, cell="c3")
    assert tightened_bias(NO_PROMISE_BIAS, [spare], START).harm == ()


def test_a_spared_piece_is_thought_over() -> None:
    spare = Promise("r", "spare", 3, cell="e4")
    assert unmodelled_breaches([spare], HANGING, HANGING.turn("c4-e4>a5")) == (spare,)
    assert chosen(HANGING, (spare,), 1.0) == []
    assert chosen(HANGING, (spare,), 0.0) == ["b"]


def test_who_is_stopped_does_not_think_a_spared_piece_over() -> None:
    bot = SearchBot(BotSettings(seconds=60.0), seed=5)
    bot.bind((Promise("r", "spare", 3, cell="e4"),), 1.0)
    bot.begin(HANGING)
    stopping = Timer(0.2, bot.stop)
    stopping.start()
    started = monotonic()
    assert bot.finish(HANGING) in HANGING.legal_turns()
    assert monotonic() - started < 30


def test_a_spared_piece_is_thought_over_within_the_time_of_the_turn() -> None:
    bot = SearchBot(BotSettings(seconds=1.0, by_processor=True), seed=5)
    bot.bind((Promise("r", "spare", 3, cell="e4"),), 1.0)
    started = thread_time()
    bot.choose(HANGING)
    assert thread_time() - started < 1.5


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
