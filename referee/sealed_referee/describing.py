"""Describes a table to everybody: what the lobby shows of it (wire.v1.TableDescription)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.wire.v1.referee_pb2 import Phase, SeatDescription, TableDescription

if TYPE_CHECKING:
    from sealed_referee.readable import ReadableTable


def describe(table: ReadableTable) -> TableDescription:
    """Returns what everybody may know of a table; sessions and spectators are the service's to add."""
    gathering, match = table.gathering, table.match
    description = TableDescription(
        lobby_id=table.lobby_id,
        table_id=table.table_id,
        title=table.title.id,
        name=table.request.name,
        phase=table.phase,
        seats=[_seat(table, seat) for seat in range(1, table.params.seats + 1)],
        options=table.params.options,
        clock=table.params.clock,
        params=table.opening.params,
        params_sig=table.opening.params_sig,
        log_size=table.size,
        head=table.head,
        created_ms=table.opening.created_ms,
        unlisted=table.request.unlisted,
        waiting_for=waiting_for(table),
        result=match.over.result if match is not None and match.over is not None else "",
    )
    if table.tape_root and len(gathering.commits) == table.params.seats:
        description.tape_root = table.tape_root
    return description


def _seat(table: ReadableTable, seat: int) -> SeatDescription:
    gathering, chair = table.gathering, table.params.chairs[seat - 1]
    join = gathering.joins.get(seat)
    return SeatDescription(
        seat=seat,
        taken=join is not None,
        name=join.name if join else "",
        pk=join.pk if join else b"",
        nonce=join.nonce if join else b"",
        side=chair.side,
        colours=chair.colours,
        committed=seat in gathering.commits,
        agreed=seat in gathering.agrees,
        owes=seat in table.owing(),
    )


def waiting_for(table: ReadableTable) -> str:
    """Returns in words whom or what the table waits for; empty once nothing is awaited."""
    gathering, every = table.gathering, range(1, table.params.seats + 1)
    match table.phase:
        case Phase.PHASE_GATHERING:
            free = sum(seat not in gathering.joins for seat in every)
            return f"{free} more to join" if free else "its creator to start it"
        case Phase.PHASE_COMMITTING:
            return _names(table, [seat for seat in every if seat not in gathering.commits], "to commit")
        case Phase.PHASE_AGREEING:
            return _names(table, [seat for seat in every if seat not in gathering.agrees], "to agree")
        case Phase.PHASE_PLAYING:
            match = table.running
            what = "to feed the dice" if match.pending is not None else "to move"
            paused = len(match.deadlines.pauses.wishing) == table.params.seats
            return _names(table, list(table.owing()), f"{what}, and all wish a pause" if paused else what)
        case Phase.PHASE_OVER if table.ending is not None:
            return _names(
                table, [seat for seat in every if seat not in table.ending.results], "to sign the result"
            )
    return ""


def _names(table: ReadableTable, seats: list[int], what: str) -> str:
    names = " and ".join(table.gathering.joins[seat].name or f"seat {seat}" for seat in seats)
    return f"{names} {what}" if names else ""
