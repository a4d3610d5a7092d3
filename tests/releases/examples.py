"""An example of any message or event, with every field: made by its declaration alone."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import inspect

TEXTS = ("e5", "r", "rb", "text", "abc", "3", "abc123")
"""Texts of which every pattern allows one."""


def examples(kind: type[object]) -> object:
    """Return a value of a type, the same every time; no optional field is left out."""
    return msgspec.convert(_value(inspect.type_info(kind), ()), kind)


def _value(kind: inspect.Type, around: tuple[type, ...]) -> Any:
    """Return plain data of a type; `around` are the structs that this stands in."""
    match kind:
        case inspect.StructType(cls=cls, fields=fields, tag_field=field, tag=tag):
            found = {} if field is None else {field: tag}
            for each in fields:
                if cls not in around or each.required:
                    found[each.encode_name] = _value(each.type, (*around, cls))
            return found
        case inspect.DataclassType(cls=cls, fields=fields):
            return {each.encode_name: _value(each.type, (*around, cls)) for each in fields}
        case inspect.NamedTupleType(cls=cls, fields=fields):
            return [_value(each.type, (*around, cls)) for each in fields]
        case inspect.UnionType(types=types):
            # None only where nothing else can be: an example is to show as much as possible.
            return _value(max(types, key=_substance), around)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [_value(item, around)]
        case inspect.TupleType(item_types=items):
            return [_value(item, around) for item in items]
        case inspect.DictType(key_type=key, value_type=value):
            return {_value(key, around): _value(value, around)}
        case _:
            return _scalar(kind)


def _scalar(kind: inspect.Type) -> object:
    """Return a value without parts."""
    match kind:
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case inspect.StrType(pattern=pattern):
            return next(text for text in TEXTS if re.search(pattern or "", text))
        case inspect.IntType(ge=least):
            return max(3, least or 0)
        case inspect.FloatType():
            return 0.5
        case inspect.BoolType():
            return True
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"no example of {kind}")


def _substance(kind: inspect.Type) -> int:
    """Return how much an example of a type shows."""
    if isinstance(kind, inspect.NoneType):
        return 0
    return 2 if isinstance(kind, inspect.StructType) else 1
