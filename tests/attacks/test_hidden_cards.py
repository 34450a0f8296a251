"""Attacks 45-50 and 71-81, 103-105 on face-down cards, and encodings 51-57 of what is logged.

A referee that logs what it must refuse is named; a seat only where its own signature contradicts itself.
"""

from __future__ import annotations

import pytest
from malicious_referee import PRIVATE, MaliciousReferee, flip
from malicious_seat import act_of, conniving, has_act
from witness import SEEDS, Trial, convicted, no_rules, tried

from sealed.fairness.arithmetic.blind import Handle, blind_seed, equal_tag
from sealed.fairness.arithmetic.identifiers import table_id
from sealed.fairness.arithmetic.tape import Tape
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.signing.private import Kind
from sealed.wire.v1 import fairness_pb2 as wire

BOTH = pytest.mark.parametrize("seats", [2, 3])


def change_act(kind, name, change):
    """Returns a change of one field of the first card act of a kind."""
    return lambda draft: setattr(act_of(draft, kind), name, change(getattr(act_of(draft, kind), name)))


def set_action(text):
    """Returns a change of the text of the first step."""
    return lambda draft: setattr(draft.steps[0], "action", text)


def opens_foreign(draft):
    """Opens a reference of its own with the bytes of another card."""
    reveal = act_of(draft, "reveal")
    reveal.inner, reveal.salt = flip(reveal.inner), flip(reveal.salt)


def later(draft) -> bool:
    """Tells whether a draft makes references and is not the first to."""
    return draft.first_ref > 1


DRAFTS = {
    "49 refs of a point not ascending": (
        lambda d: d.steps[0].cards.add().point.CopyFrom(wire.Point(owner=1, refs=[2, 1])),
        None,
        "ENC_BAD_VALUE",
    ),
    "72 a reference never made": (
        change_act("reveal", "ref", lambda n: 250),
        has_act("reveal"),
        "BLIND_NOT_HELD",
    ),
    "73 a gap in the numbers": (lambda d: setattr(d, "first_ref", d.first_ref + 1), later, "BLIND_REF_NO"),
    "73 an overlap": (lambda d: setattr(d, "first_ref", d.first_ref - 1), later, "BLIND_REF_NO"),
    "104 a hidden card named": (set_action("politics Infantry"), has_act("place"), "ACT_ILLEGAL"),
    "104 text and act name two cards": (
        change_act("show", "card", lambda c: c % 10 + 1),
        has_act("show"),
        "ACT_ILLEGAL",
    ),
    "104 a point nobody asked for": (
        lambda d: d.steps[0].cards.add().point.CopyFrom(wire.Point(owner=1, refs=[1])),
        None,
        "ACT_ILLEGAL BLIND_NOT_HELD BLIND_REUSED",
    ),
    "79 a step after its turn": (
        lambda d: d.steps.append(d.steps[0]),
        lambda d: d.steps[0].action == "end",
        "DRAFT_BARRIER",
    ),
}


@BOTH
@pytest.mark.parametrize("name", DRAFTS)
def test_a_false_draft_in_the_log_convicts_the_referee(name, seats) -> None:
    """What an honest referee refuses names it, and never the seat, once it stands in its log."""
    change, when, codes = DRAFTS[name]
    trial, _, found = tried(seats, lambda t: conniving(t.scribe, change, when or (lambda d: True)))
    assert found.verdict.code in codes.split()
    assert found.says[1:] == (Klass.C, found.verdict.entry, trial.referee)
    assert trial.scribe.entries[found.verdict.entry].type == E.ACT
    assert convicted(found) == {trial.referee}


@BOTH
@pytest.mark.parametrize("change", [change_act("reveal", "salt", flip), opens_foreign], ids=["45", "71"])
def test_another_card_than_was_laid_convicts_seat_and_referee(change, seats) -> None:
    """A REVEAL against a commitment that the seat saw logged names both; the two drafts show it."""
    trial, hook, found = tried(seats, lambda t: conniving(t.scribe, change, has_act("reveal")))
    assert found.verdict.code == "BLIND_IDENTITY"
    guilty = {trial.referee, trial.key(hook.done[0])}
    assert {one.key for one in found.beside} == guilty
    assert len(found.evidence.entries) == 3
    assert convicted(found) == convicted(found, no_rules) == guilty


