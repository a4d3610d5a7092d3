"""What follows a turn or a resignation: RULES 4, 5 and 7."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .position import Party, Piece, Position
from .turns import turns_of_piece


def chief_killed(position: Position, victim: str, killer: str) -> None:
    """RULES 4.1, for one killed Chief."""
    parties = position.parties
    old = parties[victim]
    parties[victim] = Party("vassal", killer, False, old.gone)
    if old.state == "vassal":
        return
    for letter, party in parties.items():
        if party.state == "vassal" and party.lord == victim:
            parties[letter] = replace(party, lord=killer)


def settle(position: Position, before: str, fallen: set[str]) -> None:
    """RULES 4.2 to 4.5. `before` is W before the event, `fallen` who became frozen already."""
    purge(position, before)
    encirclement(position, fallen)
    inheritance(position)


def purge(position: Position, before: str) -> None:
    """RULES 4.3."""
    ruler = position.power()
    if not (position.yes("fortress") and position.yes("fortress_purge")):
        return
    if ruler in ("", before):
        return
    chiefs: list[str] = []
    for cell in position.board.fortress & set(position.pieces):
        piece = position.pieces[cell]
        spared = position.parties[piece.party].state == "frozen"
        if position.controller(piece) == ruler or spared:
            continue
        del position.pieces[cell]
        position.corpses.add(cell)
        if piece.kind == "C":
            chiefs.append(piece.party)
    for chief in chiefs:
        chief_killed(position, chief, ruler)


def falls(position: Position, victim: str) -> set[str]:
    """RULES 5, "Then V is out": V and its vassals become frozen; returns who did."""
    fallen: set[str] = set()
    for letter, party in position.parties.items():
        if letter == victim or (party.state == "vassal" and party.lord == victim):
            position.parties[letter] = Party("frozen", gone=party.gone)
            fallen.add(letter)
    chief = position.chief_of(victim)
    if chief and position.rules["encircled_chief"] == "dies":
        del position.pieces[chief]
        position.corpses.add(chief)
    return fallen


def encirclement(position: Position, fallen: set[str]) -> None:
    """RULES 4.4: all verdicts on the same position, carried out together, until nothing changes."""
    fallen = set(fallen)
    while True:
        out = [
            letter
            for letter in position.active()
            if position.chief_of(letter) != position.board.maze and encircled(position, letter)
        ]
        back = [letter for letter in position.parties if comes_back(position, letter, fallen)]
        if not out and not back:
            return
        for letter in out:
            fallen |= falls(position, letter)
        # Who falls with his lord in this very turn does not come back in it.
        for letter in set(back) - fallen:
            position.parties[letter] = Party("active")


def comes_back(position: Position, letter: str, fallen: set[str]) -> bool:
    """RULES 5, "Comeback"."""
    party = position.parties[letter]
    allowed = position.rules["comeback"]
    if not position.sleeps(letter) or allowed == "never" or party.gone or letter in fallen:
        return False
    if allowed == "if_free" and (party.state != "frozen" or position.holder(letter)):
        return False
    return _has_got_free(position, letter)


def _has_got_free(position: Position, letter: str) -> bool:
    """RULES 5, the test of "Comeback": he stands in the maze, or is encircled no longer."""
    if position.chief_of(letter) == position.board.maze:
        return True
    as_if = position.copy()
    as_if.parties[letter] = Party("active")
    return not encircled(as_if, letter)


def may_return(position: Position, letter: str) -> bool:
    """RULES 5, "Return"."""
    left_out = position.variant == "hex-5" and letter == "o"  # RULES 2.4: absent
    return (
        position.rules["resigned_return"] == "allowed"
        and not position.winners
        and position.parties[letter].gone
        and not left_out
        and position.sleeps(letter)
        and _has_got_free(position, letter)
    )


def encircled(position: Position, letter: str) -> bool:
    """RULES 5: whether the Chief of this active party, on the field, is encircled."""
    if position.rules["necromobile_saves"] == "own" and any(
        piece.kind == "N" and position.controller(piece) == letter
        for piece in position.pieces.values()
    ):
        return False
    chief = position.chief_of(letter)
    near = position.board.neighbours(chief)
    match position.rules["encirclement"]:
        case "corpses":
            return all(cell in position.corpses for cell in near)
        case "immobile":
            some = any(cell in position.corpses for cell in near)
            return some and not _has_turn(position, letter, [chief])
        case "group":
            group = _reach(
                position,
                chief,
                lambda cell: (
                    cell in position.pieces and position.controller(position.pieces[cell]) == letter
                ),
            )
            return not _has_turn(position, letter, sorted(group))
        case _:
            region = _reach(
                position,
                chief,
                lambda cell: cell not in position.corpses or cell == position.board.maze,
            )
            return position.board.maze not in region


def _has_turn(position: Position, letter: str, cells: list[str]) -> bool:
    """RULES 5: a legal turn with one of these pieces, were it this party's turn."""
    as_if = position.copy()
    as_if.rules = {**position.rules, "vassal_turns": "merged"}
    as_if.seat, as_if.ruler, as_if.winners = letter, "", ""
    return any(True for cell in cells for _ in turns_of_piece(as_if, cell))


