"""A game as it is listed and followed: its seats, the lines of its turns, what never changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from djambi.guide import piece_help
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.rules import PIECE_KINDS
from djambi.views.positions import PieceView
from djambi.views.words import Words, both

Player = Literal["me", "person", "bot", "open"]
"""Who plays a seat: the owner of this computer, another person, a bot, or nobody yet."""

Holder = Literal["table", "phone", "bot", "free", "online"]
"""Where a seat is played: at the computer of the server, on a phone, by a bot, nowhere yet, or by
an account of an online table."""

LineKind = Literal["turn", "resigned", "returned", "draw"]


@dataclass(slots=True)
class SeatView:
    """A party with a player: who it is, where, and the bot's level if it is one.

    A bot that has a character is of level LEVEL:CHARACTER. At online tables, unless they are
    anonymous, `account` is who plays (a `guest` has no password). `stand_in` is the level of the
    bot that plays while the person is away or the seat is open.
    """

    party: str
    player: Player
    name: str
    level: str | None
    holder: Holder
    account: str | None = None
    guest: bool = False
    stand_in: str | None = None


@dataclass(slots=True)
class SpokenRemarkView:
    """What the bot of a party says at the table, and in which situation."""

    party: str
    situation: str
    words: Words


@dataclass(slots=True)
class LineView:
    """One line of the list of turns: a turn, a resignation, a return or an agreed draw.

    `event` is the number of its event; `ply` the number of turns played after it. `text` is the
    short form of NOTATION 2 and `long` the form for people; both "" when it is no turn. `remark` is
    what a bot said after it, if any did; `named` is `words` with `{r}` in place of the name of
    party `r`, for names of players (null: no party is named).
    """

    event: int
    kind: LineKind
    ply: int
    party: str
    seat: str
    bonus: bool
    text: str
    long: str
    words: Words
    remark: SpokenRemarkView | None = None
    named: Words | None = None


@dataclass(slots=True)
class GameView:
    """What does not change in a game; `kinds` says what each kind of piece does in it."""

    id: str
    variant: str
    rules: str
    edition: str
    created: str
    kinds: dict[str, Words]
    start: str


@dataclass(slots=True)
class GameSummaryView:
    """A game in the list of recent ones; times are ISO 8601 in UTC."""

    id: str
    variant: str
    edition: str
    rules: str
    seats: list[SeatView]
    created: str
    played: str
    ply: int
    mover: str | None
    over: bool
    winners: str
    pieces: list[PieceView]
    corpses: list[str]


def game_view(game: str, start: Position, created: str) -> GameView:
    """Return what does not change in the game with this id, created at this time (ISO 8601)."""
    return GameView(
        id=game,
        variant=start.variant.name,
        rules=str(start.rules),
        edition=start.rules.edition,
        created=created,
        kinds={kind: _kind_words(kind, start) for kind in PIECE_KINDS},
        start=str(start),
    )


def _kind_words(kind: str, start: Position) -> Words:
    return both(lambda lang: piece_help(kind, start.rules, start.variant, lang))


def line_view(
    event: int, kind: LineKind, party: str, turn: Turn | None, before: Position, after: Position,
    told: Words, named: Words | None = None,
) -> LineView:  # fmt: skip
    """Return the line of the list for what led from position `before` to `after`.

    `event` is its number in the log, `party` whose player acted ("" for an agreed draw), `told`
    what it brought about, `named` the same for names of players.
    """
    return LineView(
        event=event,
        kind=kind,
        ply=after.ply,
        party=party,
        seat=before.seat,
        bonus=before.bonus,
        text="" if turn is None else str(turn),
        long="" if turn is None else turn.long(before),
        words=told,
        named=named,
    )
