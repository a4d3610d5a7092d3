"""A server's table for the terminal: turns are sent there and come back. No Textual."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from time import time
from typing import Any

from djambi import client
from djambi.bots import display_name, is_bot
from djambi.cli.play.entry import InvalidInput
from djambi.cli.play.players import Players
from djambi.client.wire import ClockTimes, OpenVote, SeatInfo, TurnLine
from djambi.game import Game
from djambi.nodes import Node
from djambi.notation.records import TAG_OF_PARTY
from djambi.position.position import Position
from djambi.position.stages import Choice
from djambi.position.turn import Turn
from djambi.texts import has, say
from djambi.tui.terminal_table import TerminalTable

SHOWN_MESSAGES = 6
"""How many of the last messages are shown."""


class RemotePlayers(Players):
    """The players at a server's table: only I am at this keyboard, and no bots are ours."""

    def __init__(self) -> None:
        super().__init__({})
        self.seen: client.TableSnapshot | None = None
        self.ahead = 0.0

    def see(self, seen: client.TableSnapshot) -> None:
        """Update from a snapshot: who sits there, and how far ahead the server's clock is (ms)."""
        self.seen = seen
        if seen.facts is not None and seen.facts.clock is not None:
            self.ahead = seen.facts.clock.now - time() * 1000

    def is_person(self, party: str) -> bool:
        """Return whether a party is mine."""
        return self.seen is not None and party in self.seen.mine

    def people(self) -> str:
        """Return the letters of my parties."""
        return "" if self.seen is None else self.seen.mine

    def who(self, party: str, lang: str) -> str:
        """Return who plays a party, with the clock if there is one."""
        seen = self.seen
        if seen is None or party not in seen.seats:
            return ""
        words = _player(seen.seats[party], lang)
        if party in seen.mine:
            words = f"{words} ({say('tui.online.you', lang)})"
        clock = None if seen.facts is None else seen.facts.clock
        if clock is not None and party in clock.left:
            words = f"{self._clock(clock, party, lang)} {words}"
        return words

    def _clock(self, clock: ClockTimes, party: str, lang: str) -> str:
        left = clock.left[party]
        if party == clock.running and not clock.paused:
            # It stands while its player is on holiday, and so ends later than what is left of it.
            until = clock.now + left if clock.until is None else clock.until
            left = min(left, until - round(time() * 1000 + self.ahead))
        return clock_text(left, lang)

    def sign(self, game: Game) -> None:
        """Store in the tags of a game who plays it, as the server's own records do."""
        if self.seen is None:
            return
        for party, seat in self.seen.seats.items():
            name = seat.name or (f"bot {seat.level}" if seat.player == "bot" else "")
            if name:
                game.tags[TAG_OF_PARTY[party]] = name


def _player(seat: SeatInfo, lang: str) -> str:
    level = seat.level if seat.player == "bot" else seat.stand_in
    bot = "" if level is None else display_name(level, lang) if is_bot(level) else level
    if seat.player == "bot":
        return bot
    name = seat.name or say(
        "tui.online.free" if seat.player == "open" else "tui.online.somebody", lang
    )
    return f"{name} → {bot}" if bot else name


