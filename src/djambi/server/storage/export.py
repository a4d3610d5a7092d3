"""What a server knows about one account, for the person; and what of it can be taken back."""

from __future__ import annotations

import json
from typing import Any, cast

import msgspec
from sqlalchemy import ColumnElement, Table, delete, or_, select, update

from djambi.server.storage.database import Database
from djambi.server.storage.models import SettingsModel
from djambi.server.storage.online import (
    AccountModel,
    AsideModel,
    BlockModel,
    LetterModel,
    PlayerModel,
    PledgeModel,
    PresenceModel,
    PrivateModel,
    RatingModel,
    ReportModel,
    ResultModel,
    SessionModel,
)
from djambi.server.talk.asides import VERSION, Spoke, decode, encode

_SECRET = frozenset({"password", "key", "folded"})
"""Columns that are nobody's business, or only there to find others."""


async def everything_about(database: Database, account: str) -> dict[str, Any]:
    """All that is stored about an account, by table; times in milliseconds since 1970, UTC.

    Of what others said to it nothing: that is theirs, and the person can read it at the table.
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
        BlockModel: BlockModel.account == account,
        ReportModel: ReportModel.reporter == account,
        LetterModel: LetterModel.account == account,
    }
    found: dict[str, Any] = {}
    async with database.reading() as connection:
        for model, mine in where.items():
            table = cast("Table", model.__table__)
            columns = [column for column in table.columns if column.name not in _SECRET]
            rows = (await connection.execute(select(*columns).where(mine))).mappings().all()
            found[table.name] = [_shown(dict(row)) for row in rows]
        query = select(AsideModel.game, AsideModel.at, AsideModel.data)
        mine_or_near = query.where(_said_by(account)).order_by(AsideModel.at)
        said = (await connection.execute(mine_or_near)).all()
    found["asides"] = [
        {"game": row.game, "at": row.at, **json.loads(row.data)}
        for row in said
        if json.loads(row.data)["by"] == account
    ]
    return found


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """A row, with what is stored as JSON taken apart."""
    if isinstance(row.get("data"), str):
        row["data"] = msgspec.json.decode(row["data"])
    return row


def _said_by(account: str) -> ColumnElement[bool]:
    """Asides that have the account in them (who is meant must still be looked up)."""
    return AsideModel.data.contains(f'"{account}"', autoescape=True)


async def forget_traces(database: Database, account: str) -> None:
    """Delete what an erased account kept to itself, and where it was last seen."""
    async with database.writing() as connection:
        for model in (PrivateModel, PresenceModel):
            await connection.execute(delete(model).where(model.account == account))


async def take_words_back(database: Database, account: str) -> int:
    """Empty everything that an account ever said at tables; returns how many sayings.

    That something was said, and its pacts, stay: others count on their order.
    """
    count = 0
    async with database.writing() as connection:
        query = select(AsideModel.game, AsideModel.number, AsideModel.version, AsideModel.data)
        for row in (await connection.execute(query.where(_said_by(account)))).all():
            aside = decode(row.data, row.version)
            if not isinstance(aside, Spoke) or aside.by != account or not aside.text:
                continue
            emptied = msgspec.structs.replace(aside, text="")
            this = (AsideModel.game == row.game, AsideModel.number == row.number)
            changed = {"data": encode(emptied), "version": VERSION}
            await connection.execute(update(AsideModel).where(*this).values(**changed))
            count += 1
        # What the person wrote to moderators is about others too, and stays theirs to judge.
        mine = or_(ReportModel.reporter == account, ReportModel.accused == account)
        closed = update(ReportModel).where(mine, ReportModel.verdict.is_not(None))
        await connection.execute(closed.values(text=""))
    return count
