"""Proves one entry of the log again on this device: a card, a look, a reveal, an order, a pick, a shuffle.

Everything is computed anew from the bytes of the log and of the seat's own private messages. What the
verifier has concluded is not used, except for roots and commitments that the log itself shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic import slots
from sealed.fairness.arithmetic.blind import blind_outer
from sealed.fairness.arithmetic.chain import link_below
from sealed.fairness.arithmetic.seals import check_opening
from sealed.fairness.arithmetic.tape import check_tape_proof
from sealed.fairness.payloads import codec
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.record import PrivateLine
from sealed.fairness.signing.messages import parse_header
from sealed.fairness.signing.private import opening_digest, parse_drawn, parse_peeked, parse_private
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sealed.fairness.live.verifier import Verifier
    from sealed_client.follower import Follower


class Card(NamedTuple):
    """Is a card by its code, for the sentence of a proof."""

    code: int


class Deck(NamedTuple):
    """Is the deck of a colour (0-based), for the sentence of a proof."""

    colour: int


class Proof(NamedTuple):
    """Is one thing proven: what, the commitment that was fixed before, what opens it, and whether they fit.

    `what` is a row of texts, cards and decks. `fixed` is the entry that fixed the commitment. `matches` is
    None where nothing has been opened yet.
    """

    what: tuple[str | Card | Deck, ...]
    fixed: int
    commitment: bytes
    opening: tuple[tuple[str, str], ...]
    matches: bool | None


class NotProvenError(LookupError):
    """Says why an entry cannot be proven here, in plain words."""


def prove(follower: Follower, index: int) -> list[Proof]:
    """Returns the proofs of an entry. Raises NotProvenError if it holds nothing to prove to this seat."""
    entries = follower.notebook.entries
    if not 0 <= index < len(entries):
        raise NotProvenError(f"The log has entries 0 to {len(entries) - 1}; there is no entry {index}.")
    found = list(_proofs(follower, index))
    if not found:
        raise NotProvenError(f"Entry {index} holds no chance and no card that this seat could prove.")
    return found


def newest(follower: Follower) -> int:
    """Returns the newest entry that can be proven. Raises NotProvenError if there is none yet."""
    for index in range(len(follower.notebook.entries) - 1, -1, -1):
        if next(_proofs(follower, index), None) is not None:
            return index
    raise NotProvenError("Nothing has been dealt, drawn or shuffled yet.")


def _proofs(follower: Follower, index: int) -> Iterator[Proof]:
    entry = follower.notebook.entries[index]
    match entry.type:
        case EntryType.SLOT_END:
            yield from _slots(follower, codec.parse(wire.SlotEnd, entry.payload), index)
        case EntryType.DRAW:
            yield from _drawn(follower, codec.parse(wire.Draw, entry.payload), index)
        case EntryType.PEEK:
            yield from _peeked(follower, codec.parse(wire.Peek, entry.payload), index)
        case EntryType.FORCED:
            for one in codec.parse(wire.Forced, entry.payload).cards:
                yield _opened(follower.verifier, one.seat, one)
        case EntryType.ACT:
            yield from _revealed(follower.verifier, codec.parse(wire.ActEntry, entry.payload))
        case _:
            return


# -- cards ---------------------------------------------------------------------------------------------------


def _private(follower: Follower, index: int) -> bytes | None:
    for line in follower.notebook.lines:
        if isinstance(line, PrivateLine) and parse_private(line.private.message).index == index != 0:
            return line.private.message
    return None


def _drawn(follower: Follower, draw: wire.Draw, index: int) -> Iterator[Proof]:
    message = _private(follower, index) if draw.seat == follower.seat else None
    if message is None:
        return
    verifier = follower.verifier
    epoch = verifier.ledger.epochs[draw.deck, draw.epoch]
    drawn = parse_drawn(parse_private(message).content, epoch.size)
    announced = opening_digest(message) == draw.digest
    deck = Deck(draw.deck % verifier.params.colours)
    for position, card in enumerate(drawn.cards, draw.first):
        handle = (draw.deck, draw.epoch, position)
        fits = check_opening(verifier.table_id, handle, epoch.size, epoch.root, card)
        yield Proof(
            (
                "You drew ",
                Card(card.card),
                f", card {position + 1} of {epoch.size} of the deck of the ",
                deck,
                ".",
            ),
            epoch.since,
            epoch.root,
            (("salt", card.salt.hex()), ("path", f"{len(card.proof)} hashes")),
            announced and fits,
        )


def _peeked(follower: Follower, peek: wire.Peek, index: int) -> Iterator[Proof]:
    message = _private(follower, index) if peek.viewer == follower.seat else None
    if message is None:
        return
    verifier = follower.verifier
    for card in parse_peeked(parse_private(message).content).cards:
        outer = verifier.ledger.outers[peek.owner, card.ref_no]
        made = blind_outer(verifier.table_id, peek.owner, card.ref_no, card.card, card.inner, card.salt)
        what = (f"The face-down card {card.ref_no} of seat {peek.owner} is ", Card(card.card), ".")
        yield Proof(what, index, outer, (("salt", card.salt.hex()),), made == outer)


def _opened(verifier: Verifier, seat: int, one: wire.Opening | wire.Reveal) -> Proof:
    outer = verifier.ledger.outers[seat, one.ref]
    made = blind_outer(verifier.table_id, seat, one.ref, one.card, one.inner, one.salt)
    laid = verifier.ledger.find(seat, one.ref)
    what = (
        f"The face-down card {one.ref} of seat {seat} was ",
        Card(one.card),
        " from the moment it was laid.",
    )
    return Proof(what, laid.since if laid else -1, outer, (("salt", one.salt.hex()),), made == outer)


def _revealed(verifier: Verifier, act: wire.ActEntry) -> Iterator[Proof]:
    seat = parse_header(act.msg.header).seat
    for step in codec.parse(wire.Draft, act.msg.payload).steps:
        for one in step.cards:
            if one.HasField("reveal"):
                yield _opened(verifier, seat, one.reveal)


# -- chance --------------------------------------------------------------------------------------------------


def _slots(follower: Follower, end: wire.SlotEnd, index: int) -> Iterator[Proof]:
    opened = _open_of(follower, end.first_k, index)
    genesis = follower.genesis
    if opened is None or genesis is None:
        return
    last_k = end.first_k + len(end.results) - 1
    links = _links(follower, genesis, opened, end, last_k)
    for number, (request, result) in enumerate(zip(opened.requests, end.results, strict=True)):
        k = end.first_k + number
        if result.HasField("shown"):
            yield _shown(follower, genesis, request, result.shown, k, {s: one[k] for s, one in links.items()})
        else:
            yield _sealed(follower, request.shuffle, k, index, result.sealed.root)


def _open_of(follower: Follower, first_k: int, index: int) -> wire.SlotOpen | None:
    for entry in reversed(follower.notebook.entries[:index]):
        if entry.type == EntryType.SLOT_OPEN:
            opened = codec.parse(wire.SlotOpen, entry.payload)
            return opened if opened.first_k == first_k else None
    return None


def _links(
    follower: Follower, genesis: wire.Genesis, opened: wire.SlotOpen, end: wire.SlotEnd, last_k: int
) -> dict[int, dict[int, bytes]]:
    """Returns each seat's links from slot 0 (its anchor) to the last of the batch, hashed down here."""
    found: dict[int, dict[int, bytes]] = {}
    for seat, link in zip(opened.contributors, end.links, strict=True):
        pk = genesis.joins[seat - 1].pk
        found[seat] = {last_k: link}
        for k in range(last_k, 0, -1):
            found[seat][k - 1] = link_below(follower.table_id, pk, k, found[seat][k])
    return found


