"""The table of options and editions (RULES 8)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from djambi.errors import BadRules, nearest, quoted, suggestion


class Layout(StrEnum):
    """Which edge of his corner a party's Assassin stands on (RULES 2.4)."""

    MIRROR = "mirror"
    ROTATED = "rotated"


class OwnKills(StrEnum):
    """Which pieces under its own control a party may kill (RULES 3.2)."""

    NONE = "none"
    VASSALS = "vassals"
    ANY = "any"


class FrozenPieces(StrEnum):
    """Whether pieces that nobody controls can be killed and displaced (RULES 3.2)."""

    UNTOUCHABLE = "untouchable"
    VULNERABLE = "vulnerable"


class ReporterKill(StrEnum):
    """Whether a Reporter that can kill must (RULES 3.3)."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class ReporterTargets(StrEnum):
    """How many pieces a Reporter kills at once (RULES 3.3)."""

    ONE = "one"
    SOME = "some"
    ALL = "all"


class DiplomatTargets(StrEnum):
    """Which pieces a Diplomat may displace (RULES 3.2)."""

    ENEMIES = "enemies"
    VASSALS = "vassals"
    OWN = "own"


class DiplomatEnthrones(StrEnum):
    """Which Chiefs a Diplomat may place in the maze (RULES 3.2)."""

    NEVER = "never"
    HOSTAGE = "hostage"
    CHIEFS = "chiefs"


class ExitActs(StrEnum):
    """What a piece may do in the exit from the maze or the fortress (RULES 3.4)."""

    NONE = "none"
    CHIEFS = "chiefs"
    ANY = "any"


class AssassinMazeCorpse(StrEnum):
    """Where the corpse of a Chief whom an Assassin kills in the maze goes (RULES 3.4)."""

    DEPARTURE = "departure"
    ANYWHERE = "anywhere"


class CorpseOnMaze(StrEnum):
    """Which corpses may be placed in the maze (RULES 3.2)."""

    NEVER = "never"
    FRESH_CHIEF = "fresh_chief"


class PowerTurns(StrEnum):
    """How often the party in power plays (RULES 6)."""

    AFTER_EACH = "after_each"
    PLUS_OWN = "plus_own"
    DUEL_PLUS_OWN = "duel_plus_own"


class PowerExit(StrEnum):
    """What becomes of a ruler's seat when his Chief leaves the maze alive (RULES 6)."""

    SEAT = "seat"
    FULL_ROUND = "full_round"


class VassalTurns(StrEnum):
    """Whether the seats of vassals go on playing (RULES 6)."""

    MERGED = "merged"
    KEPT = "kept"


class Encirclement(StrEnum):
    """When a Chief is encircled (RULES 5)."""

    CORPSES = "corpses"
    IMMOBILE = "immobile"
    GROUP = "group"
    THRONE_PATH = "throne_path"


class NecromobileSaves(StrEnum):
    """Whether a party with a Necromobile cannot be encircled (RULES 5)."""

    NO = "no"
    OWN = "own"


class EncircledChief(StrEnum):
    """What becomes of an encircled Chief (RULES 5)."""

    DIES = "dies"
    SLEEPS = "sleeps"


class Comeback(StrEnum):
    """When a sleeping Chief wakes (RULES 5)."""

    NEVER = "never"
    IF_FREE = "if_free"
    ALWAYS = "always"


class ResignedReturn(StrEnum):
    """Whether a party that resigned may come back (RULES 5)."""

    NEVER = "never"
    ALLOWED = "allowed"


class Vassalage(StrEnum):
    """For how long a ruler inherits frozen parties (RULES 4.5)."""

    PERMANENT = "permanent"
    WHILE_IN_POWER = "while_in_power"


class DeadPosition(StrEnum):
    """How a dead position ends (RULES 7.3)."""

    DRAW = "draw"
    POWER_WINS = "power_wins"


Value = bool | int | StrEnum
"""The value of an option: a bool for no and yes, a number, or one of the enumerations above."""

EDITIONS: tuple[str, ...] = (
    "original",
    "wikipedia",
    "harcourt",
    "harcourt-advanced",
    "djambinet",
    "hallepee",
    "bga",
)
"""The names of the editions, in the order of RULES 8."""

MOST_QUIET_ROUNDS = 99_999_999
"""Times eight parties, this fits the kernel's 32-bit counters with room to spare."""

_YES_NO = {"no": False, "yes": True}


