"""Import compiled modules from one library of WebAssembly; runs in Pyodide, in the page.

The kernel's and msgspec's compiled modules are linked into one file, which loads faster than
thirty. Their Python sources are not in the page at all: there is nothing to fall back to.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

PACKAGES = ("djambi.kernel.", "msgspec.")
"""Where compiled modules live: what no other finder knows there is in the library."""


class SideModules:
    """A finder of modules, to be asked last, for those in one compiled library.

    Args:
        library: its path.
    """

    def __init__(self, library: str) -> None:
        self.library = library

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module of the kernel or of msgspec; None for all others."""
        if not name.startswith(PACKAGES):
            return None
        loader = ExtensionFileLoader(name, self.library)
        return spec_from_file_location(name, self.library, loader=loader)


def install(library: str) -> None:
    """Let Python find the modules of the library."""
    sys.meta_path.append(SideModules(library))
