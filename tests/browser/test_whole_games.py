"""Whole games by clicking, one on each kind of board, to their end and ranking."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table

from djambi import Position

pytestmark = pytest.mark.browser

# A few rounds without a death end the game, so that none is longer than it must be.
GAMES = [
    pytest.param("square-4", "original", 3, id="square"),
    pytest.param("hex-3", "harcourt", 2, id="hexagonal"),
    pytest.param("polygon-5", "harcourt", 1, id="polygon"),
]

LONGEST = 45


def chosen(position: Position, chance: random.Random) -> str:
    """A turn of somebody in a hurry: a Chief if one can be had, else any kill, else any turn."""
    chiefs = {cell for cell, piece in position.pieces.items() if piece.kind == "C"}
    kills: list[str] = []
    quiet: list[str] = []
    for stage in position.stage("").choices:
        for choice in position.stage(stage.text).choices:
            prefix = stage.text + choice.text
            if choice.act == "kill" and choice.cells[0] in chiefs:
                return finished(position, prefix, chance)
            (kills if choice.act == "kill" else quiet).append(prefix)
    return finished(position, chance.choice(kills or quiet), chance)


def finished(position: Position, prefix: str, chance: random.Random) -> str:
    """The rest of a turn, as it comes."""
    while (stage := position.stage(prefix)).kind != "done":
        choice = chance.choice(stage.choices)
        if choice.text == "":
            break
        prefix += choice.text
    return prefix


@pytest.mark.parametrize(("variant", "edition", "quiet"), GAMES)
def test_whole_game(table: Table, variant: str, edition: str, quiet: int) -> None:
    chance = random.Random(variant)
    options = {"quiet_rounds": str(quiet)}
    game = table.server.new(variant=variant, edition=edition, options=options)
    position = Position.start(variant, edition, quiet_rounds=quiet)
    table.sit(game)
    while position.result is None and position.ply < LONGEST:
        turn = chosen(position, chance)
        if turn == "--":
            table.button("Pass").click()
        else:
            table.play(turn)
        position = position.play(turn)
        table.turns(position.ply)
    while (mover := position.mover) is not None:
        # Too long for a test: those who are left give up, one after the other.
        table.button("More").click()
        table.button("Resign").click()
        table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        position = position.resign(mover)
        expect(table.page.get_by_role("dialog", name="Resign?")).to_be_hidden()
    assert str(table.server.game(game).position) == str(position)
    end = table.page.get_by_role("dialog", name="The game is over")
    expect(end).to_be_visible()
    ranking = end.get_by_role("list", name="Ranking").get_by_role("listitem")
    expect(ranking).to_have_count(len(position.parties))
    end.get_by_role("button", name="Rematch").click()
    expect(table.page.locator("#panel-turns li")).to_have_count(0)
