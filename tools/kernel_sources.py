"""What is compiled of the kernel, and how: for this machine (setup.py) and for browsers.

The C that Cython makes of a module is the same for every machine; it lies in build/cython.
"""

from __future__ import annotations

import importlib
import os
import platform
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent.parent
KERNEL = ROOT / "src" / "djambi" / "kernel"
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
    # Positions are pickled, as text; no object of the kernel is.
    "auto_pickle": False,
}
SHARED = "djambi.kernel._cyutility"
"""A module without a source, all Cython's: what it would otherwise repeat in every module."""
SMALL = (
    SHARED,
    "djambi.kernel.rules.tables",
    "djambi.kernel.endings.ending_position",
    "djambi.kernel.endings.ending_table",
    "djambi.kernel.search.elementary",
    "djambi.kernel.search.evaluation",
    "djambi.kernel.search.limits",
    "djambi.kernel.search.mcts",
    "djambi.kernel.search.pledges",
    "djambi.kernel.search.settings",
    "djambi.kernel.search.style",
)
"""Modules in which searches spend next to no time; a wheel's room matters more than their speed."""
EXACT = ["-ffp-contract=off"]
"""Flags without which a search might choose otherwise on another processor.

Where a processor multiplies and adds in one step (arm64), compilers let it, and the product is not
rounded: last bits differ. Microsoft's, from Visual Studio 2022 on, does so only if asked."""
EXACT_X87 = ["-msse2", "-mfpmath=sse"]
"""Flags for 32-bit x86 processors, whose older registers are wider than the numbers in memory."""


def declare_options() -> None:
    """Write `options.pxd`, which tells C the options of the rules, if they have changed."""
    # Importing the packages themselves would import the kernel that is still to be compiled.
    for name in ("djambi", "djambi.kernel", "djambi.kernel.rules"):
        package = ModuleType(name)
        package.__path__ = [str(ROOT.joinpath("src", *name.split(".")))]
        sys.modules[name] = package
    options = importlib.import_module("djambi.kernel.rules.options")
    path = KERNEL / "rules" / "options.pxd"
    text = options.c_declarations()
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def sources() -> list[Path]:
    """Return every kernel module with C classes or functions in its .pxd, relative to the project.

    A .pxd of enums, structs and inline functions alone tells C what its .py tells Python.
    """
    return sorted(
        path.with_suffix(".py").relative_to(ROOT)
        for path in KERNEL.rglob("*.pxd")
        if path.with_suffix(".py").exists()
        and re.search(
            r"^cp?def (?!enum|extern|inline|struct)", path.read_text("utf-8"), re.MULTILINE
        )
    )


def extensions(flags: list[str]) -> list[Extension]:
    """Return what is to be compiled of the kernel, each with its Python module as the source.

    Args:
        flags: for the C compiler, beside those that keep its results the same everywhere.
    """
    from setuptools import Extension

    # Relative paths: setuptools refuses absolute ones in a source distribution.
    modules = {module_name(source): source.as_posix() for source in sources()}
    modules[SHARED] = f"src/{SHARED.replace('.', '/')}.c"
    flags = [*flags, *exact_flags()]
    small = ["-Os" if flag == "-O3" else flag for flag in flags]
    return [
        Extension(name, [source], extra_compile_args=small if name in SMALL else flags)
        for name, source in modules.items()
    ]


def exact_flags() -> list[str]:
    """Return the flags that make this machine's C compiler round as every other does."""
    if os.name == "nt":
        return []
    if sys.maxsize < 2**32 and re.fullmatch(r"i\d86|x86_64", platform.machine()):
        return EXACT + EXACT_X87
    return EXACT


def translate(kernel: list[Extension]) -> None:
    """Turn the sources into C where they have changed, and make that the extensions' sources.

    Call it in the project's folder.

    Raises:
        ImportError: Cython is not installed.
    """
    cythonize: Any = importlib.import_module("Cython.Build").cythonize

    declare_options()
    made = cythonize(
        kernel,
        build_dir="build/cython",
        include_path=["src"],
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
    )
    for extension, translated in zip(kernel, made, strict=True):
        extension.sources = translated.sources


def module_name(source: Path) -> str:
    """Return the name of the module in a file like `src/djambi/kernel/turns.py`."""
    return ".".join(source.with_suffix("").parts[1:])
