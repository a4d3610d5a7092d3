"""The bottom line of a game's screen: clickable keys with labels."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.containers import Horizontal
from textual.widgets import Static

from djambi.texts import say
from djambi.tui.panel import KEYS


class KeyHint(Static):
    """A key with its label."""

    def __init__(self, shown: str, label: str, action: str) -> None:
        self.room = len(shown) + len(label) + 2
        super().__init__(Text().append(f"{shown} ", Style(bold=True)).append(label))
        self._action = action

    async def on_click(self) -> None:
        """Run the key's action."""
        await self.screen.run_action(self._action)


class KeyLine(Horizontal):
    """A line with as many keys as fit, the most important first."""

    def __init__(self, keys: tuple[tuple[str, str, str], ...] = KEYS) -> None:
        super().__init__(id="keys")
        self._keys = keys

    async def label(self, lang: str) -> None:
        """Label the keys in a language."""
        await self.remove_children()
        await self.mount(
            *(KeyHint(shown, say(f"tui.key.{a}", lang), a) for _, shown, a in self._keys)
        )
        self.on_resize()

    def on_resize(self) -> None:
        """Hide the keys that do not fit completely."""
        room = self.size.width
        for hint in self.query(KeyHint):
            room -= hint.room
            hint.display = room >= -1
