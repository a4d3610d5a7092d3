"""What turns brought about, and how a game ended, told in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from djambi.analysis import key_events
from djambi.game import Game
from djambi.nodes import Node
from djambi.position.outcome import Happening, HappeningKind, told
from djambi.views.words import Words, both, with_slots


@dataclass(slots=True)
class HappeningView:
    """One thing that a turn brought about, in the order in which it is to be shown.

    On the board are "moved", "killed", "displaced", "exhumed", "left" (the exit) and "purged":
    `cell` is where the piece stood, `target` where it (or its corpse) is now, `party` and `piece`
    say which it is (null for a corpse), `by` the colour of the piece that did it. All the others
    befall `party` (of "ended": the letters of all who won or share). `named` is `words` with `{r}`
    in place of the name of party `r`, for names of players (null: no party is named).
    """

    kind: HappeningKind
    words: Words
    party: str | None
    piece: str | None
    cell: str | None
    target: str | None
    by: str | None
    named: Words | None = None


@dataclass(slots=True)
class LastTurnView:
    """The turn that led to a position: its text, the cells it changed, what it brought about."""

    text: str
    party: str
    cells: list[str]
    happenings: list[HappeningView]


@dataclass(slots=True)
class StoryLineView:
    """One line of the story, and how many lines the list of turns then had (see `look`).

    `named` as in `HappeningView`.
    """

    lines: int
    words: Words
    named: Words | None = None


@dataclass(slots=True)
class ResultView:
    """The end: shares, ranking (best first; equals together), why, and the story in order.

    `named` as in `HappeningView`.
    """

    shares: dict[str, float]
    ranking: list[list[str]]
    words: Words
    story: list[StoryLineView]
    named: Words | None = None


def happening_words(happening: Happening) -> Words:
    """Return the sentence of a happening in both languages."""
    return both(happening.sentence)


def happenings_words(happenings: Sequence[Happening]) -> Words:
    """Return happenings as one paragraph, without steps that the act after them tells again."""
    return both(lambda lang: told(happenings, lang))


def happenings_named(happenings: Sequence[Happening]) -> Words | None:
    """Return the same with `{r}` in place of the name of party `r`; None if no party is named."""
    return with_slots(lambda lang, name: told(happenings, lang, name))


def happening_view(one: Happening) -> HappeningView:
    """Return one happening with its sentence."""
    return HappeningView(
        kind=one.what,
        words=happening_words(one),
        party=one.party,
        piece=one.kind,
        cell=one.cell,
        target=one.target,
        by=one.by,
        named=with_slots(one.sentence),
    )


def last_turn_view(text: str, party: str, happenings: Iterable[Happening]) -> LastTurnView:
    """Return what led to a position: the turn `text` of `party` (an event that is no turn: "")."""
    happened = list(happenings)
    return LastTurnView(
        text=text,
        party=party,
        cells=changed_cells(happened),
        happenings=[happening_view(one) for one in happened],
    )


def changed_cells(happenings: Iterable[Happening]) -> list[str]:
    """Return the cells that a turn changed, in the order in which it did, each once."""
    cells = [cell for one in happenings for cell in (one.cell, one.target) if cell]
    return list(dict.fromkeys(cells))


def story_views(path: Sequence[Node]) -> list[StoryLineView]:
    """Return the story of a game, whose positions are `path` from the start on."""
    return [
        StoryLineView(number, happening_words(one), with_slots(one.sentence))
        for number, one in key_events(path)
    ]


def end_words(path: Sequence[Node]) -> Words | None:
    """Return how a game ended; None while it goes on."""
    end = _end_of(path)
    return None if end is None else happening_words(end)


def _end_of(path: Sequence[Node]) -> Happening | None:
    ends = [one for one in path[-1].happenings() if one.what is HappeningKind.ENDED]
    return ends[-1] if ends else None


def result_view(game: Game) -> ResultView:
    """Return how a game that has ended did so (RULES 7)."""
    path = game.path()
    end = _end_of(path)
    return ResultView(
        shares=game.result or {},
        ranking=[list(group) for group in game.ranking()],
        words=both(lambda lang: "" if end is None else end.sentence(lang)),
        story=story_views(path),
        named=None if end is None else with_slots(end.sentence),
    )
