"""A whole game reviewed: closely where that matters, and alike with any number of threads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from djambi import DjambiError, Position
from djambi.analysis import Assessment, Proof, ReviewSearches, TurnReviewer, review_game
from djambi.analysis.game_review import DOUBTFUL_LOSS
from djambi.bots import make
from djambi.game import Game


def _played(variant: str, turns: int) -> Game:
    """Return a game of quick bots, for as many turns or until its end."""
    game = Game.start(variant)
    bots = {party: make("learner", seed=n) for n, party in enumerate(game.position.active)}
    for _ in range(turns):
        if game.position.mover is None:
            break
        game.play(bots[game.position.mover].choose(game.position))
    return game


def test_a_review_is_the_same_with_any_number_of_threads() -> None:
    path = _played("hex-3", 7).path()
    alone = list(review_game(path))
    assert [review.number for review in alone] == list(range(len(path)))
    assert list(review_game(path, threads=3)) == alone


@pytest.mark.parametrize("threads", [0, 65])
def test_a_review_takes_a_possible_number_of_threads(threads: int) -> None:
    with pytest.raises(DjambiError, match=f"threads: '{threads}' is not a whole number from 1 to"):
        list(review_game(Game().path(), threads))


def test_a_review_is_the_same_in_any_order() -> None:
    path = _played("hex-3", 4).path()
    searches = ReviewSearches()
    reviewer = TurnReviewer(path, searches.close, searches.quick)
    backwards = [reviewer.review(number) for number in reversed(range(len(path)))]
    assert backwards[::-1] == list(review_game(path))


def test_a_review_that_is_closed_searches_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ReviewSearches] = []

    class Known(ReviewSearches):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr("djambi.analysis.review_search.ReviewSearches", Known)
    path = _played("hex-3", 8).path()
    reviews = review_game(path, threads=2)
    assert next(reviews).number == 0
    reviews.close()
    [searches] = made
    assert searches.stopped
    # A search begun afterwards ends at once.
    assert searches.close(path[0].position).nodes < 2_000


def _assessing(
    asked: list[Position], shares: Callable[[Position], float]
) -> Callable[[Position], Assessment]:
    """Return an assessment that gives red this share and says that the first legal turn is best."""

    def assess(position: Position) -> Assessment:
        asked.append(position)
        share = shares(position)
        best = position.legal_turns()[0]
        return Assessment({"r": share, "b": 1 - share, "y": 0.0}, best, 1, 1)

    return assess


def _reviewed(fall: float, loss: float) -> tuple[list[Position], float]:
    """Review a red turn by quick searches with this fall and loss; return what is searched closely.

    Closely searched, the turn costs 0.2.
    """
    game = Game.start("hex-3")
    start = game.position
    best, other = start.legal_turns()[0], start.legal_turns()[1]
    game.play(other)
    after, better = game.position, start.play(best)
    closely: list[Position] = []
    quick = {start: 0.5, after: 0.5 - fall, better: 0.5 - fall + loss}
    close = {start: 0.5, after: 0.3, better: 0.5}
    reviewer = TurnReviewer(
        game.path(), _assessing(closely, close.__getitem__), _assessing([], quick.__getitem__)
    )
    return closely, reviewer.review(1).loss


def test_a_turn_is_searched_closely_only_where_it_may_deserve_a_mark() -> None:
    assert _reviewed(fall=0.02, loss=0.1) == ([], 0.5 - (0.5 - 0.02))
    closely, loss = _reviewed(fall=0.04, loss=DOUBTFUL_LOSS / 2)
    assert closely == []
    assert 0 < loss < DOUBTFUL_LOSS
    closely, loss = _reviewed(fall=0.04, loss=DOUBTFUL_LOSS * 2)
    assert len(closely) == 3
    assert loss == 0.2


def test_what_is_proved_is_not_searched_closely() -> None:
    game = Game.start("hex-3")
    game.play(game.position.legal_turns()[1])
    lost = game.position
    closely: list[Position] = []
    quick = _assessing([], lambda position: 0.0 if position == lost else 0.5)
    reviewer = TurnReviewer(
        game.path(),
        _assessing(closely, lambda position: 0.5),
        lambda position: replace(quick(position), proved=position == lost),
    )
    review = reviewer.review(1)
    assert (review.shares["r"], review.loss) == (0.0, 0.5)
    assert closely
    assert lost not in closely


@pytest.mark.parametrize(
    ("had", "here", "follows", "kept"),
    [
        (Proof("r", 3), None, True, Proof("r", 2)),
        (Proof("r"), None, True, Proof("r")),
        (Proof("r"), Proof("r", 1), True, Proof("r", 1)),
        (Proof("r", 5), Proof("b", 2), False, Proof("b", 2)),
        (Proof("r", 5), Proof(None), False, Proof(None)),
        (Proof("r", 3), None, False, None),
        (Proof("b", 3), None, True, None),
    ],
)
def test_a_turn_of_a_proof_keeps_what_was_proved(
    had: Proof, here: Proof | None, follows: bool, kept: Proof | None
) -> None:
    """Unless the search after it proves more; what another party has proved is not the mover's."""
    game = Game.start("hex-3")
    start = game.position
    best, other = start.legal_turns()[0], start.legal_turns()[1]
    game.play(best if follows else other)
    proofs = {start: had, game.position: here}

    def assess(position: Position) -> Assessment:
        proof = proofs.get(position)
        shares = dict.fromkeys("rby", 1 / 3) if proof is None else proof.shares(position)
        return Assessment(shares, best, 1, 1, proof is not None, proof)

    review = TurnReviewer(game.path(), assess).review(1)
    assert review.proof == kept
    assert kept is None or review.shares == kept.shares(game.position)
