"""Rebuilds sealed epochs for the audit: order, salts, and all proofs from one tree (spec 2.5, 2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.layout import u8, u16
from sealed.fairness.arithmetic.seals import card_leaf_hash, card_salt
from sealed.fairness.arithmetic.slots import shuffle
from sealed.fairness.signing.private import Kind, opening_digest, private_message

if TYPE_CHECKING:
    from collections.abc import Iterable


class Order(NamedTuple):
    """Is the order of an epoch; an open list has no salts and no tree."""

    cards: tuple[int, ...]
    salts: tuple[bytes, ...] = ()
    levels: tuple[tuple[bytes, ...], ...] = ()

    @property
    def root(self) -> bytes:
        """Is the root over all positions."""
        return self.levels[-1][0] if self.levels and self.levels[-1] else merkle.EMPTY_ROOT

    def path(self, position: int) -> list[bytes]:
        """Returns the inclusion proof of a position, from the bottom up (RFC 6962 2.1.1)."""
        proof = []
        for level in self.levels[:-1]:
            sibling = position ^ 1
            if sibling < len(level):
                proof.append(level[sibling])
            position >>= 1
        return proof


def sealed_order(table_id: bytes, deck: int, epoch: int, prk: bytes, cards: Iterable[int]) -> Order:
    """Returns the epoch that the key of a slot makes of these cards (2.4, 2.5)."""
    order = tuple(shuffle(prk, cards))
    salts = tuple(card_salt(prk, place) for place in range(len(order)))
    leaves = tuple(
        card_leaf_hash(table_id, deck, epoch, place, card, salts[place]) for place, card in enumerate(order)
    )
    return Order(order, salts, _levels(leaves))


def _levels(leaves: tuple[bytes, ...]) -> tuple[tuple[bytes, ...], ...]:
    """Returns the tree level by level; an odd last node rises as it is."""
    levels = [leaves]
    while len(levels[-1]) > 1:
        below = levels[-1]
        pairs = [merkle.node_hash(below[i], below[i + 1]) for i in range(0, len(below) - 1, 2)]
        levels.append((*pairs, below[-1]) if len(below) % 2 else tuple(pairs))
    return tuple(levels)


def drawn_digest(
    table_id: bytes, seat: int, index: int, place: tuple[int, int, int], count: int, order: Order
) -> bytes:
    """Returns the digest of the private message of a DRAW from a sealed epoch (2.6).

    `place` is (deck, epoch, first position).
    """
    deck, epoch, first = place
    longest = (len(order.cards) - 1).bit_length()
    out = [u8(deck), u16(epoch), u16(first), u8(count)]
    for position in range(first, first + count):
        proof = order.path(position)
        out += [u16(order.cards[position]), order.salts[position], u8(len(proof)), *proof]
        out.append(bytes(32 * (longest - len(proof))))
    return opening_digest(private_message(table_id, seat, index, Kind.DRAWN, b"".join(out)))
