"""One turn, RULES 3: carried out clause by clause, and enumerated slowly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from .position import Piece, Position
from .written import Move, RefusedError, Turn


class Hand(NamedTuple):
    """What was lifted from the destination and must be placed (RULES 3.2).

    `piece` is None for a corpse; `fresh_chief`: of a Chief just killed in this step by a Chief
    or a Militant; `enthrone`: it must go to the maze and nowhere else (RULES 3.4).
    """

    piece: Piece | None
    fresh_chief: bool = False
    enthrone: bool = False


@dataclass
class Scene:
    """A turn being carried out: the board as it is now, and the piece that moves."""

    now: Position
    piece: Piece
    cell: str
    party: str  # P of RULES 3.2
    must_report: bool = False  # a Reporter stands where it may stop only if it kills
    chiefs_killed: list[str] = field(default_factory=list[str])

    def copy(self) -> Scene:
        """A scene of its own."""
        return Scene(
            self.now.copy(), self.piece, self.cell, self.party, self.must_report,
            list(self.chiefs_killed),
        )  # fmt: skip


def mover(position: Position) -> tuple[str, str]:
    """RULES 3 and 6: the party whose player moves now, and the one colour he may move, or ""."""
    party = position.ruler or position.controller_of_party(position.seat)
    if position.rules["vassal_turns"] == "merged":
        return party, ""
    return party, position.ruler or position.seat


def set_out(position: Position, origin: str) -> Scene:
    """RULES 3: the piece on this cell may be moved in this turn."""
    if position.winners:
        raise RefusedError("RULES 7: the game is over")
    party, colour = mover(position)
    piece = position.pieces.get(origin)
    if piece is None:
        raise RefusedError("RULES 3: no living piece stands there")
    if position.controller(piece) != party:
        raise RefusedError("RULES 3: the party does not control this piece")
    if colour and piece.party != colour:
        raise RefusedError("RULES 6 kept: only pieces of the seat's colour")
    if piece.kind == "C" and position.sleeps(piece.party):
        raise RefusedError("RULES 6.1: a sleeping Chief never moves by himself")
    return Scene(position.copy(), piece, origin, party)


def way_is_free(scene: Scene, target: str) -> bool:
    """RULES 3.1: some ray leads to the target over cells that this piece may slide over."""
    now, piece = scene.now, scene.piece
    for ray in now.board.rays[scene.cell]:
        if target not in ray.cells:
            continue
        distance = ray.cells.index(target) + 1
        if piece.kind == "M":
            reach = int(now.rules["militant_diagonal"]) if ray.hex_diagonal else 2
            if distance > reach:
                continue
        if all(_slides_over(scene, cell) for cell in ray.cells[: distance - 1]):
            return True
    return False


def _slides_over(scene: Scene, cell: str) -> bool:
    """RULES 3.1: empty cells, and the two exceptions to "nothing jumps"."""
    now = scene.now
    if now.empty(cell):
        return True
    there = now.pieces.get(cell)
    if there is None:
        return scene.piece.kind == "N" and now.yes("necromobile_through_corpses")
    return (
        scene.piece.kind == "A"
        and now.yes("assassin_through_allies")
        and now.controller(there) == scene.party
    )


def may_kill(scene: Scene, victim: Piece, own_kills: str | None = None) -> bool:
    """RULES 3.2: "P may kill"."""
    now = scene.now
    own_kills = own_kills or now.rules["own_kills"]
    owner = now.controller(victim)
    state = now.parties[victim.party].state
    if owner == scene.party:
        if own_kills == "vassals":
            return victim.party not in (scene.party, scene.piece.party)
        return own_kills == "any" and victim != Piece(scene.party, "C")
    if owner:
        return True
    if state == "hostage":
        return True
    asleep_in_maze = victim.kind == "C" and now.pieces.get(now.board.maze) == victim
    return now.rules["frozen_pieces"] == "vulnerable" or asleep_in_maze


def may_displace(scene: Scene, other: Piece) -> bool:
    """RULES 3.2: "P may displace"."""
    if may_kill(scene, other, own_kills="none"):
        return True
    if scene.now.controller(other) != scene.party:
        return False
    targets = scene.now.rules["diplomat_targets"]
    if targets == "vassals":
        in_power = scene.now.power() == scene.party
        return in_power and other.party not in (scene.party, scene.piece.party)
    return targets == "own" and other.kind not in "CN"


def go(scene: Scene, target: str, leaving: bool) -> Hand | None:
    """RULES 3.1, 3.2, 3.4: slide to the target and act on what stands there.

    Carried out in `scene`. Returns what must be placed. What an Assassin kills is laid down here,
    a Reporter's kills are not begun. `leaving`: this is the exit.
    """
    now, piece, origin = scene.now, scene.piece, scene.cell
    closed = now.closed(target, piece)
    if leaving and (target == now.board.maze or closed):
        raise RefusedError(
            "RULES 3.4: an exit leads neither to the maze nor to a closed fortress cell"
        )
    if not way_is_free(scene, target):
        raise RefusedError("RULES 3.1: the piece cannot slide there")
    standing = now.pieces.get(target)
    scene.must_report = False
    hand = None
    if now.empty(target):
        _stop_on_empty(scene, target, closed)
    elif piece.kind == "R":
        raise RefusedError("RULES 3.2: a Reporter stops on nothing occupied")
    elif piece.kind in "AMC":
        hand = _kill_at(scene, target, standing, leaving)
    else:
        hand = _lift_at(scene, target, standing, leaving)
    del now.pieces[origin]
    now.pieces[target] = piece
    scene.cell = target
    return hand


def _stop_on_empty(scene: Scene, target: str, closed: bool) -> None:
    """RULES 3.1: empty cells on which a piece may not stop."""
    now, piece = scene.now, scene.piece
    if target == now.board.maze:
        if piece.kind == "C" and now.parties[piece.party].state == "active":
            return
        if not (piece.kind == "R" and now.yes("reporter_enters_maze")):
            raise RefusedError("RULES 3.1: the maze is for the Chief of an active party")
        scene.must_report = True
    elif closed:
        if piece.kind != "R":
            raise RefusedError("RULES 3.1: this fortress cell is closed to the piece")
        scene.must_report = True


def _kill_at(scene: Scene, target: str, victim: Piece | None, leaving: bool) -> Hand | None:
    """RULES 3.2 and the table of 3.4: Assassin, Militant and Chief."""
    now, piece = scene.now, scene.piece
    if victim is None:
        raise RefusedError("RULES 3.2: it may stop on a living piece, not on a corpse")
    if not may_kill(scene, victim):
        raise RefusedError("RULES 3.2: P may not kill this piece")
    if (
        piece.kind == "M"
        and victim.kind == "C"
        and target == now.board.maze
        and not now.yes("militant_kills_power")
    ):
        raise RefusedError("RULES 3.2: a Militant may not act on a living Chief in the maze")
    if leaving:
        acts = now.rules["killer_exit"]
        if acts == "none" or (acts == "chiefs" and not (piece.kind == "A" and victim.kind == "C")):
            raise RefusedError("RULES 3.4: killer_exit does not allow this act")
    _dies(scene, target)
    if piece.kind != "A":
        return Hand(None, fresh_chief=victim.kind == "C")
    if (
        victim.kind == "C"
        and target == now.board.maze
        and now.rules["assassin_maze_corpse"] == "anywhere"
    ):
        return Hand(None)
    now.corpses.add(scene.cell)
    return None


def _lift_at(scene: Scene, target: str, other: Piece | None, leaving: bool) -> Hand:
    """RULES 3.2 and the table of 3.4: Diplomat and Necromobile."""
    now, piece = scene.now, scene.piece
    acts = now.rules["mover_exit"] if leaving else "any"
    if acts == "none":
        raise RefusedError("RULES 3.4: mover_exit does not allow this act")
    if piece.kind == "N":
        if other is not None:
            raise RefusedError("RULES 3.2: a Necromobile stops on a corpse, not on a living piece")
        if acts == "chiefs":
            raise RefusedError("RULES 3.4: mover_exit does not allow this act")
        now.corpses.remove(target)
        return Hand(None)
    if other is None:
        raise RefusedError("RULES 3.2: a Diplomat stops on a living piece, not on a corpse")
    if not may_displace(scene, other):
        raise RefusedError("RULES 3.2: P may not displace this piece")
    if acts == "chiefs" and other.kind != "C":
        raise RefusedError("RULES 3.4: mover_exit does not allow this act")
    del now.pieces[target]
    return Hand(other, enthrone=acts == "chiefs")


def _dies(scene: Scene, cell: str) -> None:
    """A living piece leaves the board; the caller says where its corpse lies."""
    victim = scene.now.pieces.pop(cell)
    if victim.kind == "C":
        scene.chiefs_killed.append(victim.party)


def put(scene: Scene, hand: Hand, place: str, after_exit: bool = False) -> None:
    """RULES 3.2, "Empty is judged…" and "Placing on the maze"; 3.4 for a place after the exit."""
    now = scene.now
    if not now.empty(place):
        raise RefusedError("RULES 3.2: it goes to an empty cell")
    if place == now.board.maze:
        if after_exit:
            raise RefusedError("RULES 3.4: after the exit, never in the maze")
        if hand.piece is None:
            if not (hand.fresh_chief and now.rules["corpse_on_maze"] == "fresh_chief"):
                raise RefusedError("RULES 3.2: this corpse may not be placed on the maze")
        elif not hand.enthrone and not _may_enthrone(now, hand.piece):
            raise RefusedError("RULES 3.2: this piece may not be placed on the maze")
    elif hand.enthrone:
        raise RefusedError("RULES 3.4 chiefs: placed in the maze, and nowhere else")
    elif hand.piece and now.closed(place, hand.piece):
        raise RefusedError("RULES 3.2: a living piece may not be placed on a closed fortress cell")
    if hand.piece:
        now.pieces[place] = hand.piece
    else:
        now.corpses.add(place)


def _may_enthrone(now: Position, piece: Piece) -> bool:
    """RULES 3.2, `diplomat_enthrones`."""
    who = now.rules["diplomat_enthrones"]
    if piece.kind != "C":
        return False
    return who == "chiefs" or (who == "hostage" and now.parties[piece.party].state == "hostage")


def targets_of_reporter(scene: Scene, leaving: bool) -> list[str]:
    """RULES 3.3 and 3.4: the cells of the pieces that this Reporter can kill from here."""
    now = scene.now
    if scene.piece.kind != "R" or (leaving and now.rules["killer_exit"] != "any"):
        return []
    return [
        cell
        for cell in sorted(now.board.sides[scene.cell], key=now.board.cells.index)
        if cell in now.pieces and may_kill(scene, now.pieces[cell])
    ]


def report(scene: Scene, victims: tuple[str, ...], leaving: bool) -> None:
    """RULES 3.3, carried out in `scene`; a piece of another kind has no victims."""
    can = targets_of_reporter(scene, leaving)
    if not set(victims) <= set(can):
        raise RefusedError("RULES 3.3: not a piece that the Reporter can kill from here")
    if not victims:
        if scene.must_report:
            raise RefusedError("RULES 3.1: a Reporter may stop here only if it kills from here")
        if can and scene.now.rules["reporter_kill"] == "mandatory":
            raise RefusedError("RULES 3.3: if it can kill, it must")
        return
    if scene.now.rules["reporter_targets"] == "one" and len(victims) > 1:
        raise RefusedError("RULES 3.3: one of them")
    if scene.now.rules["reporter_targets"] == "all" and set(victims) != set(can):
        raise RefusedError("RULES 3.3: all of them together")
    for cell in victims:
        _dies(scene, cell)
        scene.now.corpses.add(cell)


def must_leave(scene: Scene) -> bool:
    """RULES 3.4: the moved piece must go on at once from where it stands."""
    now, piece = scene.now, scene.piece
    if scene.cell == now.board.maze:
        return not (piece.kind == "C" and now.parties[piece.party].state == "active")
    return now.closed(scene.cell, piece)


def _placed_after_exit(scene: Scene) -> bool:
    """RULES 3.4, last paragraph; asked after the act and before any placement."""
    # An Assassin has something to place only after a kill in the maze (RULES 3.4, `anywhere`).
    movers = scene.piece.kind in "DNA"
    return scene.now.yes("exit_before_placement") and movers and must_leave(scene)


def carry_out(position: Position, turn: Turn) -> Scene:
    """RULES 3: the whole turn, refused at the first clause that it breaks."""
    scene = set_out(position, turn.origin)
    places = [turn.step.place] if turn.step.place else []
    hand = go(scene, turn.step.target, leaving=False)
    waiting = None
    if hand and _placed_after_exit(scene):
        waiting = hand
        if places:
            raise RefusedError("RULES 3.4: it is placed after the exit")
    elif hand:
        if not places:
            raise RefusedError("RULES 3.2: what was lifted must be placed")
        put(scene, hand, places[0])
    elif places:
        raise RefusedError("RULES 3.2: nothing to place")
    report(scene, turn.step.victims, leaving=False)

    if not must_leave(scene):
        if turn.exit:
            raise RefusedError("RULES 3.4: nothing makes the piece go on")
        return scene
    if not turn.exit:
        raise RefusedError("RULES 3.4: the piece must go on at once")
    places = [place for place in (turn.exit.place, turn.last) if place]
    hands = [go(scene, turn.exit.target, leaving=True), waiting]
    if len(places) != sum(hand is not None for hand in hands):
        raise RefusedError("RULES 3.4: a place for each thing lifted, and no other")
    if hands[0]:
        put(scene, hands[0], places.pop(0))
    report(scene, turn.exit.victims, leaving=True)
    if waiting:
        put(scene, waiting, places.pop(0), after_exit=True)
    if must_leave(scene):
        raise RefusedError("RULES 3.4: there is only one exit")
    return scene


def turns_of_piece(position: Position, origin: str) -> Iterator[Turn]:
    """RULES 3: every legal turn that moves the piece on this cell, found by trying everything."""
    try:
        start = set_out(position, origin)
    except RefusedError:
        return
    for scene, move, waiting in _moves(start, leaving=False):
        if not must_leave(scene):
            yield Turn(origin, move)
            continue
        for second, leave, _ in _moves(scene, leaving=True):
            if not waiting:
                if not must_leave(second):
                    yield Turn(origin, move, leave)
                continue
            for place in second.now.board.cells:
                third = second.copy()
                try:
                    put(third, waiting, place, after_exit=True)
                except RefusedError:
                    continue
                if not must_leave(third):
                    # One place after the exit is written like a place of the exit.
                    if leave.place:
                        yield Turn(origin, move, leave, place)
                    else:
                        yield Turn(origin, move, Move(leave.target, place))


def _moves(start: Scene, leaving: bool) -> Iterator[tuple[Scene, Move, Hand | None]]:
    """Every step (or exit) from here, as it is after it, and what waits to be placed later."""
    reached = {cell for ray in start.now.board.rays[start.cell] for cell in ray.cells}
    for target in sorted(reached):
        scene = start.copy()
        try:
            hand = go(scene, target, leaving)
        except RefusedError:
            continue
        if hand and not leaving and _placed_after_exit(scene):
            yield scene, Move(target), hand
            continue
        if hand:
            for place in scene.now.board.cells:
                placed = scene.copy()
                try:
                    put(placed, hand, place)
                except RefusedError:
                    continue
                yield placed, Move(target, place), None
            continue
        can = targets_of_reporter(scene, leaving)
        for victims in (set_ for size in range(len(can) + 1) for set_ in combinations(can, size)):
            reported = scene.copy()
            try:
                report(reported, victims, leaving)
            except RefusedError:
                continue
            yield reported, Move(target, "", victims), None


def legal_turns(position: Position) -> Iterator[Turn]:
    """RULES 3: every legal turn but the pass."""
    for cell in list(position.pieces):
        yield from turns_of_piece(position, cell)
