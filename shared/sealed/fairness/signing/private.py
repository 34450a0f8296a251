"""Builds and parses what the referee tells one seat alone (spec 2.6): SEED, DRAWN, PEEKED, OWN."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sealed.fairness.arithmetic.blind import HANDLE_SIZE, Handle, pack_handles, unpack_handles
from sealed.fairness.arithmetic.layout import HASH_SIZE, LV, H, Reader, T, u8, u16, u32
from sealed.fairness.arithmetic.seals import CardOpening

if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_DRAWN: Final = "OPEN_PROOF"
BAD_PEEKED: Final = "PEEK_REFS"
BAD_SEED: Final = "PRIV_SEED"
BAD_LAYOUT: Final = "OPEN_POSITION"


class Kind(IntEnum):
    """Numbers the kinds of private messages (spec 2.6)."""

    SEED = 1
    DRAWN = 2
    PEEKED = 3
    OWN = 4


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """Is a parsed private message: for whom, about which entry, of which kind."""

    table_id: bytes
    seat: int
    index: int
    kind: Kind
    content: bytes = field(repr=False)


def private_message(table_id: bytes, seat: int, index: int, kind: int, content: bytes) -> bytes:
    """Returns the bytes of a private message about log entry `index` (spec 2.6)."""
    return T("private") + table_id + u8(seat) + u32(index) + u8(kind) + LV(content)


def parse_private(message: bytes) -> PrivateMessage:
    """Parses the bytes of a private message. Raises LayoutError (OPEN_POSITION) if they are not one."""
    reader = Reader(message, BAD_LAYOUT)
    reader.label("private")
    table_id, seat, index, kind = reader.take(HASH_SIZE), reader.number(1), reader.number(4), reader.number(1)
    content = reader.length_prefixed()
    reader.end()
    if kind not in set(Kind):
        raise reader.fail(f"there is no private message of kind {kind}")
    return PrivateMessage(table_id, seat, index, Kind(kind), content)


def opening_digest(message: bytes) -> bytes:
    """Returns the digest of a private message that stands in its log entry (spec 2.6)."""
    return H(T("opening") + LV(message))


@dataclass(frozen=True, slots=True)
class Drawn:
    """Is the content of DRAWN: cards drawn from a sealed epoch, from position `first` on."""

    deck: int
    epoch: int
    first: int
    cards: tuple[CardOpening, ...]


def drawn_content(drawn: Drawn, size: int) -> bytes:
    """Returns the content of DRAWN for an epoch of `size` cards; its length tells nothing (spec 2.6)."""
    longest = (size - 1).bit_length()
    out = [Handle(drawn.deck, drawn.epoch, drawn.first).pack(), u8(len(drawn.cards))]
    for card in drawn.cards:
        padding = bytes(HASH_SIZE * (longest - len(card.proof)))
        out += [u16(card.card), card.salt, u8(len(card.proof)), *card.proof, padding]
    return b"".join(out)


def parse_drawn(content: bytes, size: int) -> Drawn:
    """Parses the content of DRAWN for an epoch of `size` cards.

    Raises LayoutError OPEN_PROOF if its length is wrong, a proof is longer than any in such an epoch, or the
    padding is not zero.
    """
    longest = (size - 1).bit_length()
    reader = Reader(content, BAD_DRAWN)
    deck, epoch, first, count = reader.number(1), reader.number(2), reader.number(2), reader.number(1)
    cards = tuple(_drawn_card(reader, longest) for _ in range(count))
    reader.end()
    return Drawn(deck, epoch, first, cards)


def _drawn_card(reader: Reader, longest: int) -> CardOpening:
    """Reads one card of DRAWN with its padding."""
    card, salt, length = reader.number(2), reader.take(HASH_SIZE), reader.number(1)
    if length > longest:
        raise reader.fail(f"a proof of {length} hashes where {longest} are the most")
    proof = tuple(reader.take(HASH_SIZE) for _ in range(length))
    if any(reader.take(HASH_SIZE * (longest - length))):
        raise reader.fail("the padding behind a proof is not zero")
    return CardOpening(card, salt, proof)


@dataclass(frozen=True, slots=True)
class PeekedCard:
    """Is the identity level of one reference, as its viewer gets it (spec 2.6)."""

    ref_no: int
    card: int = field(repr=False)
    inner: bytes = field(repr=False)
    salt: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Peeked:
    """Is the content of PEEKED: references of `owner`, ascending."""

    owner: int
    cards: tuple[PeekedCard, ...]


def peeked_content(peeked: Peeked) -> bytes:
    """Returns the content of PEEKED (spec 2.6)."""
    head = u8(peeked.owner) + u8(len(peeked.cards))
    return head + b"".join(
        u32(card.ref_no) + u16(card.card) + card.inner + card.salt for card in peeked.cards
    )


def parse_peeked(content: bytes) -> Peeked:
    """Parses the content of PEEKED. Raises LayoutError PEEK_REFS if it is not one or does not ascend."""
    reader = Reader(content, BAD_PEEKED)
    owner, count = reader.number(1), reader.number(1)
    cards = tuple(
        PeekedCard(reader.number(4), reader.number(2), reader.take(HASH_SIZE), reader.take(HASH_SIZE))
        for _ in range(count)
    )
    reader.end()
    if any(one.ref_no >= other.ref_no for one, other in pairwise(cards)):
        raise reader.fail("the references do not ascend")
    return Peeked(owner, cards)


def parse_seed(content: bytes) -> bytes:
    """Returns the blind seed in the content of SEED. Raises LayoutError PRIV_SEED unless it is 32 bytes."""
    reader = Reader(content, BAD_SEED)
    seed = reader.take(HASH_SIZE)
    reader.end()
    return seed


@dataclass(frozen=True, slots=True)
class Own:
    """Is the content of OWN: the handles behind a seat's own references from `first_ref` on."""

    first_ref: int
    handles: tuple[Handle, ...] = field(repr=False)


def own_content(first_ref: int, handles: Sequence[Handle]) -> bytes:
    """Returns the content of OWN (spec 2.6)."""
    return u32(first_ref) + pack_handles(handles)


def parse_own(content: bytes) -> Own:
    """Parses the content of OWN. Raises LayoutError (OPEN_POSITION) if it is not one."""
    reader = Reader(content, BAD_LAYOUT)
    first_ref, rest = reader.number(4), content[4:]
    if len(rest) % HANDLE_SIZE:
        raise reader.fail("the handles are not five bytes each")
    return Own(first_ref, unpack_handles(rest))
