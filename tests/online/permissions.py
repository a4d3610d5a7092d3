"""Who may do what at an online server: every address and every message, for every role.

The walker (`test_permissions.py`) asks each of them as each role, and compares: "ok", or the code
of the error. The addresses are those that the application has; what each role is told follows from
the access that the handler declares, unless `SPECIAL` says otherwise. `ACCESS` says once more,
apart from the code, who may call what: whoever adds an address that is not for anybody adds it
there.
Whoever adds a message adds its line here, or the walker fails.

The table at which the game is played has two players, `player` (red, who made it and whose turn it
is) and another one; it may be watched by whoever has the link. The roles:

* nobody: without an account
* guest: an account without a password, at no table
* stranger: a registered player of another table
* watcher: registered, has the table's link
* moderator: registered, made a moderator; at no table
* player: registered, sits at the table
* token: a bot's token of the same player
* barred: a registered player of the table, whom moderators have barred
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from litestar.handlers import HTTPRouteHandler

from djambi.server.apps.online import HANDLERS
from djambi.server.security.endpoints import AccessLevel, endpoint_of

ROLES: Final = (
    "nobody", "guest", "stranger", "watcher", "moderator", "player", "token", "barred",
)  # fmt: skip

Expected = Mapping[str, str]


def of(otherwise: str, **roles: str) -> Expected:
    """What each role is told: `otherwise`, but for the roles named."""
    assert set(roles) <= set(ROLES), roles
    return {role: roles.get(role, otherwise) for role in ROLES}


ALL: Final = of("ok")
SIGNED_IN: Final = of("ok", nobody="sign_in")
PLAYING: Final = of("ok", nobody="sign_in", barred="barred")
IN_PERSON: Final = of("ok", nobody="sign_in", token="tokens_cannot")
MEMBERS: Final = of("ok", nobody="sign_in", token="tokens_cannot", guest="guests_cannot")
MODERATORS: Final = of("moderators_only", nobody="sign_in", token="tokens_cannot", moderator="ok")

# Who sees the table: its players, and who has the link. Everybody else is told there is none.
SEES: Final = of("no_game", watcher="ok", player="ok", token="ok")


@dataclass(frozen=True)
class Line:
    """An address. In `path` and `body` are stand for the table's: GAME, KEY, OTHER (an account).

    `spends`: the caller is changed by it (signed out, erased, ...), so each role gets a fresh one.
    """

    method: str
    path: str
    expected: Expected
    body: Any = None
    query: str = ""
    spends: bool = False
    fill: Mapping[str, str] = field(default_factory=dict[str, str])


PASSWORD = "four chiefs one maze"

ACCESS: Final[Mapping[AccessLevel, frozenset[str]]] = {
    "account": frozenset({
        "GET /api/games/{game:str}/notes",
        "PUT /api/games/{game:str}/notes",
        "PUT /api/games/{game:str}/note",
        "GET /api/games/{game:str}/plans",
        "GET /api/me/blocks",
        "GET /api/me/holiday",
        "GET /api/mine",
    }),
    "player": frozenset({
        "PUT /api/games/{game:str}/plans",
        "POST /api/games/{game:str}/rematch",
        "PUT /api/me/holiday",
        "POST /api/reports",
        "POST /api/tables",
    }),
    "person": frozenset({
        "DELETE /api/me/blocks/{account:str}",
        "PUT /api/me/blocks/{account:str}",
        "POST /api/me/erase",
        "PUT /api/me/language",
        "PUT /api/me/name",
        "POST /api/me/sign-out",
        "POST /api/me/sign-out-everywhere",
    }),
    "member": frozenset({
        "PUT /api/me/email",
        "POST /api/me/email/confirmation",
        "GET /api/me/notices",
        "PUT /api/me/notices",
        "PUT /api/me/password",
        "GET /api/me/tokens",
        "POST /api/me/tokens",
        "DELETE /api/me/tokens/{token:str}",
    }),
    "moderator": frozenset({
        "PUT /api/people/{account:str}/bar",
        "GET /api/reports",
        "POST /api/reports/{report:int}/verdict",
    }),
}  # fmt: skip
"""What is not for anybody: who may call it. Written apart from the declarations in the code, so
that nobody opens an address by a slip; all other addresses are for anybody."""

EXPECTED: Final[Mapping[AccessLevel, Expected]] = {
    "anybody": ALL,
    "account": SIGNED_IN,
    "player": PLAYING,
    "person": IN_PERSON,
    "member": MEMBERS,
    "moderator": MODERATORS,
}
"""What each role is told where nothing but an endpoint's declared access decides."""

