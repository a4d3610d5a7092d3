"""The edition of a newspaper about one game: what is said of it, chosen among what is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from djambi.position.outcome import DEATHS, HappeningKind
from djambi.press.facts import Fall, FallCause, PaperFacts
from djambi.press.sentences import PaperSentence, one_of

MAX_DECKS: Final = 3
"""Lines under the headline, at most."""

MAX_ADS: Final = 3
"""Small ads, at most."""

_HOPELESS: Final = 0.08
"""The share from which winning is a comeback."""

_LONG_REIGN: Final = 0.4
"""The part of a game that makes a long reign."""

_SHORT_ROUNDS: Final = 6
_LONG_ROUNDS: Final = 40
"""Rounds below and above which the length of a game is news."""

_SLAUGHTER: Final = 0.6
"""The part of all pieces that die in a slaughter."""

_MANY_REIGNS: Final = 5
_BUSY_KILLS: Final = 3


@dataclass(frozen=True, slots=True)
class PaperEdition:
    """What the front page says; the paper is that of the winner, or a neutral one.

    `owner` is the winner's letter, "none" where the game is shared. `obituaries` are one for each
    fall of the facts, in their order.
    """

    owner: str
    kicker: PaperSentence
    headline: PaperSentence
    decks: tuple[PaperSentence, ...]
    article: tuple[PaperSentence, ...]
    obituaries: tuple[PaperSentence, ...]
    ads: tuple[PaperSentence, ...]
    price: PaperSentence
    weather: PaperSentence


@dataclass(frozen=True, slots=True)
class _Angle:
    """A true way to look at the game: its name in the catalogue, and its facts."""

    name: str
    values: dict[str, str | int]


def edition_of(facts: PaperFacts) -> PaperEdition:
    """Return the edition about a game: the same for the same lines.

    >>> from djambi.game import Game
    >>> from djambi.press.facts import facts_of
    >>> game = Game()
    >>> _ = game.agree_draw()
    >>> edition_of(facts_of(game.path())).owner
    'none'
    """
    seed = crc32(" ".join(str(node.event) for node in facts.path).encode())
    ending = _ending(facts)
    told = [*_angles(facts), ending]
    # The rarest first; the headline is one of the first two, so that papers differ.
    first = told[seed % min(2, len(told))]
    rest = [angle for angle in told if angle is not first][:MAX_DECKS]
    return PaperEdition(
        owner=facts.winners if len(facts.winners) == 1 else "none",
        kicker=_counted("press.kicker", seed, {"n": facts.lines}),
        headline=one_of(f"press.headline.{first.name}", seed >> 3, first.values),
        decks=tuple(_deck(angle) for angle in rest),
        article=tuple(_article(facts, ending, seed)),
        obituaries=tuple(_obituary(fall, seed + i) for i, fall in enumerate(facts.falls)),
        ads=_ads(facts, seed),
        price=one_of("press.price", seed >> 5),
        weather=one_of("press.weather", seed >> 7),
    )


def _counted(key: str, seed: int, values: dict[str, str | int]) -> PaperSentence:
    """Return one of the sentences that count the lines of a game, or that for one without any."""
    return one_of(key, seed, values) if values["n"] else PaperSentence(f"{key}.none", values)


# --- angles -------------------------------------------------------------------------------------


def _ending(facts: PaperFacts) -> _Angle:
    """Return how the game ended, which there is always to say."""
    if len(facts.winners) != 1:
        shared = facts.why if facts.why in ("drawn", "quiet", "dead", "none") else "shared"
        return _Angle(shared, {"parties": facts.winners, "n": facts.lines})
    winner = facts.winners
    values: dict[str, str | int] = {"party": winner, "n": facts.lines}
    if not facts.lines:
        # Won before it began.
        return _Angle("last", values)
    if facts.why == "power":
        return _Angle("power", values)
    if facts.why == "none":
        return _Angle("nobody", values)
    rivals = set(facts.path[-2].position.active) - {winner}
    last = [f for f in facts.falls if f.line == facts.lines and f.party in rivals]
    if len(last) != 1:
        return _Angle("last", values)
    fall = last[0]
    values["victim"] = fall.party
    if fall.cause is FallCause.KILLED:
        # A Chief who kills need not be the winner's own.
        kind = "X" if fall.weapon[1] == "C" and fall.weapon[0] != winner else fall.weapon[1]
        name = f"killed.{kind}"
        return _Angle(name, {**values, "weapon": fall.weapon, "cell": fall.cell})
    return _Angle(fall.cause.value, values)


def _angles(facts: PaperFacts) -> Iterator[_Angle]:
    """Yield what else is true and worth a line, the rarest first."""
    winner = facts.winners if len(facts.winners) == 1 else ""
    if winner:
        yield from _angles_of_winner(facts, winner)
    reigns = facts.statistics.reigns
    if len(reigns) >= _MANY_REIGNS:
        yield _Angle("thrones", {"n": len(reigns)})
    corpses, pieces = facts.statistics.corpses[-1], len(facts.path[0].position.pieces)
    if corpses >= _SLAUGHTER * pieces:
        yield _Angle("slaughter", {"n": corpses})
    rounds = facts.lines / max(1, len(facts.players))
    if facts.lines > 1 and rounds <= _SHORT_ROUNDS:
        yield _Angle("blitz", {"n": facts.lines})
    elif rounds >= _LONG_ROUNDS:
        yield _Angle("marathon", {"n": facts.lines})


def _angles_of_winner(facts: PaperFacts, winner: str) -> Iterator[_Angle]:
    party: dict[str, str | int] = {"party": winner}
    line = min(range(facts.lines), key=lambda each: facts.shares[each][winner], default=0)
    share = facts.shares[line][winner]
    if line and share < _HOPELESS:
        yield _Angle("comeback", {**party, "percent": int(100 * share) + 1, "line": line})
    felled = [fall for fall in facts.falls if fall.by == winner]
    struck = sum(facts.statistics.kills[winner].values())
    elsewhere = [fall for fall in facts.falls if fall.by not in (None, winner)]
    if not struck and not felled and not any(facts.statistics.purged.values()):
        yield _Angle("bloodless", party)
    elif not felled and elsewhere:
        yield _Angle("bystander", {**party, "n": struck})
    fallen = {fall.party for fall in felled if fall.cause is FallCause.KILLED}
    rivals = set(facts.players) - {winner}
    if len(rivals) >= 2 and fallen >= rivals:
        yield _Angle("sweep", {**party, "n": len(fallen)})
    # Those that lasted: the headlines say that nobody ended it.
    reigns = [
        reign for reign in facts.statistics.reigns
        if reign.party == winner and reign.last >= facts.lines - 1
    ]  # fmt: skip
    longest = max((reign.last - reign.first + 1 for reign in reigns), default=0)
    if longest >= _LONG_REIGN * facts.lines and longest > len(facts.players):
        yield _Angle("reign", {**party, "n": longest})


def _deck(angle: _Angle) -> PaperSentence:
    return PaperSentence(f"press.deck.{angle.name.partition('.')[0]}", angle.values)


# --- columns ------------------------------------------------------------------------------------


def _article(facts: PaperFacts, ending: _Angle, seed: int) -> Iterator[PaperSentence]:
    board = facts.path[0].position.variant.name
    opening: dict[str, str | int] = {"parties": facts.players, "n": facts.lines, "board": board}
    yield _counted("press.lead", seed >> 9, opening)
    struck = [
        (line, one)
        for line, happened in enumerate(facts.happenings)
        for one in happened
        if one.what in DEATHS
    ]
    if struck and struck[0][1].kind != "C" and struck[0][1].what is HappeningKind.KILLED:
        line, one = struck[0]
        first: dict[str, str | int] = {
            "line": line,
            "piece": f"{one.party}{one.kind}",
            "weapon": f"{one.by}{one.by_kind}",
            "cell": one.cell or "",
        }
        yield one_of("press.first", seed >> 11, first)
    for number, fall in enumerate(facts.falls):
        yield one_of(f"press.fall.{fall.cause.value}", seed + number, _fall_values(fall))
        if fall.heir is not None and fall.left > 1:
            heir: dict[str, str | int] = {"party": fall.party, "heir": fall.heir, "n": fall.left}
            yield one_of("press.heir", (seed >> 13) + number, heir)
    reigns = facts.statistics.reigns
    if reigns:
        longest = max(reigns, key=lambda reign: reign.last - reign.first)
        years = longest.last - longest.first + 1
        if years > 1:
            span: dict[str, str | int] = {
                "party": longest.party,
                "first": longest.first,
                "last": longest.last,
                "n": years,
            }
            yield one_of("press.reign", seed >> 15, span)
    yield _deck(ending)


def _fall_values(fall: Fall) -> dict[str, str | int]:
    values: dict[str, str | int] = {"party": fall.party, "line": fall.line, "cell": fall.cell}
    if fall.weapon:
        values["weapon"] = fall.weapon
    if fall.by is not None:
        values["by"] = fall.by
    return values


def _obituary(fall: Fall, seed: int) -> PaperSentence:
    return one_of(
        f"press.obituary.{fall.cause.value}", seed, {**_fall_values(fall), "n": fall.left}
    )


def _ads(facts: PaperFacts, seed: int) -> tuple[PaperSentence, ...]:
    """Return the small ads: jokes, but about what happened."""
    found: list[PaperSentence] = []
    lost = [
        one for happened in facts.happenings for one in happened if one.what is HappeningKind.KILLED
    ]
    plain = [one for one in lost if one.kind != "C"]
    if plain:
        one = plain[seed % len(plain)]
        where: dict[str, str | int] = {"piece": f"{one.party}{one.kind}", "cell": one.cell or ""}
        found.append(one_of("press.ad.lost", seed, where))
    # A party has one of each of these: its kills are a person's.
    busy = [f"{one.by}{one.by_kind}" for one in lost if one.by_kind in ("A", "R", "N", "D", "C")]
    if busy:
        most = max(dict.fromkeys(busy), key=busy.count)
        if busy.count(most) >= _BUSY_KILLS:
            found.append(one_of("press.ad.hire", seed, {"piece": most, "n": busy.count(most)}))
    reigns = len(facts.statistics.reigns)
    if reigns >= 2:
        found.append(one_of("press.ad.let", seed, {"n": reigns}))
    dead = [fall for fall in facts.falls if fall.cause is FallCause.KILLED]
    if dead:
        found.append(one_of("press.ad.vacancy", seed, {"party": dead[seed % len(dead)].party}))
    corpses = facts.statistics.corpses[-1]
    if corpses >= 2:
        found.append(one_of("press.ad.found", seed, {"n": corpses}))
    found.append(one_of("press.ad.any", seed))
    turn = seed % len(found)
    return tuple((found[turn:] + found[:turn])[:MAX_ADS])
