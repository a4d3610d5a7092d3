"""Public modules that have moved: their names still work, and say where they are now.

>>> import warnings
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     moved("djambi.old", "djambi.errors")("DjambiError").__name__
'DjambiError'
>>> str(told[0].message)
'djambi.old is now djambi.errors'
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any


def moved(old: str, new: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of the module `old`, whose contents are in the module `new` now.

    Each use warns with a DeprecationWarning; a name that `new` lacks is an AttributeError.
    """

    def find(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(import_module(new), name)
        warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=2)
        return found

    return find
