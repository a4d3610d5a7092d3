"""Games begun before an edition changed keep the rules by which they were begun.

On 22 November 2026 three editions got another value of one option. A stored game names its edition
and what differs from it: what its edition had until then is now said, or turns of it would be
illegal (an Assassin's that killed in the maze), and others legal that were not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_BEFORE = {
    "original": "assassin_maze_corpse=departure",
    "wikipedia": "frozen_pieces=untouchable",
    "hallepee": "resigned_return=never",
}
_AT_ONCE = 1000

_games = sa.table("games", sa.column("id"), sa.column("rules"), sa.column("position"))
_events = sa.table("events", sa.column("game"), sa.column("number"), sa.column("data"))


def upgrade() -> None:
    """Spell out in every game what its edition meant when it was begun."""
    _rewrite(_said)


def downgrade() -> None:
    """Remove what an edition means by itself."""
    _rewrite(_unsaid)


def _said(rules: str) -> str:
    edition, *options = rules.split(",")
    option = _BEFORE.get(edition, "")
    named = {each.partition("=")[0] for each in options}
    return f"{rules},{option}" if option and option.partition("=")[0] not in named else rules


def _unsaid(rules: str) -> str:
    edition, *options = rules.split(",")
    return ",".join([edition, *(each for each in options if each != _BEFORE.get(edition))])


def _rewrite(change: Callable[[str], str]) -> None:
    connection = op.get_bind()
    last = ""
    page = sa.select(_games).order_by(_games.c.id).limit(_AT_ONCE)
    while rows := connection.execute(page.where(_games.c.id > last)).all():
        last = rows[-1].id
        for game, rules, position in rows:
            if change(rules) == rules:
                continue
            new = {"rules": change(rules), "position": _changed(position, change)}
            connection.execute(sa.update(_games).where(_games.c.id == game).values(**new))
            first = (_events.c.game == game) & (_events.c.number == 1)
            text = connection.execute(sa.select(_events.c.data).where(first)).scalar() or ""
            # What is damaged stays so: whoever opens the game is told.
            with suppress(ValueError, TypeError, KeyError):
                data = json.loads(text)
                data["position"] = _changed(data["position"], change)
                text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                connection.execute(sa.update(_events).where(first).values(data=text))


def _changed(position: str, change: Callable[[str], str]) -> str:
    """Return a position's text (NOTATION 1) with other rules, its second field."""
    variant, _, rest = position.partition(" ")
    rules, blank, rest = rest.partition(" ")
    return f"{variant} {change(rules)}{blank}{rest}" if rules else position
