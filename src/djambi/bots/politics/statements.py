"""Statements: what a bot has to say about pacts, before anybody puts it into words.

A statement carries the numbers that it comes from, so that sentences, replays and tests tell the
same. Everything is plain data: `dataclasses.asdict` gives what JSON can hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from djambi.bots.politics.records import PactRecord
from djambi.bots.politics.standing import WinThreat
from djambi.bots.politics.values import PactValue


class StatementKind(StrEnum):
    """What a statement does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    COUNTER = "counter"
    PROPOSE = "propose"
    NOTICE = "notice"
    """Denounces a pact."""
    SANCTION = "sanction"
    """Announces what a breach will cost."""
    WARN = "warn"
    """Warns of a party that takes power or a Chief next turn."""
    COALITION = "coalition"
    """Calls the others against the leader."""
    GLOAT = "gloat"
    """Enjoys a breach of its own."""


class TalkReason(StrEnum):
    """Why a bot says so; `about` names the party that it is about."""

    GAIN = "gain"
    """The pact is worth something to the speaker."""
    MUTUAL = "mutual"
    """The pact is worth something to all its parties."""
    LEADER = "leader"
    """`about` is ahead and has to be stopped."""
    LOSS = "loss"
    """The pact costs the speaker more than it brings."""
    DISTRUST = "distrust"
    """The pact would pay if it were kept, but `about` is not trusted."""
    TRAITOR = "traitor"
    """`about` has betrayed the speaker and gets no pact any more."""
    OUTCAST = "outcast"
    """`about` has broken its word to somebody, and the speaker sanctions that."""
    UNFAIR = "unfair"
    """The speaker gives and gets nothing."""
    PROMISED = "promised"
    """It contradicts or repeats what is promised already."""
    DUEL = "duel"
    """Two are left: there is nothing to agree on."""
    THREAT = "threat"
    """`about` takes power or a Chief next turn."""
    GROWN = "grown"
    """`about`, a partner, has grown too strong."""
    BREACH = "breach"
    """A promise was broken: by `about`, or by the speaker who gloats."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a bot says.

    Args:
        kind: what it does.
        speaker: the letter of its party.
        reason: why.
        about: the letter of the party that the reason is about, or empty.
        audience: the letters of who may hear it, the speaker's among them; empty for everybody.
        value: what the pact is worth that it speaks of.
        threat: what it warns of.
        record: the record of `about`.
        honest: whether the speaker believes it; False for a bluff.
    """

    kind: StatementKind
    speaker: str
    reason: TalkReason
    about: str = ""
    audience: str = ""
    value: PactValue | None = None
    threat: WinThreat | None = None
    record: PactRecord | None = None
    honest: bool = True
