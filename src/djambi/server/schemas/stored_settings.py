"""Settings as they are stored: read and joined by every version that shares a store.

During an upgrade, or in an old tab beside a new one, an older version reads what a newer one wrote.
What it does not know it leaves as it is, and the rest counts.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, cast

import msgspec

from djambi.server.schemas.puzzle_progress import joined_progress
from djambi.server.schemas.requests import DeviceSettings

S = TypeVar("S", bound=msgspec.Struct)

_object: Final = msgspec.json.Decoder(dict[str, Any])


def settings_of(stored: str | None) -> DeviceSettings:
    """Return the settings stored as this text; the default of each that cannot be read.

    >>> settings_of('{"theme":"dark","volume":"loud","of_tomorrow":1}').theme
    'dark'
    >>> settings_of("?") == settings_of(None)
    True
    """
    return _readable(DeviceSettings, _stored(stored))


def joined_settings(new: DeviceSettings, stored: DeviceSettings) -> DeviceSettings:
    """Return new settings with what was achieved elsewhere since, which they cannot know."""
    return msgspec.structs.replace(
        new,
        puzzles=joined_progress(new.puzzles, stored.puzzles),
        campaign=list(dict.fromkeys([*stored.campaign, *new.campaign])),
    )


def text_of(settings: DeviceSettings, stored: str | None) -> str:
    """Return settings as they are stored in the place of this text.

    >>> text = text_of(DeviceSettings(volume=7), '{"of_tomorrow":1,"volume":70}')
    >>> '"volume":7,' in text, '"of_tomorrow":1' in text
    (True, True)
    """
    known = msgspec.to_builtins(settings)
    return msgspec.json.encode(_with_unknown(DeviceSettings, known, _stored(stored))).decode()


def _stored(text: str | None) -> dict[str, Any]:
    try:
        return _object.decode(text or "{}")
    except (msgspec.DecodeError, RecursionError):
        return {}


def _readable(kind: type[S], stored: dict[str, Any]) -> S:
    """Return the struct of what can be read of a stored object."""
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        value = stored.get(field.name)
        if _is_struct(field.type) and isinstance(value, dict):
            found[field.name] = _readable(field.type, cast("dict[str, Any]", value))
        elif field.name in stored:
            try:
                found[field.name] = msgspec.convert(value, field.type)
            except msgspec.ValidationError:
                continue
    return kind(**found)


def _with_unknown(
    kind: type[msgspec.Struct], known: dict[str, Any], stored: dict[str, Any]
) -> dict[str, Any]:
    """Return an object with what is stored of it that this version does not know."""
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    whole = dict(known)
    for name, value in stored.items():
        if name not in fields:
            whole[name] = value
        elif _is_struct(fields[name]) and isinstance(value, dict):
            there = cast("dict[str, Any]", value)
            whole[name] = _with_unknown(fields[name], known[name], there)
    return whole


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
