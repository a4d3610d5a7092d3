"""Whole games reviewed: what it costs, and whether a much deeper search judges turns alike.

    python -m bench.reviews GAME.txt                         processor time, and what is marked
    python -m bench.reviews --reference 500000 --every 3 GAME.txt

It compares `review_game`, which searches closely only around doubtful turns, with a review that
searches every position with `FORMER_NODES`, as was done up to 1.0. With --reference, one turn in
--every is judged by searches with so many nodes as well: how many marks of either review are the
same, and how far their losses are off.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from djambi import Game
from djambi.analysis import Analyser, TurnReview, TurnReviewer, review_game, review_turns
from djambi.analysis.game_review import MARK_THRESHOLDS

FORMER_NODES: Final = 50_000
"""The nodes of every position in a review up to 1.0."""


def main() -> None:
    """Review the games that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description="Games reviewed.")
    parser.add_argument(
        "games", type=Path, nargs="+", help="records, of which the first game counts"
    )
    parser.add_argument("--reference", type=int, help="nodes of a much deeper search")
    parser.add_argument("--every", type=int, default=1, help="one turn in so many is judged by it")
    options = parser.parse_args()
    for file in options.games:
        game = next(iter(Game.read(file.read_text("utf-8"))))
        started = time.process_time()
        reviews = list(review_game(game.path()))
        between = time.process_time()
        analyser = Analyser()
        everywhere = list(review_turns(game.path(), partial(analyser.assess, nodes=FORMER_NODES)))
        ended = time.process_time()
        print(
            f"{file.name}: {len(reviews) - 1} turns and events, {between - started:.1f} s, "
            f"closely everywhere {ended - between:.1f} s; "
            f"marks {_marks(reviews)} and {_marks(everywhere)}, "
            f"proofs {_proofs(reviews)} and {_proofs(everywhere)}",
            flush=True,
        )
        if options.reference is not None:
            compare(game, reviews, everywhere, options.reference, options.every)


def compare(
    game: Game,
    reviews: Sequence[TurnReview],
    everywhere: Sequence[TurnReview],
    nodes: int,
    every: int,
) -> None:
    """Print how far two reviews of a game agree with searches of so many nodes."""
    analyser = Analyser()
    reference = TurnReviewer(game.path(), partial(analyser.assess, nodes=nodes))
    numbers = range(every, len(reviews), every)
    judged = {number: reference.review(number) for number in numbers}
    marked = {number for number in numbers if judged[number].mark is not None}
    for name, found in (("now", reviews), ("closely everywhere", everywhere)):
        same = sum(found[number].mark == judged[number].mark for number in numbers)
        also = sum(found[number].mark is not None for number in marked)
        false = sum(found[number].mark is not None for number in numbers) - also
        error = sum(abs(found[number].loss - judged[number].loss) for number in numbers)
        steps = sum(abs(_step(found[n].loss) - _step(judged[n].loss)) for n in numbers)
        print(
            f"  {name}: {same} of {len(numbers)} verdicts the same, {steps} steps apart in all; "
            f"of {len(marked)} marks {also} found, {false} besides; "
            f"losses off by {error / len(numbers):.4f}",
            flush=True,
        )


def _step(loss: float) -> int:
    """Return how bad a loss is: 0 for no mark, 3 for a blunder."""
    return sum(loss >= least for least, _ in MARK_THRESHOLDS)


def _marks(reviews: Sequence[TurnReview]) -> int:
    return sum(review.mark is not None for review in reviews)


def _proofs(reviews: Sequence[TurnReview]) -> int:
    return sum(review.proof is not None for review in reviews)


if __name__ == "__main__":
    main()
