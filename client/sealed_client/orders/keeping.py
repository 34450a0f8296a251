"""Keeps the standing orders of a table on this device, so that they stand again after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_client.seat_store import Kept, Kind
from sealed_client.standing_orders import Standing, standing_of

if TYPE_CHECKING:
    from sealed_client.seat_store import SeatStore


def kept_orders(store: SeatStore, table: bytes) -> Standing:
    """Returns what stands at a table. Raises StoreError."""
    kept = reversed(store.load(table))
    return next((standing_of(one.body) for one in kept if one.kind == Kind.ORDERS), Standing())


def keep_orders(store: SeatStore, table: bytes, standing: Standing) -> None:
    """Keeps what stands at a table from now on. Raises StoreError."""
    store.keep(table, (Kept(Kind.ORDERS, standing.encoded()),))
