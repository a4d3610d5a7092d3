"""Ratings are not farmed, and no engine helps in a rated game: each attack, carried out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.online.people import PASSWORD, Member, OnlineServed, serving_online
from tests.online.table_states import playing
from tests.server.people import Json

from djambi import Position, Rules
from djambi.bots import LEVELS
from djambi.server.analysis.own_games import (
    NEARBY_CELLS,
    _any_near,
    differ,
    images_of,
    placement,
    shape_of,
)
from djambi.server.errors import RequestRefused
from djambi.server.game.events import LogEvent, Resigned, StoodIn, TurnPlayed
from djambi.server.game.rated import marks_of, uncounted_because
from djambi.server.game.reducer import apply
from djambi.server.game.table_queries import require_online
from djambi.server.schemas.terms import Terms
from djambi.server.security.devices import NO_ACCOUNT_KEY, Device
from djambi.server.security.neighbours import Neighbours
from djambi.server.tables.creation import checked_terms

RATED: Json = {"rated": True, "listed": True, "watch": "all"}
TURNS = ("c3-e3", "g3-g4", "g7-f7", "c7-c6", "c2-d2", "g2-f2", "g8-f8", "c8-d8")

_numbers = count(1)


@pytest.fixture
def online(tmp_path: Path) -> Iterator[OnlineServed]:
    """A server behind a proxy, which says where everybody comes from."""
    with serving_online(tmp_path, proxies=["127.0.0.1"]) as server:
        yield server


def somebody(online: OnlineServed, address: str, known: str = "") -> Member:
    """A registered player who comes from an address, with a browser that is `known` by a cookie."""
    browser = online.browser(**{"x-forwarded-for": address})
    if known:
        browser.cookies.set("djambi_known", known)
    body = {"name": f"Rated {next(_numbers)}", "password": PASSWORD}
    answer = browser.post("/api/me/register", json=body)
    assert answer.status_code == 200, answer.text
    return Member(online, browser, answer.json()["account"])


def ask(member: Member, game: str, kind: str, **fields: object) -> Json:
    """What answers a message."""
    message = {"type": kind, "id": 1, **fields}
    return dict(member.http.post(f"/api/games/{game}/ask", json=message).json())


def done(member: Member, game: str, kind: str, **fields: object) -> None:
    """Send a message that is done."""
    answer = ask(member, game, kind, **fields)
    assert answer["type"] == "done", answer


def state(member: Member, game: str) -> Json:
    return ask(member, game, "resume", after=0)


def seat(members: list[Member], **terms: object) -> str:
    """A rated table at which these sit, in seat order."""
    body = {"variant": "square-4", "terms": {**RATED, **terms}}
    answer = members[0].http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    game = str(answer.json()["id"])
    for member, party in zip(members[1:], "byg", strict=False):
        done(member, game, "sit", after=1, party=party)
    return game


def resign(members: list[Member], game: str) -> None:
    """All but the first give up."""
    for member, party in zip(members[1:], "byg", strict=True):
        done(member, game, "resign", after=0, party=party)


def rating(member: Member) -> list[Json]:
    found: list[Json] = member.http.get(f"/api/people/{member.id}").json()["ratings"]
    return found


def until_counted(members: list[Member], game: str) -> None:
    """Wait until what came of a game is stored."""
    while not any(g["game"] == game for g in profile(members[0])["games"]):
        state(members[0], game)


def profile(member: Member) -> Json:
    return dict(member.http.get(f"/api/people/{member.id}").json())


def four(online: OnlineServed) -> list[Member]:
    """Four players from four places."""
    return [somebody(online, f"203.0.113.{number}") for number in range(1, 5)]


ONE_HOUSE = [
    ["198.51.100.7"] * 4,
    [f"2001:db8:1:2::{number}" for number in range(1, 5)],
    ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.1"],
]


@pytest.mark.parametrize("addresses", ONE_HOUSE)
def test_who_plays_against_himself_plays_unrated_and_all_are_told(
    online: OnlineServed, addresses: list[str]
) -> None:
    members = [somebody(online, address) for address in addresses]
    game = seat(members)
    # It is full, and does not begin: what it is now is announced before.
    table = state(members[1], game)["table"]
    assert (table["stage"], table["free"], table["uncounted"]) == ("waiting", "", "shared")
    done(members[0], game, "begin")
    assert state(members[1], game)["table"]["uncounted"] == "shared"
    for text, member in zip(TURNS, members * 2, strict=True):
        done(member, game, "turn", after=state(member, game)["number"], text=text)
    resign(members, game)
    until_counted(members, game)
    assert state(members[0], game)["table"]["uncounted"] == "shared"
    assert all(rating(member) == [] for member in members)


def test_two_accounts_of_one_browser_play_unrated(online: OnlineServed) -> None:
    known = "k" * 43
    members = [somebody(online, "203.0.113.1", known), somebody(online, "203.0.113.2", known)]
    members += [somebody(online, "203.0.113.3"), somebody(online, "203.0.113.4")]
    assert state(members[2], seat(members))["table"]["uncounted"] == "shared"


def test_who_sits_elsewhere_after_all_makes_it_count_again(online: OnlineServed) -> None:
    members = four(online)
    twin = somebody(online, "203.0.113.1")
    game = seat([*members[:3], twin])
    done(twin, game, "leave", after=1, party="g")
    assert state(members[0], game)["table"]["uncounted"] is None
    done(members[3], game, "sit", after=1, party="g")
    table = state(members[0], game)["table"]
    assert (table["stage"], table["uncounted"]) == ("playing", None)


def test_nobody_joins_a_game_that_counts_from_the_place_of_a_player(online: OnlineServed) -> None:
    members = four(online)
    game = seat(members[:3])
    done(members[0], game, "begin")
    twin = somebody(online, "203.0.113.2")
    assert ask(twin, game, "sit", after=1, party="g")["code"] == "same_place"
    done(members[3], game, "sit", after=1, party="g")


def test_a_game_without_play_changes_no_rating(online: OnlineServed) -> None:
    members = four(online)
    game = seat(members)
    resign(members, game)
    until_counted(members, game)
    assert state(members[0], game)["table"]["uncounted"] == "short"
    assert all(rating(member) == [] for member in members)


@pytest.mark.parametrize("away", [False, True])
def test_what_bots_played_for_the_absent_makes_no_game_count(away: bool) -> None:
    game = playing(Terms(rated=True))
    absences: list[LogEvent] = [StoodIn(party, "club") for party in "rbyg"]
    turns = [TurnPlayed("rbyg"[n % 4], text) for n, text in enumerate(TURNS)]
    for event in [*(absences if away else []), *turns, *map(Resigned, "byg")]:
        game = apply(game, event)
    assert uncounted_because(game, require_online(game)) == ("short" if away else None)


def test_a_game_that_was_played_counts(online: OnlineServed) -> None:
    members = four(online)
    game = seat(members)
    assert state(members[0], game)["table"]["stage"] == "playing"
    for text, member in zip(TURNS, members * 2, strict=True):
        done(member, game, "turn", after=state(member, game)["number"], text=text)
    resign(members, game)
    until_counted(members, game)
    assert state(members[0], game)["table"]["uncounted"] is None
    assert all(len(rating(member)) == 1 for member in members)


def test_nothing_that_is_told_of_a_table_names_an_address(online: OnlineServed) -> None:
    members = four(online)
    game = seat(members)
    told = str(state(members[0], game)) + members[0].http.get("/api/lobby").text
    assert "marks" not in told and "203.0.113" not in told
    marks = marks_of(Terms(rated=True), "one", ["address 203.0.113.1"])
    assert marks != marks_of(Terms(rated=True), "another", ["address 203.0.113.1"])


def test_at_a_rated_table_no_stronger_bot_plays_for_people() -> None:
    for level in LEVELS:
        terms = Terms(rated=True, meanwhile=level.name)
        if level.name in ("novice", "learner", "casual"):
            assert checked_terms(terms).meanwhile == level.name
        else:
            for name in (level.name, f"{level.name}:avenger"):
                with pytest.raises(RequestRefused, match="rated_stand_in"):
                    checked_terms(Terms(rated=True, meanwhile=name))
            assert checked_terms(Terms(meanwhile=level.name)).meanwhile == level.name


# --- help ---------------------------------------------------------------------------------------


@pytest.fixture
def game(online: OnlineServed) -> tuple[str, list[Member], str]:
    """A rated game under way: its name, its players, its position."""
    members = four(online)
    found = seat(members)
    for text, member in zip(TURNS, members * 2, strict=True):
        done(member, found, "turn", after=state(member, found)["number"], text=text)
    return found, members, str(state(members[0], found)["view"]["position"])


def think(member: Member, position: str) -> str:
    """What is said to whoever wants a position analysed: "ok", or a code."""
    body = {"position": position, "lines": 1, "nodes": 50}
    answer = member.http.post("/api/study/think", json=body)
    return "ok" if answer.status_code == 200 else str(answer.json()["code"])


def test_nobody_comments_on_ones_own_rated_game(game: tuple[str, list[Member], str]) -> None:
    _, members, position = game
    answer = members[0].http.post("/api/study/commentary", json={"position": position})
    assert answer.json()["code"] == "own_game"


def test_no_engine_looks_at_ones_own_rated_game(
    online: OnlineServed, game: tuple[str, list[Member], str]
) -> None:
    name, members, position = game
    there = Position.parse(position)
    ahead = there.play(next(iter(there.legal_turns())))
    ahead = ahead.play(next(iter(ahead.legal_turns())))
    other_rules = position.replace(" original ", f" {Rules.of('bga')} ")
    assert other_rules != position
    disguised = str(there.mirrored().turned(1).relabelled("gybr"))
    for text in (position, str(ahead), other_rules, disguised):
        assert think(members[0], text) == "own_game", text
    # A whole game with it, and a table of bots that begins there.
    moves: list[object] = []
    study = {"start": position, "moves": moves}
    answer = members[1].http.post("/api/study/game", json=study)
    assert answer.json()["code"] == "own_game"
    seats = [{"party": "r", "player": "me"}]
    seats += [{"party": p, "player": "bot", "level": "grandmaster"} for p in "byg"]
    table = {"variant": "square-4", "position": position, "seats": seats}
    assert members[2].http.post("/api/tables", json=table).json()["code"] == "own_game"
    # At the table itself nobody advises anybody.
    assert ask(members[0], name, "hint")["code"] == "no_advice"


def test_signing_out_is_no_way_around_it_and_others_may_look(
    online: OnlineServed, game: tuple[str, list[Member], str]
) -> None:
    name, members, position = game
    window = online.browser(**{"x-forwarded-for": "203.0.113.1"})
    body = {"position": position, "lines": 1, "nodes": 50}
    assert window.post("/api/study/think", json=body).json()["code"] == "own_game"
    assert think(somebody(online, "203.0.113.2"), position) == "own_game"
    assert think(somebody(online, "198.51.100.99"), position) == "ok"
    # Something else altogether may be analysed meanwhile, and this too when it has ended.
    assert think(members[0], str(Position.start("hex-3"))) == "ok"
    resign(members, name)
    until_counted(members, name)
    assert think(members[0], position) == "ok"


def test_what_is_close_is_close_however_it_is_turned_and_named() -> None:
    start = Position.start()
    played = start
    for text in TURNS:
        played = played.play(played.turn(text))
    square, polygon = Position.start("square-4"), Position.start("polygon-4", "original")
    assert shape_of(square.board) == shape_of(polygon.board)
    assert min(differ(placement(polygon), image) for image in images_of(square)) == 0
    images = images_of(played)
    for steps in range(4):
        disguised = played.turned(steps).mirrored().relabelled("ygrb")
        assert min(differ(placement(disguised), image) for image in images) == 0
    assert len(images) == 8 and placement(played) in images
    assert differ(placement(start), placement(played)) > NEARBY_CELLS


def test_close_are_eight_cells_of_the_same_board_and_no_more() -> None:
    start = Position.start()
    militants = [cell for cell, piece in start.pieces.items() if piece.kind == "M"]
    for many, close in ((8, True), (9, False)):
        fewer = start.setup().with_cells(dict.fromkeys(militants[:many], ""))
        assert _any_near([Position.from_setup(fewer)], [str(start)]) is close
    duel = "square-4 original 8bC/9/9/9/9/9/9/9/rC8 r,b,y!,g! rbyg r 0 0"
    hexagonal = "hex-3 original 5/6/7/8/9/8/7/6/rC3bC r,b,y! rby r 0 0"
    assert shape_of(Position.parse(duel).board) != shape_of(Position.parse(hexagonal).board)
    assert not _any_near([Position.parse(hexagonal)], [duel])
    assert _any_near([start, Position.parse(duel)], [hexagonal, duel])


def test_only_the_last_accounts_of_an_address_are_remembered() -> None:
    neighbours = Neighbours()
    for number in range(20):
        neighbours.note(Device(f"account {number}", False, traits=("address a",)))
    neighbours.note(Device(NO_ACCOUNT_KEY, False, traits=("address a",)))
    beside = neighbours.of(Device(NO_ACCOUNT_KEY, False, traits=("address a", "browser b")))
    assert beside == {f"account {number}" for number in range(12, 20)}
    assert neighbours.of(Device("me", False, traits=("browser b",))) == {"me"}
