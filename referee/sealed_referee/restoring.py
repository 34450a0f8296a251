"""Rebuilds a table from the journal by taking the same steps again (spec 2.13).

What cannot be computed comes from what is stored: joins and signatures of the seats, handles, links, times,
heads. All else is made again and has to come out as it was stored, so a table that is restored is the one
that was lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from google.protobuf.message import DecodeError

from sealed.engine.frames import RuleBugError
from sealed.fairness.arithmetic.layout import HASH_SIZE
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_referee.changes import FactKind
from sealed_referee.chronicle import Past, RestoreError
from sealed_referee.dealer import Link
from sealed_referee.judging import judge
from sealed_referee.logs import frames
from sealed_referee.readable import NotClosedError
from sealed_referee.refusing import RefusedError
from sealed_referee.table import Table
from sealed_referee.time_outs import time_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_referee.changes import Fact, Saved
    from sealed_referee.chronicle import Chronicle
    from sealed_referee.match import Match
    from sealed_referee.opening import Keys
    from sealed_referee.table import Titles

_SET_UP = {FactKind.JOIN, FactKind.LEAVE, FactKind.BEGIN, FactKind.COMMIT, FactKind.AGREE}
_Entry: TypeAlias = wire.ActEntry | wire.ResignEntry | wire.PauseEntry | wire.ResultEntry | wire.AuditEntry
_ENTRIES: Final[dict[int, type[_Entry]]] = {
    EntryType.ACT: wire.ActEntry,
    EntryType.RESIGN: wire.ResignEntry,
    EntryType.PAUSE: wire.PauseEntry,
    EntryType.RESULT: wire.ResultEntry,
    EntryType.AUDIT: wire.AuditEntry,
}
_NOT_AS_STORED: Final = (
    RefusedError,
    RuleBugError,
    NotClosedError,
    LookupError,
    ValueError,
    DecodeError,
)
"""What taking a step again raises if what is stored is not what was done."""


def restore_table(saved: Saved, titles: Titles, keys: Keys) -> Table:
    """Returns a table equal to the one that was lost.

    Raises RestoreError if the title is missing here, or what is stored does not lead to the heads that were
    signed.
    """
    params = wire.Params.FromString(saved.opening.params)
    title = titles(params.game, params.edition)
    if title is None:
        raise RestoreError(
            f"table {saved.opening.lobby_id} plays another edition of {params.game}; install that"
        )
    if params.referee_pk != keys.signer.public:
        raise RestoreError(
            f"table {saved.opening.lobby_id} was signed by another key than this store has; put that key back"
        )
    table = Table(saved.opening, title, keys, Past(saved.entries, saved.heads))
    try:
        for fact in saved.facts:
            if fact.kind in _SET_UP:
                _set_up(table, fact)
        handles = {
            (fact.seat, fact.number): fact.data for fact in saved.facts if fact.kind == FactKind.HANDLES
        }
        while table.log is not None and table.log.behind:
            _append(table, table.log, handles)
    except _NOT_AS_STORED as error:
        # Players are told this, and what an error of the rules says may speak of hidden cards.
        where = f"{type(error).__name__} at {frames(error).rpartition(' > ')[2]}"
        raise RestoreError(f"table {saved.opening.lobby_id} does not come out as stored: {where}") from error
    _standing(table, saved.facts)
    table.forget_outbox()
    return table


def _set_up(table: Table, fact: Fact) -> None:
    match fact.kind:
        case FactKind.JOIN:
            table.take_join(wire.Join.FromString(fact.data), fact.time_ms)
        case FactKind.LEAVE:
            table.take_leave(fact.seat, fact.time_ms)
        case FactKind.BEGIN:
            table.close(fact.time_ms)
        case FactKind.COMMIT:
            table.take_commit(fact.seat, wire.Signed.FromString(fact.data), fact.time_ms)
            table.seal_again()
        case _:
            table.take_agree(fact.seat, wire.Signed.FromString(fact.data), fact.time_ms)
            table.seal_again()


def _append(table: Table, log: Chronicle, handles: dict[tuple[int, int], bytes]) -> None:
    """Makes one stored append again, up to its head."""
    match = table.running
    time_ms = log.begin(0)
    new = log.stored()
    kind = new[0].type
    if kind in _ENTRIES:
        _judge_again(table, new[0], handles, time_ms)
    elif kind == EntryType.SLOT_END:
        _end_slots_again(match, wire.SlotEnd.FromString(new[0].payload))
    elif kind == EntryType.TIMEOUT:
        late = [wire.Timeout.FromString(one.payload).seat for one in new if one.type == EntryType.TIMEOUT]
        time_out(match, late, table.answers.last_logged)
    elif kind == EntryType.NOTICE:
        notice = wire.Notice.FromString(new[0].payload)
        if notice.kind == "restored":
            log.note_restored()
        elif notice.kind == "certificate":
            log.note_certificate(bytes.fromhex(notice.text[-2 * HASH_SIZE :]))
        else:
            match.credit(notice.from_ms, notice.to_ms)
    elif kind == EntryType.FINAL_REVEAL and table.ending is not None:
        table.ending.reveal(match.game.piles)
    else:
        raise RestoreError(f"entry {new[0].index} of type {kind} cannot begin an append")
    table.seal_again()


def _judge_again(
    table: Table, entry: wire.Entry, handles: dict[tuple[int, int], bytes], time_ms: int
) -> None:
    """Takes a logged message of a seat once more; its signature was checked when it came."""
    stored = _ENTRIES[entry.type].FromString(entry.payload)
    timed = wire.ActEntry | wire.ResignEntry | wire.PauseEntry
    received_ms = stored.received_ms if isinstance(stored, timed) else time_ms
    letter = table.read(stored.msg)
    made = b""
    if letter.type == EntryType.ACT:
        first_ref = wire.Draft.FromString(letter.signed.payload).first_ref
        made = handles.get((letter.seat, first_ref), b"")
    judge(table, letter, made, time_ms, received_ms)


def _end_slots_again(match: Match, end: wire.SlotEnd) -> None:
    pending = match.pending
    if pending is None or pending.first_k != end.first_k:
        raise RestoreError(f"slot {end.first_k} ends in the journal without having been opened")
    for seat, link, wait in zip(pending.contributors, end.links, end.waits, strict=True):
        pending.links[seat] = Link(link, pending.opened_ms + wait)
    match.end_slots()


def _standing(table: Table, facts: Sequence[Fact]) -> None:
    """Puts back what waits outside the log: links of the pending batch, refusals, a table given up."""
    pending = table.match.pending if table.match is not None else None
    for fact in facts:
        if fact.kind == FactKind.REFUSAL:
            refusal = wire.Refusal.FromString(fact.data)
            table.answers.refused(fact.seat, refusal.signed_hash, refusal)
        elif fact.kind == FactKind.LINK and pending and fact.number == pending.last_k:
            pending.links[fact.seat] = Link(fact.data, max(fact.time_ms, pending.opened_ms))
        elif fact.kind == FactKind.RESTORED and table.log is not None:
            table.log.adopted = fact.number
        elif fact.kind == FactKind.VOID:
            table.void(fact.time_ms)
