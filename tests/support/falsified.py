"""Changes entries of a finished honest table, and signs its log anew as its referee would; for tests only."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from scribe import Scribe

from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.payloads.codec import ENTRIES
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import Record
from sealed.fairness.signing import messages
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable

Entries = list[tuple[int, bytes]]


@cache
def honest() -> Scribe:
    """Returns a finished table of two seats, with all its keys."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.begin()
    scribe.play(66)
    scribe.resign(1)
    scribe.finish()
    return scribe


def entries() -> Entries:
    """Returns its entries."""
    return [(entry.type, entry.payload) for entry in honest().entries]


def signed_anew(false: Entries) -> Record:
    """Returns the record of other entries under heads that the referee signs at the old times."""
    scribe, edge, lines = honest(), RightEdge(), []
    times = {head.size: head.time_ms for head in scribe.heads}
    last = scribe.heads[0].time_ms
    for index, (kind, payload) in enumerate(false):
        edge.append(log_leaf_hash(scribe.id, index, kind, payload))
        lines.append(wire.Entry(index=index, type=kind, payload=payload))
        last = times.get(index + 1, last)
        if index + 1 in times or index + 1 == len(false):
            lines.append(messages.sign_head(scribe.referee, scribe.id, edge.size, edge.root(), last))
    return Record(scribe.id, "2026-01-01T00:00:00Z", "scribe", tuple(lines))


def place(kind: int, when: Callable[..., bool] = lambda message: True, nth: int = 0) -> int:
    """Returns the index of the n-th entry of a type that fits."""
    return [
        index
        for index, (one, payload) in enumerate(entries())
        if one == kind and when(ENTRIES[one].FromString(payload))
    ][nth]


def changed(kind: int, change: Callable[..., object], when=lambda message: True, nth: int = 0) -> Entries:
    """Returns the entries with one of a type changed."""
    made, at = entries(), place(kind, when, nth)
    message = ENTRIES[kind].FromString(made[at][1])
    change(message)
    made[at] = kind, encoded(message)
    return made


def put_in(at: int, *more: tuple[int, bytes]) -> Entries:
    """Returns the entries with others put in before an index."""
    made = entries()
    return [*made[:at], *more, *made[at:]]


def encoded(message) -> bytes:
    """Returns the bytes of a message."""
    return message.SerializeToString(deterministic=True)


def spoken(kind: int, seat: int, payload: bytes, counter: int, **more) -> tuple[int, bytes]:
    """Returns an entry with a message that a seat signs."""
    scribe = honest()
    player = scribe.players[seat]
    header = messages.Header(player.signer.public, scribe.id, seat, counter, 1, scribe.roots[1], kind)
    signed = messages.sign_player(player.signer, header, payload)
    return kind, encoded(ENTRIES[kind](msg=signed, **more))


def resigned(index: int, change=lambda draft: None, **fields) -> Entries:
    """Returns the entries with an ACT whose draft or header its seat signs otherwise."""
    made = entries()
    act = wire.ActEntry.FromString(made[index][1])
    header = messages.parse_header(act.msg.header)
    signer = honest().players[header.seat].signer
    draft = wire.Draft.FromString(act.msg.payload)
    change(draft)
    parts = {name: getattr(header, name) for name in header.__slots__} | fields
    act.msg.header, act.msg.payload = messages.Header(**parts).pack(), encoded(draft)
    act.msg.sig = signer.sign(messages.player_preimage(act.msg.header, act.msg.payload))
    made[index] = E.ACT, encoded(act)
    return made


def drafted(change, when=lambda draft: True, nth: int = 0) -> Entries:
    """Returns the entries with one draft changed and signed by its seat."""
    return resigned(place(E.ACT, lambda act: when(wire.Draft.FromString(act.msg.payload)), nth), change)
