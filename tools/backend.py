"""The build backend: that of setuptools, which also requires Node.js where it is needed.

With SOURCE_DATE_EPOCH in the environment, two builds of one commit are the same, byte by byte: for
wheels setuptools sees to that, for sdists this module.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from pathlib import Path
from typing import Any

from setuptools import build_meta

import build_web

_Config = dict[str, Any] | None

build_editable = build_meta.build_editable
build_wheel = build_meta.build_wheel


def build_sdist(sdist_directory: str, config_settings: _Config = None) -> str:
    """Build the sdist and return its name."""
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is not None:
        make_reproducible(Path(sdist_directory, name), int(epoch))
    return name


def make_reproducible(archive: Path, epoch: int) -> None:
    """Take out of a .tar.gz what differs from build to build: order, owners, times, umask.

    Args:
        archive: the file, which is replaced.
        epoch: the time that every member gets, in seconds UTC.
    """
    packed = io.BytesIO()
    with tarfile.open(archive) as old, tarfile.open(fileobj=packed, mode="w") as new:
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            member.mtime = epoch
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    archive.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=epoch))


def _node() -> list[str]:
    return [build_web.NODE_PACKAGE] if build_web.wanted() and not build_web.node_on_path() else []


def get_requires_for_build_wheel(config_settings: _Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: _Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *_node()]


def get_requires_for_build_editable(config_settings: _Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *_node()]
