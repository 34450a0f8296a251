"""Matches the card acts of a draft with the moves of cards that its actions make (spec 2.6, 2.16)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sealed.engine.title import BAG
from sealed.fairness.arithmetic.blind import blind_inner, blind_outer, salt_in, salt_out
from sealed.fairness.bridge.shifts import FOLLOW, PLACE, REGROUP, REVEAL, moves_by_cell
from sealed_referee.refusing import RefusedError
from sealed_referee.regrouping import RegroupReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.bridge.shifts import Cell, Shift
    from sealed.wire.v1 import fairness_pb2 as wire
    from sealed_referee.piles import Held, Piles, Ref
    from sealed_referee.regrouping import Regrouping


def disagree() -> RefusedError:
    """Returns the refusal of a step whose text and card acts do not say the same."""
    return RefusedError(
        "ACT_ILLEGAL", "text and card acts disagree; send exactly the acts that the action needs"
    )


def makes(act: wire.CardAct) -> int:
    """Returns how many references a card act makes."""
    if act.HasField("regroup"):
        return sum(len(put.outers) for put in act.regroup.puts)
    return act.HasField("place") or act.HasField("show")


class CardActs:
    """Is the hidden side of one draft: its branch of the piles, and the handles not yet used."""

    __slots__ = ("_handles", "_regroup", "_seat", "_seed", "_table_id", "_used", "piles")

    def __init__(
        self, table_id: bytes, seat: int, seed: bytes, piles: Piles, handles: tuple[Handle, ...]
    ) -> None:
        """Takes a branch of the piles, and one handle for each reference that the draft makes."""
        self._table_id, self._seat, self._seed = table_id, seat, seed
        self._handles, self._used = handles, 0
        self._regroup: Regrouping | None = None
        self.piles = piles

    def hidden(self, sent: Sequence[wire.CardAct]) -> Iterator[int]:
        """Yields the cards that the `?` of a step stand for: those of its PLACE and POINT acts, in order."""
        used = self._used
        for act in sent:
            if act.HasField("place"):
                yield self._held(act.place.from_zone, self._handles[used]).card
            elif act.HasField("point"):
                yield from (ref.card for ref in self._pointed(act.point))
            used += makes(act)

    def regrouped(self, sent: Sequence[wire.CardAct]) -> list[tuple[Cell, int]]:
        """Reads the REGROUP of a step, if there is one, and returns the cards that change their zone by it.

        Raises RefusedError with the codes of `RegroupReader.read`, or with ACT_ILLEGAL for a second one.
        """
        acts = [act for act in sent if not act.HasField("point")]
        mixing = [act for act in acts if act.HasField("regroup")]
        if not mixing:
            return []
        if len(mixing) > 1 or mixing[0] is not acts[0]:
            raise RefusedError("ACT_ILLEGAL", "all that a step regroups is one act, before its other acts")
        handles = self._handles[self._used : self._used + makes(acts[0])]
        reader = RegroupReader(self._table_id, self._seat, self._seed, self.piles)
        self._regroup = reader.read(acts[0].regroup, handles, self.piles.next_ref(self._seat))
        return self._regroup.moves

    def match(self, due: Sequence[Shift], sent: Sequence[wire.CardAct]) -> None:
        """Carries out the moves of one step. Raises RefusedError unless the acts sent are just those due."""
        points = [act.point for act in sent if act.HasField("point")]
        pointed = {number: point.to_zone for point in points for number in point.refs}
        acts = iter([act for act in sent if not act.HasField("point")])
        mixed = [shift for shift in due if shift.act == REGROUP]
        if mixed:
            self._carry_out_regroup(next(acts, None), mixed)
        for shift in due:
            if shift.act == REGROUP:
                continue
            if shift.act == FOLLOW:
                self._follow(shift, pointed)
                continue
            act = next(acts, None)
            if act is None or act.WhichOneof("act") != shift.act or shift.source.seat != self._seat:
                raise disagree()
            if shift.act == REVEAL:
                self._reveal(act.reveal, shift)
            elif shift.act == PLACE:
                self._place(act.place, shift)
            else:
                self._show(act.show, shift)
        if next(acts, None) is not None or any(pointed.values()):
            raise disagree()

    def _carry_out_regroup(self, act: wire.CardAct | None, due: Sequence[Shift]) -> None:
        """Regroups as the step says. Its moves, by card, and its zones must be just those of the rules."""
        regroup, self._regroup = self._regroup, None
        if act is None or not act.HasField("regroup") or regroup is None:
            raise disagree()
        if any(shift.source.seat != self._seat for shift in due):
            raise disagree()
        cells = moves_by_cell(due)
        told: dict[Cell, Counter[int]] = {}
        for cell, card in regroup.moves:
            told.setdefault(cell, Counter())[card] += 1
        if {cell: cards.total() for cell, cards in cells.items()} != {
            cell: cards.total() for cell, cards in told.items()
        }:
            raise disagree()
        if cells != told:
            raise RefusedError("REGROUP_FLOW", "other cards go these ways than the action says")
        touched = {zone for cell in cells for zone in cell}
        if not {*regroup.refs, *(zone for zone, _ in regroup.laid)} <= touched:
            raise disagree()
        self._check_open_ones(regroup, due)
        regroup.carry_out(self.piles, self._seat)
        self._used += sum(len(cards) for _, cards in regroup.laid)

    def _check_open_ones(self, regroup: Regrouping, due: Sequence[Shift]) -> None:
        """Checks which open cards are taken: all that lie face-down, and of a face-up zone those that move.

        Of equal ones these are the lowest numbers.
        """
        face_up = {place.number for shift in due for place in (shift.source, shift.target) if place.open}
        gone = Counter((shift.source.number, shift.card) for shift in due for _ in range(shift.n))
        for zone, refs in regroup.refs.items():
            wanted = set()
            for ref in self.piles.laid(self._seat, zone):
                if ref.open and (zone not in face_up or gone[zone, ref.card]):
                    gone[zone, ref.card] -= 1
                    wanted.add(ref.number)
            if wanted != {ref.number for ref in refs if ref.open}:
                raise disagree()

    def _held(self, zone: int, handle: Handle) -> Held:
        """Returns the card behind a handle in a bag of the seat."""
        bag = self.piles.bag(self._seat, zone)
        if not bag:
            raise RefusedError("HAND_COUNT", f"zone {zone} holds no card to take")
        for held in bag:
            if held.handle == handle:
                return held
        raise RefusedError("BLIND_NOT_HELD", f"the card at that handle does not lie in zone {zone}")

    def _take(self, act: wire.Place | wire.Show, shift: Shift) -> Held:
        """Takes the card for the next reference out of its bag; of equal cards it must be the lowest."""
        if (act.from_zone, act.to_zone) != (shift.source.number, shift.target.number):
            raise disagree()
        held = self._held(act.from_zone, self._handles[self._used])
        self._used += 1
        first = next(one for one in self.piles.bag(self._seat, act.from_zone) if one.card == held.card)
        if first is not held:
            raise RefusedError(
                "REF_ORDER", "of equal cards in a hand the one with the lowest handle is taken"
            )
        self.piles.take(self._seat, act.from_zone, held)
        return held

    def _place(self, place: wire.Place, shift: Shift) -> None:
        held = self._take(place, shift)
        if held.card != shift.card:
            raise disagree()
        number = self.piles.next_ref(self._seat)
        inner = blind_inner(self._table_id, held.handle, salt_in(self._seed, number))
        salt = salt_out(self._seed, number)
        if blind_outer(self._table_id, self._seat, number, held.card, inner, salt) != place.outer:
            raise self._wrong_commitment(place.outer)
        self.piles.lay(self._seat, place.to_zone, held, opened=False)

    def _show(self, show: wire.Show, shift: Shift) -> None:
        if show.card != shift.card:
            raise disagree()
        held = self._take(show, shift)
        if held.card != show.card:
            raise RefusedError("BLIND_IDENTITY", "the card behind the handle is not the one shown")
        number = self.piles.next_ref(self._seat)
        if blind_inner(self._table_id, held.handle, salt_in(self._seed, number)) != show.inner:
            raise RefusedError(
                "PRIV_MISMATCH", f"reference {number} does not commit to the handle sent with it"
            )
        self.piles.lay(self._seat, show.to_zone, held, opened=True)

    def _reveal(self, reveal: wire.Reveal, shift: Shift) -> None:
        if reveal.card != shift.card:
            raise disagree()
        ref = self._closed_ref(reveal.ref, shift)
        inner = blind_inner(self._table_id, ref.handle, salt_in(self._seed, ref.number))
        identity = ref.card, inner, salt_out(self._seed, ref.number)
        if identity != (reveal.card, reveal.inner, reveal.salt):
            raise RefusedError("BLIND_IDENTITY", f"reference {ref.number} does not open like that")
        if self.piles.lowest_closed(self._seat, shift.source.number, ref.card) is not ref:
            raise RefusedError(
                "REF_ORDER", "of equal closed cards the one with the lowest tag is opened first"
            )
        self.piles.move(self.piles.open(self._seat, shift.source.number, ref), shift.source, shift.target)

    def _closed_ref(self, number: int, shift: Shift) -> Ref:
        """Returns a live closed reference of the zone that a move leaves."""
        for ref in self.piles.laid(self._seat, shift.source.number):
            if ref.number == number and not ref.open:
                return ref
        if not 0 < number < self.piles.next_ref(self._seat):
            raise RefusedError("BLIND_NOT_HELD", f"this seat has no reference {number}")
        if any(ref.number == number and not ref.open for ref in self.piles.live(self._seat)):
            raise disagree()
        raise RefusedError("BLIND_REUSED", f"reference {number} is open already, or used up")

    def _wrong_commitment(self, outer: bytes) -> RefusedError:
        """Says why a commitment is refused: a copy of a live one has a code of its own."""
        for ref in self.piles.live(self._seat):
            inner = blind_inner(self._table_id, ref.handle, salt_in(self._seed, ref.number))
            salt = salt_out(self._seed, ref.number)
            if blind_outer(self._table_id, self._seat, ref.number, ref.card, inner, salt) == outer:
                return RefusedError("BLIND_REUSED", f"this is the commitment of reference {ref.number}")
        return RefusedError("PRIV_MISMATCH", "a reference does not commit to the handle sent with it")

    def _follow(self, shift: Shift, pointed: dict[int, int]) -> None:
        """Moves a reference without an act: one that is pointed at, else as the rules say.

        `pointed` are the numbers named, each with the zone to which it is sent; those that go leave it.
        """
        if shift.source.form == BAG:
            raise disagree()
        seat, zone = shift.source.seat, shift.source.number
        named = [
            ref for ref in self.piles.closed(seat, zone) if ref.number in pointed and ref.card == shift.card
        ]
        if not named:
            self.piles.follow(shift.card, shift.source, shift.target)
            return
        first = self.piles.lowest_closed(seat, zone, shift.card) if seat == self._seat else named[0]
        if first is None or first not in named:
            raise RefusedError(
                "REF_ORDER", "of equal closed cards the one with the lowest tag is named first"
            )
        if pointed.pop(first.number) not in {0, shift.target.number}:
            raise disagree()
        self.piles.move(first, shift.source, shift.target)

    def _pointed(self, point: wire.Point) -> list[Ref]:
        """Returns the closed references that a POINT names, in order."""
        live = {ref.number: ref for ref in self.piles.live(point.owner) if not ref.open}
        missing = [number for number in point.refs if number not in live]
        if missing:
            raise RefusedError("BLIND_NOT_HELD", f"seat {point.owner} has no closed reference {missing[0]}")
        return [live[number] for number in point.refs]
