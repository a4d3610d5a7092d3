"""How an extra is added, by how djambi was installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from djambi.extras import install_command, reinstall_command

UV = '[tool]\nrequirements = [{ name = "djambi"%s }, { name = "textual" }]\n'
PIPX = '{"main_package": {"package": "djambi", "package_or_url": "%s"}}'


@pytest.mark.parametrize(
    ("receipt", "text", "command"),
    [
        ("pyvenv.cfg", "", 'pip install "djambi[tui]"'),
        ("uv-receipt.toml", UV % "", 'uv tool install "djambi[tui]"'),
        (
            "uv-receipt.toml",
            UV % ', extras = ["server", "pictures"]',
            'uv tool install "djambi[server,pictures,tui]"',
        ),
        ("uv-receipt.toml", UV % ', extras = ["tui"]', 'uv tool install "djambi[tui]"'),
        ("pipx_metadata.json", PIPX % "djambi", 'pipx install --force "djambi[tui]"'),
        (
            "pipx_metadata.json",
            PIPX % "djambi[server,pictures]",
            'pipx install --force "djambi[server,pictures,tui]"',
        ),
    ],
)
def test_the_tool_that_installed_djambi_adds_an_extra_to_those_there_are(
    tmp_path: Path, receipt: str, text: str, command: str
) -> None:
    (tmp_path / receipt).write_text(text, "utf-8")
    assert install_command("tui", tmp_path) == command


def test_what_uvx_runs_is_run_with_the_extra(tmp_path: Path) -> None:
    there = tmp_path / "uv" / "archive-v0" / "8KMDgq_yOv_JxPrm"
    assert install_command("tui", there) == 'uvx --from "djambi[tui]" djambi'


@pytest.mark.parametrize(
    ("receipt", "text", "command"),
    [
        ("pyvenv.cfg", "", 'pip install --force-reinstall --no-deps --no-cache-dir "a b"'),
        (
            "uv-receipt.toml",
            UV % ', extras = ["play"]',
            'uv tool install --reinstall --no-cache "a b[play]"',
        ),
        (
            "pipx_metadata.json",
            PIPX % "djambi",
            'pipx install --force --pip-args=--no-cache-dir "a b"',
        ),
    ],
)
def test_the_tool_that_installed_djambi_installs_it_again(
    tmp_path: Path, receipt: str, text: str, command: str
) -> None:
    (tmp_path / receipt).write_text(text, "utf-8")
    assert reinstall_command("a b", tmp_path) == command
