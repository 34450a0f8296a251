"""Reads the REGROUP of one step: its form, what lies where, and which way each card takes (spec 2.16).

The public part is checked against the piles as they lie before the step, the hidden part by the handles sent
beside it. What comes out tells the cards that the text leaves unsaid; it is carried out once the rules agree.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sealed.fairness.arithmetic.blind import make_ref, regroup_tag
from sealed.fairness.bridge.places import FIRST_LAID
from sealed.fairness.bridge.shifts import Cell
from sealed_referee.piles import Held
from sealed_referee.refusing import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed.fairness.arithmetic.blind import Handle
    from sealed.wire.v1 import fairness_pb2 as wire
    from sealed_referee.piles import Piles, Ref


class Taken(NamedTuple):
    """Is a card that takes part, and the zone that it is taken from."""

    held: Held
    source: int

    def __repr__(self) -> str:
        """Shows nothing of the card."""
        return "<card>"


class Regrouping(NamedTuple):
    """Is a REGROUP that its handles bear out.

    `refs` are the references taken by laid zone, `laid` the cards of the new ones by zone, in order, and
    `kept` those that go into a bag; each with the zone that it comes from.
    """

    refs: dict[int, tuple[Ref, ...]]
    laid: tuple[tuple[int, tuple[Taken, ...]], ...]
    kept: tuple[tuple[int, tuple[Taken, ...]], ...]

    @property
    def ways(self) -> list[tuple[Cell, int]]:
        """Returns from where to where each card goes that takes part; some stay where they are."""
        puts = (*self.laid, *self.kept)
        return [(Cell(one.source, zone), one.held.card) for zone, cards in puts for one in cards]

    @property
    def moves(self) -> list[tuple[Cell, int]]:
        """Returns from where to where each card goes that changes its zone."""
        return [(cell, card) for cell, card in self.ways if cell.source != cell.target]

    def carry_out(self, piles: Piles, seat: int) -> None:
        """Takes the old references off the table and lays the new ones."""
        for zone, refs in self.refs.items():
            piles.pick_up(seat, zone, refs)
        for zone, cards in self.laid:
            for held, source in cards:
                if source < FIRST_LAID:
                    piles.take(seat, source, held)
                piles.lay(seat, zone, held, opened=False)
        for zone, cards in self.kept:
            piles.put_back(seat, zone, [held for held, _ in cards])

    def __repr__(self) -> str:
        """Shows no card."""
        return f"<regroup of zones {sorted(self.refs)}>"


class RegroupReader:
    """Reads the regroups of one seat at one table."""

    __slots__ = ("_piles", "_seat", "_seed", "_table_id")

    def __init__(self, table_id: bytes, seat: int, seed: bytes, piles: Piles) -> None:
        """Takes what the commitments are made of; `seed` is b_seat."""
        self._table_id, self._seat, self._seed, self._piles = table_id, seat, seed, piles

    def read(self, act: wire.Regroup, handles: Sequence[Handle], first_ref: int) -> Regrouping:
        """Returns what the act does.

        `handles` are those of its new references in order, `first_ref` is the number of the first. Raises
        RefusedError with REGROUP_ZONE, REGROUP_COUNT, REGROUP_PARTIAL, REGROUP_FLOW, REGROUP_ORDER,
        HAND_COUNT, BLIND_NOT_HELD, BLIND_REUSED, PRIV_MISMATCH or REF_ORDER.
        """
        check_form(act)
        refs = {take.zone: self._taken(take) for take in act.takes if take.zone >= FIRST_LAID}
        self._check_whole(act, refs)
        check_counts(act)
        for take in act.takes:
            if take.zone < FIRST_LAID and take.count > len(self._piles.bag(self._seat, take.zone)):
                raise RefusedError("HAND_COUNT", f"zone {take.zone} does not hold so many cards")
        read = self._resolve(act, refs, handles, first_ref)
        for take in act.takes:
            if take.zone < FIRST_LAID:
                self._check_bag(take, read)
        _check_flows(act, read)
        self._check_order(read, first_ref)
        return read

    # -- the public part -------------------------------------------------------------------------------------

    def _taken(self, take: wire.Take) -> tuple[Ref, ...]:
        """Returns the references that a take of a laid zone names; they lie there."""
        lying = {ref.number: ref for ref in self._piles.laid(self._seat, take.zone)}
        for number in take.refs:
            if number not in lying:
                raise self._elsewhere(number, take.zone)
        return tuple(lying[number] for number in take.refs)

    def _elsewhere(self, number: int, zone: int) -> RefusedError:
        if not 0 < number < self._piles.next_ref(self._seat):
            return RefusedError("BLIND_NOT_HELD", f"this seat has no reference {number}")
        if any(ref.number == number for ref in self._piles.live(self._seat)):
            return RefusedError("REGROUP_ZONE", f"reference {number} does not lie in zone {zone}")
        return RefusedError("BLIND_REUSED", f"reference {number} is used up")

    def _check_whole(self, act: wire.Regroup, refs: dict[int, tuple[Ref, ...]]) -> None:
        """All closed references of every zone touched take part."""
        for zone in {*refs, *(put.zone for put in act.puts if put.zone >= FIRST_LAID)}:
            if set(self._piles.closed(self._seat, zone)) - set(refs.get(zone, ())):
                text = f"every face-down card of zone {zone} takes part in a regroup that touches it"
                raise RefusedError("REGROUP_PARTIAL", text)

    # -- the hidden part -------------------------------------------------------------------------------------

    def _resolve(
        self, act: wire.Regroup, refs: dict[int, tuple[Ref, ...]], handles: Sequence[Handle], first_ref: int
    ) -> Regrouping:
        """Finds each card by its handle among those taken; those of no handle go into the hand."""
        rest = {
            ref.handle: Taken(Held(ref.card, ref.handle), zone) for zone, some in refs.items() for ref in some
        }
        for take in act.takes:
            if take.zone < FIRST_LAID:
                bag = self._piles.bag(self._seat, take.zone)
                rest |= {held.handle: Taken(held, take.zone) for held in bag}
        numbered = enumerate(handles, first_ref)
        laid = tuple(
            (put.zone, tuple(self._found(rest, *next(numbered), outer) for outer in put.outers))
            for put in act.puts
            if put.zone >= FIRST_LAID
        )
        left = tuple(one for one in rest.values() if one.source >= FIRST_LAID)
        if len(left) != sum(put.count for put in act.puts):
            raise RefusedError("BLIND_NOT_HELD", "the cards laid anew are not those that were taken")
        return Regrouping(refs, laid, tuple((put.zone, left) for put in act.puts if put.count))

    def _found(self, rest: dict[Handle, Taken], number: int, handle: Handle, outer: bytes) -> Taken:
        """Takes the card at a handle out of the rest; the commitment must be to it."""
        found = rest.pop(handle, None)
        if found is None:
            text = f"reference {number} is to a card that is not among those taken, or is laid twice"
            raise RefusedError("BLIND_NOT_HELD", text)
        made = make_ref(self._table_id, self._seat, self._seed, number, handle, found.held.card)
        if made.outer != outer:
            raise self._wrong_commitment(number, outer)
        return found

    def _wrong_commitment(self, number: int, outer: bytes) -> RefusedError:
        """Says why a commitment is refused: a copy of a live one has a code of its own."""
        for ref in self._piles.live(self._seat):
            made = make_ref(self._table_id, self._seat, self._seed, ref.number, ref.handle, ref.card)
            if made.outer == outer:
                return RefusedError("BLIND_REUSED", f"this is the commitment of reference {ref.number}")
        return RefusedError("PRIV_MISMATCH", f"reference {number} does not commit to the handle sent with it")

    def _check_bag(self, take: wire.Take, read: Regrouping) -> None:
        """A hand gives as many as are taken, and of equal cards those with the lowest handles."""
        gone = {held for _, cards in read.laid for held, source in cards if source == take.zone}
        if len(gone) != take.count:
            raise RefusedError(
                "BLIND_NOT_HELD", f"zone {take.zone} gives other cards than were taken from it"
            )
        for upper, lower in pairwise(self._piles.bag(self._seat, take.zone)):
            if upper.card == lower.card and lower in gone and upper not in gone:
                text = "of equal cards in a hand the one with the lowest handle is taken"
                raise RefusedError("REF_ORDER", text)

    def _check_order(self, read: Regrouping, first_ref: int) -> None:
        for zone, cards in read.laid:
            tags = [regroup_tag(self._seed, first_ref, held.handle) for held, _ in cards]
            if tags != sorted(tags):
                text = f"the new references of zone {zone} are not in the order of their secret tags"
                raise RefusedError("REGROUP_ORDER", text)

    def __repr__(self) -> str:
        """Shows whose regroups it reads."""
        return f"<reader of the regroups of seat {self._seat}>"


def check_form(act: wire.Regroup) -> None:
    """Checks what every regroup must look like. Raises RefusedError REGROUP_ZONE."""
    for part in (act.takes, act.puts):
        zones = [one.zone for one in part]
        if zones != sorted(set(zones)):
            raise RefusedError("REGROUP_ZONE", "the zones of a regroup ascend, each once")
        if sum(zone < FIRST_LAID for zone in zones) > 1:
            raise RefusedError("REGROUP_ZONE", "a regroup takes from one hand at most, and gives to one")
    for take in act.takes:
        _check_part(take.zone, list(take.refs), take.count)
    for put in act.puts:
        _check_part(put.zone, [*put.outers], put.count)
    for take in act.takes:
        if list(take.refs) != sorted(set(take.refs)):
            raise RefusedError("REGROUP_ZONE", "the references taken from a zone ascend, each once")
    cells = [(flow.from_zone, flow.to_zone) for flow in act.flows]
    if cells != sorted(set(cells)):
        raise RefusedError("REGROUP_ZONE", "the flows of a regroup ascend, each once")
    if not cells or any(not flow.n or max(flow.from_zone, flow.to_zone) < FIRST_LAID for flow in act.flows):
        raise RefusedError(
            "REGROUP_ZONE", "a flow of a regroup has a card, and does not go from hand to hand"
        )


def _check_part(zone: int, named: Sequence[object], count: int) -> None:
    """A hand takes part by a count alone, a laid zone by its references alone."""
    bag = zone < FIRST_LAID
    if bag != (count > 0) or bag == bool(named):
        raise RefusedError("REGROUP_ZONE", f"zone {zone} takes part in a regroup in the wrong form")


def check_counts(act: wire.Regroup) -> None:
    """Checks that flows, takes and puts add up, zone by zone. Raises RefusedError REGROUP_COUNT."""
    out = {take.zone: take.count or len(take.refs) for take in act.takes}
    into = {put.zone: put.count or len(put.outers) for put in act.puts}
    sources: Counter[int] = Counter()
    targets: Counter[int] = Counter()
    for flow in act.flows:
        sources[flow.from_zone] += flow.n
        targets[flow.to_zone] += flow.n
    if sources != out or targets != into:
        text = "the flows do not add up with what is taken and put; count each zone again"
        raise RefusedError("REGROUP_COUNT", text)


def _check_flows(act: wire.Regroup, read: Regrouping) -> None:
    declared = {Cell(flow.from_zone, flow.to_zone): flow.n for flow in act.flows}
    if Counter(cell for cell, _ in read.ways) != declared:
        raise RefusedError("REGROUP_FLOW", "the cards go other ways than the flows of the regroup say")
