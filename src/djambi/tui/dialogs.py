"""Small windows over a screen: a question, a text field, a text to read."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from djambi.texts import say


class Confirm(ModalScreen[bool]):
    """A yes-or-no question; Escape means no."""

    BINDINGS = [
        Binding("y,o", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
    ]

    def __init__(self, question: str, lang: str) -> None:
        super().__init__()
        self._question = question
        self._lang = lang

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with Vertical(classes="window"):
            yield Static(Text(self._question))
            with Horizontal(classes="buttons"):
                yield Button(say("tui.yes", self._lang), id="yes", compact=True)
                yield Button(say("tui.no", self._lang), id="no", compact=True)

    def action_answer(self, yes: bool) -> None:
        """Answer with a key."""
        self.dismiss(yes)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the mouse, or with Tab and Enter."""
        self.dismiss(event.button.id == "yes")


class TextPrompt(ModalScreen[str | None]):
    """A text field; Escape cancels."""

    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question = question
        self._value = value

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with Vertical(classes="window"):
            yield Static(Text(self._question))
            yield Input(self._value, max_length=1_000)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the text that was typed."""
        self.dismiss(event.value.strip() or None)

    def action_leave(self) -> None:
        """Cancel."""
        self.dismiss(None)


class Reading(ModalScreen[None]):
    """A scrollable text."""

    BINDINGS = [Binding("escape,q,enter,question_mark", "leave", show=False)]

    def __init__(self, text: Text, lang: str) -> None:
        super().__init__()
        self._text = text
        self._lang = lang

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        with Vertical(classes="sheet"):
            with VerticalScroll():
                yield Static(self._text, id="text")
            yield Static(say("tui.close", self._lang), classes="close")

    def on_mount(self) -> None:
        """Focus the text, so that the arrow keys scroll it."""
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        """Update the hint about scrolling after the next layout."""
        self.call_after_refresh(self._tell)

    def _tell(self) -> None:
        more = self.query_one(VerticalScroll).max_scroll_y > 0
        words = say("tui.close.more" if more else "tui.close", self._lang)
        self.query_one(".close", Static).update(words)

    def on_click(self) -> None:
        """Close the window with the mouse."""
        self.dismiss(None)

    def action_leave(self) -> None:
        """Close the window."""
        self.dismiss(None)


class TooSmall(ModalScreen[None]):
    """A notice that covers everything while the terminal is too small.

    `resumed` is called when nothing covers it any longer.
    """

    BINDINGS = [Binding("q", "app.quit", show=False)]

    def __init__(self, words: str, resumed: Callable[[], None]) -> None:
        super().__init__()
        self._words = words
        self._resumed = resumed

    def compose(self) -> ComposeResult:
        """Build the widgets."""
        yield Static(Text(self._words), id="too-small")

    def on_screen_resume(self) -> None:
        """Report that nothing covers it any longer."""
        self._resumed()
