"""The parts of the build that pyproject.toml cannot say: the kernel and the browser app.

The kernel is typed Python, compiled by Cython where that works. Where it does not, the same
files are installed as they are: the package works alike, only slower. DJAMBI_PURE=1 asks for
that; DJAMBI_PURE=0 makes a failed compilation an error, as a release or CI wants.
DJAMBI_CFLAGS replaces the flags for the C compiler, but for those that keep results exact.

The browser app is built from web/ when it is missing; see tools/build_web.py for DJAMBI_WEB.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))

import build_web  # noqa: E402
import kernel_sources  # noqa: E402

PURE = os.environ.get("DJAMBI_PURE", "")


def say(*lines: str) -> None:
    """Print LINES where a person sees them, also under pip -v."""
    print("\n".join(("", *lines, "")), file=sys.stderr, flush=True)


def kernel() -> list[Extension]:
    """Return an extension for every module of the kernel that is compiled."""
    # The source distribution carries the options as C wants them, compiled or not.
    kernel_sources.declare_options()
    if PURE == "1":
        return []
    # No sum in the kernel overflows: an index is computed once, not wrapped at every step. No C
    # frame is unwound either, and the tables for that would be a fifteenth of the modules.
    usual = "/O2" if os.name == "nt" else "-O3 -g0 -fno-wrapv -fno-asynchronous-unwind-tables"
    if sys.platform == "linux" and platform.machine() == "x86_64":
        # Every such processor since 2009 counts bits by itself. Python's own functions are called
        # straight, without the stub for each that would be a fiftieth of the modules.
        usual += " -mpopcnt -fno-plt"
    if PURE != "0" and importlib.util.find_spec("Cython") is None:
        say("Cython is not installed: the kernel of djambi will run interpreted, only slower.")
        return []
    return kernel_sources.extensions(os.environ.get("DJAMBI_CFLAGS", usual).split())


class BuildKernel(build_ext):
    """Compile all of the kernel or none of it: halves do not fit together."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        if not self.extensions:
            remove_compiled(self._folder())
            return
        try:
            kernel_sources.translate(self.extensions)
            super().run()
        except Exception as error:
            # Which error a missing compiler raises depends on platform and setuptools.
            if PURE == "0":
                raise
            self.extensions = []
            self.distribution.ext_modules = []
            remove_compiled(self._folder())
            say(
                f"The kernel of djambi could not be compiled: {error}",
                "It will run interpreted: everything works alike, only slower.",
                "What it needs is told by `djambi doctor` (after make: .venv/bin/djambi doctor).",
            )

    def _folder(self) -> Path:
        """Return the folder that the compiled modules go to."""
        if self.inplace or self.editable_mode:
            return kernel_sources.KERNEL
        return Path(self.build_lib) / "djambi" / "kernel"


class BuildPython(build_py):
    """Make the browser app first, where it is missing, so that the wheel carries it."""

    def run(self) -> None:
        if PURE == "1" and self.editable_mode:
            remove_compiled(kernel_sources.KERNEL)
        build_app()
        super().run()


class BuildSource(sdist):
    """Make the browser app first, so that building from the sdist needs no Node.js."""

    def run(self) -> None:
        build_app()
        super().run()


def remove_compiled(folder: Path) -> None:
    """Remove older compiled modules, which Python would prefer to the .py beside them."""
    for pattern in ("*.so", "*.pyd"):
        for path in folder.rglob(pattern):
            path.unlink()


def build_app() -> None:
    """Build the browser app if it is wanted; say so plainly if that fails."""
    if not build_web.wanted():
        return
    if subprocess.run([sys.executable, str(ROOT / "tools" / "build_web.py")]).returncode == 0:
        return
    if os.environ.get("DJAMBI_WEB") == "1":
        sys.exit("The browser app could not be built.")
    say(
        "The browser app of djambi could not be built, so playing in the browser will not work.",
        "The library and the terminal program do. Later: python tools/build_web.py",
    )


setup(
    ext_modules=kernel(),
    cmdclass={"build_ext": BuildKernel, "build_py": BuildPython, "sdist": BuildSource},
)
