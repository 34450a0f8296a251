"""Shows what a referee has counted to Prometheus: plain HTTP on a loopback listener of its own.

Off unless asked for. One page, GET only; few connections at once, short requests, and no patience with slow
ones, so that nobody who reaches the page can keep the tables waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from sealed.fairness.signing.invitation import is_port
from sealed.wire.v1.referee_pb2 import Phase
from sealed_referee.measures import BOUNDS_S
from sealed_referee.options import DEFAULT_HOST, Address, ListenError, ServeError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client import Metric

    from sealed_referee.house import House
    from sealed_referee.measures import Durations

CONNECTIONS: Final = 8
REQUEST_LIMIT: Final = 4096
PATIENCE_S: Final = 5.0
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_PHASES: Final = {number: name.removeprefix("PHASE_").lower() for name, number in Phase.items()}


class HouseCollector(Collector):
    """Turns the counts of a house into metric families each time somebody asks."""

    def __init__(self, house: House) -> None:
        """Shows this house."""
        self._house = house

    def collect(self) -> Iterator[Metric]:
        """Yields every family."""
        yield self._tables()
        yield from self._readers()
        counts = self._house.measures
        yield GaugeMetricFamily("sealed_sessions", "Log-ins that are good now.", value=counts.sessions())
        yield GaugeMetricFamily(
            "sealed_pending_inputs", "Inputs that wait for their commit.", value=self._house.waiting
        )
        yield CounterMetricFamily("sealed_entries", "Log entries made durable.", value=counts.entries)
        yield CounterMetricFamily("sealed_appends", "Appends made durable.", value=counts.appends)
        yield _by_code("sealed_refusals", "Signed refusals, by code.", counts.refusals)
        yield _by_code("sealed_problems", "Problems that callers were told, by code.", counts.problems)
        yield _histogram("sealed_commit_seconds", "Time of a journal commit.", counts.commits)
        yield _histogram(
            "sealed_verification_seconds", "Time to verify and judge one input of a table.", counts.judgements
        )

    def _tables(self) -> Metric:
        by_phase = dict.fromkeys([*_PHASES.values(), "unavailable"], 0)
        del by_phase["unspecified"]
        for running in self._house.all():
            known = running.table or running.shelved
            by_phase["unavailable" if known is None else _PHASES[known.phase]] += 1
        family = GaugeMetricFamily("sealed_tables", "Tables, by phase.", labels=["phase"])
        for phase, number in by_phase.items():
            family.add_metric([phase], number)
        return family

    def _readers(self) -> Iterator[Metric]:
        streams = {"seat": 0, "spectator": 0, "watcher": 0}
        behind = most = 0
        for running in self._house.all():
            streams["seat"] += len(running.seats)
            streams["spectator"] += len(running.spectators)
            streams["watcher"] += len(running.watchers)
            for reader in (*running.seats, *running.spectators):
                behind += reader.behind
                most = max(most, reader.behind)
        family = GaugeMetricFamily("sealed_streams", "Open streams, by kind.", labels=["kind"])
        for kind, number in streams.items():
            family.add_metric([kind], number)
        yield family
        yield GaugeMetricFamily("sealed_queued_bytes", "Bytes queued for all streams.", value=behind)
        yield GaugeMetricFamily("sealed_queued_bytes_most", "Bytes queued for the slowest.", value=most)


def _by_code(name: str, text: str, counts: dict[str, int]) -> Metric:
    family = CounterMetricFamily(name, text, labels=["code"])
    for code, number in sorted(counts.items()):
        family.add_metric([code], number)
    return family


def _histogram(name: str, text: str, durations: Durations) -> Metric:
    bounds = [*map(str, BOUNDS_S), "+Inf"]
    buckets = list(zip(bounds, map(float, accumulate(durations.buckets)), strict=True))
    return HistogramMetricFamily(name, text, buckets=buckets, sum_value=durations.total_s)


class MetricsPage:
    """Is the listener with the one page."""

    def __init__(self, house: House) -> None:
        """Listens nowhere yet."""
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(HouseCollector(house))
        self._server: asyncio.Server | None = None
        self._open = 0

    def text(self) -> bytes:
        """Returns the page."""
        return generate_latest(self._registry)

    async def listen(self, text: str) -> Address:
        """Starts to listen and returns where. Raises ServeError in words."""
        listen = parse_metrics(text)
        try:
            server = await asyncio.start_server(self._serve, listen.host, listen.port, limit=REQUEST_LIMIT)
        except OSError as error:
            reason = error.strerror or "it is taken"
            raise ServeError(
                f"metrics cannot be shown at {listen} ({reason}); choose another with --metrics"
            ) from error
        self._server = server
        return listen._replace(port=server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Stops listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._open < CONNECTIONS:
                self._open += 1
                try:
                    async with asyncio.timeout(PATIENCE_S):
                        writer.write(self._answer(await reader.readuntil(b"\r\n\r\n")))
                        await writer.drain()
                finally:
                    self._open -= 1
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # whoever is too slow, too long or gone gets no answer
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def _answer(self, request: bytes) -> bytes:
        method, _, rest = request.partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if method != b"GET":
            return _response("405 Method Not Allowed", b"only GET\n")
        if path != b"/metrics":
            return _response("404 Not Found", b"the page is /metrics\n")
        return _response("200 OK", self.text())


def _response(status: str, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {CONTENT_TYPE}\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def parse_metrics(text: str) -> Address:
    """Parses where metrics are shown: HOST:PORT or a bare port. Raises ListenError; loopback only.

    The page is plain HTTP for whoever comes; a collector elsewhere reads it through an agent on this machine.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if colon else DEFAULT_HOST
    host = DEFAULT_HOST if host in {"", "localhost"} else host
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback or not is_port(port):
        raise ListenError(
            f"metrics cannot be shown at {text!r}; write a loopback address such as {DEFAULT_HOST}:9464"
        )
    return Address(host, int(port))
