"""Games that depend on nothing but a number: natively and in the browser they must be the same.

It needs djambi and the standard library only.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from random import Random

from djambi import Position
from djambi.bots import CHARACTERS, LEVELS, SearchBot

GAMES = (
    ("square-4", "original"),
    ("square-3", "bga"),
    ("hex-3", "hallepee"),
    ("hex-6", "djambinet"),
    ("polygon-5", "harcourt"),
    ("polygon-8", "bga"),
)
"""The boards, each with an edition that is played on it."""

MAX_NODES = 600
"""The most nodes of a bot's turn, so that even the strongest level is quick."""

PATIENCE_S = 3600.0
"""A time limit that no turn reaches: it would make slow machines play otherwise."""


def game_hash(variant: str, edition: str, number: int, plies: int) -> str:
    """Return the SHA-256 of a game's turns and positions, up to so many plies.

    Two turns in three are a bot's, of a level and a character that go by the number; the others
    are drawn from all legal ones.
    """
    chance = Random(number)
    level = LEVELS[number % len(LEVELS)].settings
    settings = replace(level, nodes=min(level.nodes, MAX_NODES), seconds=PATIENCE_S)
    characters = (None, *CHARACTERS)
    bot = SearchBot(settings, seed=number, character=characters[number % len(characters)])
    position = Position.start(variant, edition)
    digest = hashlib.sha256()
    for ply in range(plies):
        if position.result is not None:
            break
        turns = position.legal_turns()
        turn = bot.choose(position) if ply % 3 else turns[chance.randrange(len(turns))]
        position = position.play(turn)
        digest.update(f"{turn} {position}\n".encode())
    return digest.hexdigest()


def level_turns(variant: str, edition: str) -> list[str]:
    """Return what every level plays with all its nodes, a few turns after the start."""
    position = Position.start(variant, edition)
    chance = Random(variant)
    for _ in range(2 * len(position.variant.parties)):
        turns = position.legal_turns()
        position = position.play(turns[chance.randrange(len(turns))])
    chosen: list[str] = []
    for level in LEVELS:
        bot = SearchBot(replace(level.settings, seconds=PATIENCE_S), seed=1)
        chosen.append(f"{level.name} {bot.choose(position)}")
    return chosen
