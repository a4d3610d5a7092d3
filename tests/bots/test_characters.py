"""Characters: what they like, that it decides between turns, and what they remember."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.positions import CROWD

from djambi import Position
from djambi.bots import CHARACTERS, LEVELS, BotSettings, Character, SearchBot, make
from djambi.bots.characters import NO_PROMISE_BIAS, PromiseBias, apply_style, maze_proximity
from djambi.bots.grudges import GRUDGE_DECAY, Grudges
from djambi.bots.kernels import KernelCache, static_shares
from djambi.errors import DjambiError
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.texts import LANGUAGES, say


def search_of(position: Position) -> MultiplayerMcts:
    return KernelCache(MultiplayerMcts).set_up(position)


def liked(
    position: Position, text: str, bias: PromiseBias = NO_PROMISE_BIAS, **weights: object
) -> float:
    search, who = search_of(position), Character("x", **weights)  # type: ignore[arg-type]
    apply_style(search, who, position, Grudges("r"), bias)
    return round(search.style.bias_of(search.kernel, position.turn(text).packed), 6)


def test_a_turn_is_liked_for_what_it_does() -> None:
    position = Position.parse(CROWD)
    cells = position.board.cells
    near = dict(zip(cells, maze_proximity(position.board), strict=True))
    # An Assassin leaves the corpse where it came from, a Militant puts it down.
    assert liked(position, "b5-d5", kill=0.5) == 0.5
    assert liked(position, "b5-d5", tomb=1.0) == near["b5"]
    assert liked(position, "c4-d5>e4", tomb=1.0, kill=0.5) == near["e4"] + 0.5
    # A Reporter kills beside it, and the corpse stays there.
    assert liked(position, "b7-c7*c6", tomb=1.0) == near["c6"]
    # A Diplomat throws, which is half of a kill; a Necromobile carries corpses about.
    assert liked(position, "d3-d5>e4", revenge=1.0) == 0
    assert liked(position, "d3-d5>e4", tomb=1.0, kill=1.0) == 0
    assert liked(position, "d2-f2>e4", tomb=1.0, kill=1.0) == near["e4"] - near["f2"]
    assert liked(position, "a1-d4", march=1.0, throne=9.0) == near["d4"] - near["a1"] > 0


def test_who_is_hit_decides() -> None:
    position = Position.parse(CROWD)
    shares = static_shares(position)
    weakest = min("byg", key=shares.__getitem__)
    strongest = max("byg", key=shares.__getitem__)
    hits = {"b": "b5-d5", "g": "b7-c7*c6"}
    for party, text in hits.items():
        assert liked(position, text, weakest=1.0) == (1.0 if party == weakest else 0)
        assert liked(position, text, strongest=1.0) == (1.0 if party == strongest else 0)


def test_who_is_in_power_is_hit_with_pleasure_and_half_as_much_by_a_diplomat() -> None:
    text = "square-4 original 7yC1/9/9/9/4bC4/9/5bM3/9/rC2rD4yA r,b,y,g!* rbyg r 0 9"
    position = Position.parse(text)
    assert liked(position, "d1-f3>a9", ruler=1.0) == 0.5
    assert liked(position, "d1-i1>a9", ruler=1.0) == 0


def test_a_single_opponent_is_neither_the_weakest_nor_the_strongest() -> None:
    text = "square-4 wikipedia 7bC1/9/9/9/9/9/rA2gM1bM3/9/rC2rD5 r,b,y!*,g!* rbyg r 0 9"
    duel = Position.parse(text)
    assert liked(duel, "d1-f3>a9", weakest=1.0, strongest=1.0) == 0
    # To kill what nobody controls is a kill, to displace it harms nobody.
    assert liked(duel, "a3-d3", kill=1.0) == 1.0
    assert liked(duel, "d1-d3>a9", kill=1.0) == 0


def test_to_displace_an_own_piece_is_no_matter_of_taste() -> None:
    position = Position.parse(CROWD.replace("original", "original,diplomat_targets=own"))
    assert liked(position, "d3-c4>e4", kill=1.0, weakest=1.0, strongest=1.0, revenge=1.0) == 0


def test_promises_weigh_on_what_they_are_about() -> None:
    position = Position.parse(CROWD)
    bias = PromiseBias(harm=(("b", -0.5),), throne=-0.25, corpse=-0.125)
    # An attack counts whole, a displacement too; the corpse is on top.
    assert liked(position, "b5-d5", bias) == -0.5 - 0.125
    assert liked(position, "b5-d5", bias, kill=1.0) == 0.5 - 0.125
    assert liked(position, "d3-d5>e4", bias, kill=1.0) == -0.5
    # Yellow was promised nothing, and a corpse that is only moved comes to lie nowhere new.
    assert liked(position, "b7-c7*c6", bias) == -0.125
    assert liked(position, "d2-f2>e4", bias) == 0
    assert liked(position, "a1-e5", bias, throne=0.5) == 0.25
    assert liked(position, "a1-d4", bias) == 0


def test_nobody_likes_anything_without_a_character() -> None:
    position = Position.parse(CROWD)
    search = search_of(position)
    apply_style(search, CHARACTERS[0], position, Grudges("r"))
    assert search.style.bias_of(search.kernel, position.turn("b5-d5").packed) > 0
    apply_style(search, None, position, Grudges("r"))
    assert search.style.bias_of(search.kernel, position.turn("b5-d5").packed) == 0


def test_a_taste_decides_between_turns_that_are_about_equal() -> None:
    position = Position.start()
    settings = BotSettings(nodes=2_000, seconds=3600.0)
    plain = SearchBot(settings, 1)
    zealot = SearchBot(settings, 1, Character("zealot", kill=5.0))
    other = SearchBot(settings, 1, Character("coward", kill=-5.0))
    crowd = Position.parse(CROWD)
    after = [crowd.play(bot.choose(crowd)) for bot in (plain, zealot, other)]
    kills = [len(each.corpses) > len(crowd.corpses) for each in after]
    assert kills[1] and not kills[2]
    # Where there is nothing to like, a character plays as everybody.
    assert zealot.choose(position).target is not None


@pytest.mark.parametrize("who", CHARACTERS, ids=lambda who: who.name)
@pytest.mark.parametrize("variant", ["hex-3", "square-2", "polygon-5"])
def test_characters_play_legal_turns_to_the_end(
    who: Character, variant: str, compiled: bool
) -> None:
    position = Position.start(variant)
    bots = {p.letter: make(f"novice:{who.name}", n) for n, p in enumerate(position.parties)}
    for _ in range(60 if compiled else 3):
        if position.is_over:
            break
        # `play` refuses what is not legal.
        position = position.play(bots[position.mover or ""].choose(position))


def test_the_same_seed_plays_the_same_character() -> None:
    position = Position.parse(CROWD)
    for who in CHARACTERS:
        settings = replace(LEVELS[4].settings, seconds=3600.0)
        assert len({str(SearchBot(settings, 5, who).choose(position)) for _ in range(3)}) == 1


def test_characters_have_names_and_descriptions() -> None:
    for who in CHARACTERS:
        for lang in LANGUAGES:
            assert say(f"character.{who.name}", lang)
            assert say(f"character.{who.name}.about", lang)


def test_unknown_characters_are_refused() -> None:
    for name in ("club:", "club:saint", "greedy:avenger"):
        with pytest.raises(DjambiError):
            make(name)


# Grudges


def later(before: str, after: str) -> str:
    assert before in CROWD
    return CROWD.replace(before, after).replace(" r 0 9", " r 0 13")


def test_a_killer_is_known_by_where_it_stands() -> None:
    before = Position.parse(CROWD)
    grudges = Grudges("r")
    grudges.remember(before)
    # Green's Militant has come to where Red's Assassin was.
    grudges.update(Position.parse(later("2gM1x4/1rA1bM4x", "4x4/1gM1bM4x")))
    assert grudges.against("g") == 1.0 and grudges.against("b") == 0.0
    assert grudges.strongest() == "g"


def test_a_reporter_is_known_by_standing_beside() -> None:
    grudges = Grudges("r")
    grudges.remember(Position.parse(CROWD))
    grudges.update(Position.parse(later("1rA1bM4x/2rM6/3rD2yR2", "1xyRbM4x/2rM6/3rD5")))
    assert grudges.against("y") == 1.0


def test_who_has_two_colours_resents_what_either_suffers() -> None:
    text = "square-2 original {}/9/9/9/9/9/9/9/rC7bC r,b>r,y,g>y rbyg {} 0 {}"
    grudges = Grudges("r")
    grudges.remember(Position.parse(text.format("yC4bM1gAgC", "y", 2)))
    grudges.update(Position.parse(text.format("yC4gA1xgC", "r", 4)))
    assert grudges.strongest() == "y"


def test_what_only_moved_is_no_grudge_and_grudges_fade() -> None:
    grudges = Grudges("r")
    first = Position.parse(CROWD)
    grudges.remember(first)
    grudges.update(Position.parse(later("2gM1x4/1rA1bM4x", "4x4/1gM1bM2rA1x")))
    assert grudges.strongest() is None
    grudges._held["y"] = 1.0
    for ply in range(20, 64, 4):
        grudges.remember(Position.parse(CROWD.replace(" r 0 9", f" r 0 {ply}")))
        grudges.update(Position.parse(CROWD.replace(" r 0 9", f" r 0 {ply + 3}")))
    assert grudges.strongest() is None


def test_a_game_that_went_back_is_forgotten() -> None:
    grudges = Grudges("r")
    grudges._held["y"] = 1.0
    grudges.remember(Position.parse(CROWD))
    grudges.update(Position.parse(CROWD.replace(" r 0 9", " r 0 5")))
    assert grudges.strongest() is None


def test_the_grudges_of_a_game_are_those_of_its_own_turns() -> None:
    start = "square-4 original 7yC1/9/9/9/9/9/2rM1bM4/9/rC6bCgC r,b,y,g rbyg r 0 0"
    position = Position.parse(start)
    positions = [position]
    for turn in ("a1-a2", "e3-c3>a9", "h9-g9", "i1-i2"):
        position = position.play(turn)
        positions.append(position)
    assert Grudges.from_positions(positions).against("b") == 1.0
    for turn in ("a2-a1", "h1-h2", "g9-h9", "i2-i1"):
        position = position.play(turn)
        positions.append(position)
    assert Grudges.from_positions(positions).against("b") == GRUDGE_DECAY


def test_an_avenger_strikes_back() -> None:
    """Of two kills that are alike it takes the one of who killed its own."""
    position = Position.parse(
        "square-4 original gC7yC/9/1gM7/9/1rA1bM5/9/9/9/rC7bC r,b,y,g rbyg r 0 21"
    )
    search = search_of(position)
    tastes: dict[str, float] = {}
    for enemy in "bg":
        grudges = Grudges("r")
        grudges._held[enemy] = 1.0
        apply_style(search, CHARACTERS[2], position, grudges)
        for text, owner in (("b5-d5", "b"), ("b5-b7", "g")):
            tastes[enemy + owner] = search.style.bias_of(search.kernel, position.turn(text).packed)
    assert all((value > 0.05) == (key[0] == key[1]) for key, value in tastes.items())
