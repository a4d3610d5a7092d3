"""Answers about a position that change nothing: stages, reasons, dangers, reach.

What a party could do "were it its turn" is asked of the rules as well: the same position is read
with that party to play, so nothing here knows how a piece moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from djambi.outcome import outcome
from djambi.position import Position
from djambi.server.ledger import Ledger
from djambi.server.messages import Danger, Threat
from djambi.server.shown import bare_view, last_turn, stage_view
from djambi.server.views import PositionView, StageView
from djambi.server.words import Refused

_TURN = 5
"""Where the field of the turn stands in a position's text (NOTATION 1)."""


def as_if(position: Position, seat: str) -> Position | None:
    """The same position with this seat to play; None if the seat does not play.

    >>> as_if(Position.start(), "y").mover
    'y'
    """
    fields = str(position).split(" ")
    fields[_TURN] = seat
    try:
        return Position.parse(" ".join(fields))
    except ValueError:
        return None


def seats_for(position: Position, party: str) -> str:
    """The seats at which `party` plays: its own, and with `kept` those of its vassals."""
    return "".join(x for x in position.variant.parties if position.controller(x) == party)


@dataclass(frozen=True, slots=True)
class _Act:
    origin: str
    cell: str
    act: str


def _acts(position: Position, party: str) -> Iterator[_Act]:
    """Every kill and displacement that `party` could do, were it to play, with its piece."""
    for seat in seats_for(position, party):
        there = as_if(position, seat)
        if there is None or there.mover != party:
            continue
        for piece in there.stage("").choices:
            if piece.act != "select":
                continue
            for choice in there.stage(piece.text).choices:
                if choice.act == "splash":
                    victims = there.stage(piece.text + choice.text)
                    for victim in victims.choices:
                        for cell in victim.cells:
                            yield _Act(piece.cells[0], cell, "kill")
                elif choice.act in ("kill", "displace"):
                    yield _Act(piece.cells[0], choice.cells[0], choice.act)


def threats(position: Position, party: str) -> list[Threat]:
    """What the other active parties could do to the pieces that `party` controls."""
    own = {c for c, p in position.pieces.items() if position.controller(p.party) == party}
    found: dict[tuple[str, str], Threat] = {}
    for other in position.parties:
        if other.status != "active" or other.letter == party:
            continue
        for act in _acts(position, other.letter):
            if act.cell in own:
                threat = Threat(
                    cell=act.cell,
                    origin=act.origin,
                    by=other.letter,
                    act="kill" if act.act == "kill" else "displace",
                )
                found.setdefault((act.cell, act.origin), threat)
    return list(found.values())


def dangers(position: Position, party: str) -> list[Danger]:
    """By what the Chief of `party` could be killed before `party` plays again."""
    chief = [c for c, p in position.pieces.items() if p.party == party and p.kind == "C"]
    if not chief or position.mover is None:
        return []
    before_me: list[str] = []
    for letter, _bonus in position.upcoming(2 * len(position.parties)):
        if letter == party:
            break
        before_me.append(letter)
    found: list[Danger] = []
    for letter in dict.fromkeys(before_me):
        player = position.controller(letter)
        if player is None or player == party:
            continue
        found.extend(
            Danger(cell=act.cell, party=party, by=player, origin=act.origin)
            for act in _acts(position, player)
            if act.act == "kill" and act.cell == chief[0]
        )
    return found


def preview(ledger: Ledger, text: str) -> tuple[PositionView, list[Danger]]:
    """The position after a turn, and what then threatens the mover's Chief.

    Raises Refused at the end of the game, TurnError for a turn that cannot be played.
    """
    before, mover = ledger.position, ledger.mover
    if mover is None:
        raise Refused("over")
    turn = before.turn(text)
    after = before.play(turn)
    last = last_turn(str(turn), mover, outcome(before, turn, after))
    return bare_view(after, last), dangers(after, mover)


def reach(position: Position, cell: str) -> StageView:
    """Where the piece on `cell` could go, were it its controller's turn."""
    empty = StageView(prefix=cell, kind="destination", choices=[])
    piece = position.pieces.get(cell)
    if piece is None:
        raise Refused("no_piece", cell=cell)
    mover = position.controller(piece.party)
    if mover is None:
        return empty
    # With `kept` the piece moves in the turn of its own colour's seat, else in its controller's.
    for seat in dict.fromkeys((mover, piece.party)):
        there = as_if(position, seat)
        if there is None or there.mover != mover:
            continue
        if any(choice.text == cell for choice in there.stage("").choices):
            return stage_view(there.stage(cell))
    return empty
