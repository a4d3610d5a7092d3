"""What the people of the cast say at the table: one remark at most after a line of a game.

A remark is a pure function of the game's id, the number of the line and the positions around it,
so that every process, every tab and every replay hears the same. It claims nothing that the
evaluator of the search would deny: who claims to lead does so by its shares, who feels threatened
can be struck.

Remarks are rare. A Chief that falls, the throne and the end of the game are nearly always spoken
of, the loss of a dear piece now and then, and one's lot once in `QUIET_ROUNDS` rounds at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from random import Random
from typing import Final

from djambi.bots.kernels import static_shares
from djambi.bots.levels import LEVELS
from djambi.position.outcome import Happening, HappeningKind
from djambi.position.position import Position
from djambi.texts import catalogue, say
from djambi.threats import threats_by

QUIET_ROUNDS: Final = 3
"""Rounds in which one remark at most is made about nothing in particular."""

THRONE_RATE: Final = 0.6
"""The part of coronations that are spoken of."""

LAST_WORDS_RATE: Final = 0.7
"""The part of deaths of which the dead speak, where the killer could speak too."""

BETRAYAL_RATE: Final = 0.3
"""The part of betrayals that are spoken of."""

LOSS_RATE: Final = 0.12
"""The part of lost dear pieces that are spoken of."""

LOT_RATE: Final = 0.6
"""The part of one's lots that are spoken of, where nobody is threatened."""

LEAD_RATIO: Final = 1.3
"""The multiple of an even share from which a party says that it leads."""

TRAIL_RATIO: Final = 0.6
"""The multiple of an even share up to which a party owns that it is last."""

DEAR_KINDS: Final = "ARDN"
"""The kinds of pieces that are missed; Militants are many, and a Chief is another matter."""


class Situation(StrEnum):
    """A situation in which somebody of the cast may speak."""

    THREATENED = "threatened"
    BETRAYED = "betrayed"
    VICTORIOUS = "victorious"
    DYING = "dying"
    ASKED = "asked"
    REGICIDE = "regicide"
    BEREFT = "bereft"
    LEADING = "leading"
    TRAILING = "trailing"


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A line of a game: who acted, the positions around it, and what it brought about."""

    party: str
    before: Position
    after: Position
    happenings: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True)
class CastRemark:
    """A remark: who makes it, in which situation, who is meant ("" for nobody), its text's key."""

    party: str
    situation: Situation
    by: str
    key: str

    def sentence(self, lang: str) -> str:
        """Return the remark in `en` or `fr`."""
        by = say(f"party.{self.by}", lang) if self.by else ""
        return say(self.key, lang, by=by)


def voice_of(bot: str) -> str | None:
    """Return the name of a bot's voice, None for a bot that never speaks.

    >>> voice_of("club:avenger"), voice_of("novice"), voice_of("greedy")
    ('club.avenger', 'novice.neutral', None)
    """
    level, _, character = bot.partition(":")
    return f"{level}.{character or 'neutral'}" if level in _LEVEL_NAMES else None


_LEVEL_NAMES: Final = frozenset(each.name for each in LEVELS)


@cache
def keys_of(voice: str, situation: Situation) -> tuple[str, ...]:
    """Return the keys of the lines that a voice has for a situation.

    >>> keys_of("club.avenger", Situation.DYING)[0]
    'voice.club.avenger.dying'
    """
    known = catalogue("en", "voice")
    first = f"voice.{voice}.{situation}"
    return tuple(key for key in (first, f"{first}.2", f"{first}.3") if key in known)


def remark_of(
    game: str,
    occasion: object,
    party: str,
    bot: str,
    situation: Situation = Situation.ASKED,
    by: str = "",
) -> CastRemark | None:
    """Return what a party's bot says in a situation; None if it never speaks.

    Args:
        game: the game's id.
        occasion: tells one occasion in the game from another.
        party, bot: the party's letter and its bot's name.
        situation: by default, somebody wants something of it.
        by: the letter of the party that is meant ("": none).

    >>> remark_of("game", 3, "r", "greedy") is None
    True
    """
    return _remark(Random(f"{game}:{occasion}:{party}"), {party: bot}, party, situation, by)


def remark_after(
    game: str,
    number: int,
    bots: Mapping[str, str],
    line: PlayedLine,
    earlier: Callable[[], Iterable[PlayedLine]],
) -> CastRemark | None:
    """Return the remark that somebody makes after a line of a game, None for silence.

    Args:
        game: the game's id.
        number: the number of the line, from 0.
        bots: the names of the bots at the table, by their parties' letters.
        line: the line.
        earlier: the lines of the last rounds, in order; asked for only if they matter.
    """
    if not any(map(voice_of, bots.values())):
        return None
    chance = Random(f"{game}:{number}")
    for find in (_triumph, _fall, _coronation):
        if (found := find(chance, bots, line)) is not None:
            return found
    if line.after.is_over:
        return None
    return _loss(chance, bots, line, earlier) or _lot(game, number, chance, bots, line)


def _remark(
    chance: Random, bots: Mapping[str, str], party: str, situation: Situation, by: str = ""
) -> CastRemark | None:
    """Return a remark of a party's bot, None if it has no voice."""
    voice = voice_of(bots.get(party, ""))
    keys = () if voice is None else keys_of(voice, situation)
    return CastRemark(party, situation, by, chance.choice(keys)) if keys else None


