"""How a seat regroups in the log of a scribe: honestly, or as a test says (spec 2.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scribe_cards import Card

from sealed.engine.title import BAG
from sealed.fairness.arithmetic.blind import Handle, make_ref, regroup_tag
from sealed.wire.v1 import fairness_pb2 as wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scribe_cards import ScribeCards
    from scribe_log import Player

    from sealed.fairness.bridge.shifts import Shift

FIRST_LAID = 256
Goes = dict[Handle, tuple[int, int]]
"""Where each card of a regroup comes from and goes to."""


class Regrouper:
    """Makes the regroup acts of one table.

    `alter` may say that cards go elsewhere than the act declares, `order` by which key new references lie.
    """

    def __init__(self, scribe: ScribeCards) -> None:
        """Begins honest."""
        self.scribe = scribe
        self.alter: Callable[[int, Goes], Goes] = lambda seat, goes: goes
        self.order: Callable[[bytes, int, Handle], object] = regroup_tag

    def act(self, player: Player, mixed: Iterable[Shift]) -> wire.CardAct:
        """Returns the one act that these moves need, and carries it out."""
        scribe, seat, moved = self.scribe, player.seat, list(mixed)
        refs, goes = self._plan(seat, moved)
        act = wire.Regroup()
        counts: dict[tuple[int, int], int] = {}
        for cell in goes.values():
            counts[cell] = counts.get(cell, 0) + 1
        for (source, target), n in sorted(counts.items()):
            act.flows.add(from_zone=source, to_zone=target, n=n)
        for zone in sorted({source for source, _ in counts}):
            if zone < FIRST_LAID:
                act.takes.add(zone=zone, count=sum(n for (source, _), n in counts.items() if source == zone))
            else:
                act.takes.add(zone=zone, refs=sorted(c.number for c in refs if c.zone == zone))
        for card in refs:
            del scribe.refs[seat, card.number]
        for handle, (source, _) in goes.items():
            if source < FIRST_LAID:
                scribe.bags[seat, source].remove(handle)
        self._put(player, act, sorted({target for _, target in counts}), self.alter(seat, goes))
        return wire.CardAct(regroup=act)

    def _plan(self, seat: int, moved: list[Shift]) -> tuple[list[Card], Goes]:
        """Returns the references that are taken, and where every card goes."""
        scribe = self.scribe
        places = {place.number: place for shift in moved for place in (shift.source, shift.target)}
        lying = {number: scribe.lying(seat, number) for number, place in places.items() if place.form != BAG}
        goes: Goes = {}
        for shift in moved:
            source, target = shift.source.number, shift.target.number
            if shift.source.form == BAG:
                held = [h for h in scribe.bags[seat, source] if scribe.card_at(h) == shift.card]
            else:
                held = [c.handle for c in lying[source] if c.card == shift.card]
            goes[
                min(h for h in held if h not in goes)
                if shift.source.form == BAG
                else next(h for h in held if h not in goes)
            ] = (source, target)
        refs = [
            card
            for number, cards in lying.items()
            for card in cards
            if not places[number].open or card.handle in goes
        ]
        for card in refs:
            goes.setdefault(card.handle, (card.zone, card.zone))
        return refs, goes

    def _put(self, player: Player, act: wire.Regroup, zones: list[int], goes: Goes) -> None:
        scribe, seat, first = self.scribe, player.seat, player.next_ref
        seed = scribe.seeds[seat]
        for zone in zones:
            handles = [handle for handle, (_, target) in goes.items() if target == zone]
            if zone < FIRST_LAID:
                scribe.bags.setdefault((seat, zone), []).extend(handles)
                act.puts.add(zone=zone, count=len(handles))
                continue
            put = act.puts.add(zone=zone)
            for handle in sorted(handles, key=lambda one: self.order(seed, first, one)):
                number, card = player.next_ref, scribe.card_at(handle)
                player.next_ref += 1
                player.pages.append(handle)
                put.outers.append(make_ref(scribe.id, seat, seed, number, handle, card).outer)
                scribe.refs[seat, number] = Card(seat, number, zone, handle, card, open=False)
