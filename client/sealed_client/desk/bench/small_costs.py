"""What the smallest parts cost that every step goes through."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sealed.engine.canonical import public_bytes
from sealed.fairness.arithmetic.identifiers import state_digest
from sealed.fairness.payloads.codec import EntryType
from sealed.games import TITLES
from sealed.wire.strict import strict_parse
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.desk.bench.cpu_time import cost
from sealed_client.desk.bench.figures import Figure
from sealed_client.desk.bench.tabletop import QUIET_OPTIONS, QuietPlayer, Tabletop

if TYPE_CHECKING:
    from sealed_client.desk.bench.figures import Effort

SEED, ENTRIES_PLAYED = 5, 120


def measure(effort: Effort) -> tuple[Figure, ...]:
    """Returns the strict parse of a logged answer and the digest of the public state, in microseconds."""
    table = Tabletop(TITLES["popular-front"], 2, Random(SEED), QUIET_OPTIONS)
    players = dict.fromkeys(table.seats, QuietPlayer(table.rng))
    while table.table.size < ENTRIES_PLAYED:
        table.step(players)
    log, state = table.table.entries(0, ENTRIES_PLAYED), table.table.running.game.state
    answer = next(entry.payload for entry in reversed(log) if entry.type == EntryType.ACT)
    parse_us = 1e6 * cost(lambda: strict_parse(wire.ActEntry, answer), effort.seconds)
    digest_us = 1e6 * cost(lambda: state_digest(table.table.table_id, public_bytes(state)), effort.seconds)
    return (
        Figure("parse", f"strict parse of a logged answer of {len(answer)} bytes", values={"us": parse_us}),
        Figure("digest", "canonical bytes and digest of a public state", values={"us": digest_us}),
    )
