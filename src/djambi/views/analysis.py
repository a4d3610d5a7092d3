"""What the engine finds: thoughts about a position, and a whole game judged turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from djambi.analysis import PrincipalVariation, Proof, Study, TurnReview
from djambi.analysis.commentary import comment_on, comment_on_peace
from djambi.nodes import Node
from djambi.position.outcome import outcome
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.views.outcomes import happenings_words
from djambi.views.words import Words, both, with_slots


@dataclass(slots=True)
class TurnWordsView:
    """A turn in its short form, the form for people, and in words."""

    text: str
    long: str
    words: Words


@dataclass(slots=True)
class ProofView:
    """What is certain, whatever anybody plays: who wins (None: nobody can), in how many own turns.

    `own_turns` is None where that is not known, or if nobody wins; with `drawn` nobody can force a
    win, though a mistake may still lose.
    """

    winner: str | None
    own_turns: int | None
    drawn: bool = False


@dataclass(slots=True)
class VariationView:
    """A turn with what is expected to follow, and everybody's share after it.

    `proved`: these shares are certain.
    """

    turns: list[TurnWordsView]
    shares: dict[str, float]
    proved: bool


@dataclass(slots=True)
class ThoughtView:
    """What is known of a position so far; `last` if no more will come.

    `proof` is what is certain of the position; a forced win's line is the first. `pact` tells what
    the best peace of the party to play would be worth, once that is known.
    """

    lines: list[VariationView]
    shares: dict[str, float]
    depth: int
    nodes: int
    last: bool
    proof: ProofView | None = None
    pact: Words | None = None


@dataclass(slots=True)
class TurnReviewView:
    """A position of a game, `number` of `total`: everybody's share, and what its turn cost.

    `best` would have been better. `proof` is what is certain of the position; `missed` is the win
    that the player had before the turn and has no more, as far as anything shows.
    """

    number: int
    total: int
    shares: dict[str, float]
    best: TurnWordsView | None
    loss: float
    mark: Literal["inexact", "mistake", "blunder"] | None
    proof: ProofView | None = None
    missed: ProofView | None = None


@dataclass(slots=True)
class CommentView:
    """A sentence about a turn: its topic, the parties that it is about ("": none), its words.

    `named` is `words` with `{r}` in place of the name of party `r`, for names of players (null: no
    party is named).
    """

    topic: str
    party: str
    other: str
    words: Words
    named: Words | None = None


@dataclass(slots=True)
class CommentaryView:
    """What is said of a turn by whoever watches, and everybody's share of the game after it."""

    comments: list[CommentView]
    shares: dict[str, float]


def commentary_view(position: Position, text: str = "") -> CommentaryView:
    """Return what is said of a turn played in a position; without one, of the position.

    >>> commentary_view(Position.start("hex-3")).comments[0].topic
    'even'
    """
    found = comment_on(position, text)
    return CommentaryView(
        comments=[
            CommentView(
                each.topic.value,
                each.party,
                each.other,
                both(each.sentence),
                with_slots(each.sentence),
            )
            for each in found.comments
        ],
        shares=found.shares,
    )


def turn_words_view(before: Position, turn: Turn, after: Position) -> TurnWordsView:
    """Return a turn as it is written, as it is read, and what it does in words."""
    return TurnWordsView(
        str(turn), turn.long(before), happenings_words(outcome(before, turn, after))
    )


def pact_words(position: Position) -> Words | None:
    """Return what the best peace of the party to play would be worth, None if it is not much.

    >>> pact_words(Position.start("square-2")) is None
    True
    """
    comment = comment_on_peace(position)
    return None if comment is None else both(comment.sentence)


def thought_view(
    position: Position, found: Study, *, last: bool, pact: Words | None = None
) -> ThoughtView:
    """Return a study of a position; `last`: no better one will follow."""
    return ThoughtView(
        lines=[
            VariationView(list(_line_turns(position, line)), line.shares, line.proved)
            for line in found.lines
        ],
        shares=found.shares,
        depth=found.depth,
        nodes=found.nodes,
        last=last,
        proof=_proof_view(found.proof),
        pact=pact,
    )


def _line_turns(position: Position, line: PrincipalVariation) -> Iterator[TurnWordsView]:
    for turn in line.turns:
        after = position.play(turn)
        yield turn_words_view(position, turn, after)
        position = after


def turn_review_view(path: Sequence[Node], review: TurnReview) -> TurnReviewView:
    """Return the review on one position of a game, whose positions are `path` from the start."""
    best = None
    if review.best is not None:
        before = path[review.number - 1].position
        best = turn_words_view(before, review.best, before.play(review.best))
    return TurnReviewView(
        number=review.number,
        total=len(path) - 1,
        shares=review.shares,
        best=best,
        loss=review.loss,
        mark=None if review.mark is None else review.mark.value,
        proof=_proof_view(review.proof),
        missed=_proof_view(review.missed),
    )


def _proof_view(proof: Proof | None) -> ProofView | None:
    return None if proof is None else ProofView(proof.winner, proof.own_turns, proof.drawn)
