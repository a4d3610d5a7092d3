"""What all tests share: hypothesis profiles, the browser, skips that CI refuses, a kernel as asked.

DJAMBI_NO_SKIP=1     a skipped test fails (CI has everything that tests need)
DJAMBI_PURE=1 or 0   refuse to test another kernel than the interpreted (1) or compiled (0) one
HYPOTHESIS_PROFILE   quick (the default), ci, or pure (few examples, for the interpreted kernel)
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NO_SKIP = os.environ.get("DJAMBI_NO_SKIP") == "1"

# What commands say is compared with English, whoever runs the tests.
os.environ["DJAMBI_LANG"] = "en"
# Tests run side by side: with small matrices, threads of NumPy only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No clock decides whether a test passes. In CI the examples are the same in every run: what a
# change breaks is its own doing. Elsewhere they differ, and so find more in the long run.
_ALWAYS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", _ALWAYS, max_examples=25)
settings.register_profile("ci", _ALWAYS, max_examples=60, derandomize=True, print_blob=True)
settings.register_profile("pure", _ALWAYS, max_examples=12, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def _kernel() -> list[Path]:
    """Return the files that Python takes the compilable modules of the kernel from."""
    package = importlib.util.find_spec("djambi.kernel")
    if package is None or package.origin is None:
        raise pytest.UsageError("djambi is not installed here: run the tests through make")
    folder = Path(package.origin).parent
    found: list[Path] = []
    for declarations in sorted(folder.rglob("*.pxd")):
        module = ".".join(declarations.relative_to(folder).with_suffix("").parts)
        spec = importlib.util.find_spec(f"djambi.kernel.{module}")
        if spec is not None and spec.origin is not None:
            found.append(Path(spec.origin))
    return found


def _compiled(file: Path) -> bool:
    return file.suffix in (".so", ".pyd")


def pytest_report_header() -> str:
    kernel = _kernel()
    count = sum(map(_compiled, kernel))
    where = kernel[0].parents[1] if kernel else "nowhere"
    return f"djambi kernel: {count} of {len(kernel)} modules compiled, in {where}"


def _stale() -> list[str]:
    """Return the names of kernel sources that are newer than what was compiled from them."""
    found: list[str] = []
    for file in filter(_compiled, _kernel()):
        name = file.name.split(".")[0]
        for source in (file.with_name(f"{name}.py"), file.with_name(f"{name}.pxd")):
            if source.stat().st_mtime > file.stat().st_mtime:
                found.append(source.name)
    return found


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if stale := _stale():
        terminalreporter.write_line(
            f"The kernel under test is older than {', '.join(stale)}: run `make kernel`.", red=True
        )


def pytest_configure() -> None:
    """Refuse to test another kernel than was asked for."""
    wish = os.environ.get("DJAMBI_PURE", "")
    count = sum(map(_compiled, _kernel()))
    if (wish == "1" and count) or (wish == "0" and not count):
        raise pytest.UsageError(f"DJAMBI_PURE={wish}, but {count} kernel modules are compiled")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave files with tests in a browser for the end, in whatever order they were asked for.

    From the first of them on Playwright's event loop counts as running in this thread, and no other
    could be run there.
    """
    driving = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path in driving)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if NO_SKIP and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"DJAMBI_NO_SKIP=1, but {item.nodeid} was skipped: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if NO_SKIP and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"DJAMBI_NO_SKIP=1, but {collector.nodeid} skips: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether the kernel under test is compiled: interpreted, a test may take fewer games."""
    return any(map(_compiled, _kernel()))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium to drive; skips the test where none is installed."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path is not None:
            return path
    pytest.skip(f"no browser on PATH ({', '.join(BROWSERS)}): apt-get install chromium")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """The browser that is driven: a process of tests can have one Playwright only."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()
