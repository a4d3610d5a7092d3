"""Profiles of other people over HTTP."""

from __future__ import annotations

import re

from litestar import get
from litestar.params import FromPath, FromQuery

from djambi.server.errors import RequestRefused
from djambi.server.game.summaries import edition_of
from djambi.server.people.me_routes import people_of
from djambi.server.people.presenter import barred_until, person_view
from djambi.server.people.ratings import shown
from djambi.server.people.schemas import (
    OpponentView,
    PersonView,
    PlayedView,
    ProfileView,
    RatingView,
    VirtuView,
)
from djambi.server.people.service import AccountService
from djambi.server.security.current_user import account_or_none
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest
from djambi.server.storage.profiles import PlayedRow, ProfileStore
from djambi.server.timekeeping import iso

_GAMES_PER_PAGE = 20

_CURSOR = re.compile(r"([0-9]{1,15})-([a-z0-9]{1,24})-([a-z])")
"""The time of a game's end, its id, and the party: where an answer ended."""


@get("/api/people/{account:str}", response_headers=NO_STORE, endpoint=Endpoint())
async def get_person(
    request: HttpRequest, account: FromPath[str], before: FromQuery[str | None] = None
) -> ProfileView:
    """Return a person's profile: ratings, results, pacts kept and broken."""
    people = people_of(request)
    person = await people.somebody(account)
    me = account_or_none(request)
    profiles = ProfileStore(people.store.database)
    played, won = await profiles.counts(account)
    rows = await profiles.played(account, _cursor(before), _GAMES_PER_PAGE + 1)
    shown_rows = rows[:_GAMES_PER_PAGE]
    pledges = await profiles.pledges(account)
    blocked = me is not None and (me.id, account) in await people.store.blocks_between(
        [me.id, account]
    )
    return ProfileView(
        person=person_view(person),
        moderator=person.moderator,
        mine=me is not None and me.id == account,
        blocked=blocked,
        barred=barred_until(person) if me is not None and me.moderator else None,
        since=iso(person.created)[:10],
        played=played,
        won=won,
        ratings=[
            RatingView(row.variant, row.games, shown(row.mu, row.sigma), row.mu, row.sigma)
            for row in await profiles.ratings(account)
        ],
        virtu=VirtuView(pledges.kept, pledges.broken, pledges.secret_kept, pledges.secret_broken),
        games=await _games(people, profiles, shown_rows),
        before=_more(shown_rows[-1]) if len(rows) > _GAMES_PER_PAGE else None,
    )


def _cursor(before: str | None) -> tuple[int, str, str] | None:
    if before is None:
        return None
    found = _CURSOR.fullmatch(before)
    if found is None:
        raise RequestRefused("not_understood")
    return int(found[1]), found[2], found[3]


def _more(row: PlayedRow) -> str:
    return f"{row.at}-{row.game}-{row.party}"


async def _games(
    people: AccountService, profiles: ProfileStore, rows: list[PlayedRow]
) -> list[PlayedView]:
    seats = await profiles.seats(list({row.game for row in rows}))
    ids = {who for each in seats.values() for _, who, _ in each if who is not None}
    known = await people.named(ids)

    def person(account: str | None) -> PersonView | None:
        return None if account is None else person_view(known[account])

    return [
        PlayedView(
            game=row.game,
            variant=row.variant,
            edition=edition_of(row.rules),
            ended=iso(row.at),
            rated=row.rated,
            party=row.party,
            share=row.share,
            seats=[
                OpponentView(party, person(who), share) for party, who, share in seats[row.game]
            ],
        )
        for row in rows
    ]
