"""Forward public modules and names that have changed: the old ones work and warn.

A module that moved leaves `__getattr__ = moved(...)` behind; a class or function that is called
something else now is listed in `renamed(...)` where it stood.

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


def renamed(module: str, **names: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module in which some names have changed.

    Each use warns with a DeprecationWarning; a name that there never was is an AttributeError.
    Define it under `if not TYPE_CHECKING`, so that type checkers go on reporting missing names.

    Args:
        module: the module's `__name__`.
        names: what each old name is called now; with a dot, where it is in another module.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always")
    ...     renamed("djambi.errors", Wrong="DjambiError")("Wrong").__name__
    'DjambiError'
    >>> str(told[0].message)
    'djambi.errors.Wrong is now called DjambiError'
    """

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        # Needed for old names only.
        from pkgutil import resolve_name

        new = names[name]
        found = resolve_name(new if "." in new else f"{module}.{new}")
        warnings.warn(
            f"{module}.{name} is now called {names[name]}", DeprecationWarning, stacklevel=2
        )
        return found

    return find