def _shown(
    follower: Follower,
    genesis: wire.Genesis,
    request: wire.Request,
    shown: wire.Shown,
    k: int,
    links: dict[int, bytes],
) -> Proof:
    verifier = follower.verifier
    purpose = {"dice": 1, "order": 3, "pick": 4}[str(request.WhichOneof("act"))]
    prk = slots.slot_prk(follower.table_id, k, purpose, shown.s, links.items())
    taped = check_tape_proof(
        follower.table_id, verifier.params.n_slots, genesis.tape_root, k, shown.s, shown.proof
    )
    fits = taped and _outputs(prk, request) == list(shown.outputs) and _anchored(follower, genesis, k, links)
    return Proof(
        (f"Chance number {k} gave {_told(request, list(shown.outputs))}; nobody could steer it alone.",),
        0,
        genesis.tape_root,
        (("secret of the referee", shown.s.hex()), ("shares", f"one of each of {len(links)} seats")),
        fits,
    )


def _anchored(follower: Follower, genesis: wire.Genesis, k: int, links: dict[int, bytes]) -> bool:
    """Tells whether each link hashes down to what its seat committed itself to before the game."""
    for seat, link in links.items():
        current, pk = link, genesis.joins[seat - 1].pk
        for number in range(k, 0, -1):
            current = link_below(follower.table_id, pk, number, current)
        if current != codec.parse(wire.Commit, genesis.commits[seat - 1].payload).anchor:
            return False
    return True


def _outputs(prk: bytes, request: wire.Request) -> list[int]:
    if request.HasField("dice"):
        return slots.dice(prk, request.dice.count, request.dice.sides)
    if request.HasField("order"):
        return slots.order(prk, request.order.items)
    return [slots.pick(prk, request.pick.m)]


def _told(request: wire.Request, outputs: list[int]) -> str:
    shown = ", ".join(map(str, outputs))
    if request.HasField("dice"):
        return f"dice {shown}"
    if request.HasField("order"):
        return f"the order {shown}"
    return f"choice {outputs[0] + 1} of {request.pick.m}"


def _sealed(follower: Follower, shuffle: wire.Shuffle, k: int, index: int, root: bytes) -> Proof:
    what = (
        "The deck of the ",
        Deck(shuffle.deck % follower.verifier.params.colours),
        f" was shuffled by chance number {k}: {shuffle.n} cards, their order sealed before anybody saw one.",
    )
    return Proof(what, index, root, (("card by card", "as you draw, and whole at the end"),), None)
