"""The options of RULES 8 as the kernel reads them: numbers, named as in `djambi.rules.options`.

``kernel.options.vassalage`` is the number of the option ``vassalage``;
``VASSALAGE_WHILE_IN_POWER`` is that of its value ``while_in_power``: its place in the table from 0.
An option that is yes or no is 1 or 0, and an option that is a number is itself.

`options.pxd` lists both for C; building the kernel writes it (`c_declarations`). The kernel is
bound to them by name: `check_bound` stops an import where the two lists differ, and a test
compares the values.

>>> VALUES["VASSALAGE_WHILE_IN_POWER"], VALUES["OWN_KILLS_ANY"]
(1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from djambi.rules import OPTIONS, Rules

OPTION_NAMES: tuple[str, ...] = tuple(option.name for option in OPTIONS)
"""The names of all options, in the order of RULES 8."""

VALUES: dict[str, int] = {
    f"{option.name}_{value}".upper(): number
    for option in OPTIONS
    if issubclass(option.type, StrEnum)
    for number, value in enumerate(option.values)
}
"""The number of every named value, as `OPTION_VALUE`; the interpreted kernel imports them."""


class OptionNumbers(dict[str, int]):
    """The numbers of the options by name, read as attributes where the kernel is interpreted.

    >>> OptionNumbers(fortress=1).fortress
    1
    """

    def __getattr__(self, name: str) -> int:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no option {name}") from None


def option_numbers(rules: Rules) -> dict[str, int]:
    """Return the number of every option under these rules: what a kernel is made with.

    >>> numbers = option_numbers(Rules.of("bga", quiet_rounds=7))
    >>> numbers["own_kills"], numbers["fortress"], numbers["quiet_rounds"]
    (2, 0, 7)
    """
    return {name: _number(getattr(rules, name)) for name in OPTION_NAMES}


def check_bound(names: Iterable[str]) -> None:
    """Raise ImportError unless these names of the kernel's options are those of RULES 8.

    >>> check_bound(OPTION_NAMES)
    """
    if different := set(names) ^ set(OPTION_NAMES):
        raise ImportError(
            f"the kernel and djambi.rules differ in options: {', '.join(sorted(different))}; "
            "compile it again (make kernel)"
        )


def c_declarations() -> str:
    """Return the text of `options.pxd`: a struct of all options, and the numbers of the values.

    >>> "    int vassalage\\n" in c_declarations()
    True
    """
    return "\n".join([
        ("# The options of RULES 8 for C, by name: the number of each, "
        "and those of the named values."),
        "# Building the kernel writes this file (`c_declarations` in options.py).",
        "",
        "cdef struct OptionFields:",
        *(f"    int {name}" for name in OPTION_NAMES),
        "",
        "cdef enum:",
        *(f"    {name} = {number}" for name, number in VALUES.items()),
        "",
    ])  # fmt: skip


def _number(value: object) -> int:
    if isinstance(value, StrEnum):
        return list(type(value)).index(value)
    return int(value) if isinstance(value, int) else 0


def __getattr__(name: str) -> int:
    """Return the number of a named value, such as `OWN_KILLS_ANY`."""
    try:
        return VALUES[name]
    except KeyError:
        raise AttributeError(f"no option has the value {name}") from None
