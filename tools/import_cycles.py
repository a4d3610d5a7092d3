"""Say which modules of djambi import each other in a circle; `make lint` runs it.

Imports under `TYPE_CHECKING` and in functions count: what knows each other cannot be read, tested
or moved apart, whenever the import happens.
"""

from __future__ import annotations

import sys
from graphlib import CycleError, TopologicalSorter

import grimp


def cycle_of(graph: grimp.ImportGraph) -> list[str]:
    """Return modules that import each other in a circle, the first one again at the end; or []."""
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        # The sorter names whatever is imported first.
        return found[::-1]
    return []


def main() -> int:
    """Print the circle if there is one, and return 1 then, else 0."""
    graph = grimp.build_graph("djambi", exclude_type_checking_imports=False, cache_dir=None)
    cycle = cycle_of(graph)
    if cycle:
        print("modules that import each other in a circle:", *cycle, sep="\n  ")
        return 1
    print(f"{len(graph.modules)} modules, and no circle of imports")
    return 0


if __name__ == "__main__":
    sys.exit(main())
