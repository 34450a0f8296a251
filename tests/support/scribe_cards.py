"""Where the cards of a match lie, and what the referee owes: draws, forced openings, peeks, slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scribe_log import ScribeLog

from sealed.engine.chance import CHANCE
from sealed.engine.kernel import apply
from sealed.engine.message import MOVED
from sealed.engine.title import BAG, DECK
from sealed.fairness.arithmetic import seals, slots
from sealed.fairness.arithmetic.blind import Handle, equal_tag, make_ref, salt_out
from sealed.fairness.bridge import duties
from sealed.fairness.bridge.shifts import shifts
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.private import (
    Drawn,
    Kind,
    Peeked,
    PeekedCard,
    drawn_content,
    peeked_content,
)
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from sealed.engine.title import Title

PURPOSE = {"dice": 1, "shuffle": 2, "order": 3, "pick": 4}


@dataclass
class Card:
    """A reference: what lies behind it and where."""

    seat: int
    number: int
    zone: int
    handle: Handle
    card: int
    open: bool


class ScribeCards(ScribeLog):
    """The position of a table with full information, and the entries that chance makes."""

    def __init__(
        self, title: Title, seats: int, rng: random.Random, options: dict[str, str] | None = None
    ) -> None:
        """Puts every card into its deck."""
        super().__init__(title, seats, rng, options)
        self.state = title.start(self.setup)
        self.last_k = 0
        self.orders: dict[tuple[int, int], list[int]] = {}
        self.sealed: dict[tuple[int, int], seals.SealedEpoch] = {}
        self.current: dict[int, int] = {}
        self.cursor: dict[int, int] = {}
        self.mixed_in: set[tuple[int, int]] = set()
        self.bags: dict[tuple[int, int], list[Handle]] = {}
        self.refs: dict[tuple[int, int], Card] = {}
        self.picked: tuple[int, int] | None = None
        for zone, counts in title.deck_lists(self.setup).items():
            deck = self.places.of(zone).number
            self.orders[deck, 0] = [card for card in sorted(counts) for _ in range(counts[card])]
            self.current[deck], self.cursor[deck] = 0, 0

    def card_at(self, handle: Handle) -> int:
        """Returns the card at a handle."""
        return self.orders[handle.deck, handle.epoch][handle.position]

    def lying(self, seat: int, zone: int) -> list[Card]:
        """Returns the references in a zone by number."""
        return sorted(
            (c for c in self.refs.values() if (c.seat, c.zone) == (seat, zone)), key=lambda c: c.number
        )

    def closed(self, seat: int, zone: int, card: int) -> Card:
        """Returns the closed reference of a type that is opened first."""
        found = [c for c in self.lying(seat, zone) if not c.open and c.card == card]
        return min(found, key=lambda c: equal_tag(self.seeds[seat], c.number))

    def identity(self, card: Card) -> tuple[bytes, bytes]:
        """Returns the inner commitment and the salt that open a reference."""
        seed = self.seeds[card.seat]
        made = make_ref(self.id, card.seat, seed, card.number, card.handle, card.card)
        return made.inner, salt_out(seed, card.number)

    def follow(self, shift: object) -> None:
        """Moves the open reference that a shift means."""
        lying = [c for c in self.lying(shift.source.seat, shift.source.number) if c.card == shift.card]
        opened = [c for c in lying if c.open] or lying
        opened[0].zone = shift.target.number

    def between_bags(self, events: Iterable[object]) -> None:
        """Moves cards from bag to bag."""
        for event in events:
            if event.id == MOVED:
                card, _, source, target = event.args
                source, target = self.places.of(source), self.places.of(target)
                if source.form == target.form == BAG:
                    bag = self.bags[source.seat, source.number]
                    handle = min(h for h in bag if self.card_at(h) == card)
                    bag.remove(handle)
                    self.bags.setdefault((target.seat, target.number), []).append(handle)

    def chance(self, outcome: object) -> None:
        """Applies an outcome to the full state and moves what the rules move."""
        step = apply(self.state, outcome, CHANCE)
        for shift in shifts(self.places, step.events):
            self.follow(shift)
        self.state = step.state

    def draw(self, due: duties.Draw) -> None:
        """Logs a DRAW with its private message."""
        epoch, first = self.current[due.deck], self.cursor[due.deck]
        self.cursor[due.deck] += due.n
        handles = [Handle(due.deck, epoch, first + i) for i in range(due.n)]
        self.bags.setdefault((due.seat, due.zone), []).extend(handles)
        digest = b""
        if epoch:
            sealed = self.sealed[due.deck, epoch]
            drawn = Drawn(due.deck, epoch, first, sealed.openings(first, due.n))
            content = drawn_content(drawn, len(sealed))
            digest = self.tell(due.seat, len(self.entries), Kind.DRAWN, content)
        entry = wire.Draw(
            deck=due.deck,
            epoch=epoch,
            first=first,
            count=due.n,
            seat=due.seat,
            zone=due.zone,
            digest=digest,
        )
        self.log(E.DRAW, entry)
        self.chance(duties.outcome_of_draw(self.title.notation, [self.card_at(h) for h in handles]))

    def force(self, due: duties.Forced) -> None:
        """Logs a FORCED and applies its disclosures."""
        opened, outcomes = [], []
        for disclosure in due.disclosures:
            seat, zone = disclosure.place.seat, disclosure.place.number
            closed = [card for card in self.lying(seat, zone) if not card.open]
            if disclosure.which == "picked":
                closed = [self.refs[self.picked]]
            elif disclosure.which == "named":
                closed = [self.closed(seat, zone, disclosure.card)]
            for card in closed:
                inner, salt = self.identity(card)
                card.open = True
                opening = wire.Opening(seat=seat, ref=card.number, card=card.card, inner=inner, salt=salt)
                opened.append(opening)
            cards = [card.card for card in closed]
            outcomes.append(duties.outcome_of_opening(self.title.notation, cards))
        self.log(E.FORCED, wire.Forced(cards=opened))
        for outcome in outcomes:
            self.chance(outcome)

    def peek(self, due: duties.Peek) -> None:
        """Logs a PEEK with its private message."""
        closed = [c for c in self.lying(due.place.seat, due.place.number) if not c.open]
        cards = tuple(PeekedCard(c.number, c.card, *self.identity(c)) for c in closed)
        content = peeked_content(Peeked(due.place.seat, cards))
        digest = self.tell(due.viewer, len(self.entries), Kind.PEEKED, content)
        numbers = [c.number for c in closed]
        entry = wire.Peek(viewer=due.viewer, owner=due.place.seat, refs=numbers, digest=digest)
        self.log(E.PEEK, entry)
        self.chance(duties.outcome_of_peek(self.title.notation, [c.card for c in closed]))

    def open_slot(self, due: duties.Slots) -> None:
        """Logs a SLOT_OPEN."""
        self.opened = wire.SlotOpen(
            first_k=self.last_k + 1,
            contributors=list(self.players),
            requests=[self._request(d) for d in due.requests],
        )
        self.last_k += len(due.requests)
        self.opened_ms = self.now
        self.log(E.SLOT_OPEN, self.opened)

    def _request(self, due: duties.SlotDue) -> wire.Request:
        match due:
            case duties.DiceDue(count, sides):
                return wire.Request(dice=wire.Dice(count=count, sides=sides))
            case duties.OrderDue(items):
                return wire.Request(order=wire.Order(items=items))
            case duties.PickDue(m, place):
                if place is None:
                    return wire.Request(pick=wire.Pick(m=m))
                numbers = [c.number for c in self.lying(place.seat, place.number) if not c.open]
                return wire.Request(pick=wire.Pick(m=m, owner=place.seat, refs=numbers))
            case duties.ShuffleDue(deck, n, sources):
                shuffle = wire.Shuffle(
                    deck=deck,
                    epoch=self.current[deck] + 1,
                    n=n,
                    inputs=[self._input(s) for s in sources if not self._used_up(s)],
                    scheme=1,
                )
                return wire.Request(shuffle=shuffle)

    def _used_up(self, place: object) -> bool:
        return place.form == DECK and (place.number, self.current[place.number]) in self.mixed_in

    def _input(self, place: object) -> wire.Input:
        if place.form == DECK:
            deck = place.number
            epoch, first = self.current[deck], self.cursor[deck]
            count = len(self.orders[deck, epoch]) - first
            return wire.Input(range=wire.Range(deck=deck, epoch=epoch, first=first, count=count))
        if place.form == BAG:
            count = len(self.bags.get((place.seat, place.number), ()))
            return wire.Input(bag=wire.Bag(seat=place.seat, zone=place.number, count=count))
        numbers = [c.number for c in self.lying(place.seat, place.number)]
        return wire.Input(refs=wire.Refs(seat=place.seat, refs=numbers))

    def resolve(self, given: wire.Input) -> list[int]:
        """Returns the cards of an input and takes them off their places."""
        if given.HasField("range"):
            part = given.range
            self.mixed_in.add((part.deck, part.epoch))
            self.cursor[part.deck] = part.first + part.count
            order = self.orders.get((part.deck, part.epoch), [])  # an empty range may name no listed deck
            return order[part.first : part.first + part.count]
        if given.HasField("bag"):
            return [self.card_at(h) for h in self.bags.pop((given.bag.seat, given.bag.zone), [])]
        return [self.refs.pop((given.refs.seat, number)).card for number in given.refs.refs]

    def end_slot(self, due: duties.Slots) -> None:
        """Logs the SLOT_END of the open slot and applies its outcomes."""
        opened, results, outcomes = self.opened, [], []
        for k, (request, one) in enumerate(zip(opened.requests, due.requests, strict=True), opened.first_k):
            links = [(seat, player.chain.link(k)) for seat, player in self.players.items()]
            kind = str(request.WhichOneof("act"))
            prk = slots.slot_prk(self.id, k, PURPOSE[kind], self.tape.secret(k), links)
            shown: list[int] = []
            if kind == "shuffle":
                results.append(self._seal(request.shuffle, prk))
            else:
                shown = self._outputs(request, prk)
                result = wire.Shown(s=self.tape.secret(k), proof=self.tape.proof(k), outputs=shown)
                results.append(wire.Result(shown=result))
                if kind == "pick" and request.pick.refs:
                    self.picked = (request.pick.owner, request.pick.refs[shown[0]])
            outcomes.append(duties.outcome_of_slot(self.title.notation, one, shown))
        end = wire.SlotEnd(
            first_k=opened.first_k,
            links=[player.chain.link(self.last_k) for player in self.players.values()],
            results=results,
            waits=[self.now - self.opened_ms] * len(self.players),
        )
        self.log(E.SLOT_END, end)
        for outcome in outcomes:
            self.chance(outcome)

    def _seal(self, shuffle: wire.Shuffle, prk: bytes) -> wire.Result:
        cards = [card for given in shuffle.inputs for card in self.resolve(given)]
        sealed = seals.SealedEpoch(self.id, shuffle.deck, shuffle.epoch, prk, cards)
        self.sealed[shuffle.deck, shuffle.epoch] = sealed
        self.orders[shuffle.deck, shuffle.epoch] = list(sealed.order)
        self.current[shuffle.deck], self.cursor[shuffle.deck] = shuffle.epoch, 0
        return wire.Result(sealed=wire.Sealed(root=sealed.root))

    @staticmethod
    def _outputs(request: wire.Request, prk: bytes) -> list[int]:
        if request.HasField("dice"):
            return slots.dice(prk, request.dice.count, request.dice.sides)
        if request.HasField("order"):
            return slots.order(prk, request.order.items)
        return [slots.pick(prk, request.pick.m)]
