"""The HTTP side of other people: profiles, reports, and what moderators do."""

from __future__ import annotations

from datetime import datetime

from litestar import get, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from djambi.server.errors import Refused
from djambi.server.people import schemas as v
from djambi.server.people.presenter import barred_until, person_view
from djambi.server.people.ratings import shown
from djambi.server.people.report_subjects import Subject, said_of, subject_of
from djambi.server.people.routes import Asked, people_of
from djambi.server.people.service import People
from djambi.server.security.current_user import account_or_none, moderator_of, player_of
from djambi.server.storage.people import Account
from djambi.server.storage.profiles import PlayedRow, Profiles
from djambi.server.storage.reports import ReportRow, Reports
from djambi.server.timekeeping import iso

_FRESH = {"cache-control": "no-store"}
_GAMES = 20


# --- profiles -----------------------------------------------------------------------------------


@get("/api/people/{account:str}", response_headers=_FRESH)
async def get_person(
    request: Asked, account: FromPath[str], before: FromQuery[str | None] = None
) -> v.Profile:
    """Somebody's profile: ratings, results, pacts kept and broken."""
    people = people_of(request)
    person = await people.somebody(account)
    me = account_or_none(request)
    profiles = Profiles(people.store.database)
    played, won = await profiles.counts(account)
    rows = await profiles.played(account, _milliseconds(before), _GAMES + 1)
    older = rows[_GAMES - 1].at if len(rows) > _GAMES else None
    pledges = await profiles.pledges(account)
    blocked = me is not None and (me.id, account) in await people.store.blocks_between(
        [me.id, account]
    )
    return v.Profile(
        person=person_view(person),
        moderator=person.moderator,
        mine=me is not None and me.id == account,
        blocked=blocked,
        barred=barred_until(person) if me is not None and me.moderator else None,
        since=iso(person.created)[:10],
        played=played,
        won=won,
        ratings=[
            v.RatingView(row.variant, row.games, shown(row.mu, row.sigma), row.mu, row.sigma)
            for row in await profiles.ratings(account)
        ],
        virtu=v.VirtuView(pledges.kept, pledges.broken, pledges.secret_kept, pledges.secret_broken),
        games=await _games(people, profiles, rows[:_GAMES]),
        before=None if older is None else iso(older),
    )


def _milliseconds(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused("not_understood") from None
    if moment.tzinfo is None:
        raise Refused("not_understood")
    return round(moment.timestamp() * 1000)


async def _games(people: People, profiles: Profiles, rows: list[PlayedRow]) -> list[v.PlayedView]:
    seats = await profiles.seats(list({row.game for row in rows}))
    ids = {who for each in seats.values() for _, who, _ in each if who is not None}
    known = await people.named(ids)

    def person(account: str | None) -> v.PersonView | None:
        return None if account is None else person_view(known[account])

    return [
        v.PlayedView(
            game=row.game,
            variant=row.variant,
            edition=row.rules.split(",")[0],
            ended=iso(row.at),
            rated=row.rated,
            party=row.party,
            share=row.share,
            seats=[v.OtherSeat(party, person(who), share) for party, who, share in seats[row.game]],
        )
        for row in rows
    ]


# --- reports ------------------------------------------------------------------------------------


@post("/api/reports", status_code=202, response_headers=_FRESH)
async def post_report(request: Asked, data: JSONBody[v.ReportBody]) -> v.Accepted:
    """Report somebody to the moderators; at anonymous tables by the party's letter."""
    people = people_of(request)
    me = player_of(request)
    if data.game is None:
        if data.accused is None or data.party is not None or data.aside is not None:
            raise Refused("report_whom")
        accused = (await people.somebody(data.accused)).id
        subject = Subject(accused, None, None)
    else:
        subject = await subject_of(request.app.state.hub, me.id, data)
    if subject.accused == me.id:
        raise Refused("not_yourself")
    people.limits.take("report", me.id)
    await Reports(people.store.database).add(
        me.id, subject.accused, subject.game, subject.aside, data.text
    )
    return v.Accepted()


@get("/api/reports", response_headers=_FRESH)
async def get_reports(request: Asked, closed: FromQuery[bool] = False) -> v.ReportsView:
    """What was reported (moderators)."""
    people = people_of(request)
    me = moderator_of(request)
    rows = await Reports(people.store.database).all(me.id, closed)
    return v.ReportsView(await _report_views(request, people, rows))


@post("/api/reports/{report:int}/verdict", status_code=200, response_headers=_FRESH)
async def post_verdict(
    request: Asked, report: FromPath[int], data: JSONBody[v.VerdictBody]
) -> v.ReportView:
    """Close a report, and bar the accused for some days if need be (moderators)."""
    people = people_of(request)
    me = moderator_of(request)
    reports = Reports(people.store.database)
    row = await reports.one(me.id, report) if 0 < report < 2**31 else None
    if row is None or not await reports.judge(report, me.id, data.verdict):
        raise Refused("no_report")
    if data.days:
        await _bar(people, me, row.accused, data.days)
    after = await reports.one(me.id, report)
    if after is None:
        raise Refused("no_report")
    return (await _report_views(request, people, [after]))[0]


@put("/api/people/{account:str}/bar", status_code=204)
async def put_bar(request: Asked, account: FromPath[str], data: JSONBody[v.BarBody]) -> None:
    """Bar somebody from playing and talking for so many days, or no more (moderators)."""
    await _bar(people_of(request), moderator_of(request), account, data.days)


async def _bar(people: People, moderator: Account, account: str, days: int) -> None:
    person = await people.somebody(account)
    if person.moderator and days:
        # Moderators are made and unmade by whoever runs the server.
        raise Refused("not_allowed" if person.id != moderator.id else "not_yourself")
    await people.bar(account, days)


async def _report_views(
    request: Asked, people: People, rows: list[ReportRow]
) -> list[v.ReportView]:
    ids = {each for row in rows for each in (row.reporter, row.accused, row.moderator) if each}
    known = await people.named(ids)
    found: list[v.ReportView] = []
    for row in rows:
        judge = known.get(row.moderator or "")
        found.append(
            v.ReportView(
                id=row.id,
                at=iso(row.at),
                reporter=person_view(known[row.reporter]),
                accused=person_view(known[row.accused]),
                barred=barred_until(known[row.accused]),
                game=row.game,
                said=await said_of(request.app.state.hub, row.game, row.aside),
                text=row.text,
                verdict=row.verdict,
                moderator=None if judge is None else person_view(judge),
            )
        )
    return found


OTHERS_HANDLERS: list[ControllerRouterHandler] = [
    get_person,
    post_report,
    get_reports,
    post_verdict,
    put_bar,
]
