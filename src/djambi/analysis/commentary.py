"""Comment on a turn as it is watched: who leads, what is threatened, who should fear whom.

Every sentence is tied to a figure of a short search or to a fact of the position; which of several
true things is said, and in which words, follows from the position alone. So a turn is commented
on in the same way wherever and whenever it is watched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from random import Random
from typing import Final

from djambi.analysis.analyser import Analyser, Assessment
from djambi.analysis.pact_worth import PEACE_ROUNDS, suggested_peace
from djambi.position.outcome import (
    HappeningKind,
    PartyNamer,
    capital,
    outcome,
    party_name,
    piece_name,
)
from djambi.position.position import Position
from djambi.texts import catalogue, say
from djambi.threats import Threat, players_before, threats_by

COMMENT_NODES: Final = 2_000
"""Nodes searched for each of the two positions around a turn."""

MAX_COMMENTS: Final = 2
"""The most sentences about one turn."""

SWING: Final = 0.06
"""The change of a share that is worth a word."""

LEAD: Final = 0.05
"""How far the first must be ahead of the second to be called the leader."""

RUNAWAY: Final = 0.55
"""The share from which somebody runs away with the game."""

FORLORN: Final = 0.08
"""The share up to which somebody is close to the end."""

HUNTED_PIECES: Final = 3
"""Pieces within one party's reach from which their owner should fear it."""

WEIGHTS: Final = "NDRA"
"""The kinds of pieces whose danger is worth a word, the most precious last."""


class Topic(StrEnum):
    """A kind of comment; its sentences are the texts ``commentary.<topic>.<number>``."""

    WINS = "wins"
    FALLEN = "fallen"
    CROWNED = "crowned"
    DANGER = "danger"
    OVERTAKES = "overtakes"
    GAINS = "gains"
    LOSES = "loses"
    BLUNDER = "blunder"
    FEARS = "fears"
    PACT = "pact"
    PLAN = "plan"
    RUNAWAY = "runaway"
    THREATENED = "threatened"
    LEADS = "leads"
    REIGNS = "reigns"
    FORLORN = "forlorn"
    EVEN = "even"


_RANK: Final = {topic: rank for rank, topic in enumerate(Topic)}

ALWAYS_SAID: Final = frozenset(
    {Topic.WINS, Topic.FALLEN, Topic.CROWNED, Topic.DANGER, Topic.OVERTAKES, Topic.BLUNDER}
)
"""What is said whenever it is true; of the rest, one thing at most."""

SILENCE_RATE: Final = 0.4
"""The part of turns without such a thing that pass in silence."""


COMMONPLACES: Final = frozenset({Topic.LEADS, Topic.EVEN, Topic.REIGNS})
"""What is true for many turns on end: said less often than what is new."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A sentence about a turn, as what it claims.

    Args:
        topic: what it is about.
        party, other: letters of the parties that it is about ("": none).
        share, other_share: their shares of the game; of a change, after and before; of a pact,
            what each of them gains.
        piece, by_piece: two pieces, a party's letter and a kind each ("": none).
        cell: where `piece` stands.
        n: a number of pieces, or of the rounds of a pact.
        number: which of the topic's sentences it is, from 0; modulo their number.
    """

    topic: Topic
    party: str = ""
    other: str = ""
    share: float = 0.0
    other_share: float = 0.0
    piece: str = ""
    by_piece: str = ""
    cell: str = ""
    n: int = 0
    number: int = 0

    def sentence(self, lang: str, name: PartyNamer = party_name) -> str:
        """Return the comment in `en` or `fr`; `name` says what parties are called."""
        keys = keys_of(self.topic)
        values: dict[str, object] = {
            "share": round(100 * self.share), "other_share": round(100 * self.other_share),
            "n": self.n, "cell": self.cell,
        }  # fmt: skip
        for value, letter in (("party", self.party), ("other", self.other)):
            if letter:
                values[value] = name(letter, lang)
        for value, piece in (("piece", self.piece), ("by_piece", self.by_piece)):
            if piece:
                values[value] = piece_name(piece[0], piece[1], lang)
        return capital(say(keys[self.number % len(keys)], lang, **values))


