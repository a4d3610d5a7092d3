"""Reports over HTTP, and what moderators do about them."""

from __future__ import annotations

from litestar import get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from djambi.server.errors import RequestRefused
from djambi.server.moderation.report_subjects import ReportSubjects, Subject
from djambi.server.people.me_routes import people_of
from djambi.server.people.presenter import barred_until, person_view
from djambi.server.people.schemas import (
    AcceptedView,
    BarBody,
    ReportBody,
    ReportsView,
    ReportView,
    VerdictBody,
)
from djambi.server.people.service import AccountService
from djambi.server.security.current_user import account_of
from djambi.server.security.endpoints import NO_STORE, Endpoint, count_action
from djambi.server.security.http_requests import HttpRequest
from djambi.server.storage.people import Account, lengthen_ban
from djambi.server.storage.reports import ReportRow, ReportStore, close_report
from djambi.server.timekeeping import DAY_MS, iso, now


def _subjects(request: HttpRequest) -> ReportSubjects:
    subjects: ReportSubjects = request.app.state.report_subjects
    return subjects


@post(
    "/api/reports",
    status_code=202,
    response_headers=NO_STORE,
    endpoint=Endpoint("player"),
)
async def post_report(request: HttpRequest, data: JSONBody[ReportBody]) -> AcceptedView:
    """Report somebody to the moderators; at anonymous tables by the party's letter."""
    people = people_of(request)
    me = account_of(request)
    if data.game is None:
        if data.accused is None or data.party is not None or data.aside is not None:
            raise RequestRefused("report_whom")
        accused = (await people.somebody(data.accused)).id
        subject = Subject(accused, None, None)
    else:
        subject = await _subjects(request).subject_of(me.id, data)
    if subject.accused == me.id:
        raise RequestRefused("not_yourself")
    count_action(request, "report")
    await ReportStore(people.store.database).add(
        me.id, subject.accused, subject.game, subject.aside, data.text
    )
    return AcceptedView()


@get("/api/reports", response_headers=NO_STORE, endpoint=Endpoint("moderator"))
async def get_reports(request: HttpRequest, closed: FromQuery[bool] = False) -> ReportsView:
    """Return the open reports, oldest first, or those with a verdict (moderators)."""
    people = people_of(request)
    me = account_of(request)
    rows = await ReportStore(people.store.database).all(me.id, closed)
    return ReportsView(await _report_views(request, people, rows))


@post(
    "/api/reports/{report:int}/verdict",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint("moderator"),
)
async def post_verdict(
    request: HttpRequest, report: FromPath[int], data: JSONBody[VerdictBody]
) -> ReportView:
    """Close a report, and bar the accused for some days if need be (moderators).

    A longer ban from before stays.
    """
    people = people_of(request)
    me = account_of(request)
    reports = ReportStore(people.store.database)
    row = await reports.one(me.id, report) if 0 < report < 2**31 else None
    if row is None:
        raise RequestRefused("no_report")
    # First of all: who may not be barred is not said to have been, in a report that is closed.
    accused = await _barrable(people, me, row.accused) if data.days else None
    store = people.store
    writing = store.database.writing() if accused is None else store.cutting(accused.id)
    # In one transaction: a report that is closed cannot be judged again, if the ban failed.
    async with writing as connection:
        if not await close_report(connection, report, me.id, data.verdict):
            raise RequestRefused("no_report")
        if accused is not None:
            await lengthen_ban(connection, accused.id, now() + data.days * DAY_MS)
    after = await reports.one(me.id, report)
    if after is None:
        raise RequestRefused("no_report")
    return (await _report_views(request, people, [after]))[0]


@put(
    "/api/people/{account:str}/bar",
    status_code=204,
    endpoint=Endpoint("moderator"),
)
async def put_bar(request: HttpRequest, account: FromPath[str], data: JSONBody[BarBody]) -> None:
    """Ban somebody from playing and talking for so many days, or lift the ban (moderators)."""
    people = people_of(request)
    if data.days:
        await _barrable(people, account_of(request), account)
    await people.bar(account, data.days)


async def _barrable(people: AccountService, moderator: Account, account: str) -> Account:
    """Return an account that a moderator may bar; raises RequestRefused for another."""
    person = await people.somebody(account)
    if person.moderator:
        # Moderators are made and unmade by whoever runs the server.
        raise RequestRefused("not_allowed" if person.id != moderator.id else "not_yourself")
    return person


async def _report_views(
    request: HttpRequest, people: AccountService, rows: list[ReportRow]
) -> list[ReportView]:
    ids = {each for row in rows for each in (row.reporter, row.accused, row.moderator) if each}
    known = await people.named(ids)
    found: list[ReportView] = []
    for row in rows:
        judge = known.get(row.moderator or "")
        found.append(
            ReportView(
                id=row.id,
                at=iso(row.at),
                reporter=person_view(known[row.reporter]),
                accused=person_view(known[row.accused]),
                barred=barred_until(known[row.accused]),
                game=row.game,
                said=await _subjects(request).said_of(row.game, row.aside),
                text=row.text,
                verdict=row.verdict,
                moderator=None if judge is None else person_view(judge),
            )
        )
    return found
