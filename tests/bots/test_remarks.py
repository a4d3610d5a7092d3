"""What the cast says: a line for everybody and everything, rarely and truly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from djambi import Position
from djambi.bots import CHARACTERS, LEVELS, make
from djambi.bots.kernels import static_shares
from djambi.bots.remarks import (
    LEAD_RATIO,
    QUIET_ROUNDS,
    TRAIL_RATIO,
    CastRemark,
    PlayedLine,
    Situation,
    keys_of,
    remark_after,
    remark_of,
    voice_of,
    was_spared,
)
from djambi.position.outcome import HappeningKind, outcome
from djambi.texts import LANGUAGES, catalogue
from djambi.threats import threats_by

CAST = [
    f"{level.name}:{name}" if name else level.name
    for level, name in product(LEVELS, ["", *(each.name for each in CHARACTERS)])
]
SEATS = dict(
    zip("rbyg", ["club:avenger", "novice", "master:courtier", "expert:usurper"], strict=True)
)
ACCUSING = {Situation.THREATENED, Situation.BETRAYED, Situation.REGICIDE, Situation.BEREFT}
"""The situations in which another party is meant, whose name a line may say (``{by}``)."""

MAX_CHARS = 90
TURNS = 90
GAMES = [f"game{n}" for n in range(40)]


@cache
def played() -> list[PlayedLine]:
    """Return the lines of a game of bots that strike whenever they can."""
    lines: list[PlayedLine] = []
    position, bot = Position.start(), make("greedy", 4)
    while not position.is_over and len(lines) < TURNS:
        turn = bot.choose(position)
        after = position.play(turn)
        told = outcome(position, turn, after)
        lines.append(PlayedLine(position.mover or "", position, after, told))
        position = after
    return lines


def said(game: str, bots: dict[str, str]) -> Iterator[tuple[int, PlayedLine, CastRemark]]:
    for number, line in enumerate(played()):
        earlier = played()[max(0, number - 8) : number]
        found = remark_after(game, number, bots, line, lambda: earlier)  # noqa: B023
        if found is not None:
            yield number, line, found


def test_there_is_a_voice_for_everybody_of_the_cast() -> None:
    assert len({voice_of(bot) for bot in CAST}) == len(CAST) == 48
    for bot, situation in product(CAST, Situation):
        assert keys_of(voice_of(bot) or "", situation), (bot, situation)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_are_short_and_nobody_says_what_another_says(lang: str) -> None:
    lines = catalogue(lang, "voice")
    assert len({line.casefold() for line in lines.values()}) == len(lines)
    for key, line in lines.items():
        assert len(line.replace("{by}", "Purple")) <= MAX_CHARS, key
        assert set(re.findall(r"\{(\w+)\}", line)) <= {"by"}, key
        situation = Situation(key.split(".")[3])
        assert "{by}" not in line or situation in ACCUSING, key
        # "de Orange" would not do, nor "que Orange".
        assert lang == "en" or not re.search(r"\b(?:de|que|le|la) \{by\}", line), key
    used = {key for bot in CAST for each in Situation for key in keys_of(voice_of(bot) or "", each)}
    assert used == set(lines)


@pytest.mark.slow
def test_what_is_said_is_true() -> None:
    heard: set[Situation] = set()
    for game in GAMES:
        for number, line, remark in said(game, SEATS):
            heard.add(remark.situation)
            _check(number, line, remark)
    assert {Situation.LEADING, Situation.TRAILING, Situation.DYING} <= heard
    assert heard & {Situation.BETRAYED, Situation.BEREFT, Situation.REGICIDE}


def _check(number: int, line: PlayedLine, remark: CastRemark) -> None:
    party, by, after = remark.party, remark.by, line.after
    shares, even = static_shares(after), 1 / len(after.active)
    kinds = [told.what for told in line.happenings]
    match remark.situation:
        case Situation.LEADING:
            assert shares[party] == max(shares.values()) >= LEAD_RATIO * even
        case Situation.TRAILING:
            assert shares[party] == min(shares[p] for p in after.active) <= TRAIL_RATIO * even
        case Situation.THREATENED:
            kills = {act.cell for act in threats_by(after, by) if act.act == "kill"}
            assert after.chief_of(party) in kills
            assert shares[party] <= static_shares(line.before)[party]
        case Situation.DYING:
            assert party in line.before.active and party not in after.active
        case Situation.REGICIDE:
            assert party == line.party and by not in after.active and HappeningKind.KILLED in kinds
        case Situation.BETRAYED | Situation.BEREFT:
            assert by == line.party and HappeningKind.KILLED in kinds
            assert shares[party] < static_shares(line.before)[party]
            spared = was_spared(by, party, played()[max(0, number - 8) : number])
            assert spared == (remark.situation is Situation.BETRAYED)
        case Situation.VICTORIOUS:
            assert HappeningKind.POWER in kinds or HappeningKind.ENDED in kinds
        case Situation.ASKED:
            raise AssertionError("nobody was asked")


def test_who_boasts_names_the_party_whose_chief_it_killed() -> None:
    """The corpse of Yellow's Chief walls in Blue's, whose seat comes first."""
    before = Position.parse("square-4 original gC8/3rMyC4/9/9/9/9/9/7x1/rC6xbC r,b,y,g rbyg r 0 0")
    turn = before.turn("d8-e8>i2")
    after = before.play(turn)
    line = PlayedLine("r", before, after, outcome(before, turn, after))
    assert set(after.active) == {"r", "g"}
    found = remark_after("game", 0, {"r": "club"}, line, lambda: ())
    assert found is not None and (found.situation, found.by) == (Situation.REGICIDE, "y")


@pytest.mark.slow
def test_remarks_are_rare() -> None:
    great = {Situation.DYING, Situation.REGICIDE, Situation.VICTORIOUS}
    small = [sum(r.situation not in great for *_, r in said(game, SEATS)) for game in GAMES]
    # On average one in three rounds or less, rounds of four turns.
    assert sum(small) / len(small) <= len(played()) / 4 / QUIET_ROUNDS
    assert min(small) < max(small)


@pytest.mark.slow
def test_the_same_game_hears_the_same_and_another_one_something_else() -> None:
    def words(game: str) -> list[tuple[int, str]]:
        return [(number, remark.sentence("fr")) for number, _, remark in said(game, SEATS)]

    assert words("game1") == words("game1")
    assert len({str(words(game)) for game in GAMES}) > len(GAMES) // 2


def test_people_and_baselines_are_silent() -> None:
    assert not list(said("game1", {}))
    assert not list(said("game1", {"r": "greedy", "b": "random"}))
    speakers = {remark.party for game in GAMES for *_, remark in said(game, {"b": "club"})}
    assert speakers <= {"b"}


def test_whoever_is_asked_has_an_answer() -> None:
    for bot in CAST:
        reply = remark_of("game", 7, "r", bot)
        assert reply is not None and reply.situation is Situation.ASKED
        assert reply.sentence("en") != reply.sentence("fr")
    assert remark_of("game", 7, "r", "published") is None
