"""Settings as they are stored: read and joined by every version that shares a store.

During an upgrade, or in an old tab beside a new one, an older version reads what a newer one wrote.
What it does not know it leaves as it is, and the rest counts.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, cast

import msgspec

from djambi.server.schemas.puzzle_progress import MAX_RESULTS, PuzzleProgress, joined_progress
from djambi.server.schemas.requests import MAX_STAGES, DeviceSettings

S = TypeVar("S", bound=msgspec.Struct)

_LIMITS: Final = {
    "hints_seen": MAX_RESULTS,
    "lessons_done": MAX_RESULTS,
    "puzzles_done": MAX_RESULTS,
    "campaign": MAX_STAGES,
}

_object: Final = msgspec.json.Decoder(dict[str, Any])


def settings_of(stored: str | None) -> DeviceSettings:
    """Return the settings stored as this text; the default of each that cannot be read.

    >>> settings_of('{"theme":"dark","volume":"loud","of_tomorrow":1}').theme
    'dark'
    >>> settings_of("?") == settings_of(None)
    True
    """
    return _readable(DeviceSettings, _stored(stored))


def joined_settings(new: DeviceSettings, stored: DeviceSettings, at: int) -> DeviceSettings:
    """Return stored settings with those of a body that comes at a time (milliseconds, UTC).

    Each setting has the value that was chosen last, in whatever order bodies come: two tabs or
    devices undo nothing of each other's, and a body that was long under way undoes nothing newer.
    What was learnt and achieved is joined.

    >>> late = DeviceSettings(theme="dark", volume=9, changed={"theme": 5, "volume": 8})
    >>> early = DeviceSettings(theme="light", volume=7, changed={"theme": 6, "volume": 7})
    >>> both = joined_settings(late, early, at=9)
    >>> both.theme, both.volume, both.changed
    ('light', 9, {'theme': 6, 'volume': 8})
    """
    join = _Join(new.changed, dict(stored.changed), at)
    joined = join.of_structs(new, stored)
    return msgspec.structs.replace(joined, changed=join.times)


class _Join:
    """A body with the times `named`, joined at a time with what was chosen at `times`."""

    def __init__(self, named: dict[str, int], times: dict[str, int], at: int) -> None:
        self.times = times
        self._named = named
        self._at = at

    def of_structs(self, new: S, stored: S, prefix: str = "") -> S:
        """Return all fields joined; notes in `times` what is taken."""
        fields = (field.name for field in msgspec.structs.fields(stored))
        joined = {
            name: self._of_values(prefix + name, getattr(new, name), getattr(stored, name))
            for name in fields
            if name != "changed"
        }
        return msgspec.structs.replace(stored, **joined)

    def _of_values(self, name: str, new: Any, stored: Any) -> object:
        if isinstance(new, PuzzleProgress):
            return joined_progress(new, stored)
        if isinstance(new, msgspec.Struct):
            return self.of_structs(new, stored, f"{name}.")
        if isinstance(new, list):
            return self._of_lists(name, cast("list[str]", new), stored)
        if self._named:
            # A clock that is ahead is no later than this one.
            chosen = min(self._named.get(name, -1), self._at)
        else:
            # Of pages and programs that say no times: whoever sends all that they know has chosen
            # what differs.
            chosen = -1 if new == stored else self._at
        if chosen < self.times.get(name, 0):
            return stored
        self.times[name] = chosen
        return new

    def _of_lists(self, name: str, new: list[str], stored: list[str]) -> list[str]:
        """Return the list that was emptied later, or both together."""
        emptied = self.times.get(name, 0)
        if self._named:
            known = min(self._named.get(name, -1), self._at)
            if known < emptied:
                return stored
            if known > emptied:
                self.times[name] = known
                return new
        elif name != "campaign":
            if not set(stored) <= set(new):
                self.times[name] = self._at
            return new
        return list(dict.fromkeys([*stored, *new]))[-_LIMITS[name] :]


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
