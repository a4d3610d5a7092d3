"""Background searches on threads: a bot's turn, and the analysis of a position."""

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
"""The number of best turns that an analysis shows."""


class BotChose(Message):
    """The message that a bot has chosen; `ticket` identifies the search."""

    def __init__(self, ticket: int, turn: Turn) -> None:
        super().__init__()
        self.ticket = ticket
        self.turn = turn


class BotOfferedDraw(Message):
    """The message that a bot offers a draw before it plays; `ticket` identifies the search."""

    def __init__(self, ticket: int) -> None:
        super().__init__()
        self.ticket = ticket


class AnalysisUpdated(Message):
    """The message that an analysis has a better result."""

    def __init__(self, ticket: int, study: Study) -> None:
        super().__init__()
        self.ticket = ticket
        self.study = study


class BackgroundSearches:
    """At most one bot and one analysis at a time, which post their results to `listener`.

    A stopped search still posts, with an old ticket, and is ignored.
    """

    def __init__(self, listener: MessagePump) -> None:
        self._listener = listener
        self._bot: Bot | None = None
        self._analyser: Analyser | None = None
        # A bot must not run on two threads: the next search waits until the last has stopped.
        self._bot_lock = threading.Lock()
        self.turn_ticket = 0
        self.study_ticket = 0

    @property
    def progress(self) -> float | None:
        """Return the progress of the thinking bot, from 0 to 1; None if none is thinking."""
        return None if self._bot is None else self._bot.progress()

    def choose(
        self, bot: Bot, position: Position, offers_draw: Callable[[], bool] | None = None
    ) -> None:
        """Start a bot's choice of a turn in the background.

        If `offers_draw` is given and says that it offers a draw first, it chooses none yet.
        """
        self.stop_bot()
        self._bot = bot
        self._start(partial(self._choose, bot, position, offers_draw, self.turn_ticket))

    def _choose(
        self, bot: Bot, position: Position, offers_draw: Callable[[], bool] | None, ticket: int
    ) -> None:
        with self._bot_lock:
            if ticket != self.turn_ticket:
                return
            told: Message
            if offers_draw is not None and offers_draw():
                told = BotOfferedDraw(ticket)
            else:
                told = BotChose(ticket, bot.choose(position))
        self._listener.post_message(told)

    def chosen(self, ticket: int) -> bool:
        """Register that a bot has answered; return whether it is the one that was asked."""
        if ticket != self.turn_ticket or self._bot is None:
            return False
        self._bot = None
        return True

    def stop_bot(self) -> None:
        """Stop the bot and ignore its choice."""
        self.turn_ticket += 1
        if self._bot is not None:
            self._bot.stop()
            self._bot = None

    def study(self, position: Position) -> None:
        """Analyse a position in the background."""
        self.stop_study()
        analyser = self._analyser = Analyser()
        self._start(partial(self._study, analyser, position, self.study_ticket))

    def _study(self, analyser: Analyser, position: Position, ticket: int) -> None:
        for found in study(position, ANALYSIS_LINES, analyser=analyser):
            if analyser.stopped:
                return
            self._listener.post_message(AnalysisUpdated(ticket, found))

    def stop_study(self) -> None:
        """Stop the analysis."""
        self.study_ticket += 1
        if self._analyser is not None:
            self._analyser.stop()
            self._analyser = None

    def stop(self) -> None:
        """Stop everything."""
        self.stop_bot()
        self.stop_study()

    def _start(self, work: Callable[[], None]) -> None:
        # A daemon thread: it ends with the process, whatever it is doing.
        threading.Thread(target=work, daemon=True).start()
