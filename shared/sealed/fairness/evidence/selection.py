"""Chooses what a small proof of a code needs: which entries under which heads, which messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from google.protobuf.message import DecodeError

from sealed.fairness.evidence.case import BY_SEATS
from sealed.fairness.payloads.codec import ENTRIES, EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sealed.fairness.live.verdicts import Verdict

    _Made = Callable[[Verdict, Sequence[wire.Entry], Sequence[wire.Head]], "Selection | None"]

E = EntryType


class Selection(NamedTuple):
    """Is what goes into a small proof.

    `entries` are (index, size of the head its path leads to; 0: the first head over it); `private` asks for
    the last private message, `refusals` for all refusals.
    """

    entries: tuple[tuple[int, int], ...] = ()
    heads: tuple[wire.Head, ...] = ()
    messages: tuple[wire.Signed, ...] = ()
    private: bool = False
    refusals: bool = False


def select(failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]) -> Selection | None:
    """Returns what a small proof of a failure needs; None if its code has none."""
    if failure.code.startswith(("ENC_", "SIG_")):
        return Selection(entries=((failure.entry, 0),)) if 0 <= failure.entry < len(entries) else None
    choose = _CHOICES.get(failure.code)
    return None if choose is None else choose(failure, entries, heads)


def _two_heads(
    failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]
) -> Selection | None:
    """Takes the last head and the one it contradicts."""
    del failure, entries
    *earlier, last = heads
    for head in earlier:
        fork = head.size == last.size and head.root != last.root
        back = (head.size - last.size) * (head.time_ms - last.time_ms) < 0
        if fork or back:
            return Selection(heads=(head, last))
    return None


def _slot(failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]) -> Selection | None:
    """Takes GENESIS, the SLOT_END that fails, and the SLOT_OPEN before it."""
    del heads
    if not 0 <= failure.entry < len(entries) or entries[failure.entry].type != E.SLOT_END:
        return None
    opened = max((e.index for e in entries[: failure.entry] if e.type == E.SLOT_OPEN), default=0)
    return Selection(entries=((0, 0), (opened, 0), (failure.entry, 0)))


def _opening(failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]) -> Selection | None:
    """Takes the entry that announces a private message, and the slot in which its epoch was sealed."""
    del heads
    if not 0 <= failure.entry < len(entries):
        return None
    announcing = entries[failure.entry]
    chosen = [(failure.entry, 0)]
    if announcing.type == E.DRAW:
        draw = wire.Draw.FromString(announcing.payload)
        for entry in entries[: failure.entry]:
            if entry.type == E.SLOT_OPEN:
                made = wire.SlotOpen.FromString(entry.payload).requests
                if any((one.shuffle.deck, one.shuffle.epoch) == (draw.deck, draw.epoch) for one in made):
                    end = next(e.index for e in entries[entry.index :] if e.type == E.SLOT_END)
                    chosen = [(entry.index, 0), (end, 0), (failure.entry, 0)]
    return Selection(entries=tuple(chosen), private=True)


def _seed(failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]) -> Selection:
    del failure, entries, heads
    return Selection(entries=((0, 0),), private=True)


def _reveal(failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]) -> Selection:
    del heads
    revealed = next((e.index for e in entries if e.type == E.FINAL_REVEAL), failure.entry)
    return Selection(entries=((0, 0), (revealed, 0)))


def _refused(failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]) -> Selection:
    """Takes every message of the last append, or of the whole log where the refusal came later."""
    del heads
    chosen = [failure.entry] if 0 <= failure.entry < len(entries) else []
    if not any(entries[index].type in _OF_SEATS for index in chosen):
        chosen = [entry.index for entry in entries if entry.type in _OF_SEATS]
    return Selection(entries=tuple((index, 0) for index in chosen), refusals=True)


def _twice(failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]) -> Selection | None:
    """Takes the two messages under one counter, wherever they stand."""
    del heads
    said: dict[tuple[int, int], wire.Signed] = {}
    for signed in _signed(entries):
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


def _identity(
    failure: Verdict, entries: Sequence[wire.Entry], heads: Sequence[wire.Head]
) -> Selection | None:
    """Takes the turning up that fails and the drafts in which its references were laid.

    Those lead to the head that the turning seat names, so that its own signature vouches for them.
    """
    message = _read(entries[failure.entry]) if 0 <= failure.entry < len(entries) else None
    seen = 0
    if isinstance(message, wire.Forced):
        wanted = {(card.seat, card.ref) for card in message.cards}
    elif isinstance(message, wire.ActEntry):
        header = parse_header(message.msg.header)
        acts = [act for step in _draft(message).steps for act in step.cards]
        wanted = {(header.seat, act.reveal.ref) for act in acts if act.HasField("reveal")}
        seen = header.seen_size if any(head.size == header.seen_size for head in heads) else 0
    else:
        return None
    laid = [
        (entry.index, seen if entry.index < seen else 0)
        for entry in entries[: failure.entry]
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
    made = sum(act.HasField("place") or act.HasField("show") for act in acts)
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
