"""Weigh a bot's promises when it chooses a turn.

Method: a penalty on the utility. Keeping its word is worth so many shares of the game
(`Character.loyalty`), and a turn that gains more than that breaks it. The search weighs attacks and
taking power itself, as a style bias; a turn that breaks a promise in a way that the bias cannot
express (a piece to be spared, an encirclement) is searched again with a tighter bias.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from djambi.bots.characters import PromiseBias
from djambi.forwarding import renamed
from djambi.pacts import Act, GameLine, Promise, Verdict, deeds_of, kind_of
from djambi.position.position import Position
from djambi.position.turn import Turn

PROXY_PROMISE_WEIGHT: Final = 0.5
"""The weight of a promise, in shares of the game, for a bot that stands in for its giver."""

FORBIDDING_HARM: Final = -1.0
"""The bias, in shares of the game, that rules out harming a party: a whole game."""

CORPSE_CAUTION: Final = -0.05
"""The bias, in shares of the game, on placing a corpse: it may be the one that encircles."""

_BIASED_ACTS: Final = (Act.KILL, Act.DISPLACE, Act.TAKE_POWER)
"""The acts that a style bias can express."""


def promise_bias(promises: Sequence[Promise], weight: float) -> PromiseBias:
    """Return the bias that running promises put on a search.

    Args:
        promises: the promises that the mover gave and that still run.
        weight: what keeping one's word is worth, in shares of the game.

    >>> promise_bias([Promise("r", "peace", 3, "b")], 0.2).harm
    (('b', -0.2),)
    """
    harm: dict[str, float] = {}
    throne = 0.0
    # What is promised again while it runs, as in a renewal, does not weigh more.
    for promise in {each.content: each for each in promises}.values():
        match promise.kind:
            case "peace" if promise.other:
                harm[promise.other] = harm.get(promise.other, 0.0) - weight
            case "attack" if promise.other:
                harm[promise.other] = harm.get(promise.other, 0.0) + weight
            case "no_power" | "leave":
                throne -= weight
            case _:
                pass
    return PromiseBias(tuple(harm.items()), throne)


def tightened_bias(bias: PromiseBias, broken: Sequence[Promise], position: Position) -> PromiseBias:
    """Return a bias for searching again that rules out breaking these promises."""
    harm = dict(bias.harm)
    for promise in broken:
        victim = promise.other
        if promise.cell is not None:
            piece = position.piece_at(promise.cell)
            victim = None if piece is None else position.controller(piece.party)
        if victim is not None and victim != promise.by:
            harm[victim] = FORBIDDING_HARM
    return replace(bias, harm=tuple(harm.items()), corpse=CORPSE_CAUTION)


def unmodelled_breaches(
    promises: Sequence[Promise], position: Position, turn: Turn
) -> tuple[Promise, ...]:
    """Return the promises that a turn would break in a way that the search did not weigh.

    The `cell` of a promise is where its piece stands now.

    >>> from djambi import Position
    >>> start = Position.start()
    >>> unmodelled_breaches([Promise("r", "no_power", 3)], start, start.turn("c3-e3"))
    ()
    """
    mover = position.mover or ""
    deeds = deeds_of(GameLine(position, mover, turn, position.play(turn)))
    found: list[Promise] = []
    for promise in promises:
        kind = kind_of(promise.kind)
        if promise.by != mover or kind.by_deed is not Verdict.BROKEN:
            continue
        done = [deed.act for deed in deeds if kind.deed(deed, promise, promise.cell)]
        if done and (promise.cell is not None or not set(done) & set(_BIASED_ACTS)):
            found.append(promise)
    return tuple(found)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        PROXY="PROXY_PROMISE_WEIGHT",
        bonds_of="promise_bias",
        stricter="tightened_bias",
        unweighed="unmodelled_breaches",
    )
