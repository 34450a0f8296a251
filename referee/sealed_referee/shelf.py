"""Finished tables at rest: they take no memory, and a start need not play old games again.

Whoever asks for one has it taken up again from the journal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.identifiers import table_id
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import (
    PHASE_REVEALED,
    CreateTableRequest,
    SeatDescription,
    TableDescription,
)

if TYPE_CHECKING:
    from sealed_referee.changes import Saved
    from sealed_referee.table import Table
    from sealed_referee.tables import RunningTable

REST_MS: Final = 600_000
"""How long a finished table stays in memory after its last change, and then from look to look."""


def shelved(saved: Saved) -> TableDescription | None:
    """Returns the brief description of a table whose reveal is stored; None if it is still to be played."""
    if not any(entry.type == EntryType.FINAL_REVEAL for entry in saved.entries):
        return None
    params = wire.Params.FromString(saved.opening.params)
    genesis = wire.Genesis.FromString(saved.entries[0].payload)
    request = CreateTableRequest.FromString(saved.opening.request)
    overs = [entry.payload for entry in saved.entries if entry.type == EntryType.GAME_OVER]
    return TableDescription(
        lobby_id=saved.opening.lobby_id,
        table_id=table_id(saved.opening.params, [(join.pk, join.nonce) for join in genesis.joins]),
        title=params.game,
        name=request.name,
        phase=PHASE_REVEALED,
        seats=[
            SeatDescription(
                seat=join.seat,
                taken=True,
                name=join.name,
                pk=join.pk,
                nonce=join.nonce,
                side=chair.side,
                colours=chair.colours,
                committed=True,
                agreed=True,
            )
            for join, chair in zip(genesis.joins, params.chairs, strict=True)
        ],
        options=params.options,
        clock=params.clock,
        log_size=saved.heads[-1].size,
        head=saved.heads[-1],
        created_ms=saved.opening.created_ms,
        unlisted=request.unlisted,
        result=wire.GameOver.FromString(overs[0]).result if overs else "",
        tape_root=genesis.tape_root,
    )


def rests_at(table: Table, now_ms: int) -> int | None:
    """Returns when a table is to be looked at that is over and revealed; None for all others."""
    return now_ms + REST_MS if table.phase == PHASE_REVEALED else None


def put_away(running: RunningTable, table: Table) -> bool:
    """Puts a finished table that nobody reads out of memory; tells whether it did."""
    read = running.seats or running.spectators or running.watchers or running.pending
    if table.phase != PHASE_REVEALED or read:
        return False
    running.shelved = running.description(table, brief=True)
    running.table, running.retry_at_ms = None, 0
    return True