def clock_text(left: int, lang: str) -> str:
    """Return milliseconds as a clock shows them: days and hours, or hours, minutes, seconds.

    >>> [clock_text(left, "en") for left in (-5, 65_000, 3_605_000, 200_000_000)]
    ['0:00', '1:05', '1:00:05', '2d 7h']
    """
    seconds = max(0, left) // 1000
    minutes, hours = seconds // 60, seconds // 3600
    if hours >= 24:
        return say("web.clock.days", lang, d=hours // 24, h=hours % 24)
    if hours:
        return f"{hours}:{minutes % 60:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


class RemoteTable(TerminalTable):
    """A table of a server.

    Args:
        remote: the table that is being followed.
        lang: the language of all texts.
        later: runs a slow action in the background and reports its error.
    """

    def __init__(
        self, remote: client.Table, lang: str, later: Callable[[Callable[[], object]], None]
    ) -> None:
        self.remote = remote
        self.seen = remote.seen
        self._later = later
        self._seated = RemotePlayers()
        self._lines: tuple[TurnLine, ...] = ()
        super().__init__(Game(Position.parse(self.seen.start)), self._seated, lang)
        self.update()

    def update(self) -> None:
        """Update to the latest snapshot; when looking back, keep the position shown."""
        seen = self.seen = self.remote.seen
        self._seated.see(seen)
        if seen.lines == self._lines:
            return
        here: Node | None = self.game.node
        if seen.lines[: len(self._lines)] == self._lines:
            more = seen.lines[len(self._lines) :]
        else:
            # Turns were taken back.
            self.game, here, more = Game(Position.parse(seen.start)), None, seen.lines
        self.game.to_end()
        for line in more:
            _tell(self.game, line)
        self._lines = seen.lines
        if not self.live and here is not None:
            self.game.node = here
        else:
            self.live = True
        self.begin()

    @property
    def is_kept(self) -> bool:
        """Return True: the server stores the game."""
        return True

    def bot_to_play(self) -> str | None:
        """Return the party to play if it is not mine, so that it is waited for."""
        mover = self.position.mover
        return None if mover is None or (self.live and self.seen.my_turn) else mover

    def choices(self) -> tuple[Choice, ...]:
        """Return the possible choices, if it is my turn."""
        return super().choices() if self.live and self.seen.my_turn else ()

    def play(self, turn: Turn) -> None:
        """Send a turn; it is shown once the server has accepted it."""
        seen = self.seen
        self.begin()
        self.ask(lambda: self.remote.play(turn, seen))

    def ask(self, work: Callable[[], object]) -> None:
        """Send a request to the server in the background."""

        def said() -> None:
            try:
                work()
            except client.Refused as error:
                raise InvalidInput(error.sentence.said(self.lang)) from None
            except client.Stale:
                raise InvalidInput(say("tui.online.stale", self.lang)) from None

        self._later(said)

    def vote(self) -> OpenVote | None:
        """Return the vote under way; None too if it is of a kind that only a newer program has."""
        found = None if self.seen.facts is None else self.seen.facts.vote
        known = found is not None and has(f"tui.online.vote.{found.kind}", self.lang)
        return found if known else None

    def to_vote(self) -> OpenVote | None:
        """Return the vote that waits for my answer, if there is one."""
        vote, place, mine = self.vote(), self.seen.place, set(self.seen.mine)
        if vote is None or not mine & set(vote.voters):
            return None
        spoken = mine & set(vote.agreed) or (place is not None and place.ballot is not None)
        return None if spoken else vote

    def about(self, vote: OpenVote) -> str:
        """Return the question of a vote."""
        party = say(f"party.{vote.party}", self.lang) if vote.party else ""
        return say(f"tui.online.vote.{vote.kind}", self.lang, party=party)

    def prompt(self) -> str:
        """Return the prompt: what to do now."""
        seen, lang = self.seen, self.lang
        if not self.remote.is_connected:
            return say("tui.online.lost", lang)
        if seen.facts is not None and seen.facts.stage == "waiting":
            return say("tui.online.waiting", lang)
        mover = self.position.mover
        if mover is None or not self.live or seen.my_turn:
            return super().prompt()
        return say("tui.online.others", lang, party=say(f"party.{mover}", lang))

    def news(self) -> list[str]:
        """Return the vote under way and the latest messages."""
        found: list[str] = []
        vote = self.vote()
        if vote is not None:
            words = self.about(vote)
            asked = self.to_vote() is not None
            found.append(f"{words} {say('tui.online.vote.ask', self.lang)}" if asked else words)
        latest = filter(None, map(self._message, reversed(self.remote.asides)))
        found.extend(reversed([*islice(latest, SHOWN_MESSAGES)]))
        return found

    def _message(self, aside: dict[str, Any]) -> str:
        """Return a message with who says it; "" for what is none, or is hidden from me."""
        text = aside.get("text")
        if aside.get("kind") == "emote":
            emote = f"talk.emote.{aside.get('emote')}"
            text = say(emote, self.lang) if has(emote, self.lang) else ""
        elif aside.get("kind") == "stated":
            remark: dict[str, Any] = aside.get("remark") or {}
            text = remark.get(self.lang)
        if not text:
            return ""
        party = aside.get("party")
        who = aside.get("name") or (say(f"party.{party}", self.lang) if party else "?")
        return say("tui.online.said", self.lang, who=who, text=text)


def _tell(game: Game, line: TurnLine) -> None:
    """Replay a line of the list of turns."""
    if line.kind == "turn":
        game.play(line.text)
    elif line.kind == "draw":
        game.agree_draw()
    elif line.kind == "returned":
        game.rejoin(line.party)
    else:
        game.resign(line.party)
