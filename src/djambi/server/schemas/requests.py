"""The bodies of HTTP requests and answers about games, settings and the network."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from djambi.rules import Rules, Variant
from djambi.server.schemas.base import Level, Name, Party, PositionText, RecordText, StrictStruct
from djambi.server.schemas.puzzle_progress import MAX_RESULTS, PuzzleProgress
from djambi.server.schemas.terms import ClockTerms
from djambi.texts import Language
from djambi.views.games import GameSummaryView, Player
from djambi.views.words import Words

MAX_BODY_BYTES = 1_000_000
"""Bytes; a record of a long game has a tenth of that."""


class SeatChoice(StrictStruct):
    """Who is to play a party; bots without a level are all different people of the usual one."""

    party: Party
    player: Player
    name: Name = ""
    level: Level | None = None


class RulesChoice(StrictStruct):
    """A variant, an edition (null: the variant's own) and options that differ from it."""

    variant: Annotated[str, Meta(max_length=40)]
    edition: Level | None = None
    options: Annotated[dict[str, Annotated[str, Meta(max_length=40)]], Meta(max_length=60)] = (
        msgspec.field(default_factory=dict[str, str])
    )

    def chosen(self) -> tuple[Variant, Rules]:
        """Return the variant and the rules chosen; raises DjambiError saying what is unknown."""
        variant = Variant.get(self.variant)
        return variant, Rules.of(self.edition or variant.default_edition, **self.options)


class NewGameBody(RulesChoice):
    """Body of POST /api/games; a seat left out is played by a bot.

    Without `seats` the first one is mine, of those in the game.

    With a `position` (NOTATION 1) of this variant the game begins there, by the position's rules. A
    `clock` stands until somebody starts it, and whenever nobody is at the game. With `talk` its
    players, bots among them, talk and make pacts.
    """

    position: PositionText | None = None

    seats: Annotated[list[SeatChoice], Meta(max_length=12)] = msgspec.field(
        default_factory=list[SeatChoice]
    )

    clock: ClockTerms = ClockTerms()

    talk: bool = False


class RecordBody(StrictStruct):
    """Body of POST /api/games/load: a game record (NOTATION 3); the first game is taken."""

    text: RecordText


class CreatedGameView(StrictStruct):
    """Answer to a new, loaded or repeated game."""

    id: str


class RecentGamesView(StrictStruct):
    """Answer of GET /api/games: the newest first, after as many as it was to `skip`.

    `more` says that there are older ones.
    """

    games: list[GameSummaryView]
    more: bool


class ErrorView(StrictStruct):
    """Body of every HTTP answer that is an error.

    `code` is for programs, `words` for people, `detail` (English, may be empty) for those who
    write programs or records by hand.
    """

    code: str
    words: Words
    detail: str = ""


class LanView(StrictStruct):
    """The local network: whether it is open, the address to share, where the code's image is."""

    open: bool
    url: str
    code: str
    host: bool


class LookSettings(StrictStruct):
    """The look of boards and pieces, by the names that the browser app has for them."""

    board: Literal["paper", "walnut", "marble", "slate", "print", "contrast"] = "paper"
    pieces: Literal["figures", "signs"] = "figures"


class TutorialProgress(StrictStruct):
    """A newcomer's answer to the invitation, and the id of the first game that followed it."""

    state: Literal["", "declined", "done"] = ""
    game: Annotated[str, Meta(max_length=64)] = ""


MAX_STAGES = 32
"""Stages of the campaign that are kept; there are fewer."""

StagesWon = Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=MAX_STAGES)]
"""The stages of the campaign that were won, by the level of the bots there."""


NamesDone = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=MAX_RESULTS)]
"""The names of what somebody has seen or done: hints, lessons, puzzles (thrice what there are)."""


TimesChosen = Annotated[
    dict[
        Annotated[str, Meta(pattern=r"^[a-z_]{1,32}(\.[a-z_]{1,32})?$")],
        Annotated[int, Meta(ge=0, le=2**53)],
    ],
    Meta(max_length=64),
]
"""When settings were chosen (milliseconds, UTC), by their names: "theme", "look.board"."""


class DeviceSettings(StrictStruct):
    """What a device likes; stored by the server, for a browser forgets it with the port.

    `changed` says when each setting was chosen, and of a list when it was last emptied. Stored
    settings have in it what was ever changed. A body that has it stores the settings that it names
    and no others, each unless it was chosen later elsewhere; without it, all settings are stored.
    """

    lang: Literal["", Language] = ""
    theme: Literal["", "light", "dark"] = ""
    name: Name = ""
    sounds: bool = True
    volume: Annotated[int, Meta(ge=0, le=100)] = 70
    bot_talk: bool = True
    animation: Literal["", "none", "slow", "normal", "fast"] = ""
    confirm: bool = False
    warn: bool = True
    auto_pass: bool = False
    marks: bool = False
    look: LookSettings = msgspec.field(default_factory=LookSettings)
    large_emblems: bool = False
    coordinates: bool = True
    mine_below: bool = True
    turn_to_mover: bool = False
    notation: Literal["words", "short", "long"] = "words"
    hints_seen: NamesDone = msgspec.field(default_factory=list[str])
    lessons_done: NamesDone = msgspec.field(default_factory=list[str])
    puzzles_done: NamesDone = msgspec.field(default_factory=list[str])
    campaign: StagesWon = msgspec.field(default_factory=list[str])
    puzzles: PuzzleProgress = msgspec.field(default_factory=PuzzleProgress)
    tutorial: TutorialProgress = msgspec.field(default_factory=TutorialProgress)
    changed: TimesChosen = msgspec.field(default_factory=dict[str, int])
