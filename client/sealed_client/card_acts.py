"""From a draft to its signed payload: masked steps, card acts, commitments, handles (spec 2.6, 2.8, 2.16)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sealed.engine.eye import PUBLIC
from sealed.engine.kernel import mask
from sealed.engine.zones import HIDDEN
from sealed.fairness.arithmetic.blind import make_ref, pack_handles, salt_out
from sealed.fairness.bridge import shifts
from sealed.fairness.payloads import codec
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.regrouping import RegroupWriter, plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sealed.engine.title import Title
    from sealed.fairness.arithmetic.blind import Handle
    from sealed.fairness.bridge.places import Places
    from sealed.fairness.bridge.shifts import Shift
    from sealed_client.draft import Draft, DraftStep
    from sealed_client.holdings import Holdings


def made_by(draft: wire.Draft) -> int:
    """Returns how many references a draft makes."""
    return sum(makes(act) for step in draft.steps for act in step.cards)


def makes(act: wire.CardAct) -> int:
    """Returns how many references a card act makes."""
    if act.HasField("regroup"):
        return sum(len(put.outers) for put in act.regroup.puts)
    return act.HasField("place") or act.HasField("show")


class Written(NamedTuple):
    """Is a draft as bytes: the payload to sign, and the handles that go beside it and are never logged."""

    payload: bytes
    handles: bytes

    def __repr__(self) -> str:
        """Shows sizes only."""
        return f"<draft payload of {len(self.payload)} bytes, {len(self.handles) // 5} handles>"


class DraftWriter:
    """Writes the drafts of one seat at one table."""

    def __init__(self, title: Title, places: Places, table_id: bytes, seat: int, blind_seed: bytes) -> None:
        """Takes what the commitments are made of; `blind_seed` is b_seat."""
        self._title, self._places = title, places
        self._table_id, self._seat, self._seed = table_id, seat, blind_seed
        self._regroups = RegroupWriter(table_id, seat, blind_seed)

    def write(self, draft: Draft, holdings: Holdings) -> Written:
        """Returns the payload and handles of a draft; `holdings` stay as they are.

        Raises EncodingError if the draft would be too large for the protocol.
        """
        working = holdings.copy()
        first = working.next_ref
        handles: list[Handle] = []
        steps = [self._step(step, working, handles) for step in draft.steps]
        payload = wire.Draft(steps=steps, first_ref=first if handles else 0)
        return Written(codec.encode(payload), pack_handles(handles))

    def _step(self, step: DraftStep, holdings: Holdings, handles: list[Handle]) -> wire.Step:
        notation = self._title.notation
        masked = mask(step.before, step.action, PUBLIC, notation)
        named = zip(notation.cards(masked), notation.cards(step.action), strict=True)
        acts: list[wire.CardAct] = []
        due = list(shifts.shifts(self._places, step.events))
        placed = Counter(shift.card for shift in due if shift.act == shifts.PLACE for _ in range(shift.n))
        unseen = Counter(card for shown, card in named if shown == HIDDEN) - placed
        mixed = [shift for shift in due if shift.act == shifts.REGROUP]
        if mixed:
            acts.append(self._regroup(mixed, holdings, handles))
        for shift in due:
            if shift.act == shifts.REGROUP:
                continue
            if shift.act == shifts.FOLLOW and unseen[shift.card] and not shift.source.open:
                acts.append(self._point(shift, holdings))
                continue
            acts.extend(self._acts(shift, holdings, handles))
        return wire.Step(action=masked.text, cards=acts)

    def _point(self, shift: Shift, holdings: Holdings) -> wire.CardAct:
        """Names the closed references of a card that goes elsewhere unopened, and is not in the text."""
        source, target = shift.source.number, shift.target.number
        refs = []
        for _ in range(shift.n):
            refs.append(holdings.closed(source, shift.card))
            holdings.move(refs[-1], source, target)
        return wire.CardAct(point=wire.Point(owner=self._seat, refs=sorted(refs), to_zone=target))

    def _acts(self, shift: Shift, holdings: Holdings, handles: list[Handle]) -> Iterator[wire.CardAct]:
        if shift.source.seat != self._seat:
            return
        source, target = shift.source.number, shift.target.number
        if shift.act == shifts.FOLLOW:
            holdings.follow(source, target, shift.card, shift.n)
            return
        for _ in range(shift.n):
            if shift.act == shifts.REVEAL:
                yield self._reveal(holdings, source, target, shift.card)
            else:
                shown = shift.act == shifts.SHOW
                yield self._lay(holdings, handles, (source, target, shift.card), shown=shown)

    def _regroup(self, mixed: Sequence[Shift], holdings: Holdings, handles: list[Handle]) -> wire.CardAct:
        """Makes the one act of all that a step mixes; it comes before the others (spec 2.16)."""
        regroup = plan(mixed, holdings)
        act, made = self._regroups.write(regroup, holdings.next_ref)
        holdings.regroup(regroup, made)
        handles += made
        return wire.CardAct(regroup=act)

    def _reveal(self, holdings: Holdings, source: int, target: int, card: int) -> wire.CardAct:
        ref = holdings.closed(source, card)
        handle = holdings.laid(source)[ref].handle
        made = make_ref(self._table_id, self._seat, self._seed, ref, handle, card)
        holdings.open(ref)
        holdings.follow(source, target, card, 1)
        return wire.CardAct(
            reveal=wire.Reveal(ref=ref, card=card, inner=made.inner, salt=salt_out(self._seed, ref))
        )

    def _lay(
        self, holdings: Holdings, handles: list[Handle], move: tuple[int, int, int], *, shown: bool
    ) -> wire.CardAct:
        source, target, card = move
        handle = holdings.lowest(source, card)
        ref = holdings.lay(source, target, handle, shown=shown)
        handles.append(handle)
        made = make_ref(self._table_id, self._seat, self._seed, ref, handle, card)
        if shown:
            show = wire.Show(from_zone=source, to_zone=target, card=card, inner=made.inner)
            return wire.CardAct(show=show)
        return wire.CardAct(place=wire.Place(from_zone=source, to_zone=target, outer=made.outer))

    def __repr__(self) -> str:
        """Shows whose drafts it writes."""
        return f"<draft writer of seat {self._seat}>"
