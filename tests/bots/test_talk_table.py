"""Matches with talk: pacts, verdicts, logs; and nobody knows what they should not."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from djambi import Position
from djambi.bots import RandomBot, SearchBot
from djambi.bots.bot_settings import BotSettings
from djambi.bots.manners import MANNERS, split_manner
from djambi.bots.match_log import MatchLog
from djambi.bots.matches import Match, talk_scores
from djambi.bots.negotiator import Negotiator
from djambi.bots.politics.offers import Offer
from djambi.bots.talk_table import JudgedPact, TalkTable, context_for
from djambi.bots.turn_sampling import random_turn
from djambi.errors import DjambiError
from djambi.pacts import Finding, GameLine, Promise, Verdict

START = Position.start()
QUICK = BotSettings(nodes=60, seconds=600)
PEACE_YG = (Promise("y", "peace", 3, "g"), Promise("g", "peace", 3, "y"))


def random_bot(name: str, seed: int | None) -> RandomBot:
    return RandomBot(seed)


def pact(secret: bool, verdict: Verdict = Verdict.RUNNING) -> JudgedPact:
    findings = tuple(Finding(verdict, 3, None if verdict is Verdict.RUNNING else 0) for _ in "yg")
    return JudgedPact("yg", PEACE_YG, findings, secret)


@pytest.mark.parametrize("verdict", [Verdict.RUNNING, Verdict.KEPT, Verdict.BROKEN])
def test_what_others_agreed_in_secret_is_in_no_input(verdict: Verdict) -> None:
    bare = context_for("r", START, [])
    assert context_for("r", START, [pact(secret=True, verdict=verdict)]) == bare
    assert context_for("r", START, [pact(secret=False, verdict=verdict)]) != bare
    assert context_for("y", START, [pact(secret=True, verdict=verdict)]) != context_for(
        "y", START, []
    )


def test_a_promise_about_nobody_is_broken_to_the_others_of_the_pact_and_not_to_oneself() -> None:
    promises = (Promise("r", "no_power", 3), Promise("b", "peace", 3, "r"))
    findings = (Finding(Verdict.BROKEN, 3, 0), Finding(Verdict.VOID, 3, 0))
    assert context_for("r", START, [JudgedPact("rb", promises, findings)]).fresh_victims == "b"


def test_a_planted_secret_changes_no_word_and_no_turn_of_a_third_party() -> None:
    def behaviour(planted: list[JudgedPact]) -> object:
        who = Negotiator("r", None, "a game", QUICK)
        table = TalkTable(START, {"r": who})
        table.pacts = lambda: planted  # type: ignore[method-assign]
        bot = SearchBot(QUICK, seed=3)
        table.before_turn(START, "r", bot)
        return who.proposal(table.context("r", START)), bot.regards, bot.choose(START)

    assert behaviour([pact(secret=True)]) == behaviour([])
    assert behaviour([pact(secret=False)]) != behaviour([])


def test_who_was_betrayed_in_secret_tells_everybody() -> None:
    betrayed = context_for("y", START, [pact(secret=True, verdict=Verdict.BROKEN)])
    who = Negotiator("y", None, "a game", QUICK)
    assert [(said.about, said.audience) for said in who.accusations(betrayed)] == [("g", "")]
    told = context_for("r", START, [pact(secret=True, verdict=Verdict.BROKEN)], accused="g")
    assert (told.record("g").broken, told.record("g").wronged) == (1, 0)
    known = context_for("y", START, [pact(secret=True, verdict=Verdict.BROKEN)], accused="g")
    assert known.record("g") == betrayed.record("g")


def test_who_falls_by_a_secret_betrayal_still_tells_everybody() -> None:
    before = Position.parse(
        "square-4 original 3bC3yC1/9/9/9/3yA5/9/9/4rN4/rC7gC r,b,y,g rbyg y 0 0"
    )
    table = TalkTable(before, {party: Negotiator(party, None, party, QUICK) for party in "by"})
    peace = (Promise("y", "peace", 3, "b"), Promise("b", "peace", 3, "y"))
    table.conclude(before, Offer("by", peace, secret=True))
    assert table.context("r", before).record("y").broken == 0
    turn = before.turn("d5-d9")
    after = before.play(turn)
    table.after_turn(GameLine(before, "y", turn, after))
    assert "b" not in after.active
    assert table.context("r", after).record("y").broken == 1


def test_trust_starts_equal_and_does_not_depend_on_who_sits_there() -> None:
    """All seatings of the same play give every party the same contexts: names are no input."""
    match = Match(START, ("regular@honest", "regular", "club@deviator", "club@silent"), talk=True)
    first = match._table(dict(zip("rbyg", match.players, strict=True)), "seed")
    for seats in permutations(match.players):
        table = match._table(dict(zip("rbyg", seats, strict=True)), "seed")
        for party in "rbyg":
            assert table.context(party, START) == first.context(party, START)
            assert {table.context(party, START).record(each).trust for each in "rbyg"} == {0.85}


def test_priors_count_only_where_they_are_given() -> None:
    assert context_for("r", START, []).record("b").trust == pytest.approx(0.85)
    known = context_for("r", START, [], priors={"b": 0.2})
    assert known.record("b").trust == pytest.approx(0.2)
    assert known.record("y").trust == pytest.approx(0.85)


@pytest.mark.slow
def test_two_who_talk_make_pacts_and_silent_ones_do_not() -> None:
    negotiators = {party: Negotiator(party, None, party, QUICK) for party in "ry"}
    table = TalkTable(START, negotiators)
    position = START
    source = RandomBot(4).random
    for _ in range(32):
        party = position.mover or ""
        table.before_turn(position, party, RandomBot(1))
        turn = random_turn(position, source)
        after = position.play(turn)
        table.after_turn(GameLine(position, party, turn, after))
        position = after
    assert {pact.parties for pact in table.pacts()} == {"ry"}
    talk = table.seat_talk("r")
    assert talk.signed >= 1 and table.seat_talk("b").signed == 0


@pytest.mark.slow
def test_a_match_with_talk_is_seeded_and_goes_on_from_its_log(tmp_path: Path) -> None:
    start = Position.start("hex-3", quiet_rounds=2)
    match = Match(start, ("novice", "novice", "novice@silent"), talk=True)
    seatings = match.seatings(2)
    games = [match.play(number, seatings[number], random_bot) for number in range(2)]
    assert games[0] == match.play(0, seatings[0], random_bot)
    with MatchLog(tmp_path / "log", match) as log:
        for game in games:
            log.add(game)
    with MatchLog(tmp_path / "log", match) as log:
        assert log.games == games
    with (
        pytest.raises(DjambiError, match="another match"),
        MatchLog(tmp_path / "log", replace(match, talk=False)),
    ):
        pass
    spoken = {score.player: score for score in talk_scores(games)}
    assert spoken["novice@silent"].signed == 0


@pytest.mark.slow
def test_who_talks_to_nobody_plays_as_if_it_were_silent() -> None:
    """So a single negotiator among silent players has a fair share, exactly."""
    start = Position.start("hex-3", quiet_rounds=2)
    match = Match(start, ("novice", "novice@silent", "novice@silent"), talk=True)
    alone = match.play(0, ("novice@silent", "novice", "novice@silent"))
    silent = match.play(0, ("novice@silent",) * 3)
    assert (alone.shares, alone.plies) == (silent.shares, silent.plies)
    assert alone.talk[1].proposed > 0 == alone.talk[1].signed


def test_a_manner_has_a_name_that_is_known() -> None:
    assert [split_manner(f"club@{manner.name}")[1] for manner in MANNERS] == list(MANNERS)
    with pytest.raises(DjambiError, match="unknown manner"):
        split_manner("club@rude")
