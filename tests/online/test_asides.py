"""The second log of a game: stored once, in one order for all processes, read back whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select
from tests.server.event_logs import log_of
from tests.server.stores import with_new_store

from djambi.bots import make
from djambi.bots.politics.statements import Statement, StatementKind, TalkReason
from djambi.bots.politics.values import PactValue
from djambi.errors import DjambiError
from djambi.position.position import Position
from djambi.server.bots.ambassador import pact_worth
from djambi.server.bots.negotiation import BotNegotiation
from djambi.server.errors import RequestRefused
from djambi.server.game.asides import (
    Declined,
    NumberedAside,
    PactAccepted,
    PromiseRow,
    Proposed,
    Spoke,
    Stated,
    StoredAsides,
    decode,
    encode,
)
from djambi.server.game.events import (
    Begun,
    Created,
    DrawAgreed,
    LogEvent,
    Numbered,
    NumberTaken,
    Resigned,
    SeatRow,
    TurnPlayed,
)
from djambi.server.game.reducer import replay, state_of_events
from djambi.server.game.state import GameState
from djambi.server.game.summaries import summary_of, table_made
from djambi.server.live.listener import Listener
from djambi.server.live.room import GameRoom
from djambi.server.publisher import EventPublisher
from djambi.server.schemas.talk import (
    AcceptRequest,
    DeclineRequest,
    DenounceRequest,
    EmoteRequest,
    PromiseBody,
    ProposeRequest,
    TalkRequest,
    WorthRequest,
)
from djambi.server.schemas.terms import Terms
from djambi.server.security.devices import Device
from djambi.server.storage import Store
from djambi.server.storage.models import PledgeModel
from djambi.server.storage.people import Account, PeopleStore
from djambi.server.storage.talk_log import AsideStore, PledgeRow, keep_pledges
from djambi.server.talk.accounts import pledges
from djambi.server.talk.commands import Speaker, TalkCommand, aside_for, terms_for
from djambi.server.talk.presenter import aside_view
from djambi.server.talk.room import TalkFollowed, TalkRoom
from djambi.server.talk.talk_log import Reader, TalkLog
from djambi.views.words import Words

KEYS = {"r": "ada", "b": "blaise", "y": "carla", "g": "denis"}
SEATS = tuple(SeatRow(party, "person", device=key) for party, key in KEYS.items())
LOG: list[LogEvent] = [
    Created(str(Position.start()), SEATS, terms=Terms(), owner="ada", invite="key"),
    Begun(),
]
PEACE = PromiseBody("r", "peace", 3, other="b")


async def a_game(store: Store) -> list[Numbered]:
    people = PeopleStore(store.database)
    for key in KEYS.values():
        await people.add(Account(key, key, guest=True), None, None)
    state = state_of_events(LOG)
    await store.create("g", "square-4", "original", LOG, summary_of(state), table_made("g", state))
    return log_of(LOG)


def table_of(store: Store, log: list[Numbered]) -> GameRoom:
    """The table of the game as a process of its own has it; it outlives its talk."""
    return GameRoom("g", store, log, replay(log), EventPublisher())


async def talk_of(room: GameRoom, store: Store) -> TalkRoom:
    """The talk of a table."""

    async def learn(_: TalkRoom) -> None:
        """Nobody has a name here."""

    talk = TalkRoom(room, AsideStore(store.database), learn, EventPublisher())
    await talk.catch_up()
    return talk


@asynccontextmanager
async def two_processes(store: Store, where: str) -> AsyncGenerator[tuple[TalkRoom, TalkRoom]]:
    """The talk of one game as two processes have it, each with a store of its own."""
    log = await a_game(store)
    other = Store(where)
    here, there = table_of(store, log), table_of(other, log)
    try:
        yield await talk_of(here, store), await talk_of(there, other)
    finally:
        await other.close()


async def ask(talk: TalkRoom, party: str, asked: TalkCommand) -> int:
    numbers: list[int] = []
    await talk.change(
        lambda: aside_for(talk.log, talk.room.state, talk.speaker(KEYS[party]), asked),
        lambda numbered: numbers.append(numbered.number),
    )
    return numbers[0]


def test_a_number_is_given_once(anywhere: str) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        asides = AsideStore(store.database)
        first = Spoke(2, "ada", "r", "", None, "Hello")
        await asides.append("g", 1, first)
        with pytest.raises(NumberTaken):
            await asides.append("g", 1, Spoke(2, "blaise", "b", "", None, "Hello"))
        await asides.append("g", 2, PactAccepted(2, "", "b", "k3x9a2"))
        assert [n.aside for n in await asides.read("g")] == [
            first,
            PactAccepted(2, "", "b", "k3x9a2"),
        ]
        assert [n.number for n in await asides.read("g", 1)] == [2]
        assert await asides.numbers(["g", "h"]) == {"g": 2}

    with_new_store(anywhere, work)


def test_two_processes_tell_the_same_order(anywhere: str) -> None:
    async def work(store: Store) -> None:
        async with two_processes(store, anywhere) as (one, two):
            said = [
                ask(talk, party, TalkRequest(1, "", f"{party} {number}"))
                for number in range(8)
                for talk, party in ((one, "r"), (two, "b"))
            ]
            numbers = await asyncio.gather(*said)
            assert sorted(numbers) == list(range(1, 17))
            await one.catch_up()
            await two.catch_up()
            assert one.log.asides == two.log.asides
            assert len({encode(n.aside) for n in one.log.asides}) == 16

    with_new_store(anywhere, work)


def test_a_pact_is_answered_once_wherever(anywhere: str) -> None:
    async def work(store: Store) -> None:
        async with two_processes(store, anywhere) as (one, two):
            await ask(one, "r", ProposeRequest(1, "rb", [PEACE], secret=True))
            await two.catch_up()
            [pact] = two.log.proposals
            answers = await asyncio.gather(
                ask(one, "b", AcceptRequest(1, pact)),
                ask(two, "b", DeclineRequest(1, pact)),
                ask(two, "b", AcceptRequest(1, pact)),
                return_exceptions=True,
            )
            refusals = [a.code for a in answers if isinstance(a, RequestRefused)]
            assert refusals == ["pact_closed"] * 2
            await one.catch_up()
            await two.catch_up()
            assert one.log.proposals == two.log.proposals

    with_new_store(anywhere, work)


def test_whoever_is_refused_because_of_another_process_is_told_why(anywhere: str) -> None:
    """What the refusal was read from is known from then on: nobody tells it a second time."""

    async def work(store: Store) -> None:
        async with two_processes(store, anywhere) as (one, two):
            events = EventPublisher()
            followed: list[GameRoom] = []
            events.subscribe(TalkFollowed, lambda event: followed.append(event.room))
            two._events = events
            await ask(one, "r", ProposeRequest(1, "rb", [PEACE], secret=True))
            await two.catch_up()
            [pact] = two.log.proposals
            listener = Listener(Device("ada", host=False))
            two.room.join(listener)
            two.join(listener, 0, 0)
            await ask(one, "b", AcceptRequest(1, pact))
            with pytest.raises(RequestRefused, match="pact_closed"):
                await ask(two, "r", DeclineRequest(1, pact))
            assert followed == [two.room, two.room]
            queue = listener.queue
            heard = [msgspec.json.decode(queue.get_nowait() or b"{}") for _ in range(queue.qsize())]
            assert [each["pacts"][0]["state"] for each in heard] == ["proposed", "concluded"]

    with_new_store(anywhere, work)


def test_pledges_are_summed_up_once(anywhere: str) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        row = PledgeRow("ada", kept=2, broken=1, secret_broken=1)
        for _ in range(2):
            async with store.database.writing() as connection:
                await keep_pledges(connection, store.database, "g", [row])
        async with store.database.reading() as connection:
            rows = (await connection.execute(select(PledgeModel.__table__))).all()
        assert [tuple(each)[2:] for each in rows] == [(2, 1, 0, 1)]

    with_new_store(anywhere, work)


def test_a_guest_who_was_swept_before_the_end_keeps_nobody_s_promises_from_being_summed_up(
    anywhere: str,
) -> None:
    async def work(store: Store) -> None:
        await a_game(store)
        rows = [PledgeRow("a guest who got up", kept=1), PledgeRow("ada", kept=2)]
        async with store.database.writing() as connection:
            await keep_pledges(connection, store.database, "g", rows)
        async with store.database.reading() as connection:
            stored = (await connection.execute(select(PledgeModel.account))).scalars().all()
        assert stored == ["ada"]

    with_new_store(anywhere, work)


def test_in_profiles_stands_what_people_promised_people(tmp_path: Path) -> None:
    """A promise to a bot counts for nobody, and nothing of an anonymous table does."""
    seats = (SEATS[0], SeatRow("b", "bot", level="club"), *SEATS[2:])

    async def kept(store: Store, terms: Terms) -> list[PledgeRow]:
        events: list[LogEvent] = [Created(str(Position.start()), seats, terms, "ada"), Begun()]
        log = log_of([*events, DrawAgreed()])
        room = table_of(store, log)
        talk = await talk_of(room, store)
        for party in "by":
            promise = PromiseRow("r", "peace", 3, party)
            made = Proposed(2, "ada", "r", party, f"r{party}", None, (promise,), secret=False)
            answer = PactAccepted(2, KEYS[party], party, party)
            for aside in (made, answer):
                talk.log.add(NumberedAside(talk.log.number + 1, 0, aside))
        return pledges(talk)

    async def work(store: Store) -> None:
        assert await kept(store, Terms()) == [PledgeRow("ada", kept=1)]
        assert await kept(store, Terms(anonymous=True)) == []

    with_new_store(tmp_path / "djambi.sqlite3", work)


@pytest.mark.parametrize("text", ["{}", '{"kind":"shouted"}', "[", '{"kind":"accepted","event":1}'])
def test_what_is_damaged_is_said_to_be(text: str) -> None:
    with pytest.raises(DjambiError, match="damaged aside"):
        decode(text, 1)
    with pytest.raises(DjambiError, match="version 9"):
        decode(text, 9)


@pytest.mark.parametrize("rated", [False, True])
def test_the_ambassador_is_silent_at_a_rated_table(tmp_path: Path, rated: bool) -> None:
    created = Created(str(Position.start()), SEATS, terms=Terms(rated=rated), owner="ada")
    events: list[LogEvent] = [created, Begun()]
    log = log_of(events)
    asked = WorthRequest(1, parties="rb", promises=[PEACE])

    async def work(store: Store) -> None:
        room = table_of(store, log)
        talk = await talk_of(room, store)
        assert terms_for(room.state, talk.speaker("ada")).ambassador is not rated
        # Whoever only watches is told nothing anywhere.
        with pytest.raises(RequestRefused, match="no_advice"):
            await pact_worth(talk, "zoe", asked, asyncio.to_thread)
        if rated:
            with pytest.raises(RequestRefused, match="no_advice"):
                await pact_worth(talk, "ada", asked, asyncio.to_thread)
        else:
            worth = await pact_worth(talk, "ada", asked, asyncio.to_thread)
            assert [each.party for each in worth.shares] == ["r", "b", "y", "g"]

    with_new_store(tmp_path / "djambi.sqlite3", work)


@pytest.mark.parametrize("terms", [Terms(), Terms(rated=True), Terms(anonymous=True)])
def test_bots_ask_who_sits_there_only_where_that_may_count(tmp_path: Path, terms: Terms) -> None:
    seats = (*SEATS[:3], SeatRow("g", "bot", level="club"))
    events: list[LogEvent] = [
        Created(str(Position.start()), seats, terms=terms, owner="ada"), Begun()
    ]  # fmt: skip
    log = log_of(events)
    asked: list[str] = []

    async def pledges_of(account: str) -> tuple[int, int]:
        asked.append(account)
        return 0, 3

    async def work(store: Store) -> None:
        await a_game(store)
        room = table_of(store, log)
        talk = await talk_of(room, store)
        negotiation = BotNegotiation(lambda _: talk, 0.0, pledges_of)
        for _ in range(2):
            await negotiation.before_turn(room, "g", make("club", 1))

    with_new_store(tmp_path / "djambi.sqlite3", work)
    assert asked == ([] if terms.rated or terms.anonymous else ["ada", "blaise", "carla"])


def test_a_bot_answers_where_nothing_more_may_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("djambi.server.talk.commands.MAX_MESSAGES", 0)
    seats = (SEATS[0], *(SeatRow(party, "bot", level="club") for party in "byg"))
    events: list[LogEvent] = [Created(str(Position.start()), seats, Terms(), "ada"), Begun()]
    log = log_of(events)
    peace = [PEACE, PromiseBody("b", "peace", 3, other="r")]

    async def work(store: Store) -> None:
        await a_game(store)
        room = table_of(store, log)
        talk = await talk_of(room, store)
        await ask(talk, "r", ProposeRequest(1, "rb", peace))
        with pytest.raises(RequestRefused, match="talk_spent"):
            await ask(talk, "r", TalkRequest(2, "", "Well?"))
        negotiation = negotiation_at(talk)
        negotiation.wake(room)
        try:
            async with asyncio.timeout(60):
                while talk.log.number < 2:
                    await asyncio.sleep(0.01)
        finally:
            await negotiation.close()
        assert isinstance(talk.log.asides[1].aside, PactAccepted | Declined | Proposed)

    with_new_store(tmp_path / "djambi.sqlite3", work)


def with_bots(bots: str) -> list[Numbered]:
    """The log of the same game with bots at some seats."""
    rows = (SeatRow(row.party, "bot", level="club") if row.party in bots else row for row in SEATS)
    events: list[LogEvent] = [Created(str(Position.start()), (*rows,), Terms(), "ada"), Begun()]
    return log_of(events)


def negotiation_at(talk: TalkRoom) -> BotNegotiation:
    """The negotiators of a process that has this talk alone; they answer at once."""
    return BotNegotiation(lambda _: talk, 0.0)


def test_bots_of_two_processes_answer_a_pact_of_three_once(anywhere: str) -> None:
    """Both think at the same time, and who comes second does not take the answer back."""
    no_power = PromiseBody("y", "no_power", 1)
    peace = [PEACE, PromiseBody("b", "peace", 1, other="r"), no_power]

    async def work(store: Store) -> None:
        await a_game(store)
        log, other = with_bots("bg"), Store(anywhere)
        rooms = table_of(store, log), table_of(other, log)
        talks = await talk_of(rooms[0], store), await talk_of(rooms[1], other)
        negotiations = [negotiation_at(talk) for talk in talks]
        try:
            await ask(talks[0], "r", ProposeRequest(1, "rby", peace))
            await talks[1].catch_up()
            # The bot of the second process does not hear of the first one's answer before its own.
            for room, talk, negotiation in zip(rooms, talks, negotiations, strict=True):
                negotiation.wake(room)
                async with asyncio.timeout(60):
                    while "b" not in next(iter(talk.log.proposals.values())).agreed:
                        await asyncio.sleep(0.01)
            for talk in talks:
                await talk.catch_up()
                [proposal] = talk.log.proposals.values()
                assert (proposal.state, proposal.agreed, talk.log.number) == ("proposed", "rb", 2)
        finally:
            for negotiation in negotiations:
                await negotiation.close()
            await other.close()

    with_new_store(anywhere, work)


@pytest.mark.parametrize(
    ("turns", "fallen", "open_still"), [(3, False, True), (12, False, False), (0, True, False)]
)
def test_a_bot_that_nobody_answers_takes_its_proposal_back_and_proposes_again(
    tmp_path: Path, turns: int, fallen: bool, open_still: bool
) -> None:
    events: list[LogEvent] = [Resigned("b")] if fallen else []
    position = Position.start()
    for _ in range(turns):
        turn = position.legal_turns()[0]
        events.append(TurnPlayed(position.mover or "", str(turn)))
        position = position.play(turn)
    log = with_bots("rg")
    log += log_of(events, len(log) + 1)
    proposed = Proposed(
        2, "", "r", "k3x9a2", "rb", None, (PromiseRow("r", "peace", 3, "b"),), False
    )  # fmt: skip

    async def work(store: Store) -> None:
        await a_game(store)
        room = table_of(store, log)
        talk = await talk_of(room, store)
        await talk.change(lambda: proposed, lambda _: None)
        negotiation = negotiation_at(talk)
        await negotiation.before_turn(room, "r", make("club", 1))
        taken_back = [n for n in talk.log.asides if isinstance(n.aside, Declined)]
        assert (talk.log.proposals["k3x9a2"].state == "proposed") == open_still
        assert [n.aside.party for n in taken_back] == ([] if open_still else ["r"])
        # It answers nobody with it, and says nothing.
        for numbered in taken_back:
            view = aside_view(
                talk.log, numbered, 1, "", str, lambda a, b, c, d, e: Words("Yes.", "Oui."),
                lambda statement, _: Words(statement.kind, statement.speaker),
                muted=False, over=False,
            )  # fmt: skip
            assert view.remark is None
        again = [p for p in talk.log.proposals.values() if p.by == "r" and p.id != "k3x9a2"]
        assert bool(again) == (turns == 12)

    with_new_store(tmp_path / "djambi.sqlite3", work)


def test_proposals_to_who_is_out_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("djambi.server.talk.commands.MAX_OPEN_PROPOSALS", 1)
    standing = log_of(LOG)
    fallen = [*standing, Numbered(3, 0, Resigned("b"))]
    log = TalkLog()

    def propose(to: str, events: list[Numbered]) -> None:
        asked = ProposeRequest(1, f"r{to}", [PromiseBody("r", "peace", 3, other=to)])
        aside = aside_for(log, replay(events), Speaker("ada", "r"), asked)
        log.add(NumberedAside(log.number + 1, 0, aside))

    propose("b", standing)
    with pytest.raises(RequestRefused, match="pacts_many"):
        propose("y", standing)
    propose("y", fallen)
    with pytest.raises(RequestRefused, match="pacts_many"):
        propose("g", fallen)


def asking(log: TalkLog, state: GameState) -> Callable[[str, TalkCommand], StoredAsides]:
    """Let the player of a party, or a watcher ("w"), say or promise something."""

    def asked(who: str, command: TalkCommand) -> StoredAsides:
        speaker = Speaker(KEYS[who], who) if who in KEYS else Speaker(who, "")
        aside = aside_for(log, state, speaker, command)
        log.add(NumberedAside(log.number + 1, 0, aside))
        return aside

    return asked


def test_nobody_can_use_up_what_others_may_say_or_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("djambi.server.talk.commands.MAX_MESSAGES", 8)
    monkeypatch.setattr("djambi.server.talk.commands.MAX_WATCH_MESSAGES", 4)
    monkeypatch.setattr("djambi.server.talk.commands.MAX_WATCHER_MESSAGES", 3)
    ask = asking(TalkLog(), state_of_events(LOG))
    pact = ask("r", ProposeRequest(1, "rb", [PEACE]))
    assert isinstance(pact, Proposed)
    for who, room, most, refusal in (
        ("watcher", "watch", 3, "talk_spent"),
        ("another", "watch", 1, "talk_full"),
        *((party, "", 2, "talk_spent") for party in "rbyg"),
    ):
        for _ in range(most):
            ask(who, TalkRequest(1, room, "Well?"))
        with pytest.raises(RequestRefused, match=refusal):
            ask(who, EmoteRequest(1, room, "hello"))
    ask("b", AcceptRequest(1, pact.pact))
    ask("r", DenounceRequest(1, pact.pact))
    ask("g", ProposeRequest(1, "rg", [msgspec.structs.replace(PEACE, other="g")]))


def test_nobody_can_use_up_the_pacts_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("djambi.server.talk.commands.MAX_PACTS", 8)
    ask = asking(TalkLog(), state_of_events(LOG))
    for _ in range(2):
        pact = ask("r", ProposeRequest(1, "rb", [PEACE]))
        assert isinstance(pact, Proposed)
        ask("r", DeclineRequest(1, pact.pact))
    with pytest.raises(RequestRefused, match="pacts_spent"):
        ask("r", ProposeRequest(1, "rb", [PEACE]))
    ask("b", ProposeRequest(1, "rb", [PEACE]))


def test_nobody_counters_a_proposal_of_their_own() -> None:
    ask = asking(TalkLog(), state_of_events(LOG))
    pact = ask("r", ProposeRequest(1, "rb", [PEACE]))
    assert isinstance(pact, Proposed)
    with pytest.raises(RequestRefused, match="pact_agreed"):
        ask("r", ProposeRequest(1, "rb", [PEACE], counters=pact.pact))
    ask("b", ProposeRequest(1, "rb", [PEACE], counters=pact.pact))


BLUFF = Statement(
    StatementKind.PROPOSE,
    "b",
    TalkReason.MUTUAL,
    audience="rb",
    value=PactValue("rbyg", (0.25,) * 4, (0.3, 0.3, 0.2, 0.2), (0.25,) * 4, "rb"),
    honest=False,
)
OFFER = Proposed(
    3, "", "b", "k3x9a2", "rb", ("ada",), (PromiseRow("b", "peace", 3, "r"),), True,
    statement=BLUFF,
)  # fmt: skip


@pytest.mark.parametrize(
    "aside",
    [
        OFFER,
        Declined(3, "", "b", "k3x9a2", statement=BLUFF),
        Stated(3, "", "b", "", None, BLUFF),
        Declined(3, "ada", "r", "k3x9a2"),
    ],
)
def test_what_a_bot_states_is_read_back_with_its_numbers(aside: StoredAsides) -> None:
    assert decode(encode(aside), 1) == aside
    # What a person does is stored as ever: an older version reads it too.
    assert ("statement" in encode(aside)) == (aside.by == "")


def test_a_pact_of_three_holds_once_the_last_has_agreed() -> None:
    log = TalkLog()
    pact = OFFER.pact
    log.add(NumberedAside(1, 0, msgspec.structs.replace(OFFER, parties="rby")))
    log.add(NumberedAside(2, 0, PactAccepted(4, "ada", "r", pact)))
    assert (log.proposals[pact].state, log.concluding) == ("proposed", set())
    log.add(NumberedAside(3, 0, PactAccepted(5, "carla", "y", pact)))
    assert (log.proposals[pact].state, log.proposals[pact].concluded) == ("concluded", 5)
    assert log.concluding == {3}


def test_a_reason_is_heard_by_its_audience_and_a_bluff_is_told_after_the_game() -> None:
    log = TalkLog()
    log.add(NumberedAside(1, 0, OFFER))
    log.add(NumberedAside(2, 0, Declined(3, "", "b", "k3x9a2", statement=BLUFF)))
    log.add(NumberedAside(3, 0, Stated(3, "", "b", "", None, BLUFF)))
    seen = {
        key: log.visible(Reader(key, party, over=False, published=False))
        for party, key in KEYS.items()
    }
    assert seen == {"ada": [0, 1, 2], "blaise": [2], "carla": [2], "denis": [2]}
    for over in (False, True):
        for numbered in log.asides:
            view = aside_view(
                log, numbered, 1, "", str, lambda a, b, c, d, e: None,
                lambda statement, _: Words(statement.kind, statement.speaker),
                muted=False, over=over,
            )  # fmt: skip
            assert (view.remark, view.bluff) == (Words("propose", "b"), over)
