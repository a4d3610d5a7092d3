"""The options of an engine: variant and rules, strength, character."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Final

from djambi.bots.bot_settings import FULL_STRENGTH, MAX_MEMORY, MAX_THREADS, BotSettings
from djambi.bots.characters import CHARACTERS, Character, character
from djambi.bots.levels import LEVELS, level
from djambi.errors import DjambiError, quoted, suggestion
from djambi.kernel.search.arena import MAX_BYTES
from djambi.position.position import Position
from djambi.protocol.commands import whole
from djambi.protocol.search_task import NO_TIME_LIMIT_S
from djambi.rules import VARIANT_NAMES, Rules, Variant

FULL: Final = "full"
NONE: Final = "none"
CHECKS: Final = ("false", "true")
OWN: Final = "own"

MIN_HASH_MIB: Final = 16
MAX_HASH_MIB: Final = MAX_MEMORY >> 20

MAX_SEED: Final = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Options:
    """The options set with `setoption`; `rules` "own" means the variant's default edition.

    With `analysis` a position is analysed as one among equals, instead of a game played to be won.
    """

    variant: str = "square-4"
    rules: str = OWN
    level: str = FULL
    character: str = NONE
    analysis: bool = False
    threads: int = 1
    hash: int = MAX_BYTES >> 20
    seed: int = 1

    def start(self) -> Position:
        """Return the start position."""
        variant = Variant.get(self.variant)
        return Position.start_by(variant, self._rules(variant))

    def _rules(self, variant: Variant) -> Rules:
        if self.rules == OWN:
            return Rules.of(variant.default_edition)
        return Rules.parse(self.rules)

    @property
    def bot_settings(self) -> BotSettings:
        """Return the level's settings; at full strength only `go` and memory limit the search."""
        settings = (
            replace(FULL_STRENGTH, seconds=NO_TIME_LIMIT_S)
            if self.level == FULL
            else level(self.level).settings
        )
        return replace(settings, memory=self.hash << 20)

    @property
    def manner(self) -> Character | None:
        """Return the character, if one was set."""
        return None if self.character == NONE else character(self.character)

    def changed(self, name: str, value: str) -> Options:
        """Return the options with one changed.

        Raises:
            DjambiError: there is no such option, or it cannot have this value.

        >>> Options().changed("level", "club").bot_settings.nodes == level("club").settings.nodes
        True
        """
        match name:
            case "variant":
                # The rules of another variant may make no sense here.
                _one_of(name, value, VARIANT_NAMES)
                return replace(self, variant=value, rules=OWN)
            case "rules":
                if value != OWN:
                    Rules.parse(value)
                changed = replace(self, rules=value)
                changed.start()
                return changed
            case "level":
                _one_of(name, value, [FULL, *(each.name for each in LEVELS)])
                return replace(self, level=value)
            case "character":
                _one_of(name, value, [NONE, *(each.name for each in CHARACTERS)])
                return replace(self, character=value)
            case "analysis":
                _one_of(name, value, CHECKS)
                return replace(self, analysis=value == "true")
            case "threads":
                return replace(self, threads=whole(value, name, 1, MAX_THREADS))
            case "hash":
                return replace(self, hash=whole(value, name, MIN_HASH_MIB, MAX_HASH_MIB))
            case "seed":
                return replace(self, seed=whole(value, name, 0, MAX_SEED))
            case _:
                hint = suggestion(name, (option.name for option in fields(self)))
                raise DjambiError(f"unknown option {quoted(name)}; {hint}")


def described() -> Iterator[str]:
    """Yield the lines that declare the options to a client."""
    first = Options()
    yield _combo("variant", first.variant, VARIANT_NAMES)
    yield f"option name rules type string default {first.rules}"
    yield _combo("level", first.level, [*(each.name for each in LEVELS), FULL])
    yield _combo("character", first.character, [NONE, *(each.name for each in CHARACTERS)])
    yield f"option name analysis type check default {str(first.analysis).lower()}"
    yield f"option name threads type spin default {first.threads} min 1 max {MAX_THREADS}"
    yield f"option name hash type spin default {first.hash} min {MIN_HASH_MIB} max {MAX_HASH_MIB}"
    yield f"option name seed type spin default {first.seed} min 0 max {MAX_SEED}"


def _combo(name: str, default: str, values: list[str] | tuple[str, ...]) -> str:
    return f"option name {name} type combo default {default} var {' var '.join(values)}"


def _one_of(name: str, value: str, values: list[str] | tuple[str, ...]) -> None:
    if value not in values:
        raise DjambiError(f"{name}: {quoted(value)} is not one of {', '.join(values)}")
