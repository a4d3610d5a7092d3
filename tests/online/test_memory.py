"""What nobody is at goes from memory, at once and without the collector of cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from litestar import Litestar
from tests.online.people import OnlineServed, serving_online
from tests.online.tables import table
from tests.server.people import wait_until

from djambi.server.live import registry as games
from djambi.server.live.registry import GameRegistry


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nothing is freed but what nobody refers to."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def hub_of(served: OnlineServed) -> GameRegistry:
    app = served.guard.app
    assert isinstance(app, Litestar)
    registry: GameRegistry = app.state.registry
    return registry


def settled(registry: GameRegistry, most: int) -> None:
    """Wait until no more games are in memory."""
    wait_until(lambda: len(registry.in_memory()) <= most)


def test_games_that_ended_and_tables_that_were_left_do_not_linger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uncollected: None
) -> None:
    monkeypatch.setattr(games, "_MAX_IDLE_ROOMS", 4)
    with serving_online(tmp_path) as served:
        registry, owner = hub_of(served), served.guest()
        made: list[str] = []
        for number in range(20):
            made.append(table(owner, "square-2")["id"])
            with owner.sit(made[-1]) as person, served.sit(made[-1]):
                person.until("state")
                if number % 2:
                    # Talk, and a beginning with a bot: the negotiation and the runner know it too.
                    person.ask("talk", text="hello")
                    assert person.ask("begin")["type"] == "done"
                    update = person.until("update")
                    while update["table"]["stage"] != "playing":
                        update = person.until("update")
                    person.change("resign", party=update["you"]["parties"])
        settled(registry, 4)
        assert len(registry._rooms) <= 4


def test_games_that_people_are_at_all_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_MAX_IDLE_ROOMS", 2)
    with serving_online(tmp_path) as served, ExitStack() as stack:
        registry, owner = hub_of(served), served.guest()
        made = [table(owner, "square-2")["id"] for _ in range(6)]
        for game in made:
            stack.enter_context(owner.sit(game)).until("state")
        for _ in range(6):
            table(owner, "square-2")
        settled(registry, 8)
        assert set(made) <= set(registry.in_memory())