@dataclass(frozen=True, slots=True)
class Commentary:
    """What is said of a turn, and everybody's share of the game after it, by letter."""

    comments: tuple[Comment, ...]
    shares: dict[str, float]


@cache
def keys_of(topic: Topic) -> tuple[str, ...]:
    """Return the keys of a topic's sentences."""
    keys = (".".join(key.split(".")[:3]) for key in catalogue("en", "commentary"))
    return tuple(dict.fromkeys(key for key in keys if key.split(".")[1] == topic))


def comment_on(position: Position, text: str = "", analyser: Analyser | None = None) -> Commentary:
    """Comment on a turn played in a position; without a turn, on the position itself.

    Raises:
        IllegalTurn: the turn may not be played there.

    >>> found = comment_on(Position.start("hex-3"))
    >>> [comment.topic.value for comment in found.comments], round(sum(found.shares.values()), 6)
    (['even'], 1.0)
    """
    analyser = analyser or Analyser()
    before = position
    after = position.play(position.turn(text)) if text else position
    now = analyser.assess(after, COMMENT_NODES)
    then = analyser.assess(before, COMMENT_NODES) if text else now
    # It keeps no secret: the same position gets the same words.
    chance = Random(f"{after} {text}")
    found = [*_events(before, text, after)]
    if not after.is_over:
        found += _figures(before.mover or "", then.shares, now.shares, after)
        found += _facts(before if text else None, after, now)
        peace = comment_on_peace(after)
        found += [] if peace is None else [peace]
    return Commentary(tuple(_chosen(found, chance, bool(text))), now.shares)


def _chosen(found: list[Comment], chance: Random, moved: bool) -> Iterator[Comment]:
    """Yield what is said of all that might be: the important first, and little of the rest."""
    found.sort(key=lambda comment: _RANK[comment.topic])
    said = [each for each in found if each.topic in ALWAYS_SAID][:MAX_COMMENTS]
    rest = [each for each in found if each.topic not in ALWAYS_SAID]
    if rest and len(said) < MAX_COMMENTS and not (moved and chance.random() < SILENCE_RATE):
        weights = [1 if each.topic in COMMONPLACES else 3 for each in rest]
        said += chance.choices(rest, weights)
    for each in said:
        yield _numbered(each, chance)


def _numbered(comment: Comment, chance: Random) -> Comment:
    return replace(comment, number=chance.randrange(len(keys_of(comment.topic))))


# --- what can be said ---------------------------------------------------------------------------


def _events(before: Position, text: str, after: Position) -> Iterator[Comment]:
    """Yield comments on what a turn has changed for good."""
    if not text:
        return
    told = outcome(before, before.turn(text), after)
    for each in told:
        if each.what is HappeningKind.ENDED and len(each.party or "") == 1:
            winner = each.party or ""
            yield Comment(Topic.WINS, winner, n=len(after.controlled_pieces(winner)))
        elif each.what is HappeningKind.POWER:
            yield Comment(Topic.CROWNED, each.party or "")
    mover = before.mover or ""
    if after.is_over or mover not in after.active:
        return
    for party in before.active:
        if party not in after.active:
            yield Comment(Topic.FALLEN, party, mover, n=len(after.controlled_pieces(mover)))