# --- great moments ------------------------------------------------------------------------------


def _triumph(chance: Random, bots: Mapping[str, str], line: PlayedLine) -> CastRemark | None:
    """Return what the one winner says of the end."""
    for told in line.happenings:
        if told.what is HappeningKind.ENDED and len(told.party or "") == 1:
            return _remark(chance, bots, told.party or "", Situation.VICTORIOUS)
    return None


def _fall(chance: Random, bots: Mapping[str, str], line: PlayedLine) -> CastRemark | None:
    """Return what is said when a Chief falls, by the dead or by whoever did it."""
    gave_up = {
        told.party
        for told in line.happenings
        if told.what in (HappeningKind.RESIGNED, HappeningKind.FLAGGED)
    }
    fallen = [p for p in line.before.active if p not in line.after.active and p not in gave_up]
    if not fallen or line.after.is_over:
        return None
    last = _remark(chance, bots, fallen[0], Situation.DYING)
    chiefs = [
        h.party or "" for h in line.happenings if h.what is HappeningKind.KILLED and h.kind == "C"
    ]
    # Another one may be walled in by the same turn.
    killed = [party for party in chiefs if party in fallen and party != line.party]
    boast = None
    if killed:
        boast = _remark(chance, bots, line.party, Situation.REGICIDE, killed[0])
    if last is None or boast is None:
        return last or boast
    return last if chance.random() < LAST_WORDS_RATE else boast


def _coronation(chance: Random, bots: Mapping[str, str], line: PlayedLine) -> CastRemark | None:
    """Return what a new ruler says, unless power costs it more than it brings."""
    crowned = [told.party or "" for told in line.happenings if told.what is HappeningKind.POWER]
    if not crowned or crowned[0] not in bots or chance.random() >= THRONE_RATE:
        return None
    party = crowned[0]
    if static_shares(line.after)[party] < static_shares(line.before)[party]:
        return None
    return _remark(chance, bots, party, Situation.VICTORIOUS)


# --- losses -------------------------------------------------------------------------------------


def _loss(
    chance: Random,
    bots: Mapping[str, str],
    line: PlayedLine,
    earlier: Callable[[], Iterable[PlayedLine]],
) -> CastRemark | None:
    """Return what somebody says whose piece was killed: of a traitor, or of a dear piece."""
    for told in line.happenings:
        if told.what is not HappeningKind.KILLED:
            continue
        owner = line.before.controller(told.party or "") or ""
        if owner not in bots or owner == line.party or owner not in line.after.active:
            continue
        dice = chance.random()
        if dice >= BETRAYAL_RATE:
            return None
        if static_shares(line.after)[owner] >= static_shares(line.before)[owner]:
            return None
        if was_spared(line.party, owner, earlier()):
            return _remark(chance, bots, owner, Situation.BETRAYED, line.party)
        if dice < LOSS_RATE and (told.kind or "") in DEAR_KINDS:
            return _remark(chance, bots, owner, Situation.BEREFT, line.party)
        return None
    return None


def was_spared(party: str, by: str, earlier: Iterable[PlayedLine]) -> bool:
    """Return whether `by`, when it last played, could have killed a piece of `party` and did not.

    Whoever killed one of its pieces in any of these lines has spared nobody.
    """
    lines = [line for line in earlier if line.party == by]
    if not lines:
        return False
    for line in lines:
        if len(line.after.controlled_pieces(party)) < len(line.before.controlled_pieces(party)):
            return False
    there = lines[-1].before
    own = there.controlled_pieces(party)
    return any(act.act == "kill" and act.cell in own for act in threats_by(there, by))


# --- the rest -----------------------------------------------------------------------------------


def _lot(
    game: str, number: int, chance: Random, bots: Mapping[str, str], line: PlayedLine
) -> CastRemark | None:
    """Return what somebody says of its lot, at the one line in some rounds that is for it."""
    window = QUIET_ROUNDS * len(line.before.parties)
    turn, place = divmod(number, window)
    if place != Random(f"{game}:{turn}:lot").randrange(window):
        return None
    before, after = static_shares(line.before), static_shares(line.after)
    for party in _threatened(line):
        if party in bots and after[party] <= before[party]:
            return _remark(chance, bots, party, Situation.THREATENED, line.party)
    if chance.random() >= LOT_RATE:
        return None
    active = line.after.active
    even = 1 / len(active)
    first, last = max(active, key=after.__getitem__), min(active, key=after.__getitem__)
    found: list[tuple[str, Situation]] = []
    if after[first] >= LEAD_RATIO * even:
        found.append((first, Situation.LEADING))
    if after[last] <= TRAIL_RATIO * even:
        found.append((last, Situation.TRAILING))
    found = [(party, situation) for party, situation in found if party in bots]
    return _remark(chance, bots, *chance.choice(found)) if found else None


def _threatened(line: PlayedLine) -> Iterator[str]:
    """Yield the parties whose Chief whoever has just played could kill."""
    if line.party not in line.after.active:
        return
    kills = {act.cell for act in threats_by(line.after, line.party) if act.act == "kill"}
    for party in line.after.opponents(line.party):
        if line.after.chief_of(party) in kills:
            yield party
