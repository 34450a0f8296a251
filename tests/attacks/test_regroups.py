"""Attacks on regroups (section 4, cases 82-91 and 93), on the toy title Mixing.

What everybody can see convicts the referee that logged it; which card took which flow comes out at the end,
and then convicts the seat that signed for it as well.
"""

from __future__ import annotations

from random import Random

import false_regroups as false
import pytest
from false_regroups import (
    ARRIVED,
    BACKEND,
    DOWN,
    SEEDS,
    failures_of,
    finished_with,
    logged_with,
    mixing,
    no_rules,
    sent_elsewhere,
    units_of,
)
from mixing_table import TURN_DOWN
from mixing_title import TITLE
from scribe import Scribe

from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.judging import judge
from sealed.fairness.evidence.making import evidence_of
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.wire.v1 import fairness_pb2 as wire

LOGGED = {
    "82 a closed card left out": (false.one_left_out, "REGROUP_PARTIAL"),
    "82 a newcomer beside the old cards": (false.newcomer_beside, "REGROUP_PARTIAL"),
    "83 a flow too large": (false.flow_too_large, "REGROUP_COUNT"),
    "83 more out than in": (false.more_out_than_in, "REGROUP_COUNT"),
    "84 a card of another unit": (false.of_another_unit, "REGROUP_ZONE"),
    "84 zones out of order": (false.unordered, "REGROUP_ZONE"),
    "84 cards out of order": (false.unordered_cards, "REGROUP_ZONE"),
    "84 two bags on a side": (false.two_bags, "REGROUP_ZONE"),
    "84 cards of a unit counted": (false.bag_as_unit, "REGROUP_ZONE"),
    "84 from a bag to itself": (false.from_bag_to_bag, "REGROUP_ZONE"),
    "89 a face-up card redeployed": (false.redeployed_face_up, "ACT_ILLEGAL"),
    "89 a clean-up that moves a card": (false.moved_in_a_clean_up, "ACT_ILLEGAL"),
    "89 another price": (false.another_price, "ACT_ILLEGAL"),
    "90 a card renamed alone": (false.renamed_alone, "REGROUP_PARTIAL"),
}


@pytest.mark.parametrize("name", LOGGED)
def test_a_false_regroup_in_the_log_convicts_the_referee(name) -> None:
    """What everybody can see of a regroup is seen at its entry, and convicts the referee that logged it."""
    change, code = LOGGED[name]
    _, entry, failures = logged_with(change)
    assert [(one.code, one.klass, one.party, one.entry) for one in failures] == [
        (code, Klass.C, "referee", entry)
    ]


@pytest.mark.parametrize("name", [one for one in LOGGED if one.startswith(("83", "84"))])
def test_form_and_counts_need_no_rules(name) -> None:
    """Counts and form are checked without the rules too; only where a card lies is the rules' to say."""
    change, code = LOGGED[name]
    _, entry, failures = logged_with(change, no_rules)
    expected = "REGROUP_COUNT" if name == "84 a card of another unit" else code
    assert [(one.code, one.entry) for one in failures] == [(expected, entry)]


@pytest.mark.parametrize("rules", [mixing, no_rules])
def test_a_commitment_that_was_used_before_convicts(rules) -> None:
    """A regroup that gives a card an old commitment renames nothing (BLIND_REUSED)."""

    def old_clothes(verb, act, scribe, seat):
        old = getattr(scribe, "worn", None)
        outers = [put.outers for put in act.puts if put.outers]
        if outers and old is None:
            scribe.worn = outers[0][0]
        elif outers:
            outers[0][0] = old
        return bool(outers and old)

    _, entry, failures = logged_with(old_clothes, rules)
    assert [(one.code, one.entry) for one in failures] == [("BLIND_REUSED", entry)]


