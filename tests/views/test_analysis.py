"""What an analysis shows is all that was found."""

from __future__ import annotations

from djambi import Position
from djambi.analysis import PrincipalVariation, Proof, Study, TurnReview
from djambi.analysis.commentary import comment_on
from djambi.game import Game
from djambi.views.analysis import (
    CommentView,
    ProofView,
    commentary_view,
    thought_view,
    turn_review_view,
)
from djambi.views.words import both, with_slots

# Red takes the blue Chief with b2-i2.
KILL = "square-4 bga 9/9/9/9/9/6bM2/9/1rA6bC/rC7gC r,b,y!*,g rbyg r 0 0"
START = Position.start("hex-3")
SHARES = {"r": 0.5, "b": 0.25, "y": 0.25}


def test_a_commentary_is_told_with_and_without_places_for_names() -> None:
    position = Position.parse(KILL)
    found, view = comment_on(position, "b2-i2"), commentary_view(position, "b2-i2")
    assert any(each.party and each.other for each in found.comments)
    assert view.shares == found.shares
    assert view.comments == [
        CommentView(c.topic.value, c.party, c.other, both(c.sentence), with_slots(c.sentence))
        for c in found.comments
    ]


def test_a_thought_has_its_variations_turn_by_turn_and_what_is_proved() -> None:
    turn = START.turn("e3-e6")
    answer = next(iter(START.play(turn).legal_turns()))
    line = PrincipalVariation((turn, answer), SHARES, proved=True)
    view = thought_view(START, Study((line,), SHARES, 7, 900, Proof(None, drawn=True)), last=False)
    assert (view.shares, view.depth, view.nodes, view.last) == (SHARES, 7, 900, False)
    assert view.proof == ProofView(None, None, drawn=True)
    [shown] = view.lines
    assert (shown.shares, shown.proved) == (SHARES, True)
    assert [each.text for each in shown.turns] == [str(turn), str(answer)]
    assert [each.long for each in shown.turns] == [
        turn.long(START),
        answer.long(START.play(turn)),
    ]


def test_a_review_shows_the_better_turn_from_where_it_could_be_played() -> None:
    game = Game(START)
    game.play("e3-e6")
    better = START.turn("e3-e4")
    review = TurnReview(1, SHARES, better, 0.125, None, Proof("r", 3), Proof("b", 2))
    view = turn_review_view(game.path(), review)
    assert (view.number, view.total, view.shares, view.loss) == (1, 1, SHARES, 0.125)
    assert view.best is not None and view.best.long == better.long(START)
    assert (view.proof, view.missed) == (ProofView("r", 3), ProofView("b", 2))