FILL: Final = {
    "{variant:str}": "square-4",
    "{account:str}": "OTHER",
    "{key:str}": "KEY",
    "{token:str}": "0123456789abcdef",
    "{report:int}": "999999",
    "{path:path}": "lobby",
}
"""What stands for the parameters of an address."""

_BAD: Final = of("bad_request")

SPECIAL: Final = (
    Line("POST", "/api/rules", ALL, {"variant": "square-4"}),
    Line("GET", "/api/lessons/{name:str}", ALL, fill={"{name:str}": "LESSON"}),
    Line("POST", "/api/lessons/{name:str}/try", _BAD, {"turns": []}, fill={"{name:str}": "LESSON"}),
    Line("GET", "/api/puzzles/{name:str}", ALL, fill={"{name:str}": "PUZZLE"}),
    Line("GET", "/api/puzzles/{name:str}/solution", ALL, fill={"{name:str}": "PUZZLE"}),
    Line("POST", "/api/puzzles/{name:str}/try", _BAD, {}, fill={"{name:str}": "PUZZLE"}),
    Line("GET", "/metrics", of("no_page")),
    # The analysis board knows no games of others: whoever sends too little is told just that.
    *(
        Line("POST", path, _BAD, {})
        for path in (
            "/api/setup", "/api/setup/read", "/api/study/figures", "/api/study/game",
            "/api/study/look", "/api/study/open", "/api/study/record", "/api/study/stage",
            "/api/study/think", "/api/study/threats", "/api/study/why", "/api/picture",
            "/api/picture/game", "/api/study/commentary",
        )
    ),
    # Me.
    Line("POST", "/api/me/guest", of("signed_in_already", nobody="ok"), {"name": "NEW"},
         spends=True),
    Line("POST", "/api/me/register", of("registered_already", nobody="ok", guest="ok",
         token="tokens_cannot"), {"name": "NEW", "password": PASSWORD}, spends=True),
    Line("POST", "/api/me/sign-in", ALL, {"name": "PLAYER", "password": PASSWORD}, spends=True),
    Line("POST", "/api/me/sign-out", IN_PERSON, spends=True),
    Line("POST", "/api/me/sign-out-everywhere", IN_PERSON, spends=True),
    Line("POST", "/api/me/erase", IN_PERSON, {"password": PASSWORD}, spends=True),
    Line("PUT", "/api/me/name", IN_PERSON, {"name": "NEW"}),
    Line("PUT", "/api/me/language", IN_PERSON, {"language": "fr"}),
    Line("PUT", "/api/me/password", MEMBERS, {"old": PASSWORD, "new": "another long one"},
         spends=True),
    Line("PUT", "/api/me/email", MEMBERS, {"password": PASSWORD, "email": ""}),
    Line("POST", "/api/me/email/confirmation", MEMBERS),
    Line("POST", "/api/me/tokens", MEMBERS, {"label": "a bot"}),
    Line("DELETE", "/api/me/tokens/{token:str}", of("no_token", nobody="sign_in",
         token="tokens_cannot", guest="guests_cannot")),
    Line("PUT", "/api/me/holiday", PLAYING, {"days": 0}),
    Line("PUT", "/api/me/notices", MEMBERS, {"letters": True}),
    Line("POST", "/api/recovery", of("no_mail"), {"who": "PLAYER"}),
    Line("POST", "/api/recovery/password", of("bad_key"), {"key": "x", "password": PASSWORD}),
    Line("POST", "/api/recovery/email", of("bad_key"), {"key": "x"}),
    # Others.
    Line("POST", "/api/reports", PLAYING, {"text": "x", "accused": "OTHER"}),
    Line("POST", "/api/reports/{report:int}/verdict", of("moderators_only", nobody="sign_in",
         token="tokens_cannot", moderator="no_report"), {"verdict": "x"}),
    Line("PUT", "/api/people/{account:str}/bar", MODERATORS, {"days": 0}),
    # Tables.
    Line("POST", "/api/tables", PLAYING, {"variant": "square-2"}),
    Line("POST", "/api/games/{game:str}/ask", SEES, {"type": "ping", "id": 1}),
    Line("POST", "/api/games/{game:str}/rematch", of("no_game", nobody="sign_in",
         barred="barred", player="not_over", token="not_over")),
    Line("GET", "/api/games/{game:str}/paper", of("no_game", watcher="not_over", player="not_over",
         token="not_over")),
    Line("PUT", "/api/games/{game:str}/notes", of("no_game", nobody="sign_in", watcher="ok",
         player="ok", token="ok"), {"notes": []}),
    Line("PUT", "/api/games/{game:str}/note", of("no_game", nobody="sign_in", watcher="ok",
         player="ok", token="ok"), {"lines": 0}),
    Line("PUT", "/api/games/{game:str}/plans", of("no_game", nobody="sign_in", barred="barred",
         player="ok", token="ok"), {"plans": []}),
)  # fmt: skip
"""The addresses that need a body, or where more than the declared access decides."""


