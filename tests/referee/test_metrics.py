"""Laws of the metrics page: it counts, it names nobody, off and local by default (architecture 4)."""

from __future__ import annotations

import asyncio
import re
import socket

import pytest
from table_titles import SKIRMISH

from sealed.fairness.codes import CODES
from sealed_referee.exposition import CONNECTIONS, REQUEST_LIMIT, parse_metrics
from sealed_referee.measures import BOUNDS_S, OTHER, Durations, Measures
from sealed_referee.options import ListenError, Options, ServeError
from sealed_referee.problems import STATUS
from sealed_referee.serve import serve

LABELS = {"phase", "kind", "code", "le"}


async def ask(address, request: bytes) -> bytes:
    """Sends bytes to the page and returns all that comes back."""
    reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(request)
    try:
        return await asyncio.wait_for(reader.read(), 10)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def shown(tmp_path, *requests: bytes, **more) -> list[bytes]:
    """Returns what the page of a fresh referee answers."""

    async def run() -> list[bytes]:
        options = Options(
            listen="127.0.0.1:0", store=tmp_path / "store", titles=(SKIRMISH,), metrics="127.0.0.1:0", **more
        )
        running = await serve(options)
        try:
            return [await ask(running.metrics_address, request) for request in requests]
        finally:
            await running.stop(0)

    return asyncio.run(run())


def test_the_page_shows_every_family(tmp_path):
    """Tables, streams, sessions, entries, appends, commits, refusals, problems, queues, verification."""
    (answer,) = shown(tmp_path, b"GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n")
    head, _, body = answer.decode().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200 OK")
    named = set(re.findall(r"^# TYPE (\S+)", body, re.MULTILINE))
    assert named == {
        *("sealed_tables", "sealed_streams", "sealed_sessions", "sealed_entries_total"),
        *("sealed_appends_total", "sealed_commit_seconds", "sealed_refusals_total", "sealed_problems_total"),
        *("sealed_pending_inputs", "sealed_queued_bytes", "sealed_queued_bytes_most"),
        "sealed_verification_seconds",
    }
    assert 'sealed_tables{phase="playing"} 0.0' in body
    assert set(re.findall(r'(\w+)="', body)) <= LABELS


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"POST /metrics HTTP/1.1\r\n\r\n", b"405"),
        (b"GET / HTTP/1.1\r\n\r\n", b"404"),
        (b"GET /metrics?x=1 HTTP/1.1\r\n\r\n", b"200"),
        (b"GET /" + b"x" * 2 * REQUEST_LIMIT + b" HTTP/1.1\r\n\r\n", b""),
    ],
)
def test_only_the_page_can_be_asked_for(tmp_path, request_, status):
    """Other methods and paths are refused, and a request without end gets no answer."""
    (answer,) = shown(tmp_path, request_)
    assert answer[9:12] == status


def test_more_connections_than_are_served_get_no_answer(tmp_path):
    """Whoever holds connections open is bounded; the next one is closed at once."""

    async def run() -> bytes:
        options = Options(listen="127.0.0.1:0", store=tmp_path, titles=(SKIRMISH,), metrics="0")
        running = await serve(options)
        address = running.metrics_address
        held = [await asyncio.open_connection(address.host, address.port) for _ in range(CONNECTIONS)]
        try:
            return await ask(address, b"GET /metrics HTTP/1.1\r\n\r\n")
        finally:
            for _, writer in held:
                writer.close()
            await running.stop(0)

    assert asyncio.run(run()) == b""


def test_no_page_is_shown_unless_asked_for(tmp_path):
    """A referee without the option listens at one port only."""

    async def run() -> object:
        running = await serve(Options(listen="127.0.0.1:0", store=tmp_path, titles=(SKIRMISH,)))
        await running.stop(0)
        return running.metrics_address

    assert asyncio.run(run()) is None


@pytest.mark.parametrize(
    "text", ["0.0.0.0:9464", "[::]:9464", "192.168.1.5:1", "localhost", "::1", "1:2:3", ""]
)
def test_metrics_are_shown_on_loopback_only(text):
    """An address that others can reach, or none at all, is refused in words."""
    with pytest.raises(ListenError, match="loopback"):
        parse_metrics(text)
    assert str(parse_metrics("[::1]:9464")) == "[::1]:9464"
    assert str(parse_metrics("9464")) == "127.0.0.1:9464"


def test_a_taken_port_is_told_in_words(tmp_path):
    """A referee whose page cannot be shown does not start."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        options = Options(listen="127.0.0.1:0", store=tmp_path, metrics=f"127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(ServeError, match="--metrics"):
            asyncio.run(serve(options))


def test_no_label_is_made_up_by_others():
    """Only codes of the protocol and of the service become labels."""
    counts = Measures()
    for code in ("SEAT_TAKEN", "TURN", 'Alice"}', next(iter(CODES))):
        counts.problem(code)
        counts.refusal(code)
    assert set(counts.problems) == set(counts.refusals) <= {OTHER, *CODES, *STATUS}
    assert counts.problems[OTHER] >= 1


def test_a_duration_falls_into_one_bucket():
    """Bounds belong to the bucket below, as Prometheus has it, and what is longer is counted too."""
    durations = Durations()
    for seconds in (0.0, BOUNDS_S[0], BOUNDS_S[-1], 99.0):
        durations.add(seconds)
    assert durations.buckets == [2, *[0] * (len(BOUNDS_S) - 2), 1, 1]
    assert durations.total_s == pytest.approx(99.0 + BOUNDS_S[0] + BOUNDS_S[-1])
