"""Positions, turns and seats as the browser is shown them."""

from __future__ import annotations

from functools import lru_cache

from djambi.errors import DjambiError
from djambi.guide import piece_help
from djambi.position.outcome import (
    ON_BOARD,
    What,
    outcome,
    outcome_of_draw,
    outcome_of_resignation,
    outcome_of_return,
)
from djambi.position.outcome import Happening as Told
from djambi.position.position import Position
from djambi.position.stages import Stage
from djambi.rules import PIECE_KINDS
from djambi.server.game import events as e
from djambi.server.game.ending import result_view, words_of
from djambi.server.game.history import Entry
from djambi.server.game.state import GameState
from djambi.server.schemas.messages import EventKind, EventView
from djambi.server.schemas.views import (
    ChoiceView,
    Coming,
    GameView,
    Happening,
    Holder,
    LastTurn,
    Line,
    LineKind,
    PartyView,
    PieceView,
    PositionView,
    SeatView,
    StageView,
    Words,
)

_COMING = 8


def told(entry: Entry) -> tuple[Told, ...]:
    """What an entry brought about."""
    before, after = entry.before, entry.after
    if entry.party == "":
        return outcome_of_draw(after)
    if entry.returned:
        return outcome_of_return(before, entry.party, after)
    if entry.turn is None:
        return outcome_of_resignation(before, entry.party, after, flagged=entry.flagged)
    return outcome(before, entry.turn, after)


def sentence(happenings: tuple[Told, ...]) -> Words:
    """Happenings as one paragraph; a step that is told again by its act is left out."""
    kept = [
        one
        for one, following in zip(happenings, (*happenings[1:], None), strict=True)
        if not (one.what is What.MOVED and following and following.cell == one.target)
    ]
    return Words(
        en=" ".join(one.sentence("en") for one in kept),
        fr=" ".join(one.sentence("fr") for one in kept),
    )


def happening_view(one: Told) -> Happening:
    """One happening with its sentence."""
    return Happening(
        kind=one.what.value,
        words=words_of(one),
        party=one.party,
        piece=one.kind,
        cell=one.cell,
        target=one.target,
        by=one.by,
    )


def last_turn(text: str, party: str, happenings: tuple[Told, ...]) -> LastTurn:
    """What led to a position."""
    cells = [c for one in happenings if one.what in ON_BOARD for c in (one.cell, one.target) if c]
    return LastTurn(
        text=text,
        party=party,
        cells=list(dict.fromkeys(cells)),
        happenings=[happening_view(one) for one in happenings],
    )


@lru_cache(2_000)
def standing(text: str) -> tuple[list[PieceView], list[str]]:
    """Return the living pieces and the corpses of a position (its text), for a small picture.

    Of one that cannot be read any more there are none. The lists are shared: don't change them.
    """
    try:
        position = Position.parse(text)
    except DjambiError:
        return [], []
    return pieces_of(position), list(position.corpses)


def pieces_of(position: Position) -> list[PieceView]:
    """The living pieces of a position, with who may move them."""
    movers = {letter: position.controller(letter) for letter in position.variant.parties}
    return [
        PieceView(cell, piece.party, piece.kind, movers[piece.party])
        for cell, piece in position.pieces.items()
    ]


def _parties(position: Position) -> list[PartyView]:
    living = [piece.party for piece in position.pieces.values()]
    return [
        PartyView(
            party=party.letter,
            status=party.status,
            lord=party.lord,
            gone=party.gone,
            in_power=position.ruler == party.letter,
            may_return=party.gone and position.may_rejoin(party.letter),
            pieces=living.count(party.letter),
            vassals=[p.letter for p in position.parties if p.lord == party.letter],
        )
        for party in position.parties
    ]


def stage_view(stage: Stage) -> StageView:
    """A stage of a turn."""
    return StageView(
        prefix=stage.prefix,
        kind=stage.kind,
        choices=[ChoiceView(c.text, list(c.cells), c.act) for c in stage.choices],
    )


def first_stages(position: Position) -> dict[str, StageView]:
    """Which pieces may move, and where each of them may go; by prefix."""
    first = position.stage("")
    stages = {"": stage_view(first)}
    for choice in first.choices:
        stages[choice.text] = stage_view(position.stage(choice.text))
    return stages


def bare_view(
    position: Position,
    last: LastTurn | None = None,
    stages: dict[str, StageView] | None = None,
) -> PositionView:
    """A position by itself, with no result."""
    board = position.board
    closed = position.rules.fortress and position.ruler is not None
    upcoming = position.upcoming(_COMING) if position.mover is not None else ()
    return PositionView(
        position=str(position),
        ply=position.ply,
        pieces=pieces_of(position),
        corpses=list(position.corpses),
        parties=_parties(position),
        order=position.order,
        seat=position.seat,
        bonus=position.bonus,
        mover=position.mover,
        ruler=position.ruler,
        closed=[board.cells[c] for c in board.fortress] if closed else [],
        upcoming=[Coming(party, bonus) for party, bonus in upcoming],
        stages=stages or {},
        last=last,
        result=None,
    )


