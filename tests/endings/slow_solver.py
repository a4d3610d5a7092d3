"""A solver of endings that knows nothing of the tables: turns of `Position`, and a fixpoint.

It lists every position that can be reached from those it is given, turn by turn by the public
rules, and then goes through all of them again and again, until no value changes any more.
"""

from __future__ import annotations

from collections.abc import Iterable

from djambi.position import Position

Value = tuple[str, int]
"""The party that wins, and in how many turns."""


def solved(
    starts: Iterable[Position], own_turns: bool = False
) -> tuple[dict[int, Position], dict[int, Value]]:
    """Return all positions that can be reached, and what those are worth that somebody wins.

    Both by `Position.key`, which leaves out the counters. With `own_turns` the winner's own are
    counted, else those of both parties.
    """
    positions: dict[int, Position] = {}
    mover: dict[int, str] = {}
    following: dict[int, list[int]] = {}
    values: dict[int, Value] = {}
    waiting = list(starts)
    while waiting:
        position = waiting.pop()
        key = position.key
        if key in positions:
            continue
        positions[key] = position
        if position.is_over:
            # Who walls in their own Chief with the corpse of the other's shares the game.
            if len(position.winners) == 1:
                values[key] = position.winners, 0
            continue
        assert position.mover is not None
        mover[key] = position.mover
        after = [position.play(turn) for turn in position.legal_turns()]
        assert after, "somebody has to pass"
        following[key] = [each.key for each in after]
        waiting.extend(after)
    if own_turns:
        _count_own_turns(mover, following, values)
        return positions, values
    turns = 0
    longest_known = 0
    # A value of n turns rests on one of n - 1, so a round without a new value is the last.
    while longest_known == turns:
        turns += 1
        found: dict[int, Value] = {}
        for key, nexts in following.items():
            if key in values:
                continue
            us = mover[key]
            known = [values[each] for each in nexts if each in values]
            if any(winner == us for winner, _ in known):
                found[key] = us, turns
            elif len(known) == len(nexts):
                found[key] = known[0][0], turns
        values.update(found)
        if found:
            longest_known = turns
    return positions, values


def _count_own_turns(
    mover: dict[int, str], following: dict[int, list[int]], values: dict[int, Value]
) -> None:
    """Lower every value until none can be lower: at first, nobody ever wins who has not won."""
    never = 1_000_000
    for us in set(mover.values()):
        ours = {key: 0 if winner == us else never for key, (winner, _) in values.items()}
        ours |= dict.fromkeys(following, never)
        changed = True
        while changed:
            changed = False
            for key, nexts in following.items():
                mine = mover[key] == us
                value = 1 + min(ours[k] for k in nexts) if mine else max(ours[k] for k in nexts)
                if value < ours[key]:
                    ours[key] = value
                    changed = True
        values.update((key, (us, ours[key])) for key in following if ours[key] < never)
