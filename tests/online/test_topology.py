"""What deploy/compose.yaml starts, as processes: two servers, and everything around them."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest
from tests.online.processes import Server, running
from tests.online.services import Redis, wait_for_port
from tests.paths import ROOT
from tests.server.people import wait_until
from tests.waiting import WAIT_TIMEOUT_S, free_port

DEPLOY = ROOT / "deploy"
TOKEN = "figures"


@contextlib.contextmanager
def beside(port: int, folder: Path, *command: str, **environment: str) -> Generator[None]:
    """Run a program that listens at a port."""
    homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / f"{command[0]}.log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **homes, **environment}, stdout=log, stderr=log
        )
    try:
        wait_for_port(port, process)
        yield
    finally:
        process.kill()
        process.wait(WAIT_TIMEOUT_S)


@pytest.mark.long
def test_the_site_goes_on_when_a_process_dies_and_is_backed_up_and_watched(
    tmp_path: Path, postgres: str, redis: Redis
) -> None:
    for tool in ("caddy", "prometheus"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is missing: apt-get install {tool}")
    front, watching = free_port(), free_port()
    site = f"http://127.0.0.1:{front}"
    settings = {
        "DJAMBI_DATABASE": postgres,
        "DJAMBI_REDIS": redis.url,
        "DJAMBI_URL": site,
        "DJAMBI_PROXIES": "127.0.0.1",
        "DJAMBI_METRICS_TOKEN": TOKEN,
    }
    one, two = Server(tmp_path / "one", settings), Server(tmp_path / "two", settings)

    def placed(name: str) -> Path:
        """A file of deploy/ with the addresses of this machine."""
        text = (DEPLOY / name).read_text()
        for container, server in (("one", one), ("two", two)):
            text = re.sub(rf"\b{container}:8765", f"127.0.0.1:{server.port}", text)
        text = text.replace("/tmp/token", str(tmp_path / "token"))
        text = text.replace("/etc/prometheus/djambi", str(DEPLOY / "monitoring"))
        file = tmp_path / Path(name).name
        file.write_text(text.replace("15s", "1s"))
        return file

    (tmp_path / "token").write_text(TOKEN)
    caddy = ("caddy", "run", "--adapter", "caddyfile", "--config", str(placed("Caddyfile")))
    prometheus = (
        "prometheus",
        f"--config.file={placed('monitoring/prometheus-compose.yml')}",
        f"--storage.tsdb.path={tmp_path / 'figures'}",
        f"--web.listen-address=127.0.0.1:{watching}",
    )

    def answers() -> bool:
        return httpx.get(f"{site}/health/ready", timeout=WAIT_TIMEOUT_S).status_code == 200

    def figures(query: str) -> list[str]:
        url = f"http://127.0.0.1:{watching}/api/v1/query"
        found = httpx.get(url, params={"query": query}, timeout=WAIT_TIMEOUT_S).json()
        return [row["value"][1] for row in found["data"]["result"]]

    with (
        running(one, two),
        beside(front, tmp_path, *caddy, DJAMBI_HOST=site),
        beside(watching, tmp_path, *prometheus),
    ):
        wait_until(answers)
        assert "Djambi" in httpx.get(site, timeout=WAIT_TIMEOUT_S).text
        assert httpx.get(f"{site}/metrics", timeout=WAIT_TIMEOUT_S).status_code == 404
        wait_until(lambda: figures("sum(up)") == ["2"] and figures("min(djambi_redis_up)") == ["1"])

        # One dies: whoever asks is sent to the other, and the watch sees it.
        one.kill()
        wait_until(answers)
        wait_until(lambda: figures("sum(up)") == ["1"])
        one.start()
        wait_until(lambda: figures("sum(up)") == ["2"])

        # The backup job, beside the servers.
        program = tmp_path / "bin" / "djambi"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m djambi "$@"\n')
        program.chmod(0o755)
        environment = {
            **os.environ,
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "DJAMBI_DATABASE": postgres,
            "PYTHONPATH": str(ROOT / "src"),
        }
        job = [str(DEPLOY / "djambi-backup"), str(tmp_path / "backups"), "30"]
        done = subprocess.run(["sh", *job], env=environment, capture_output=True, text=True)
        assert done.returncode == 0 and "the backup is complete" in done.stdout, done.stderr
        [file] = (tmp_path / "backups").iterdir()
        assert file.suffix == ".gz"
