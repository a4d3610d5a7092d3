"""Work on a Ray cluster (djambi.bots.ray_workers and `--ray`).

What needs a cluster is long: starting one takes as long as a hundred other tests.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.paths import ROOT

import djambi
from djambi.bots.ray_workers import RayWorkers, ray_workers
from djambi.cli import main
from djambi.errors import DjambiError

SELF_PLAY = [
    "--games", "300", "--level", "novice", "--variant", "hex-3", "--rules", "hallepee",
    "--drawn-turns", "1",
]  # fmt: skip


@pytest.mark.parametrize(
    "address", ["", "here", "host:", ":6379", "host:0", "host:x", "ray://host"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(DjambiError, match="is no address of a Ray cluster"), ray_workers(address):
        pass


def test_an_address_where_nobody_answers_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        expected = pytest.raises(DjambiError, match=rf"no Ray cluster at '{address}': [^\[]+$")
        with expected, ray_workers(address):
            pass


def test_without_ray_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["research", "games", str(tmp_path), *SELF_PLAY, "--ray", "auto"]) == 2
    assert 'pip install "djambi[ray]"' in capsys.readouterr().err


def _inverse(number: int) -> float:
    return 1 / number


def _kill_worker_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of one processor each, on this computer."""
    cluster_utils = pytest.importorskip("ray.cluster_utils", reason="no ray: pip install ray")
    # Workers import djambi from where these tests do, and the tests besides.
    roots = [Path(djambi.__file__).parents[1], ROOT]
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", os.pathsep.join(map(str, roots)))
        environment.setenv("RAY_USAGE_STATS_ENABLED", "0")
        found = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        found.add_node(num_cpus=1)
        found.wait_for_nodes()
        yield found
        found.shutdown()


@pytest.fixture
def workers(cluster: Any) -> Iterator[RayWorkers]:
    with ray_workers(cluster.address) as found:
        yield found


@pytest.mark.long
def test_every_item_has_one_result(workers: RayWorkers) -> None:
    assert sorted(workers.run(_inverse, range(1, 200))) == sorted(1 / n for n in range(1, 200))
    assert list(workers.run(_inverse, [])) == []


@pytest.mark.long
def test_work_that_fails_says_on_what(workers: RayWorkers) -> None:
    with pytest.raises(DjambiError, match="the work on 0 failed: division by zero"):
        list(workers.run(_inverse, [0]))


@pytest.mark.long
def test_a_killed_worker_is_replaced(workers: RayWorkers, tmp_path: Path) -> None:
    assert list(workers.run(_kill_worker_once, [str(tmp_path / "killed")])) == ["done"]


def _stuck_at(node: str, folder: str, item: int) -> int:
    import ray

    if ray.get_runtime_context().get_node_id() == node:
        (Path(folder) / str(item)).touch()
        time.sleep(3_600)
    return item


@pytest.mark.long
def test_a_node_that_is_killed_at_work_loses_and_doubles_nothing(
    cluster: Any, workers: RayWorkers, tmp_path: Path
) -> None:
    lost = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    handed_out: list[int] = []

    def items() -> Iterator[int]:
        while not list(tmp_path.iterdir()):
            handed_out.append(len(handed_out))
            yield handed_out[-1]
        cluster.remove_node(lost, allow_graceful=False)

    found = list(workers.run(partial(_stuck_at, lost.node_id, str(tmp_path)), items()))
    assert len(list(tmp_path.iterdir())) == 1
    assert sorted(found) == handed_out


@pytest.mark.long
def test_nodes_of_another_version_are_refused(
    workers: RayWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("djambi.bots.ray_workers.INSTALLED", "djambi 9.9, compiled")
    with pytest.raises(DjambiError, match=r"has djambi .*, not djambi 9\.9, compiled"):
        list(workers.run(_inverse, [1]))


@pytest.mark.long
def test_slow_items_hold_up_no_results(workers: RayWorkers) -> None:
    answered: list[float] = []

    def items() -> Iterator[int]:
        yield 1
        while not answered:
            time.sleep(0.01)
        yield 2

    for result in workers.run(_inverse, items()):
        answered.append(result)
    assert answered == [1, 0.5]


@pytest.mark.long
def test_positions_are_analysed_as_here(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.jsonl"
    lines = [{"id": n, "position": "hex-3", "nodes": 50, "seed": n} for n in range(6)]
    file.write_text("\n".join([*map(json.dumps, lines), "", "nonsense"]), encoding="utf-8")

    def answers(*options: str) -> list[Any]:
        assert main(["analyse", str(file), *options]) == 1
        found = map(json.loads, capsys.readouterr().out.splitlines())
        return sorted(({**one, "time": 0} for one in found), key=str)

    assert answers("--ray", cluster.address) == answers("-j", "2")


@pytest.mark.long
def test_a_node_killed_half_way_loses_nothing_and_doubles_nothing(
    cluster: Any, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    assert main(["research", "games", str(here), *SELF_PLAY, "-j", "2"]) == 0
    lost = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    pid = os.fork()
    if pid == 0:
        # A process of its own: two drivers cannot share one.
        command = [sys.executable, "-m", "djambi", "research", "games", str(there), *SELF_PLAY]
        os.execv(sys.executable, [*command, "--ray", cluster.address])
    while not list(there.glob("games-*.parquet")):
        assert os.waitpid(pid, os.WNOHANG) == (0, 0)
        time.sleep(0.01)
    done = len(list(there.glob("games-*.parquet")))
    cluster.remove_node(lost, allow_graceful=False)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert done < len(list(here.glob("games-*.parquet")))
    names = sorted(each.name for each in here.iterdir())
    assert names == sorted(each.name for each in there.iterdir())
    assert all((here / name).read_bytes() == (there / name).read_bytes() for name in names)
