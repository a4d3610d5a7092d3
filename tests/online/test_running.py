"""What docs/online/running.md says to do is done, word by word, in a root of the test's own.

Paths of the system are put below a folder. Packages are those of the tests, and what systemd does
with the unit files is done here: the credential, the state folder, the user without rights.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.online.people import PASSWORD
from tests.online.test_connections import wait_until_it_answers
from tests.paths import ROOT
from tests.waiting import WAIT_TIMEOUT_S, free_port

from djambi.cli.app import app

DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "online" / "running.md").read_text(encoding="utf-8")
NOBODY = 65534
UNITS = ("djambi.service", "djambi-backup.service", "djambi-backup.timer")
OURS = re.compile(r"(?<![\w.])/(etc|var|opt|usr/local|run)/")


class Unit:
    """A unit file of systemd: its lines, as names and values."""

    def __init__(self, name: str) -> None:
        self.lines: list[tuple[str, str]] = []
        for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
            if "=" in line and not line.startswith("#"):
                key, _, value = line.partition("=")
                self.lines.append((key, value))

    def values_of(self, name: str) -> list[str]:
        return [value for key, value in self.lines if key == name]


def may_run(uid: int) -> bool:
    """Whether our Python may be run by this user, as one that is installed may."""
    if os.getuid() != 0:
        return False
    command = [sys.executable, "-c", "import djambi"]
    environment = {"PYTHONPATH": str(ROOT / "src")}
    try:
        done = subprocess.run(command, user=uid, cwd="/", env=environment, check=False)
    except PermissionError:
        return False
    return done.returncode == 0


def blocks(section: str) -> list[str]:
    """The indented blocks of a section of the page, as they are typed."""
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    assert text, section
    found: list[str] = []
    for block in re.findall(r"(?:^(?: {4,}\S.*)?\n)+", text, re.MULTILINE):
        lines = [line for line in block.splitlines() if line.strip()]
        if lines:
            indent = min(len(line) - len(line.lstrip()) for line in lines)
            found.append("\n".join(line[indent:] for line in lines))
    return found


@dataclass
class Machine:
    """A bare machine: a root, and an environment in which `djambi` is installed."""

    root: Path
    port: int

    def placed(self, text: str) -> str:
        """The same with the system's paths below our root."""
        return OURS.sub(lambda m: f"{self.root}/{m[1]}/", text)

    def sh(self, script: str, typed: str = "", **environment: str) -> str:
        """Run a shell script as it stands on the page; returns what it wrote."""
        path = f"{self.root}/usr/local/bin:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", "-ec", self.placed(script)],
            env={"PATH": path, "HOME": str(self.root / "root"), **environment},
            input=typed,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{script}: {done.stderr}"
        return done.stdout

    def install(self) -> None:
        """Steps 1 to 3 without what needs a network or systemd."""
        for folder in ("etc/systemd/system", "var/lib", "var/backups", "usr/local/bin", "root"):
            (self.root / folder).mkdir(parents=True)
        self.root.chmod(0o755)
        program = self.root / "opt" / "djambi" / "bin" / "djambi"
        program.parent.mkdir(parents=True)
        source = f"PYTHONPATH='{ROOT / 'src'}' PYTHONDONTWRITEBYTECODE=1"
        program.write_text(f'#!/bin/sh\n{source} exec "{sys.executable}" -m djambi "$@"\n')
        program.chmod(0o755)
        [settings] = [b for b in blocks("A small server") if b.startswith("url =")]
        file = self.root / "etc" / "djambi.toml"
        file.write_text(self.placed(settings) + f"\nport = {self.port}\n")
        file.chmod(0o600)
        [copying] = [b for b in blocks("A small server") if b.startswith("cp deploy")]
        commands = [c for c in copying.splitlines() if not c.startswith("systemctl")]
        self.sh("\n".join(commands))
        script = self.root / "usr/local/bin/djambi-backup"
        script.write_text(self.placed(script.read_text()))

    @contextlib.contextmanager
    def service(self) -> Generator[None]:
        """Start djambi.service as systemd does, with no more rights than it gives."""
        unit = Unit("djambi.service")
        assert "yes" in unit.values_of("DynamicUser")
        uid = NOBODY if may_run(NOBODY) else None
        credentials = self.root / "run" / "credentials"
        credentials.mkdir(parents=True, mode=0o755)
        for line in unit.values_of("LoadCredential"):
            name, _, source = line.partition(":")
            shutil.copy(self.placed(source), credentials / name)
            self._give(credentials / name, uid, 0o400)
        for name in unit.values_of("StateDirectory"):
            (self.root / "var/lib" / name).mkdir()
            self._give(self.root / "var/lib" / name, uid, 0o700)
        environment = dict(line.split("=", 1) for line in unit.values_of("Environment"))
        environment |= {"CREDENTIALS_DIRECTORY": str(credentials), "PATH": "/usr/bin:/bin"}
        [start] = unit.values_of("ExecStart")
        command = re.sub(r"\$\{(\w+)\}", lambda m: environment[m[1]], self.placed(start))
        log = (self.root / "log").open("w")
        with log:
            process = subprocess.Popen(
                shlex.split(command), env=environment, cwd="/", stdout=log, stderr=log, user=uid
            )
            try:
                # The user without rights cannot read it: nobody can, until the server answers.
                settings = self.root / "etc" / "djambi.toml"
                hidden = settings.rename(settings.with_name("hidden"))
                wait_until_it_answers(self.port)
                hidden.rename(settings)
                yield
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(WAIT_TIMEOUT_S)

    def _give(self, path: Path, uid: int | None, mode: int) -> None:
        path.chmod(mode)
        if uid is not None:
            os.chown(path, uid, uid)

    def backup(self) -> str:
        """Run djambi-backup.service."""
        unit = Unit("djambi-backup.service")
        environment = dict(line.split("=", 1) for line in unit.values_of("Environment"))
        environment = {name: self.placed(value) for name, value in environment.items()}
        [start] = unit.values_of("ExecStart")
        return self.sh(start, **environment)


