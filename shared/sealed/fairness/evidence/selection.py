"""Chooses what a small proof of a code needs: which entries under which heads, which messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from google.protobuf.message import DecodeError

from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.evidence.case import BY_SEATS
from sealed.fairness.payloads.codec import ENTRIES, EntryType
from sealed.fairness.record import PrivateLine, RefusalLine
from sealed.fairness.signing.messages import parse_header, signed_hash
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.record import Record

    _Made = Callable[[Verdict, "Held"], "Selection | None"]

E = EntryType


class Selection(NamedTuple):
    """Is what goes into a small proof.

    `entries` are (index, size of the head its path leads to; 0: the first head over it); `private` asks for
    the last private message; GENESIS always goes with them; `messages` are those of seats and refusals.
    """

    entries: tuple[tuple[int, int], ...] = ()
    heads: tuple[wire.Head, ...] = ()
    messages: tuple[wire.Signed | RefusalLine, ...] = ()
    private: bool = False


class Held:
    """Is what the observer holds, by kind."""

    def __init__(self, record: Record) -> None:
        """Sorts the lines of a record."""
        self.table_id = record.table_id
        self.entries = [line for line in record.lines if isinstance(line, wire.Entry)]
        self.heads = [line for line in record.lines if isinstance(line, wire.Head)]
        self.private = [line for line in record.lines if isinstance(line, PrivateLine)]
        self.refusals = [line for line in record.lines if isinstance(line, RefusalLine)]
        self.genesis: wire.Genesis | None = None
        if self.entries and self.entries[0].index == 0:
            self.genesis = wire.Genesis.FromString(self.entries[0].payload)

    def leaves(self, size: int) -> list[bytes]:
        """Returns the leaf hashes of the first `size` entries."""
        return [log_leaf_hash(self.table_id, e.index, e.type, e.payload) for e in self.entries[:size]]

    def head_over(self, index: int, size: int = 0) -> wire.Head | None:
        """Returns the head of a size, or the first head over an entry."""
        return next(
            (head for head in self.heads if head.size == size or (not size and head.size > index)), None
        )


def select(failure: Verdict, held: Held) -> Selection | None:
    """Returns what a small proof of a failure needs; None if its code has none."""
    if failure.code.startswith(("ENC_", "SIG_")):
        return Selection(entries=((failure.entry, 0),)) if 0 <= failure.entry < len(held.entries) else None
    choose = _CHOICES.get(failure.code)
    return None if choose is None else choose(failure, held)


def _two_heads(failure: Verdict, held: Held) -> Selection | None:
    """Takes the last head and the one it contradicts."""
    del failure
    *earlier, last = held.heads
    for head in earlier:
        fork = head.size == last.size and head.root != last.root
        back = (head.size - last.size) * (head.time_ms - last.time_ms) < 0
        if fork or back:
            return Selection(heads=(head, last))
    return None


def _slot(failure: Verdict, held: Held) -> Selection | None:
    """Takes the SLOT_END that fails and the SLOT_OPEN before it."""
    if not 0 <= failure.entry < len(held.entries) or held.entries[failure.entry].type != E.SLOT_END:
        return None
    opened = max((e.index for e in held.entries[: failure.entry] if e.type == E.SLOT_OPEN), default=0)
    return Selection(entries=((opened, 0), (failure.entry, 0)))


def _opening(failure: Verdict, held: Held) -> Selection | None:
    """Takes the entry that announces a private message, and the slot in which its epoch was sealed."""
    if not 0 <= failure.entry < len(held.entries):
        return None
    announcing = held.entries[failure.entry]
    chosen = [(failure.entry, 0)]
    if announcing.type == E.DRAW and failure.code != "OPEN_DIGEST":
        draw = wire.Draw.FromString(announcing.payload)
        for entry in held.entries[: failure.entry]:
            if entry.type == E.SLOT_OPEN:
                made = wire.SlotOpen.FromString(entry.payload).requests
                if any((one.shuffle.deck, one.shuffle.epoch) == (draw.deck, draw.epoch) for one in made):
                    end = next(e.index for e in held.entries[entry.index :] if e.type == E.SLOT_END)
                    chosen = [(entry.index, 0), (end, 0), (failure.entry, 0)]
    return Selection(entries=tuple(chosen), private=True)


def _seed(failure: Verdict, held: Held) -> Selection:
    del failure, held
    return Selection(private=True)


def _reveal(failure: Verdict, held: Held) -> Selection:
    revealed = next((e.index for e in held.entries if e.type == E.FINAL_REVEAL), failure.entry)
    return Selection(entries=((revealed, 0),))


def _refused(failure: Verdict, held: Held) -> Selection | None:
    """Takes the refusal and the message that it refuses, wherever that stands in the log."""
    del failure
    refused = {line.refusal.signed_hash: line for line in held.refusals}
    for entry in reversed(held.entries):
        message = _read(entry) if entry.type in _OF_SEATS else None
        line = refused.get(signed_hash(message.msg)) if isinstance(message, BY_SEATS) else None
        if line is not None:
            return Selection(entries=((entry.index, 0),), messages=(line,))
    return None


def _twice(failure: Verdict, held: Held) -> Selection | None:
    """Takes the two messages under one counter, wherever they stand."""
    said: dict[tuple[int, int], wire.Signed] = {}
    for signed in _signed(held.entries):
        try:
            header = parse_header(signed.header)
        except EncodingError:
            continue
        other = said.setdefault((header.seat, header.counter), signed)
        if other != signed and header.seat == failure.blame:
            return Selection(messages=(other, signed))
    return None


def _signed(entries: Sequence[wire.Entry]) -> Iterator[wire.Signed]:
    for entry in entries:
        message = _read(entry)
        if isinstance(message, BY_SEATS):
            yield message.msg
        elif isinstance(message, wire.Genesis):
            yield from message.commits
        elif isinstance(message, wire.Start):
            yield from message.agrees


def _read(entry: wire.Entry) -> object:
    try:
        return ENTRIES[entry.type].FromString(entry.payload)
    except (DecodeError, KeyError):
        return None


def _identity(failure: Verdict, held: Held) -> Selection | None:
    """Takes the turning up that fails and the drafts in which its references were laid.

    Those lead to the head that the turning seat names, so that its own signature vouches for them.
    """
    message = _read(held.entries[failure.entry]) if 0 <= failure.entry < len(held.entries) else None
    seen = 0
    if isinstance(message, wire.Forced):
        wanted = {(card.seat, card.ref) for card in message.cards}
    elif isinstance(message, wire.ActEntry):
        header = parse_header(message.msg.header)
        acts = [act for step in _draft(message).steps for act in step.cards]
        wanted = {(header.seat, act.reveal.ref) for act in acts if act.HasField("reveal")}
        seen = header.seen_size if any(head.size == header.seen_size for head in held.heads) else 0
    else:
        return None
    laid = [
        (entry.index, seen if entry.index < seen else 0)
        for entry in held.entries[: failure.entry]
        if entry.type == E.ACT and wanted & _makes(_read(entry))
    ]
    return Selection(entries=(*laid, (failure.entry, 0)))


def _draft(act: wire.ActEntry) -> wire.Draft:
    try:
        return wire.Draft.FromString(act.msg.payload)
    except DecodeError:
        return wire.Draft()


def _makes(message: object) -> set[tuple[int, int]]:
    """Returns the references that a draft makes."""
    if not isinstance(message, wire.ActEntry):
        return set()
    draft = _draft(message)
    acts = [act for step in draft.steps for act in step.cards]
    made = sum(
        act.HasField("place") or act.HasField("show") or sum(len(put.outers) for put in act.regroup.puts)
        for act in acts
    )
    seat = parse_header(message.msg.header).seat
    return {(seat, draft.first_ref + n) for n in range(made)}


_OF_SEATS = frozenset({E.ACT, E.RESIGN, E.PAUSE, E.RESULT, E.AUDIT})
_CHOICES: dict[str, _Made] = {
    **dict.fromkeys(("LOG_FORK", "LOG_TIME", "LOG_ROLLBACK"), _two_heads),
    **dict.fromkeys(("SLOT_TAPE", "SLOT_OUTPUT", "SLOT_LINK", "SLOT_EARLY"), _slot),
    **dict.fromkeys(("OPEN_DIGEST", "OPEN_POSITION", "OPEN_PROOF", "OPEN_CARD", "PEEK_REFS"), _opening),
    "PRIV_SEED": _seed,
    "FIN_TAPE_ROOT": _reveal,
    "FIN_BLIND_SEED": _reveal,
    "ACT_REFUSED_LOGGED": _refused,
    "ACT_EQUIVOCATED": _twice,
    "BLIND_IDENTITY": _identity,
}
