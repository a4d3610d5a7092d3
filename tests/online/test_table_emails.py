"""E-mails on turns and votes: who gets one, once, and when it needs not go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from typing import Any, cast

import pytest
from sqlalchemy import update
from tests.online.people import Member, OnlineServed
from tests.online.test_correspondence import DAYS, ask, make_table, play, state
from tests.online.test_mail import Fake, mail_server, two_queues, until_idle, waiting
from tests.server.people import Json, play_first_legal
from tests.waiting import WAIT_TIMEOUT_S

from djambi import Position
from djambi.server.apps.admin import Admin
from djambi.server.apps.online import OnlineProcess
from djambi.server.game.events import Flagged, StoodIn
from djambi.server.jobs import LocalJobs
from djambi.server.notifications import table_emails
from djambi.server.notifications.mail import Email, MailQueue
from djambi.server.settings import ServeSettings
from djambi.server.storage.models import EmailModel
from djambi.server.storage.upgrade import upgrade
from djambi.server.timekeeping import now

ADDRESS = "yellow@example.org"
FIRST = "c3-e3"
FIRST_OF_FOUR = str(next(iter(Position.start("square-4").legal_turns())))
HOUR = 3_600_000


def do(served: OnlineServed, work: Callable[[OnlineProcess], Coroutine[Any, Any, None]]) -> None:
    """Do something with the process's own parts, where they live, and wait for it."""
    app: Any = served.guard.app
    assert served.loop is not None
    asyncio.run_coroutine_threadsafe(work(app.state.online), served.loop).result(WAIT_TIMEOUT_S)


async def promised(online: OnlineProcess) -> int:
    """How many e-mails wait, once all promises are stored."""
    async with asyncio.timeout(WAIT_TIMEOUT_S):
        while tasks := [t for t in online.tasks._tasks if "_insisted" in repr(t.get_coro())]:
            await asyncio.gather(*tasks)
    return await waiting(online.store.database)


async def settled(online: OnlineProcess) -> None:
    """All e-mails that were promised have gone out, or need not: it is as if their time had come.

    One may be promised meanwhile: the server hears a moment later that somebody has gone.
    """
    jobs = cast("LocalJobs", online.jobs)
    async with asyncio.timeout(WAIT_TIMEOUT_S):
        while await promised(online) or jobs._running:
            async with online.store.database.writing() as connection:
                await connection.execute(update(EmailModel).values(due=0))
            await online.post.sweep()
            await asyncio.sleep(0.01)


def gone(game: str, member: Member) -> Callable[[OnlineProcess], Coroutine[Any, Any, None]]:
    """Wait until a member's sockets at a game are closed here too."""

    async def work(online: OnlineProcess) -> None:
        room = await online.registry.room(game)
        async with asyncio.timeout(WAIT_TIMEOUT_S):
            while room.is_here(member.id):
                await asyncio.sleep(0.01)

    return work


@pytest.fixture
def post(online: OnlineServed) -> Iterator[Fake]:
    """The mail server that `online` has."""
    with mail_server() as fake:

        async def give(process: OnlineProcess) -> None:
            process.post._server = fake.server

        do(online, give)
        yield fake


def begin(online: OnlineServed, terms: Json, language: str = "en") -> tuple[str, Member, Member]:
    """A table of two that has begun; yellow, who is next but one, has an address."""
    red, yellow = online.player(), online.player()
    online.change(yellow.id, email=ADDRESS, confirmed=True, language=language)
    game = make_table(red, terms)
    ask(yellow, game, "sit", after=1, party="y")
    return game, red, yellow


def call(member: Member, game: str, vote: str) -> int:
    """Call a vote; its number."""
    ask(member, game, "call", after=state(member, game)["number"], vote=vote)
    return int(state(member, game)["table"]["vote"]["number"])


