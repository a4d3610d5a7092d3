"""Trees of games to and from records: here the turns of a record are played (NOTATION 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from djambi.errors import BadRecord, DjambiError, TurnError, quoted
from djambi.nodes import Node, Step, child_after, line_from, to_play
from djambi.notation.records import EVENTS, Entry, Record, Variation
from djambi.position.position import Position
from djambi.rules import Rules, Variant

DERIVED_TAGS: Final = ("Variant", "Rules", "Position", "Result")
"""Tags that say what the game itself says; they are written from it."""


def tree_of(record: Record, faults: list[BadRecord]) -> Node:
    """Play the turns of a record and return the start of its tree.

    What is wrong is added to ``faults``, with its line and column; what stands before it is
    kept. Where the start itself is wrong, it is the classic one, and nothing follows.

    >>> main = Variation([], [Entry("r", "c3-c9", line=3, column=4)])
    >>> record = Record({"Variant": "square-4"}, main)
    >>> faults: list[BadRecord] = []
    >>> root = tree_of(record, faults)
    >>> (faults[0].line, faults[0].column, root.children)
    (3, 4, [])
    """
    try:
        root = Node(_start_of(record))
    except BadRecord as fault:
        faults.append(fault)
        return Node(Position.start())
    root.comments = list(record.main.comments)
    # Lines wait in a queue, so that variations nest without recursion and keep their order.
    queue = [(record.main, root)]
    for line, origin in queue:
        node = origin
        for entry in line.entries:
            try:
                child = _played(node, entry)
            except DjambiError as error:
                what = error.reason if isinstance(error, TurnError) else str(error)
                message = f"{entry.actor} {quoted(entry.text)}: {what}".lstrip()
                faults.append(record.fault(message, entry.line, entry.column))
                break
            # Only now: without its turn, a variation would become the game.
            queue.extend((variation, node) for variation in entry.variations)
            if node is origin and line is not record.main:
                child.before = list(line.comments)
            child.comments = list(entry.comments)
            node.children.append(child)
            node = child
    said = record.tags.get("Result")
    if said is not None and not faults:
        due = _result(root, record.tags)
        if said != due:
            what = f"tag Result is {quoted(said)}, but the game says {due!r}"
            faults.append(record.fault_of_tag("Result", what))
    return root


def record_of(
    root: Node, tags: Mapping[str, str], *, comments: bool = True, variations: bool = True
) -> Record:
    """Return the record of a tree; ``tags`` are those that the game itself does not say.

    Args:
        root: the start of the tree.
        tags: what else the record says about the game.
        comments: whether to keep what is said about it.
        variations: whether to keep what stands beside the main line.

    >>> record_of(Node(Position.start()), {"Event": "Casual"}).tags
    {'Event': 'Casual', 'Variant': 'square-4', 'Rules': 'original', 'Result': '*'}
    """
    start = root.position
    kept = {name: value for name, value in tags.items() if name not in DERIVED_TAGS}
    kept["Variant"] = start.variant.name
    kept["Rules"] = str(start.rules)
    if str(start) != str(Position.start_by(start.variant, start.rules)):
        kept["Position"] = str(start)
    kept["Result"] = _result(root, tags)
    main = Variation(list(root.comments) if comments else [])
    work = [(root.children[0], main)] if root.children else []
    while work:
        first, line = work.pop()
        for node in line_from(first):
            entry = _entry(node, comments)
            line.entries.append(entry)
            parent = node.parent
            if variations and parent is not None and parent.children[0] is node:
                for sibling in parent.children[1:]:
                    variation = Variation(list(sibling.before) if comments else [])
                    entry.variations.append(variation)
                    work.append((sibling, variation))
    return Record(kept, main)


def _result(root: Node, tags: Mapping[str, str]) -> str:
    *_, last = line_from(root)
    if last.position.is_over:
        return last.position.winners
    # A game that stopped for a reason of its own keeps what its record says of the end.
    return tags.get("Result", "*") if "Termination" in tags else "*"


def _entry(node: Node, comments: bool) -> Entry:
    event = node.event
    if event is None:
        raise DjambiError("the start of a game is not an entry of a record")
    number = node.round if node.begins else None
    said = list(node.comments) if comments else []
    return Entry(event.actor, str(event), said, round=number)


def _start_of(record: Record) -> Position:
    """Return where the game starts; raise `BadRecord` at the tag that is wrong."""
    tags = record.tags
    name = tags.get("Variant", "square-4")
    tag = "Rules"
    try:
        rules = Rules.parse(tags["Rules"]) if "Rules" in tags else None
        if "Position" not in tags:
            tag = "Variant"
            return Position.start_by(Variant.get(name), rules)
        tag = "Position"
        start = Position.parse(tags["Position"])
    except DjambiError as error:
        raise record.fault_of_tag(tag, str(error)) from None
    if "Variant" in tags and name != start.variant.name:
        what = f"tag Variant is {quoted(name)}, but tag Position says otherwise"
        raise record.fault_of_tag("Variant", what)
    if rules is not None and rules != start.rules:
        what = f"tag Rules is {quoted(str(rules))}, but tag Position says otherwise"
        raise record.fault_of_tag("Rules", what)
    return start


def _played(parent: Node, entry: Entry) -> Node:
    if entry.text in EVENTS:
        return child_after(parent, Step(entry.text), entry.actor)
    due = to_play(parent.position)
    if entry.actor not in ("", due) and not parent.position.is_over:
        raise DjambiError(f"it is the turn of {due}")
    return child_after(parent, Step.TURN, text=entry.text)
