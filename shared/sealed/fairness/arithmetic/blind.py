"""Makes blind references: a seat's commitments to cards that lie face-down (spec 2.6, 2.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.fairness.arithmetic.layout import MAC, H, T, u8, u16, u32
from sealed.wire.strict import BAD_VALUE, EncodingError

if TYPE_CHECKING:
    from collections.abc import Iterable

HANDLE_SIZE: Final = 5


class Handle(NamedTuple):
    """Names a card until it enters a new epoch: deck, epoch, position, all from 0 (spec 2.6)."""

    deck: int
    epoch: int
    position: int

    def pack(self) -> bytes:
        """Returns its 5 bytes."""
        return u8(self.deck) + u16(self.epoch) + u16(self.position)


def pack_handles(handles: Iterable[Handle]) -> bytes:
    """Returns a run of handles, 5 bytes each (spec 2.6, "The hidden part")."""
    return b"".join(handle.pack() for handle in handles)


def unpack_handles(run: bytes) -> tuple[Handle, ...]:
    """Returns the handles of a run. Raises EncodingError ENC_BAD_VALUE unless it has 5 bytes for each."""
    if len(run) % HANDLE_SIZE:
        raise EncodingError(BAD_VALUE, f"{len(run)} bytes of handles are no multiple of {HANDLE_SIZE}")
    return tuple(
        Handle(
            run[at], int.from_bytes(run[at + 1 : at + 3], "big"), int.from_bytes(run[at + 3 : at + 5], "big")
        )
        for at in range(0, len(run), HANDLE_SIZE)
    )


class Reference(NamedTuple):
    """Is a commitment of a seat to a handle (`inner`) and to its card (`outer`)."""

    inner: bytes
    outer: bytes


def blind_seed(table_id: bytes, r: bytes, seat: int) -> bytes:
    """Returns b_seat, which the referee and that seat know (spec 2.3)."""
    return MAC(MAC(table_id, r), T("blind-seed") + u8(seat) + b"\x01")


def blind_commit(table_id: bytes, seat: int, seed: bytes) -> bytes:
    """Returns the commitment to a blind seed that stands in GENESIS (spec 2.3)."""
    return H(T("blind-commit") + table_id + u8(seat) + seed)


def salt_in(seed: bytes, ref_no: int) -> bytes:
    """Returns the salt of the provenance level of a reference (spec 2.6)."""
    return MAC(seed, T("blind-salt-in") + u32(ref_no))


def salt_out(seed: bytes, ref_no: int) -> bytes:
    """Returns the salt of the identity level of a reference (spec 2.6)."""
    return MAC(seed, T("blind-salt-out") + u32(ref_no))


def blind_inner(table_id: bytes, handle: Handle, salt: bytes) -> bytes:
    """Returns the commitment to a handle (spec 2.6)."""
    return H(T("blind-inner") + table_id + handle.pack() + salt)


def blind_outer(table_id: bytes, seat: int, ref_no: int, card: int, inner: bytes, salt: bytes) -> bytes:
    """Returns the commitment to a card, seat and number; what a reveal is checked against (spec 2.6)."""
    return H(T("blind-outer") + table_id + u8(seat) + u32(ref_no) + u16(card) + inner + salt)


def make_ref(table_id: bytes, seat: int, seed: bytes, ref_no: int, handle: Handle, card: int) -> Reference:
    """Returns reference `ref_no` of a seat to the card at `handle` (spec 2.6)."""
    inner = blind_inner(table_id, handle, salt_in(seed, ref_no))
    return Reference(inner, blind_outer(table_id, seat, ref_no, card, inner, salt_out(seed, ref_no)))


def equal_tag(seed: bytes, ref_no: int) -> bytes:
    """Returns the tag by which equal closed cards are ordered; the lowest is opened first (spec 2.6)."""
    return MAC(seed, T("equal-order") + u32(ref_no))


def regroup_tag(seed: bytes, first_ref: int, handle: Handle) -> bytes:
    """Returns the tag by which the new references of one zone are ordered in a regroup (spec 2.16)."""
    return MAC(seed, T("regroup-order") + u32(first_ref) + handle.pack())
