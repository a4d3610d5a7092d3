"""Talk and pacts as they are sent: on a game's socket, and over HTTP for the composer's table.

Nobody is sent anything of an aside that is not for them, its number included: `number` counts
what this reader may see, from 1. A pact's `id` is a random word, for the same reason.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, field

from djambi.pacts import MAX_ROUNDS, PromiseKind
from djambi.server.schemas.base import (
    Cell,
    ClientMessage,
    Number,
    Party,
    ServerMessage,
    StrictStruct,
)
from djambi.server.schemas.terms import Talk
from djambi.views.words import Words

MAX_MESSAGE_CHARS = 500
"""Characters in what is said at once."""

MAX_PROMISES = 8

Room = Annotated[str, Meta(pattern="^([a-z]{0,8}|watch)$")]
"""Whom it is for: "" the whole table, "watch" those who watch, else the parties' letters."""

PactId = Annotated[str, Meta(pattern="^[a-z0-9]{6,12}$")]
EmoteName = Literal[
    "hello", "thanks", "well_played", "sorry", "no", "yes",
    "beware", "together", "traitor", "thinking", "hurry", "farewell",
]  # fmt: skip
EMOTES: Final[tuple[EmoteName, ...]] = get_args(EmoteName)


class PromiseBody(StrictStruct):
    """One promise: party `by` will keep `kind` for (or do it within) so many rounds.

    `other` is the party that it is about (`peace`, `attack`), `cell` where the piece stands now
    that is not to be touched (`spare`).
    """

    by: Party
    kind: PromiseKind
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]
    other: Party | None = None
    cell: Cell | None = None


# --- client to server ---------------------------------------------------------------------------


class TalkRequest(ClientMessage):
    """Say something in a room."""

    room: Room
    text: Annotated[str, Meta(min_length=1, max_length=MAX_MESSAGE_CHARS)]


class EmoteRequest(ClientMessage):
    """Say one of the ready-made things in a room."""

    room: Room
    emote: EmoteName


class ProposeRequest(ClientMessage):
    """Propose a pact between `parties` (mine among them), or a counter-proposal to one."""

    parties: Annotated[str, Meta(pattern="^[a-z]{2,8}$")]
    promises: Annotated[list[PromiseBody], Meta(min_length=1, max_length=MAX_PROMISES)]
    secret: bool = False
    counters: PactId | None = None


class AcceptRequest(ClientMessage):
    """Agree to a proposed pact; it holds as soon as all its parties agree."""

    pact: PactId


class DeclineRequest(ClientMessage):
    """Refuse a proposed pact, or take back one's own proposal."""

    pact: PactId


class DenounceRequest(ClientMessage):
    """Give notice of a pact: the others are free at once, I am after one more round."""

    pact: PactId


class HearRequest(ClientMessage):
    """Send the asides that I may see after the first `after` of them (0: all)."""

    after: Number


class WorthRequest(ClientMessage):
    """Ask what a pact is worth to everybody: `pact`, or one of these promises that nobody has
    proposed yet.

    While a game goes on, the parties of a pact that is to be signed may ask, except at a rated
    table; when it is over, everybody who may see the pact.
    """

    pact: PactId | None = None
    parties: Annotated[str, Meta(pattern="^[a-z]{0,8}$")] = ""
    promises: Annotated[list[PromiseBody], Meta(max_length=MAX_PROMISES)] = field(
        default_factory=list[PromiseBody]
    )


# --- server to client ---------------------------------------------------------------------------

AsideKind = Literal[
    "said", "emote", "stated", "proposed", "countered", "accepted", "concluded", "declined",
    "denounced",
]  # fmt: skip


class AsideView(StrictStruct):
    """One aside. `party` is the speaker's, null of one who watches (`name` says who that is).

    `event` is the last event of the game when it was said, `text` is plain text, `pact` the id of
    the pact that it is about. `muted`: the reader has blocked the speaker; the text is empty.
    `remark` is what a bot says, with its answer to a pact or of its own accord (`stated`). Once the
    game is over, `bluff` tells that the bot did not believe it.
    """

    number: int
    at: str
    event: int
    kind: AsideKind
    room: str
    party: str | None
    name: str
    text: str
    emote: EmoteName | None
    pact: str | None
    muted: bool
    remark: Words | None = None
    bluff: bool = False


class SparedView(StrictStruct):
    """The piece that is not to be touched: where it stood, where it stands (null: it is gone)."""

    party: str
    kind: str
    cell: str
    now: str | None


VerdictName = Literal["proposed", "running", "kept", "broken", "void"]


