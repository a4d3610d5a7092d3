"""Studies: the tree of a game as the browser has it, and as the library has it.

The browser keeps a study and sends it whole; what it sends is played again here, so that nothing
is believed.
"""

from __future__ import annotations

from djambi.analysis import game_statistics, key_events
from djambi.errors import DjambiError
from djambi.game import Game
from djambi.nodes import Event, Node, Step, agreed_draw, grown, to_play
from djambi.notation.writing import plain_comment
from djambi.position.outcome import What, outcome
from djambi.position.position import Position
from djambi.position.turn import Turn
from djambi.server.analysis.editor import setup_named
from djambi.server.analysis.schemas import (
    MOST_MOVES,
    FiguresView,
    Looked,
    MoveBody,
    MoveKind,
    MoveView,
    ReignView,
    StudyBody,
    StudyView,
)
from djambi.server.errors import Refused
from djambi.server.game.ending import words_of
from djambi.server.game.presenter import bare_view, first_stages, last_turn, sentence
from djambi.server.schemas.views import StoryLine

_KINDS: dict[Step, MoveKind] = {
    Step.TURN: "turn",
    Step.RESIGNS: "resigned",
    Step.FLAGS: "flagged",
    Step.RETURNS: "returned",
    Step.DRAW: "draw",
}


def opened(text: str) -> StudyView:
    """The study of a record's first game, of a position, or of the start of a variant.

    Raises DjambiError: BadRecord with line and column, BadPosition with every fault, or Refused.
    """
    if text.lstrip().startswith(("[", "{", "1")) or "\n" in text.strip():
        game = next(iter(Game.read(text)), None)
        if game is None:
            raise Refused("record_empty")
        return study_view(game)
    return study_view(Game(Position.from_setup(setup_named(text))))


def study_view(game: Game) -> StudyView:
    """A game with its variations, as the browser is sent it."""
    start = game.root.position
    numbers: dict[int, int] = {id(game.root): 0}
    moves: list[MoveView] = []
    # The game first, then what was left beside it, each line as a whole.
    waiting = list(reversed(game.root.children))
    while waiting:
        node = waiting.pop()
        if len(moves) == MOST_MOVES:
            raise Refused("record_long")
        moves.append(move_view(node, numbers[id(node.parent)]))
        numbers[id(node)] = len(moves)
        waiting.extend(reversed(node.children))
    return StudyView(
        variant=start.variant.name,
        edition=start.rules.edition,
        rules=str(start.rules),
        start=str(start),
        tags=game.tags,
        comments=list(game.root.comments),
        moves=moves,
    )


def move_view(node: Node, parent: int) -> MoveView:
    """One move of a study, which follows the move of this number."""
    event, before = node.event, node.parent
    if event is None or before is None:
        raise DjambiError("the start of a game is no move")
    return MoveView(
        parent=parent,
        kind=_KINDS[event.step],
        party=event.actor[:1] if event.turn is None else before.position.mover or "",
        text="" if event.turn is None else str(event.turn),
        comments=list(node.comments),
        before=list(node.before),
        seat=before.position.seat,
        bonus=before.position.bonus,
        long="" if event.turn is None else event.turn.long(before.position),
        words=sentence(node.happenings()),
        position=str(node.position),
    )


def game_of(body: StudyBody) -> Game:
    """The game that a study tells, its cursor at the end of the game itself.

    Raises DjambiError (TurnError among them) for what cannot be played.
    """
    game = Game(Position.parse(body.start), body.tags)
    game.root.comments = [plain_comment(text) for text in body.comments if text.strip()]
    nodes = [game.root]
    for move in body.moves:
        if move.parent >= len(nodes):
            raise DjambiError(f"move {len(nodes)} follows move {move.parent}, which comes later")
        node = _played(nodes[move.parent], move)
        node.comments = [plain_comment(text) for text in move.comments if text.strip()]
        node.before = [plain_comment(text) for text in move.before if text.strip()]
        nodes[move.parent].children.append(node)
        nodes.append(node)
    game.to_end()
    return game


def _played(parent: Node, move: MoveBody) -> Node:
    here = parent.position
    if here.is_over:
        raise Refused("over")
    if move.kind == "draw":
        return grown(parent, Event(Step.DRAW, ""), agreed_draw(here))
    if move.kind == "turn":
        turn = here.turn(move.text)
        return grown(parent, Event(Step.TURN, to_play(here), turn), here.play(turn))
    if move.kind == "returned":
        return grown(parent, Event(Step.RETURNS, move.party), here.rejoin(move.party))
    step = Step.RESIGNS if move.kind == "resigned" else Step.FLAGS
    return grown(parent, Event(step, move.party), here.resign(move.party))


def looked(text: str, turn_text: str) -> Looked:
    """A position with what may be played in it; of a turn, what it leads to."""
    position = Position.parse(text)
    if not turn_text:
        stages = {} if position.is_over else first_stages(position)
        return Looked(bare_view(position, stages=stages), None)
    turn = position.turn(turn_text)
    return after_turn(position, turn)


def after_turn(position: Position, turn: Turn) -> Looked:
    """The position after a turn, shown with what the turn brought about."""
    root = Node(position)
    after = position.play(turn)
    node = grown(root, Event(Step.TURN, to_play(position), turn), after)
    last = last_turn(str(turn), position.mover or "", outcome(position, turn, after))
    stages = {} if after.is_over else first_stages(after)
    return Looked(bare_view(after, last, stages), move_view(node, 0))


def figures_view(game: Game) -> FiguresView:
    """The game itself in figures, with its story."""
    path = game.path()
    found = game_statistics(path)
    ends = [one for one in path[-1].happenings() if one.what is What.ENDED]
    return FiguresView(
        parties=found.parties,
        kills=found.kills,
        purged=found.purged,
        reigns=[ReignView(reign.party, reign.first, reign.last) for reign in found.reigns],
        corpses=list(found.corpses),
        turns=found.turns,
        distances=found.distances,
        story=[StoryLine(number, words_of(one)) for number, one in key_events(path)],
        end=words_of(ends[-1]) if ends else None,
    )
