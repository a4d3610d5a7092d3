"""Ask a bot for its opinion: one line about its plan, or about the state of the game.

It runs a short search of its own for it, at its own level and apart from the search for its turn,
so that it may be asked at any time and from any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from djambi.bots.base import Bot
from djambi.bots.bot_settings import BotSettings
from djambi.bots.characters import apply_style
from djambi.bots.draws import AGREED_STANDSTILL_ROUNDS, is_even, standstill_rounds
from djambi.bots.grudges import Grudges
from djambi.bots.kernels import KernelCache
from djambi.bots.search_bot import SearchBot
from djambi.errors import DjambiError
from djambi.forwarding import renamed
from djambi.kernel.search.mcts import MultiplayerMcts
from djambi.position.outcome import Happening, HappeningKind, capital, outcome, piece_name
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.safety import nobody_can_win
from djambi.texts import say

MAX_NODES: Final = 3_000
"""The most nodes searched for an opinion."""

TIME_LIMIT_S: Final = 0.5
"""The most seconds spent on an opinion."""

CONFIDENT_SHARE: Final = 0.6
CONFIDENT_RATIO: Final = 1.6
"""The share, and the multiple of an even one, from which a bot says that it wins."""

EVEN_SPREAD: Final = 0.15
"""The part of an even share within which all are, at an even table."""

LOST_RATIO: Final = 0.5
"""The multiple of an even share below which a bot says that it has lost."""

FEARED_RATIO: Final = 1.5
"""The multiple of an even share above which a bot fears the leader."""

GROWN_RATIO: Final = 1.2
"""The multiple of an even share above which a courtier turns on the largest."""

SHALLOW_SETTINGS: Final = BotSettings(nodes=500, depth=1)
"""The settings for bots that do not search."""

_PLANS: Final = (
    (HappeningKind.ENDED, "win"),
    (HappeningKind.POWER, "power"),
    (HappeningKind.KILLED, "kill"),
    (HappeningKind.DISPLACED, "displace"),
    (HappeningKind.EXHUMED, "exhume"),
    (HappeningKind.POWER_LEFT, "leave"),
    (HappeningKind.MOVED, "move"),
)
"""What a turn may be for, the most important first, with the end of its text's key."""


@dataclass(frozen=True, slots=True)
class OpinionRemark:
    """A remark: the text ``opinion.<key>`` and its values.

    Args:
        key: the end of the text's key.
        party, other: letters of the parties that it is about.
        share, other_share: their shares of the game.
        happening: what a turn does.
        n: a number of things.
    """

    key: str
    party: str = ""
    other: str = ""
    share: float = 0.0
    other_share: float = 0.0
    happening: Happening | None = None
    n: int = 0

    def sentence(self, lang: str) -> str:
        """Return the remark as a sentence in `en` or `fr`."""
        values: dict[str, object] = {
            "share": round(100 * self.share), "other_share": round(100 * self.other_share),
            "n": self.n,
        }  # fmt: skip
        if self.party:
            values["party"] = say(f"party.{self.party}", lang)
        if self.other:
            values["other"] = say(f"party.{self.other}", lang)
        told = self.happening
        if told is not None:
            values["cell"], values["target"] = told.cell, told.target
            if told.party and told.kind:
                values["piece"] = piece_name(told.party, told.kind, lang)
        return capital(say(f"opinion.{self.key}", lang, **values))


@dataclass(frozen=True, slots=True)
class BotOpinion:
    """A bot's opinion: one or two remarks, and the shares that it expects, by party letter."""

    remarks: tuple[OpinionRemark, ...]
    shares: dict[str, float]

    def sentence(self, lang: str) -> str:
        """Return the opinion as one line in `en` or `fr`."""
        return " ".join(remark.sentence(lang) for remark in self.remarks)