class FromElsewhere(MaliciousReferee):
    """Seat and referee connive: the first card turned up is an equal one that lies in another place."""

    def fits(self, one, zone, card) -> bool:
        """Tells whether a face-down card is one to turn up instead."""
        return one.card == card and one.zone != zone

    wrong = -1

    def closed(self, seat, zone, card):
        """Returns another reference than the rules say, if there is one."""
        others = [c for c in self.refs.values() if c.seat == seat and not c.open and self.fits(c, zone, card)]
        if self.wrong < 0 and others:
            self.wrong = len(self.entries)
            return others[0]
        return super().closed(seat, zone, card)


class OfAnotherType(FromElsewhere):
    """The first card turned up is one beside it, of another type than the action names."""

    def fits(self, one, zone, card):
        """Tells whether a card lies there and is of another type."""
        return one.card != card and one.zone == zone


@pytest.mark.parametrize(("cls", "seats", "seed"), [(FromElsewhere, 2, 1), (OfAnotherType, 3, 1)])
def test_a_true_card_that_the_action_does_not_turn_up_convicts(cls, seats, seed) -> None:
    """A REVEAL that opens what was laid, and is not the card or place of its action, is ACT_ILLEGAL (104)."""
    trial = Trial(seats, seed, cls)
    found = trial.run()
    assert found.says == ("ACT_ILLEGAL", Klass.C, trial.scribe.wrong, trial.referee)
    assert convicted(found) == {trial.referee}


def replayed_commitment():
    """Returns a change that lays a card under the commitment of an older one, from the second PLACE on."""
    seen = []

    def change(draft):
        if seen:
            act_of(draft, "place").outer = seen[0]
        seen.append(act_of(draft, "place").outer)

    return change


@BOTH
def test_a_reference_is_opened_once(seats) -> None:
    """A REVEAL of what is open already is BLIND_REUSED, C for the referee (case 72)."""
    for seed in SEEDS:
        trial, first = Trial(seats, seed), {}

        def change(seat, draft, first=first):
            if has_act("reveal")(draft):
                reveal = act_of(draft, "reveal")
                kept = first.setdefault(seat, wire.Reveal.FromString(reveal.SerializeToString()))
                reveal.CopyFrom(kept)
            return draft

        trial.scribe.alter_draft = change
        found = trial.run()
        if found:
            break
    assert found.says[:2] == ("BLIND_REUSED", Klass.C)
    assert found.verdict.key == trial.referee
    assert convicted(found) == {trial.referee}


@BOTH
def test_a_copied_commitment_convicts_the_referee(seats) -> None:
    """A PLACE with the commitment of an older reference is BLIND_REUSED (case 73)."""
    trial, _, found = tried(
        seats, lambda t: conniving(t.scribe, replayed_commitment(), has_act("place"), often=True)
    )
    assert found.says[:2] == ("BLIND_REUSED", Klass.C)
    assert convicted(found) == {trial.referee}


