"""What `make release` has put into dist/, each file tried as those do who fetch it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser
from tests.browser.table import opened
from tests.page.folder import Host, PageTable, hosted
from tests.paths import ROOT
from tests.server.people import play_first_legal
from tests.server.test_run_local import running

import release

pytestmark = pytest.mark.long

KERNELS = {"compiled": "*linux*.whl", "interpreted": "*-none-any.whl"}
each_wheel = pytest.mark.parametrize("kernel", KERNELS)
LIBRARY = {"click", "djambi", "markdown-it-py", "mdurl", "pygments", "rich"}
"""All that `pip install djambi` may bring."""

Make = Callable[..., str]


@pytest.fixture(autouse=True)
def nothing_of_the_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Programs start elsewhere and find no module, no package and no setting of this checkout."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    monkeypatch.chdir(tmp_path)


def artefact(pattern: str) -> Path:
    """Return the one file in dist/ with such a name; skip the test where there is none."""
    found = list(release.DIST.glob(pattern))
    if not found:
        pytest.skip(f"there is no dist/{pattern}: make release")
    [file] = found
    return file


def ran(*command: str | Path) -> str:
    """Run a command, which must succeed, and return what it printed."""
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, command
    return done.stdout


@pytest.fixture
def environment(tmp_path: Path) -> Make:
    """New, empty environments, and what is to be installed in them; their Python is returned."""

    def made(*installs: list[str | Path]) -> str:
        folder = tmp_path / "environment"
        venv.create(folder, with_pip=True, symlinks=True)
        for each in installs:
            ran(folder / "bin" / "pip", "install", "--quiet", *each)
        return str(folder / "bin" / "python")

    return made


def test_the_checksums_are_those_of_all_files() -> None:
    lines = artefact("SHA256SUMS").read_text("ascii").splitlines()
    told = {name: digest for digest, name in map(str.split, lines)}
    files = {file.name: file for file in release.DIST.iterdir() if file.name != "SHA256SUMS"}
    assert told == {
        name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()
    }
    bill = json.loads(artefact(f"djambi-{release.version()}.cdx.json").read_text("utf-8"))
    assert bill["metadata"]["component"]["version"] == release.version()


@each_wheel
def test_a_wheel_alone_is_the_library_and_plays(kernel: str, environment: Make) -> None:
    wheel = artefact(KERNELS[kernel])
    assert wheel.stat().st_size < release.WHEEL_LIMIT_BYTES
    python = environment([wheel])
    listed = json.loads(ran(python, "-m", "pip", "list", "--format=json"))
    assert {each["name"].lower() for each in listed} - {"pip", "setuptools"} == LIBRARY
    ran(python, ROOT / "tools" / "check_install.py", kernel)
    # The game in the browser is not there, and that is said.
    command = [str(Path(python).with_name("djambi")), "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert 'pip install "djambi[play]"' in done.stderr and "Traceback" not in done.stderr


def plays(command: Path, folder: Path) -> None:
    """Start the game as a player does, and play on it against bots."""
    me = [{"party": party, "player": "me"} for party in "rb"]
    bots = [{"party": party, "player": "bot", "level": "random"} for party in "yg"]
    with running(folder, str(command)) as (program, served):
        with served.http() as http:
            assert "Djambi" in http.get("/").text
        with served.sit(served.new_game(variant="square-4", seats=me + bots)) as person:
            person.hear()
            for _ in range(4):
                play_first_legal(person)
                while person.heard[-1]["view"]["mover"] in ("y", "g"):
                    person.until("update")
        status, _, errors = program.end()
    assert (status, errors) == (0, "")


@each_wheel
def test_everything_for_a_player_comes_from_the_lock_file(
    kernel: str, environment: Make, tmp_path: Path
) -> None:
    locked = ROOT / "requirements" / "play.txt"
    wheel = artefact(KERNELS[kernel])
    python = environment(["--require-hashes", "-r", locked], ["--no-deps", wheel])
    ran(python, "-m", "pip", "check")
    plays(Path(python).with_name("djambi"), tmp_path / "data")
    parts = json.loads(ran(python, "-m", "djambi", "licences", "--json"))
    terms = {each["name"].lower(): each["licence"] + each["text"] for each in parts["installed"]}
    assert {"litestar", "pillow", "textual"} <= set(terms)
    assert [name for name, text in terms.items() if not text] == []
    assert any(each["name"] == "svelte" for each in parts["app"])


def test_uv_and_pipx_make_a_command_of_it(
    environment: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = artefact(KERNELS["compiled"])
    tools = Path(environment(["uv", "pipx"])).parent
    for name in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "UV_CACHE_DIR", "PIPX_HOME", "PIPX_BIN_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    wanted = f"djambi[play] @ {wheel.as_uri()}"
    version = f"djambi {release.version()}"

    python = ["--python", sys.executable]
    assert version in ran(tools / "uvx", *python, "--from", wanted, "djambi", "--version")
    ran(tools / "uv", "tool", "install", *python, wanted)
    plays(tmp_path / "UV_TOOL_BIN_DIR" / "djambi", tmp_path / "uv")

    assert version in ran(
        tools / "pipx", "run", "--no-cache", "--spec", wanted, "djambi", "--version"
    )
    ran(tools / "pipx", "install", wanted)
    plays(tmp_path / "PIPX_BIN_DIR" / "djambi", tmp_path / "pipx")


def test_the_source_builds_without_a_network(environment: Make) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("nothing takes the network away here: apt-get install util-linux")
    source = artefact(f"djambi-{release.version()}.tar.gz")
    locked = ROOT / "requirements" / "release.txt"
    python = environment(["--require-hashes", "-r", locked], ["click", "rich"])
    offline: list[str | Path] = ["--no-index", "--no-deps", "--no-build-isolation", source]
    ran("unshare", "--net", "--map-root-user", python, "-m", "pip", "install", "--quiet", *offline)
    ran(python, ROOT / "tools" / "check_install.py", "compiled")


def test_the_page_is_played_from_its_archive(browser: Browser, tmp_path: Path) -> None:
    with zipfile.ZipFile(artefact("*-page.zip")) as archive:
        archive.extractall(tmp_path / "page")
    host = Host(folder=tmp_path / "page")
    host.engine.set()
    context = opened(browser)
    with hosted(host) as address:
        table = PageTable(address, context.new_page())
        table.begin()
        table.play("a3-a4")
        table.turns(4)
        context.close()
    assert table.problems == []
    assert host.strays == []


class Links(HTMLParser):
    """What a page of the documentation leads to or shows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def lost_links(site: Path) -> Iterator[str]:
    """Yield every link of a site's pages to a file that is not there, with its page."""
    for page in site.rglob("*.html"):
        # The page that is shown for a lost link knows only the site's own address.
        if page.name == "404.html":
            continue
        for link in Links(page.read_text("utf-8")).found:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            target = Path(os.path.normpath(page.parent / unquote(parts.path)))
            if not (target / "index.html" if parts.path.endswith("/") else target).exists():
                yield f"{page.relative_to(site)}: {link}"


def test_the_documentation_hangs_together(tmp_path: Path) -> None:
    with zipfile.ZipFile(artefact("*-docs.zip")) as archive:
        archive.extractall(tmp_path)
    assert "Djambi" in (tmp_path / "index.html").read_text("utf-8")
    assert list(lost_links(tmp_path)) == []
