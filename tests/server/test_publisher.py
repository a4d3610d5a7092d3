"""Telling what happened: order, errors, and what is awaited."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import pytest

from djambi.server.publisher import AwaitedEvent, EventPublisher, PublishedEvent


@dataclass(frozen=True, slots=True)
class Rang(PublishedEvent):
    times: int


@dataclass(frozen=True, slots=True)
class Answered(PublishedEvent):
    pass


@dataclass(frozen=True, slots=True)
class Leaving(AwaitedEvent):
    pass


def test_handlers_are_called_in_the_order_in_which_they_subscribed() -> None:
    events, heard = EventPublisher(), list[str]()
    events.subscribe(Rang, lambda rang: heard.append(f"first {rang.times}"))
    events.subscribe(Rang, lambda rang: heard.append(f"second {rang.times}"))
    events.publish(Rang(2))
    events.publish(Answered())
    assert heard == ["first 2", "second 2"]


def test_an_error_in_a_handler_is_logged_and_the_others_hear_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    events, heard = EventPublisher(), list[int]()

    def fail(rang: Rang) -> None:
        raise ValueError(rang.times)

    events.subscribe(Rang, fail)
    events.subscribe(Rang, lambda rang: heard.append(rang.times))
    with caplog.at_level(logging.ERROR, "djambi.server"):
        events.publish(Rang(3))
    assert heard == [3]
    assert "a subscriber to Rang failed" in caplog.text


def test_an_event_published_by_a_handler_is_delivered_at_once() -> None:
    events, heard = EventPublisher(), list[str]()
    events.subscribe(Rang, lambda _: events.publish(Answered()))
    events.subscribe(Rang, lambda _: heard.append("rang"))
    events.subscribe(Answered, lambda _: heard.append("answered"))
    events.publish(Rang(1))
    assert heard == ["answered", "rang"]


def test_who_subscribes_meanwhile_hears_of_the_next_one() -> None:
    events, heard = EventPublisher(), list[int]()

    def subscribe(rang: Rang) -> None:
        events.subscribe(Rang, lambda again: heard.append(again.times))

    events.subscribe(Rang, subscribe)
    events.publish(Rang(1))
    assert heard == []
    events.publish(Rang(2))
    assert heard == [2]


def test_what_is_awaited_is_done_one_after_the_other_before_delivery_ends() -> None:
    events, done = EventPublisher(), list[str]()

    async def slow(_: Leaving) -> None:
        await asyncio.sleep(0)
        done.append("slow")

    async def quick(_: Leaving) -> None:
        done.append("quick")

    events.subscribe(Leaving, slow)
    events.subscribe(Leaving, quick)
    asyncio.run(events.deliver(Leaving()))
    assert done == ["slow", "quick"]


def test_the_first_error_of_what_is_awaited_is_the_publishers() -> None:
    events, done = EventPublisher(), list[str]()

    async def good(_: Leaving) -> None:
        done.append("good")

    async def bad(_: Leaving) -> None:
        raise ValueError("bad")

    events.subscribe(Leaving, good)
    events.subscribe(Leaving, bad)
    events.subscribe(Leaving, good)
    with pytest.raises(ValueError, match="bad"):
        asyncio.run(events.deliver(Leaving()))
    assert done == ["good"]
    # Delivered again, what was done is done again: such handlers are idempotent.
    with pytest.raises(ValueError, match="bad"):
        asyncio.run(events.deliver(Leaving()))
    assert done == ["good", "good"]
