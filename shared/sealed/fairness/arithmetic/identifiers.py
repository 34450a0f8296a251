"""Computes the digests by which tables, entries, states and records are named (spec 2.3, 2.8, 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.layout import LV, H, T, u8, u16, u32

if TYPE_CHECKING:
    from collections.abc import Sequence


def table_id(params: bytes, seats: Sequence[tuple[bytes, bytes]]) -> bytes:
    """Returns the id of a table from its parameters and (public key, join nonce) in seat order (spec 2.3)."""
    return H(T("table-id") + LV(params) + u8(len(seats)) + b"".join(pk + nonce for pk, nonce in seats))


def log_leaf(table: bytes, index: int, entry_type: int, payload: bytes) -> bytes:
    """Returns the leaf data of a log entry (spec 2.8)."""
    return T("log-entry") + table + u32(index) + u16(entry_type) + LV(payload)


def log_leaf_hash(table: bytes, index: int, entry_type: int, payload: bytes) -> bytes:
    """Returns the leaf hash of a log entry (spec 2.8)."""
    return merkle.leaf_hash(log_leaf(table, index, entry_type, payload))


def state_digest(table: bytes, state: bytes) -> bytes:
    """Returns the digest of the engine's canonical bytes of the public state (spec 2.8)."""
    return H(T("public-state") + table + LV(state))


def record_digest(table: bytes, size: int, root: bytes) -> bytes:
    """Returns the identity of a finished record, at its last FINAL_PAGE (spec 6.2)."""
    return H(T("record-digest") + table + u32(size) + root)
