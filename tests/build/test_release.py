"""A release: its parts are the same in every build, whole, and can be installed."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from tests.paths import ROOT

import backend
import bill_of_materials
import lock
import release

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")


def names(requirements: list[str]) -> set[str]:
    """Return the names in a list of requirements."""
    found = (re.match(r"[\w.-]+", each) for each in requirements)
    return {each[0].lower() for each in found if each}


def wanted(extra: str) -> set[str]:
    """Return the packages that an extra of ours names, through others of ours too."""
    found = PYPROJECT["project"]["optional-dependencies"][extra]
    ours = re.search(r"djambi\[([\w,]+)\]", ",".join(found))
    if ours is None:
        return names(found)
    return {each for part in ours[1].split(",") for each in wanted(part)}


@pytest.mark.parametrize("name", lock.EXTRAS)
def test_lock_files_have_what_the_extras_name(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    locked = bill_of_materials.packages(text)
    needed = names(PYPROJECT["project"]["dependencies"]).union(*map(wanted, lock.EXTRAS[name]))
    assert needed <= set(locked), "run tools/lock.py"
    assert all(hashes for _, hashes in locked.values())
    held = dict(
        line.lower().split("==")
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if line[:1] not in ("", "#")
    )
    other = {each: version for each, (version, _) in locked.items()}
    assert {each: held.get(each, version) for each, version in other.items()} == other


def test_the_browser_apps_lock_file_has_a_hash_for_every_package() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert [name for name, each in packages.items() if "integrity" not in each] == []


def test_the_bill_names_every_part_once() -> None:
    bill = bill_of_materials.bill("1.0.0", 0)
    parts = [part["purl"] for part in bill["components"]]
    assert len(parts) == len(set(parts))
    assert any(part.startswith("pkg:npm/svelte@") for part in parts)
    assert any(part.startswith("pkg:pypi/litestar@") for part in parts)
    assert bill == bill_of_materials.bill("1.0.0", 0)


def sdist(path: Path, time: int, owner: str, files: list[str]) -> bytes:
    """Return a source archive as somebody's machine makes it, made reproducible."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in files:
            member = tarfile.TarInfo(name)
            member.mtime, member.uname, member.mode = time, owner, 0o600 + len(owner)
            archive.addfile(member, io.BytesIO())
    path.write_bytes(packed.getvalue())
    backend.make_reproducible(path, 1_700_000_000)
    return path.read_bytes()


def test_an_sdist_tells_nothing_of_who_built_it_and_when(tmp_path: Path) -> None:
    one = sdist(tmp_path / "a.tar.gz", 1, "ana", ["d/x", "d/y"])
    assert one == sdist(tmp_path / "b.tar.gz", 2, "bob", ["d/y", "d/x"])
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(one))) as archive:
        assert [(each.name, each.mtime, each.uname) for each in archive] == [
            ("d/x", 1_700_000_000, ""),
            ("d/y", 1_700_000_000, ""),
        ]


def test_archives_are_the_same_whenever_they_are_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    found: list[bytes] = []
    for time in (1, 2):
        folder = tmp_path / f"{time}" / "page"
        folder.mkdir(parents=True)
        for name in ("index.html", "start.sh"):
            (folder / name).write_text(name)
            os.utime(folder / name, (time, time))
        (folder / "start.sh").chmod(0o700)
        release.archive(folder, "page")
        [made] = tmp_path.glob("*.zip")
        found.append(made.read_bytes())
        with zipfile.ZipFile(made) as packed:
            assert packed.namelist() == ["index.html", "start.sh"]
            assert packed.getinfo("start.sh").external_attr >> 16 & 0o777 == 0o755
    assert found[0] == found[1]


def test_what_is_not_there_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path)
    with pytest.raises(release.ReleaseError, match="run make page"):
        release.archive(tmp_path / "build" / "page", "page")


def test_what_is_left_of_another_version_is_not_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    (tmp_path / f"djambi-{release.version()}.tar.gz").touch()
    (tmp_path / "djambi-0.0.1.tar.gz").touch()
    with pytest.raises(release.ReleaseError, match=r"djambi-0\.0\.1\.tar\.gz$"):
        release.sums()


def test_a_version_is_built_for_every_python_that_it_promises() -> None:
    classifiers = PYPROJECT["project"]["classifiers"]
    promised = re.findall(r"Python :: (3)\.(\d+)", "\n".join(classifiers))
    built = PYPROJECT["tool"]["cibuildwheel"]["build"].split()
    assert built == [f"cp{major}{minor}-*" for major, minor in promised]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_what_was_looked_at(workflow: Path) -> None:
    lines = workflow.read_text("utf-8").splitlines()
    used = [line.strip(" -") for line in lines if "uses:" in line]
    assert used
    assert [line for line in used if not PINNED.fullmatch(line)] == []


def checkout(folder: Path) -> Path:
    """Return a clean clone of the present commit, with the browser's packages at hand."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    (folder / ".git" / "info" / "exclude").write_text("web/node_modules\n")
    return folder


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="auditwheel repairs wheels for Linux")
def test_two_builds_of_a_commit_are_the_same_byte_by_byte(tmp_path: Path) -> None:
    venv.create(tmp_path / "tools", with_pip=True, symlinks=True)
    tools = str(tmp_path / "tools" / "bin" / "python")
    locked = str(ROOT / "requirements" / "release.txt")
    pip = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([tools, *pip, "--require-hashes", "-r", locked], check=True)
    sums: list[str] = []
    for place in ("one", "another/longer"):
        clone = checkout(tmp_path / place)
        subprocess.run([tools, str(clone / "tools" / "build_web.py")], check=True)
        parts = ["sdist", "wheel", "sums"]
        subprocess.run([tools, str(clone / "tools" / "release.py"), *parts], check=True)
        sums.append((clone / "dist" / "SHA256SUMS").read_text("ascii"))
    assert sums[0] == sums[1] and len(sums[0].splitlines()) == 4
