"""The stable Python interface as text: a line for every public name, with its signature.

It is read from the sources and not from what is running, so it is the same for a compiled kernel.
What is stable is what `STABLE_PAGES` of the reference show (docs/versions.md).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

from tests.paths import ROOT

import djambi

REFERENCE = ROOT / "docs" / "reference"
STABLE_PAGES = (
    "djambi.md",
    "games.md",
    "symmetry.md",
    "engines.md",
    "client.md",
    "drawing.md",
    "rules.md",
)
_SHOWN = re.compile(r"^::: (\S+)$", re.MULTILINE)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def interface() -> list[str]:
    """Return the lines, sorted."""
    found: set[str] = set()
    for page in STABLE_PAGES:
        for name in _SHOWN.findall((REFERENCE / page).read_text("utf-8")):
            found.update(_lines(name, resolve_name(name)))
    return sorted(found)


def _lines(path: str, thing: object) -> Iterator[str]:
    """Yield the lines of a module, or of a class or function by the path at which it is public."""
    if isinstance(thing, ModuleType):
        yield from _module(path, thing)
        return
    home = str(getattr(thing, "__module__", ""))
    name = str(getattr(thing, "__qualname__", ""))
    known = {}
    if home.startswith("djambi."):
        known = {each: node for node in _tree(home).body for each in _names(node)}
    yield from _described(path, known[name]) if name in known else [path]


def _module(path: str, module: ModuleType) -> Iterator[str]:
    offered: list[str] | None = getattr(module, "__all__", None)
    there: set[str] = set()
    for node in _tree(module.__name__).body:
        for name in _names(node):
            if name in offered if offered is not None else not name.startswith("_"):
                there.add(name)
                yield from _described(f"{path}.{name}", node)
    for name in sorted(set(offered or ()) - there):
        thing = getattr(module, name)
        # A value from elsewhere, or what stands in another file of the package.
        yield from _lines(f"{path}.{name}", thing) if callable(thing) else [f"{path}.{name}"]


@cache
def _tree(module: str) -> ast.Module:
    file = Path(djambi.__file__).parent.parent.joinpath(*module.split("."))
    source = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
    return ast.parse(source.read_text("utf-8"))


def _names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement defines; what is imported is not the module's own."""
    match node:
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.AnnAssign(ast.Name(name)) | ast.Assign([ast.Name(name)]):
            yield name
        case _:
            pass


def _described(path: str, node: ast.stmt) -> Iterator[str]:
    """Yield the line of a definition, and those of what is public in a class."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield _signature(path, node)
        case ast.ClassDef(bases=bases, body=body):
            yield f"class {path}({', '.join(map(ast.unparse, bases))})"
            for each in body:
                for name in _names(each):
                    if not name.startswith("_") or name == "__init__":
                        yield from _described(f"{path}.{name}", each)
        case ast.AnnAssign(annotation=annotation, value=value):
            given = "" if value is None or path[-1].isupper() else " = ..."
            yield f"{path}: {ast.unparse(annotation)}{given}"
        case _:
            yield path


def _signature(path: str, node: Function) -> str:
    marks = [ast.unparse(mark).partition("(")[0] for mark in node.decorator_list]
    returned = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    if "property" in marks:
        return f"{path}: property{returned}"
    kind = next((f"{mark} " for mark in marks if mark in ("classmethod", "staticmethod")), "")
    return f"{kind}{path}({ast.unparse(node.args)}){returned}"
