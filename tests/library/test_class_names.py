"""A class name stands once in the project, so that it means one thing wherever it is read."""

from __future__ import annotations

import re
from collections import defaultdict

from tests.paths import ROOT

_CLASS = re.compile(r"^ *class ([A-Z]\w*)[(:\[]", re.MULTILINE)


def test_a_class_name_stands_once() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for folder in ("src/djambi", "bench", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in _CLASS.findall(path.read_text("utf-8")):
                places[name].append(str(path.relative_to(ROOT)))
    assert "Position" in places
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
