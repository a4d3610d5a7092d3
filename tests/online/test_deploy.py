"""What is said about running a server is true of this one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.paths import ROOT

from djambi.server.settings import ServeSettings, load
from djambi.server.storage.archive import back_up
from djambi.server.storage.upgrade import upgrade

DEPLOY = ROOT / "deploy"
SETTINGS = set(ServeSettings.__struct_fields__)
NO_SETTINGS = {f"DJAMBI_{name}" for name in ("DATA", "CONFIG", "HOST", "PURE", "WEB")}


def test_the_page_of_settings_has_all_of_them_and_no_other() -> None:
    page = (ROOT / "docs" / "online" / "settings.md").read_text(encoding="utf-8")
    table = page.partition("## Limits")[0]
    cells = re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} == SETTINGS


def test_every_variable_that_is_named_is_one() -> None:
    deployed = [file for file in DEPLOY.rglob("*") if file.is_file()]
    for page in [*deployed, *(ROOT / "docs" / "online").glob("*.md")]:
        named = set(re.findall(r"DJAMBI_[A-Z_]+", page.read_text(encoding="utf-8")))
        unknown = {n for n in named - NO_SETTINGS if n[len("DJAMBI_") :].lower() not in SETTINGS}
        assert not unknown, f"{page.name}: {unknown}"


def test_the_settings_of_the_compose_file_make_sense() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    environment: dict[str, str] = services["one"]["environment"]
    assert services["two"]["environment"] == environment
    filled = {
        name: re.sub(r"\$\{(\w+):([?-])\}", lambda m: "x" if m[2] == "?" else "", value)
        for name, value in environment.items()
    }
    settings = load(environment=filled)
    assert settings.secure and settings.redis and settings.database.startswith("postgresql")
    assert settings.proxies == (compose["networks"]["default"]["ipam"]["config"][0]["subnet"],)
    for service in services.values():
        for other in service.get("depends_on", {}):
            assert other in services


@pytest.mark.long
def test_the_compose_file_is_one_by_its_schema() -> None:
    folders = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    check = shutil.which("check-jsonschema", path=folders)
    if check is None:
        pytest.skip("check-jsonschema is missing: pip install check-jsonschema")
    command = [check, "--builtin-schema=vendor.compose-spec", str(DEPLOY / "compose.yaml")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_containers_of_the_compose_file_have_no_rights_and_what_they_mount() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    for name in ("one", "two", "backup"):
        service = compose["services"][name]
        assert service["read_only"] and service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
    for name, service in compose["services"].items():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), f"{name}: {volume}"
            else:
                assert source in compose["volumes"], f"{name}: {volume}"
        # Only the web server is open to the world.
        for port in service.get("ports", []):
            assert name == "caddy" or port.startswith("127.0.0.1:"), f"{name}: {port}"


def test_the_image_installs_extras_that_there_are() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (DEPLOY / "Containerfile").read_text() + (ROOT / "docs/online/running.md").read_text()
    for extras in re.findall(r"\[([\w,]+)\]['\"]", text):
        assert set(extras.split(",")) <= set(project["optional-dependencies"])


@pytest.mark.skipif(sys.platform == "win32", reason="the script is for Debian: no sh here")
@pytest.mark.parametrize("arguments", [[], ["folder"]])
def test_the_backup_says_what_it_takes(arguments: list[str], tmp_path: Path) -> None:
    command = ["sh", str(DEPLOY / "djambi-backup"), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr.endswith("usage: djambi-backup FOLDER DAYS\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="the pages are for Debian: no sh here")
@pytest.mark.parametrize(
    ("page", "section"),
    [("online/trouble.md", "Back from a backup"),
     ("fr/serveur-en-difficulte.md", "Repartir d’une sauvegarde")],
)  # fmt: skip
def test_the_way_back_from_a_backup_leads_to_a_server_that_has_everything(
    tmp_path: Path, page: str, section: str
) -> None:
    """What is typed in a fresh shell; the folders of a machine are here, and it has no systemd."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(f"## {section}\n")[2]
    typed = "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))
    programs, data, backups = (tmp_path / name for name in ("bin", "lib/djambi", "backups"))
    for folder in (programs, data / "online", backups):
        folder.mkdir(parents=True)
    (programs / "systemctl").write_text("#!/bin/sh\n")
    (programs / "djambi").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m djambi "$@"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    (tmp_path / "djambi.toml").write_text(f'data = "{data}"\n')
    file = data / "online" / "djambi.sqlite3"
    upgrade(file)
    rows = back_up(file, backups / "djambi-1.gz")
    if os.getuid() == 0:
        os.chown(data, 65534, 65534)  # as the service's user
    for there, here in {
        "/var/lib/djambi": data,
        "/var/backups/djambi": backups,
        "/etc/djambi.toml": tmp_path / "djambi.toml",
        "/opt/djambi/bin": programs,
    }.items():
        typed = typed.replace(there, str(here))
    clean = {k: v for k, v in os.environ.items() if not k.startswith("DJAMBI_")}
    environment = {**clean, "HOME": str(tmp_path), "PATH": f"{programs}:{clean['PATH']}"}
    done = subprocess.run(
        ["sh", "-euc", typed], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(f"{rows:,} rows\n")
    for made in (file.parent, file):
        assert made.stat().st_uid == data.stat().st_uid, made
        assert made.stat().st_gid == data.stat().st_gid, made
