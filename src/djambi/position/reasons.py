"""Why something may not be done: one code for every case, a sentence in both languages.

The sentences are texts `reason.<code>`; the rules behind them are those of RULES 3, 6.1 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from djambi.kernel.rules import codes
from djambi.parties import Piece
from djambi.position.base import BasePosition
from djambi.rules import ResignedReturn, VassalTurns

ReasonCode = Literal[
    "game_over",
    "nothing_there",
    "corpse_stays",
    "nobody_moves_it",
    "not_yours",
    "other_colour_plays",
    "chief_sleeps",
    "same_cell",
    "not_in_line",
    "too_far",
    "way_blocked",
    "maze_only_chief",
    "maze_only_own_chief",
    "fortress_closed",
    "only_necromobile",
    "reporter_stays_beside",
    "necromobile_only_corpses",
    "own_piece",
    "frozen_piece",
    "militant_against_power",
    "nothing_to_kill",
    "no_way_out",
    "returns_forbidden",
    "not_resigned",
    "absent_from_start",
    "chief_is_dead",
    "not_leaderless",
    "chief_encircled",
]
"""Every code that a reason can have."""

CODES: Final[tuple[ReasonCode, ...]] = get_args(ReasonCode)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a piece may not go to a cell, or a party may not return."""

    code: ReasonCode

    def sentence(self, lang: str = "en") -> str:
        """Return the reason in words, in `en` or `fr`.

        Raise `DjambiError` for any other language.

        >>> Reason("maze_only_chief").sentence()
        'Only a Chief may stop in the maze.'
        """
        # The catalogue takes longer to import than all the rest.
        from djambi.texts import say

        return say(f"reason.{self.code}", lang)


def reason_against(position: BasePosition, origin: str, target: str) -> Reason | None:
    """Return the reason against a step, or None if some legal turn begins with it.

    Raise `UnknownCell` for a name that the board lacks.
    """
    cell, want = position.board.index(origin), position.board.index(target)
    kernel = position.scratch_kernel()
    if not position.is_over:
        if cell in [mover for mover, _ in kernel.movers()] and kernel.count_to(cell, want):
            return None
    code = _against_piece(position, origin) or _against_step(position, origin, cell, want)
    return Reason(code)


def reason_against_return(position: BasePosition, party: str) -> Reason:
    """Return why a party may not return, which the rules have refused (RULES 5, Return)."""
    state = position.party(party)
    if position.is_over:
        return Reason("game_over")
    if position.rules.resigned_return is ResignedReturn.NEVER:
        return Reason("returns_forbidden")
    if not state.gone:
        return Reason("not_resigned")
    if position.variant.initial[position.variant.index(party)] == "absent":
        return Reason("absent_from_start")
    if position.chief_of(party) is None:
        return Reason("chief_is_dead")
    if state.status not in ("frozen", "held", "inherited"):
        return Reason("not_leaderless")
    return Reason("chief_encircled")


def _against_piece(position: BasePosition, origin: str) -> ReasonCode | None:
    """Return what keeps the piece from moving at all, if anything."""
    if position.is_over:
        return "game_over"
    piece = position.piece_at(origin)
    if piece is None:
        return "corpse_stays" if origin in position.corpses else "nothing_there"
    party = position.party(piece.party)
    if party.controller is None:
        return "nobody_moves_it"
    if party.controller != position.mover:
        return "not_yours"
    if position.rules.vassal_turns is VassalTurns.KEPT:
        playing = position.mover if position.bonus else position.seat
        if piece.party != playing:
            return "other_colour_plays"
    if piece.kind == "C" and party.status in ("inherited", "held"):
        return "chief_sleeps"
    return None


def _against_step(position: BasePosition, origin: str, cell: int, want: int) -> ReasonCode:
    """Return what keeps a piece that may move from going there."""
    board = position.board
    piece = position.pieces[origin]
    if cell == want:
        return "same_cell"
    ways = [ray for ray in board.rays[cell] if want in ray]
    if not ways:
        return "not_in_line"
    blocks: list[ReasonCode] = []
    for ray in ways:
        block = _against_way(position, piece, cell, ray, want)
        if block is None:
            return _against_stop(position, origin, want)
        blocks.append(block)
    return blocks[0]


def _against_way(
    position: BasePosition, piece: Piece, cell: int, ray: tuple[int, ...], want: int
) -> ReasonCode | None:
    """Return what stands against sliding along this ray as far as the cell, if anything."""
    steps = ray.index(want) + 1
    for between in ray[: steps - 1]:
        if position.contents_at(between) != codes.EMPTY and not _slides_through(
            position, piece, between
        ):
            return "way_blocked"
    if piece.kind == "M":
        diagonal = any(
            line.hex_diagonal and cell in line.cells and want in line.cells
            for line in position.board.lines
        )
        if steps > (position.rules.militant_diagonal if diagonal else 2):
            return "too_far"
    return None


def _slides_through(position: BasePosition, piece: Piece, cell: int) -> bool:
    if position.contents_at(cell) == codes.CORPSE:
        return piece.kind == "N" and position.rules.necromobile_through_corpses
    there = position.pieces[position.board.cells[cell]]
    return (
        piece.kind == "A"
        and position.rules.assassin_through_allies
        and position.controller(there.party) == position.mover
    )


def _against_stop(position: BasePosition, origin: str, want: int) -> ReasonCode:
    """Return what keeps a piece from stopping there, the way being free."""
    piece = position.pieces[origin]
    content = position.contents_at(want)
    if content == codes.EMPTY:
        if piece.kind == "R" and position.rules.reporter_enters_maze:
            return "nothing_to_kill" if not _could_kill(position, origin, want) else "no_way_out"
        if want == position.board.maze:
            return "maze_only_own_chief" if piece.kind == "C" else "maze_only_chief"
        if piece.kind == "R" and _could_kill(position, origin, want):
            return "no_way_out"
        return "fortress_closed"
    if content == codes.CORPSE:
        return "no_way_out" if piece.kind == "N" else "only_necromobile"
    if piece.kind == "R":
        return "reporter_stays_beside"
    if piece.kind == "N":
        return "necromobile_only_corpses"
    there = position.pieces[position.board.cells[want]]
    if not position.may_act(piece, there):
        controller = position.controller(there.party)
        return "own_piece" if controller == position.mover else "frozen_piece"
    if piece.kind == "M" and want == position.board.maze:
        if not position.rules.militant_kills_power:
            return "militant_against_power"
    return "no_way_out"


def _could_kill(position: BasePosition, origin: str, cell: int) -> bool:
    """Return whether a Reporter would have a victim on this cell; its own cell is empty then."""
    reporter = position.pieces[origin]
    beside = set(position.board.names(position.board.sides[cell])) - {origin}
    return any(
        name in beside and position.may_act(reporter, piece)
        for name, piece in position.pieces.items()
    )
