"""What the server shows of a board, a position and a game: the values inside its messages.

Every struct here is plain data, written to JSON by msgspec with the field names as they stand.
Cells are named as RULES 2 names them, parties by their letters, kinds by theirs ("CARDNM").
The TypeScript types of the browser are generated from these (`djambi.server.apps.openapi`).
"""

from __future__ import annotations

from typing import Literal

import msgspec

Player = Literal["me", "person", "bot", "open"]
"""Who plays a seat: the owner of this computer, another person, a bot, or nobody yet."""

Holder = Literal["table", "phone", "bot", "free", "online"]
"""Where a seat is played: at the computer of the server, on a phone, by a bot, nowhere yet, or by
an account of an online table."""

Status = Literal["active", "vassal", "inherited", "frozen", "held", "hostage"]

StageKind = Literal["piece", "destination", "placement", "victims", "exit", "done"]

Act = Literal[
    "select",
    "pass",
    "move",
    "kill",
    "displace",
    "exhume",
    "splash",
    "power",
    "place",
    "enthrone",
    "spare",
    "finish",
]


class Value(msgspec.Struct, forbid_unknown_fields=True):
    """The base of everything sent or received: unknown fields are an error."""


class Words(Value):
    """One sentence in both languages."""

    en: str
    fr: str


# --- boards (GET /api/boards/{variant}, cacheable) ---------------------------------------------


class CellView(Value):
    """One cell: name, centre (x to the right, y upwards, the maze at 0,0) and its polygon."""

    name: str
    x: float
    y: float
    outline: list[tuple[float, float]]
    neighbours: list[str]
    sides: list[str]


class CornerView(Value):
    """The corner where a party is set up."""

    party: str
    cell: str


class BoardView(Value):
    """The geometry of a variant's board; cells in cell order (RULES 2).

    `setup` is the start in the variant's own edition.
    """

    variant: str
    board: str
    cells: list[CellView]
    maze: str
    fortress: list[str]
    corners: list[CornerView]
    rows: list[list[str]]
    setup: list[PieceView]


# --- the position and the choices in it ---------------------------------------------------------


class PieceView(Value):
    """A living piece; `controller` is the active party that may move it now, or null."""

    cell: str
    party: str
    kind: str
    controller: str | None


class PartyView(Value):
    """A party's state (RULES 1) and what is left of it.

    `may_return`: it resigned, and may play on if the others agree (RULES 5, Return).
    """

    party: str
    status: Status
    lord: str | None
    gone: bool
    in_power: bool
    may_return: bool
    pieces: int
    vassals: list[str]


class Coming(Value):
    """One of the turns to come: whose (the ruler's letter if it is a bonus turn)."""

    party: str
    bonus: bool


class ChoiceView(Value):
    """One thing to choose in a stage: `text` goes behind the stage's prefix."""

    text: str
    cells: list[str]
    act: Act


class StageView(Value):
    """What may be chosen after `prefix`; `kind` "done" means that `prefix` is a whole turn."""

    prefix: str
    kind: StageKind
    choices: list[ChoiceView]


HappeningKind = Literal[
    "passed",
    "moved",
    "killed",
    "displaced",
    "exhumed",
    "left",
    "resigned",
    "flagged",
    "vassal",
    "passed_on",
    "power",
    "power_left",
    "power_lost",
    "purged",
    "encircled",
    "frozen",
    "returned",
    "woken",
    "freed",
    "held",
    "inherited",
    "drawn",
    "ended",
]
"""The kinds of what a turn brings about, as `djambi.position.outcome` has them."""


class Happening(Value):
    """One thing that a turn brought about, in the order in which it is to be shown.

    On the board are "moved", "killed", "displaced", "exhumed", "left" (the exit) and "purged":
    `cell` is where the piece stood, `target` where it (or its corpse) is now, `party` and `piece`
    say which it is (null for a corpse), `by` the colour of the piece that did it. All the others
    befall `party` (of "ended": the letters of all who won or share).
    """

    kind: HappeningKind
    words: Words
    party: str | None
    piece: str | None
    cell: str | None
    target: str | None
    by: str | None