def opinion_of(bot: Bot, position: Position, party: str) -> BotOpinion:
    """Return the opinion of a position by the bot that plays a party.

    Raises:
        DjambiError: the game is over, or the party is not active.

    >>> from djambi import Position
    >>> from djambi.bots import make
    >>> opinion_of(make("club"), Position.start(), "b").sentence("en")
    'Nobody is ahead yet: the table is even.'
    """
    if not position.party(party).is_active:
        raise DjambiError(f"{party} is not active: nobody plays it")
    settings, who, grudges = SHALLOW_SETTINGS, None, None
    if isinstance(bot, SearchBot):
        settings, who, grudges = bot.settings, bot.character, bot.grudges
    search = KernelCache(MultiplayerMcts).set_up(position)
    # An opinion should not change from one moment to the next, so it has no noise.
    settings = replace(
        settings, nodes=min(settings.nodes, MAX_NODES), seconds=TIME_LIMIT_S, evaluation_noise=0.0
    )
    settings.configure(search)
    mine = position.mover == party
    apply_style(search, who if mine else None, position, grudges or Grudges(party))
    packed = search.think(settings.node_limit, settings.seconds, settings.depth, position.key)
    shares = dict(zip(position.variant.parties, search.values(), strict=True))
    remarks = [_judgement(bot, position, party, shares)]
    if mine:
        turn = Turn(packed, position.board)
        remarks += _plan(outcome(position, turn, position.play(turn)), party)
    elif who is not None:
        remarks.append(_mood(position, party, who.name, shares, grudges))
    return BotOpinion(tuple(remarks), shares)


def _judgement(bot: Bot, position: Position, party: str, shares: dict[str, float]) -> OpinionRemark:
    """Return a remark on who is ahead, and how the bot itself stands; on a proof before a guess."""
    if nobody_can_win(position):
        return OpinionRemark("safe")
    others = sorted(position.opponents(party), key=shares.__getitem__, reverse=True)
    own = shares[party]
    if not others:  # as a position that was written down may have it
        return OpinionRemark("winning", other=party, other_share=own)
    leader = others[0]
    about = OpinionRemark("", leader, party, shares[leader], own)
    level = 1 / len(position.active)
    if own >= max(CONFIDENT_SHARE, CONFIDENT_RATIO * level):
        return replace(about, key="winning")
    if _shares_standstill(bot, position, party):
        return OpinionRemark("standstill", n=standstill_rounds(position))
    if all(abs(shares[each] - level) < EVEN_SPREAD * level for each in position.active):
        return replace(about, key="even")
    if own > shares[leader]:
        return replace(about, key="ahead")
    if own < LOST_RATIO * level:
        return replace(about, key="lost")
    if shares[leader] > FEARED_RATIO * level:
        return replace(about, key="feared")
    return replace(about, key="behind")


def _shares_standstill(bot: Bot, position: Position, party: str) -> bool:
    """Return whether the bot would agree to share an even game in which nobody dies any more."""
    is_standstill = standstill_rounds(position) >= AGREED_STANDSTILL_ROUNDS
    return is_standstill and bot.accepts_draw(position, party) and is_even(position)


def _plan(happenings: tuple[Happening, ...], party: str) -> list[OpinionRemark]:
    """Return a remark on what the intended turn is for, if it is for anything."""
    for what, key in _PLANS:
        for told in happenings:
            if told.what is not what:
                continue
            if what is HappeningKind.ENDED and party not in (told.party or ""):
                continue
            if what in (HappeningKind.POWER, HappeningKind.POWER_LEFT) and told.party != party:
                continue
            return [OpinionRemark(f"plan.{key}", happening=told)]
    return []


def _mood(
    position: Position,
    party: str,
    character: str,
    shares: dict[str, float],
    grudges: Grudges | None,
) -> OpinionRemark:
    """Return a remark in character, for while others play."""
    others = position.opponents(party)
    match character:
        case "avenger":
            culprit = grudges.strongest() if grudges is not None else None
            if culprit is not None and culprit in others:
                return OpinionRemark("mood.avenger", culprit)
            return OpinionRemark("mood.avenger.calm")
        case "opportunist":
            return OpinionRemark("mood.opportunist", min(others, key=shares.__getitem__))
        case "courtier":
            largest = max(others, key=shares.__getitem__)
            if shares[largest] > GROWN_RATIO / (len(others) + 1):
                return OpinionRemark("mood.courtier", largest)
            return OpinionRemark("mood.courtier.calm")
        case "usurper":
            if position.ruler == party:
                return OpinionRemark("mood.usurper.in")
            if position.ruler is not None:
                return OpinionRemark("mood.usurper.out", position.ruler)
            return OpinionRemark("mood.usurper")
        case _:
            board = position.board
            near = board.names(board.neighbours[board.maze])
            stones = len(set(near) & set(position.corpses))
            return OpinionRemark("mood.builder" if stones else "mood.builder.none", n=stones)


if not TYPE_CHECKING:
    __getattr__ = renamed(
        __name__,
        Opinion="BotOpinion",
        Remark="OpinionRemark",
        opinion="opinion_of",
    )