ENTRIES = {
    "75 turned up as another card": (
        "FORCED",
        lambda m: setattr(m.cards[0], "card", m.cards[0].card % 10 + 1),
        lambda m: True,
        "BLIND_IDENTITY",
    ),
    "75 turned up too few": (
        "FORCED",
        lambda m: m.cards.__delitem__(-1),
        lambda m: len(m.cards) > 1,
        "BLIND_EARLY",
    ),
    "76 a look at a reference nobody made": (
        "PEEK",
        lambda m: m.refs.append(250),
        lambda m: True,
        "BLIND_NOT_HELD",
    ),
    "76 a look that no rule gives": (
        "PEEK",
        lambda m: setattr(m, "viewer", m.owner % 2 + 1 if m.viewer != m.owner % 2 + 1 else 3),
        lambda m: True,
        "PEEK_NOT_DUE ENC_BAD_VALUE",
    ),
    "105 cards for another seat": (
        "DRAW",
        lambda m: setattr(m, "seat", m.seat % 2 + 1),
        lambda m: True,
        "DRAW_RECIPIENT",
    ),
    "105 cards for another hand": (
        "DRAW",
        lambda m: setattr(m, "zone", 64),
        lambda m: True,
        "DRAW_RECIPIENT",
    ),
    "53 an unknown field": (
        "DRAW",
        lambda m: m.SerializeToString() + b"\x78\x01",
        lambda m: True,
        "ENC_UNKNOWN_FIELD",
    ),
    "54 an explicit default": (
        "SLOT_OPEN",
        lambda m: b"\x08\x00" + m.SerializeToString()[2:],
        lambda m: True,
        "ENC_NOT_STRICT",
    ),
    "55 a hash too short": (
        "DRAW",
        lambda m: setattr(m, "digest", m.digest[1:]),
        lambda m: bool(m.digest),
        "ENC_BAD_VALUE",
    ),
    "56 a payload written anew": (
        "ACT",
        lambda m: setattr(m.msg, "payload", m.msg.payload + b"\x10\x01"),
        lambda m: True,
        "SIG_INVALID",
    ),
    "57 an oversized entry": (
        "DRAW",
        lambda m: m.SerializeToString() + bytes(33_000),
        lambda m: True,
        "ENC_TOO_LARGE",
    ),
    "52 S = 0 under a good key": (
        "ACT",
        lambda m: setattr(m.msg, "sig", m.msg.sig[:32] + bytes(32)),
        lambda m: True,
        "SIG_INVALID",
    ),
    "52 R = identity": (
        "ACT",
        lambda m: setattr(m.msg, "sig", b"\1" + bytes(31) + m.msg.sig[32:]),
        lambda m: True,
        "SIG_INVALID",
    ),
    "11 another position than the rules make": (
        "ACT",
        lambda m: setattr(m, "state", flip(m.state)),
        lambda m: True,
        "STATE_MISMATCH",
    ),
}


