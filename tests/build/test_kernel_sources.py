"""The kernel's sources hang together: what is told twice, to Python and to C, agrees."""

from __future__ import annotations

import ast
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.paths import ROOT

import build_wasm
import kernel_sources
from djambi.kernel import nocython, turns

KERNEL = ROOT / "src" / "djambi" / "kernel"
# The options are compared by their own test (tests/kernel/test_options.py).
DECLARATIONS = sorted(path for path in KERNEL.rglob("*.pxd") if path.stem != "options")
STUB = ROOT / "typings" / "cython" / "__init__.pyi"


def enums(text: str) -> dict[str, int]:
    """Return the names and numbers of every `cdef enum:` block in the text of a .pxd."""
    blocks = re.findall(r"^cdef enum:\n((?:[ ]{4}.*\n|\n)+)", text, re.MULTILINE)
    rows = re.findall(r"^ {4}(\w+) = (-?(?:0x)?[0-9A-F]+)", "".join(blocks), re.MULTILINE)
    return {name: int(number, 0) for name, number in rows}


def numbers(text: str) -> dict[str, int]:
    """Return the plain integers that a module's text assigns to names, also under an `if`."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                value: object = ast.literal_eval(node.value)
            except ValueError:
                continue
            if isinstance(value, int):
                found[node.targets[0].id] = value
    return found


@pytest.mark.parametrize("declarations", DECLARATIONS, ids=lambda path: path.stem)
def test_enums_say_what_the_module_says(declarations: Path) -> None:
    told = enums(declarations.read_text("utf-8"))
    written = numbers(declarations.with_suffix(".py").read_text("utf-8"))
    assert {name: written.get(name) for name in told} == told


def test_some_enum_is_compared() -> None:
    assert any(enums(path.read_text("utf-8")) for path in DECLARATIONS)


def returned(text: str) -> dict[str, tuple[list[str], str]]:
    """Return the parameters and the returned expression of every function of one statement.

    The text is Python's; what C has besides (types, casts) is left out.
    """
    found: dict[str, tuple[list[str], str]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return):
            names = [argument.arg for argument in node.args.args]
            found[node.name] = (names, ast.dump(node.body[-1]))
    return found


def test_turns_are_unpacked_alike() -> None:
    source = KERNEL / "turns.py"
    declared = source.with_suffix(".pxd").read_text("utf-8")
    functions = re.sub(r"^(?!cdef inline|    return|\n).*", "", declared, flags=re.MULTILINE)
    functions = re.sub(r"^cdef inline [a-z ]+ (?=\w+\()", "def ", functions, flags=re.MULTILINE)
    functions = re.sub(r"(?<=[(,]) ?(?:long long|int) (?=\w)", " ", functions)
    functions = functions.replace(" noexcept nogil:", ":").replace("<long long>", "")
    assert returned(functions) == returned(source.read_text("utf-8"))
    told = re.findall(r'const long long (\w+) "(\w+)"', declared)
    defined = {name: int(word, 0) for name, word in re.findall(r"#define (\w+) (\w+)LL", declared)}
    assert {name: defined[word] for name, word in told} == {
        name: getattr(turns, name) for name in ("BLANK", "PASS", "STEP_BITS", "ACT_BITS")
    }


def test_no_field_is_a_macro_of_windows() -> None:
    """Cython gives fields their own names in C, and <windows.h> has macros in lower case."""
    macros = {"near", "far", "small", "hyper", "min", "max", "interface", "cdecl", "pascal"}
    texts = [path.read_text("utf-8") for path in DECLARATIONS]
    verbatim = re.compile(r'"""\n(.*?)"""', re.DOTALL)
    fields: set[str] = set()
    for text in texts:
        for line in re.findall(r"^ {4}cdef (?!.*\()(.*)$", verbatim.sub("", text), re.MULTILINE):
            fields.update(re.findall(r"\w+", re.sub(r"\[[^]]*\]", "", line)))
    assert "near" in fields
    (including,) = [text for text in texts if "<windows.h>" in text]
    assert fields & macros <= set(re.findall(r"#undef (\w+)", including))


def fields_of(text: str) -> dict[str, list[str]]:
    """Return the fields that the text of a .pxd declares in each class, as they are written."""
    found: dict[str, list[str]] = {}
    for name, body in re.findall(r"^cdef class (\w+).*:\n((?: {4}.*\n|\n)*)", text, re.MULTILINE):
        fields = re.findall(r"^ {4}cdef (?!.*\) noexcept)(.*)$", body, re.MULTILINE)
        found[name] = fields
    return found


@pytest.mark.parametrize("declarations", DECLARATIONS, ids=lambda path: path.stem)
def test_no_class_ends_with_an_array(declarations: Path) -> None:
    """A compiler takes such an array for one without an end: `make checked` would not check it."""
    array = re.compile(r"\w\[(?!::)")
    for fields in fields_of(declarations.read_text("utf-8")).values():
        if not all(map(array.search, fields)):
            assert not array.search(fields[-1])


def test_stub_and_stand_in_have_the_names_that_the_kernel_uses() -> None:
    tree = ast.parse(STUB.read_text("utf-8"))
    stub = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    stub |= {
        node.target.id
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    others = {"annotations", "TypeVar", "nullcontext"}
    stand_in = {name for name in vars(nocython) if not name.startswith("_")} - others
    sources = [file.read_text("utf-8") for file in KERNEL.rglob("*.py")]
    used = {name for text in sources for name in re.findall(r"\bcython\.(\w+)", text)}
    assert stand_in == stub == used


def test_every_name_is_cythons_own() -> None:
    shadow = pytest.importorskip("Cython.Shadow", reason="Cython is not installed")
    names = {name for name in vars(nocython) if not name.startswith("_")}
    names -= {"annotations", "TypeVar", "nullcontext"}
    assert {name for name in names if not hasattr(shadow, name)} == set()


def machine_code(folder: Path, *flags: str) -> str:
    """Return what the C compiler makes of a product and a sum, as text."""
    source, made = folder / "sum.c", folder / "sum.s"
    source.write_text("double sum(double a, double b, double c) { return a * b + c; }\n", "ascii")
    subprocess.run(["cc", "-O3", *flags, "-S", "-o", str(made), str(source)], check=True)
    return made.read_text("utf-8")


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_no_product_is_added_before_it_is_rounded(tmp_path: Path) -> None:
    # Instructions that do it are called vfmadd or fmadd; usual x86-64 code does without.
    newer = ["-mfma"] if platform.machine() == "x86_64" else []
    assert "fmadd" not in machine_code(tmp_path, *newer, *kernel_sources.exact_flags())
    if sys.maxsize > 2**32 and platform.machine() in ("x86_64", "aarch64"):
        assert "fmadd" in machine_code(tmp_path, *newer)


def test_no_flags_for_speed_replace_those_for_exact_results() -> None:
    for extension in kernel_sources.extensions(["-O1"]):
        assert set(kernel_sources.exact_flags()) < set(extension.extra_compile_args)
    assert set(kernel_sources.EXACT) < set(build_wasm.COMPILE)


@pytest.mark.parametrize("machine", ["i686", "x86_64"])
def test_32_bit_processors_calculate_with_64_bits(
    monkeypatch: pytest.MonkeyPatch, machine: str
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    assert kernel_sources.exact_flags() == kernel_sources.EXACT + kernel_sources.EXACT_X87
