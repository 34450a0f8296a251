"""Computes Merkle trees over leaf hashes: roots, inclusion and consistency proofs (RFC 6962, RFC 9162)."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.layout import HASH_SIZE, H

if TYPE_CHECKING:
    from collections.abc import Sequence

EMPTY_ROOT = H(b"")


class ProofError(ValueError):
    """Says that a proof has the wrong form: its index, its length, or an element that is no hash."""


def leaf_hash(data: bytes) -> bytes:
    """Returns the hash of a leaf (RFC 6962 2.1)."""
    return H(b"\x00" + data)


def node_hash(left: bytes, right: bytes) -> bytes:
    """Returns the hash of an inner node (RFC 6962 2.1)."""
    return H(b"\x01" + left + right)


def _split(size: int) -> int:
    """Returns the greatest power of two below `size`, for size > 1."""
    return 1 << (size - 1).bit_length() - 1


def root(hashes: Sequence[bytes]) -> bytes:
    """Returns the root over leaf hashes; that of an empty tree is H("")."""
    if not hashes:
        return EMPTY_ROOT
    level = list(hashes)
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [sha256(b"\x01" + left + right).digest() for left, right in pairs] + odd
    return level[0]


def path(index: int, hashes: Sequence[bytes]) -> list[bytes]:
    """Returns the inclusion proof of leaf `index`, from the bottom up (RFC 6962 2.1.1). Raises ProofError."""
    if not 0 <= index < len(hashes):
        raise ProofError(f"leaf {index} is not in a tree of {len(hashes)}")
    low, high = 0, len(hashes)
    upper: list[bytes] = []
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            upper.append(root(hashes[middle:high]))
            high = middle
        else:
            upper.append(root(hashes[low:middle]))
            low = middle
    return upper[::-1]


def root_from(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """Returns the root that a leaf hash and its proof lead to in a tree of `size` leaves (spec, Appendix A).

    Raises ProofError if the index is out of range or the proof has not exactly the length it must have.
    """
    if not 0 <= index < size:
        raise ProofError(f"leaf {index} is not in a tree of {size}")
    inner = (index ^ (size - 1)).bit_length()
    if len(proof) != inner + (index >> inner).bit_count():
        raise ProofError(f"a proof of {len(proof)} hashes does not fit leaf {index} of {size}")
    if any(len(element) != HASH_SIZE for element in proof):
        raise ProofError("an element of the proof is not 32 bytes")
    current = leaf
    for level, sibling in enumerate(proof):
        if level >= inner or index >> level & 1:
            current = node_hash(sibling, current)
        else:
            current = node_hash(current, sibling)
    return current


def consistency_proof(first: int, hashes: Sequence[bytes]) -> list[bytes]:
    """Returns the proof that the tree of the first `first` leaves is a prefix of all (RFC 9162 2.1.4.1).

    Empty for first = 0 and for the whole tree. Raises ProofError if `first` is out of range.
    """
    size = len(hashes)
    if not 0 <= first <= size:
        raise ProofError(f"{first} is no size of a prefix of {size} leaves")
    if first in {0, size}:
        return []
    low, high = 0, size
    upper: list[bytes] = []
    whole = True  # whether [low, high) so far begins at the left edge of the old tree
    while first != high:
        middle = low + _split(high - low)
        if first <= middle:
            upper.append(root(hashes[middle:high]))
            high = middle
        else:
            upper.append(root(hashes[low:middle]))
            low = middle
            whole = False
    if not whole:
        upper.append(root(hashes[low:high]))
    return upper[::-1]


def check_consistency(
    first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Tells whether the tree of `first` leaves is a prefix of that of `second` (RFC 9162 2.1.4.2).

    A tree is consistent with itself by the empty proof, and every tree with the empty one, if its root is
    H("").
    """
    if any(len(element) != HASH_SIZE for element in proof) or not 0 <= first <= second:
        return False
    if first == second:
        return not proof and first_root == second_root
    if first == 0:
        return not proof and first_root == EMPTY_ROOT
    elements = list(proof)
    if first & (first - 1) == 0:
        elements.insert(0, first_root)
    return bool(elements) and _folds_to(first - 1, second - 1, elements, (first_root, second_root))


def _folds_to(old: int, new: int, elements: list[bytes], roots: tuple[bytes, bytes]) -> bool:
    """Runs steps 3 to 7 of RFC 9162 2.1.4.2 over last indices `old` < `new`."""
    while old & 1:
        old >>= 1
        new >>= 1
    first = second = elements[0]
    for element in elements[1:]:
        if new == 0:
            return False
        if old & 1 or old == new:
            first = node_hash(element, first)
            second = node_hash(element, second)
            while old and not old & 1:
                old >>= 1
                new >>= 1
        else:
            second = node_hash(second, element)
        old >>= 1
        new >>= 1
    return new == 0 and (first, second) == roots


class RightEdge:
    """Grows a tree leaf by leaf and keeps only the roots of its full subtrees, at most log n of them."""

    __slots__ = ("_peaks", "_size")

    def __init__(self) -> None:
        """Starts with the empty tree."""
        self._peaks: list[bytes] = []
        self._size = 0

    @property
    def size(self) -> int:
        """Is the number of leaves."""
        return self._size

    def append(self, leaf: bytes) -> None:
        """Adds a leaf hash."""
        carry = self._size
        while carry & 1:
            leaf = node_hash(self._peaks.pop(), leaf)
            carry >>= 1
        self._peaks.append(leaf)
        self._size += 1

    def root(self) -> bytes:
        """Returns the root over all leaves so far."""
        if not self._peaks:
            return EMPTY_ROOT
        current = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            current = node_hash(peak, current)
        return current

    def copy(self) -> RightEdge:
        """Returns an independent edge with the same leaves."""
        twin = RightEdge()
        twin._peaks = self._peaks.copy()
        twin._size = self._size
        return twin
