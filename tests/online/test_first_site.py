"""docs/online/first-site.md is followed word by word, on a Debian that has nothing yet."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.online.clean_debian import SYSTEMCTL, CleanDebian
from tests.online.people import PASSWORD
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "online" / "first-site.md").read_text(encoding="utf-8")
WHEELS = ROOT / "build" / "image" / "wheels"

AFTERWARDS = r"""
echo --- afterwards
curl --silent --fail --insecure https://localhost/ | grep -c '<title>Djambi'
curl --silent --insecure --output /dev/null --write-out '%{http_code}\n' https://localhost/metrics
asked() { curl --silent --get --data-urlencode "query=$1" http://127.0.0.1:9090/api/v1/query; }
for _ in $(seq 600); do
    asked 'up == 1 and on () djambi_backup_timestamp_seconds' | grep -q djambi && break
    sleep 0.5
done
asked 'up{job="djambi"}' | grep -o '"[01]"'
curl --silent http://127.0.0.1:9090/api/v1/rules | grep -o '"type":"alerting"' | wc -l
stat --format=%a,%u /etc/djambi.toml /var/lib/djambi
"""


def steps() -> list[str]:
    """What is typed in each numbered section."""
    sections = re.split(r"^## \d+\. ", PAGE, flags=re.MULTILINE)[1:]
    typed: list[str] = []
    for section in sections:
        lines = [line[4:] for line in section.splitlines() if line.startswith("    ")]
        typed.append("\n".join(lines))
    return typed


def test_the_page_has_nothing_to_invent() -> None:
    assert len(steps()) == 9 and all(steps())
    text = "\n".join(steps())
    for file in re.findall(r"(?:install -m \d+ )(.*) /", text):
        for name in file.split():
            assert (ROOT / "deploy" / name).is_file(), name


@pytest.fixture
def debian() -> Generator[CleanDebian]:
    # Not pytest's own folder, which the server's user may not look into.
    with tempfile.TemporaryDirectory(prefix="djambi-debian-") as name:
        Path(name).chmod(0o755)
        yield CleanDebian(Path(name) / "root")


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_a_bare_debian_becomes_a_site_that_is_backed_up_and_watched(debian: CleanDebian) -> None:
    if not WHEELS.is_dir():
        pytest.skip("no wheels: make wheel && python tools/build_image.py wheels")
    shutil.copytree(WHEELS, debian.root / "wheels")
    shutil.copytree(ROOT / "deploy", debian.root / "root" / "deploy")
    name, packages, program, *rest = steps()
    name = name.replace("djambi.example", "localhost")  # for which Caddy makes a certificate itself
    wheels = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    debian.sh("\n".join([name, packages, program]), network=True, **quiet, **wheels)
    debian.write("usr/local/sbin/systemctl", SYSTEMCTL)
    told = debian.sh("\n".join([name, *rest, AFTERWARDS]), typed=f"{PASSWORD}\n")
    assert '"ready":true' in told and "the backup is complete" in told
    title, metrics, up, alerts, settings, data = told.partition("--- afterwards\n")[2].splitlines()
    assert (int(title), metrics, up) == (1, "404", '"1"')
    assert int(alerts) == 13
    # Only root reads the settings; only the server its data.
    assert settings == "600,0" and data == "700,65534"
