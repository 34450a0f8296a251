"""Makes the REGROUP of one step, and reads an own one again (spec 2.16).

Who writes a step chooses by what the rules have moved; who reads it in the log goes by the handles. Both then
change the seat's holdings in the same way.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.title import LAID
from sealed.engine.zones import size
from sealed.fairness.arithmetic.blind import make_ref, regroup_tag
from sealed.fairness.bridge.places import FIRST_LAID
from sealed.fairness.bridge.shifts import REGROUP, Cell, moves_by_cell, shifts
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sealed.engine.frames import State
    from sealed.engine.message import Event
    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.bridge.places import Places
    from sealed.fairness.bridge.shifts import Shift
    from sealed_client.holdings import Holdings


class Way(NamedTuple):
    """Is one card of a regroup: from where to where it goes, and what names it."""

    cell: Cell
    card: int
    handle: Handle

    def __repr__(self) -> str:
        """Shows the zones only."""
        return f"<way from {self.cell.source} to {self.cell.target}>"


class Regroup(NamedTuple):
    """Is one regroup in full: references taken by zone, and the way of each card that takes part."""

    refs: dict[int, tuple[int, ...]]
    ways: tuple[Way, ...]

    @property
    def moves(self) -> list[tuple[Cell, int]]:
        """Returns the cards that change their zone, each with its cell."""
        return [(way.cell, way.card) for way in self.ways if way.cell.source != way.cell.target]

    def targets(self) -> dict[int, list[Handle]]:
        """Returns the handles of what comes to lie in each zone, zones ascending."""
        found: dict[int, list[Handle]] = {}
        for way in sorted(self.ways, key=lambda one: one.cell.target):
            found.setdefault(way.cell.target, []).append(way.handle)
        return found

    def __repr__(self) -> str:
        """Shows no card."""
        return f"<regroup of {len(self.ways)} cards>"


def plan(mixed: Sequence[Shift], holdings: Holdings) -> Regroup:
    """Returns the regroup that the moves of a step need: these, and all that lies face-down where they touch.

    Of equal cards open ones move first, lowest number first; of closed ones that with the lowest tag; from a
    bag the lowest handle.
    """
    cells = moves_by_cell(mixed)
    face_up = {place.number for shift in mixed for place in (shift.source, shift.target) if place.open}
    left = {zone: dict(holdings.laid(zone)) for cell in cells for zone in cell if zone >= FIRST_LAID}
    bags = {cell.source: holdings.bag(cell.source) for cell in cells if cell.source < FIRST_LAID}
    refs: dict[int, list[int]] = {zone: [] for zone in left}
    ways: list[Way] = []
    for cell, cards in cells.items():
        for card in sorted(cards.elements()):
            if cell.source < FIRST_LAID:
                bag = bags[cell.source]
                handle = min(one for one, code in bag.items() if code == card)
                del bag[handle]
            else:
                ref = holdings.first_of(left[cell.source], card)
                refs[cell.source].append(ref)
                handle = left[cell.source].pop(ref).handle
            ways.append(Way(cell, card, handle))
    for zone, lying in left.items():
        for ref, one in lying.items():
            if zone not in face_up:
                refs[zone].append(ref)
                ways.append(Way(Cell(zone, zone), one.card, one.handle))
    return Regroup({zone: tuple(sorted(some)) for zone, some in sorted(refs.items()) if some}, tuple(ways))


def laid_anew(places: Places, events: Iterable[Event], after: State) -> int:
    """Returns how many references the regroup of a step makes; the step leads to the state `after`."""
    mixed = [shift for shift in shifts(places, events) if shift.act == REGROUP]
    touched = {place for shift in mixed for place in (shift.source, shift.target)}
    zones = (places.zone(one.seat, one.number) for one in touched if one.form == LAID and not one.open)
    return sum(size(after.zones[zone]) for zone in zones if zone is not None)


class RegroupWriter:
    """Writes the regroups of one seat at one table."""

    def __init__(self, table_id: bytes, seat: int, blind_seed: bytes) -> None:
        """Takes what the commitments are made of; `blind_seed` is b_seat."""
        self._table_id, self._seat, self._seed = table_id, seat, blind_seed

    def write(self, regroup: Regroup, first_ref: int) -> tuple[wire.Regroup, list[Handle]]:
        """Returns the act, and the handles of its new references from `first_ref` on, in order."""
        cards = {way.handle: way.card for way in regroup.ways}
        handles: list[Handle] = []
        puts = []
        for zone, there in regroup.targets().items():
            if zone < FIRST_LAID:
                puts.append(wire.Put(zone=zone, count=len(there)))
                continue
            there.sort(key=lambda handle: regroup_tag(self._seed, first_ref, handle))
            outers = [
                make_ref(self._table_id, self._seat, self._seed, number, handle, cards[handle]).outer
                for number, handle in enumerate(there, first_ref + len(handles))
            ]
            handles += there
            puts.append(wire.Put(zone=zone, outers=outers))
        cells = sorted(Counter(way.cell for way in regroup.ways).items())
        bags = Counter(way.cell.source for way in regroup.ways if way.cell.source < FIRST_LAID)
        takes = [wire.Take(zone=zone, count=count) for zone, count in sorted(bags.items())]
        takes += [wire.Take(zone=zone, refs=refs) for zone, refs in regroup.refs.items()]
        flows = [wire.Flow(from_zone=cell.source, to_zone=cell.target, n=n) for cell, n in cells]
        return wire.Regroup(takes=takes, puts=puts, flows=flows), handles

    def __repr__(self) -> str:
        """Shows whose regroups it writes."""
        return f"<writer of the regroups of seat {self._seat}>"


def read(act: wire.Regroup, handles: Sequence[Handle], holdings: Holdings) -> Regroup:
    """Returns an own regroup of the log; `handles` are those of its new references in order.

    A card taken that has no new reference goes into the bag among the puts. Raises KeyError for a handle that
    is not among the cards taken.
    """
    refs = {take.zone: tuple(take.refs) for take in act.takes if take.zone >= FIRST_LAID}
    rest: dict[Handle, tuple[int, int]] = {}
    for take in act.takes:
        if take.zone < FIRST_LAID:
            rest |= {handle: (card, take.zone) for handle, card in holdings.bag(take.zone).items()}
        lying = holdings.laid(take.zone)
        rest |= {lying[ref].handle: (lying[ref].card, take.zone) for ref in take.refs}
    ways: list[Way] = []
    queue = iter(handles)
    for put in act.puts:
        for _ in put.outers:
            handle = next(queue)
            card, source = rest.pop(handle)
            ways.append(Way(Cell(source, put.zone), card, handle))
    kept = [put.zone for put in act.puts if put.zone < FIRST_LAID]
    for handle, (card, source) in rest.items():
        if kept and source >= FIRST_LAID:
            ways.append(Way(Cell(source, kept[0]), card, handle))
    return Regroup(refs, tuple(ways))
