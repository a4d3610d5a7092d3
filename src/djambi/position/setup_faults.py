"""Everything that keeps a setup from being a position of the game (NOTATION 1, last paragraph).

What follows only after the next turn is not judged: encirclement, ends, who holds the frozen
under permanent vassalage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING

from djambi.errors import Fault, quoted
from djambi.parties import STATUSES
from djambi.position.setup_reading import FIELDS, MAX_COUNT
from djambi.rules import KINDS
from djambi.rules.options import Vassalage

if TYPE_CHECKING:
    from djambi.position.setups import Setup

_MILITANTS = 4
_SET_OF_PIECES = 9


def faults_of(setup: Setup, unread: Set[str] = frozenset()) -> tuple[Fault, ...]:
    """Every fault of a setup, in the order of the fields.

    Args:
        setup: what to look at; it may hold anything.
        unread: fields to leave out of account, because they could not be read.
    """
    unsound = set(unread)
    found = [fault for fault in _of_shape(setup) if fault.field not in unread]
    unsound.update(fault.field for fault in found)
    if "placement" not in unsound:
        found.extend(_of_placement(setup))
    if "parties" not in unsound:
        found.extend(_of_lords(setup))
        if "placement" not in unsound:
            found.extend(_of_chiefs(setup))
            found.extend(_of_power(setup))
            if "turn" not in unsound:
                found.extend(_of_turn(setup))
    return in_order(found)


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults sorted by the order of the fields, otherwise as they come."""
    return tuple(sorted(faults, key=lambda fault: FIELDS.index(fault.field)))


def _fault(field: str, message: str, code: str, **values: object) -> Fault:
    return Fault(field, message, code, tuple((name, str(value)) for name, value in values.items()))


def _of_shape(setup: Setup) -> Iterator[Fault]:
    """Cells, parties, seats and numbers that the variant or the notation does not have."""
    variant = setup.variant
    letters = variant.parties
    for name, there in zip(variant.board.cells, setup.cells, strict=True):
        if there in ("", "x"):
            continue
        if len(there) != 2 or there[0] not in letters:
            yield Fault("placement", f"{quoted(there)} on {name}: no such party in {variant.name}")
        elif there[1] not in KINDS:
            yield Fault("placement", f"{quoted(there)} on {name}: no such kind of piece")
    written = [party.letter for party in setup.parties]
    if written != list(letters):
        yield Fault("parties", f"{','.join(written)} instead of {','.join(letters)}")
    for party in setup.parties:
        if party.status not in STATUSES:
            yield Fault("parties", f"{party.letter}: {quoted(party.status)} is no state of a party")
        elif party.lord is not None and not _is_party(setup, party.lord):
            yield Fault("parties", f"{party}: {variant.name} has no party {quoted(party.lord)}")
        elif (party.lord is not None) != (party.status in ("vassal", "inherited", "held")):
            wrong = "without a lord" if party.lord is None else f"with a lord, {party.lord}"
            yield Fault("parties", f"{party.letter}: {party.status} {wrong}")
    if sorted(setup.order) != sorted(letters):
        yield Fault("order", f"{quoted(setup.order)} is not {letters} in some order")
    yield from _of_letters_to_play(setup)
    for field, number in (("quiet", setup.quiet), ("ply", setup.ply)):
        if not 0 <= number <= MAX_COUNT:
            yield Fault(field, f"{number} is no number from 0 to {MAX_COUNT}")


def _of_letters_to_play(setup: Setup) -> Iterator[Fault]:
    letters = setup.variant.parties
    if setup.winners:
        unknown = [letter for letter in setup.winners if letter not in letters]
        for letter in dict.fromkeys(unknown):
            yield Fault("turn", f"={setup.winners}: {setup.variant.name} has no party {letter!r}")
        in_order = setup.variant.in_seat_order(setup.winners)
        if not unknown and setup.winners != in_order:
            yield Fault("turn", f"={setup.winners} is written ={in_order}, in seat order")
        return
    seats = [setup.seat] if setup.ruler is None else [setup.ruler, setup.seat]
    for seat in dict.fromkeys(seats):
        if not _is_party(setup, seat):
            yield Fault("turn", f"{setup.variant.name} has no party {quoted(seat)}")


def _is_party(setup: Setup, letter: str) -> bool:
    return len(letter) == 1 and letter in setup.variant.parties


def _of_placement(setup: Setup) -> Iterator[Fault]:
    board = setup.variant.board
    pieces = Counter(there for there in setup.cells if there)
    corpses = pieces.pop("x", 0)
    for there, many in sorted(pieces.items()):
        most = _MILITANTS if there[1] == "M" else 1
        if many > most:
            said = f"{many} times {there}, the set-up has {most}"
            yield _fault("placement", said, "many", piece=there, n=many, most=most)
    total = corpses + pieces.total()
    most = _SET_OF_PIECES * len(setup.variant.parties)
    if total > most:
        said = f"{total} pieces and corpses, the set-up has {most}"
        yield _fault("placement", said, "total", total=total, most=most)
    in_maze = setup.cells[board.maze]
    if in_maze not in ("", "x") and in_maze[1] != "C":
        maze = board.cells[board.maze]
        said = f"{in_maze} on {maze}, the maze: only a Chief may live there"
        yield _fault("placement", said, "maze", piece=in_maze)


def _of_lords(setup: Setup) -> Iterator[Fault]:
    for party in setup.parties:
        if party.is_active and party.gone:
            said = f"{party}: active, though it can never come back"
            yield _fault("parties", said, "gone", party=party.letter)
        elif party.is_vassal and party.lord is not None:
            if not setup.party(party.lord).is_active:
                said = f"{party}: vassal of {party.lord}, who is not active"
                yield _fault("parties", said, "lord", party=party.letter, lord=party.lord)


def _of_chiefs(setup: Setup) -> Iterator[Fault]:
    for party in setup.parties:
        if party.is_active and party.letter + "C" not in setup.cells:
            said = f"{party}: active, without a Chief on the board"
            yield _fault("parties", said, "chief", party=party.letter)


def _of_power(setup: Setup) -> Iterator[Fault]:
    """Frozen parties are held by whoever is in power, or by nobody (RULES 4.5)."""
    passing = setup.rules.vassalage is Vassalage.WHILE_IN_POWER
    power = setup.power
    for party in setup.parties:
        if party.status == "held":
            if not passing:
                said = f"{party}: held, though vassalage is permanent"
                yield _fault("parties", said, "permanent", party=party.letter)
            elif party.lord != power:
                said = f"{party}: held by {party.lord}, who is not in power"
                yield _fault("parties", said, "holder", party=party.letter, lord=party.lord)
        elif party.status == "frozen" and passing and power is not None:
            said = f"{party}: frozen, and not held by {power}, who is in power"
            yield _fault("parties", said, "unheld", party=party.letter, lord=power)


def _of_turn(setup: Setup) -> Iterator[Fault]:
    if setup.winners:
        return
    if setup.ruler is None:
        if not setup.plays(setup.seat):
            said = f"{setup.seat}: this seat does not play"
            yield _fault("turn", said, "seat", party=setup.seat)
    elif setup.ruler != setup.power:
        said = f"{setup.ruler}+{setup.seat}: {setup.ruler} is not in power"
        yield _fault("turn", said, "bonus", party=setup.ruler)
