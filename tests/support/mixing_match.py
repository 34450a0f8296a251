"""Matches of Mixing through the real table: players that try everything, and drafts with one thing wrong."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from match import InMemoryMatch

from sealed.engine import kernel
from sealed.engine.title import BAG, LAID
from sealed.engine.zones import cards
from sealed.fairness.arithmetic.blind import make_ref, pack_handles, regroup_tag, unpack_handles
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.card_acts import DraftWriter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from match import Player

    from sealed.engine.action import Action
    from sealed.engine.title import Title
    from sealed.fairness.arithmetic.blind import Handle
    from sealed_client.seat import Seat

QUIET = ("assign", "reassign", "settle", "turn-down", "recall", "renew", "done")
"""Verbs that open no card, and point at none."""


def mixing_player(rng: Random, only: Sequence[str] = ()) -> Player:
    """Returns a player that picks a verb at random, and then an answer; it passes only if it must."""

    def answer(state, number: int) -> Action:
        legal = kernel.legal_actions(state, number)
        legal = [action for action in legal if not only or action.verb in only]
        verbs = sorted({action.verb for action in legal} - {"done"}) or ["done"]
        verb = rng.choice(verbs)
        return rng.choice([action for action in legal if action.verb == verb])

    return answer


def mixing_match(title: Title, seed: int) -> InMemoryMatch:
    """Returns a match that is begun."""
    match = InMemoryMatch(title, 2, Random(seed))
    match.begin()
    return match


def players(seed: int) -> dict[int, Player]:
    """Returns a player for each seat."""
    return {seat: mixing_player(Random(seed * 10 + seat)) for seat in (1, 2)}


def agree(seat: Seat) -> int:
    """Checks that the handles a seat holds are its cards, zone by zone; returns how many lie on the table."""
    laid = 0
    replica, places = seat.replica, seat.enrolment.rules.places
    for zone, (form, *_) in enumerate(replica.title.zone_forms):
        place = places.of(zone)
        there = list(cards(replica.state.zones[zone]))
        if place.seat == seat.number and form == BAG:
            assert sorted(replica.holdings.bag(place.number).values()) == there, place
        elif place.seat == seat.number and form == LAID:
            lying = replica.holdings.laid(place.number)
            assert sorted(one.card for one in lying.values()) == there, place
            assert all(place.open == one.open for one in lying.values()), place
            laid += len(lying)
    return laid


class Crook:
    """Is the one who asks for trouble: a seat's honest draft as bytes, to be spoilt and sent."""

    def __init__(self, match: InMemoryMatch, number: int, actions: Sequence[Action]) -> None:
        self.match, self.number, self.seat = match, number, match.seats[number]
        replica, rules = self.seat.replica, self.seat.enrolment.rules
        draft = self.seat.draft()
        for action in actions:
            assert draft.add(action) is None
        self.table_id, self.seed = self.seat.follower.table_id, replica.blind_seed
        self.holdings = replica.holdings
        writer = DraftWriter(rules.title, rules.places, self.table_id, number, self.seed)
        written = writer.write(draft, replica.holdings)
        self.draft = wire.Draft.FromString(written.payload)
        self.handles: list[Handle] = list(unpack_handles(written.handles))

    @property
    def regroup(self) -> wire.Regroup:
        """Returns the regroup of the last step."""
        return self.draft.steps[-1].cards[0].regroup

    def card_at(self, handle: Handle) -> int:
        """Returns the card of the seat behind a handle, wherever it is."""
        for zone in range(256):
            if handle in (bag := self.holdings.bag(zone)):
                return bag[handle]
        found = (one for zone in range(256, 1024) for one in self.holdings.laid(zone).values())
        return next((one.card for one in found if one.handle == handle), 1)

    def lay(self, puts: dict[int, list[Handle]], *, ordered: bool = True) -> None:
        """Puts these cards into laid zones, with sound commitments, in the order of tags or against it."""
        first = number = self.draft.first_ref
        made, self.handles = [], []
        for zone, there in sorted(puts.items()):
            tagged = sorted(there, key=lambda one: regroup_tag(self.seed, first, one), reverse=not ordered)
            outers = []
            for handle in tagged:
                card = self.card_at(handle)
                outers.append(make_ref(self.table_id, self.number, self.seed, number, handle, card).outer)
                number += 1
            self.handles += tagged
            made.append(wire.Put(zone=zone, outers=outers))
        bags = [put for put in self.regroup.puts if put.count]
        del self.regroup.puts[:]
        self.regroup.puts.extend(bags + made)

    def laid(self) -> dict[int, list[Handle]]:
        """Returns which handles the act lays where."""
        queue = iter(self.handles)
        return {put.zone: [next(queue) for _ in put.outers] for put in self.regroup.puts if put.outers}

    def send(self) -> str:
        """Sends the draft; returns the code by which it is refused, or nothing if it is logged."""
        match, verifier = self.match, self.seat.follower.verifier
        size = verifier.acknowledged
        payload = self.draft.SerializeToString(deterministic=True)
        seen, counter = (size, verifier.root_at(size)), verifier.counter(self.number)
        run = pack_handles(self.handles)
        submit = self.seat.outbox.write(EntryType.ACT, counter, seen, payload, run)
        self.seat.sent(submit, EntryType.ACT)
        before = match.table.size
        output = match.post(self.number, submit)
        match.deliver(self.number, output)
        match.settle()
        assert output.problem is None, output.problem
        assert (match.table.size == before) == (output.refusal is not None)
        return output.refusal.code if output.refusal is not None else ""
