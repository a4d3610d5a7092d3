"""TypeScript types of every message, from the same structs that read and write them.

`python -m djambi.server.apps.typescript` prints them; the browser app's build stores them,
so that the two sides cannot drift.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from djambi.server.analysis import schemas as study_schemas
from djambi.server.correspondence.schemas import PRIVATE_VIEWS
from djambi.server.correspondence.vacations import HOLIDAY_VIEWS
from djambi.server.learning import lesson_schemas, puzzle_schemas
from djambi.server.notifications.feed import FeedLine
from djambi.server.notifications.turn_emails import NoticesView
from djambi.server.people.schemas import PEOPLE_VIEWS
from djambi.server.schemas import messages, requests, views
from djambi.server.schemas import tables as table_views
from djambi.server.schemas import talk as talk_views
from djambi.server.search.schemas import SEARCH_VIEWS

_TEMPLATE = "#/components/schemas/{name}"

_CLIENT: tuple[type, ...] = get_args(messages.ClientMessage)
_SERVER: tuple[type, ...] = get_args(messages.ServerMessage)
_HTTP: tuple[type, ...] = (
    requests.NewGame,
    requests.RulesChoice,
    requests.LoadedRecord,
    requests.GameMade,
    requests.RecentGames,
    requests.Fault,
    views.BoardView,
    views.Catalogue,
    views.RulesReport,
    views.LanView,
    views.Settings,
    study_schemas.SetupText,
    study_schemas.SetupReport,
    study_schemas.StudyText,
    study_schemas.StudyView,
    study_schemas.StudyBody,
    study_schemas.LookBody,
    study_schemas.Looked,
    study_schemas.StageBody,
    study_schemas.StudyStage,
    study_schemas.WhyBody,
    study_schemas.WhyView,
    study_schemas.ThreatsBody,
    study_schemas.ThreatsView,
    study_schemas.RecordView,
    study_schemas.ThinkBody,
    study_schemas.Thought,
    study_schemas.Judged,
    study_schemas.FiguresView,
    lesson_schemas.LessonsView,
    lesson_schemas.LessonView,
    lesson_schemas.TryBody,
    lesson_schemas.Tried,
    lesson_schemas.RulebookView,
    puzzle_schemas.PuzzlesView,
    puzzle_schemas.PuzzleView,
    puzzle_schemas.TryPuzzleBody,
    puzzle_schemas.PuzzleTried,
    *PEOPLE_VIEWS,
    FeedLine,
    *PRIVATE_VIEWS,
    *SEARCH_VIEWS,
    *HOLIDAY_VIEWS,
    NoticesView,
    table_views.NewTable,
    table_views.TableMade,
    table_views.Invited,
    table_views.LobbyView,
    table_views.MyTables,
    talk_views.PactTable,
)


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _array(schema: Mapping[str, Any]) -> str:
    if prefix := schema.get("prefixItems"):
        return "[" + ", ".join(_type(item) for item in prefix) + "]"
    inner = _type(schema.get("items", {}))
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


def _type(schema: Mapping[str, Any]) -> str:
    """The TypeScript type of a JSON schema (as far as msgspec writes them for our structs)."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    simple = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return "null" if kind == "null" else simple.get(str(kind), "unknown")


def _interface(name: str, schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    received = name in _READ
    lines: list[str] = []
    for field, part in schema["properties"].items():
        # What the server writes always has every field; only what it reads may leave some out.
        mark = "?" if received and field not in required else ""
        lines.append(f"  {field}{mark}: {_type(part)};")
    doc = str(schema.get("description", "")).split("\n\n")[0].replace("\n", " ").strip()
    head = f"/** {doc} */\n" if doc else ""
    return f"{head}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _union(name: str, members: Sequence[type]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {m.__name__}" for m in members) + ";\n"


_READ = {kind.__name__ for kind in _CLIENT} | {
    "NewGame",
    "RulesChoice",
    "SeatChoice",
    "LoadedRecord",
    "Settings",
    "StudyBody",
    "MoveBody",
    "LookBody",
    "ThinkBody",
    "SetupText",
    "NewTable",
    "SeatPlan",
    "PromiseBody",
    *(kind.__name__ for kind in PEOPLE_VIEWS if kind.__name__.endswith("Body")),
}


def typescript() -> str:
    """All types, in alphabetical order, then the unions `ClientMessage` and `ServerMessage`.

    >>> "export interface Words {" in typescript()
    True
    """
    _, components = msgspec.json.schema_components(
        [*_CLIENT, *_SERVER, *_HTTP], ref_template=_TEMPLATE
    )
    parts = ["// Generated by `python -m djambi.server.apps.typescript`: do not edit.\n"]
    parts += [_interface(name, components[name]) for name in sorted(components)]
    parts += [_union("ClientMessage", _CLIENT), _union("ServerMessage", _SERVER)]
    return "\n".join(parts)


if __name__ == "__main__":
    print(typescript(), end="")
