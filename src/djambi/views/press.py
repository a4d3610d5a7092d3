"""The front page of a finished game: what the press makes of it, with its boards and figures."""

from __future__ import annotations

from dataclasses import dataclass

from djambi.game import Game
from djambi.position.outcome import piece_name
from djambi.position.players import parties_to_seat
from djambi.press import Moment, PaperFacts, edition_of, facts_of
from djambi.press.sentences import PaperSentence
from djambi.views.errors import ViewError
from djambi.views.games import SeatView
from djambi.views.outcomes import ResultView, changed_cells, happenings_words, result_view
from djambi.views.positions import PieceView, pieces_and_corpses
from djambi.views.words import Words, both, words

_SHARE_DIGITS = 3
"""Decimals of a share in the graph."""


@dataclass(slots=True)
class MomentView:
    """A turn that mattered: the board after it, and the position before it, to try again.

    `line`: how many lines the list of turns then had. `party` played it ("" for a resignation), and
    `gain` is what became of its share. `cells` are those that the turn changed. A game from
    `before` has the parties `seats`.
    """

    line: int
    party: str
    gain: float
    words: Words
    before: str
    seats: str
    after: str
    pieces: list[PieceView]
    corpses: list[str]
    cells: list[str]


@dataclass(slots=True)
class ObituaryView:
    """A fallen Chief: whose, at which line, by whose turn (null: nobody's), and a few words."""

    party: str
    line: int
    by: str | None
    title: Words
    words: Words


@dataclass(slots=True)
class GrudgeView:
    """How many pieces of `victim` the party `by` killed; `chief`: the Chief among them."""

    by: str
    victim: str
    kills: int
    chief: bool


@dataclass(slots=True)
class FrontPageView:
    """The front page of a game that is over.

    `owner` is the party whose paper it is ("none" where the game is shared), `lines` how many turns
    and events it had, `mine` the parties of whoever asks. `shares` has every party's share of the
    game after each line, from the start on. `best` and `worst` are the turns of each player after
    which its share grew and shrank most until its next turn, where any did.
    """

    id: str
    variant: str
    edition: str
    created: str
    lines: int
    seats: list[SeatView]
    mine: str
    owner: str
    paper: Words
    motto: Words
    price: Words
    weather: Words
    kicker: Words
    headline: Words
    decks: list[Words]
    article: list[Words]
    ads: list[Words]
    lead: MomentView
    turning_points: list[MomentView]
    best: dict[str, MomentView]
    worst: dict[str, MomentView]
    shares: dict[str, list[float]]
    obituaries: list[ObituaryView]
    grudges: list[GrudgeView]
    result: ResultView


def front_page_view(
    game: Game, name: str, created: str, seats: list[SeatView], mine: str
) -> FrontPageView:
    """Return the front page of the game `name`, which began at `created` (ISO 8601).

    Raises ViewError("not_over") while it goes on: what the page says would be advice.
    """
    if game.result is None:
        raise ViewError("not_over")
    facts = facts_of(game.path())
    edition = edition_of(facts)
    start = game.root.position
    best = {party: facts.best_turn(party) for party in facts.players}
    worst = {party: facts.worst_turn(party) for party in facts.players}
    return FrontPageView(
        id=name,
        variant=start.variant.name,
        edition=start.rules.edition,
        created=created,
        lines=facts.lines,
        seats=seats,
        mine=mine,
        owner=edition.owner,
        paper=words(f"press.paper.{edition.owner}"),
        motto=words(f"press.motto.{edition.owner}"),
        price=_said(edition.price),
        weather=_said(edition.weather),
        kicker=_said(edition.kicker),
        headline=_said(edition.headline),
        decks=[_said(each) for each in edition.decks],
        article=[_said(each) for each in edition.article],
        ads=[_said(each) for each in edition.ads],
        lead=_moment_view(facts, facts.decisive),
        turning_points=[_moment_view(facts, each) for each in facts.turning_points],
        best={party: _moment_view(facts, found) for party, found in best.items() if found},
        worst={party: _moment_view(facts, found) for party, found in worst.items() if found},
        shares={
            party: [round(shares[party], _SHARE_DIGITS) for shares in facts.shares]
            for party in start.variant.parties
        },
        obituaries=[
            ObituaryView(fall.party, fall.line, fall.by, _chief(fall.party), _said(told))
            for fall, told in zip(facts.falls, edition.obituaries, strict=True)
        ],
        grudges=[
            GrudgeView(each.by, each.victim, each.kills, each.chief) for each in facts.grudges
        ],
        result=result_view(game),
    )


def _said(sentence: PaperSentence) -> Words:
    return both(sentence.say)


def _chief(party: str) -> Words:
    return both(lambda lang: piece_name(party, "C", lang))


def _moment_view(facts: PaperFacts, moment: Moment) -> MomentView:
    before, after = (facts.path[line].position for line in (moment.line - 1, moment.line))
    pieces, corpses = pieces_and_corpses(str(after))
    happened = facts.happenings[moment.line]
    return MomentView(
        line=moment.line,
        party=moment.party,
        gain=round(moment.gain, _SHARE_DIGITS),
        words=happenings_words(happened),
        before=str(before),
        seats=parties_to_seat(before),
        after=str(after),
        pieces=pieces,
        corpses=corpses,
        cells=changed_cells(happened),
    )
