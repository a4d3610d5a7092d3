"""Export what a server knows about one account; take back what it said."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from djambi.server.game.asides import ASIDE_VERSION, Spoke, decode, encode
from djambi.server.storage.database import Database
from djambi.server.storage.models import (
    AccountModel,
    AsideModel,
    BlockModel,
    EmailModel,
    GameModel,
    KnownBrowserModel,
    PlayerModel,
    PledgeModel,
    PresenceModel,
    PrivateModel,
    RatingModel,
    RecoveryModel,
    ReportModel,
    ResultModel,
    SessionModel,
    SettingsModel,
    table_of,
)

_SECRET = frozenset({"password", "key", "folded"})
"""Columns that are nobody's business, or only there to find others."""


async def everything_about(database: Database, account: str) -> dict[str, Any]:
    """Return all that is stored about an account, by table; times in milliseconds since 1970, UTC.

    `hosted` are the games of the tables that it made, whether it played there or not.
    Of what others said to it nothing: that is theirs, and the person can read it at the table. Of
    reports about it when, where and the verdict (`reported`), but neither who reported nor in which
    words: both would tell whom to take it out on. Nor does it say who judged, or who plays at an
    anonymous table: to whom the person spoke there, or whom they reported.
    """
    where: dict[type[Any], ColumnElement[bool]] = {
        AccountModel: AccountModel.id == account,
        SessionModel: SessionModel.account == account,
        SettingsModel: SettingsModel.device == account,
        RatingModel: RatingModel.account == account,
        PlayerModel: PlayerModel.account == account,
        ResultModel: ResultModel.account == account,
        PledgeModel: PledgeModel.account == account,
        PrivateModel: PrivateModel.account == account,
        RecoveryModel: RecoveryModel.account == account,
        KnownBrowserModel: KnownBrowserModel.account == account,
        PresenceModel: PresenceModel.account == account,
        BlockModel: BlockModel.account == account,
        ReportModel: ReportModel.reporter == account,
        EmailModel: EmailModel.account == account,
    }
    found: dict[str, Any] = {}
    async with database.reading() as connection:
        for model, mine in where.items():
            table = table_of(model)
            columns = [column for column in table.columns if column.name not in _SECRET]
            rows = (await connection.execute(select(*columns).where(mine))).mappings().all()
            found[table.name] = [_shown(dict(row)) for row in rows]
        found["reports"] = [_report(row) for row in found["reports"]]
        about = select(ReportModel.at, ReportModel.game, ReportModel.verdict)
        reported = await connection.execute(about.where(ReportModel.accused == account))
        found["reported"] = [dict(row) for row in reported.mappings()]
        hosted = select(GameModel.id).where(GameModel.host == account).order_by(GameModel.id)
        found["hosted"] = list((await connection.execute(hosted)).scalars())
        query = select(AsideModel.game, AsideModel.at, AsideModel.data)
        mine = AsideModel.author == account
        asides = await connection.execute(query.where(mine).order_by(AsideModel.at))
        found["asides"] = [_aside(row.game, row.at, row.data) for row in asides]
    return found


def _report(row: dict[str, Any]) -> dict[str, Any]:
    """Return a report of the person's own without its judge; at a table, they name no account."""
    hidden = {"moderator"} if row["game"] is None else {"moderator", "accused"}
    return {name: value for name, value in row.items() if name not in hidden}


def _aside(game: str, at: int, data: str) -> dict[str, Any]:
    """Return an aside of the person's own, without the accounts that it was for (its `to`)."""
    aside = json.loads(data)
    aside.pop("to", None)
    return {"game": game, "at": at, **aside}


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row, with what is stored as JSON taken apart.

    A promised e-mail ("it is your turn") has no text until it goes out.
    """
    if row.get("data"):
        row["data"] = msgspec.json.decode(row["data"])
    return row


async def take_words_back(connection: AsyncConnection, account: str) -> int:
    """Erase everything an account ever said at tables; returns the number of messages.

    That something was said, and its pacts, stay: others count on their order.
    """
    count = 0
    query = select(AsideModel.game, AsideModel.number, AsideModel.version, AsideModel.data)
    for row in (await connection.execute(query.where(AsideModel.author == account))).all():
        aside = decode(row.data, row.version)
        if not isinstance(aside, Spoke) or not aside.text:
            continue
        emptied = msgspec.structs.replace(aside, text="")
        this = (AsideModel.game == row.game, AsideModel.number == row.number)
        changed = {"data": encode(emptied), "version": ASIDE_VERSION}
        await connection.execute(update(AsideModel).where(*this).values(**changed))
        count += 1
    return count
