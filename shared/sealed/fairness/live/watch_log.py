"""Checks the log itself: indices, root, head signature, forks, rollbacks, time and phases (spec 2.8, 3.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.live.debts import require_signature
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.watched import OVER, PLAY, REVEALED, SET_UP, Watched
from sealed.fairness.payloads.codec import ENTRIES, EntryType, parse
from sealed.fairness.signing import messages
from sealed.wire.strict import EncodingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.protobuf.message import Message

    from sealed.wire.v1.fairness_pb2 import Entry, Head

E = EntryType

_PLAYING: Final = frozenset(
    {E.SLOT_OPEN, E.SLOT_END, E.DRAW, E.PEEK, E.FORCED, E.TIMEOUT, E.NOTICE, E.ACT, E.RESIGN, E.PAUSE}
) | {E.GAME_OVER}
_PHASES: Final[dict[str, frozenset[int]]] = {
    SET_UP: frozenset({E.GENESIS, E.START}),
    PLAY: _PLAYING,
    OVER: frozenset({E.NOTICE, E.RESULT, E.FINAL_REVEAL}),
    REVEALED: frozenset({E.FINAL_PAGE, E.AUDIT}),
}
_BRINGING: Final = frozenset({E.START, E.ACT, E.RESIGN, E.PAUSE, E.RESULT, E.AUDIT, E.SLOT_END, E.NOTICE})
_WHILE_PENDING: Final = frozenset({E.SLOT_END, E.NOTICE, E.PAUSE, E.RESIGN, E.TIMEOUT})
MAX_TYPE: Final = 0xFFFF
"""What the two bytes of a leaf hold (2.8)."""
_ENCODING: Final = ("ENC_TOO_LARGE", "ENC_NOT_STRICT", "ENC_UNKNOWN_FIELD", "ENC_BAD_VALUE", "ENC_BAD_TYPE")


def check_indices(w: Watched, entries: Sequence[Entry], head: Head) -> None:
    """Checks that the append goes on where the log ends, and that the head is over exactly it."""
    w.trusted = False
    w.index = w.size
    for index, entry in enumerate(entries, w.size):
        w.ran("LOG_GAP")
        if entry.index != index:
            raise w.broken("LOG_GAP", f"entry {index} was expected and {entry.index} came", Klass.L)
        if entry.type > MAX_TYPE:
            # No leaf of the tree can hold it, so no head can be over it.
            raise w.broken("ENC_BAD_TYPE", f"there is no entry of type {entry.type}", Klass.D)
    w.ran("LOG_ROLLBACK", "LOG_FORK")
    if head.size <= w.size:
        raise _old_head(w, head)
    if head.size != w.size + len(entries):
        detail = f"the head is over {head.size} entries and {w.size + len(entries)} are known"
        raise w.broken("LOG_GAP", detail, Klass.L)


def _old_head(w: Watched, head: Head) -> Exception:
    """Says what a head means that is over no more than is known already."""
    valid = bool(w.table_id) and messages.verify_head(w.signatures, w.referee_pk, w.table_id, head)
    w.trusted = valid
    if valid and head.root != w.roots[head.size]:
        return w.broken("LOG_FORK", f"two heads over {head.size} entries have different roots")
    if valid and head.size < w.size and head.time_ms > w.last_time:
        return w.broken("LOG_ROLLBACK", "a later head is over fewer entries than an earlier one")
    w.trusted = False
    return w.broken("LOG_ROLLBACK", f"{w.size} entries are known and the head is over {head.size}", Klass.L)


def extend(w: Watched, entries: Sequence[Entry], head: Head) -> None:
    """Hashes the entries into the tree and checks the head over them: signature, root, time."""
    for entry in entries:
        w.edge.append(log_leaf_hash(w.table_id, entry.index, entry.type, entry.payload))
        w.roots.append(w.edge.root())
        w.times.append(head.time_ms)
    w.ran("LOG_ROOT", "LOG_TIME")
    _check_head(w, head)
    if head.root != w.roots[-1]:
        raise w.broken("LOG_ROOT", "the entries do not give the root that the head signs", Klass.D)
    w.trusted = True
    w.heads.add(head.size)
    if head.time_ms < w.last_time:
        raise w.broken("LOG_TIME", "this head is dated before the one that precedes it")
    w.last_time = w.now = head.time_ms


def _check_head(w: Watched, head: Head) -> None:
    """Checks the signature of a head; that of the newest known one was verified before all others."""
    if w.debts.newest is not None and head == w.debts.newest:
        w.ran("SIG_INVALID")
        return
    pk, table_id = w.referee_pk, w.table_id
    require_signature(
        w,
        lambda signatures: messages.verify_head(signatures, pk, table_id, head),
        "the head does not carry the referee's signature",
        Klass.D,
        of_head=True,
    )


def note_merged(w: Watched, entries: Sequence[Entry]) -> None:
    """Takes note of an append that looks like two, with the head between them left out.

    Each append begins with what a seat or the clock brought; what it makes due follows under the same head.
    Time-outs stand together at its beginning; those after a stated answer are judged where they are read.
    """
    if len(entries) == 1:
        return
    types = [entry.type for entry in entries]
    merged = bool(_BRINGING.intersection(types[1:]))
    merged |= any(one == E.TIMEOUT != before for before, one in pairwise(types))
    merged |= E.GAME_OVER in types and E.FINAL_REVEAL in types
    if merged:
        w.merged.update(entry.index for entry in entries)


def decode_entry(w: Watched, entry: Entry) -> Message:
    """Parses the payload of an entry; what is not strict in a signed log convicts the referee."""
    message_class = ENTRIES.get(entry.type)
    w.ran(*_ENCODING)
    if message_class is None:
        raise w.broken("ENC_BAD_TYPE", f"there is no entry of type {entry.type}")
    try:
        return parse(message_class, entry.payload)
    except EncodingError as error:
        raise w.broken(error.code, f"the entry: {error.detail}") from None


def check_phase(w: Watched, entry_type: int) -> None:
    """Checks that an entry of this type may stand here (2.17, phases; 2.4 while a slot is open; 2.12)."""
    w.ran("LOG_PHASE")
    if entry_type not in _PHASES[w.phase] or not _in_place(w, entry_type):
        name = EntryType(entry_type).name
        raise w.broken("LOG_PHASE", f"{name} cannot stand in the log at this moment")


def _in_place(w: Watched, entry_type: int) -> bool:
    if w.phase == SET_UP:
        return entry_type == (E.GENESIS if w.index == 0 else E.START)
    if w.phase == REVEALED:
        return entry_type == (E.FINAL_PAGE if w.pages_due else E.AUDIT)
    if w.phase == OVER:
        return True  # a slot that was open at the end stays unfinished
    if w.ending:
        return entry_type == E.GAME_OVER or (w.ending == "time" and entry_type == E.TIMEOUT)
    if w.pending is not None and entry_type == E.SLOT_OPEN:
        return True  # judged as SLOT_REOPENED
    return w.pending is None or entry_type in _WHILE_PENDING or entry_type == E.GAME_OVER