def _lines() -> Iterator[Line]:
    """Yield a line for every address that the application has, as its handler declares it."""
    special = {(line.method, line.path): line for line in SPECIAL}
    for handler in HANDLERS:
        if not isinstance(handler, HTTPRouteHandler):
            continue
        for path in sorted(handler.paths):
            for method in handler.http_methods:
                known = special.pop((method, path), None)
                yield known or _line(method, path, handler)
    assert not special, special


def _line(method: str, path: str, handler: HTTPRouteHandler) -> Line:
    """Return what each role is told: what the access says and, of a table, only who sees it."""
    expected = EXPECTED[endpoint_of(handler).access]
    parameters = inspect.signature(handler.fn).parameters
    body: Any = {} if "data" in parameters else None
    if "{game:str}" not in path:
        return Line(method, path, expected, body)
    sees = {"player", "token"} | ({"watcher"} if "key" in parameters else set[str]())
    told = {
        role: "no_game" if code == "ok" and role not in sees else code
        for role, code in expected.items()
    }
    return Line(method, path, told, body)


LINES: Final = tuple(_lines())

SOCKETS: Final = {"/api/games/{game:str}/socket": SEES, "/api/feed/socket": ALL}
"""Sockets: who is sent what there is to see."""


@dataclass(frozen=True)
class Message:
    """A message on a table's socket; `waiting`: while the table waits for players.

    In it STATE stands for the number of the last event.
    """

    body: Mapping[str, Any]
    expected: Expected
    waiting: bool = False


def sees(watcher: str, player: str = "") -> Expected:
    """Who does not see the table learns nothing of it; a token is told what its player is told.

    Without `player` players are told the same as watchers.
    """
    player = player or watcher
    return of("no_game", watcher=watcher, player=player, token=player)


