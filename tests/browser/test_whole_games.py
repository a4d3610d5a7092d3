"""Whole games by clicking, one on each kind of board, from the first turn to the last Chief."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Server, Table, opened

from djambi import Position
from djambi.texts import say

pytestmark = pytest.mark.browser

# Chance is drawn so that the games are short ones, with a Chief in power, his extra turns and
# vassals that move.
GAMES = [
    pytest.param("square-4", "original", 1142, id="square"),
    pytest.param("hex-3", "harcourt", 1271, id="hexagonal"),
    pytest.param("polygon-5", "harcourt", 382, id="polygon"),
    pytest.param("hex-6", "harcourt-advanced", 675, id="six parties"),
]

LONGEST = 150
"""Turns after which it is not the game that was meant: the rules have changed, draw others."""


def chosen(position: Position, chance: random.Random) -> str:
    """A turn of somebody in a hurry: a Chief if one can be had, else any kill, else any turn."""
    chiefs = {cell for cell, piece in position.pieces.items() if piece.kind == "C"}
    kills: list[str] = []
    quiet: list[str] = []
    for stage in position.stage("").choices:
        if stage.act == "pass":
            return stage.text
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


def play_whole(table: Table, variant: str, edition: str, seed: int) -> bool:
    """Play until one Chief is left, and once more; returns whether there were turns of a ruler."""
    chance = random.Random(seed)
    game = table.server.new(variant=variant, edition=edition)
    position = Position.start(variant, edition)
    extra = False
    table.sit(game)
    while not position.is_over:
        assert position.ply < LONGEST
        extra |= position.bonus
        turn = chosen(position, chance)
        if turn == "--":
            table.press(table.button("Pass"))
        else:
            table.play(turn)
        position = position.play(turn)
        table.turns(position.ply)
    assert str(table.server.game(game).position) == str(position)
    end = table.page.get_by_role("dialog", name="The game is over")
    winner = position.winners
    name = say(f"party.{winner}", "en")
    expect(end).to_contain_text(f"{name} wins")
    ranking = end.get_by_role("list", name="Ranking").get_by_role("listitem")
    expect(ranking).to_have_count(len(position.parties))
    expect(ranking.first).to_contain_text(name)
    table.press(end.get_by_role("button", name="Rematch"))
    expect(table.page.locator("#panel-turns li")).to_have_count(0)
    return extra


@pytest.mark.parametrize(("variant", "edition", "seed"), GAMES)
def test_whole_game(table: Table, variant: str, edition: str, seed: int) -> None:
    assert play_whole(table, variant, edition, seed)


def test_whole_game_by_keyboard_alone(table: Table) -> None:
    table.hand = "keys"
    play_whole(table, "hex-3", "harcourt", 150)


def test_whole_game_on_a_phone(server: Server, browser: Browser) -> None:
    server.settings()
    context = opened(browser, 360, 740, touch=True)
    table = Table(server, context.new_page(), hand="finger")
    play_whole(table, "polygon-3", "harcourt", 304)
    assert table.problems == []
    context.close()
