"""Random games through the app, warnings and confirmations on: each legal turn can be completed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.browser.table import Table
from tests.waiting import WAIT_TIMEOUT_S

from djambi import EDITIONS, VARIANT_NAMES, Position
from djambi.texts import say
from djambi.views.threats import danger_views

pytestmark = pytest.mark.browser

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"reporter_targets": "all"},
    {"reporter_targets": "some", "reporter_kill": "optional"},
    {"reporter_targets": "some", "reporter_kill": "mandatory", "killer_exit": "any"},
    {"assassin_maze_corpse": "anywhere", "exit_before_placement": "yes"},
    {"assassin_maze_corpse": "anywhere", "exit_before_placement": "no"},
)
"""Options whose turns have stages of their own."""

DRAWN = 4
LONGEST = 150
"""Turns after which a game is left: nobody wants to win it."""

_PLAY = (Path(__file__).parent / "hurried.js").read_text(encoding="utf-8")
_ACTS = ("move", "kill", "displace", "exhume", "splash", "power", "place", "enthrone", "select")
_WORDS = {
    "acts": {act: say(f"web.act.{act}", "en").capitalize() for act in _ACTS},
    "plain": {act: say(f"web.do.{act}", "en") for act in ("pass", "spare", "finish")},
}


Plan = list[dict[str, Any]]


def plan_of(start: Position, chance: random.Random, most: int) -> tuple[Plan, Position]:
    """Random turns from a position on, with what one chooses for each; and where they lead.

    Of a few turns drawn it is the one that puts the mover's Chief in the greatest danger, so that
    there is much to be warned of.
    """
    turns: Plan = []
    position = start
    while (mover := position.mover) is not None and len(turns) < most:
        drawn = [turn_of(position, chance) for _ in range(DRAWN)]
        threats = [len(danger_views(position.play(text), mover)) for text, _ in drawn]
        text, steps = drawn[threats.index(max(threats))]
        turns.append({"text": f"{text} in {position}", "steps": steps})
        position = position.play(text)
    return turns, position


def turn_of(position: Position, chance: random.Random) -> tuple[str, Plan]:
    """A turn chosen at random stage by stage, and the choices that make it."""
    prefix, steps = "", list[dict[str, Any]]()
    while (stage := position.stage(prefix)).kind != "done":
        choice = chance.choice(stage.choices)
        steps.append({"cells": choice.cells, "act": choice.act})
        prefix += choice.text
        if choice.text == "":
            break
    return prefix, steps


def play(table: Table, start: Position, chance: random.Random, most: int) -> None:
    """Play a random game of at most so many turns through the app."""
    turns, end = plan_of(start, chance, most)
    game = table.load(str(start))
    told = {"turns": turns, "words": _WORDS, "patience": WAIT_TIMEOUT_S * 1000}
    table.page.evaluate(_PLAY, told)
    table.turns(len(turns))
    assert str(table.server.game(game).position) == str(end)


@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_every_turn_of_random_games_can_be_played(table: Table, variant: str) -> None:
    table.server.settings(warn=True, confirm=True)
    chance = random.Random(variant)
    start = Position.start(variant, chance.choice(EDITIONS), **chance.choice(OPTIONS))
    _, later = plan_of(start, chance, 20)
    play(table, later, chance, 25)


@pytest.mark.parametrize("options", OPTIONS)
def test_every_turn_by_rare_options_can_be_played(table: Table, options: dict[str, str]) -> None:
    table.server.settings(warn=True, confirm=True)
    chance = random.Random(str(options))
    _, later = plan_of(Position.start("hex-3", "harcourt", **options), chance, 20)
    play(table, later, chance, 25)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANT_NAMES)
def test_every_turn_of_hundreds_of_random_games_can_be_played(table: Table, variant: str) -> None:
    """Whole games, 25 on each board, in every edition."""
    table.server.settings(warn=True, confirm=True)
    chance = random.Random(f"long {variant}")
    for number in range(25):
        edition = EDITIONS[number % len(EDITIONS)]
        start = Position.start(variant, edition, **chance.choice(OPTIONS))
        play(table, start, chance, LONGEST)
