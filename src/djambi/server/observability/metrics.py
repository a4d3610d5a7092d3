"""Counters of a process for Prometheus: `/metrics`, for callers with the token.

Numbers only: no names, no addresses, no games. Each process counts for itself, and most is looked
up when somebody asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Literal

from litestar.types import Message, Send
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from djambi.server.storage.writes import BUCKETS_S

METRICS_CONTENT_TYPE = "text/plain; version=0.0.4"
"""The content type of `ProcessMetrics.text`."""

Look = Callable[[], float]


class _Looked(Collector):
    """Figures that are looked up."""

    def __init__(self) -> None:
        self.looks: list[tuple[Literal["counter", "gauge"], str, str, Look]] = []

    def collect(self) -> Iterable[Metric]:
        for kind, name, what, look in self.looks:
            family = CounterMetricFamily if kind == "counter" else GaugeMetricFamily
            yield family(name, what, value=look())


class HttpMetrics:
    """The requests of a process: how many were answered how, and how soon."""

    def __init__(self) -> None:
        self.seconds = Histogram(
            "djambi_http_seconds",
            "Seconds until the answer to a request began, sockets apart.",
            buckets=BUCKETS_S,
            registry=None,
        )
        self.answers = Counter(
            "djambi_http_requests",
            "Requests by the class of their status.",
            ["status"],
            registry=None,
        )

    def sender(self, send: Send) -> Send:
        """Return how to answer a request so that it is counted.

        How long an answer goes on says nothing of the server: an analysis sends lines for as long
        as it is asked to, and a slow connection takes its time.
        """
        begun = time.perf_counter()

        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.answers.labels(f"{message['status'] // 100}xx").inc()
                self.seconds.observe(time.perf_counter() - begun)
            await send(message)

        return sender


class ProcessMetrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        PlatformCollector(self._registry)
        ProcessCollector(registry=self._registry)
        self._looked = _Looked()
        self._registry.register(self._looked)

    def counter(self, name: str, what: str, look: Look) -> None:
        """Add something that only grows: `djambi_NAME_total`."""
        self._looked.looks.append(("counter", f"djambi_{name}", what, look))

    def gauge(self, name: str, what: str, look: Look) -> None:
        """Add something that goes up and down: `djambi_NAME`."""
        self._looked.looks.append(("gauge", f"djambi_{name}", what, look))

    def add(self, collector: Collector) -> None:
        """Add a collector that counts by itself."""
        self._registry.register(collector)

    def text(self) -> bytes:
        """Return all of it in Prometheus' form."""
        return generate_latest(self._registry)