def _figures(
    mover: str, then: dict[str, float], now: dict[str, float], after: Position
) -> Iterator[Comment]:
    """Yield comments on everybody's shares, before and after a turn of `mover`."""
    active = sorted(after.active, key=now.__getitem__, reverse=True)
    if len(active) < 2:  # as a position that was written down may have it
        return
    first, second, last = active[0], active[1], active[-1]
    leader = max(then, key=then.__getitem__)
    ahead = now[first] - now[second]
    if leader != first and leader in after.active and now[first] - now[leader] >= LEAD:
        yield Comment(Topic.OVERTAKES, first, leader, now[first], now[leader])
    changes = {party: now[party] - then[party] for party in active}
    if mover in changes and changes[mover] >= SWING:
        yield Comment(Topic.GAINS, mover, "", now[mover], then[mover])
    worst = min(active, key=changes.__getitem__)
    if changes[worst] <= -SWING:
        topic = Topic.BLUNDER if worst == mover else Topic.LOSES
        yield Comment(topic, worst, mover, now[worst], then[worst])
    if now[first] >= RUNAWAY and len(active) > 2:
        yield Comment(Topic.RUNAWAY, first, second, now[first], now[second])
    elif ahead >= LEAD:
        yield Comment(Topic.LEADS, first, second, now[first], now[second])
    elif now[first] - now[last] < LEAD:
        yield Comment(Topic.EVEN, first, last, now[first], now[last])
    if now[last] <= FORLORN:
        yield Comment(Topic.FORLORN, last, first, now[last], now[first])


def _facts(before: Position | None, after: Position, now: Assessment) -> Iterator[Comment]:
    """Yield comments on who could strike whom, and on power."""
    reach = {party: _kills(after, party) for party in after.active}
    known = set[Threat]() if before is None else set(_dangers(before))
    fresh = [act for act in _dangers(after) if act not in known]
    if fresh:
        yield _struck(after, Topic.DANGER, fresh[0])
    for hunter, acts in reach.items():
        for party in after.opponents(hunter):
            own = after.controlled_pieces(party)
            cells = {act.cell for act in acts if act.cell in own}
            if len(cells) >= HUNTED_PIECES:
                yield Comment(Topic.FEARS, party, hunter, n=len(cells))
    acts = [act for act in reach[after.mover or ""] if after.pieces[act.cell].kind in WEIGHTS]
    if acts:
        dearest = max(acts, key=lambda act: WEIGHTS.index(after.pieces[act.cell].kind))
        yield _struck(after, Topic.THREATENED, dearest)
    if after.ruler is not None:
        yield Comment(Topic.REIGNS, after.ruler, share=now.shares[after.ruler])
    if now.best is not None:
        for told in outcome(after, now.best, after.play(now.best)):
            if told.what is HappeningKind.KILLED and told.party and told.kind and told.cell:
                piece = f"{told.party}{told.kind}"
                yield Comment(Topic.PLAN, after.mover or "", piece=piece, cell=told.cell)
                break


def comment_on_peace(position: Position) -> Comment | None:
    """Return a comment on the best peace of the party to play, if it is worth a word to both."""
    value = suggested_peace(position)
    if value is None:
        return None
    party, other = tuple(value.signatories)
    gains = value.gain(party), value.gain(other)
    return Comment(Topic.PACT, party, other, *gains, n=PEACE_ROUNDS)


def _dangers(position: Position) -> Iterator[Threat]:
    """Yield how Chiefs could be killed before their parties play again."""
    for party in position.active:
        chief = position.chief_of(party)
        for hunter in players_before(position, party):
            yield from (act for act in _kills(position, hunter) if act.cell == chief)


def _kills(position: Position, party: str) -> list[Threat]:
    """Return how a party could kill pieces of others, were it to play."""
    own = position.controlled_pieces(party)
    return [a for a in threats_by(position, party) if a.act == "kill" and a.cell not in own]


def _struck(position: Position, topic: Topic, act: Threat) -> Comment:
    """Return a comment on a piece that another one could kill."""
    piece, hunter = position.pieces[act.cell], position.pieces[act.origin]
    return Comment(
        topic,
        position.controller(piece.party) or "",
        act.by,
        piece=f"{piece.party}{piece.kind}",
        by_piece=f"{hunter.party}{hunter.kind}",
        cell=act.cell,
    )
