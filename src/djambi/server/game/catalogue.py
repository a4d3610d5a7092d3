"""What there is to play: variants, editions, options, boards. All of it read from `rules`."""

from __future__ import annotations

from functools import cache

from djambi._version import __version__
from djambi.geometry import Board
from djambi.position.position import Position
from djambi.rules import EDITIONS, OPTIONS, VARIANT_NAMES, Rules, Variant
from djambi.server.errors import words
from djambi.server.game.levels import bot_views, character_views
from djambi.server.schemas.requests import RulesChoice
from djambi.server.schemas.views import (
    BoardView,
    Catalogue,
    CellView,
    CornerView,
    EditionView,
    OptionView,
    PieceView,
    RemarkView,
    RulesReport,
    VariantView,
)


def catalogue() -> Catalogue:
    """All that a first screen can offer."""
    return Catalogue(
        version=__version__,
        variants=[_variant(name) for name in VARIANT_NAMES],
        editions=[EditionView(name, options_of(Rules.of(name))) for name in EDITIONS],
        options=[OptionView(option.name, list(option.values)) for option in OPTIONS],
        bots=bot_views(),
        characters=character_views(),
    )


def options_of(rules: Rules) -> dict[str, str]:
    """Every option's value as text.

    >>> options_of(Rules.of("bga"))["own_kills"]
    'any'
    """
    return {option.name: option.text(getattr(rules, option.name)) for option in OPTIONS}


def players(variant: Variant) -> str:
    """The parties that have a player of their own at the start, in seat order.

    >>> players(Variant.get("square-2"))
    'ry'
    """
    pairs = zip(variant.parties, variant.initial, strict=True)
    return "".join(party for party, initial in pairs if initial == "active")


def players_at(start: Position) -> str:
    """The parties that need a player in a game from this position, in seat order.

    >>> players_at(Position.start("square-2"))
    'ry'
    """
    usual = players(start.variant)
    return "".join(p.letter for p in start.parties if p.is_active or p.letter in usual)


def rules_of(choice: RulesChoice) -> tuple[Variant, Rules]:
    """The variant and the rules chosen; raises DjambiError saying what is unknown."""
    variant = Variant.get(choice.variant)
    return variant, Rules.of(choice.edition or variant.default_edition, **choice.options)


def report(choice: RulesChoice) -> RulesReport:
    """A set of rules looked at: what it is, and what has no effect in it."""
    variant, rules = rules_of(choice)
    return RulesReport(
        rules=str(rules),
        edition=rules.edition,
        options=options_of(rules),
        remarks=[
            RemarkView(remark.option, words(f"remark.{remark.code}"))
            for remark in rules.without_effect(variant)
        ],
    )


def _variant(name: str) -> VariantView:
    variant = Variant.get(name)
    return VariantView(
        name=name,
        board=variant.board.name,
        parties=variant.parties,
        players=players(variant),
        default_edition=variant.default_edition,
        initial=dict(zip(variant.parties, variant.initial, strict=True)),
    )


@cache
def board_view(name: str) -> BoardView:
    """The board of a variant; raises DjambiError for an unknown one."""
    variant = Variant.get(name)
    board = variant.board
    setup = variant.setup(Rules.of(variant.default_edition))
    return BoardView(
        variant=name,
        board=board.name,
        cells=[_cell(board, number) for number in range(len(board.cells))],
        maze=board.cells[board.maze],
        fortress=[board.cells[c] for c in board.fortress],
        corners=[
            CornerView(party, board.cells[cell])
            for party, cell in zip(variant.parties, variant.corners, strict=True)
        ],
        rows=[[board.cells[c] for c in row] for row in board.rows],
        setup=[PieceView(board.cells[cell], party, kind, party) for cell, party, kind in setup],
    )


def _cell(board: Board, number: int) -> CellView:
    x, y = board.centres[number]
    return CellView(
        name=board.cells[number],
        x=round(x, 4),
        y=round(y, 4),
        outline=[(round(px, 4), round(py, 4)) for px, py in board.outlines[number]],
        neighbours=[board.cells[c] for c in board.neighbours[number]],
        sides=[board.cells[c] for c in board.sides[number]],
    )
