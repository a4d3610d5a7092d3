"""What docstrings and comments of the sources mention exists, and functions say what they do."""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.paths import ROOT

SOURCES = sorted((ROOT / "src" / "djambi").rglob("*.py"))

_CAMEL = re.compile(r"`([A-Z][a-z\d]+(?:[A-Z][A-Za-z\d]*)*)`")
_DOTTED = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\([^`]*\))?`")
_FILE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|pxd|pyi))`")
_DATA = re.compile(r"\.(json|md|toml|js|ts|svelte|svg|npz|css|html)$")
_NOT_OURS = {
    "Host": "a header of HTTP",
    "TermsInput": "a name that the server's document would have otherwise",
    "pyspiel.load_game": "of a package that need not be installed",
    "torch.from_dlpack": "of a package that need not be installed",
    "reason.maze": "the key of a text",
    "remark.CODE": "keys of texts",
}

_NO_VERB = re.compile(
    r"(A|All|An|Asides|Each|Every|Everybody|For|How|Milliseconds|Nobody|Raises|Returns|Seconds"
    r"|Something|The|Under|What|When|Whether|Who)\b"
)


class Prose(NamedTuple):
    """A docstring or comment, and where it stands."""

    file: Path
    line: int
    text: str

    def place(self, at: int) -> str:
        """The place of a character of the text."""
        line = self.line + self.text.count("\n", 0, at)
        return f"{self.file.relative_to(ROOT)}:{line}"


class Named(NamedTuple):
    """All that the sources name: words, pairs with a dot between them, members by owner."""

    words: set[str]
    pairs: set[tuple[str, str]]
    modules: dict[tuple[str, ...], set[str]]
    classes: dict[str, set[str]]
    prose: list[Prose]


@cache
def named() -> Named:
    """Read all sources once."""
    found = Named(set(dir(builtins)), set(), {}, {}, [])
    for file in SOURCES:
        source = file.read_text("utf-8")
        tree = ast.parse(source)
        parts = file.relative_to(ROOT / "src").with_suffix("").parts
        found.modules[parts[:-1] if parts[-1] == "__init__" else parts] = set(_bound(tree.body))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                found.classes.setdefault(node.name, set()).update(_members(node), bases)
        _read_tokens(file, source, tree, found)
    return found


def _read_tokens(file: Path, source: str, tree: ast.Module, found: Named) -> None:
    docstrings = {
        (node.lineno, node.col_offset)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for number, token in enumerate(tokens):
        match token.type:
            case tokenize.NAME:
                found.words.add(token.string)
                if number > 1 and tokens[number - 1].string == ".":
                    found.pairs.add((tokens[number - 2].string, token.string))
            case tokenize.STRING if token.start in docstrings:
                found.prose.append(Prose(file, token.start[0], token.string))
            case tokenize.STRING:
                found.words.update(re.findall(r"\w+", token.string))
            case tokenize.COMMENT:
                found.prose.append(Prose(file, token.start[0], token.string))
            case _:
                pass


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements define, also under `if` and `try`."""
    for node in body:
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.Import(names) | ast.ImportFrom(names=names):
                yield from (each.asname or each.name for each in names)
            case ast.AnnAssign(ast.Name(name)):
                yield name
            case ast.Assign(targets):
                yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
            case ast.If(body=inner) | ast.Try(body=inner):
                yield from _bound(inner)
            case _:
                pass


def _members(node: ast.ClassDef) -> Iterator[str]:
    yield from _bound(node.body)
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            if each.value.id == "self" and isinstance(each.ctx, ast.Store):
                yield each.attr


def is_there(name: str) -> bool:
    """Whether a dotted name is said in the code, or leads to something by modules and classes."""
    there, parts = named(), tuple(name.split("."))
    if all(pair in there.pairs for pair in pairwise(parts)):
        return True
    for end in range(len(parts), 0, -1):
        known = [m for path, m in there.modules.items() if path[-end:] == parts[:end]]
        rest = parts[end:]
        if known and (not rest or any(rest[0] in names and _in_class(rest) for names in known)):
            return True
    if parts[0] in there.classes:
        return _in_class(parts)
    try:
        return hasattr(import_module(".".join(parts[:-1])), parts[-1])
    except ImportError:
        return hasattr(getattr(builtins, parts[0], None), parts[-1])


def _in_class(parts: tuple[str, ...]) -> bool:
    """Whether the second of these, if there is one, is a member of the first or of its bases."""
    if len(parts) == 1:
        return True
    members = named().classes.get(parts[0], set())
    bases = (each for each in members if each in named().classes and each != parts[0])
    return parts[1] in members or any(_in_class((each, parts[1])) for each in bases)


def test_names_that_docstrings_and_comments_mention_exist() -> None:
    there = named()
    wrong: list[str] = []
    for prose in there.prose:
        for found in _CAMEL.finditer(prose.text):
            if found[1] not in there.words and found[1] not in _NOT_OURS:
                wrong.append(f"{prose.place(found.start())}: {found[1]}")
        for found in _DOTTED.finditer(prose.text):
            name = found[1]
            if not (_FILE.match(f"`{name}`") or _DATA.search(name) or name in _NOT_OURS):
                if not is_there(name):
                    wrong.append(f"{prose.place(found.start())}: {name}")
    assert wrong == []


def test_files_that_docstrings_and_comments_mention_exist() -> None:
    folders = ("src", "tools", "tests", "bench")
    files = {path.as_posix() for each in folders for path in (ROOT / each).rglob("*.p*")}
    wrong = [
        f"{prose.place(found.start())}: {found[1]}"
        for prose in named().prose
        for found in _FILE.finditer(prose.text)
        if not any(path.endswith(f"/{found[1]}") for path in files)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "name",
    ["tables.alive", "limits.address_keys", "doors.cookie_name", "Position.nothing", "os.nothing"],
)
def test_what_is_nowhere_is_found_out(name: str) -> None:
    assert not is_there(name)


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    wrong = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {told}"
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (told := ast.get_docstring(node)) and _NO_VERB.match(told)
    ]
    assert wrong == []
