"""What a server counts of itself, for Prometheus: `/metrics`, to who has the token.

Numbers only: no names, no addresses, no games. Each process counts for itself.
"""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

FORM = "text/plain; version=0.0.4; charset=utf-8"
"""The content type of `Meters.text`."""

_STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Meters:
    """The counts of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        PlatformCollector(self.registry)
        ProcessCollector(registry=self.registry)
        self.changes = self._counter("changes", "Events stored, by kind.", "kind")
        self.overtaken = self._counter("overtaken", "Changes for which another came first.")
        self.caught_up = self._counter("caught_up", "Times a table read what others stored.")
        self.asides = self._counter("asides", "Things said and promised beside games.")
        self.letters = self._counter("letters", "Letters, by what came of them.", "outcome")
        self.gaps = self._counter("bus_gaps", "Times that messages of others were missed.")
        self.tables = self._gauge("tables", "Games in memory.")
        self.sockets = self._gauge("sockets", "Sockets that are open.")
        self.lag = self._gauge("loop_lag_seconds", "How late the event loop was last.")
        self.redis = self._gauge("redis_up", "Whether Redis answers (1), or not (0).")
        self.taken = Histogram(
            "djambi_change_seconds",
            "From a change asked for to everybody told.",
            buckets=_STEPS,
            registry=self.registry,
        )

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"djambi_{name}", what, labels, registry=self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"djambi_{name}", what, registry=self.registry)

    def text(self) -> bytes:
        """All of it in Prometheus' form."""
        return generate_latest(self.registry)
