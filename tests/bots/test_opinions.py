"""What bots say when they are asked: of whom, in both languages, and that it disturbs nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.positions import EXPOSED_CHIEF

from djambi import Position
from djambi.bots import CHARACTERS, LEVELS, Bot, make
from djambi.bots.grudges import Grudges
from djambi.bots.opinions import OpinionRemark, opinion_of
from djambi.bots.search_bot import SearchBot
from djambi.errors import DjambiError
from djambi.position.outcome import Happening, HappeningKind
from djambi.position.turn import Turn
from djambi.texts import LANGUAGES, catalogue

# Red is in power and has nearly everything; Green has its Chief.
RULED = "square-4 original 7yC1/9/2rM6/9/4rC4/2rA1rR4/9/1rM1rD5/7gC1 r,b>r,y,g rbyg {} 0 60"


def thinker(name: str) -> SearchBot:
    bot = make(name, 1)
    assert isinstance(bot, SearchBot)
    bot.settings = replace(bot.settings, seconds=3600.0)
    return bot


def keys(bot: Bot, position: Position, party: str) -> list[str]:
    return [remark.key for remark in opinion_of(bot, position, party).remarks]


def test_it_says_what_it_is_up_to() -> None:
    found = opinion_of(thinker("master"), Position.parse(EXPOSED_CHIEF), "r")
    assert found.remarks[-1].key == "plan.kill"
    assert found.sentence("en").endswith("I have my eye on the blue Chief on d8.")
    assert found.sentence("fr").endswith("J’ai des vues sur le Chef bleu en d8.")
    assert sum(found.shares.values()) == pytest.approx(1)


@pytest.mark.slow  # the interpreted kernel sees too little in its few nodes
def test_it_says_who_is_ahead() -> None:
    club = thinker("club")
    assert keys(club, Position.start(), "b") == ["even"]
    ruled = Position.parse(RULED.format("y"))
    assert keys(club, ruled, "r") == ["winning"]
    assert keys(club, ruled, "g")[0] in ("lost", "feared")
    assert "Red" in opinion_of(club, ruled, "g").sentence("en")


@pytest.mark.slow
def test_every_character_has_something_on_its_mind() -> None:
    start, ruled = Position.start(), Position.parse(RULED.format("y"))
    for who in CHARACTERS:
        assert keys(thinker(f"club:{who.name}"), start, "g")[-1].startswith(f"mood.{who.name}")
    usurper = thinker("club:usurper")
    assert keys(usurper, start, "g")[-1] == "mood.usurper"
    assert keys(usurper, ruled, "r")[-1] == "mood.usurper.in"
    assert keys(usurper, ruled, "g")[-1] == "mood.usurper.out"
    assert keys(thinker("club:courtier"), ruled, "g")[-1] == "mood.courtier"
    avenger = thinker("club:avenger")
    avenger.grudges = Grudges("g")
    avenger.grudges._held["r"] = 1.0
    found = opinion_of(avenger, ruled, "g").remarks[-1]
    assert (found.key, found.party) == ("mood.avenger", "r")


def test_to_be_asked_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("djambi.bots.opinions.TIME_LIMIT_S", 3600.0)
    asked, other = thinker("club:avenger"), thinker("club:avenger")
    position = Position.start()
    for _ in range(6):
        opinion_of(asked, position, "r")
        turn = asked.choose(position)
        assert turn == other.choose(position)
        position = position.play(turn)
    assert opinion_of(asked, position, "g") == opinion_of(asked, position, "g")


@pytest.mark.parametrize("name", ["random", "greedy", "novice", *(x.name for x in LEVELS[-2:])])
def test_everybody_can_be_asked(name: str) -> None:
    for lang in LANGUAGES:
        assert opinion_of(make(name), Position.start("hex-3"), "y").sentence(lang)


def test_a_bot_of_ones_own_can_be_asked() -> None:
    class Mine(Bot):
        def choose(self, position: Position) -> Turn:
            return position.legal_turns()[0]

    assert opinion_of(Mine(), Position.start(), "r").sentence("fr")


def test_who_does_not_play_says_nothing() -> None:
    bot = make("novice")
    for position in (
        Position.start("hex-3").resign("y"),
        Position.start("hex-3").resign("r").resign("b"),
    ):
        with pytest.raises(DjambiError):
            opinion_of(bot, position, "y")


@pytest.mark.parametrize("name", ["random", "novice:courtier"])
def test_who_alone_is_left_is_winning(name: str) -> None:
    """A position that was written down may have a single active party."""
    alone = Position.parse("square-4 original 9/9/9/9/9/9/9/9/rCrA7 r,b>r,y>r,g>r rbyg r 0 0")
    assert keys(make(name, 1), alone, "r") == ["winning", "plan.win"]


def test_every_sentence_can_be_said() -> None:
    for lang in LANGUAGES:
        for key in catalogue(lang, "opinion"):
            told = Happening(HappeningKind.KILLED, "b", "D", "d4", "e4", "r", "M")
            plain = key.removeprefix("opinion.").removesuffix(".one").removesuffix(".other")
            assert "{" not in OpinionRemark(plain, "r", "b", 0.5, 0.2, told, 3).sentence(lang)
