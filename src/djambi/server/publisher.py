"""One way of telling what happened: typed events, and those who subscribe to them.

An event is a frozen dataclass, declared by the room that publishes it. There are two kinds:

* A `PublishedEvent` says that something has happened; nobody can object any more. `publish` calls
  its handlers at once, in the order in which they subscribed, and returns. A handler must not
  block: what takes time it starts as a task. An error in a handler is logged, and the others are
  called all the same.
* An `AwaitedEvent` says that something has to be done before its publisher goes on. `await deliver`
  awaits its handlers one after the other, in the order in which they subscribed. The first error
  ends the delivery and is the publisher's. Whoever publishes such an event again after an error
  says so where the event is declared; its handlers are then idempotent.

A handler may publish events itself: they are delivered at once, before the next handler of the
first event is called. Handlers subscribe to one type exactly, where the application is put together
(`apps.online`, `apps.local`); there is no way to unsubscribe.

What must be able to refuse a change is no subscriber: it is given to a constructor.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, overload

_log = logging.getLogger("djambi.server")


class PublishedEvent:
    """The base of the events that say that something has happened."""

    __slots__ = ()


class AwaitedEvent:
    """The base of the events whose handlers are waited for."""

    __slots__ = ()


E = TypeVar("E", bound=PublishedEvent)
A = TypeVar("A", bound=AwaitedEvent)


class EventPublisher:
    """The subscriptions of one application; it belongs to the server's event loop.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Rang(PublishedEvent):
    ...     times: int
    >>> events = EventPublisher()
    >>> events.subscribe(Rang, lambda rang: print("answered", rang.times))
    >>> events.publish(Rang(2))
    answered 2
    """

    def __init__(self) -> None:
        self._handlers: dict[type, list[Callable[[Any], Any]]] = {}

    @overload
    def subscribe(self, kind: type[E], handler: Callable[[E], None]) -> None: ...

    @overload
    def subscribe(self, kind: type[A], handler: Callable[[A], Awaitable[None]]) -> None: ...

    def subscribe(self, kind: type, handler: Callable[[Any], Any]) -> None:
        """Call `handler` with each event of exactly this type from now on, after those before."""
        self._handlers.setdefault(kind, []).append(handler)

    def publish(self, event: PublishedEvent) -> None:
        """Call the handlers of an event; what goes wrong in one is logged."""
        for handler in tuple(self._handlers.get(type(event), ())):
            try:
                handler(event)
            except Exception:
                _log.exception("a subscriber to %s failed", type(event).__name__)

    async def deliver(self, event: AwaitedEvent) -> None:
        """Await the handlers of an event, one after the other; raises what the first one raises."""
        for handler in tuple(self._handlers.get(type(event), ())):
            await handler(event)