@BOTH
@pytest.mark.parametrize("name", ENTRIES)
def test_a_false_entry_convicts_the_referee(name, seats) -> None:
    """The code at that entry for everybody, and evidence that names the referee alone."""
    step, change, when, codes = ENTRIES[name]
    trial, hook, found = tried(seats, lambda t: t.scribe.at(step, change, when))
    assert found.verdict.code in codes.split()
    assert found.says[1:] == (Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


@BOTH
def test_a_false_look_convicts_the_referee(seats) -> None:
    """A viewer that is shown another card than was laid has BLIND_IDENTITY, by its own message (case 76)."""

    def peeked(seat, kind, content) -> bool:
        return kind == Kind.PEEKED

    trial, hook, found = tried(
        seats,
        lambda t: t.scribe.at(PRIVATE, lambda seat, kind, content: flip(content, 7), peeked),
    )
    assert found.says == ("BLIND_IDENTITY", Klass.C, hook.done[0], trial.referee)
    assert len(found.evidence.private) == 1
    assert convicted(found) == {trial.referee}


class Thief(MaliciousReferee):
    """Seat and referee connive: the first card laid is one from the bottom of the deck."""

    stolen = 0

    def _acts(self, player, shift):
        bag = self.bags[player.seat, shift.source.number] if shift.act in {"place", "show"} else []
        if bag and not self.stolen:
            deck, epoch, _ = bag[0]
            order = self.orders[deck, epoch]
            bottom = max(place for place, card in enumerate(order) if card == shift.card)
            if Handle(deck, epoch, bottom) not in bag:
                self.stolen = player.seat
                bag[:] = [Handle(deck, epoch, bottom), *(h for h in bag if self.card_at(h) != shift.card)]
        return super()._acts(player, shift)


@BOTH
def test_a_card_never_drawn_convicts_seat_and_referee(seats) -> None:
    """FIN_HAND in the audit names both, by the whole record (cases 47, 48)."""
    for seed in SEEDS:
        trial = Trial(seats, seed, Thief)
        found = trial.finish(60)
        if trial.scribe.stolen:
            break
    assert found.verdict.code == "FIN_HAND"
    guilty = {trial.referee, trial.key(trial.scribe.stolen)}
    assert {one.key for one in found.beside} == convicted(found) == guilty


class WrongTag(MaliciousReferee):
    """Of equal closed cards the one with the highest tag is opened."""

    changed = False

    def closed(self, seat, zone, card):
        """Returns the reference that must not be opened first."""
        found = [c for c in self.lying(seat, zone) if not c.open and c.card == card]
        self.changed |= len(found) > 1
        return max(found, key=lambda c: equal_tag(self.seeds[seat], c.number))


@BOTH
def test_the_wrong_one_of_two_equal_cards_convicts_the_referee(seats) -> None:
    """REF_ORDER in the audit, class C against the referee only (case 103)."""
    for seed in SEEDS:
        trial = Trial(seats, seed, WrongTag)
        found = trial.finish(400)
        if trial.scribe.changed:
            break
    assert found.says[:2] == ("REF_ORDER", Klass.C)
    assert convicted(found) == {trial.referee}


def swap_handles(page) -> None:
    """Exchanges the first and the last handle of a page."""
    page.handles = page.handles[-5:] + page.handles[5:-5] + page.handles[:5]


END = {
    "50 two handles exchanged": ("FINAL_PAGE", swap_handles, lambda m: True, "FIN_BLIND_UNOPENED"),
    "50 a handle missing": (
        "FINAL_PAGE",
        lambda m: setattr(m, "handles", m.handles[:-5]),
        lambda m: True,
        "FIN_BLIND_UNOPENED",
    ),
    "50 a page for a reference nobody made": (
        "FINAL_PAGE",
        lambda m: setattr(m, "handles", m.handles + bytes(5)),
        lambda m: True,
        "FIN_BLIND_UNOPENED",
    ),
    "64 another R": (
        "FINAL_REVEAL",
        lambda m: setattr(m, "tape_seed", flip(m.tape_seed)),
        lambda m: True,
        "FIN_TAPE_ROOT",
    ),
    "78 a blind seed that R does not give": (
        "GENESIS",
        lambda m: m.blind_commits.__setitem__(-1, flip(m.blind_commits[-1])),
        lambda m: True,
        "PRIV_SEED",
    ),
}


@BOTH
@pytest.mark.parametrize("name", END)
def test_a_false_reveal_convicts_the_referee(name, seats) -> None:
    """What was committed or laid and is not what is revealed names the referee (cases 50, 64, 78)."""
    step, change, when, code = END[name]
    trial = Trial(seats)
    trial.scribe.at(step, change, when)
    found = trial.finish(40) if step != "GENESIS" else trial.begin()
    assert found.says[:2] == (code, Klass.C)
    assert convicted(found) == convicted(found, no_rules) == {trial.referee}


@BOTH
def test_a_blind_seed_known_to_be_false_only_at_the_end_convicts(seats) -> None:
    """A seed committed and told alike that R does not give is FIN_BLIND_SEED (case 78)."""
    trial = Trial(seats)
    scribe = trial.scribe
    scribe.seeds[seats] = flip(scribe.seeds[seats])
    assert trial.begin() is None
    found = trial_end(trial)
    assert found.says[:2] == ("FIN_BLIND_SEED", Klass.C)
    assert len(found.evidence.entries) == 2
    assert convicted(found) == {trial.referee}


def trial_end(trial):
    """Plays on to the audit of a table that has begun."""
    trial.begin = lambda: None
    return trial.finish(20)


@BOTH
def test_a_draw_of_nothing_convicts_at_the_end(seats) -> None:
    """A digest of no private message, with a seat that says nothing, is FIN_OPENING (case 77)."""
    trial = Trial(seats)
    hook = trial.scribe.at("DRAW", lambda m: setattr(m, "digest", flip(m.digest)), lambda m: bool(m.digest))
    trial.connive()
    found = trial.finish(60, until=hook)
    assert found.says == ("FIN_OPENING", Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


class WeakSeat(MaliciousReferee):
    """A seat sits down with the identity point for a key, and its referee lets it."""

    def _join(self, seats):
        super()._join(seats)
        self.joins[0].pk = b"\1" + bytes(31)
        self.id = table_id(self.params, [(join.pk, join.nonce) for join in self.joins])
        self.tape = Tape(self.id, self.tape_seed, self.n)
        self.seeds = {seat: blind_seed(self.id, self.tape_seed, seat) for seat in self.players}


@BOTH
def test_a_weak_key_convicts_who_lets_it_sit_down(seats) -> None:
    """A seat's key of small order in a GENESIS is KEY_WEAK, C for the referee (case 51)."""
    trial = Trial(seats, cls=WeakSeat)
    found = trial.begin()
    assert found.says == ("KEY_WEAK", Klass.C, 0, trial.referee)
    assert convicted(found) == {trial.referee}
