"""Which nonces and anchors this device has met, so that no table is offered the same ones again (spec 2.3).

A table id hangs on the nonces of its joins, and the chance of a table on the anchors of its commits. A second
table with the same ones is refused before anything of it is agreed to, whoever brought them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.layout import HASH_SIZE
from sealed.fairness.payloads import codec
from sealed.wire.v1.fairness_pb2 import Commit
from sealed_client.seat_store import Kept, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sealed.wire.v1.fairness_pb2 import Genesis
    from sealed_client.seat_store import SeatStore

HISTORY_KEY: Final = bytes(HASH_SIZE)
"""Under which a store keeps the history; no table has this key."""


class History:
    """Is every nonce and anchor met at earlier tables, each with the id of its table."""

    def __init__(self, kept: Iterable[Kept] = ()) -> None:
        """Takes what a store keeps under `HISTORY_KEY`."""
        self._tables: dict[bytes, set[bytes]] = {}
        for one in kept:
            parts = [one.body[at : at + HASH_SIZE] for at in range(0, len(one.body), HASH_SIZE)]
            for value in parts[1:]:
                self._tables.setdefault(value, set()).add(parts[0])

    def repeats(self, values: Iterable[bytes], table_id: bytes = b"") -> bool:
        """Tells whether one of these was met at another table than this one."""
        return any(self._tables.get(value, set()) - {table_id} for value in values)

    def __repr__(self) -> str:
        """Shows how many there are."""
        return f"<history of {len(self._tables)} values>"


def values_of(genesis: Genesis) -> list[bytes]:
    """Returns the nonces and the anchors in a verified GENESIS."""
    anchors = [codec.parse(Commit, one.payload).anchor for one in genesis.commits]
    return [join.nonce for join in genesis.joins] + anchors


def seen(table_id: bytes, genesis: Genesis) -> Kept:
    """Returns what is to be kept of a verified GENESIS."""
    return Kept(Kind.SEEN, b"".join([table_id, *values_of(genesis)]))


def history_of(store: SeatStore) -> History:
    """Returns the history of a store. Raises StoreError."""
    return History(store.load(HISTORY_KEY))


def keep(store: SeatStore, table: bytes, things: Sequence[Kept]) -> None:
    """Keeps these things of a table, what belongs to the history first. Raises StoreError."""
    for key, which in ((HISTORY_KEY, True), (table, False)):
        some = [one for one in things if (one.kind == Kind.SEEN) == which]
        if some:
            store.keep(key, some)
