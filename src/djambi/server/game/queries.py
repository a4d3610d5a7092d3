"""Answers about a position that change nothing: stages, reasons, dangers, reach."""

from __future__ import annotations

from djambi.analysis import adjudicate
from djambi.analysis.adjudication import MIN_ROUNDS
from djambi.position.outcome import outcome, outcome_of_resignation
from djambi.position.position import Position
from djambi.server.errors import Refused
from djambi.server.game.presenter import bare_view, last_turn, stage_view
from djambi.server.game.state import GameState
from djambi.server.schemas.messages import Danger, Threat
from djambi.server.schemas.views import PositionView, StageView
from djambi.threats import as_if, players_before, threats_by


def threats(position: Position, party: str) -> list[Threat]:
    """What the other active parties could do to the pieces that `party` controls."""
    own = position.pieces_of(position.controlled_by(party))
    found: dict[tuple[str, str], Threat] = {}
    for other in position.opponents(party):
        for act in threats_by(position, other):
            if act.cell in own:
                threat = Threat(
                    cell=act.cell,
                    origin=act.origin,
                    by=other,
                    act="kill" if act.act == "kill" else "displace",
                )
                found.setdefault((act.cell, act.origin), threat)
    return list(found.values())


def dangers(position: Position, party: str) -> list[Danger]:
    """By what the Chief of `party` could be killed before `party` plays again."""
    chief = position.chief_of(party)
    if chief is None or position.mover is None:
        return []
    return [
        Danger(cell=act.cell, party=party, by=player, origin=act.origin)
        for player in players_before(position, party)
        for act in threats_by(position, player)
        if act.act == "kill" and act.cell == chief
    ]


def preview(ledger: GameState, text: str) -> tuple[PositionView, list[Danger]]:
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


def resignation(ledger: GameState, party: str) -> PositionView:
    """Return the position after `party` has resigned, with what that brings about.

    Raises Refused at the end of the game and for a party that is out of it.
    """
    before = ledger.position
    if ledger.mover is None:
        raise Refused("over")
    if party not in ledger.position.active:
        raise Refused("party_out")
    after = before.resign(party)
    told = outcome_of_resignation(before, party, after)
    return bare_view(after, last_turn("", party, told))


def leader(ledger: GameState) -> str | None:
    """Return the party that has as good as won for some rounds now, if the others can concede.

    They can where their resignations leave it the whole game.
    """
    history = ledger.entries
    playing = ledger.position.active
    last = len(history)
    looks = range(last, max(-1, last - MIN_ROUNDS * len(playing)), -len(playing) or -1)
    party = adjudicate([history.before(look) for look in looks])
    if party is None:
        return None
    after = ledger.position
    for other in playing.replace(party, ""):
        if not after.is_over:
            after = after.resign(other)
    return party if after.result is not None and after.result[party] == 1 else None


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
