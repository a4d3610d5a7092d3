"""The text beside the board: the parties, the prompt, what happened, the analysis; the help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import floor
from typing import Final

from rich.style import Style
from rich.text import Text

from djambi.analysis import Study
from djambi.cli.play.screen import CONTROLS, game_title
from djambi.guide import piece_help
from djambi.nodes import Node
from djambi.position.outcome import told
from djambi.render.description import occupant, status
from djambi.rules import PIECE_KINDS
from djambi.texts import say
from djambi.tui.picture import PARTY
from djambi.tui.terminal_table import TerminalTable

STORY_TURNS: Final = 40
"""How many of the last turns are shown."""

_BAR_COLUMNS: Final = 12
_EQUAL: Final = 1e-9
"""Remainders no further apart than this are equal, but for what was lost in calculating them."""

_BOLD, _DIM = Style(bold=True), Style(dim=True)

KEYS: Final = (
    ("enter", "⏎", "choose"),
    ("escape", "Esc", "back"),
    ("tab", "Tab", "next"),
    ("u", "u", "undo"),
    ("a", "a", "analyse"),
    ("s", "s", "save"),
    ("question_mark", "?", "help"),
    ("q", "q", "quit"),
    ("r", "r", "redo"),
    ("pageup", "PgUp", "earlier"),
    ("pagedown", "PgDn", "later"),
    ("home", "Home", "first"),
    ("end", "End", "final"),
    ("space", "␣", "pause"),
    ("p", "p", "mode"),
    ("full_stop", ".", "spare"),
    ("o", "o", "open"),
    ("n", "n", "new"),
    ("b", "b", "seat"),
    ("x", "x", "resign"),
    ("d", "d", "draw"),
    ("v", "v", "return"),
    ("l", "l", "language"),
)
"""Every key of a game: Textual's name, the label, and the suffix of its text key."""


@dataclass(frozen=True, slots=True)
class PanelState:
    """The state of the panel besides the game itself.

    Args:
        cell: the cell under the cursor.
        trouble: the error of the last action, if any.
        progress: the progress of the thinking bot, from 0 to 1; None if none is thinking.
        study: the analysis of the position; None without a result.
        analysing: whether the analysis is switched on.
        paused: whether the bots are paused.
    """

    cell: str = ""
    trouble: str = ""
    progress: float | None = None
    study: Study | None = None
    analysing: bool = False
    paused: bool = False


def safe(words: str) -> str:
    """Return words without control characters."""
    return CONTROLS.sub("?", words)


def heading(table: TerminalTable) -> str:
    """Return a line with the variant, the edition, and the turn that is shown."""
    here, all_ = table.where()
    place = say("tui.where.live" if table.live else "tui.where.look", table.lang, n=here, all=all_)
    return f"{game_title(table.position, table.lang)} · {place}"


def panel_text(table: TerminalTable, state: PanelState, *, colour: bool) -> Text:
    """Return the whole text of the panel."""
    text = Text()
    shares = state.study.shares if state.study is not None else table.position.result
    for line in _parties(table, shares, colour=colour):
        text.append_text(line).append("\n")
    text.append("\n").append(safe(table.prompt()), _BOLD).append("\n")
    if state.progress is not None:
        done = round(state.progress * _BAR_COLUMNS)
        text.append("█" * done + "░" * (_BAR_COLUMNS - done)).append("\n")
    if state.paused:
        text.append(say("tui.paused", table.lang)).append("\n")
    if state.trouble:
        text.append("! ", _BOLD).append(safe(state.trouble)).append("\n")
    text.append(occupant(table.position, state.cell, table.lang), _DIM).append("\n")
    if table.entry.prefix:
        text.append(table.entry.prefix, _DIM).append("…\n")
    if state.analysing:
        text.append("\n").append_text(_analysis(table, state.study))
    if table.position.mover is None:
        text.append("\n").append_text(_ranking(table))
    for node in list(table.told())[:STORY_TURNS]:
        text.append("\n").append_text(_event(node, table))
    return text


def chip(party: str, *, colour: bool) -> Text:
    """Return the letter of a party in its colours."""
    if not colour:
        return Text(party, Style(bold=True))
    ink, ground = PARTY[party]
    return Text(f" {party} ", Style(color=ink, bgcolor=ground, bold=True))


