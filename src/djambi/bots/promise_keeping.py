"""What a bot's word weighs when it chooses a turn.

Its word is worth so many shares of the game (`Character.loyalty`): what brings more than that is
done. The search weighs attacks and the throne itself, as tastes; a turn that breaks a promise in a
way that tastes do not know (a piece that is to be spared, an encirclement) is thought over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from djambi.bots.characters import PromiseBias
from djambi.forwarding import renamed
from djambi.pacts import Act, GameLine, Promise, Verdict, deeds_of, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from djambi.position.position import Position
    from djambi.position.turn import Turn

PROXY_PROMISE_WEIGHT: Final = 0.5
"""What another's word weighs for a bot that sits in for him, whatever its character."""

_WEIGHED: Final = (Act.KILL, Act.DISPLACE, Act.TAKE_POWER)
"""What tastes know of."""


def promise_bias(promises: Sequence[Promise], weight: float, position: Position) -> PromiseBias:
    """What running promises weigh for a turn in which one's word is worth so many shares.

    >>> from djambi import Position
    >>> promise_bias([Promise("r", "peace", 3, "b")], 0.2, Position.start()).harm
    (('b', -0.2),)
    """
    harm: dict[str, float] = {}
    throne = 0.0
    for promise in promises:
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


def tightened_bias(
    bonds: PromiseBias, broken: Sequence[Promise], position: Position
) -> PromiseBias:
    """The bonds for thinking a turn over: nothing that might break these promises again."""
    harm = dict(bonds.harm)
    for promise in broken:
        victim = promise.other
        if promise.cell is not None:
            piece = position.piece_at(promise.cell)
            victim = None if piece is None else position.controller(piece.party)
        if victim is not None and victim != promise.by:
            harm[victim] = -1.0
    return replace(bonds, harm=tuple(harm.items()), corpse=-0.05)


def unmodelled_breaches(
    promises: Sequence[Promise], position: Position, turn: Turn
) -> tuple[Promise, ...]:
    """The promises that a turn would break in a way that the search did not weigh.

    A promise's `cell` is where the piece stands now.

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
        if done and (promise.cell is not None or not set(done) & set(_WEIGHED)):
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
