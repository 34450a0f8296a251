"""What a seat's message or link does to its table, by stream or by call alike (spec 2.2, "Carriage")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.payloads.codec import EntryType

if TYPE_CHECKING:
    from sealed.wire.v1.fairness_pb2 import Signed
    from sealed.wire.v1.referee_pb2 import Link, Submit
    from sealed_referee.house import Act


SET_UP: Final = frozenset({EntryType.COMMIT, EntryType.AGREE})


def is_set_up(signed: Signed) -> bool:
    """Tells whether a message says of itself that it belongs to the set-up."""
    return _kind(signed) in SET_UP


def _kind(signed: Signed) -> int:
    return int.from_bytes(signed.header[-2:], "big")


def judgement(seat: int, submit: Submit) -> Act:
    """Returns what a signed message does: set-up messages go to the set-up, all others are judged as play."""
    signed, handles = submit.signed, submit.handles
    kind = _kind(signed)
    if kind == EntryType.COMMIT:
        return lambda table, now: table.commit(seat, signed, now)
    if kind == EntryType.AGREE:
        return lambda table, now: table.agree(seat, signed, now)
    return lambda table, now: table.submit(seat, signed, handles, now)


def contribution(seat: int, link: Link) -> Act:
    """Returns what a chain link does."""
    k, value = link.k, link.link
    return lambda table, now: table.contribute(seat, k, value, now)
