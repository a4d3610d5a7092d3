"""Set-ups as the editor sends them, and what is wrong with them in words."""

from __future__ import annotations

from djambi.parties import Party
from djambi.position.setups import Setup
from djambi.rules import VARIANT_NAMES, Rules, Variant
from djambi.server.analysis.schemas import PartyRow, SetupBody, SetupFault, SetupReport
from djambi.server.errors import fault_words
from djambi.server.game.catalogue import options_of, rules_of


def setup_named(text: str, empty: bool = False) -> Setup:
    """The set-up of a position's text, or the start of a variant, by its name and rules.

    Raises DjambiError: it is none of them; of a position's text every fault is named.

    >>> setup_named("hex-3").seat, setup_named("hex-3 bga", empty=True).at("e1")
    ('r', '')
    """
    given = text.split()
    if len(given) not in (1, 2) or given[0] not in VARIANT_NAMES:
        return Setup.parse(" ".join(given))
    variant = Variant.get(given[0])
    rules = Rules.parse(given[1]) if len(given) == 2 else Rules.of(variant.default_edition)
    return Setup.empty(variant, rules) if empty else Setup.start(variant, rules)


def setup_of(body: SetupBody) -> Setup:
    """The set-up that is edited; raises DjambiError for a cell or a rule that there is not."""
    variant, rules = rules_of(body)
    # Another board has other parties: each starts as the variant has it.
    start = Setup.start(variant, rules)
    known = {row.party: row for row in body.parties}
    parties = tuple(_party(known[p.letter]) if p.letter in known else p for p in start.parties)
    empty = Setup.empty(variant, rules).with_cells(body.cells)
    return empty.replace(
        parties=parties,
        order=body.order or start.order,
        seat=body.seat or start.seat,
        ruler=body.ruler,
        winners=body.winners,
        quiet=body.quiet,
        ply=body.ply,
    )


def _party(row: PartyRow) -> Party:
    return Party(row.party, row.status, row.lord, row.gone)


def report(setup: Setup) -> SetupReport:
    """A set-up with its text and its faults."""
    names = setup.variant.board.cells
    return SetupReport(
        setup=SetupBody(
            variant=setup.variant.name,
            edition=setup.rules.edition,
            options=_changed(setup.rules),
            cells={name: there for name, there in zip(names, setup.cells, strict=True) if there},
            parties=[PartyRow(p.letter, p.status, p.lord, p.gone) for p in setup.parties],
            order=setup.order,
            seat=setup.seat,
            ruler=setup.ruler,
            winners=setup.winners,
            quiet=setup.quiet,
            ply=setup.ply,
        ),
        text=str(setup),
        faults=[SetupFault(fault.field, fault_words(fault)) for fault in setup.faults()],
        plays="".join(p for p in setup.variant.parties if setup.plays(p)),
        power=setup.power,
    )


def _changed(rules: Rules) -> dict[str, str]:
    """The options that differ from the edition's."""
    usual = options_of(Rules.of(rules.edition))
    return {name: value for name, value in options_of(rules).items() if usual[name] != value}