def _last_of(entry: Entry | None) -> LastTurn | None:
    if entry is None:
        return None
    text = "" if entry.turn is None else str(entry.turn)
    return last_turn(text, entry.party, told(entry))


def position_view(ledger: GameState) -> PositionView:
    """The position now; with choices if a person is to play, with the result at the end."""
    mover = ledger.mover
    person = mover is not None and ledger.seats[mover].bot is None
    view = bare_view(
        ledger.position,
        _last_of(ledger.entries.last),
        first_stages(ledger.position) if person else None,
    )
    for party in view.parties:
        # Only who resigned may be let back in, not who lost on time.
        party.may_return = party.may_return and not ledger.entries.flagged(party.party)
    if mover is None:
        view.result = result_view(ledger)
    return view


def past_view(ledger: GameState, shown: int) -> PositionView:
    """The position after the first `shown` lines of the list."""
    if shown >= len(ledger.entries):
        view = position_view(ledger)
        view.stages = {}
        return view
    last = ledger.entries[shown - 1] if shown else None
    return bare_view(last.after if last else ledger.start, _last_of(last))


def _kind(entry: Entry) -> LineKind:
    if entry.turn is not None:
        return "turn"
    return "draw" if entry.party == "" else "returned" if entry.returned else "resigned"


def line_view(entry: Entry) -> Line:
    """The line of the list that an entry is."""
    before = entry.before
    return Line(
        event=entry.event,
        kind=_kind(entry),
        ply=entry.after.ply,
        party=entry.party,
        seat=before.seat,
        bonus=before.bonus,
        text="" if entry.turn is None else str(entry.turn),
        long="" if entry.turn is None else entry.turn.long(before),
        words=sentence(told(entry)),
    )


def seat_view(row: e.SeatRow) -> SeatView:
    """A seat as everybody may see it."""
    holder: Holder = "table"
    if row.player in ("bot", "open"):
        holder = "bot" if row.player == "bot" else "free"
    elif row.device:
        holder = "phone"
    return SeatView(row.party, row.player, row.name, row.level, holder)


def game_view(game: str, start: Position, created: str) -> GameView:
    """What does not change in a game."""
    return GameView(
        id=game,
        variant=start.variant.name,
        rules=str(start.rules),
        edition=start.rules.edition,
        created=created,
        kinds={kind: _help(kind, start) for kind in PIECE_KINDS},
        start=str(start),
    )


def _help(kind: str, start: Position) -> Words:
    rules, variant = start.rules, start.variant
    return Words(
        en=piece_help(kind, rules, variant, "en"), fr=piece_help(kind, rules, variant, "fr")
    )


def _beside(event: e.LogEvent) -> tuple[EventKind, str | None, str | None]:
    """The kind, party and text of an event of the table around the game."""
    match event:
        case e.Begun():
            return "begun", None, None
        case e.Relinked():
            return "relinked", None, None
        case e.Flagged(party, cause):
            return "flagged", party, cause
        case e.StoodIn(party, level):
            return "stood_in", party, level
        case e.Returned(party):
            return "returned", party, None
        case e.VoteCalled(vote, _, party):
            return "vote_called", party or None, vote
        case e.VoteCast(party, agree):
            return "vote_cast", party, "yes" if agree else "no"
        case e.Paused():
            return "paused", None, None
        case e.Resumed():
            return "resumed", None, None
        case e.Holiday(party):
            return "holiday", party, None
        case e.Followed(game):
            return "followed", None, game
        case _:
            return "vote_closed", None, None


def event_view(numbered: e.Numbered, at: str) -> EventView:
    """An event as everybody may see it: no device's key is in it."""
    kind: EventKind
    party: str | None = None
    text: str | None = None
    match numbered.event:
        case e.Created():
            kind = "created"
        case e.TurnPlayed(party, text):
            kind = "turn"
        case e.Resigned(party):
            kind = "resigned"
        case e.Rejoined(party):
            kind = "rejoined"
        case e.Undone():
            kind = "undone"
        case e.DrawOffered(text):
            kind = "draw_offered"
        case e.DrawDeclined(party):
            kind = "draw_declined"
        case e.DrawAgreed():
            kind = "draw_agreed"
        case e.Renamed(party, text):
            kind = "renamed"
        case e.Seated(seat):
            kind, party, text = "seated", seat.party, seat.player
        case _:
            kind, party, text = _beside(numbered.event)
    return EventView(number=numbered.number, kind=kind, at=at, party=party, text=text)
