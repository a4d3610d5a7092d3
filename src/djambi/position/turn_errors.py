"""Why the text of a turn cannot be played (NOTATION 2).

It cannot be read, it is not a legal turn, or it leaves a choice open: each is an error of its own,
with the position and the reason.
"""

from __future__ import annotations

from itertools import islice
from typing import Final, NoReturn

from djambi.errors import AmbiguousTurn, IllegalTurn
from djambi.notation.turns import TurnParts, format_turn
from djambi.position.base import BasePosition
from djambi.position.legal_turns import LegalTurns
from djambi.position.matching import legal_turn, match_turn, read_parts, wrong_mark
from djambi.position.reasons import reason_against
from djambi.position.stages import SEGMENT, stage_of
from djambi.position.turn import Turn
from djambi.rules import ReporterTargets

_MAX_CANDIDATES: Final = 1000
_MAX_SHOWN_TURNS: Final = 3
"""Ways to go on that an error names; `AmbiguousTurn.candidates` has more."""


def find_turn(position: BasePosition, text: str) -> Turn:
    """Return the legal turn that a text means here.

    Raises:
        UnreadableTurn: it is not the text of a turn.
        IllegalTurn: it is not legal here.
        AmbiguousTurn: it leaves a choice open.
    """
    parts = read_parts(position, text)
    turn = match_turn(position, parts)
    if turn is None:
        _refuse(position, text, parts)
    return turn


def _refuse(position: BasePosition, text: str, parts: TurnParts) -> NoReturn:
    """Raise the error that says why a readable text is not a legal turn here."""
    here = str(position)
    if position.is_over:
        raise IllegalTurn(here, text, "the game is over")
    if parts.is_pass:
        raise IllegalTurn(here, text, "only a party without a legal turn passes")
    if not position.scratch_kernel().movers():
        raise IllegalTurn(here, text, f"{position.mover} has no legal turn and passes with --")
    piece = position.piece_at(parts.origin)
    if parts.kind is not None and (piece is None or piece.kind != parts.kind):
        there = "no living piece" if piece is None else f"a piece {piece.kind}"
        raise IllegalTurn(here, text, f"{there} stands on {parts.origin}, not {parts.kind}")
    reason = reason_against(position, parts.origin, parts.target)
    if reason is not None:
        raise IllegalTurn(here, text, reason.sentence("en"))
    for reading in parts.readings():
        turn = legal_turn(position, reading)
        wrong = None if turn is None else wrong_mark(position, turn, reading)
        if wrong is not None:
            raise IllegalTurn(here, text, wrong)
    written = format_turn(parts)
    going_on = _going_on(position, parts, written)
    if len(going_on) == 1:
        raise IllegalTurn(here, text, f"written whole it is {going_on[0]}")
    if going_on:
        said = _some(going_on, ", ")
        raise AmbiguousTurn(here, text, f"it leaves a choice open: {said}", going_on)
    raise IllegalTurn(here, text, _against_rest(position, parts, written))


def _going_on(position: BasePosition, parts: TurnParts, written: str) -> list[str]:
    """Return some of the legal turns of which only the beginning is written."""
    legal = map(str, LegalTurns(position, parts.origin, parts.target))
    # A name may be the beginning of another: g1 and g13.
    longer = (turn for turn in legal if turn.startswith(written) and turn[len(written)] in ">*/")
    return list(islice(longer, _MAX_CANDIDATES))


def _against_rest(position: BasePosition, parts: TurnParts, written: str) -> str:
    """Return where a turn whose step is legal leaves what is legal."""
    prefix = f"{parts.origin}-{parts.target}"
    while segment := SEGMENT.match(written, len(prefix)):
        offered = [choice.text for choice in stage_of(position, prefix).choices if choice.text]
        said = segment.group()
        if said[0] == "*" and position.rules.reporter_targets is ReporterTargets.SOME:
            # The victims are chosen one by one.
            said = f"*{said.split('*')[1]}"
        if said not in offered:
            if not offered:
                return f"{prefix} is a whole turn, without {segment.group()}"
            return f"after {prefix} comes one of {_some(offered, ' ')}, not {segment.group()}"
        prefix += said
    return f"{prefix} is not legal"


def _some(texts: list[str], between: str) -> str:
    """List the first few of some texts."""
    return between.join(texts[:_MAX_SHOWN_TURNS]) + (" …" if len(texts) > _MAX_SHOWN_TURNS else "")