@dataclass(frozen=True, slots=True)
class OptionValues:
    """A value for every option in the order of RULES 8, and the edition that they begin with."""

    edition: str = field(compare=False)
    layout: Layout
    militant_diagonal: int
    assassin_through_allies: bool
    necromobile_through_corpses: bool
    own_kills: OwnKills
    frozen_pieces: FrozenPieces
    reporter_kill: ReporterKill
    reporter_targets: ReporterTargets
    reporter_enters_maze: bool
    diplomat_targets: DiplomatTargets
    diplomat_enthrones: DiplomatEnthrones
    militant_kills_power: bool
    killer_exit: ExitActs
    mover_exit: ExitActs
    exit_before_placement: bool
    assassin_maze_corpse: AssassinMazeCorpse
    corpse_on_maze: CorpseOnMaze
    fortress: bool
    fortress_purge: bool
    power_turns: PowerTurns
    power_exit: PowerExit
    vassal_turns: VassalTurns
    encirclement: Encirclement
    necromobile_saves: NecromobileSaves
    encircled_chief: EncircledChief
    comeback: Comeback
    resigned_return: ResignedReturn
    vassalage: Vassalage
    unreachable_power_wins: bool
    dead_position: DeadPosition
    quiet_rounds: int


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table of RULES 8.

    >>> option = option_named("own_kills")
    >>> option.values, option.parse("any"), option.default("hallepee")
    (('none', 'vassals', 'any'), <OwnKills.ANY: 'any'>, <OwnKills.VASSALS: 'vassals'>)
    """

    name: str
    type: type[bool] | type[int] | type[StrEnum]
    values: tuple[str, ...]
    """The values as text, in the order of RULES 8; none for `quiet_rounds`, which is any number
    from 0 to `MOST_QUIET_ROUNDS`."""
    defaults: tuple[Value, ...]
    """The value in each edition, in the order of `EDITIONS`."""
    baseline: Value
    """The value that adds nothing to a position's key. It never changes, so that a new option,
    whose baseline is what the game did before it, changes no key."""
    pages: tuple[str, ...]
    """The pages of the rulebook that tell about it, by name (`djambi.lessons.rulebook`)."""

    def default(self, edition: str) -> Value:
        """Return this option's value in an edition; raise `BadRules` for an unknown one."""
        return self.defaults[EDITIONS.index(known_edition(edition))]

    def editions_without(self, value: Value) -> tuple[str, ...]:
        """Return the editions in which this option has another value, in the order of RULES 8.

        >>> option_named("own_kills").editions_without(OwnKills.NONE)
        ('hallepee', 'bga')
        """
        pairs = zip(EDITIONS, self.defaults, strict=True)
        return tuple(edition for edition, default in pairs if default != value)

    def parse(self, text: str) -> Value:
        """Return the value that a text stands for; raise `BadRules`.

        >>> option_named("fortress").parse("yes"), option_named("quiet_rounds").parse("12")
        (True, 12)
        """
        if self.values and text not in self.values:
            raise self._bad(text)
        if self.type is bool:
            return _YES_NO[text]
        if issubclass(self.type, StrEnum):
            return self.type(text)
        # The length is checked first: converting a million digits would take too long.
        if len(text) > len(str(MOST_QUIET_ROUNDS)) or not (text.isascii() and text.isdecimal()):
            raise self._bad(text)
        if str(int(text)) != text:
            raise self._bad(text)
        return int(text)

    def text(self, value: Value) -> str:
        """Return the text of a value.

        >>> option_named("fortress").text(True)
        'yes'
        """
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def read(self, value: object) -> Value:
        """Return the value given by its text or as itself; raise `BadRules`.

        >>> option_named("militant_diagonal").read(2), option_named("layout").read("mirror")
        (2, <Layout.MIRROR: 'mirror'>)
        """
        if isinstance(value, Enum):
            if type(value) is not self.type:
                raise self._bad(value)
            return self.parse(str(value))
        if isinstance(value, str):
            return self.parse(value)
        if type(value) is bool and self.type is bool:
            return value
        # True is an int to Python, and no number to us.
        if type(value) is int and self.type is int and 0 <= value <= MOST_QUIET_ROUNDS:
            return self.parse(str(value))
        raise self._bad(value)

    def _bad(self, value: object) -> BadRules:
        given = quoted(value) if isinstance(value, str) else f"{value!r:.60}"
        if self.values:
            wanted = ", ".join(self.values)
            wrong = f"not one of its values ({wanted})"
        else:
            wanted = f"0–{MOST_QUIET_ROUNDS}"
            wrong = f"not a whole number from 0 to {MOST_QUIET_ROUNDS}"
        said = f"option {self.name}: {given} is {wrong}"
        return BadRules(said, "value", option=self.name, text=value, wanted=wanted)


def _row(
    name: str,
    kind: type[bool] | type[int] | type[StrEnum],
    values: str,
    editions: str,
    baseline: str,
    pages: str,
) -> Option:
    option = Option(name, kind, tuple(values.split()), (), 0, tuple(pages.split()))
    defaults = tuple(map(option.parse, editions.split()))
    if len(defaults) != len(EDITIONS):
        raise ValueError(f"{name}: {len(defaults)} values for {len(EDITIONS)} editions")
    return replace(
        option,
        defaults=defaults,
        baseline=option.parse(baseline),
    )


def _named(name: str, kind: type[StrEnum], editions: str, baseline: str, pages: str) -> Option:
    return _row(name, kind, " ".join(kind), editions, baseline, pages)


