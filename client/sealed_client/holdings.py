"""Which cards a seat holds, by handle and reference.

The hidden half of what the engine's zones count (spec 2.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic.blind import equal_tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sealed.fairness.arithmetic.blind import Handle
    from sealed_client.regrouping import Regroup


class Lying(NamedTuple):
    """Is a card of the seat that lies on the table under a reference number."""

    handle: Handle
    card: int
    open: bool

    def __repr__(self) -> str:
        """Shows a card only if everybody sees it."""
        return f"<open card {self.card}>" if self.open else "<closed card>"


class Holdings:
    """Is where each card of one seat is: in a bag by handle, in a laid zone by reference.

    Zones are the seat's zone numbers of the protocol. Equal cards leave in the one order of spec 2.6: from a
    bag the lowest handle, among closed references the lowest secret tag, among open ones the lowest number.
    """

    __slots__ = ("_bags", "_blind_seed", "_laid", "next_ref")

    def __init__(self, blind_seed: bytes) -> None:
        """Starts with nothing; `blind_seed` is b_seat, which orders equal closed cards."""
        self._blind_seed = blind_seed
        self._bags: dict[int, dict[Handle, int]] = {}
        self._laid: dict[int, dict[int, Lying]] = {}
        self.next_ref = 1

    def copy(self) -> Holdings:
        """Returns an independent copy, to try something on."""
        other = Holdings(self._blind_seed)
        other._bags = {zone: dict(bag) for zone, bag in self._bags.items()}
        other._laid = {zone: dict(lying) for zone, lying in self._laid.items()}
        other.next_ref = self.next_ref
        return other

    def bag(self, zone: int) -> dict[Handle, int]:
        """Returns the cards of a bag by handle."""
        return dict(self._bags.get(zone, {}))

    def laid(self, zone: int) -> dict[int, Lying]:
        """Returns what lies in a laid zone by reference number."""
        return dict(self._laid.get(zone, {}))

    def cards_of(self, refs: Iterable[int]) -> tuple[int, ...]:
        """Returns the cards behind references on the table, in the order given.

        Raises KeyError for others.
        """
        lying = {ref: one.card for zone in self._laid.values() for ref, one in zone.items()}
        return tuple(lying[ref] for ref in refs)

    def draw(self, zone: int, handles: Iterable[Handle], cards: Iterable[int]) -> None:
        """Puts drawn cards into a bag."""
        self._bags.setdefault(zone, {}).update(zip(handles, cards, strict=True))

    def lowest(self, zone: int, card: int) -> Handle:
        """Returns the handle by which a card leaves a bag. Raises KeyError if it is not there."""
        handles = [handle for handle, code in self._bags.get(zone, {}).items() if code == card]
        if not handles:
            raise KeyError(zone)
        return min(handles)

    def lay(self, source: int, target: int, handle: Handle, *, shown: bool) -> int:
        """Moves a card from a bag to a laid zone and returns its new reference number."""
        card = self._bags[source].pop(handle)
        ref = self.next_ref
        self.next_ref += 1
        self._laid.setdefault(target, {})[ref] = Lying(handle, card, shown)
        return ref

    def closed(self, zone: int, card: int) -> int:
        """Returns the reference by which a closed card is opened or named: lowest tag. Raises KeyError."""
        refs = [ref for ref, one in self._laid.get(zone, {}).items() if one.card == card and not one.open]
        if not refs:
            raise KeyError(zone)
        return min(refs, key=lambda ref: equal_tag(self._blind_seed, ref))

    def open(self, ref: int) -> None:
        """Opens a closed reference where it lies."""
        for lying in self._laid.values():
            if ref in lying:
                lying[ref] = lying[ref]._replace(open=True)

    def follow(self, source: int, target: int | None, card: int, count: int) -> None:
        """Moves references as the rules say: open ones by lowest number, closed ones by lowest tag.

        `target` is a laid zone of this seat, or nothing if the cards leave its table.
        """
        lying = self._laid.get(source, {})
        for _ in range(count):
            opened = [ref for ref, one in lying.items() if one.card == card and one.open]
            ref = min(opened) if opened else self.closed(source, card)
            moved = lying.pop(ref)
            if target is not None:
                self._laid.setdefault(target, {})[ref] = moved

    def move(self, ref: int, source: int, target: int) -> None:
        """Moves one reference between laid zones."""
        self._laid.setdefault(target, {})[ref] = self._laid[source].pop(ref)

    def first_of(self, lying: Mapping[int, Lying], card: int) -> int:
        """Returns which of equal cards among references moves first: an open one by number, else by tag.

        Raises KeyError if there is none.
        """
        equal = [ref for ref, one in lying.items() if one.card == card]
        if not equal:
            raise KeyError(card)
        opened = [ref for ref in equal if lying[ref].open]
        return min(opened) if opened else min(equal, key=lambda ref: equal_tag(self._blind_seed, ref))

    def regroup(self, regroup: Regroup, handles: Iterable[Handle]) -> None:
        """Uses up the references that a regroup takes and lays the new ones, numbered in order of `handles`.

        Cards without a handle go into the bag that the regroup names (spec 2.16).
        """
        for refs in regroup.refs.values():
            self.use_up(refs)
        goes = {way.handle: way for way in regroup.ways}
        for handle in handles:
            way = goes.pop(handle)
            self._bags.get(way.cell.source, {}).pop(handle, None)
            self._laid.setdefault(way.cell.target, {})[self.next_ref] = Lying(handle, way.card, open=False)
            self.next_ref += 1
        for way in goes.values():
            self._bags.setdefault(way.cell.target, {})[way.handle] = way.card

    def use_up(self, refs: Iterable[int]) -> None:
        """Takes references off the table: they went into a shuffle."""
        gone = set(refs)
        for zone, lying in self._laid.items():
            self._laid[zone] = {ref: one for ref, one in lying.items() if ref not in gone}

    def empty_bag(self, zone: int) -> None:
        """Takes all cards out of a bag: they went into a shuffle."""
        self._bags.pop(zone, None)

    def __repr__(self) -> str:
        """Shows counts, and no card."""
        bags = {zone: len(bag) for zone, bag in self._bags.items()}
        return f"<holdings: bags {bags}, laid { {zone: len(lying) for zone, lying in self._laid.items()} }>"
