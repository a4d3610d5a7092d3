"""What a process counts of itself, for Prometheus: `/metrics`, to who has the token.

Numbers only: no names, no addresses, no games. Each process counts for itself, and most is looked
up when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from prometheus_client import (
    CollectorRegistry,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

FORM = "text/plain; version=0.0.4"
"""The content type of `Meters.text`."""

Look = Callable[[], float]


class _Looked(Collector):
    """Figures that are looked up."""

    def __init__(self) -> None:
        self.looks: list[tuple[Literal["counter", "gauge"], str, str, Look]] = []

    def collect(self) -> Iterable[Metric]:
        for kind, name, what, look in self.looks:
            family = CounterMetricFamily if kind == "counter" else GaugeMetricFamily
            yield family(name, what, value=look())


class Meters:
    """The figures of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        PlatformCollector(self._registry)
        ProcessCollector(registry=self._registry)
        self._looked = _Looked()
        self._registry.register(self._looked)

    def counter(self, name: str, what: str, look: Look) -> None:
        """Something that only grows: `djambi_NAME_total`."""
        self._looked.looks.append(("counter", f"djambi_{name}", what, look))

    def gauge(self, name: str, what: str, look: Look) -> None:
        """Something that goes up and down: `djambi_NAME`."""
        self._looked.looks.append(("gauge", f"djambi_{name}", what, look))

    def text(self) -> bytes:
        """All of it in Prometheus' form."""
        return generate_latest(self._registry)
