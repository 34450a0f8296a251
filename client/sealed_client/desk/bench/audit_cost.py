"""A full audit with rules replay against the verification of every signature of the same record."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.audit.audit import audit
from sealed.fairness.audit.report import PASS
from sealed.fairness.payloads.codec import ENTRIES, parse
from sealed.fairness.record import read_record_bytes, record_bytes
from sealed.fairness.signing.keys import load_backend
from sealed.fairness.signing.messages import (
    head_preimage,
    join_preimage,
    params_preimage,
    parse_header,
    player_preimage,
)
from sealed.games import TITLES, title_of
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.bots import make_bot
from sealed_client.desk.bench.cpu_time import cost
from sealed_client.desk.bench.figures import Figure, taking_turns
from sealed_client.desk.bench.tabletop import Tabletop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.fairness.record import Record
    from sealed_client.desk.bench.figures import Effort

LIMIT = 2.0
SEED, SEATS, ENTRIES_WANTED = 11, 2, 400


class Signature(NamedTuple):
    """Is one signature of a record: the key, what was signed, and the 64 bytes."""

    pk: bytes
    preimage: bytes
    sig: bytes


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns the audit of a finished match of Popular Front."""
    ratio, size = of_a_match(effort, finished_match(ENTRIES_WANTED))
    return ratio, size


def of_a_match(
    effort: Effort, match: Record, name: str = "audit", size: str = "record"
) -> tuple[Figure, ...]:
    """Returns the audit of a match, from parsed record to report, to its signatures alone."""
    data = record_bytes(match)
    record, backend = read_record_bytes(data), load_backend()
    found = tuple(signatures(record))
    report = audit(record, title_of, backend)
    if report.verdict != PASS or not all(backend.verify(*one) for one in found):
        message = f"the record of the bench does not pass its audit: {report.json_line()}"
        raise AssertionError(message)
    both = taking_turns(
        lambda: cost(lambda: [backend.verify(*one) for one in found]),
        lambda: cost(lambda: audit(record, title_of, backend)),
        effort.rounds,
    )
    entries = sum(isinstance(line, wire.Entry) for line in record.lines)
    ratio = Figure(
        name,
        f"full audit of {entries} entries with rules replay, to verifying its {len(found)} signatures",
        both.ratio,
        LIMIT,
        values={"floor ms": both.floor * 1e3, "audit ms": both.ours * 1e3},
    )
    weight = Figure(size, "record of a finished match, unpacked", values={"bytes/entry": len(data) / entries})
    return ratio, weight


def finished_match(at_least: int, game: str = "popular-front") -> Record:
    """Returns the record of a match of two steady bots with at least so many entries."""
    title, rng = TITLES[game], Random(SEED)
    while True:
        players = {seat: make_bot("steady", title, rng) for seat in range(1, SEATS + 1)}
        record = Tabletop(title, SEATS, rng, {}).finish(players)
        if sum(isinstance(line, wire.Entry) for line in record.lines) >= at_least:
            return record


def signatures(record: Record) -> Iterator[Signature]:
    """Yields every signature of a public record."""
    referee_pk = b""
    for line in record.lines:
        if isinstance(line, wire.Head):
            preimage = head_preimage(referee_pk, record.table_id, line.size, line.root, line.time_ms)
            yield Signature(referee_pk, preimage, line.sig)
        elif isinstance(line, wire.Entry):
            payload = parse(ENTRIES[line.type], line.payload)
            if isinstance(payload, wire.Genesis):
                referee_pk = parse(wire.Params, payload.params).referee_pk
                yield from _of_genesis(payload, referee_pk)
            yield from map(_of_player, _messages(payload))


def _of_genesis(genesis: wire.Genesis, referee_pk: bytes) -> Iterator[Signature]:
    yield Signature(referee_pk, params_preimage(referee_pk, genesis.params), genesis.params_sig)
    for join in genesis.joins:
        preimage = join_preimage(join.pk, genesis.params, join.seat, join.nonce, join.name)
        yield Signature(join.pk, preimage, join.sig)


def _messages(payload: object) -> Iterator[wire.Signed]:
    match payload:
        case wire.Genesis():
            yield from payload.commits
        case wire.Start():
            yield from payload.agrees
        case wire.ActEntry() | wire.ResultEntry() | wire.AuditEntry() | wire.ResignEntry():
            yield payload.msg


def _of_player(signed: wire.Signed) -> Signature:
    pk = parse_header(signed.header).pk
    return Signature(pk, player_preimage(signed.header, signed.payload), signed.sig)
