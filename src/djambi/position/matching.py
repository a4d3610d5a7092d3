"""From the text of a turn to the legal turn that it means, or to the reason why there is none.

Three things can be wrong with a text (NOTATION 2): it cannot be read, it is no legal turn, or it
leaves a choice open. Each is an error of its own, with the position and the reason.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NoReturn

from djambi.errors import AmbiguousTurn, IllegalTurn, UnreadableTurn
from djambi.kernel import turns
from djambi.notation.turns import TurnParts, format_turn, parse_turn
from djambi.position.stages import SEGMENT
from djambi.position.turn import PASS_CODE, Turn, pack_victims
from djambi.rules import ReporterTargets

if TYPE_CHECKING:
    from djambi.position.position import Position

_MOST_CANDIDATES: Final = 1000
_SHOWN: Final = 3


def find_turn(position: Position, text: str) -> Turn:
    """The legal turn that a text means here; raises the three turn errors."""
    parts = read_parts(position, text)
    turn = match_turn(position, parts)
    if turn is None:
        _refuse(position, text, parts)
    return turn


def read_parts(position: Position, text: str) -> TurnParts:
    """What a text says; raises `UnreadableTurn`."""
    try:
        return parse_turn(text, position.board)
    except UnreadableTurn as error:
        # Writing the position takes longer than reading a turn: it is done only here.
        raise UnreadableTurn(str(position), text, error.reason) from None


def match_turn(position: Position, parts: TurnParts) -> Turn | None:
    """The legal turn of these parts, if there is one."""
    for reading in parts.readings():
        packed = _pack(position, reading)
        if packed is not None and position.borrowed().is_legal(packed):
            turn = Turn(packed, position.board)
            return turn if _against_marks(position, turn, reading) is None else None
    return None


def _pack(position: Position, parts: TurnParts) -> int | None:
    """The kernel's form of these parts, which need not be legal; None if it cannot be."""
    if parts.is_pass:
        return PASS_CODE
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


def _against_marks(position: Position, turn: Turn, parts: TurnParts) -> str | None:
    """What is wrong with the piece's letter and the marks of a long form."""
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


def _refuse(position: Position, text: str, parts: TurnParts) -> NoReturn:
    """Say why a readable text is no legal turn here."""
    here = str(position)
    if position.is_over:
        raise IllegalTurn(here, text, "the game is over")
    if parts.is_pass:
        raise IllegalTurn(here, text, "only a party without a legal turn passes")
    if position.legal_turns()[0].is_pass:
        raise IllegalTurn(here, text, f"{position.mover} has no legal turn and passes with --")
    piece = position.piece_at(parts.origin)
    if parts.kind is not None and (piece is None or piece.kind != parts.kind):
        there = "no living piece" if piece is None else f"a piece {piece.kind}"
        raise IllegalTurn(here, text, f"{there} stands on {parts.origin}, not {parts.kind}")
    reason = position.why_not(parts.origin, parts.target)
    if reason is not None:
        raise IllegalTurn(here, text, reason.sentence("en"))
    for reading in parts.readings():
        packed = _pack(position, reading)
        if packed is not None and position.borrowed().is_legal(packed):
            wrong = _against_marks(position, Turn(packed, position.board), reading)
            raise IllegalTurn(here, text, wrong or "it is not legal")
    written = format_turn(parts)
    going_on = _going_on(position, parts, written)
    if len(going_on) == 1:
        raise IllegalTurn(here, text, f"written whole it is {going_on[0]}")
    if going_on:
        said = ", ".join(going_on[:_SHOWN]) + (" …" if len(going_on) > _SHOWN else "")
        raise AmbiguousTurn(here, text, f"it leaves a choice open: {said}", going_on)
    raise IllegalTurn(here, text, _against_rest(position, parts, written))


def _going_on(position: Position, parts: TurnParts, written: str) -> list[str]:
    """Some of the legal turns of which only the beginning is written."""
    legal = map(str, position.legal_turns(parts.origin, parts.target))
    # A name may be the beginning of another: g1 and g13.
    longer = (turn for turn in legal if turn.startswith(written) and turn[len(written)] in ">*/")
    return list(islice(longer, _MOST_CANDIDATES))


def _against_rest(position: Position, parts: TurnParts, written: str) -> str:
    """Where a turn whose step is legal leaves what is legal."""
    prefix = f"{parts.origin}-{parts.target}"
    while len(prefix) < len(written):
        segment = SEGMENT.match(written, len(prefix))
        if segment is None:
            break
        offered = [choice.text for choice in position.stage(prefix).choices if choice.text]
        said = segment.group()
        if said[0] == "*" and position.rules.reporter_targets is ReporterTargets.SOME:
            # The victims are chosen one by one.
            said = f"*{said.split('*')[1]}"
        if said not in offered:
            if not offered:
                return f"{prefix} is a whole turn, without {segment.group()}"
            shown = " ".join(offered[:_SHOWN]) + (" …" if len(offered) > _SHOWN else "")
            return f"after {prefix} comes one of {shown}, not {segment.group()}"
        prefix += said
    return f"{prefix} is not legal"
