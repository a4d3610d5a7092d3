"""The error for a package that is not installed."""

from __future__ import annotations

from djambi.errors import DjambiError


def missing_package(what: str, error: ImportError) -> DjambiError:
    """Return the error for what cannot be used without a package, naming the extra that has it.

    >>> print(missing_package("a batch", ImportError(name="numpy")))
    a batch needs numpy: pip install "djambi[research]"
    """
    return DjambiError(f'{what} needs {error.name}: pip install "djambi[research]"')