MESSAGES: Final = (
    # The game.
    Message({"type": "turn", "after": "STATE", "text": "c3-e3"}, sees("not_your_turn", "ok")),
    Message({"type": "resign", "after": "STATE", "party": "r"}, sees("not_your_seat", "ok")),
    Message({"type": "resign", "after": "STATE", "party": "y"}, sees("not_your_seat")),
    Message({"type": "undo", "after": "STATE"}, sees("vote_instead")),
    Message({"type": "draw", "after": "STATE"}, sees("vote_instead")),
    Message({"type": "pause", "after": "STATE", "on": False}, sees("vote_instead")),
    Message(
        {"type": "rename", "after": "STATE", "party": "r", "name": "x"},
        sees("vote_instead"),
    ),
    # Seats.
    Message({"type": "sit", "after": 1, "party": "y", "key": "KEY"}, sees("seat_taken")),
    Message({"type": "sit", "after": 1, "party": "y", "key": "KEY"}, sees("ok"), True),
    Message({"type": "leave", "after": 1, "party": "r"}, sees("not_your_seat", "ok")),
    Message({"type": "leave", "after": 1, "party": "r"}, sees("not_your_seat", "ok"), True),
    Message(
        {"type": "seat", "after": 1, "party": "y", "player": "bot"}, sees("owner_only", "begun")
    ),
    Message(
        {"type": "seat", "after": 1, "party": "y", "player": "bot"}, sees("owner_only", "ok"), True
    ),
    Message({"type": "begin"}, sees("owner_only", "begun")),
    Message({"type": "begin"}, sees("owner_only", "ok"), True),
    Message({"type": "back"}, sees("not_away")),
    Message({"type": "relink"}, sees("owner_only", "ok")),
    Message({"type": "relink"}, sees("owner_only", "ok"), True),
    # Votes.
    Message({"type": "call", "after": "STATE", "vote": "draw"}, sees("not_your_seat", "ok")),
    Message({"type": "call", "after": "STATE", "vote": "undo"}, sees("not_your_seat", "no_undo")),
    Message({"type": "call", "after": "STATE", "vote": "pause"}, sees("not_your_seat", "ok")),
    Message(
        {"type": "call", "after": "STATE", "vote": "return"}, sees("not_your_seat", "no_return")
    ),
    Message({"type": "rejoin", "after": "STATE", "party": "r"}, sees("vote_instead")),
    Message({"type": "ballot", "vote": 1, "agree": True}, sees("no_vote")),
    # Questions.
    Message({"type": "stage", "prefix": ""}, sees("ok")),
    Message({"type": "why", "origin": "c3", "target": "c4"}, sees("ok")),
    Message({"type": "reach", "cell": "c3"}, sees("ok")),
    Message({"type": "look", "lines": 0}, sees("ok")),
    Message({"type": "resume", "after": 0}, sees("ok")),
    Message({"type": "ping"}, sees("ok")),
    Message({"type": "preview", "text": "c3-e3"}, sees("ok")),
    Message({"type": "threats", "party": "r"}, sees("ok")),
    Message({"type": "resignation", "party": "r"}, sees("ok")),
    Message({"type": "leader"}, sees("not_allowed")),
    Message({"type": "hurry"}, sees("not_allowed")),
    Message({"type": "pace", "pace": "pause"}, sees("not_allowed")),
    Message({"type": "concede", "after": "STATE", "party": "y"}, sees("not_allowed")),
    Message({"type": "hint"}, sees("no_advice")),
    Message({"type": "ask", "party": "y"}, sees("no_advice")),
    # Talk and pacts.
    Message({"type": "hear", "after": 0}, sees("ok")),
    Message({"type": "talk", "room": "", "text": "Hello."}, sees("no_room", "ok")),
    Message({"type": "talk", "room": "ry", "text": "Hello."}, sees("no_room", "ok")),
    Message({"type": "talk", "room": "bg", "text": "Hello."}, sees("no_room")),
    Message({"type": "talk", "room": "watch", "text": "Hello."}, sees("ok", "no_room")),
    Message({"type": "emote", "room": "", "emote": "hello"}, sees("no_room", "ok")),
    Message(
        {"type": "propose", "parties": "ry", "promises": [
            {"by": "r", "kind": "peace", "rounds": 3, "other": "y"}]},
        sees("pact_parties", "ok"),
    ),
    Message({"type": "accept", "pact": "abcdef"}, sees("no_pact")),
    Message({"type": "decline", "pact": "abcdef"}, sees("no_pact")),
    Message({"type": "denounce", "pact": "abcdef"}, sees("no_pact")),
    Message({"type": "worth", "pact": "abcdef"}, sees("no_advice", "no_pact")),
)  # fmt: skip
