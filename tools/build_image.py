"""Build a server's image without a daemon: `make image`.

python tools/build_image.py            build/image/: djambi.tar, digest.txt, sbom.json
python tools/build_image.py wheels     only build/image/wheels, for `docker build`

The base is made by mmdebstrap from Debian's signed packages; buildah runs deploy/Containerfile on
it. Nothing comes from a registry of images. Needs Linux, root, and Debian's packages mmdebstrap and
buildah; and in dist/ a wheel of djambi for Python 3.11 (`make wheel`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
OUTPUT = ROOT / "build" / "image"

SUITE = "bookworm"
PYTHON = "3.11"
GLIBC_MINOR = 36
"""Debian 12, its Python and its glibc (2.36)."""

LOCKS = ("server", "image")
"""What is installed, in requirements/, each file with its hash."""

BASE_PACKAGES = ("ca-certificates", "libstdc++6", "python3", "usr-is-merged")
"""Wheels of C++ link to `libstdc++6`. `usr-is-merged` stands for `usrmerge`, a program that brings
all of Perl (60 MB)."""

MERGED_USR = "/usr/share/mmdebstrap/hooks/merged-usr"
"""What merges the folders instead, from the start."""

LEFT_OUT = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/info/*")
"""What nobody reads in a container. Licences stay."""


class BuildFailed(Exception):
    """A tool or a wheel that the image needs is missing, or a command failed."""


def run(*command: str | Path, **environment: str) -> str:
    """Run a command and return what it prints; raises BuildFailed if it fails or is missing."""
    name = str(command[0])
    if shutil.which(name) is None:
        raise BuildFailed(f"{name} is missing: apt-get install mmdebstrap buildah")
    done = subprocess.run(
        list(map(str, command)),
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    if done.returncode:
        raise BuildFailed(f"{name} ended with {done.returncode}")
    return done.stdout.strip()


def collect_wheels(folder: Path) -> None:
    """Put into an empty folder the wheels that the image installs, each with its locked hash."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    machine = os.uname().machine
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC_MINOR, 4, -1)]
    platforms = [
        f"--platform={tag}" for tag in (f"linux_{machine}", "manylinux2014_" + machine, *tags)
    ]
    download = (
        *(sys.executable, "-m", "pip", "download", "--quiet", f"--dest={folder}", "--no-deps"),
        *("--only-binary=:all:", f"--python-version={PYTHON}", "--implementation=cp", *platforms),
    )
    locks = [f"--requirement={ROOT / 'requirements' / name}.txt" for name in LOCKS]
    run(*download, "--require-hashes", *locks)
    try:
        run(*download, "--no-index", f"--find-links={ROOT / 'dist'}", "djambi")
    except BuildFailed:
        raise BuildFailed(f"dist/ has no wheel of djambi for Python {PYTHON}: make wheel") from None


def make_base(archive: Path, epoch: str) -> None:
    """Write the file system that the image starts from: Debian with Python, and no more."""
    rules = [f"--dpkgopt=path-exclude={pattern}" for pattern in LEFT_OUT]
    keep = "--dpkgopt=path-include=/usr/share/doc/*/copyright"
    run("mmdebstrap", "--quiet", "--variant=essential", f"--hook-dir={MERGED_USR}",
        f"--include={','.join(BASE_PACKAGES)}",
        *rules, keep, SUITE, archive, SOURCE_DATE_EPOCH=epoch)  # fmt: skip


def build(base: Path, wheels: Path, archive: Path, epoch: str) -> str:
    """Run the Containerfile on the base; write an archive and return the image's digest.

    Every command runs in a plain chroot, so neither a daemon nor a container runtime is needed. The
    format is Docker's, for OCI's has no health checks. The digest is the image's own: that of its
    configuration, which has those of all layers.
    """
    store = OUTPUT / "store"
    buildah = ("buildah", "--root", store / "root", "--runroot", store / "run",
               "--storage-driver=vfs")  # fmt: skip
    try:
        container = run(*buildah, "from", "scratch")
        run(*buildah, "add", "--quiet", container, base, "/")
        run(*buildah, "commit", "--quiet", "--rm", f"--timestamp={epoch}", container, "djambi-base")
        image = run(*buildah, "build", "--quiet", "--format=docker", "--isolation=chroot",
            "--network=host", "--pull-never", f"--timestamp={epoch}",
            "--build-arg=BASE=localhost/djambi-base", f"--build-context=wheels={wheels}",
            f"--file={CONTAINERFILE}", "--tag=djambi", ROOT)  # fmt: skip
        run(*buildah, "push", "--quiet", "djambi", f"docker-archive:{archive}:djambi:latest")
        return f"sha256:{image}"
    finally:
        shutil.rmtree(store, ignore_errors=True)


def debian_parts(base: Path) -> list[dict[str, Any]]:
    """Return Debian's packages in the base, as parts of a CycloneDX list."""
    with tarfile.open(base) as archive:
        file = archive.extractfile("./var/lib/dpkg/status")
        assert file is not None
        status = file.read().decode()
    parts: list[dict[str, Any]] = []
    for entry in status.strip().split("\n\n"):
        package = HeaderParser().parsestr(entry)
        name, version = package["Package"], package["Version"]
        where = f"pkg:deb/debian/{name}@{version}?arch={package['Architecture']}&distro={SUITE}"
        parts.append({"type": "library", "name": name, "version": version, "purl": where})
    return parts


def python_parts(wheels: Path) -> list[dict[str, Any]]:
    """Return the wheels that are installed, each with its hash."""
    parts: list[dict[str, Any]] = []
    for wheel in sorted(wheels.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        if name == "pip":  # it installs the others, and stays behind
            continue
        parts.append(
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name.replace('_', '-').lower()}@{version}",
                "hashes": [
                    {"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}
                ],
            }
        )
    return parts


def list_of_parts(digest: str, parts: list[dict[str, Any]]) -> str:
    """Return the image's parts in CycloneDX's form."""
    image = {"type": "container", "name": "djambi", "version": digest}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": image},
        "components": parts,
    }
    return json.dumps(document, indent=1) + "\n"


def main(arguments: list[str]) -> int:
    """Build the image, or only collect its wheels; returns the exit status."""
    wheels, base, archive = OUTPUT / "wheels", OUTPUT / "base.tar", OUTPUT / "djambi.tar"
    try:
        collect_wheels(wheels)
        if arguments == ["wheels"]:
            return 0
        epoch = run("git", "-C", ROOT, "log", "-1", "--format=%ct")
        make_base(base, epoch)
        archive.unlink(missing_ok=True)
        digest = build(base, wheels, archive, epoch)
    except BuildFailed as failure:
        print(f"make image: {failure}", file=sys.stderr)
        return 1
    (OUTPUT / "digest.txt").write_text(f"{digest}\n")
    (OUTPUT / "sbom.json").write_text(
        list_of_parts(digest, debian_parts(base) + python_parts(wheels))
    )
    print(f"make image: {archive} ({archive.stat().st_size / 1e6:.0f} MB), {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
