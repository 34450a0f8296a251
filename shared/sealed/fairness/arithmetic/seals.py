"""Seals a deck: commits to every card of a shuffled epoch, position by position (spec 2.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sealed.fairness.arithmetic import merkle
from sealed.fairness.arithmetic.layout import MAC, T, u8, u16
from sealed.fairness.arithmetic.slots import shuffle

if TYPE_CHECKING:
    from collections.abc import Iterable


def card_salt(prk: bytes, position: int) -> bytes:
    """Returns the salt of a position under the key of the shuffle's slot (spec 2.5)."""
    return MAC(prk, T("card-salt") + u16(position))


def card_leaf_hash(table_id: bytes, deck: int, epoch: int, position: int, card: int, salt: bytes) -> bytes:
    """Returns the leaf hash that commits to the card at a position (spec 2.5)."""
    data = T("card-leaf") + table_id + u8(deck) + u16(epoch) + u16(position) + u16(card) + salt
    return merkle.leaf_hash(data)


@dataclass(frozen=True, slots=True)
class CardOpening:
    """Opens one position of a sealed epoch: the card, its salt and its inclusion proof (spec 2.6)."""

    card: int = field(repr=False)
    salt: bytes = field(repr=False)
    proof: tuple[bytes, ...] = field(repr=False)


def check_opening(
    table_id: bytes, handle: tuple[int, int, int], size: int, root: bytes, opening: CardOpening
) -> bool:
    """Tells whether an opening leads to the epoch's root from exactly this handle (spec 2.5).

    `size` is the number of cards in the epoch.
    """
    deck, epoch, position = handle
    leaf = card_leaf_hash(table_id, deck, epoch, position, opening.card, opening.salt)
    try:
        return merkle.root_from(leaf, position, size, opening.proof) == root
    except merkle.ProofError:
        return False


class SealedEpoch:
    """Is the order of a sealed epoch and what opens it (spec 2.5); salts and proofs are made on demand."""

    __slots__ = ("_prk", "_table_id", "deck", "epoch", "order", "root")

    def __init__(self, table_id: bytes, deck: int, epoch: int, prk: bytes, cards: Iterable[int]) -> None:
        """Shuffles `cards` (codes, in any order) with the key of the slot and commits to the result."""
        self._table_id = table_id
        self._prk = prk
        self.deck = deck
        self.epoch = epoch
        self.order = tuple(shuffle(prk, cards))
        self.root = merkle.root(self._leaves())

    def _leaves(self) -> list[bytes]:
        return [
            card_leaf_hash(self._table_id, self.deck, self.epoch, place, card, card_salt(self._prk, place))
            for place, card in enumerate(self.order)
        ]

    def __len__(self) -> int:
        """Returns the number of cards."""
        return len(self.order)

    def openings(self, first: int, count: int) -> tuple[CardOpening, ...]:
        """Returns the openings of positions first .. first + count - 1. Raises ValueError beyond the end."""
        if first < 0 or count < 0 or first + count > len(self.order):
            raise ValueError(f"positions {first} to {first + count - 1} are not in {len(self.order)} cards")
        leaves = self._leaves()
        return tuple(
            CardOpening(self.order[place], card_salt(self._prk, place), tuple(merkle.path(place, leaves)))
            for place in range(first, first + count)
        )

    def opening(self, position: int) -> CardOpening:
        """Returns the opening of one position. Raises ValueError if it is not in the epoch."""
        return self.openings(position, 1)[0]

    def __repr__(self) -> str:
        """Shows which epoch it is and its size, and no card."""
        return f"<epoch {self.epoch} of deck {self.deck}, {len(self.order)} cards>"
