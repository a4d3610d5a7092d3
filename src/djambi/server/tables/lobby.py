"""Online tables in lists: which ones are wanted, one's own, and the card of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from djambi.server.game.events import SeatRow
from djambi.server.game.summaries import decode_seats, decode_terms, edition_of
from djambi.server.game.table_presenter import AccountName, seat_online
from djambi.server.live.registry import GameRegistry
from djambi.server.schemas.tables import MyTablesView, TableCardView
from djambi.server.schemas.terms import TableStage, Terms
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.tables import TableRow, TablesStore
from djambi.server.timekeeping import DAY_MS, iso
from djambi.views.positions import pieces_and_corpses

MAX_SHOWN = 100
"""Tables in a list, at most."""

MAX_READ = 500
"""Tables that are read for it: what filters leave out is not shown."""

STALE_MS = {"waiting": 3 * DAY_MS, "playing": 60 * DAY_MS}
"""Milliseconds without anything new after which the lobby shows a table no longer."""

_STAGES: dict[str, TableStage] = {"waiting": "waiting", "playing": "playing"}


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """Which tables of the lobby somebody wants to see; None or "" means all."""

    variant: str = ""
    edition: str = ""
    clock: str = ""
    talk: str = ""
    rated: bool | None = None
    anonymous: bool | None = None

    def fits(self, terms: Terms) -> bool:
        """Return whether a table with these terms is wanted."""
        return (
            self.clock in ("", terms.clock.kind)
            and self.talk in ("", terms.talk)
            and self.rated in (None, terms.rated)
            and self.anonymous in (None, terms.anonymous)
        )


class TableLists:
    """The online tables in lists, as one account sees them."""

    def __init__(self, registry: GameRegistry, store: TablesStore, people: PeopleStore) -> None:
        self.registry = registry
        self.store = store
        self._people = people

    async def mine(self, account: str) -> MyTablesView:
        """Return the tables of an account: those where it is to move first, ended ones last."""
        rows = await self.store.of_player(account, MAX_SHOWN)
        found = await self.cards(rows, account)
        found.sort(key=lambda card: (not card.my_turn, card.stage == "over"))
        return MyTablesView(found, sum(card.my_turn for card in found))

    async def cards(self, rows: Iterable[TableRow], account: str) -> list[TableCardView]:
        """Return a card for each of these tables."""
        listed = [(row, decode_seats(row.seats), decode_terms(row.terms)) for row in rows]
        people = {s.device for _, seats, _ in listed for s in seats if s.player == "person"}
        people |= {row.host for row, _, _ in listed}
        found: Mapping[str, Account] = await self._people.accounts(people - {""})
        known = {i: AccountName(one.name, one.guest) for i, one in found.items()}
        return [
            _card(row, seats, terms, account, known, self.registry.watching(row.id))
            for row, seats, terms in listed
        ]


def _card(
    row: TableRow,
    seats: list[SeatRow],
    terms: Terms,
    account: str,
    known: Mapping[str, AccountName],
    watching: int,
) -> TableCardView:
    def who(seated: str) -> AccountName:
        return known.get(seated, AccountName(""))

    pieces, corpses = pieces_and_corpses(row.position)
    playing = [seat for seat in seats if seat.player == "person" and seat.device == account]
    own = "".join(seat.party for seat in playing)
    stage = _STAGES.get(row.stage, "over")
    my_turn = stage == "playing" and row.mover is not None and row.mover in own
    return TableCardView(
        id=row.id,
        terms=terms,
        stage=stage,
        variant=row.variant,
        edition=edition_of(row.rules),
        rules=row.rules,
        seats=[seat_online(seat, terms, who) for seat in seats],
        owner="" if terms.anonymous else who(row.host).name,
        free="".join(s.party for s in seats if s.player == "open" and not s.kept),
        created=iso(row.created),
        played=iso(row.played),
        ply=row.ply,
        mover=row.mover,
        winners=row.winners or "",
        pieces=pieces,
        corpses=corpses,
        watching=watching,
        mine=own,
        my_turn=my_turn,
        deadline=iso(row.turn_until) if my_turn and row.turn_until and _has_clock(terms) else None,
        kept="".join(s.party for s in seats if s.kept and s.kept == account),
    )


def _has_clock(terms: Terms) -> bool:
    return terms.clock.kind != "none"
