"""What is shown of people, made from what is stored."""

from __future__ import annotations

from typing import get_args

from djambi.server.people.schemas import MyAccountView, PersonView, TokenView
from djambi.server.security.current_user import is_barred
from djambi.server.security.devices import TokenScope
from djambi.server.storage.people import Account, SessionRow
from djambi.server.timekeeping import iso
from djambi.texts import known_language


def mine_view(account: Account, in_person: bool) -> MyAccountView:
    """Return my own account; the e-mail address is for nobody but the person."""
    return MyAccountView(
        id=account.id,
        name=account.name,
        guest=account.guest,
        moderator=account.moderator,
        language=known_language(account.language),
        email=(account.email or "") if in_person else "",
        confirmed=account.confirmed and in_person,
        barred=barred_until(account),
        created=iso(account.created),
    )


def person_view(account: Account) -> PersonView:
    """Return a person as everybody may see them; an erased account has no name."""
    return PersonView(account.id, account.name, account.guest)


def barred_until(account: Account) -> str | None:
    """Return until when an account is barred; None if it is not (any more)."""
    return iso(account.barred) if account.barred is not None and is_barred(account) else None


def token_view(row: SessionRow) -> TokenView:
    """Return a token; the first letters of its hash name it, and are no key to anything."""
    scopes = [each for each in get_args(TokenScope) if each in row.scopes]
    expires = iso(row.expires or 0)
    return TokenView(row.key[:16], row.label, scopes, iso(row.created), iso(row.seen), expires)
