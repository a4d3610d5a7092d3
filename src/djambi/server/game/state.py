"""The state of a game as its log tells it; immutable.

`game.reducer.apply` makes the next state from an event, or says why the rules or the log forbid it:
the same call validates what a client asks for and replays what is stored (docs/architecture.md,
decision 7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from djambi.bots.levels import DEFAULT_LEVEL
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.server.errors import RequestRefused
from djambi.server.game.clocks import NO_CLOCK, GameClock
from djambi.server.game.events import SeatRow
from djambi.server.game.history import DRAW_LETTER, History, HistoryEntry
from djambi.server.game.seating import NOBODY_SAT, Seating
from djambi.server.game.table_state import OnlineTable
from djambi.server.game.talk_rules import LOCAL_TALK, TalkRules
from djambi.server.schemas.terms import Terms


@dataclass(frozen=True, slots=True)
class GameState:
    """The state of a game after event `number`.

    `entries` are the lines that stand. `draw` are the parties that agree to the standing offer of a
    draw. `moved` is the last event that changed the position. While the game is `paused` clocks
    stand and nobody plays. `taken_back` has the last event that took a line of a party's back, by
    party. `sat` tells who sat where when. `online` is what an online table has
    beside, None for a game at this computer, where players may `talk` too. `past_bots` says, for
    each time that other bots sat down during the game, which there were up to an event.
    """

    number: int
    entries: History
    seats: dict[str, SeatRow]
    draw: str = ""
    moved: int = 1
    clock: GameClock = NO_CLOCK
    paused: bool = False
    taken_back: Mapping[str, int] = field(default_factory=dict[str, int])
    sat: Seating = NOBODY_SAT
    online: OnlineTable | None = None
    talk: bool = False
    past_bots: tuple[tuple[int, Mapping[str, str]], ...] = ()

    @property
    def start(self) -> Position:
        """Return the position that the game began with."""
        return self.entries.start

    @property
    def position(self) -> Position:
        """Return the position now."""
        return self.entries.position

    @property
    def mover(self) -> str | None:
        """Return the party whose player is to play; None at the end."""
        return self.position.mover

    @property
    def terms(self) -> Terms | None:
        """Return what an online table agreed on; None for a game at this computer."""
        return None if self.online is None else self.online.terms

    @property
    def talk_rules(self) -> TalkRules | None:
        """Return what may be said and promised beside the game; None where nobody talks."""
        if self.online is not None:
            return TalkRules.of(self.online)
        return LOCAL_TALK if self.talk else None

    def lost_on_time(self, party: str) -> bool:
        """Return whether a party's time ran out here: then it may not return.

        Without clocks it did so elsewhere, in a game whose record is played on.
        """
        return (self.online is not None or self.clock.ticks) and self.entries.flagged(party)

    def undo_to(self) -> int | None:
        """Return how many entries stay when the last person's turn is taken back; None: no turn."""
        people = [party for party, row in self.seats.items() if row.player != "bot"]
        last = max(map(self.entries.parties.rfind, (*people, DRAW_LETTER)))
        return None if last < 0 else last

    def undoes(self, mine: str) -> bool:
        """Return whether the last person's turn was of these parties, who may take it back."""
        kept = self.undo_to()
        # An agreed draw is everybody's.
        return kept is not None and mine != "" and self.entries.parties[kept] in mine + DRAW_LETTER

    def bots_at(self, event: int) -> Mapping[str, str]:
        """Return the names of the bots that had seats when an event came, by party.

        Those that stand in for somebody are not among them.
        """
        for last, bots in self.past_bots:
            if event <= last:
                return bots
        return _bots(self.seats)

    def row(self, party: str) -> SeatRow:
        """Return the seat of a party; raises RequestRefused if there is none."""
        if party not in self.seats:
            raise RequestRefused("no_seat", party=party)
        return self.seats[party]

    def seat(self, party: str) -> SeatRow:
        """Return the seat of a party; an open one where it has none.

        A party that nobody was to play may wake, and then resigns (`automatic_events`).
        """
        return self.seats.get(party) or SeatRow(party, "open")

    @property
    def unseated(self) -> str:
        """Return the active parties that nobody plays: they have woken (RULES 5)."""
        return "".join(party for party in self.position.active if party not in self.seats)

    def with_entry(
        self,
        party: str,
        turn: Turn | None,
        after: Position,
        *,
        flagged: bool = False,
        proxy: bool = False,
        returned: bool = False,
    ) -> GameState:
        """Return the state after an event that adds a line to the game."""
        left, before = self.clock.left, self.position
        entry = HistoryEntry(
            self.number + 1, party, turn, before, after, flagged, proxy, left, returned
        )
        return self.advanced(entries=self.entries.add(entry), draw="")

    def advanced(
        self,
        *,
        entries: History | None = None,
        seats: dict[str, SeatRow] | None = None,
        draw: str | None = None,
    ) -> GameState:
        """Return the state after one more event, which left these entries, seats and this offer.

        None: as they were; but a take-back ends a standing offer of a draw.
        """
        moved = self.moved if entries is None else self.number + 1
        entries = self.entries if entries is None else entries
        # A take-back ends a standing offer too: it was made on another position.
        offer = ("" if len(entries) < len(self.entries) else self.draw) if draw is None else draw
        past = self.past_bots
        if seats is not None and len(self.entries) and _bots(seats) != _bots(self.seats):
            past = (*past, (self.number, _bots(self.seats)))
        return replace(
            self,
            number=self.number + 1,
            entries=entries,
            seats=self.seats if seats is None else seats,
            draw=offer,
            moved=moved,
            past_bots=past,
        )

    def with_table(
        self, online: OnlineTable, seats: Mapping[str, SeatRow] | None = None
    ) -> GameState:
        """Return the state after an event of the table around the game."""
        return replace(self.advanced(seats={**self.seats, **(seats or {})}), online=online)


def _bots(seats: Mapping[str, SeatRow]) -> dict[str, str]:
    """Return the names of the bots that have seats."""
    return {p: row.level or DEFAULT_LEVEL for p, row in seats.items() if row.player == "bot"}
