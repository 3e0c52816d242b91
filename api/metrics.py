"""What the service counts, in a registry of its own so that several applications can live in one process."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["METRICS_MEDIA_TYPE", "Metrics"]

METRICS_MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
"""The Prometheus text format."""

DURATION_BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.5, 5.0, 10.0)
"""Bounds in seconds: fine where an analysis (milliseconds) and a photo (tenths of a second) are expected."""


class Metrics:
    """The service's counters."""

    def __init__(self) -> None:
        """Register the counters in a new registry."""
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tilesight_http_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.duration = Histogram(
            "tilesight_http_request_duration_seconds",
            "Seconds from the first byte of a request to the last byte of its answer.",
            ("method", "route"),
            buckets=DURATION_BUCKETS_S,
            registry=self.registry,
        )
        self.in_flight = Gauge(
            "tilesight_work_in_flight",
            "Calls that run in a worker thread or wait for one.",
            ("pool",),
            registry=self.registry,
        )
        self.rejected = Counter(
            "tilesight_work_rejected",
            "Calls refused because every worker was busy and the queue was full.",
            ("pool",),
            registry=self.registry,
        )
        self.tiles = Counter(
            "tilesight_tiles_read",
            "Tiles read from photos.",
            ("sure",),
            registry=self.registry,
        )
        self.stage_duration = Histogram(
            "tilesight_read_stage_duration_seconds",
            "Seconds that one stage of reading a photo took.",
            ("stage",),
            buckets=DURATION_BUCKETS_S,
            registry=self.registry,
        )

    def render(self) -> bytes:
        """Return all counters in the Prometheus text format."""
        return generate_latest(self.registry)
