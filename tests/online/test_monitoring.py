"""The alerts and the dashboard for hosts ask for figures that a server has."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from tests.online.people import serving_online
from tests.paths import ROOT

from djambi.server.observability import metrics
from djambi.server.observability.metrics import HttpMetrics

DEPLOY = ROOT / "deploy"
MONITORING = DEPLOY / "monitoring"
METRIC = re.compile(r"\b((?:djambi|process|node)_\w+|up)\b(?=[{ \[)]|$)")


def rules() -> list[dict[str, Any]]:
    """All alert rules."""
    files = [yaml.safe_load(f.read_text()) for f in sorted(MONITORING.glob("*alerts.yml"))]
    return [rule for file in files for group in file["groups"] for rule in group["rules"]]


def expressions() -> list[str]:
    """All expressions of the alerts and the dashboard."""
    dashboard = json.loads((MONITORING / "dashboard.json").read_text())
    panels = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return [*(rule["expr"] for rule in rules()), *panels]


def exported(folder: Path) -> set[str]:
    """The names of all figures: a server's, Prometheus' own, and those that a backup writes."""
    with serving_online(folder, metrics_token="figures") as online:
        browser = online.browser()
        browser.get("/api/lobby")
        page = browser.get("/metrics", headers={"Authorization": "Bearer figures"})
    backup = (DEPLOY / "djambi-backup").read_text()
    text = page.text + "\n".join(re.findall(r"printf '(djambi_\w+) ", backup))
    return {"up", *re.findall(r"^(\w+)", text, re.MULTILINE)}


def test_alerts_and_dashboard_use_figures_that_are_exported(tmp_path: Path) -> None:
    wanted = {name for text in expressions() for name in METRIC.findall(text)}
    assert len(wanted) > 20
    assert wanted <= exported(tmp_path)


def test_an_analysis_that_goes_on_is_no_slow_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(metrics, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    messages: list[Any] = [
        {"type": "http.response.start", "status": 200, "headers": []},
        {"type": "http.response.body", "body": b"a line", "more_body": True},
        {"type": "http.response.body", "body": b"", "more_body": False},
    ]
    figures = HttpMetrics()

    async def answered() -> None:
        async def sent(message: object) -> None:
            next(clock)
            del message

        send = figures.sender(sent)
        for message in messages:
            await send(message)

    asyncio.run(answered())
    samples = [sample for family in figures.seconds.collect() for sample in family.samples]
    found = {sample.name: sample.value for sample in samples if "_bucket" not in sample.name}
    assert found["djambi_http_seconds_count"] == 1
    assert found["djambi_http_seconds_sum"] == 1.0


def test_every_alert_says_what_to_do() -> None:
    page = (DEPLOY.parent / "docs" / "online" / "trouble.md").read_text()
    titles = re.findall(r"^## (.*)$", page, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    for rule in rules():
        name, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert name == "trouble.md" and anchor in anchors, rule["alert"]
        assert rule["alert"] in page


def test_panels_of_the_dashboard_do_not_overlap() -> None:
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in panels}) == len(panels)


@pytest.mark.long
def test_prometheus_takes_the_rules_and_alerts_when_it_should() -> None:
    if shutil.which("promtool") is None:
        pytest.skip("promtool is missing: apt-get install prometheus")
    for command in (
        ["check", "rules", "alerts.yml", "backup-alerts.yml"],
        ["check", "config", "--syntax-only", "prometheus.yml"],
        ["test", "rules", "alerts.test.yml"],
    ):
        done = subprocess.run(
            ["promtool", *command], cwd=MONITORING, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
