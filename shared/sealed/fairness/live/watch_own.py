"""Checks what only one seat can: its private messages and the refusals it holds (spec 2.6, 2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.blind import blind_commit, blind_outer, make_ref
from sealed.fairness.arithmetic.layout import LayoutError
from sealed.fairness.arithmetic.seals import check_opening
from sealed.fairness.live.ledger import colour_index
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.signing import messages
from sealed.fairness.signing.private import (
    Kind,
    PrivateMessage,
    opening_digest,
    parse_drawn,
    parse_own,
    parse_peeked,
    parse_private,
    parse_seed,
)
from sealed.wire.v1.fairness_pb2 import Draw, Peek

if TYPE_CHECKING:
    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.arithmetic.seals import CardOpening
    from sealed.fairness.live.ledger import Epoch
    from sealed.fairness.live.watched import Watched
    from sealed.wire.v1.fairness_pb2 import Private, Refusal


def check_private(w: Watched, private: Private, seat: int) -> None:
    """Checks a private message for `seat` and keeps what it tells."""
    w.trusted = True
    w.ran("SIG_INVALID")
    if not messages.verify_private(w.signatures, w.referee_pk, private):
        raise w.broken("SIG_INVALID", "a private message does not carry the referee's signature", Klass.L)
    w.ran("OPEN_POSITION")
    try:
        told = parse_private(private.message)
    except LayoutError as error:
        raise w.broken(error.code, error.detail) from None
    w.index = told.index
    if told.table_id != w.table_id:
        raise w.broken("OPEN_POSITION", "a private message is about another table", Klass.L)
    w.ran("OPEN_LEAK")
    if told.seat != seat:
        raise w.broken("OPEN_LEAK", f"a private message for seat {told.seat} reached seat {seat}", Klass.L)
    if seat not in w.seats:
        raise w.broken("OPEN_LEAK", f"this table has no seat {seat} that could be told anything", Klass.L)
    try:
        _CHECKS[told.kind](w, told, private.message)
    except LayoutError as error:
        raise w.broken(error.code, error.detail) from None


def _check_seed(w: Watched, told: PrivateMessage, message: bytes) -> None:
    del message
    w.ran("PRIV_SEED")
    seed = parse_seed(told.content)
    if told.index != 0 or blind_commit(w.table_id, told.seat, seed) != w.blind_commits[told.seat - 1]:
        raise w.broken("PRIV_SEED", "the blind seed is not the one committed in GENESIS")
    w.own.seed = seed


def _entry(w: Watched, told: PrivateMessage, message: bytes) -> Draw | Peek:
    """Returns the entry that a private message is about, if its digest is the one logged there."""
    w.ran("OPEN_DIGEST")
    if told.index >= w.size:  # a log that was cut says nothing against the referee
        raise w.broken("OPEN_DIGEST", f"entry {told.index} is not in this log", Klass.L)
    entry = w.own.unopened.get(told.index) or w.own.opened.get(told.index)
    if entry is None or entry.digest != opening_digest(message):
        raise w.broken("OPEN_DIGEST", f"entry {told.index} does not announce this private message")
    return entry


def _check_drawn(w: Watched, told: PrivateMessage, message: bytes) -> None:
    draw = _entry(w, told, message)
    w.ran("OPEN_PROOF", "OPEN_CARD", "OPEN_SALT_REUSED", "OPEN_DUPLICATE")
    if not isinstance(draw, Draw):
        raise w.broken("OPEN_POSITION", "cards are opened as drawn that were looked at")
    epoch = w.ledger.epochs[draw.deck, draw.epoch]
    drawn = parse_drawn(told.content, epoch.size)
    if (drawn.deck, drawn.epoch, drawn.first) != (draw.deck, draw.epoch, draw.first):
        raise w.broken("OPEN_POSITION", "the opening is of other positions than were drawn")
    if len(drawn.cards) != draw.count:
        raise w.broken("OPEN_POSITION", "not as many cards are opened as were drawn")
    for position, card in enumerate(drawn.cards, draw.first):
        _check_card(w, epoch, position, card)
    w.own.cards[told.index] = tuple(card.card for card in drawn.cards)
    w.own.opened[told.index] = w.own.unopened.pop(told.index, draw)


def _check_card(w: Watched, epoch: Epoch, position: int, opening: CardOpening) -> None:
    place = (epoch.deck, epoch.number, position)
    if not check_opening(w.table_id, place, epoch.size, epoch.root, opening):
        raise w.broken("OPEN_PROOF", f"the card at position {position} is not the one sealed there")
    colour = epoch.deck % w.params.colours + 1
    if not w.ledger.copies(colour, opening.card):
        raise w.broken("OPEN_CARD", f"the card at position {position} is in no list of its colour")
    if w.own.salts.setdefault(opening.salt, place) != place:
        raise w.broken("OPEN_SALT_REUSED", "the referee used the salt of a card twice")
    seen = w.own.seen.setdefault(place[:2], {})
    seen[position] = opening.card
    if _copies_seen(w, epoch, opening.card) > w.ledger.copies(colour, opening.card):
        raise w.broken("OPEN_DUPLICATE", "you see more copies of a card than its lists hold", Klass.L)


def _copies_seen(w: Watched, epoch: Epoch, card: int) -> int:
    """Counts copies that cannot be one card: drawn from one epoch, or open since before it was made."""
    colour = epoch.deck % w.params.colours + 1
    drawn = sum(seen == card for seen in w.own.seen[epoch.deck, epoch.number].values())
    return drawn + sum(
        laid.card == card and laid.opened < epoch.since and _colour_of(w, laid.seat, laid.zone) == colour
        for refs in w.ledger.refs.values()
        for laid in refs.values()
    )


def _colour_of(w: Watched, seat: int, zone: int) -> int:
    return w.colour(seat, colour_index(zone))


def _check_peeked(w: Watched, told: PrivateMessage, message: bytes) -> None:
    peek = _entry(w, told, message)
    w.ran("PEEK_REFS", "BLIND_IDENTITY")
    if not isinstance(peek, Peek):
        raise w.broken("PEEK_REFS", "cards are shown as looked at that were drawn")
    peeked = parse_peeked(told.content)
    if peeked.owner != peek.owner or [card.ref_no for card in peeked.cards] != list(peek.refs):
        raise w.broken("PEEK_REFS", "other cards are shown than were to be looked at")
    for card in peeked.cards:
        outer = blind_outer(w.table_id, peek.owner, card.ref_no, card.card, card.inner, card.salt)
        if outer != w.ledger.outers.get((peek.owner, card.ref_no)):
            raise w.broken("BLIND_IDENTITY", f"reference {card.ref_no} of seat {peek.owner} is not that card")
    w.own.cards[told.index] = tuple(card.card for card in peeked.cards)
    w.own.peeked[told.index] = peeked.cards
    w.own.opened[told.index] = w.own.unopened.pop(told.index, peek)


def _check_handles(w: Watched, told: PrivateMessage, message: bytes) -> None:
    """Checks handles given back to a seat that lost its store, as far as its cards are known (kind OWN)."""
    del message
    own = parse_own(told.content)
    w.ran("PRIV_MISMATCH")
    for number, handle in enumerate(own.handles, own.first_ref):
        card = _card_at(w, handle)
        outer = w.ledger.outers.get((told.seat, number))
        if card is None or not w.own.seed or outer is None:
            continue
        if outer and make_ref(w.table_id, told.seat, w.own.seed, number, handle, card).outer != outer:
            raise w.broken("PRIV_MISMATCH", f"reference {number} is not that card", Klass.L)
    w.own.handles.update(enumerate(own.handles, own.first_ref))


def _card_at(w: Watched, handle: Handle) -> int | None:
    """Returns the card at a handle, if this seat knows it."""
    deck, epoch, position = handle
    if epoch == 0:
        cards = w.ledger.epochs[deck, 0].cards if (deck, 0) in w.ledger.epochs else ()
        return cards[position] if position < len(cards) else None
    return w.own.seen.get((deck, epoch), {}).get(position)


_CHECKS = {
    Kind.SEED: _check_seed,
    Kind.DRAWN: _check_drawn,
    Kind.PEEKED: _check_peeked,
    Kind.OWN: _check_handles,
}


def keep_refusal(w: Watched, seat: int, refusal: Refusal) -> None:
    """Keeps a refusal whose signature holds; its message must never be logged (ACT_REFUSED_LOGGED)."""
    w.trusted = True
    w.ran("SIG_INVALID")
    if not messages.verify_refusal(w.signatures, w.referee_pk, w.table_id, seat, refusal):
        raise w.broken("SIG_INVALID", "a refusal does not carry the referee's signature", Klass.L)
    w.own.refused[refusal.signed_hash] = refusal.code
    if seat in w.speakers:
        w.ran("ACT_REFUSED_LOGGED")
        if refusal.signed_hash in w.speakers[seat].said.values():
            raise w.broken("ACT_REFUSED_LOGGED", f"a message of seat {seat} was refused and is in the log")
