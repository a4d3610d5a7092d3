"""What thinks beside the screen, on threads: a bot for its turn, an analysis of a position."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message

from djambi.analysis import Analyser, Study, study

if TYPE_CHECKING:
    from textual.message_pump import MessagePump

    from djambi.bots import Bot
    from djambi.position.position import Position
    from djambi.position.turn import Turn

ANALYSIS_LINES = 3
"""How many turns an analysis shows."""


class BotChose(Message):
    """A bot has chosen; `ticket` says which thought it was."""

    def __init__(self, ticket: int, turn: Turn) -> None:
        super().__init__()
        self.ticket = ticket
        self.turn = turn


class AnalysisUpdated(Message):
    """An analysis knows more."""

    def __init__(self, ticket: int, study: Study) -> None:
        super().__init__()
        self.ticket = ticket
        self.study = study


class BackgroundSearches:
    """Lets one bot and one analysis think at a time, and tells `listener` what they found.

    Whatever was stopped still tells, with an old ticket, and is not listened to.
    """

    def __init__(self, listener: MessagePump) -> None:
        self._listener = listener
        self._bot: Bot | None = None
        self._thinker: Analyser | None = None
        # A bot is not for two threads at once: the next one waits until the last has stopped.
        self._desk = threading.Lock()
        self.turn_ticket = 0
        self.study_ticket = 0

    @property
    def progress(self) -> float | None:
        """How far the bot that thinks has come, from 0 to 1; None if none does."""
        return None if self._bot is None else self._bot.progress()

    def choose(self, bot: Bot, position: Position) -> None:
        """Let a bot choose a turn."""
        self.stop_bot()
        self._bot = bot
        self._start(partial(self._choose, bot, position, self.turn_ticket))

    def _choose(self, bot: Bot, position: Position, ticket: int) -> None:
        with self._desk:
            if ticket != self.turn_ticket:
                return
            turn = bot.choose(position)
        self._listener.post_message(BotChose(ticket, turn))

    def chosen(self, ticket: int) -> bool:
        """Take note that a bot has chosen; return whether that is the one that was asked."""
        if ticket != self.turn_ticket or self._bot is None:
            return False
        self._bot = None
        return True

    def stop_bot(self) -> None:
        """Listen no more to the bot that thinks."""
        self.turn_ticket += 1
        if self._bot is not None:
            self._bot.stop()
            self._bot = None

    def study(self, position: Position) -> None:
        """Analyse a position."""
        self.stop_study()
        thinker = self._thinker = Analyser()
        self._start(partial(self._study, thinker, position, self.study_ticket))

    def _study(self, thinker: Analyser, position: Position, ticket: int) -> None:
        for found in study(position, ANALYSIS_LINES, analyser=thinker):
            if thinker.stopped:
                return
            self._listener.post_message(AnalysisUpdated(ticket, found))

    def stop_study(self) -> None:
        """End the analysis."""
        self.study_ticket += 1
        if self._thinker is not None:
            self._thinker.stop()
            self._thinker = None

    def stop(self) -> None:
        """End everything."""
        self.stop_bot()
        self.stop_study()

    def _start(self, work: Callable[[], None]) -> None:
        # It ends with the process, whatever it is doing.
        threading.Thread(target=work, daemon=True).start()
