"""The referee's secrets at work: tape, blind seeds, slots, draws, peeks and forced openings (spec 2.4-2.7).

The dealer decides nothing. What is due comes from the rules, what lies where from the piles, what comes out
from secrets that were all committed before play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from sealed.engine.chance import ALL, NAMED
from sealed.engine.frames import RuleBugError
from sealed.engine.title import BAG, DECK
from sealed.fairness.arithmetic import slots
from sealed.fairness.arithmetic.blind import blind_commit, blind_inner, blind_seed, salt_in, salt_out
from sealed.fairness.arithmetic.seals import SealedEpoch
from sealed.fairness.arithmetic.slots import Purpose, slot_prk
from sealed.fairness.arithmetic.tape import Tape, tape_seed
from sealed.fairness.bridge.duties import DiceDue, OrderDue, PickDue, ShuffleDue
from sealed.fairness.signing.private import (
    Drawn,
    Kind,
    Peeked,
    PeekedCard,
    drawn_content,
    peeked_content,
    private_message,
)
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sealed.fairness.bridge.duties import Disclosure, Draw, Peek, SlotDue
    from sealed.fairness.bridge.places import Place
    from sealed_referee.piles import Piles, Ref

_PURPOSE: Final[dict[type, Purpose]] = {
    DiceDue: Purpose.DICE,
    ShuffleDue: Purpose.SHUFFLE,
    OrderDue: Purpose.ORDER,
    PickDue: Purpose.PICK,
}


class Link(NamedTuple):
    """Is a chain link of a seat for the last slot of a batch, and when the referee had it."""

    link: bytes
    received_ms: int

    def __repr__(self) -> str:
        """Shows nothing: until all links are there they are secret."""
        return "<link>"


@dataclass(slots=True)
class Pending:
    """Is the batch of slots that waits for links."""

    first_k: int
    dues: tuple[SlotDue, ...]
    opened_ms: int
    contributors: tuple[int, ...]
    links: dict[int, Link] = field(default_factory=dict, repr=False)

    @property
    def last_k(self) -> int:
        """Returns the slot for which links are owed."""
        return self.first_k + len(self.dues) - 1

    @property
    def owing(self) -> tuple[int, ...]:
        """Returns the seats whose link is missing, ascending."""
        return tuple(seat for seat in self.contributors if seat not in self.links)


class Dealt(NamedTuple):
    """Is the result of one slot: what is logged, the public outputs, the order of a shuffle."""

    result: wire.Result
    outputs: tuple[int, ...]
    seal: SealedEpoch | None


class Dealer:
    """Holds what must stay hidden until the end."""

    __slots__ = ("_picked", "_tape", "_tape_seed", "blind_seeds", "table_id")

    def __init__(self, table_id: bytes, secret: bytes, n_slots: int, seats: int) -> None:
        """Derives tape and blind seeds from K_t. Takes some milliseconds a thousand slots."""
        self.table_id = table_id
        self._tape_seed = tape_seed(secret)
        self._tape = Tape(table_id, self._tape_seed, n_slots)
        self.blind_seeds = {seat: blind_seed(table_id, self._tape_seed, seat) for seat in range(1, seats + 1)}
        self._picked: int | None = None

    def __repr__(self) -> str:
        """Shows nothing."""
        return "<dealer>"

    @property
    def tape_root(self) -> bytes:
        """Returns the commitment to all secrets of the tape."""
        return self._tape.root

    def blind_commits(self) -> list[bytes]:
        """Returns the commitments to the blind seeds, in seat order."""
        return [blind_commit(self.table_id, seat, seed) for seat, seed in sorted(self.blind_seeds.items())]

    def reveal(self) -> bytes:
        """Returns R, from which everything follows. Only for FINAL_REVEAL, when it is due."""
        return self._tape_seed

    # -- slots -----------------------------------------------------------------------------------------------

    @staticmethod
    def request(due: SlotDue, piles: Piles) -> wire.Request:
        """Returns the request of a slot as it stands in SLOT_OPEN."""
        match due:
            case DiceDue(count, sides):
                return wire.Request(dice=wire.Dice(count=count, sides=sides))
            case OrderDue(items):
                return wire.Request(order=wire.Order(items=items))
            case ShuffleDue(deck, n, sources):
                epoch = piles.epoch(deck).number + 1
                inputs = [_input(place, piles) for place in sources if not _used_up(place, piles)]
                shuffle = wire.Shuffle(deck=deck, epoch=epoch, n=n, inputs=inputs, scheme=1)
                return wire.Request(shuffle=shuffle)
            case PickDue(m, place):
                if place is None:
                    return wire.Request(pick=wire.Pick(m=m))
                refs = [ref.number for ref in piles.closed(place.seat, place.number)]
                if len(refs) != m:
                    message = f"a pick among {m} finds {len(refs)} closed references"
                    raise RuleBugError(message)
                return wire.Request(pick=wire.Pick(m=m, owner=place.seat, refs=refs))

    def deal(self, k: int, due: SlotDue, links: Sequence[tuple[int, bytes]], piles: Piles) -> Dealt:
        """Returns what slot k gives; `links` are (seat, c_k) of all contributors."""
        secret = self._tape.secret(k)
        prk = slot_prk(self.table_id, k, _PURPOSE[type(due)], secret, links)
        if isinstance(due, ShuffleDue):
            epoch = piles.epoch(due.deck).number + 1
            seal = SealedEpoch(self.table_id, due.deck, epoch, prk, piles.cards_in(due.sources))
            return Dealt(wire.Result(sealed=wire.Sealed(root=seal.root)), (), seal)
        outputs = self._outputs(prk, due, piles)
        shown = wire.Shown(s=secret, proof=self._tape.proof(k), outputs=outputs)
        return Dealt(wire.Result(shown=shown), outputs, None)

    def _outputs(self, prk: bytes, due: DiceDue | OrderDue | PickDue, piles: Piles) -> tuple[int, ...]:
        match due:
            case DiceDue(count, sides):
                return tuple(slots.dice(prk, count, sides))
            case OrderDue(items):
                return tuple(slots.order(prk, items))
            case PickDue(m, place):
                index = slots.pick(prk, m)
                if place is not None:
                    self._picked = piles.closed(place.seat, place.number)[index].number
                return (index,)

    # -- disclosures -----------------------------------------------------------------------------------------

    def drawn(self, due: Draw, index: int, piles: Piles) -> tuple[wire.Draw, bytes]:
        """Returns the DRAW at entry `index` without digest, and the private message (empty: an open list)."""
        epoch = piles.epoch(due.deck)
        entry = wire.Draw(
            deck=due.deck,
            epoch=epoch.number,
            first=epoch.cursor,
            count=due.n,
            seat=due.seat,
            zone=due.zone,
        )
        if epoch.seal is None:
            return entry, b""
        cards = epoch.seal.openings(epoch.cursor, due.n)
        content = drawn_content(Drawn(due.deck, epoch.number, epoch.cursor, cards), len(epoch.order))
        return entry, private_message(self.table_id, due.seat, index, Kind.DRAWN, content)

    def peeked(self, due: Peek, index: int, piles: Piles) -> tuple[wire.Peek, bytes, list[int]]:
        """Returns the PEEK at entry `index` without its digest, the private message, and the cards seen."""
        refs = piles.closed(due.place.seat, due.place.number)
        if len(refs) != due.n:
            message = f"a look at {due.n} finds {len(refs)} closed references"
            raise RuleBugError(message)
        owner = due.place.seat
        content = peeked_content(Peeked(owner, tuple(self._identity(owner, ref) for ref in refs)))
        entry = wire.Peek(viewer=due.viewer, owner=owner, refs=[ref.number for ref in refs])
        message_bytes = private_message(self.table_id, due.viewer, index, Kind.PEEKED, content)
        return entry, message_bytes, [ref.card for ref in refs]

    def forced(self, due: Disclosure, piles: Piles) -> tuple[list[wire.Opening], list[int]]:
        """Opens what a disclosure says; returns the openings, references ascending, and the cards."""
        place = due.place
        refs = self._forced_refs(due, piles)
        cards = [ref.card for ref in refs]
        if due.which == ALL:
            cards += [ref.card for ref in piles.laid(place.seat, place.number) if ref.open]
        if len(cards) != due.n:
            message = f"{due.n} cards are to be opened, {len(cards)} can be"
            raise RuleBugError(message)
        openings = []
        for ref in refs:
            shown = self._identity(place.seat, ref)
            openings.append(
                wire.Opening(
                    seat=place.seat, ref=ref.number, card=ref.card, inner=shown.inner, salt=shown.salt
                )
            )
            piles.open(place.seat, place.number, ref)
        return openings, cards

    def _forced_refs(self, due: Disclosure, piles: Piles) -> list[Ref]:
        place = due.place
        closed = piles.closed(place.seat, place.number)
        if due.which == ALL:
            return list(closed)
        if due.which == NAMED:
            named = piles.lowest_closed(place.seat, place.number, due.card)
            return [] if named is None else [named]
        return [ref for ref in closed if ref.number == self._picked]

    def _identity(self, seat: int, ref: Ref) -> PeekedCard:
        """Returns the identity level of a reference: what shows the card and not where it came from."""
        seed = self.blind_seeds[seat]
        inner = blind_inner(self.table_id, ref.handle, salt_in(seed, ref.number))
        return PeekedCard(ref.number, ref.card, inner, salt_out(seed, ref.number))


def links_by_slot(links: Mapping[int, tuple[bytes, ...]], at: int) -> list[tuple[int, bytes]]:
    """Returns (seat, link) for the slot at position `at` of a batch, seats ascending."""
    return [(seat, links[seat][at]) for seat in sorted(links)]


def _used_up(place: Place, piles: Piles) -> bool:
    """Tells whether a deck has been mixed into another one: a range of a closed epoch is no input (2.7)."""
    return place.form == DECK and piles.epoch(place.number).closed


def _input(place: Place, piles: Piles) -> wire.Input:
    if place.form == DECK:
        epoch = piles.epoch(place.number)
        rest = len(epoch.order) - epoch.cursor
        given = wire.Range(deck=place.number, epoch=epoch.number, first=epoch.cursor, count=rest)
        return wire.Input(range=given)
    if place.form == BAG:
        count = len(piles.bag(place.seat, place.number))
        return wire.Input(bag=wire.Bag(seat=place.seat, zone=place.number, count=count))
    refs = [ref.number for ref in piles.laid(place.seat, place.number)]
    return wire.Input(refs=wire.Refs(seat=place.seat, refs=refs))