class LastTurn(Value):
    """The turn that led here: its text, the cells it changed, what it brought about."""

    text: str
    party: str
    cells: list[str]
    happenings: list[Happening]


class ResultView(Value):
    """The end: shares, ranking (best first; equals together), why, and the story in order."""

    shares: dict[str, float]
    ranking: list[list[str]]
    words: Words
    story: list[StoryLine]


class StoryLine(Value):
    """One line of the story, and how many lines the list of turns then had (see `look`)."""

    lines: int
    words: Words


class PositionView(Value):
    """A position as a board shows it. `mover` plays now (null: the game has ended).

    `stages` holds the first stage (prefix "") and the destinations of every piece that may move,
    by prefix; it is empty while a bot is to play, when looking back, and at the end. `closed` are
    the cells of the fortress while it is closed to those whom the ruler does not control.
    """

    position: str
    ply: int
    pieces: list[PieceView]
    corpses: list[str]
    parties: list[PartyView]
    order: str
    seat: str
    bonus: bool
    mover: str | None
    ruler: str | None
    closed: list[str]
    upcoming: list[Coming]
    stages: dict[str, StageView]
    last: LastTurn | None
    result: ResultView | None


# --- the table around it ------------------------------------------------------------------------


class SeatView(Value):
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


LineKind = Literal["turn", "resigned", "returned", "draw"]


class Line(Value):
    """One line of the list of turns: a turn, a resignation, a return or an agreed draw.

    `event` is the number of its event; `ply` the number of turns played after it. `text` is the
    short form of NOTATION 2 and `long` the form for people; both "" when it is no turn.
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


class GameView(Value):
    """What does not change in a game."""

    id: str
    variant: str
    rules: str
    edition: str
    created: str
    kinds: dict[str, Words]
    start: str


class GameSummary(Value):
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


# --- the catalogue ------------------------------------------------------------------------------


class VariantView(Value):
    """A variant: parties in seat order, those with a player of their own, and its edition."""

    name: str
    board: str
    parties: str
    players: str
    default_edition: str
    initial: dict[str, str]


class EditionView(Value):
    """An edition: the value of every option, as text."""

    name: str
    options: dict[str, str]


class OptionView(Value):
    """An option: its values as text; empty if any number from 0 up may stand there."""

    name: str
    values: list[str]


class BotView(Value):
    """A bot level that may take a seat; `words` says how it plays.

    One of them is the `usual` one, which plays where nobody chose.
    """

    level: str
    usual: bool
    name: Words
    words: Words


class CharacterView(Value):
    """A character that a bot of any level may have: LEVEL:CHARACTER is then its level's name."""

    character: str
    name: Words
    words: Words


class Catalogue(Value):
    """All that a first screen can offer."""

    version: str
    variants: list[VariantView]
    editions: list[EditionView]
    options: list[OptionView]
    bots: list[BotView]
    characters: list[CharacterView]


class RemarkView(Value):
    """An option that has no effect beside the others, and why."""

    option: str
    words: Words


class RulesReport(Value):
    """A set of rules looked at: canonical text, every option's value, options without effect."""

    rules: str
    edition: str
    options: dict[str, str]
    remarks: list[RemarkView]


class LanView(Value):
    """The local network: whether it is open, the address to share, where the code's image is."""

    open: bool
    url: str
    code: str
    host: bool


class Settings(Value):
    """What a device likes; stored by the server, for a browser forgets it with the port."""

    lang: Literal["", "en", "fr"] = ""
    theme: Literal["", "light", "dark"] = ""
    name: str = ""
    sounds: bool = True
    animation: Literal["", "none", "slow", "normal", "fast"] = ""
    confirm: bool = False
    warn: bool = True
    auto_pass: bool = False
    marks: bool = False
    large_emblems: bool = False
    coordinates: bool = True
    mine_below: bool = True
    notation: Literal["words", "short", "long"] = "words"
    hints_seen: list[str] = []
    lessons_done: list[str] = []
    puzzles_done: list[str] = []
