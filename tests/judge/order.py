"""Whose turn comes next: RULES 6."""

from __future__ import annotations

from .position import Position


def plays(position: Position, seat: str) -> bool:
    """RULES 6, rule 2: "Seats that play"."""
    party = position.parties[seat]
    if party.state == "active":
        return True
    return (
        position.rules["vassal_turns"] == "kept"
        and bool(position.controller_of_party(seat))
        and any(piece.party == seat for piece in position.pieces.values())
    )


def after_turn(position: Position, before: Position) -> None:
    """RULES 6, rules 1 to 3; `position` is the one after §4, still with the turn just played."""
    seat, played_bonus = before.seat, bool(before.ruler)
    ruler = position.power()
    if not played_bonus and ruler and position.controller_of_party(seat) != ruler:
        position.seat, position.ruler = seat, ruler
        return
    just_played = before.ruler or seat
    if played_bonus and ruler == before.ruler:
        duel = len(before.active()) == 2 and len(position.active()) == 2
        if plus_own(position, duel):
            just_played = ""
    position.seat, position.ruler = next_seat(position, seat, just_played), ""


def plus_own(position: Position, duel: bool) -> bool:
    """RULES 6, rule 3."""
    turns = position.rules["power_turns"]
    return turns == "plus_own" or (turns == "duel_plus_own" and duel)


def next_seat(position: Position, last: str, passed_over: str) -> str:
    """RULES 6, rule 2: the first seat that plays, going round from `last`."""
    start = position.order.index(last) + 1
    round_ = position.order[start:] + position.order[:start]
    playing = [seat for seat in round_ if plays(position, seat)]
    others = [seat for seat in playing if seat != passed_over]
    third: list[str] = []
    if position.rules["power_turns"] == "after_each":
        third = [seat for seat in others if seat != position.power()]
    return (third or others or playing)[0]


def move_seat_of_fallen_ruler(position: Position, before: Position) -> None:
    """RULES 6, `power_exit`; done in a turn that ends the game too."""
    ruler = before.power()
    if position.rules["power_exit"] == "seat" or not ruler:
        return
    chief = position.chief_of(ruler)
    if not chief or chief == position.board.maze:
        return
    seat = before.seat
    if seat == ruler:  # he left in his own regular turn
        return
    rest = position.order.replace(ruler, "")
    at = rest.index(seat) + (1 if before.ruler else 0)
    position.order = rest[:at] + ruler + rest[at:]


def after_event(position: Position, before: Position) -> None:
    """RULES 6, last paragraph, and RULES 5, "Return": the next turn remains or is dropped."""
    ruler = position.power()
    can_be_played = ruler == before.ruler if before.ruler else plays(position, before.seat)
    if can_be_played:
        return
    passed_over = ruler
    if ruler and plus_own(position, len(position.active()) == 2):
        passed_over = ""
    position.seat, position.ruler = next_seat(position, before.seat, passed_over), ""
