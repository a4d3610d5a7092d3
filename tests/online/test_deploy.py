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

from djambi.server.settings import ServeSettings, load

ROOT = Path(__file__).resolve().parents[2]
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
