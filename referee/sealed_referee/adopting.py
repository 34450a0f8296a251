"""Takes the lost part of a log back: by the same steps as at any restart, in one transaction (spec 2.13).

Decks, tape and private messages follow from K_t again; what comes out otherwise than it was signed is not
adopted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import sign_private
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.referee_pb2 import PHASE_OVER, PHASE_PLAYING
from sealed_referee.changes import Change, Fact, FactKind, Output, Saved
from sealed_referee.restoring import restore_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sealed_referee.opening import Keys
    from sealed_referee.recovery import Recovery
    from sealed_referee.table import Table, Titles

_MAY_NOTE: Final = frozenset({PHASE_PLAYING, PHASE_OVER})


class Adopted(NamedTuple):
    """Is a table with its lost part, and what is to be stored for it, in order."""

    table: Table
    changes: tuple[Change, ...]


def adopt(saved: Saved, recovery: Recovery, titles: Titles, keys: Keys) -> Adopted:
    """Returns the table as it was before the old copy was put in its place.

    `saved` is what the journal holds. Raises RestoreError if what was recovered does not come out as it was
    signed.
    """
    facts = tuple(_facts(saved, recovery))
    grown = Saved(
        saved.opening,
        (*saved.entries, *recovery.entries),
        (*saved.heads, *recovery.heads),
        (*saved.facts, *facts),
    )
    table = restore_table(grown, titles, keys)
    return Adopted(table, tuple(_changes(saved, recovery, facts)))


def _facts(saved: Saved, recovery: Recovery) -> Iterator[Fact]:
    """Yields what the journal keeps beside these entries, and that they came back."""
    time_ms = recovery.heads[0].time_ms
    for entry in recovery.entries:
        if entry.type == EntryType.GENESIS:
            genesis = wire.Genesis.FromString(entry.payload)
            yield from _new(saved, FactKind.COMMIT, genesis.commits, time_ms)
        elif entry.type == EntryType.START:
            start = wire.Start.FromString(entry.payload)
            yield from _new(saved, FactKind.AGREE, start.agrees, time_ms)
    for _, seat, first_ref, run in recovery.handles():
        yield Fact(FactKind.HANDLES, seat, first_ref, run, time_ms)
    yield Fact(FactKind.RESTORED, 0, recovery.size, b"", recovery.heads[-1].time_ms)


def _new(saved: Saved, kind: FactKind, messages: Iterable[wire.Signed], time_ms: int) -> Iterator[Fact]:
    """Yields the set-up messages, one of each seat in seat order, that the journal does not hold."""
    held = {fact.seat for fact in saved.facts if fact.kind == kind}
    for seat, signed in enumerate(messages, 1):
        if seat not in held:
            yield Fact(kind, seat, 0, signed.SerializeToString(deterministic=True), time_ms)


def _changes(saved: Saved, recovery: Recovery, facts: tuple[Fact, ...]) -> Iterator[Change]:
    """Yields one change for each append; together they are one transaction."""
    size = recovery.base
    for head in recovery.heads:
        entries = recovery.entries[size - recovery.base : head.size - recovery.base]
        yield Change(saved.opening.lobby_id, size, tuple(entries), head, facts)
        size, facts = head.size, ()


def told_again(table: Table, first: int) -> Iterator[Output]:
    """Yields the appends from entry `first` on as they are sent to those who are waiting."""
    privates = table.running.privates
    for head in table.heads:
        if head.size <= first:
            continue
        told = [
            (seat, sign_private(table.keys.signer, text))
            for seat, at, text in privates
            if first <= at < head.size
        ]
        yield Output(table.entries(first, head.size), head, tuple(told), changed=True)
        first = head.size


def welcome(table: Table, now_ms: int) -> list[Output]:
    """Returns what is logged before anything else after a restart.

    The time that is charged to nobody; the certificate, if it is another; and, if a lost part was brought
    back, that it was: messages from before that are refused (spec 2.1, 2.12, 2.13).
    """
    outputs: list[Output] = []
    if table.phase == PHASE_PLAYING:
        outputs.append(table.credit(now_ms))
    if table.phase in _MAY_NOTE:
        outputs.append(table.note_certificate(now_ms))
    log = table.log
    if log is not None and log.adopted > log.restored and table.phase in _MAY_NOTE:
        outputs.append(table.note_restored(now_ms))
    return outputs
