"""Find every module that a module needs: what it imports, imports in functions included.

Imports under `TYPE_CHECKING` do not count, and neither do names that are put together when the
program runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Closure:
    """What was found: modules with their files, and names that none of the folders has."""

    modules: dict[str, Path] = field(default_factory=dict[str, Path])
    others: set[str] = field(default_factory=set[str])


def closure(roots: list[str], folders: list[Path]) -> Closure:
    """Return all that the roots import, directly or not, the roots and their packages included.

    Args:
        roots: full names of modules.
        folders: where to look for modules, as in `sys.path`.

    Raises:
        FileNotFoundError: a root is in none of the folders.
    """
    found = Closure()
    waiting = list(roots)
    for root in roots:
        if _file(root, folders) is None:
            raise FileNotFoundError(root)
    while waiting:
        name = waiting.pop()
        if name in found.modules or name in found.others:
            continue
        file = _file(name, folders)
        if file is None:
            found.others.add(name)
            continue
        found.modules[name] = file
        package, dot, _ = name.rpartition(".")
        if dot:
            waiting.append(package)
        here = name if file.name == "__init__.py" else package
        for module, names in _imports(ast.parse(file.read_bytes()).body, here):
            waiting.append(module)
            inner = [f"{module}.{part}" for part in names]
            waiting += [part for part in inner if _file(part, folders) is not None]
    return found


def _file(name: str, folders: list[Path]) -> Path | None:
    """Return the source of a module, or None if the folders do not have it."""
    for folder in folders:
        path = folder.joinpath(*name.split("."))
        for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
            if file.is_file():
                return file
    return None


def _imports(body: list[ast.stmt], package: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what the statements import: full names of modules, and the names taken from them."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                waiting += node.orelse
            case ast.Import():
                yield from ((alias.name, []) for alias in node.names)
            case ast.ImportFrom():
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                parts = [*(above if node.level else []), *filter(None, [node.module])]
                yield ".".join(parts), [alias.name for alias in node.names]
            case _:
                waiting += ast.iter_child_nodes(node)
