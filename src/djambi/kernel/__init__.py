"""The rules themselves: typed Python that Cython compiles where it can (see setup.py).

Nothing here is for people to import; `djambi.Position` and its companions stand on it.
`COMPILED` says whether the kernel in use is compiled.
"""

from __future__ import annotations

from djambi.kernel.rules import tables

COMPILED: bool = not str(tables.__file__).endswith(".py")
