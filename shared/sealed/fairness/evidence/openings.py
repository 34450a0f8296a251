"""Judges private messages beside the entries that announce them: the proofs OPEN_*, PEEK_REFS, PRIV_SEED."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed.fairness.arithmetic.blind import blind_commit
from sealed.fairness.arithmetic.seals import check_opening
from sealed.fairness.signing.private import (
    Kind,
    opening_digest,
    parse_drawn,
    parse_peeked,
    parse_seed,
)
from sealed.wire.strict import EncodingError
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.fairness.evidence.case import Case
    from sealed.fairness.live.verdicts import Verdict
    from sealed.fairness.signing.private import PrivateMessage


def openings(case: Case) -> Iterator[Verdict]:
    """Returns what the private messages of a case show against the referee that signed them."""
    for told, message in case.told:
        try:
            if told.kind == Kind.SEED:
                yield from _seed(case, told)
            elif told.kind != Kind.OWN:
                yield from _announced(case, told, message)
        except EncodingError as error:
            yield case.against_referee(error.code, told.index, error.detail)


def _seed(case: Case, told: PrivateMessage) -> Iterator[Verdict]:
    genesis = case.opening
    if genesis is None:
        return
    seed = parse_seed(told.content)
    if (
        told.index != 0
        or blind_commit(case.table_id, told.seat, seed) != genesis.blind_commits[told.seat - 1]
    ):
        yield case.against_referee("PRIV_SEED", 0, "the blind seed is not the one committed in GENESIS")


def _announced(case: Case, told: PrivateMessage, message: bytes) -> Iterator[Verdict]:
    """Compares DRAWN or PEEKED with the entry it is about, if that is there."""
    one = case.at(told.index)
    if one is None or one.error is not None:
        return
    entry = one.message
    draw = entry if isinstance(entry, wire.Draw) and entry.seat == told.seat and entry.digest else None
    peek = entry if isinstance(entry, wire.Peek) and entry.viewer == told.seat else None
    announced = draw or peek
    if announced is None or announced.digest != opening_digest(message):
        detail = f"entry {told.index} does not announce this private message"
        yield case.against_referee("OPEN_DIGEST", told.index, detail)
    elif draw is not None:
        yield from _drawn(case, told, draw)
    elif peek is not None:
        yield from _peeked(case, told, peek)


def _drawn(case: Case, told: PrivateMessage, draw: wire.Draw) -> Iterator[Verdict]:
    if told.kind != Kind.DRAWN:
        yield case.against_referee("PEEK_REFS", told.index, "cards are shown as looked at that were drawn")
        return
    sealed = _epoch(case, draw.deck, draw.epoch)
    if sealed is None:
        return
    size, root = sealed
    drawn = parse_drawn(told.content, size)
    if (drawn.deck, drawn.epoch, drawn.first) != (draw.deck, draw.epoch, draw.first):
        detail = "the opening is of other positions than were drawn"
        yield case.against_referee("OPEN_POSITION", told.index, detail)
        return
    if len(drawn.cards) != draw.count:
        detail = "not as many cards are opened as were drawn"
        yield case.against_referee("OPEN_POSITION", told.index, detail)
        return
    listed = _listed(case, draw.deck % case.params.colours)
    for position, card in enumerate(drawn.cards, draw.first):
        place = (draw.deck, draw.epoch, position)
        if not check_opening(case.table_id, place, size, root, card):
            detail = f"the card at position {position} is not the one sealed there"
            yield case.against_referee("OPEN_PROOF", told.index, detail)
            return
        if card.card not in listed:
            detail = f"the card at position {position} is in no list of its colour"
            yield case.against_referee("OPEN_CARD", told.index, detail)
            return


def _epoch(case: Case, deck: int, epoch: int) -> tuple[int, bytes] | None:
    """Returns size and root of a sealed epoch, if its SLOT_OPEN and SLOT_END are in the case."""
    ends = {one.message.first_k: one.message for one in case.proven if isinstance(one.message, wire.SlotEnd)}
    for one in case.proven:
        if not isinstance(one.message, wire.SlotOpen):
            continue
        end = ends.get(one.message.first_k)
        for number, request in enumerate(one.message.requests):
            made = request.shuffle
            if end is not None and number < len(end.results) and (made.deck, made.epoch) == (deck, epoch):
                sealed = end.results[number].sealed
                return (made.n, sealed.root) if request.HasField("shuffle") and sealed.root else None
    return None


def _listed(case: Case, colour: int) -> set[int]:
    """Returns the cards in the lists of a colour, counted from 0."""
    decks = (deck for deck in case.params.lists if deck.deck % case.params.colours == colour)
    return {count.card for deck in decks for count in deck.cards if count.copies}


def _peeked(case: Case, told: PrivateMessage, peek: wire.Peek) -> Iterator[Verdict]:
    if told.kind != Kind.PEEKED:
        yield case.against_referee(
            "OPEN_POSITION", told.index, "cards are opened as drawn that were looked at"
        )
        return
    peeked = parse_peeked(told.content)
    if peeked.owner != peek.owner or [card.ref_no for card in peeked.cards] != list(peek.refs):
        detail = "other cards are shown than were to be looked at"
        yield case.against_referee("PEEK_REFS", told.index, detail)