def read(fake: Fake) -> list[tuple[str, str, str]]:
    """The e-mails: to whom, subject, text."""
    found: list[tuple[str, str, str]] = []
    for to, raw in fake.taken:
        mail = message_from_bytes(raw, policy=policy.default)
        body = mail.get_body()
        assert body is not None
        found.append((to[0], str(mail["Subject"]), "\n".join(body.get_content().splitlines())))
    return found


@pytest.mark.parametrize(
    ("language", "said", "form"),
    [("en", "your turn", "%Y-%m-%d"), ("fr", "à vous de jouer", "%d/%m/%Y")],
)
def test_who_is_to_move_and_not_there_gets_one_email(
    online: OnlineServed, post: Fake, language: str, said: str, form: str
) -> None:
    game, red, _ = begin(online, {**DAYS, "name": "Slow & steady"}, language)
    do(online, settled)
    # Red, who is to begin, has no address.
    assert post.taken == []
    play(red, game, FIRST)
    do(online, settled)
    [(to, subject, text)] = read(post)
    assert to == ADDRESS and said in subject and "Slow & steady" in subject
    assert {f"{online.url}/g/{game}", f"{online.url}/account"} <= set(text.splitlines())
    until = datetime.fromtimestamp(state(red, game)["table"]["clock"]["until"] / 1000, UTC)
    assert until.strftime(form) in text and until.strftime("%M") in text
    # What happens beside the game begins no other turn.
    ask(red, game, "relink")
    do(online, settled)
    assert len(post.taken) == 1


