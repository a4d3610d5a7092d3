"""Set-ups as an editor edits them, and what is wrong with them in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from djambi.parties import Party, Status
from djambi.position.setups import Setup
from djambi.rules import VARIANT_NAMES, Rules, Variant
from djambi.views.catalogue import option_texts
from djambi.views.words import Words, fault_words


@dataclass(slots=True)
class EditedPartyView:
    """A party's state as it is edited."""

    party: str
    status: Status
    lord: str | None
    gone: bool


@dataclass(slots=True)
class EditedSetupView:
    """A set-up as it is edited, faults and all.

    `options` are those that differ from the edition's. `cells` has what stands on the cells that
    are not empty: "x" for a corpse, else party and kind ("rC"). `ruler` is the party whose bonus
    turn it is; `winners` those of a finished game.
    """

    variant: str
    edition: str
    options: dict[str, str]
    cells: dict[str, str]
    parties: list[EditedPartyView]
    order: str
    seat: str
    ruler: str | None
    winners: str
    quiet: int
    ply: int


@dataclass(slots=True)
class SetupFaultView:
    """One thing that keeps a set-up from being a position: its field (NOTATION 1), in words."""

    field: str
    words: Words


@dataclass(slots=True)
class SetupReportView:
    """A set-up checked: as it is now, its text, its faults, which parties could be to play."""

    setup: EditedSetupView
    text: str
    faults: list[SetupFaultView]
    plays: str
    power: str | None


class PartyEdit(Protocol):
    """A party's state as an editor sends it."""

    @property
    def party(self) -> str: ...
    @property
    def status(self) -> Status: ...
    @property
    def lord(self) -> str | None: ...
    @property
    def gone(self) -> bool: ...


class SetupEdit(Protocol):
    """A set-up as an editor sends it, without its rules (see `EditedSetupView`)."""

    @property
    def cells(self) -> Mapping[str, str]: ...
    @property
    def parties(self) -> Iterable[PartyEdit]: ...
    @property
    def order(self) -> str: ...
    @property
    def seat(self) -> str: ...
    @property
    def ruler(self) -> str | None: ...
    @property
    def winners(self) -> str: ...
    @property
    def quiet(self) -> int: ...
    @property
    def ply(self) -> int: ...


def setup_named(text: str, empty: bool = False) -> Setup:
    """Return the set-up of a position's text, or the start of a variant, by its name and rules.

    With `empty` a variant's board comes without pieces. Raises DjambiError if the text is none of
    them; a position's text has every fault named.

    >>> setup_named("hex-3").seat, setup_named("hex-3 bga", empty=True).at("e1")
    ('r', '')
    """
    given = text.split()
    if len(given) not in (1, 2) or given[0] not in VARIANT_NAMES:
        return Setup.parse(" ".join(given))
    variant = Variant.get(given[0])
    rules = Rules.parse(given[1]) if len(given) == 2 else Rules.of(variant.default_edition)
    return Setup.empty(variant, rules) if empty else Setup.start(variant, rules)


def setup_of(variant: Variant, rules: Rules, edit: SetupEdit) -> Setup:
    """Return the set-up that is edited; raises DjambiError for an unknown cell or rule."""
    # Another board has other parties: each starts as the variant has it.
    start = Setup.start(variant, rules)
    known = {row.party: row for row in edit.parties}
    parties = tuple(_party(known[p.letter]) if p.letter in known else p for p in start.parties)
    empty = Setup.empty(variant, rules).with_cells(edit.cells)
    return empty.replace(
        parties=parties,
        order=edit.order or start.order,
        seat=edit.seat or start.seat,
        ruler=edit.ruler,
        winners=edit.winners,
        quiet=edit.quiet,
        ply=edit.ply,
    )


def _party(row: PartyEdit) -> Party:
    return Party(row.party, row.status, row.lord, row.gone)


def setup_report_view(setup: Setup) -> SetupReportView:
    """Return a set-up with its text and its faults."""
    names = setup.variant.board.cells
    return SetupReportView(
        setup=EditedSetupView(
            variant=setup.variant.name,
            edition=setup.rules.edition,
            options=_changed(setup.rules),
            cells={name: there for name, there in zip(names, setup.cells, strict=True) if there},
            parties=[EditedPartyView(p.letter, p.status, p.lord, p.gone) for p in setup.parties],
            order=setup.order,
            seat=setup.seat,
            ruler=setup.ruler,
            winners=setup.winners,
            quiet=setup.quiet,
            ply=setup.ply,
        ),
        text=str(setup),
        faults=[SetupFaultView(fault.field, fault_words(fault)) for fault in setup.faults()],
        plays="".join(p for p in setup.variant.parties if setup.plays(p)),
        power=setup.power,
    )


def _changed(rules: Rules) -> dict[str, str]:
    """Return the options that differ from the edition's."""
    usual = option_texts(Rules.of(rules.edition))
    return {name: value for name, value in option_texts(rules).items() if usual[name] != value}
