"""The build backend: that of setuptools, which also requires Node.js where it is needed."""

from __future__ import annotations

from typing import Any

from setuptools import build_meta

import build_web

_Config = dict[str, Any] | None

build_editable = build_meta.build_editable
build_sdist = build_meta.build_sdist
build_wheel = build_meta.build_wheel


def _node() -> list[str]:
    return [build_web.NODE_PACKAGE] if build_web.wanted() and not build_web.node_on_path() else []


def get_requires_for_build_wheel(config_settings: _Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: _Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *_node()]


def get_requires_for_build_editable(config_settings: _Config = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *_node()]
