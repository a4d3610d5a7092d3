"""Let a bot think at the terminal, with a progress bar; Ctrl-C takes effect at once."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Final

from djambi.interrupts import end_in_order

if TYPE_CHECKING:
    from djambi.bots import Bot
    from djambi.position.position import Position
    from djambi.position.turn import Turn

SHOW_AFTER_S: Final = 0.25
"""Seconds that a bot may think before the bar appears, so that it does not flicker."""

REFRESH_INTERVAL_S: Final = 0.1
"""Seconds between two updates of the bar."""


def choose_with_progress(bot: Bot, position: Position, words: str, *, shown: bool) -> Turn:
    """Return a bot's choice; on a terminal, show ``words`` and a progress bar meanwhile.

    Raises:
        KeyboardInterrupt: Ctrl-C; the bot stops too.
        DjambiError: the game is over.
    """
    if not shown or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return bot.choose(position)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    end_in_order()
    with ThreadPoolExecutor(1) as pool:
        chosen = pool.submit(bot.choose, position)
        try:
            if not wait([chosen], SHOW_AFTER_S).not_done:
                return chosen.result()
            columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn()
            # A separate console: the shared one remembers the terminal it was made for.
            with Progress(*columns, transient=True, console=Console()) as progress:
                task = progress.add_task(words, total=1.0)
                progress.refresh()
                while wait([chosen], REFRESH_INTERVAL_S).not_done:
                    progress.update(task, completed=bot.progress())
            return chosen.result()
        except BaseException:
            bot.stop()
            raise
