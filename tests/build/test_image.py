"""The image that `make image` built: nobody's rights, a root that is only read, and it serves."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tarfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.online.test_connections import wait_until_it_answers
from tests.paths import ROOT
from tests.waiting import WAIT_TIMEOUT_S, free_port

BUILT = ROOT / "build" / "image"
USER = 10001


def unpacked(archive: Path, root: Path) -> dict[str, Any]:
    """Put the layers of an image on top of each other; returns its configuration."""
    with tarfile.open(archive) as image:

        def file(name: str) -> Any:
            found = image.extractfile(name)
            assert found is not None, name
            return found

        [manifest] = json.load(file("manifest.json"))
        for layer in manifest["Layers"]:
            command = ["tar", "-x", "-C", str(root)]
            subprocess.run(command, input=file(layer).read(), check=True)
        settings: dict[str, Any] = json.load(file(manifest["Config"]))
    # What a later layer takes away of an earlier one.
    assert not [*root.rglob(".wh.*")]
    return settings


class Image:
    """An image that is unpacked, and how it is started without a container runtime."""

    def __init__(self, root: Path, data: Path, settings: dict[str, Any]) -> None:
        self.root, self.data, self.settings = root, data, settings["config"]

    def command(self, arguments: list[str], **environment: str) -> list[str]:
        """What runs these arguments with the image's user and variables, and a root only read."""
        variables = dict(line.split("=", 1) for line in self.settings["Env"]) | environment
        named = [part for k, v in variables.items() for part in ("--setenv", k, v)]
        user, group = self.settings["User"].split(":")
        return [
            "bwrap", "--ro-bind", str(self.root), "/", "--proc", "/proc", "--dev", "/dev",
            "--tmpfs", "/tmp", "--bind", str(self.data), "/data", "--unshare-pid",
            "--die-with-parent", "--cap-drop", "ALL", "--cap-add", "CAP_SETUID",
            "--cap-add", "CAP_SETGID", "--clearenv", *named, "--chdir", "/", "--",
            "setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs",
            "--inh-caps=-all", *arguments,
        ]  # fmt: skip

    @contextlib.contextmanager
    def started(self, port: int) -> Generator[None]:
        """Start it through its entry point, with its own command."""
        start = [*self.settings["Entrypoint"], *self.settings["Cmd"]]
        process = subprocess.Popen(
            self.command(start, DJAMBI_PORT=str(port), DJAMBI_ADDRESS="127.0.0.1")
        )
        try:
            wait_until_it_answers(port)
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(WAIT_TIMEOUT_S)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Generator[Image]:
    if not (BUILT / "djambi.tar").is_file():
        pytest.skip("there is no image: make image")
    if shutil.which("bwrap") is None:
        pytest.skip("bwrap is missing: apt-get install bubblewrap")
    if os.getuid() != 0:
        pytest.skip("only root can unpack files of several owners")
    folder = tmp_path_factory.mktemp("image")
    root, data = folder / "root", folder / "data"
    root.mkdir()
    data.mkdir()
    os.chown(data, USER, USER)
    yield Image(root, data, unpacked(BUILT / "djambi.tar", root))
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.long
def test_it_is_nobody_and_has_a_health_check(image: Image) -> None:
    settings = image.settings
    assert settings["User"] == f"{USER}:{USER}"
    assert settings["Healthcheck"]["Test"][0] == "CMD"
    assert settings["Entrypoint"] == ["djambi"] and settings["Cmd"] == ["serve"]
    for name in ("data", "backups"):
        state = (image.root / name).stat()
        assert state.st_uid == USER and state.st_mode & 0o777 == 0o700
    # Nothing else may be changed by the server's user, and nothing gives it another's rights.
    own = [p for p in image.root.rglob("*") if not p.is_symlink() and p.lstat().st_uid == USER]
    assert {p.name for p in own} == {"data", "backups"}
    assert not [*(image.root / "opt").rglob("pip")], "what installs is no part of what runs"


@pytest.mark.long
def test_it_serves_with_its_root_only_read(image: Image) -> None:
    port = free_port()
    with image.started(port):
        url = f"http://127.0.0.1:{port}"
        assert httpx.get(f"{url}/health/ready").json()["ready"] is True
        assert "Djambi" in httpx.get(url).text
        # The health check of the image, at the port of this test.
        _, *check = image.settings["Healthcheck"]["Test"]
        check = [part.replace(":8765", f":{port}") for part in check]
        assert subprocess.run(image.command(check), check=False).returncode == 0
        asked = image.command(
            ["python3", "-c", "from djambi import kernel; print(kernel.COMPILED)"]
        )
        assert subprocess.run(asked, capture_output=True, text=True).stdout.strip() == "True"
        written = subprocess.run(image.command(["touch", "/opt/x"]), capture_output=True, text=True)
        assert "Read-only" in written.stderr
    assert subprocess.run(image.command(check), capture_output=True).returncode == 1
    assert (image.data / "online" / "djambi.sqlite3").is_file()


@pytest.mark.long
def test_its_parts_are_listed_each_with_its_version(image: Image) -> None:
    listed = json.loads((BUILT / "sbom.json").read_text())
    digest = (BUILT / "digest.txt").read_text().strip()
    assert re.fullmatch("sha256:[0-9a-f]{64}", digest)
    assert listed["metadata"]["component"]["version"] == digest
    parts = {part["purl"].partition("?")[0] for part in listed["components"]}
    packages = (image.root / "var/lib/dpkg/status").read_text()
    for name, version in re.findall(
        r"^Package: (\S+)$(?:\n.+)*?\nVersion: (\S+)$", packages, re.MULTILINE
    ):
        assert f"pkg:deb/debian/{name}@{version}" in parts
    for found in (image.root / "opt/djambi/lib").rglob("*.dist-info"):
        name, version = found.name.removesuffix(".dist-info").split("-")[:2]
        assert f"pkg:pypi/{name.lower().replace('_', '-')}@{version}" in parts
