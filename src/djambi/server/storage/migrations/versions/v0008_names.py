"""Names of guests are compared with all others: the database itself gives no name twice."""

from __future__ import annotations

from itertools import count

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_accounts = sa.table(
    "accounts", sa.column("id"), sa.column("name"), sa.column("folded"), sa.column("password")
)


def upgrade() -> None:
    """Take the sign of a guest off; number the names that an account has too."""
    connection = op.get_bind()
    account = _accounts.alias()
    taken = sa.select(_accounts.c.id, _accounts.c.name, _accounts.c.folded).join(
        account, _accounts.c.folded == "~" + account.c.folded
    )
    for guest in connection.execute(taken).all():
        number = next(n for n in count(2) if _is_free(connection, _numbered(guest.folded, n)))
        values = {"name": f"{guest.name} {number}", "folded": _numbered(guest.folded, number)}
        connection.execute(sa.update(_accounts).where(_accounts.c.id == guest.id).values(values))
    signed = sa.update(_accounts).where(_accounts.c.folded.startswith("~"))
    connection.execute(signed.values(folded=sa.func.substr(_accounts.c.folded, 2)))


def downgrade() -> None:
    """Put it before the names of guests again."""
    guests = sa.update(_accounts).where(
        _accounts.c.password.is_(None), _accounts.c.folded.is_not(None)
    )
    op.execute(guests.values(folded="~" + _accounts.c.folded))


def _numbered(folded: str, number: int) -> str:
    # Digits that look like letters are folded to these.
    return folded + str(number).translate(str.maketrans("01", "oi"))


def _is_free(connection: sa.Connection, folded: str) -> bool:
    same = _accounts.c.folded.in_([folded, folded.removeprefix("~")])
    return connection.execute(sa.select(_accounts.c.id).where(same)).first() is None
