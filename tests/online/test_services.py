"""A machine without PostgreSQL or Redis: their tests are skipped, and say what is missing."""

from __future__ import annotations

import pytest
from tests.online import services


def test_without_redis_its_tests_are_skipped(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(services, "_BEHIND", [])
    missing = "redis-server is missing: apt-get install .*redis-server"
    with pytest.raises(pytest.skip.Exception, match=missing):
        request.getfixturevalue("redis")
