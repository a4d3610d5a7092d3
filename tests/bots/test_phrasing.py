"""What bots state about pacts, in words: true to the numbers, in every voice and language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from djambi.bots.characters import CHARACTERS
from djambi.bots.politics.phrasing import statement_sentence
from djambi.bots.politics.records import PactRecord
from djambi.bots.politics.standing import WinThreat
from djambi.bots.politics.statements import Statement, StatementKind, TalkReason
from djambi.bots.politics.values import PactValue
from djambi.texts import LANGUAGES, catalogue

VOICES = ["club", *(f"club:{who.name}" for who in CHARACTERS)]

PAIRS = [
    (StatementKind.ACCEPT, TalkReason.GAIN),
    (StatementKind.ACCEPT, TalkReason.LEADER),
    (StatementKind.DECLINE, TalkReason.LOSS),
    (StatementKind.DECLINE, TalkReason.DISTRUST),
    (StatementKind.DECLINE, TalkReason.TRAITOR),
    (StatementKind.DECLINE, TalkReason.OUTCAST),
    (StatementKind.DECLINE, TalkReason.PROMISED),
    (StatementKind.DECLINE, TalkReason.DUEL),
    (StatementKind.COUNTER, TalkReason.UNFAIR),
    (StatementKind.PROPOSE, TalkReason.MUTUAL),
    (StatementKind.PROPOSE, TalkReason.LEADER),
    (StatementKind.PROPOSE, TalkReason.OUTCAST),
    (StatementKind.NOTICE, TalkReason.DUEL),
    (StatementKind.NOTICE, TalkReason.GROWN),
    (StatementKind.NOTICE, TalkReason.OUTCAST),
    (StatementKind.SANCTION, TalkReason.BREACH),
    (StatementKind.WARN, TalkReason.THREAT),
    (StatementKind.COALITION, TalkReason.LEADER),
    (StatementKind.GLOAT, TalkReason.BREACH),
]
"""Everything that a negotiator states."""

GOOD = PactValue("rby", (0.3, 0.3, 0.4), (0.34, 0.33, 0.33), (0.2, 0.2, 0.4), "rb")
BAD = PactValue("rby", (0.3, 0.3, 0.4), (0.25, 0.33, 0.42), (0.2, 0.2, 0.4), "rb")


def english(statement: Statement, bot: str = "club") -> str:
    return statement_sentence(statement, "en", bot, "game:1")


def test_there_is_a_sentence_for_everything_in_every_voice_and_no_more() -> None:
    known = {"statement.fact"}
    for kind, reason in PAIRS:
        known.add(f"statement.{kind}.{reason}")
        for bot in VOICES:
            statement = Statement(kind, "r", reason, "b")
            said = {statement_sentence(statement, lang, bot, 1) for lang in LANGUAGES}
            assert len(said) == len(LANGUAGES)
    assert {key.rsplit(".", 1)[0] for key in catalogue("en", "statement")} - known == {
        "statement.fact.record",
        *(
            f"statement.{pair}.neutral"
            for pair in ("accept.gain", "decline.loss", "propose.mutual")
        ),
    }


def test_a_character_has_a_voice_of_its_own() -> None:
    refusal = Statement(StatementKind.DECLINE, "r", TalkReason.LOSS)
    assert len({english(refusal, bot) for bot in VOICES}) == len(VOICES)


def test_numbers_are_told_as_they_are() -> None:
    offer = Statement(StatementKind.PROPOSE, "r", TalkReason.MUTUAL, value=GOOD)
    assert english(offer).endswith("I reckon on 4% of the game for me and 3% for Blue.")
    alone = replace(GOOD, kept=(0.34, 0.298, 0.362))
    assert english(replace(offer, value=alone)).endswith("I reckon on 4% of the game for me.")
    little = replace(GOOD, kept=(0.304, 0.33, 0.366))
    assert "%" not in english(replace(offer, value=little))
    refusal = Statement(StatementKind.DECLINE, "r", TalkReason.LOSS, value=BAD)
    assert english(refusal).endswith("It would cost me 5% of the game.")
    # What loses is never praised, and what wins is not complained of.
    assert "%" not in english(replace(offer, value=BAD))
    assert "%" not in english(replace(refusal, value=GOOD))


@pytest.mark.parametrize(("broken", "said"), [(1, "1 promise."), (2, "2 promises.")])
def test_distrust_tells_the_record(broken: int, said: str) -> None:
    record = PactRecord(kept=3, broken=broken)
    statement = Statement(StatementKind.DECLINE, "r", TalkReason.DISTRUST, "b", record=record)
    assert english(statement).endswith(f"Blue has broken {said}")


def test_a_warning_names_who_can_hinder_it() -> None:
    threat = WinThreat("g", "power", "e5", (("b", "c4"), ("y", "a9"), ("r", "i1")))
    warning = Statement(StatementKind.WARN, "r", TalkReason.THREAT, "g", threat=threat)
    assert english(warning).endswith("first: Blue (from c4) or Yellow (from a9) can.")
