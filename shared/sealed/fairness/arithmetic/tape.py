"""Makes the referee's tape: one secret a slot, all committed by one root before play (spec 2.3, 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.layout import MAC, T, u32

if TYPE_CHECKING:
    from collections.abc import Sequence

BLOCK: Final = 32


def tape_seed(table_secret: bytes) -> bytes:
    """Returns R, from which everything hidden at a table follows, for the referee's secret K_t (spec 2.3)."""
    return MAC(table_secret, T("tape-seed"))


def tape_secret(prk: bytes, k: int) -> bytes:
    """Returns s_k for prk = MAC(table_id, R) (spec 2.3)."""
    return MAC(prk, T("tape-secret") + u32(k) + b"\x01")


def tape_leaf_hash(table_id: bytes, k: int, secret: bytes) -> bytes:
    """Returns the leaf hash of slot k, leaf k - 1 of the tape tree (spec 2.3)."""
    return merkle.leaf_hash(T("tape-leaf") + table_id + u32(k) + secret)


def check_tape_proof(
    table_id: bytes, n: int, tape_root: bytes, k: int, secret: bytes, proof: Sequence[bytes]
) -> bool:
    """Tells whether `secret` is the committed s_k of a tape of `n` slots (SLOT_TAPE, spec 3.1)."""
    try:
        reached = merkle.root_from(tape_leaf_hash(table_id, k, secret), k - 1, n, proof)
    except merkle.ProofError:
        return False
    return reached == tape_root


class Tape:
    """Derives secrets and proofs on demand; keeps the nodes above blocks of 32 leaves (spec 2.3)."""

    __slots__ = ("_blocks", "_n", "_prk", "_table_id", "root")

    def __init__(self, table_id: bytes, r: bytes, n: int) -> None:
        """Computes the root over `n` slots from R. Takes some milliseconds a thousand slots."""
        self._table_id = table_id
        self._prk = MAC(table_id, r)
        self._n = n
        self._blocks = [merkle.root(self._leaves(block)) for block in range((n + BLOCK - 1) // BLOCK)]
        self.root = merkle.root(self._blocks)

    def _leaves(self, block: int) -> list[bytes]:
        """Returns the leaf hashes of one block; the last may be short."""
        numbers = range(block * BLOCK + 1, min(self._n, (block + 1) * BLOCK) + 1)
        start, label, prk = T("tape-leaf") + self._table_id, T("tape-secret"), self._prk
        leaves = []
        for k in numbers:
            number = u32(k)
            leaves.append(merkle.leaf_hash(start + number + MAC(prk, label + number + b"\x01")))
        return leaves

    def _check(self, k: int) -> None:
        if not 1 <= k <= self._n:
            raise ValueError(f"slot {k} is not on a tape of {self._n}")

    def secret(self, k: int) -> bytes:
        """Returns s_k, 1 <= k <= n. Raises ValueError for another slot."""
        self._check(k)
        return tape_secret(self._prk, k)

    def proof(self, k: int) -> list[bytes]:
        """Returns the inclusion proof of s_k, from the bottom up. Raises ValueError for another slot."""
        self._check(k)
        block, place = divmod(k - 1, BLOCK)
        return merkle.path(place, self._leaves(block)) + merkle.path(block, self._blocks)

    def __repr__(self) -> str:
        """Shows how long the tape is, and nothing of it."""
        return f"<tape of {self._n} slots>"