def inheritance(position: Position) -> None:
    """RULES 4.5; who is held (`Position.holder`) needs no doing."""
    ruler = position.power()
    for letter, party in position.parties.items():
        if ruler and party.state == "frozen" and position.rules["vassalage"] == "permanent":
            position.parties[letter] = Party("vassal", ruler, True, party.gone)


def winners(position: Position, active_before: list[str]) -> list[str]:
    """RULES 7: who won or shares the game, nobody while it goes on."""
    active = position.active()
    if not active:
        return active_before
    if len(active) == 1:
        return active
    ruler = position.power()
    if ruler and position.yes("unreachable_power_wins") and _unreachable(position, ruler):
        return [ruler]
    if _dead(position):
        if position.rules["dead_position"] == "draw":
            return active
        if ruler:
            return [ruler]
        if not _a_chief_can_take_power(position):
            return active
    limit = int(position.rules["quiet_rounds"]) * len(position.parties)
    return active if limit and position.quiet >= limit else []


def _unreachable(position: Position, ruler: str) -> bool:
    """RULES 7.2."""
    others = {
        piece.kind
        for piece in position.pieces.values()
        if position.controller(piece) != ruler and position.parties[piece.party].state != "hostage"
    }
    dangerous = set("ARDM") if position.yes("militant_kills_power") else set("ARD")
    return not others & dangerous or ("N" not in others and _sealed_in(position, ruler))


def _sealed_in(position: Position, ruler: str) -> bool:
    """RULES 7.2, "Sealed in": nothing but corpses around the group of the maze."""
    group = _reach(
        position,
        position.board.maze,
        lambda cell: (
            cell in position.pieces and position.controller(position.pieces[cell]) == ruler
        ),
    )
    around = {near for cell in group for near in position.board.neighbours(cell)} - group
    return around <= position.corpses


def _dead(position: Position) -> bool:
    """RULES 7.3: no Necromobile is left, hostages' apart, and no two pieces are in contact."""
    pieces = position.pieces
    for piece in pieces.values():
        if piece.kind == "N" and position.parties[piece.party].state != "hostage":
            return False
    for cell, piece in pieces.items():
        region = _reach(position, cell, lambda at: at not in position.corpses)
        for other in region & set(pieces):
            if other != cell and _in_contact(position, piece, pieces[other]):
                return False
    return True


def _in_contact(position: Position, piece: Piece, other: Piece) -> bool:
    """RULES 7.3: p and q of the same region."""
    if piece.kind == "N" or position.parties[piece.party].state == "hostage":
        return False
    mine, its = position.controller(piece), position.controller(other)
    if mine != its:
        return True
    if not mine or piece.kind == "D":
        return False
    own_kills = position.rules["own_kills"]
    if own_kills == "vassals":
        return other.party not in (mine, piece.party)
    return own_kills == "any" and other != Piece(mine, "C")


def _a_chief_can_take_power(position: Position) -> bool:
    """RULES 7.3, `power_wins` while nobody is in power."""
    maze = position.board.maze
    if maze in position.corpses:
        return False
    region = _reach(position, maze, lambda at: at not in position.corpses)
    return any(position.chief_of(letter) in region for letter in position.active())


def _reach(position: Position, start: str, passes: Callable[[str], bool]) -> set[str]:
    """The cells joined to the start by steps to neighbours over cells that pass."""
    found = {start}
    edge = [start]
    while edge:
        for cell in position.board.neighbours(edge.pop()):
            if cell not in found and passes(cell):
                found.add(cell)
                edge.append(cell)
    return found
