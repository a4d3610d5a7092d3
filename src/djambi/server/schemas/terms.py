"""What the players of an online table agree on, before anybody sits down."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from djambi.server.schemas.base import Level

DAY_S = 86_400
"""Seconds."""

ClockKind = Literal["none", "turn", "fischer", "days"]
Talk = Literal["free", "public", "silent"]
Watch = Literal["all", "link", "nobody"]
Absence = Literal["bot", "resign", "wait"]

VoteKind = Literal["draw", "undo", "pause", "resume", "return"]

TableStage = Literal["waiting", "playing", "over"]
"""How far a table is: waiting for players, being played, finished."""

Uncounted = Literal["shared", "short"]
"""Why a rated table's game does not count: two seats share an address or browser; too few turns."""


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's clock; `time` and `increment` are seconds.

    `none`: no clock. `turn`: so much time for every turn. `days`: the same in days, for slow
    games, whose players need not be there. `fischer`: so much time for the whole game, and
    `increment` more after each turn of one's own; a ruler's bonus turns cost the ruler's own time.
    """

    kind: ClockKind = "none"
    time: Annotated[int, Meta(ge=0, le=60 * DAY_S)] = 0
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agreed on; nothing of it changes later.

    `talk`: in private too (`free`), at the table only (`public`), not at all (`silent`).
    `publish`: whether secret talk and pacts are shown after the game. `watch`: whether everybody
    may watch (the lobby shows the game with its players' names then), or who has the link, or
    nobody but the players. `listed`: whether strangers find the table in the lobby and may sit
    down. `absence`: what happens when a player who is to move is away for `grace` seconds (or lets
    a clock by turns run out): a bot of level `meanwhile` sits in until the person returns, or the
    party resigns, or the others wait. `substitutes`: whether somebody else may take a seat that a
    bot sits in for (never at a rated table). `rounds`: games in the series.
    """

    name: Annotated[str, Meta(max_length=60)] = ""
    clock: ClockTerms = ClockTerms()
    talk: Talk = "free"
    publish: bool = False
    watch: Watch = "link"
    listed: bool = False
    rated: bool = False
    anonymous: bool = False
    absence: Absence = "bot"
    grace: Annotated[int, Meta(ge=5, le=3600)] = 60
    meanwhile: Level | None = None
    substitutes: bool = True
    takeback: bool = True
    pacts: bool = True
    rounds: Annotated[int, Meta(ge=1, le=12)] = 1