class PromiseView(StrictStruct):
    """A promise and what became of it: `line` is the line of the list (0 the first) that did it.

    `left` are the rounds that it has still to run (null unless it runs); `words` the promise,
    `why` what became of it, as sentences. `remark` is what a bot says to whoever broke it. `named`
    is `words` with `{r}` in place of the name of party `r`, for names of players.
    """

    by: str
    kind: PromiseKind
    rounds: int
    other: str | None
    piece: SparedView | None
    words: Words
    verdict: VerdictName
    left: int | None
    line: int | None
    reason: str | None
    why: Words | None
    remark: Words | None = None
    named: Words | None = None


PactState = Literal["proposed", "declined", "concluded"]
PactMay = Literal["accept", "decline", "counter", "denounce"]


class PactView(StrictStruct):
    """A pact, sent whole whenever it changes. `agreed` are the parties that have agreed so far.

    `line`: how many lines the list had when it was concluded. `denounced` are the parties that
    gave notice. `may` is what this reader can do with it now.
    """

    id: str
    by: str
    parties: str
    secret: bool
    state: PactState
    agreed: str
    counters: str | None
    line: int | None
    denounced: str
    promises: list[PromiseView]
    may: list[PactMay]


class TalkTermsView(StrictStruct):
    """What a table allows: `rooms` in which I may speak now ("*": with any parties), and pacts.

    `ambassador`: somebody tells me what a pact is worth before I sign it (`WorthRequest`).
    """

    talk: Talk
    rooms: list[str]
    pacts: bool
    secret: bool
    published: bool
    ambassador: bool = False


class AsidesMessage(ServerMessage):
    """The asides that this reader may see after the first `since` of them, up to `number`.

    With `since` 0 everything known before is to be dropped: it is the whole list. `pacts` are all
    that this reader may see, in the order in which they were proposed; null: as before.
    """

    since: int
    number: int
    entries: list[AsideView]
    pacts: list[PactView] | None
    terms: TalkTermsView
    id: int | None = None


class PactsMessage(ServerMessage):
    """What became of the pacts that this reader may see, after event `number` of the game."""

    number: int
    pacts: list[PactView]


class SuggestedPactView(StrictStruct):
    """A pact that what was said suggests: to be proposed as it is, with `words` for its promises.

    Nothing is proposed before somebody wants it to be.
    """

    parties: str
    promises: list[PromiseBody]
    words: list[Words]
    secret: bool


class NotedMessage(ServerMessage):
    """What was said or agreed by message `id` is stored, as the sender's aside `number`.

    `suggestion` is the pact that a sentence suggests, if it is understood as one.
    """

    id: int
    number: int
    suggestion: SuggestedPactView | None = None


class WorthView(StrictStruct):
    """What a pact is worth to a party, in shares of the game from 0 to 1.

    `before`: its share without the pact; `kept`: if everybody keeps it; `betrayed`: for a party of
    the pact, if the others do not.
    """

    party: str
    before: float
    kept: float
    betrayed: float | None


class BreachView(StrictStruct):
    """What it brought to break promise number `promise` of a pact (from 0).

    `kept` is the share that the traitor might expect before the turn `line` (from 0) if it kept
    its word, `broken` its share after that turn.
    """

    promise: int
    line: int
    kept: float
    broken: float


class WorthMessage(ServerMessage):
    """What a pact is worth by searches, after event `number` of the game or, when the game is over,
    when it was made. `breaches` are told of a game that is over.
    """

    id: int
    number: int
    shares: list[WorthView]
    breaches: list[BreachView]


# --- over HTTP ----------------------------------------------------------------------------------


PromiseAbout = Literal["party", "piece"]


class PromiseKindView(StrictStruct):
    """A kind of promise for the composer: what it is about, and its row of the table of kinds.

    `about` is "party", "piece" or null. `deed` is the test over what happens, `by_deed`,
    `by_term` and `by_end` what the deed, the end of its rounds and the end of the game make of
    it, `void` what ends it without merit or blame.
    """

    kind: PromiseKind
    about: PromiseAbout | None
    name: Words
    deed: Words
    by_deed: VerdictName
    by_term: VerdictName
    by_end: VerdictName
    void: list[Words]


class EmoteView(StrictStruct):
    """A ready-made thing to say."""

    emote: EmoteName
    mark: str
    words: Words


class PactTableView(StrictStruct):
    """Answer of GET /api/pacts: the kinds of promises, the emotes, and the limits."""

    kinds: list[PromiseKindView]
    emotes: list[EmoteView]
    most_rounds: int
    most_promises: int
    longest: int
