"""The rules of one game: one frozen value, with one canonical text (RULES 8, NOTATION 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from djambi.errors import BadRules, quoted, require
from djambi.rules.options import (
    EDITIONS,
    OPTIONS,
    EncircledChief,
    Option,
    OptionValues,
    known_edition,
    option_named,
)
from djambi.rules.variants import Variant


class Remark(NamedTuple):
    """An option that has no effect: its name, and why, as the text `remark.CODE`.

    `overridden`: its value was set, and is not merely what the edition says.
    """

    option: str
    code: str
    overridden: bool


MAX_RULES_CHARS = 2000
"""Twice what all options take when written out."""


@dataclass(frozen=True, slots=True)
class Rules(OptionValues):
    """The rules of a game: a value for every option. The edition plays no part in equality.

    >>> rules = Rules.of("bga", own_kills="none", quiet_rounds=0)
    >>> str(rules), rules.own_kills, rules.fortress
    ('bga,own_kills=none,quiet_rounds=0', <OwnKills.NONE: 'none'>, False)
    >>> Rules.parse(str(rules)) == rules
    True
    """

    def __post_init__(self) -> None:
        known_edition(self.edition)
        for option in OPTIONS:
            object.__setattr__(self, option.name, option.read(getattr(self, option.name)))

    @classmethod
    def of(cls, edition: str = EDITIONS[0], **options: object) -> Rules:
        """Return an edition's rules with some options set otherwise; raise `BadRules`.

        Values are given as text, as enumeration members, as bools or as numbers.

        >>> Rules.of("original", fortress=True) == Rules.of("original", fortress="yes")
        True
        """
        known_edition(edition)
        for name in options:
            option_named(name)
        values = {option.name: option.default(edition) for option in OPTIONS}
        return cls(edition, **(values | options))  # type: ignore[arg-type]

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules from a text like `bga,own_kills=none`; raise `BadRules`.

        Options may stand in any order and repeat what the edition says; they are written in
        the order of RULES 8, and only where they differ.

        >>> str(Rules.parse("original,quiet_rounds=7,fortress=no,layout=rotated"))
        'original,layout=rotated,quiet_rounds=7'
        """
        require(text, str, "rules", "text")
        if len(text) > MAX_RULES_CHARS:
            raise BadRules(f"{len(text)} characters are too many for rules", "long", n=len(text))
        edition, *items = text.split(",")
        known_edition(edition)
        options: dict[str, object] = {}
        for item in items:
            name, equals, value = item.partition("=")
            if not equals:
                said = f"{quoted(item)} in {quoted(text)} is not of the form option=value"
                raise BadRules(said, "pair", text=item)
            if option_named(name).name in options:
                said = f"option {name} stands twice in {quoted(text)}"
                raise BadRules(said, "twice", text=name)
            options[name] = value
        return cls.of(edition, **options)

    def __str__(self) -> str:
        overrides = (f",{option.name}={self.text(option)}" for option in self.overridden)
        return self.edition + "".join(overrides)

    def text(self, option: Option) -> str:
        """Return how the value of an option is written.

        >>> from djambi.rules import option_named
        >>> Rules.of("bga").text(option_named("fortress"))
        'no'
        """
        return option.text(getattr(self, option.name))

    @property
    def overridden(self) -> tuple[Option, ...]:
        """Return the options whose value differs from the edition's, in the order of RULES 8.

        >>> [option.name for option in Rules.of("bga", own_kills="none", fortress=False).overridden]
        ['own_kills']
        """
        return tuple(
            option
            for option in OPTIONS
            if getattr(self, option.name) != option.default(self.edition)
        )

    def without_effect(self, variant: Variant) -> tuple[Remark, ...]:
        """Return the options whose value makes no difference here, in the order of RULES 8.

        >>> from djambi.rules import Variant
        >>> for remark in Rules.of(fortress="yes").without_effect(Variant.get("square-4")):
        ...     print(*remark)
        militant_diagonal no_hexagonal_diagonals False
        fortress no_fortress_on_board True
        fortress_purge no_fortress_on_board False
        comeback encircled_chief_dies False
        resigned_return resigned_chief_dies False
        """
        require(variant, Variant, "variant", "a Variant")
        codes: dict[str, str] = {}
        if len(variant.parties) % 2:
            codes["layout"] = "odd_number_of_corners"
        if not variant.board.has_hex_diagonals:
            codes["militant_diagonal"] = "no_hexagonal_diagonals"
        if not variant.board.fortress:
            codes["fortress"] = codes["fortress_purge"] = "no_fortress_on_board"
        elif not self.fortress:
            codes["fortress_purge"] = "no_fortress_in_rules"
        if self.encircled_chief is EncircledChief.DIES:
            codes["comeback"] = "encircled_chief_dies"
            codes["resigned_return"] = "resigned_chief_dies"
        overridden = {option.name for option in self.overridden}
        return tuple(Remark(name, code, name in overridden) for name, code in codes.items())