@pytest.fixture
def machine() -> Generator[Machine]:
    # Not pytest's own folder, which nobody else may look into.
    root = Path("/tmp" if os.name == "posix" else ".") / f"djambi-root-{os.getpid()}"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    try:
        machine = Machine(root, free_port())
        machine.install()
        yield machine
    finally:
        shutil.rmtree(root, ignore_errors=True)


def test_a_server_is_set_up_looked_after_and_backed_up_as_written(machine: Machine) -> None:
    with machine.service():
        [variables] = [b for b in blocks("A small server") if b.startswith("export ")]
        export, make = variables.splitlines()
        machine.sh(f"{export}\n{make}", typed=f"{PASSWORD}\n")
        people = machine.sh(f"{export}\ndjambi admin people")
        assert "Ada" in people and "moderator" in people

        # The backup of the timer, which is verified, while the server runs.
        assert "the backup is complete" in machine.backup()
        kept = machine.root / "var/backups/djambi"
        [file] = kept.iterdir()
        assert file.name.endswith(".gz") and file.stat().st_mode & 0o777 == 0o600
        [by_hand, verify] = blocks("Backups")
        old = kept / "djambi-2020-01-01T000000Z.gz"
        old.write_bytes(b"old")
        os.utime(old, (0, 0))
        file.rename(kept / "djambi-2026-01-01T000000Z.gz")
        machine.sh(f"{export}\n{by_hand}")
        assert len([*kept.iterdir()]) == 2 and not old.exists()
        rows = re.search(r"(\d+) rows of", machine.sh(f"{export}\n{verify}"))
        assert rows is not None and int(rows[1]) > 0

        [commands] = blocks("Looking after it")
        # In this process, for each start of the program takes a while.
        runner = CliRunner(env={"DJAMBI_CONFIG": str(machine.root / "etc" / "djambi.toml")})
        for line in commands.splitlines():
            command = re.split(r"\s{3,}", line)[0].replace("NAME", "Ada").split(";")[0]
            command = re.sub(r"\[(--[a-z]+)\]", r"\1", command).replace("--words", "--words --yes")
            if "admin make" not in command:
                arguments = shlex.split(command)[1:]
                done = runner.invoke(app, arguments, input=f"{PASSWORD}\n")
                assert done.exit_code == 0, (command, done.output, done.exception)
        assert "Ada" not in runner.invoke(app, ["admin", "people"]).output


def test_a_backup_of_nothing_is_no_backup(machine: Machine) -> None:
    """Without the settings' database the job fails, says why, and leaves nothing behind."""
    with pytest.raises(AssertionError, match="database"):
        machine.backup()
    assert [*(machine.root / "var/backups/djambi").iterdir()] == []


def test_a_backup_that_is_not_whole_drops_no_older_one(machine: Machine) -> None:
    with machine.service():
        machine.backup()
    kept = machine.root / "var/backups/djambi"
    [file] = kept.iterdir()
    os.utime(file, (0, 0))
    program = machine.root / "opt/djambi/bin/djambi"
    real = program.rename(program.with_name("real"))
    # A disk that loses the end of what is written.
    program.write_text(
        f'#!/bin/sh\n{real} "$@" || exit\nif [ "$2" = backup ]; then truncate -s -20 "$3"; fi\n'
    )
    program.chmod(0o755)
    with pytest.raises(AssertionError):
        machine.backup()
    assert [*kept.iterdir()] == [file]


def test_the_unit_files_are_those_that_the_page_copies() -> None:
    for name in UNITS:
        assert name in blocks("A small server")[2]


def test_the_unit_files_are_understood_by_systemd(machine: Machine) -> None:
    """What systemd says of the units, with its paths below our root."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is missing: apt-get install systemd")
    folder = machine.root / "etc/systemd/system"
    for name in UNITS:
        (folder / name).write_text(machine.placed((DEPLOY / name).read_text()))
    files = [str(folder / name) for name in UNITS]
    done = subprocess.run([program, "verify", *files], capture_output=True, text=True)
    told = [line for line in done.stderr.splitlines() if str(machine.root) in line]
    assert done.returncode == 0 and not told, done.stderr


def test_the_extras_that_are_installed_make_pictures_and_rate_players() -> None:
    files = (DEPLOY / "Containerfile", ROOT / "docs/online/many.md")
    for page in [PAGE, *(file.read_text() for file in files)]:
        for extras in re.findall(r"\[(server[\w,]*)\]", page):
            assert {"bots", "pictures"} <= set(extras.split(",")), extras


def test_the_image_has_locked_packages_and_what_its_commands_need() -> None:
    containerfile = (DEPLOY / "Containerfile").read_text()
    assert "--no-index" in containerfile and "COPY deploy/djambi-backup" in containerfile
    assert "--require-hashes" in (ROOT / "tools" / "build_image.py").read_text()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {".git", ".venv", "**/node_modules", "**/.env"} <= set(ignored)
    assert "deploy" not in ignored
