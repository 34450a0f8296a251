"""Knows which card lies where: handles in bags, behind references, in epochs (spec 2.6, 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sealed.engine.eye import FULL
from sealed.engine.kernel import view
from sealed.engine.message import MOVED
from sealed.engine.title import BAG
from sealed.engine.zones import put, take
from sealed.fairness.arithmetic.blind import Handle
from sealed.fairness.audit.epochs import Order
from sealed.fairness.bridge.places import FIRST_LAID

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.fairness.bridge.shifts import Cell
    from sealed.fairness.live.watched import Watched
    from sealed.wire.v1.fairness_pb2 import Input


@dataclass(slots=True)
class Behind:
    """Is what lies behind a reference, and where it lies."""

    handle: Handle
    card: int
    zone: int
    open: bool
    peeked: bool = False


class Whereabouts:
    """Is the place of every card; `zones` says the same in the engine's numbers."""

    def __init__(self, w: Watched) -> None:
        """Puts every card into the open list of its deck."""
        self._w = w
        self._places = w.places
        self.orders = {place: Order(epoch.cards) for place, epoch in w.ledger.epochs.items() if not place[1]}
        self.refs: dict[tuple[int, int], Behind] = {}
        self._bags: dict[tuple[int, int], dict[int, list[Handle]]] = {}
        self._lying: dict[tuple[int, int], set[int]] = {}
        self.full: State | None = None
        self.zones: list[int] = []
        if w.opening is not None:
            self.full = view(w.opening, FULL)
            self.zones = list(self.full.zones)

    def card_at(self, handle: Handle) -> int:
        """Returns the card at a handle; 0 if there is no such place."""
        order = self.orders.get((handle.deck, handle.epoch))
        if order is None or handle.position >= len(order.cards):
            return 0
        return order.cards[handle.position]

    def bag(self, seat: int, zone: int) -> dict[int, list[Handle]]:
        """Returns the handles in a bag by card."""
        return self._bags.setdefault((seat, zone), {})

    def lying(self, seat: int, zone: int) -> set[int]:
        """Returns the numbers of the references in a laid zone."""
        return self._lying.setdefault((seat, zone), set())

    # ---- moves ----

    def draw(self, place: tuple[int, int, int], cards: Iterable[int], seat: int, zone: int) -> None:
        """Moves cards from an epoch to a bag; `place` is (deck, epoch, first position)."""
        deck, epoch, first = place
        bag = self.bag(seat, zone)
        source = self._places.deck(deck) if self._places is not None else None
        target = self._places.zone(seat, zone) if self._places is not None else None
        for position, card in enumerate(cards, first):
            bag.setdefault(card, []).append(Handle(deck, epoch, position))
            self._shift(source, target, card)

    def lay(self, key: tuple[int, int], behind: Behind, source: int) -> None:
        """Moves a card from a bag behind a new reference (seat, number)."""
        seat, number = key
        self.bag(seat, source)[behind.card].remove(behind.handle)
        self.refs[key] = behind
        self.lying(seat, behind.zone).add(number)
        self._shift_of(seat, source, behind.zone, behind.card)

    def move(self, key: tuple[int, int], target: int) -> None:
        """Moves a reference to another zone."""
        seat, number = key
        behind = self.refs[key]
        self.lying(seat, behind.zone).discard(number)
        self.lying(seat, target).add(number)
        self._shift_of(seat, behind.zone, target, behind.card)
        behind.zone = target

    def regroup(
        self, seat: int, taken: Iterable[int], goes: Mapping[Handle, Cell], from_bag: Iterable[Handle]
    ) -> None:
        """Takes references off the table and cards out of a bag; what goes into a bag is there at once.

        What goes into laid zones is put there by `put`, behind its new reference.
        """
        for number in taken:
            self.use_up((seat, number))
        for handle in from_bag:
            self.bag(seat, goes[handle].source)[self.card_at(handle)].remove(handle)
        for handle, cell in goes.items():
            card = self.card_at(handle)
            if cell.target < FIRST_LAID:
                self.bag(seat, cell.target).setdefault(card, []).append(handle)
            if cell.source != cell.target:
                self._shift_of(seat, cell.source, cell.target, card)

    def put(self, seat: int, number: int, handle: Handle, zone: int) -> None:
        """Lays a card that was regrouped behind its new reference."""
        self.refs[seat, number] = Behind(handle, self.card_at(handle), zone, open=False)
        self.lying(seat, zone).add(number)

    def use_up(self, key: tuple[int, int]) -> None:
        """Takes a reference off the table; its card has gone into an epoch, or behind another one."""
        behind = self.refs.pop(key)
        self.lying(key[0], behind.zone).discard(key[1])

    def between_bags(self, events: Iterable[Event]) -> None:
        """Moves cards from bag to bag where the rules do: of equal ones the lowest handle (2.6)."""
        if self._places is None:
            return
        for event in events:
            if event.id != MOVED:
                continue
            card, _, source, target = event.args
            one, other = self._places.of(source), self._places.of(target)
            if one.form == other.form == BAG:
                held = self.bag(one.seat, one.number).get(card)
                if not held:
                    raise self._lost()
                handle = min(held)
                held.remove(handle)
                self.bag(other.seat, other.number).setdefault(card, []).append(handle)
                self._shift(source, target, card)

    def resolve(self, given: Input) -> list[int]:
        """Returns the cards of an input of a shuffle and takes them off the zones where they lay."""
        if given.HasField("range"):
            part = given.range
            if not part.count:
                return []
            cards = list(self.orders[part.deck, part.epoch].cards[part.first : part.first + part.count])
            self._take(self._places.deck(part.deck) if self._places is not None else None, cards)
            return cards
        if given.HasField("bag"):
            seat, zone = given.bag.seat, given.bag.zone
            held = self._bags.pop((seat, zone), {})
            cards = [card for card, handles in held.items() for _ in handles]
            self._take(self._places.zone(seat, zone) if self._places is not None else None, cards)
            return cards
        cards = []
        for number in given.refs.refs:
            behind = self.refs[given.refs.seat, number]
            cards.append(behind.card)
            zone_of = self._places.zone(given.refs.seat, behind.zone) if self._places is not None else None
            self._take(zone_of, [behind.card])
        return cards

    def seal(self, deck: int, epoch: int, order: Order) -> None:
        """Puts a new epoch into its deck."""
        self.orders[deck, epoch] = order
        zone = self._places.deck(deck) if self._places is not None else None
        if zone is not None:
            for card in order.cards:
                self.zones[zone] = put(self.zones[zone], card)

    # ---- in the engine's numbers ----

    def _lost(self) -> Exception:
        return self._w.broken("FIN_CONSERVATION", "a card leaves a place where it is not")

    def _take(self, zone: int | None, cards: Iterable[int]) -> None:
        if zone is None:
            return
        for card in cards:
            try:
                self.zones[zone] = take(self.zones[zone], card)
            except ValueError:
                raise self._lost() from None

    def _shift(self, source: int | None, target: int | None, card: int) -> None:
        if source is None or target is None:
            return
        self._take(source, (card,))
        self.zones[target] = put(self.zones[target], card)

    def _shift_of(self, seat: int, source: int, target: int, card: int) -> None:
        if self._places is not None:
            self._shift(self._places.zone(seat, source), self._places.zone(seat, target), card)

    def agree(self) -> bool:
        """Tells whether every card is where the rules say it is."""
        return self.full is not None and tuple(self.zones) == self.full.zones
