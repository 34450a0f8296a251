"""Makes and checks the hash chain by which a seat feeds the slots (spec 2.3, 2.4)."""

from __future__ import annotations

from typing import Final

from sealed.fairness.arithmetic.layout import HASH_SIZE, MAC, H, T, u32

BLOCK: Final = 32


class LinkError(ValueError):
    """Says that a link does not lead to the last known link of its seat (SLOT_LINK, spec 3.1)."""

    code: Final = "SLOT_LINK"


def chain_seed(client_secret: bytes, table_id: bytes, pk: bytes) -> bytes:
    """Returns the c_N that any device with the client's secret can make again (spec 2.3)."""
    return MAC(client_secret, T("chain-seed") + table_id + pk)


def link_below(table_id: bytes, pk: bytes, k: int, link: bytes) -> bytes:
    """Returns c_{k-1} for the link c_k of the seat with key `pk` (spec 2.3)."""
    return H(T("chain-link") + table_id + pk + u32(k) + link)


def links_between(
    table_id: bytes, pk: bytes, k: int, link: bytes, known_k: int, known: bytes
) -> tuple[bytes, ...]:
    """Returns the links for the slots known_k + 1 .. k, ascending, given that for k (spec 2.4, "Batches").

    `known` is the last known link of the seat, that of slot `known_k`, or its anchor with known_k = 0.
    Raises LinkError if the link is not 32 bytes, k is not beyond known_k, or hashing does not lead there.
    """
    if len(link) != HASH_SIZE or k <= known_k:
        raise LinkError(f"a link for slot {k} was expected, 32 bytes, beyond slot {known_k}")
    links = [link]
    for number in range(k, known_k + 1, -1):
        links.append(link_below(table_id, pk, number, links[-1]))
    if link_below(table_id, pk, known_k + 1, links[-1]) != known:
        raise LinkError(f"the link for slot {k} does not lead to that of slot {known_k}")
    return tuple(reversed(links))


class Chain:
    """Holds a seat's chain for one table, every 32nd link of it (spec 2.3)."""

    __slots__ = ("_kept", "_n", "_pk", "_table_id", "anchor")

    def __init__(self, table_id: bytes, pk: bytes, seed: bytes, n: int) -> None:
        """Hashes `seed` = c_N down to the anchor c_0. Takes a millisecond a thousand slots."""
        self._table_id = table_id
        self._pk = pk
        self._n = n
        self._kept = {n: seed}
        current = seed
        for k in range(n, 0, -1):
            current = link_below(table_id, pk, k, current)
            if (k - 1) % BLOCK == 0:
                self._kept[k - 1] = current
        self.anchor = current

    def link(self, k: int) -> bytes:
        """Returns c_k, 1 <= k <= n. Raises ValueError for another slot."""
        if not 1 <= k <= self._n:
            raise ValueError(f"slot {k} is not on a chain of {self._n}")
        upper = min(self._n, -(-k // BLOCK) * BLOCK)
        current = self._kept[upper]
        for number in range(upper, k, -1):
            current = link_below(self._table_id, self._pk, number, current)
        return current

    def __repr__(self) -> str:
        """Shows how long the chain is, and nothing of it."""
        return f"<chain of {self._n} slots>"