def test_a_step_that_mixes_and_has_no_regroup_is_illegal() -> None:
    """Text and acts that disagree are ACT_ILLEGAL."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.alter_draft = lambda seat, draft: wire.Draft(steps=[wire.Step(action="assign V Corps")])
    scribe.begin()
    scribe.turn(lambda seat, legal: next(one for one in legal if one.verb == "assign"))
    assert [one.code for one in failures_of(scribe)] == ["ACT_ILLEGAL"]


# ---- what comes out at the end ----

AT_THE_END = {
    "85 a card from the reserve smuggled in": (sent_elsewhere(false.smuggled), "FIN_HAND"),
    "86 two there and one back": (sent_elsewhere(false.two_there_one_back), "FIN_REGROUP"),
    "87 a card behind two references": (false.behind_two_references, "FIN_HAND"),
    "88 an order of his own": (false.in_an_order_of_his_own, "FIN_REGROUP"),
}


@pytest.mark.parametrize("name", AT_THE_END)
def test_cards_that_went_another_way_convict_at_the_end(name) -> None:
    """Live nobody but the referee sees it; the audit names it, and the seat that signed for it."""
    arrange, code = AT_THE_END[name]
    scribe, (entry, seat) = finished_with(arrange)
    assert failures_of(scribe) == []
    found = audit(scribe.record(), mixing, BACKEND).failures
    assert [(one.code, one.klass, one.party, one.entry) for one in found] == [
        (code, Klass.C, "referee", entry),
        (code, Klass.C, f"seat {seat}", entry),
    ]


@pytest.mark.parametrize("name", AT_THE_END)
def test_that_needs_no_rules(name) -> None:
    """The handles show it by themselves: an auditor without the rules names the same parties."""
    arrange, code = AT_THE_END[name]
    scribe, (entry, seat) = finished_with(arrange)
    found = audit(scribe.record(), no_rules, BACKEND).failures
    assert [(one.code, one.party, one.entry) for one in found] == [
        (code, "referee", entry),
        (code, f"seat {seat}", entry),
    ]


def test_other_cards_than_the_rules_have_moved_convict_at_the_end() -> None:
    """A settling that exchanges two cards of different units has the flows that it declares, cell by cell."""

    def exchange(scribe, seat, goes):
        arrived = units_of(goes, *ARRIVED)
        two = [(a, b) for a in arrived for b in arrived if goes[a] != goes[b]]
        if not two:
            return None
        one, other = two[0]
        return {**goes, one: (goes[one][0], goes[other][1]), other: (goes[other][0], goes[one][1])}

    scribe, (_, seat) = finished_with(sent_elsewhere(exchange))
    found = audit(scribe.record(), mixing, BACKEND).failures
    assert [(one.code, one.party) for one in found] == [
        ("FIN_REGROUP", "referee"),
        ("FIN_REGROUP", f"seat {seat}"),
    ]


def test_a_pile_renewed_from_other_cards_convicts_at_the_end() -> None:
    """A replacement pile shuffled from other cards than were lost is a false seal (FIN_DECK_ROOT)."""

    def arrange(scribe, done):
        resolve = scribe.resolve

        def false(given):
            cards = resolve(given)
            if not done and cards:
                done.append(len(scribe.entries))
                cards = [cards[0] % 10 + 1, *cards[1:]]
            return cards

        scribe.resolve = false

    scribe, _ = finished_with(arrange)
    found = audit(scribe.record(), mixing, BACKEND).failures
    assert [one.code for one in found][:1] == ["FIN_DECK_ROOT"]
    assert {one.party for one in found} == {"referee"}


# ---- what is owed ----


def owing():
    """Returns a match in which a seat owes a turn-down now."""
    for seed in SEEDS:
        scribe = Scribe(TITLE, 2, Random(seed))
        scribe.begin()
        while scribe.turn():
            frame = scribe.state.stack.frame if scribe.state.stack else None
            if getattr(frame, "owes", False):
                return scribe
    raise AssertionError("no seat ever owes a turn-down")


def test_who_owes_a_turn_down_does_it_first() -> None:
    """A draft that goes on without it convicts the referee that logs it (REGROUP_OWED)."""
    scribe = owing()
    scribe.alter_draft = lambda seat, draft: wire.Draft(steps=[wire.Step(action="done")])
    scribe.act(scribe.due().seats[0], TURN_DOWN)
    scribe.sign()
    assert [(one.code, one.party) for one in failures_of(scribe)] == [("REGROUP_OWED", "referee")]


def test_nobody_looks_at_a_unit_that_owes_a_turn_down() -> None:
    """A PEEK before the turn-down that is owed is not due."""
    scribe = owing()
    seat = scribe.due().seats[0]
    zone = next(z for z in DOWN if scribe.lying(seat, z))
    refs = [card.number for card in scribe.lying(seat, zone)]
    scribe.log(E.PEEK, wire.Peek(viewer=3 - seat, owner=seat, refs=refs, digest=bytes(32)))
    scribe.sign()
    assert [(one.code, one.party) for one in failures_of(scribe)] == [("PEEK_NOT_DUE", "referee")]


# ---- evidence ----


def test_a_regrouped_card_opened_falsely_convicts_its_seat_in_a_small_proof() -> None:
    """A regroup commits as a PLACE does: two entries show that what was turned up is not what was laid."""
    for seed in SEEDS:
        scribe = Scribe(TITLE, 2, Random(seed))
        done = []

        def falsely(seat, draft, scribe=scribe, done=done):
            for step in draft.steps:
                for act in step.cards:
                    if act.HasField("reveal") and not done:
                        act.reveal.salt = bytes(32)
                        done.append((len(scribe.entries), seat))
            return draft

        scribe.alter_draft = falsely
        scribe.begin()
        while not done and scribe.turn():
            pass
        if done:
            break
    entry, seat = done[0]
    failures = failures_of(scribe)
    assert [(one.code, one.party, one.entry) for one in failures] == [
        ("BLIND_IDENTITY", "referee", entry),
        ("BLIND_IDENTITY", f"seat {seat}", entry),
    ]
    for failure in failures:
        evidence = evidence_of(failure, scribe.record(), no_rules, BACKEND)
        assert not evidence.whole
        judged = judge(evidence, no_rules, BACKEND)
        assert {one.party for one in judged.failures} == {"referee", f"seat {seat}"}


@pytest.mark.parametrize("name", [*LOGGED][::4])
def test_a_false_regroup_is_proven_by_the_log(name) -> None:
    """The evidence of a regroup is the log so far; with the rules it convicts the referee."""
    change, code = LOGGED[name]
    scribe, _, failures = logged_with(change)
    evidence = evidence_of(failures[0], scribe.record(), mixing, BACKEND)
    assert (evidence.code, evidence.key) == (code, scribe.referee.public)
    assert [one.party for one in judge(evidence, mixing, BACKEND).failures] == ["referee"]


def test_a_card_that_went_another_way_is_proven_against_its_seat() -> None:
    """The whole log with the pages names the seat, without any rules."""
    scribe, (_, seat) = finished_with(sent_elsewhere(false.two_there_one_back))
    found = audit(scribe.record(), mixing, BACKEND).failures
    evidence = evidence_of(found[1], scribe.record(), no_rules, BACKEND)
    judged = judge(evidence, no_rules, BACKEND)
    assert judged.exit_code == 1
    assert f"seat {seat}" in {one.party for one in judged.failures}
