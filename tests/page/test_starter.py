"""The starter of a folder on a disk or a stick: run for real on this system."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.paths import ROOT

BESIDE = ROOT / "web" / "beside"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the starter for Linux")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as `make page` leaves it, with a small page."""
    page = tmp_path / "a stick" / "djambi"
    shutil.copytree(BESIDE, page)
    (page / "index.html").write_text("<!doctype html><title>Djambi</title>", "utf-8")
    (page / "engine.wasm").write_bytes(b"\0asm")
    (tmp_path / "a stick" / "secret.txt").write_text("secret", "utf-8")
    (page / "link.txt").symlink_to(tmp_path / "a stick" / "secret.txt")
    return page


@contextmanager
def started(folder: Path) -> Generator[tuple[int, str]]:
    """Start it; the port that it says, and all that it said until then."""
    command = ["sh", str(folder / "start-linux.sh"), "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd="/")
    assert process.stdout is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            found = re.search(r"Djambi: http://127\.0\.0\.1:(\d+)/", line)
            if found:
                yield int(found[1]), said
                return
        raise AssertionError(f"it did not start: {said}")
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def asked(port: int, path: str, host: str = "") -> tuple[int, str, bytes]:
    """Return status, type and body of an answer; the path goes out as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path, headers={"host": host or f"127.0.0.1:{port}"})
    answer = connection.getresponse()
    found = answer.status, answer.headers.get("content-type", ""), answer.read()
    connection.close()
    return found


def test_files_come_with_their_types_and_nothing_else_does(folder: Path) -> None:
    with started(folder) as (port, _):
        assert asked(port, "/")[:2] == (200, "text/html; charset=utf-8")
        assert asked(port, "/engine.wasm?v=1") == (200, "application/wasm", b"\0asm")
        assert asked(port, "/djambi-embed.js")[:2] == (200, "text/javascript")
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/starter/../../secret.txt",
            "//etc/passwd",
            "/link.txt",
            "/nothing.js",
            "/starter/",
        ):
            status, _, body = asked(port, path)
            assert status == 404 and b"secret" not in body, path
        assert asked(port, "/", host="evil.example:80")[0] == 403
        # Nobody else can ask: the socket belongs to this computer's own address.
        with socket.socket() as other, pytest.raises(ConnectionRefusedError):
            other.connect(("127.0.0.2", port))


def test_a_second_start_finds_the_first_and_another_folder_the_next_port(
    folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    (other / "index.html").write_text("<!doctype html><title>Another</title>", "utf-8")
    with started(folder) as (port, _):
        with started(folder) as (again, said):
            assert (again, "taken" in said and str(port) in said) == (port, False)
        with started(other) as (following, said):
            assert following > port and f"Port {port} is taken" in said
            assert asked(following, "/")[2].endswith(b"Another</title>")


def test_without_python_it_says_what_to_do(folder: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "uname", "cat"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    done = subprocess.run(
        [str(tools / "sh"), str(folder / "start-linux.sh")],
        env={**os.environ, "PATH": str(tools)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Python 3.7" in done.stderr and "Installez-le" in done.stderr


def test_windows_scripts_are_plain_ascii() -> None:
    """Windows reads them in the code page of the day."""
    for name in ("start-windows.cmd", "starter/serve.ps1"):
        assert (BESIDE / name).read_text("utf-8").isascii()


def test_the_starter_for_windows_goes_where_something_is() -> None:
    script = (BESIDE / "start-windows.cmd").read_text("utf-8")
    gone, labels = (set(re.findall(each, script)) for each in (r"goto (\w+)", r"(?m)^:(\w+)$"))
    assert gone == labels == {"none", "packed"}
    # Explorer opens what is in a zip file alone, in a folder of its own.
    (missing,) = re.findall(r'if not exist "%~dp0(.*)" goto packed', script)
    assert (BESIDE / missing.replace("\\", "/")).is_file()
    # Each end by itself leaves the window open to be read.
    assert script.count("pause\nexit /b 1\n") == len(labels)
