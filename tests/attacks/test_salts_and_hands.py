"""Attacks 6, 13, 46-48, 74 and 105 on salts, on the cards behind references, and on hands of two colours."""

from __future__ import annotations

import pytest
from malicious_referee import SEAL, MaliciousReferee
from malicious_seat import act_of, conniving, has_act
from witness import BACKEND, SEEDS, Trial, convicted, judged, no_rules, popular_front, tried

from sealed.fairness.arithmetic.blind import Handle, blind_inner, blind_outer
from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.making import evidence_of
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.wire.v1 import fairness_pb2 as wire

BOTH = pytest.mark.parametrize("seats", [2, 3])
NO_CARD = 99
LONG = 1200


class OldKey(MaliciousReferee):
    """Seals a deck that is shuffled again with the key of the slot before: old salts, an order it knows."""

    resealed = -1

    def _seal(self, shuffle, prk):
        self.keys = getattr(self, "keys", {})
        old = self.keys.setdefault(shuffle.deck, prk)
        result = super()._seal(shuffle, old)
        if shuffle.epoch > 1 and self.resealed < 0:
            self.resealed = len(self.entries)
        return result


@BOTH
def test_a_salt_that_was_used_before_convicts_at_the_draw(seats) -> None:
    """The seat that saw the same position before has OPEN_SALT_REUSED, by what it was told (case 13)."""
    trial = Trial(seats, 1, OldKey)
    found = trial.run(LONG)
    drawn = trial.scribe.entries[found.verdict.entry]
    assert drawn.type == E.DRAW
    assert drawn.index > trial.scribe.resealed > 0
    assert found.says == ("OPEN_SALT_REUSED", Klass.C, drawn.index, trial.referee)
    assert found.seat == wire.Draw.FromString(drawn.payload).seat
    assert convicted(found) == {trial.referee}


@BOTH
def test_a_deck_sealed_with_an_old_key_convicts_at_the_end(seats) -> None:
    """If nobody looks, the audit has FIN_DECK_ROOT at the seal (case 13)."""
    trial = Trial(seats, 1, OldKey)
    trial.begin()
    trial.connive()
    while trial.scribe.resealed < 0:
        assert trial.play(1) is None
    found = trial.finish_on()
    assert found.says == ("FIN_DECK_ROOT", Klass.C, trial.scribe.resealed, trial.referee)
    assert convicted(found) == {trial.referee}


class Foreign(MaliciousReferee):
    """Seals and shows cards that do not exist, and plays with others."""

    def _seal(self, shuffle, prk):
        result = super()._seal(shuffle, prk)
        order = self.orders[shuffle.deck, shuffle.epoch]
        self.orders[shuffle.deck, shuffle.epoch] = [1 if card == NO_CARD else card for card in order]
        return result


@BOTH
def test_a_card_that_no_list_has_convicts_at_the_draw(seats) -> None:
    """A seal over a card that does not exist is OPEN_CARD for whoever draws it (spec 3.1)."""
    trial = Trial(seats, 1, Foreign)
    trial.scribe.at(SEAL, lambda shuffle, order: [NO_CARD, *order[1:]])
    found = trial.run(60)
    assert found.says[:2] == ("OPEN_CARD", Klass.C)
    assert trial.scribe.entries[found.verdict.entry].type == E.DRAW
    assert convicted(found) == convicted(found, no_rules) == {trial.referee}


# ---- commitments without salts ----


def brute_force(trial, placed, seat, number, salts) -> tuple[Handle, int] | None:
    """Tries every card at every place of every deck behind a commitment whose salts are known."""
    for (deck, epoch), order in trial.scribe.orders.items():
        for position in range(len(order)):
            inner = blind_inner(trial.scribe.id, Handle(deck, epoch, position), salts[0])
            for card in set(order):
                if blind_outer(trial.scribe.id, seat, number, card, inner, salts[1]) == placed:
                    return Handle(deck, epoch, position), card
    return None


def without_salts(trial):
    """Lets a seat commit with salts of zeros, and keeps what it made."""
    made, scribe = [], trial.scribe

    def change(draft) -> None:
        place = act_of(draft, "place")
        seat = scribe.due_seat
        player = scribe.players[seat]
        number, handle = player.next_ref - 1, player.pages[-1]
        card = scribe.card_at(handle)
        inner = blind_inner(scribe.id, handle, bytes(32))
        outer = blind_outer(scribe.id, seat, number, card, inner, bytes(32))
        made.append((seat, number, place.outer, outer, (handle, card)))
        place.outer = outer

    return made, conniving(scribe, change, has_act("place"))


class Telling(MaliciousReferee):
    """Knows whose draft is being made."""

    due_seat = 0

    def act(self, seat, action):
        """Answers for a seat."""
        self.due_seat = seat
        super().act(seat, action)


@BOTH
def test_salts_of_its_own_choice_convict_at_the_end_and_hide_nothing(seats) -> None:
    """Unsalted commitments are opened by trying; with referee and seat at one, FIN_BLIND_UNOPENED (46)."""
    trial = Trial(seats, 1, Telling)
    made, hook = without_salts(trial)
    found = trial.finish(LONG, until=hook)
    seat, number, salted, unsalted, behind = made[0]
    assert brute_force(trial, unsalted, seat, number, (bytes(32), bytes(32))) == behind
    assert brute_force(trial, salted, seat, number, (bytes(32), bytes(32))) is None
    assert found.says[:2] == ("FIN_BLIND_UNOPENED", Klass.C)
    assert trial.scribe.entries[found.verdict.entry].type == E.ACT
    assert convicted(found) == {trial.referee}


