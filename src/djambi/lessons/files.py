"""Read the data of lessons and of the rulebook; errors say what is wrong, and where."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Final, cast

from djambi.errors import DjambiError
from djambi.lessons.positions import position_of
from djambi.position.position import Position

Data = Mapping[str, object]
"""A JSON object."""

POSITION_FIELDS: Final = {"variant", "pieces", "turn", "parties"}
"""The fields that `position_in` reads."""


def read_file(*path: str) -> Sequence[Data]:
    """Return the objects in a JSON file of this package."""
    file = resources.files("djambi.lessons").joinpath(*path)
    loaded: list[Data] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def position_in(data: Data, rules: str) -> Position:
    """Return the position that an object describes; raise `DjambiError` if it is wrong."""
    return position_of(
        text_in(data, "variant", "square-4"),
        rules,
        text_in(data, "pieces", ""),
        text_in(data, "turn", "r"),
        text_in(data, "parties", ""),
    )


def check_fields(data: Data, known: set[str]) -> None:
    """Raise `DjambiError` for unknown fields."""
    if unknown := set(data) - known:
        raise DjambiError(f"unknown: {', '.join(sorted(unknown))}")


def object_in(value: object, what: str) -> Data:
    """Return a value that has to be an object; raise `DjambiError` if it is not."""
    if not isinstance(value, dict):
        raise DjambiError(f"{what} is an object")
    return cast("Data", value)


def text_in(data: Data, field: str, default: str = "") -> str:
    """Return a field that has to be a text; raise `DjambiError` if it is not."""
    value = data.get(field, default)
    if not isinstance(value, str):
        raise DjambiError(f"{field} is not a string")
    return value


def list_in(data: Data, field: str) -> Sequence[object]:
    """Return a field that has to be a list; raise `DjambiError` if it is not."""
    value = data.get(field, [])
    if not isinstance(value, list):
        raise DjambiError(f"{field} is not a list")
    return cast("list[object]", value)


def texts_in(data: Data, field: str) -> tuple[str, ...]:
    """Return a field that has to be a list of texts; raise `DjambiError` if it is not."""
    values = list_in(data, field)
    if not all(isinstance(value, str) for value in values):
        raise DjambiError(f"{field} is not a list of strings")
    return tuple(map(str, values))