def test_an_email_comes_although_its_promise_could_not_be_stored_at_first(
    online: OnlineServed, post: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[str] = []
    real = MailQueue.promise

    async def promise(self: MailQueue, key: str, account: str, due: int) -> None:
        if not failed:
            failed.append(key)
            raise OSError("the database is away")
        await real(self, key, account, due)

    game, red, _ = begin(online, DAYS)
    do(online, settled)
    monkeypatch.setattr(MailQueue, "promise", promise)
    monkeypatch.setattr("djambi.server.background.FIRST_RETRY_S", 0.01)
    play(red, game, FIRST)
    do(online, settled)
    assert failed and [to for to, *_ in read(post)] == [ADDRESS]


@pytest.mark.parametrize(
    ("language", "said", "question"),
    [
        ("en", "a vote at “Slow”", "pause the game?"),
        ("fr", "un vote à la table «\u00a0Slow\u00a0»", "mettre la partie en pause\u202f?"),
    ],
)
def test_who_has_a_vote_to_answer_and_is_not_there_gets_one_email(
    online: OnlineServed, post: Fake, language: str, said: str, question: str
) -> None:
    game, red, _ = begin(online, {**DAYS, "name": "Slow"}, language)
    do(online, settled)
    call(red, game, "pause")
    do(online, settled)
    [(to, subject, text)] = read(post)
    assert to == ADDRESS and said in subject and question in text
    assert {f"{online.url}/g/{game}", f"{online.url}/account"} <= set(text.splitlines())
    until = datetime.fromtimestamp(state(red, game)["table"]["vote"]["until"] / 1000, UTC)
    assert until.strftime("%d") in text and until.strftime("%M") in text


def test_of_a_secret_vote_only_who_has_not_answered_gets_one(
    online: OnlineServed, post: Fake
) -> None:
    members = [online.player() for _ in "rbyg"]
    game = make_table(members[0], DAYS, "square-4")
    for member, party in zip(members[1:], "byg", strict=True):
        ask(member, game, "sit", after=1, party=party)
    do(online, settled)
    for member, party in zip(members, "rbyg", strict=True):
        online.change(member.id, email=f"{party}@example.org", confirmed=True)
    number = call(members[1], game, "draw")
    ask(members[2], game, "ballot", vote=number, agree=True)
    do(online, settled)
    assert {to for to, *_ in read(post)} == {"r@example.org", "g@example.org"}


def test_of_a_vote_that_is_over_nobody_is_told(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    ask(yellow, game, "ballot", vote=call(red, game, "pause"), agree=False)
    do(online, settled)
    assert post.taken == []


@pytest.mark.parametrize(
    "columns",
    [{"confirmed": False}, {"email": None}, {"barred": 2**52}],
    ids=["unconfirmed", "none", "barred"],
)
def test_no_email_without_an_address_or_to_who_is_barred(
    online: OnlineServed, post: Fake, columns: dict[str, object]
) -> None:
    game, red, yellow = begin(online, DAYS)
    online.change(yellow.id, **columns)
    play(red, game, FIRST)
    do(online, settled)
    assert post.taken == []


@pytest.mark.parametrize(
    ("terms", "emails"),
    [(DAYS, 1), ({**DAYS, "anonymous": True}, 0), ({"clock": {"kind": "none"}}, 0)],
    ids=["days", "anonymous", "no clock"],
)
def test_anonymous_and_quick_tables_promise_nothing(
    online: OnlineServed, post: Fake, terms: Json, emails: int
) -> None:
    del post
    # It is somebody's turn as soon as the game begins; then somebody is asked.
    game, red, _ = begin(online, terms)
    call(red, game, "draw")

    async def look(process: OnlineProcess) -> None:
        assert await promised(process) == 2 * emails

    do(online, look)


def test_who_switched_them_off_gets_none(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    path = "/api/me/notices"
    assert yellow.http.get(path).json() == {"letters": True}
    # Holidays are kept in the same place, and stay.
    assert yellow.http.put("/api/me/holiday", json={"days": 3}).status_code == 200
    assert yellow.http.put(path, json={"letters": False}).json() == {"letters": False}
    assert yellow.http.get(path).json() == {"letters": False}
    assert yellow.http.get("/api/me/holiday").json()["until"] is not None
    assert yellow.http.put(path, json={"letters": "no"}).json()["code"] == "bad_request"
    play(red, game, FIRST)
    call(red, game, "pause")
    do(online, settled)
    assert post.taken == []
    assert online.guest().http.get(path).json()["code"] == "guests_cannot"


def test_who_is_there_gets_none(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    with yellow.sit(game) as person:
        person.until("state")
        play(red, game, FIRST)
        call(red, game, "pause")
        do(online, settled)
    assert post.taken == []


def test_who_was_there_when_the_turn_began_and_is_gone_soon_gets_one(
    online: OnlineServed, post: Fake
) -> None:
    game, red, yellow = begin(online, DAYS)
    with yellow.sit(game) as person:
        person.until("state")
        play(red, game, FIRST)
    do(online, gone(game, yellow))
    do(online, settled)
    assert len(post.taken) == 1


def test_who_leaves_without_having_played_gets_one(
    online: OnlineServed, post: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is as if these minutes were over.
    monkeypatch.setattr(table_emails, "EMAIL_DELAY_MS", 0)
    game, red, yellow = begin(online, DAYS)
    with yellow.sit(game) as person:
        person.until("state")
        play(red, game, FIRST)
        do(online, settled)
    # A page that is loaded again is gone for a moment; but for that all goes on as before.
    with yellow.sit(game) as person:
        person.until("state")
        do(online, settled)
    assert post.taken == []
    do(online, gone(game, yellow))
    do(online, settled)
    assert len(post.taken) == 1
    # There is one for a turn.
    with yellow.sit(game) as person:
        person.until("state")
    do(online, gone(game, yellow))
    do(online, settled)
    assert len(post.taken) == 1


def test_a_program_that_only_looks_on_is_not_its_player(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    token = yellow.http.post("/api/me/tokens", json={"label": "clock", "scopes": []}).json()
    with (
        online.bot(token["secret"]) as bot,
        bot.stream("GET", f"/api/games/{game}/stream") as stream,
    ):
        assert "state" in next(stream.iter_lines())
        play(red, game, FIRST)
        do(online, settled)
    assert len(post.taken) == 1


def test_who_has_come_back_meanwhile_gets_none(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    play(red, game, FIRST)
    with yellow.sit(game) as person:
        person.until("state")
        do(online, settled)
    assert post.taken == []


def test_who_has_played_meanwhile_gets_none(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    play(red, game, FIRST)
    start = Position.start("square-2")
    answers = start.play(start.turn(FIRST)).legal_turns()
    play(yellow, game, str(next(iter(answers))))
    assert state(red, game)["view"]["mover"] == "r"
    do(online, settled)
    assert post.taken == []


def test_one_s_data_is_exported_while_an_email_waits(online: OnlineServed, post: Fake) -> None:
    del post
    game, red, yellow = begin(online, DAYS)
    play(red, game, FIRST)

    async def look(process: OnlineProcess) -> None:
        assert await promised(process) == 2

    do(online, look)
    mine = Admin(ServeSettings(database=f"sqlite:///{online.where}")).export(yellow.id)
    [email] = mine["letters"]
    assert email["id"].startswith(f"{game}.") and email["data"] == ""


def decide(game: str, first: Member, second: Member, vote: str) -> None:
    """Both agree to pause, or to go on."""
    ask(second, game, "ballot", vote=call(first, game, vote), agree=True)
    assert state(first, game)["table"]["clock"]["paused"] == (vote == "pause")


def test_who_is_to_move_after_a_pause_gets_one(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    play(red, game, FIRST)
    decide(game, red, yellow, "pause")
    do(online, settled)
    assert post.taken == []
    decide(game, red, yellow, "resume")
    do(online, settled)
    [(to, _, _)] = read(post)
    assert to == ADDRESS


def test_a_pause_that_was_over_at_once_makes_it_no_second(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    play(red, game, FIRST)
    decide(game, red, yellow, "pause")
    decide(game, red, yellow, "resume")
    do(online, settled)
    assert len(post.taken) == 1


def time_out(online: OnlineServed, game: str, event: StoodIn | Flagged) -> None:
    """Somebody's time is over."""

    async def work(process: OnlineProcess) -> None:
        await (await process.registry.room(game)).change(None, lambda: event)

    do(online, work)


def until_red_is_to_move(red: Member, game: str) -> None:
    """Wait until a bot has played for yellow."""
    with red.sit(game) as person:
        person.until("state")
        while person.ask("resume", after=0)["view"]["mover"] != "r":
            person.until("update")


@pytest.mark.parametrize(
    ("language", "said", "outcome"),
    [
        ("en", "your time ran out at “Slow”", "A bot now plays Yellow for you."),
        ("fr", "temps écoulé, «\u00a0Slow\u00a0»", "Un robot joue désormais Jaune."),
    ],
)
def test_whose_time_ran_out_is_told_once_that_a_bot_plays(
    online: OnlineServed, post: Fake, language: str, said: str, outcome: str
) -> None:
    game, red, _ = begin(online, {**DAYS, "name": "Slow"}, language)
    play(red, game, FIRST)
    time_out(online, game, StoodIn("y", "random", "clock"))
    until_red_is_to_move(red, game)
    do(online, settled)
    [(to, subject, text)] = read(post)
    assert to == ADDRESS and said in subject and outcome in text
    assert f"{online.url}/g/{game}" in text.splitlines()
    # Of the turns that the bot plays nothing is told.
    with red.sit(game) as person:
        person.until("state")
        play_first_legal(person)
    until_red_is_to_move(red, game)
    do(online, settled)
    assert len(post.taken) == 1


def test_whose_time_ran_out_is_told_that_their_party_is_out(
    online: OnlineServed, post: Fake
) -> None:
    game, red, _ = begin(online, {**DAYS, "absence": "resign"})
    play(red, game, FIRST)
    time_out(online, game, Flagged("y", "clock"))
    do(online, settled)
    [(to, subject, text)] = read(post)
    assert to == ADDRESS and "your time ran out" in subject and "Yellow is out" in text


def test_who_leaves_the_seat_to_a_bot_is_told_nothing(online: OnlineServed, post: Fake) -> None:
    game, red, yellow = begin(online, DAYS)
    play(red, game, FIRST)
    ask(yellow, game, "leave", after=state(yellow, game)["number"], party="y")
    until_red_is_to_move(red, game)
    do(online, settled)
    assert post.taken == []


def propose(member: Member, game: str, parties: str, **more: Any) -> str:
    """Propose peace; the pact's name."""
    promise = {"by": parties[0], "kind": "peace", "other": parties[1], "rounds": 2}
    ask(member, game, "propose", parties=parties, promises=[promise], **more)
    with member.sit(game) as person:
        return str(person.until("asides")["pacts"][-1]["id"])


def begin_of_four(online: OnlineServed, terms: Json) -> tuple[str, list[Member]]:
    """A table of four that has begun; all have addresses but red, who is to move."""
    members = [online.player() for _ in "rbyg"]
    for member, party in zip(members[1:], "byg", strict=True):
        online.change(member.id, email=f"{party}@example.org", confirmed=True)
    game = make_table(members[0], terms, "square-4")
    for member, party in zip(members[1:], "byg", strict=True):
        ask(member, game, "sit", after=1, party=party)
    return game, members


@pytest.mark.parametrize(
    ("language", "said", "who"),
    [
        ("en", "a pact is proposed to you at “Slow”", "Red proposes a pact to you"),
        ("fr", "on vous propose un pacte, «\u00a0Slow\u00a0»", "Rouge vous propose un pacte"),
    ],
)
def test_whose_answer_a_pact_waits_for_gets_one_email(
    online: OnlineServed, post: Fake, language: str, said: str, who: str
) -> None:
    game, (red, blue, *_) = begin_of_four(online, {**DAYS, "name": "Slow"})
    online.change(blue.id, language=language)
    first = propose(red, game, "rb", secret=True)
    propose(red, game, "rb")
    do(online, settled)
    [(to, subject, text)] = read(post)
    assert to == "b@example.org" and said in subject and who in text
    assert {f"{online.url}/g/{game}", f"{online.url}/account"} <= set(text.splitlines())
    # While one waits they know enough.
    propose(red, game, "rb")
    ask(blue, game, "decline", pact=first)
    propose(red, game, "rb")
    do(online, settled)
    assert len(post.taken) == 1


def test_of_a_pact_that_was_answered_or_comes_in_one_s_turn_nobody_is_told(
    online: OnlineServed, post: Fake
) -> None:
    game, (red, blue, yellow, _) = begin_of_four(online, DAYS)
    ask(yellow, game, "accept", pact=propose(red, game, "ry"))
    pact = propose(red, game, "rb")
    play(red, game, FIRST_OF_FOUR)
    do(online, settled)
    [(to, subject, _)] = read(post)
    assert to == "b@example.org" and "your turn" in subject
    ask(blue, game, "decline", pact=pact)
    with blue.sit(game) as person:
        person.until("state")
        play_first_legal(person)
        propose(yellow, game, "yb")
        do(online, settled)
    assert not any("pact" in subject for _, subject, _ in read(post))


def test_an_email_promised_by_two_processes_is_one(anywhere: str) -> None:
    upgrade(anywhere)

    async def email(key: str, account: str) -> Email:
        assert (key, account) == ("game.7", "a")
        return Email(ADDRESS, "x", "y")

    async def work(fake: Fake) -> None:
        async with two_queues(anywhere, fake, email) as (database, queues, jobs):
            for queue in queues:
                await queue.promise("game.7", "a", now() + HOUR)
            assert await waiting(database) == 1
            async with database.writing() as connection:
                await connection.execute(update(EmailModel).values(due=0))
            await asyncio.gather(*(each.enqueue("letter", "game.7") for each in jobs))
            await asyncio.gather(*map(until_idle, jobs))

    with mail_server() as fake:
        asyncio.run(work(fake))
        assert len(fake.taken) == 1


def test_the_wait_leaves_time_to_play() -> None:
    assert table_emails.EMAIL_DELAY_MS >= 60_000