# ---- the card behind a reference ----


class Substituting(MaliciousReferee):
    """Seat and referee connive: once, another handle of the same card is taken than the hand holds."""

    taken = 0

    def other(self, player, zone, card) -> Handle | None:
        """Returns the handle that is taken instead."""
        raise NotImplementedError

    def _acts(self, player, shift):
        if shift.act in {"place", "show"} and not self.taken:
            handle = self.other(player, shift.source.number, shift.card)
            if handle is not None:
                self.taken = player.seat
                bag = self.bags[player.seat, shift.source.number]
                bag[:] = [handle, *(one for one in bag if self.card_at(one) != shift.card)]
        return super()._acts(player, shift)


class Doubling(Substituting):
    """Takes a card that lies on the table already."""

    def other(self, player, zone, card) -> Handle | None:
        """Returns the handle of a reference."""
        return next((one for one in player.pages if self.card_at(one) == card), None)


class WrongHand(Substituting):
    """Takes a card of the seat's other colour."""

    def other(self, player, zone, card) -> Handle | None:
        """Returns the handle of an equal card in the other hand."""
        hand = self.bags.get((player.seat, 64 - zone), ()) if zone in {0, 64} else ()
        return next((one for one in hand if self.card_at(one) == card), None)


CASES = {"48 one card twice": (Doubling, 2), "48 one card twice, three seats": (Doubling, 3)}
CASES["105 from the other hand"] = (WrongHand, 3)


@pytest.mark.parametrize("name", CASES)
def test_another_card_than_the_hand_held_convicts_seat_and_referee(name) -> None:
    """FIN_HAND in the audit names both: the referee let it, and the seat signed the commitment (48, 105)."""
    cls, seats = CASES[name]
    for seed in SEEDS:
        trial = Trial(seats, seed, cls)
        found = trial.finish(120)
        if trial.scribe.taken:
            break
    assert found.verdict.code == "FIN_HAND"
    guilty = {trial.referee, trial.key(trial.scribe.taken)}
    assert {one.key for one in found.beside} == convicted(found) == guilty


def hand_of(zone):
    """Sends the first draw of seat 1's other colour to another hand."""
    return lambda m: setattr(m, "zone", 64 - m.zone) if m.seat == 1 else None


def undue(trial) -> int:
    """Logs a draw that nobody is due, to seat 1 whose other hand may be empty."""
    while trial.scribe.due().__class__.__name__ != "Answers":
        trial.play(1)
    deck = 0
    epoch, first = trial.scribe.current[deck], trial.scribe.cursor[deck]
    draw = wire.Draw(deck=deck, epoch=epoch, first=first, count=1, seat=1, digest=b"1" * 32)
    index = trial.scribe.log(E.DRAW, draw)
    trial.scribe.sign()
    return index


@BOTH
def test_a_draw_counted_by_seat_convicts(seats) -> None:
    """Hands belong to colours: a draw that no colour is due is DRAW_RECIPIENT (case 105)."""
    trial = Trial(seats)
    trial.run(8)
    index = undue(trial)
    found = trial.deliver()
    assert found.says == ("DRAW_RECIPIENT", Klass.C, index, trial.referee)
    assert convicted(found) == {trial.referee}
    assert judged(found.evidence, no_rules).exit_code == 2


def test_a_card_drawn_to_the_other_colours_hand_convicts() -> None:
    """One seat, two colours: the deck of the one never fills the hand of the other (case 105)."""
    trial, hook, found = tried(3, lambda t: t.scribe.at("DRAW", hand_of(64), lambda m: m.seat == 1))
    assert found.says == ("DRAW_RECIPIENT", Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


FALSE_ACTS = {
    "74 more cards than the bag holds": ("from_zone", 7, "HAND_COUNT"),
    "74 more copies than exist": ("card", 10, "BLIND_TYPE_COUNT"),
}


@BOTH
@pytest.mark.parametrize("name", FALSE_ACTS)
def test_counts_convict_without_the_rules(name, seats) -> None:
    """Draws, plays and lists are enough: a stranger to the rules names the referee (case 74)."""
    field, value, code = FALSE_ACTS[name]
    trial = Trial(seats)
    trial.witnesses = []
    conniving(trial.scribe, lambda d: setattr(act_of(d, "show"), field, value), has_act("show"), often=True)
    trial.scribe.begin()
    trial.scribe.play(LONG)
    record = trial.scribe.record()
    failure = audit(record, no_rules, BACKEND).failures[0]
    assert (failure.code, failure.klass, failure.key) == (code, Klass.C, trial.referee)
    assert trial.scribe.entries[failure.entry].type == E.ACT
    evidence = evidence_of(failure, record, no_rules, BACKEND)
    for rules in (no_rules, popular_front):
        judgement = judged(evidence, rules)
        assert judgement.exit_code == 1
        assert [(one.code, one.key) for one in judgement.failures] == [(code, trial.referee)]