def _yes_no(name: str, editions: str, pages: str) -> Option:
    return _row(name, bool, "no yes", editions, "no", pages)


OPTIONS: tuple[Option, ...] = (
    _named("layout", Layout, "mirror mirror mirror mirror rotated mirror mirror", "mirror", "aim"),
    _row("militant_diagonal", int, "1 2", "2 2 2 1 2 2 2", "2", "militant"),
    _yes_no("assassin_through_allies", "no no no yes no no no", "assassin"),
    _yes_no("necromobile_through_corpses", "no no no yes no no no", "necromobile"),
    _named("own_kills", OwnKills, "none none none none none vassals any", "none", "turn vassals"),
    _named(
        "frozen_pieces",
        FrozenPieces,
        "untouchable vulnerable untouchable untouchable untouchable vulnerable untouchable",
        "untouchable",
        "vassals",
    ),
    _named(
        "reporter_kill",
        ReporterKill,
        "optional optional optional mandatory mandatory mandatory optional",
        "optional",
        "reporter",
    ),
    _named("reporter_targets", ReporterTargets, "one one one all one one one", "one", "reporter"),
    _yes_no("reporter_enters_maze", "no no no yes no no no", "reporter"),
    _named(
        "diplomat_targets",
        DiplomatTargets,
        "enemies enemies enemies own enemies vassals enemies",
        "enemies",
        "diplomat",
    ),
    _named(
        "diplomat_enthrones",
        DiplomatEnthrones,
        "hostage chiefs never never chiefs chiefs chiefs",
        "never",
        "diplomat",
    ),
    _yes_no("militant_kills_power", "no no no yes no no no", "militant"),
    _named("killer_exit", ExitActs, "none any any any none chiefs chiefs", "none", "maze"),
    _named("mover_exit", ExitActs, "none any any any none any chiefs", "none", "maze"),
    _yes_no("exit_before_placement", "yes no no no no no no", "maze"),
    _named(
        "assassin_maze_corpse",
        AssassinMazeCorpse,
        "anywhere departure departure departure departure departure departure",
        "departure",
        "assassin",
    ),
    _named(
        "corpse_on_maze",
        CorpseOnMaze,
        "never never never never never fresh_chief never",
        "never",
        "chief",
    ),
    _yes_no("fortress", "no no no yes yes yes no", "fortress"),
    _yes_no("fortress_purge", "no no no yes no no no", "fortress"),
    _named(
        "power_turns",
        PowerTurns,
        "duel_plus_own plus_own after_each after_each duel_plus_own after_each duel_plus_own",
        "after_each",
        "power",
    ),
    _named(
        "power_exit", PowerExit, "seat seat full_round full_round seat seat seat", "seat", "power"
    ),
    _named(
        "vassal_turns",
        VassalTurns,
        "merged merged merged merged merged kept merged",
        "merged",
        "vassals",
    ),
    _named(
        "encirclement",
        Encirclement,
        "corpses corpses group group throne_path immobile corpses",
        "corpses",
        "encirclement",
    ),
    _named("necromobile_saves", NecromobileSaves, "no no no no own no own", "no", "encirclement"),
    _named(
        "encircled_chief",
        EncircledChief,
        "dies dies dies dies sleeps sleeps dies",
        "dies",
        "encirclement",
    ),
    _named(
        "comeback",
        Comeback,
        "never never never never if_free always never",
        "never",
        "encirclement",
    ),
    _named(
        "resigned_return",
        ResignedReturn,
        "never never never never never allowed never",
        "never",
        "vassals",
    ),
    _named(
        "vassalage",
        Vassalage,
        "permanent while_in_power permanent permanent permanent while_in_power permanent",
        "permanent",
        "vassals",
    ),
    _yes_no("unreachable_power_wins", "no no yes yes no no no", "end"),
    _named(
        "dead_position",
        DeadPosition,
        "draw draw power_wins power_wins draw power_wins draw",
        "draw",
        "end",
    ),
    _row("quiet_rounds", int, "", "50 50 50 50 50 50 50", "50", "end"),
)
"""Every option, in the order of RULES 8."""

_BY_NAME = {option.name: option for option in OPTIONS}


def option_named(name: str) -> Option:
    """Return the option of this name; raise `BadRules`, naming one much like it or all."""
    try:
        return _BY_NAME[name]
    except KeyError:
        said = f"unknown option {quoted(name)}; {suggestion(name, _BY_NAME)}"
        raise BadRules(said, "option", text=name, near=nearest(name, _BY_NAME)) from None


def known_edition(name: str) -> str:
    """Return `name` itself, if it is the name of an edition; raise `BadRules` otherwise."""
    if name not in EDITIONS:
        said = f"unknown edition {quoted(name)}; {suggestion(name, EDITIONS)}"
        raise BadRules(said, "edition", text=name, near=nearest(name, EDITIONS))
    return name
