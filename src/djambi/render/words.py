"""The position in words: what a screen reader hears, and the legend beside the board."""

from __future__ import annotations

from djambi.render.view import PartyView, View
from djambi.texts import say


def title(view: View, lang: str) -> str:
    """One line: the variant, the ply, and whose turn it is."""
    if view.mover is None:
        return say("render.title.over", lang, variant=view.variant.name, ply=view.ply)
    party = say(f"party.{view.mover}", lang)
    return say("render.title", lang, variant=view.variant.name, ply=view.ply, party=party)


def status(view: View, party: PartyView, lang: str) -> str:
    """The state of a party: `vassal of Red`, `in power`."""
    if party.status == "active" and party.letter == view.ruler:
        return say("render.status.power", lang)
    lord = say(f"party.{party.lord}", lang) if party.lord else ""
    return say(f"render.status.{party.status}", lang, lord=lord)


def description(view: View, lang: str) -> str:
    """Every party with its state and where its pieces stand, then the corpses."""
    lines: list[str] = []
    for party in view.parties:
        standing = [
            f"{say(f'piece.{piece.kind}', lang)} {name}"
            for kind in "CARDNM"
            for name, piece in view.pieces.items()
            if piece.party == party.letter and piece.kind == kind
        ]
        lines.append(
            say(
                "render.party",
                lang,
                party=say(f"party.{party.letter}", lang),
                status=status(view, party, lang),
                pieces=", ".join(standing) or say("render.no_pieces", lang),
            )
        )
    corpses = ", ".join(view.corpses) or say("render.no_corpses", lang)
    return " ".join([*lines, say("render.corpses", lang, cells=corpses)])


def occupant(view: View, name: str, lang: str) -> str:
    """What stands on a cell, after its name: `e5, the maze: the red Chief`."""
    cell = view.board.index(name)
    if cell == view.board.maze:
        name = say("render.cell.maze", lang, cell=name)
    elif cell in view.board.fortress:
        name = say("render.cell.fortress", lang, cell=name)
    piece = view.pieces.get(view.board.cells[cell])
    if piece is not None:
        adjective = say(f"party.{piece.party}.adjective", lang)
        what = say(f"piece.of.{piece.kind}", lang, party=adjective)
    elif view.board.cells[cell] in view.corpses:
        what = say("piece.corpse", lang)
    else:
        return name
    return say("render.cell", lang, cell=name, what=what)
