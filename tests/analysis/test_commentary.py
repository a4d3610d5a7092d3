"""Commentary: what each sentence claims is so, by the search and by the rules."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from djambi import Position
from djambi.analysis import Analyser, Assessment
from djambi.analysis.commentary import (
    COMMENT_NODES,
    FORLORN,
    HUNTED_PIECES,
    LEAD,
    MAX_COMMENTS,
    RUNAWAY,
    SWING,
    Comment,
    Commentary,
    Topic,
    comment_on,
    comment_on_peace,
    keys_of,
)
from djambi.analysis.commentary import _chosen as chosen_of
from djambi.analysis.commentary import _facts as facts_of
from djambi.analysis.commentary import _figures as figures_of
from djambi.analysis.pact_worth import MIN_GAIN
from djambi.bots import BotSettings, make
from djambi.bots.politics.offers import mutual_peace
from djambi.bots.politics.values import VALUE_NODES, PactValuer
from djambi.texts import LANGUAGES, catalogue
from djambi.threats import players_before, threats_by

TURNS = 48
MUTUAL = Position.parse(
    "square-4 original 2gMyC1x2yM/1gA1x1yD3/gMgM5x1/2rM2xxgR1/x2xgCx3/3x2rMbDyR/x1rM3bN2/"
    "rR1rN2bM2bR/rCrArM1xxbA1bC r,b,y,g rbyg g+r 0 35"
)
"""Green, in power, and Yellow both gain by leaving each other alone: neither helps the others."""
FACTS = (
    Topic.WINS, Topic.FALLEN, Topic.CROWNED, Topic.FEARS, Topic.PLAN,
    Topic.THREATENED, Topic.DANGER,
)  # fmt: skip


@cache
def told() -> tuple[tuple[Position, str, Commentary], ...]:
    """Return the turns of two games of bots with what is said of them."""
    analyser, found = Analyser(), list[tuple[Position, str, Commentary]]()
    for variant, seed in (("square-4", 2), ("hex-3", 3)):
        position, bot, chance = Position.start(variant), make("greedy", seed), random.Random(seed)
        for _ in range(TURNS):
            if position.is_over:
                break
            turn = bot.choose(position)
            if chance.random() < 0.3:
                turn = chance.choice(position.legal_turns())
            found.append((position, str(turn), comment_on(position, str(turn), analyser)))
            position = position.play(turn)
    return tuple(found)


def comments() -> Iterator[tuple[Position, Position, Comment]]:
    for before, text, commentary in told():
        after = before.play(before.turn(text))
        yield from ((before, after, comment) for comment in commentary.comments)


def army(position: Position, party: str) -> set[str]:
    return set(position.pieces_of(position.controlled_by(party)))


@pytest.mark.slow
def test_every_figure_is_so() -> None:
    analyser = Analyser()
    for before, after, said in comments():
        party, other, mover = said.party, said.other, before.mover
        then = analyser.assess(before, COMMENT_NODES).shares
        now = analyser.assess(after, COMMENT_NODES).shares
        best, worst = max(now.values()), min(now[p] for p in after.active)
        if said.topic is not Topic.PACT:
            assert {0.0, *now.values(), *then.values()} >= {said.share, said.other_share}
        match said.topic:
            case Topic.GAINS:
                assert party == mover and now[party] - then[party] >= SWING
            case Topic.LOSES | Topic.BLUNDER:
                assert then[party] - now[party] >= SWING and other == mover
                assert (party == mover) == (said.topic is Topic.BLUNDER)
            case Topic.OVERTAKES:
                assert now[party] == best >= now[other] + LEAD
                assert then[other] == max(then.values())
            case Topic.LEADS:
                assert now[party] == best >= now[other] + LEAD
            case Topic.RUNAWAY:
                assert now[party] == best >= RUNAWAY
            case Topic.FORLORN:
                assert now[party] == worst <= FORLORN
            case Topic.PACT:
                assert party == after.mover and len(after.active) > 2
                _worth(after, said)
            case Topic.EVEN:
                assert best - worst < LEAD
            case _:
                assert said.topic in (*FACTS, Topic.REIGNS)


def _worth(position: Position, said: Comment) -> None:
    settings = BotSettings(nodes=VALUE_NODES, seconds=600)
    peace = mutual_peace(said.party, said.other, said.n)
    value = PactValuer(position, settings=settings).value(peace, said.party + said.other)
    assert (value.gain(said.party), value.gain(said.other)) == (said.share, said.other_share)
    assert min(said.share, said.other_share) >= MIN_GAIN


def test_every_fact_is_so() -> None:
    for before, after, said in comments():
        party, other = said.party, said.other
        match said.topic:
            case Topic.WINS:
                assert after.winners == party and said.n == len(army(after, party))
            case Topic.FALLEN:
                assert party in before.active and party not in after.active
                assert said.n == len(army(after, other))
            case Topic.CROWNED:
                assert after.ruler == party != before.ruler
            case Topic.REIGNS:
                assert after.ruler == party
            case Topic.FEARS:
                struck = {a.cell for a in threats_by(after, other) if a.act == "kill"}
                assert said.n == len(struck & army(after, party)) >= HUNTED_PIECES
            case Topic.PLAN:
                assert party == after.mover and said.cell not in army(after, party)
                _there(after, said)
            case Topic.THREATENED | Topic.DANGER:
                _struck(after, said)
            case _:
                assert said.topic not in FACTS


def _struck(position: Position, said: Comment) -> None:
    _there(position, said)
    assert said.cell in army(position, said.party)
    ways = [act for act in threats_by(position, said.other) if act.cell == said.cell]
    hunters = [position.pieces[act.origin] for act in ways if act.act == "kill"]
    assert said.by_piece in [f"{hunter.party}{hunter.kind}" for hunter in hunters]
    if said.topic is Topic.DANGER:
        assert position.chief_of(said.party) == said.cell
        assert said.other in players_before(position, said.party)
    else:
        assert said.other == position.mover


def _there(position: Position, said: Comment) -> None:
    piece = position.pieces[said.cell]
    assert f"{piece.party}{piece.kind}" == said.piece


START = Position.start()
THREE = START.resign("b")
DUEL = THREE.resign("y")
EQUAL = (0.25, 0.25, 0.25, 0.25)


@pytest.mark.parametrize(
    ("after", "then", "now", "expected"),
    [
        (START, EQUAL, (0.26, 0.26, 0.24, 0.24), "even r g"),
        (START, EQUAL, (0.34, 0.22, 0.22, 0.22), "gains r, leads r b"),
        (START, (0.25, 0.27, 0.24, 0.24), (0.18, 0.28, 0.27, 0.27), "blunder r r"),
        (START, EQUAL, (0.28, 0.18, 0.27, 0.27), "loses b r"),
        (START, (0.26, 0.3, 0.22, 0.22), (0.31, 0.25, 0.22, 0.22), "overtakes r b, leads r b"),
        (START, (0.26, 0.3, 0.22, 0.22), (0.29, 0.25, 0.23, 0.23), ""),
        # Who fell is not overtaken.
        (THREE, (0.35, 0.4, 0.13, 0.12), (0.4, 0.0, 0.3, 0.3), "leads r y"),
        (THREE, (0.56, 0.0, 0.22, 0.22), (0.6, 0.0, 0.2, 0.2), "runaway r y"),
        (THREE, (0.42, 0.0, 0.5, 0.08), (0.42, 0.0, 0.5, 0.08), "leads y r, forlorn g y"),
        # Of two, one is ahead of the other, and that is all.
        (DUEL, (0.56, 0.0, 0.0, 0.44), (0.6, 0.0, 0.0, 0.4), "leads r g"),
    ],
)
def test_what_is_said_of_shares_after_a_turn_of_red(
    after: Position, then: tuple[float, ...], now: tuple[float, ...], expected: str
) -> None:
    before, here = (dict(zip("rbyg", each, strict=True)) for each in (then, now))
    found = figures_of("r", before, here, after)
    assert ", ".join(f"{c.topic} {c.party} {c.other}".strip() for c in found) == expected


def facts(before: Position | None, after: Position) -> list[tuple[Topic, str, str]]:
    now = Assessment(dict.fromkeys("rbyg", 0.25), None, 0, 0)
    return [(each.topic, each.piece, each.by_piece) for each in facts_of(before, after, now)]


def test_a_danger_that_was_there_before_the_turn_is_not_told_again() -> None:
    before = Position.parse("square-4 original 7yC1/9/9/9/9/4bC4/3rM5/8gC/rC8 r,b,y,g rbyg y 0 0")
    after = before.play("h9-g9")
    danger = (Topic.DANGER, "bC", "rM")
    assert danger in facts(None, after)
    assert danger not in facts(before, after)


def test_of_pieces_that_can_be_struck_the_dearest_is_named() -> None:
    position = Position.parse(
        "square-4 original 8yC/9/9/9/9/2bN1bA4/3rM5/9/rC6bCgC r,b,y,g rbyg r 0 0"
    )
    assert (Topic.THREATENED, "bA", "rM") in facts(None, position)


def test_what_somebody_could_do_to_their_own_pieces_is_no_threat() -> None:
    position = Position.parse("square-4 bga 8yC/9/9/9/9/3rA5/3rM5/9/rC6bCgC r,b,y,g rbyg r 0 0")
    assert any(act.cell == "d4" for act in threats_by(position, "r"))
    assert not [told for told in facts(None, position) if told[0] is Topic.THREATENED]


def test_nobody_falls_to_somebody_who_falls_with_them() -> None:
    position = Position.parse(
        "square-4 original 8yC/9/9/9/9/9/2rM6/xx7/rC1bC4gC1 r,b,y,g rbyg r 0 9"
    )
    told = comment_on(position, "c3-c1>b1")
    assert Topic.FALLEN not in [each.topic for each in told.comments]


def test_of_much_that_happened_the_most_important_is_said_first() -> None:
    happened = [Comment(topic, "r") for topic in (Topic.BLUNDER, Topic.FALLEN, Topic.WINS)]
    said = [each.topic for each in chosen_of(happened, random.Random(1), True)]
    assert said == [Topic.WINS, Topic.FALLEN]


def test_a_position_without_a_turn_never_passes_in_silence() -> None:
    for turn in START.legal_turns()[:6]:
        assert comment_on(START.play(turn)).comments


def test_there_is_variety_and_not_too_much_of_it() -> None:
    found = [commentary.comments for _, _, commentary in told()]
    assert max(map(len, found)) <= MAX_COMMENTS and () in found
    topics = Counter(comment.topic for each in found for comment in each)
    assert len(topics) >= 8
    assert all(len(keys_of(topic)) >= 3 for topic in Topic)


def test_the_same_turn_gets_the_same_words_and_both_languages_have_them() -> None:
    for before, text, commentary in told()[:8]:
        again = comment_on(before, text)
        assert again == commentary
        for comment in again.comments:
            first, second = (comment.sentence(lang) for lang in LANGUAGES)
            assert first != second and "{" not in first + second
            assert first[0].isupper() or not first[0].isalpha()


@pytest.mark.slow
def test_a_pact_that_is_suggested_is_worth_what_is_said_to_both() -> None:
    said = comment_on_peace(MUTUAL)
    assert said is not None
    assert (said.topic, said.party, said.other) == (Topic.PACT, "g", "y")
    _worth(MUTUAL, said)
    for lang, number in product(LANGUAGES, range(3)):
        sentence = replace(said, number=number).sentence(lang)
        gains = str(round(100 * said.share)), str(round(100 * said.other_share))
        assert set(gains) <= set(re.findall(r"\d+", sentence))


def test_in_a_duel_no_pact_is_suggested() -> None:
    duel = Position.parse("square-4 original 8rC/9/9/9/9/9/9/9/bC8 r,b,y>r,g>b rbyg r 0 0")
    assert comment_on_peace(duel) is None


def test_the_end_is_told_of_its_winner_alone() -> None:
    position = Position.parse("square-4 original 9/9/9/6gC2/9/6rA2/9/9/rC8 r,b!*,y!*,g rbyg r 0 0")
    [won] = [t for t in position.legal_turns() if position.play(t).is_over][:1]
    [first, *_] = comment_on(position, str(won)).comments
    assert (first.topic, first.party) == (Topic.WINS, "r")


def test_one_piece_is_one_piece() -> None:
    for topic in (Topic.WINS, Topic.FALLEN):
        for number in range(len(keys_of(topic))):
            one = Comment(topic, "r", "g", n=1, number=number)
            assert "pieces" not in one.sentence("en")
            assert "pièces" not in one.sentence("fr")


def test_no_sentence_begins_with_the_article_of_a_piece_but_the_first() -> None:
    for lang in LANGUAGES:
        for key, sentence in catalogue(lang, "commentary").items():
            assert not re.search(r"[.!?]\s*\{(?:by_)?piece\}", sentence), key


def test_of_who_alone_is_left_nobody_is_ahead() -> None:
    """A position that was written down may have a single active party."""
    alone = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA7 r,b>r,y>r,g>r rbyg r 0 0")
    assert comment_on(alone) == Commentary((), {"r": 1.0, "b": 0.0, "y": 0.0, "g": 0.0})
    assert [each.topic for each in comment_on(alone, "b1-c1").comments] == [Topic.WINS]
