"""From the text of a turn to the legal turn that it means (NOTATION 2).

Where there is none, `djambi.position.turn_errors` says why.
"""

from __future__ import annotations

from djambi.errors import DjambiError, UnreadableTurn
from djambi.kernel import turns
from djambi.kernel.turns import PASS
from djambi.notation.turns import TurnParts, parse_turn
from djambi.position.base import BasePosition
from djambi.position.turn import Turn, pack_victims


def match_text(position: BasePosition, text: str) -> Turn | None:
    """Return the legal turn that a text means here, or None if it means none."""
    try:
        return match_turn(position, read_parts(position, text))
    except DjambiError:
        return None


def read_parts(position: BasePosition, text: str) -> TurnParts:
    """Read the parts of a turn from its text; raise `UnreadableTurn`."""
    try:
        return parse_turn(text, position.board)
    except UnreadableTurn as error:
        # Writing the position takes longer than reading a turn: it is done only here.
        raise UnreadableTurn(str(position), text, error.reason) from None


def match_turn(position: BasePosition, parts: TurnParts) -> Turn | None:
    """Return the legal turn of these parts, or None if there is none."""
    for reading in parts.readings():
        turn = legal_turn(position, reading)
        if turn is not None:
            return turn if wrong_mark(position, turn, reading) is None else None
    return None


def legal_turn(position: BasePosition, parts: TurnParts) -> Turn | None:
    """Return the legal turn of these parts, whatever their marks; None if there is none."""
    packed = _pack(position, parts)
    if packed is None or not position.scratch_kernel().is_legal(packed):
        return None
    return Turn(packed, position.board)


def _pack(position: BasePosition, parts: TurnParts) -> int | None:
    """Return the kernel's form of these parts, legal or not; None if no turn has them."""
    if parts.is_pass:
        return PASS
    board = position.board
    packed = turns.step(board.index(parts.origin), board.index(parts.target))
    for cell, part in (
        (parts.place, turns.PLACE),
        (parts.exit, turns.EXIT),
        (parts.exit_place, turns.EXIT_PLACE),
    ):
        if cell is not None:
            packed = turns.with_part(packed, part, board.index(cell))
    for victims, around, part in (
        (parts.victims, parts.target, turns.VICTIMS),
        (parts.exit_victims, parts.exit, turns.EXIT_VICTIMS),
    ):
        if victims:
            bits = pack_victims(board, around or "", victims)
            if bits is None:
                return None
            packed = turns.with_part(packed, part, bits)
    return turns.placing_last(packed) if parts.places_last else packed


def wrong_mark(position: BasePosition, turn: Turn, parts: TurnParts) -> str | None:
    """Return what is wrong with the piece's letter or the marks of a long form, if anything."""
    if parts.is_pass or (parts.kind is None and parts.act == parts.exit_act == "-"):
        return None
    piece = position.pieces[parts.origin]
    if parts.kind not in (None, piece.kind):
        return f"a piece {piece.kind} stands on {parts.origin}, not {parts.kind}"
    marks = turn.marks(position)
    written = (parts.act, parts.exit_act)
    for mark, said, cell in zip(marks, written, (parts.target, parts.exit), strict=False):
        if mark != said:
            return f"what it does on {cell} is marked {mark}, not {said}"
    return None
