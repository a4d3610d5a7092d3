"""Describe positions in words, for screen readers and for the legend beside the board."""

from __future__ import annotations

from djambi.parties import Party
from djambi.position.base import BasePosition
from djambi.texts import say


def title(position: BasePosition, lang: str) -> str:
    """Return one line: the variant, the ply, and whose turn it is."""
    if position.mover is None:
        return say("render.title.over", lang, variant=position.variant.name, ply=position.ply)
    party = say(f"party.{position.mover}", lang)
    return say("render.title", lang, variant=position.variant.name, ply=position.ply, party=party)


def status(position: BasePosition, party: Party, lang: str) -> str:
    """Return the state of a party: `vassal of Red`, `active, in power`."""
    if party.is_active and party.letter == position.ruler:
        return ", ".join(say(f"party.state.{state}", lang) for state in ("active", "power"))
    lord = say(f"party.{party.lord}", lang) if party.lord else ""
    return say(f"party.state.{party.status}", lang, lord=lord)


def description(position: BasePosition, lang: str) -> str:
    """Return every party with its state and its pieces' cells, then the corpses."""
    lines: list[str] = []
    for party in position.parties:
        standing = [
            f"{say(f'piece.{piece.kind}', lang)} {name}"
            for kind in "CARDNM"
            for name, piece in position.pieces.items()
            if piece.party == party.letter and piece.kind == kind
        ]
        lines.append(
            say(
                "render.party",
                lang,
                party=say(f"party.{party.letter}", lang),
                status=status(position, party, lang),
                pieces=", ".join(standing) or say("render.no_pieces", lang),
            )
        )
    corpses = ", ".join(position.corpses) or say("render.no_corpses", lang)
    return " ".join([*lines, say("render.corpses", lang, cells=corpses)])


def occupant(position: BasePosition, name: str, lang: str) -> str:
    """Return a cell's name and what stands on it: `e5, the maze: the red Chief`."""
    cell = position.board.index(name)
    if cell == position.board.maze:
        name = say("render.cell.maze", lang, cell=name)
    elif cell in position.board.fortress:
        name = say("render.cell.fortress", lang, cell=name)
    piece = position.pieces.get(position.board.cells[cell])
    if piece is not None:
        adjective = say(f"party.{piece.party}.adjective", lang)
        what = say(f"piece.of.{piece.kind}", lang, party=adjective)
    elif position.board.cells[cell] in position.corpses:
        what = say("piece.corpse", lang)
    else:
        return name
    return say("render.cell", lang, cell=name, what=what)