def _parties(
    table: TerminalTable, shares: dict[str, float] | None, *, colour: bool
) -> Iterator[Text]:
    position, lang = table.position, table.lang
    percentages = percents(shares or {}, lang)
    for party in position.parties:
        line = Text("▶ " if party.letter == position.mover else "  ")
        line.append_text(chip(party.letter, colour=colour))
        line.append(f" {say(f'party.{party.letter}', lang)}", _BOLD)
        if shares is not None and shares.get(party.letter):
            line.append(f" {percentages[party.letter]}", _BOLD)
        who = table.players.who(party.letter, lang)
        if party.is_active and who:
            line.append(f" · {safe(who)}")
        if not party.is_active or party.letter == position.ruler:
            line.append(f" · {status(position, party, lang)}")
        yield line


def percent(share: float, lang: str) -> str:
    """Return a share of the game as a percentage.

    >>> percent(0.253, "en")
    '25%'
    """
    return say("tui.percent", lang, n=round(100 * share))


def percents(shares: Mapping[str, float], lang: str) -> dict[str, str]:
    """Return the shares of one whole as percentages, rounded together.

    All are rounded down but those that lose most by it (largest remainders), so that they add up
    to the whole; equal ones stay equal, and may then add up to a little less.

    >>> list(percents({"r": 0.257, "b": 0.255, "y": 0.254, "g": 0.234}, "en").values())
    ['26%', '26%', '25%', '23%']
    >>> list(percents({"r": 1 / 3, "b": 1 / 3, "y": 1 / 3}, "en").values())
    ['33%', '33%', '33%']
    """
    whole = {of: floor(100 * share + _EQUAL) for of, share in shares.items()}
    rest = {of: 100 * share - whole[of] for of, share in shares.items()}
    down = [*sorted(rest.values(), reverse=True), -1.0][round(sum(rest.values()))]
    return {of: say("tui.percent", lang, n=whole[of] + (rest[of] > down + _EQUAL)) for of in shares}


def _analysis(table: TerminalTable, study: Study | None) -> Text:
    lang = table.lang
    text = Text().append(say("study.engine", lang), _BOLD)
    if study is None:
        return text.append("\n" + say("study.engine.begins", lang) + "\n")
    known = say("study.engine.done", lang, depth=study.depth, nodes=study.nodes)
    text.append(f" · {known}\n", _DIM)
    position = table.position
    mover = position.mover
    for number, line in enumerate(study.lines, 1):
        text.append(f"{number}. {line.turns[0].long(position)} ", _BOLD)
        if mover is not None:
            text.append(percent(line.shares[mover], lang))
        more = " ".join(str(turn) for turn in line.turns[1:])
        text.append(f"  {more}\n" if more else "\n", _DIM)
    return text


def _ranking(table: TerminalTable) -> Text:
    text = Text()
    for place, group in enumerate(table.game.ranking(), 1):
        names = ", ".join(table.players.name(party, table.lang) for party in group)
        text.append(f"{place}. {names}\n", _BOLD)
    return text


def _event(node: Node, table: TerminalTable) -> Text:
    """Return the text of one event: player, turn, consequences and comments."""
    text, lang = Text(), table.lang
    if node.parent is None or node.event is None:
        return text
    before = node.parent.position
    if node.event.turn is not None:
        who = say(f"party.{before.mover}", lang)
        text.append(f"{before.ply + 1}. {who} {node.event.turn.long(before)}", _BOLD).append(" · ")
    text.append(told(node.happenings(), lang))
    for comment in node.comments:
        quotation = say("tui.comment", lang, text=safe(comment))
        text.append(f" {quotation}", Style(italic=True))
    return text.append("\n")


def help_text(
    table: TerminalTable | None, lang: str, keys: tuple[tuple[str, str, str], ...] = KEYS
) -> Text:
    """Return the help: the keys, the signs on the board, the pieces."""
    text = Text().append(say("tui.help.keys", lang) + "\n", _BOLD)
    text.append(f"{'←↑↓→':>6}  {say('tui.help.arrows', lang)}\n")
    for _, shown, key in keys:
        text.append(f"{shown:>6}  {say(f'tui.help.{key}', lang)}\n")
    text.append(say("tui.help.mouse", lang) + "\n\n")
    text.append(say("tui.help.signs.title", lang) + "\n", _BOLD)
    text.append(say("tui.help.signs", lang) + "\n")
    if table is not None:
        text.append("\n" + say("tui.help.pieces", lang) + "\n", _BOLD)
        for kind in PIECE_KINDS:
            words = piece_help(kind, table.position.rules, table.position.variant, lang)
            text.append(f"{kind} {say(f'piece.{kind}', lang)} ", _BOLD).append(words + "\n")
    return text
