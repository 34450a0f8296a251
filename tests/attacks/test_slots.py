"""Attacks 17-29 on dice and slots: found at that entry by every witness, and the evidence alone convicts.

Each runs with two and with three seats (spec section 4). Numbers of the cases stand in the ids.
"""

from __future__ import annotations

import pytest
from malicious_referee import flip
from witness import BACKEND, Found, Trial, convicted, judged, popular_front, tried

from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.wire.v1 import fairness_pb2 as wire


def shown(end) -> bool:
    """Tells whether a SLOT_END shows a result."""
    return any(result.HasField("shown") for result in end.results)


def first_shown(end):
    """Returns the first shown result of a SLOT_END."""
    return next(result.shown for result in end.results if result.HasField("shown"))


def other_output(end) -> None:
    """Shows another result than the shares give."""
    outputs = list(first_shown(end).outputs)
    first_shown(end).outputs[:] = outputs[1:] + outputs[:1] if len(outputs) > 1 else [outputs[0] ^ 1]


def other_secret(trial):
    """Returns a change that shows the secret and proof of another slot."""

    def change(end) -> None:
        tape, k = trial.scribe.tape, end.first_k + 7
        first_shown(end).s = tape.secret(k)
        first_shown(end).proof[:] = tape.proof(k)

    return change


def one_link_twice(end) -> None:
    """Gives the link of seat 1 for seat 2 as well (a link of another seat)."""
    end.links[1] = end.links[0]


def exchanged(end) -> None:
    """Exchanges the seals of two shuffles of one batch."""
    one, other = [result.sealed for result in end.results if result.HasField("sealed")][:2]
    one.root, other.root = other.root, one.root


CASES = {
    "18 a number passed over": ("SLOT_OPEN", lambda m: setattr(m, "first_k", m.first_k + 1), "SLOT_SKIPPED"),
    "19 the secret of another slot": ("SLOT_END", None, "SLOT_TAPE"),
    "20 another face": ("SLOT_END", other_output, "SLOT_OUTPUT"),
    "22 opened as something else": (
        "SLOT_OPEN",
        lambda m: m.requests[0].CopyFrom(wire.Request(dice=wire.Dice(count=1, sides=6))),
        "SLOT_PURPOSE",
    ),
    "23 a seat left out": ("SLOT_OPEN", lambda m: m.contributors.__delitem__(-1), "SLOT_CONTRIBUTORS"),
    "24 ended without a link": ("SLOT_END", lambda m: m.links.__delitem__(-1), "SLOT_EARLY"),
    "26 random bytes for a link": (
        "SLOT_END",
        lambda m: m.links.__setitem__(0, flip(m.links[0])),
        "SLOT_LINK",
    ),
    "26 the link of another seat": ("SLOT_END", one_link_twice, "SLOT_LINK"),
}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", CASES)
def test_a_false_slot_convicts_the_referee(name, seats) -> None:
    """The code at the false entry, class C, and an evidence file that names the referee and nobody else."""
    step, change, code = CASES[name]

    def arrange(trial):
        when = shown if step == "SLOT_END" and code in {"SLOT_TAPE", "SLOT_OUTPUT"} else lambda m: True
        return trial.scribe.at(step, change or other_secret(trial), when)

    trial, hook, found = tried(seats, arrange, turns=40)
    assert found.says == (code, Klass.C, hook.done[0], trial.referee)
    assert all(one.found.says == found.says for one in trial.witnesses)
    assert convicted(found) == {trial.referee}


def asked(opened, kind):
    """Returns the first request of a kind in a SLOT_OPEN, or None."""
    return next((getattr(one, kind) for one in opened.requests if one.HasField(kind)), None)


def test_a_pick_over_a_card_that_lies_elsewhere_convicts() -> None:
    """A pick over as many closed references, one of them of another zone, is SLOT_PURPOSE (case 22)."""

    def elsewhere(trial, pick):
        cards = trial.scribe.refs.values()
        return [
            c.number for c in cards if (c.seat, c.open) == (pick.owner, False) and c.number not in pick.refs
        ]

    def arrange(trial):
        def change(opened) -> None:
            pick = asked(opened, "pick")
            pick.refs[:] = sorted([*pick.refs[1:], elsewhere(trial, pick)[0]])

        def fits(opened) -> bool:
            pick = asked(opened, "pick")
            return pick is not None and bool(pick.refs) and bool(elsewhere(trial, pick))

        return trial.scribe.at("SLOT_OPEN", change, fits)

    trial, hook, found = tried(2, arrange, seeds=(48,))
    assert found.says == ("SLOT_PURPOSE", Klass.C, hook.done[0], trial.referee)
    assert convicted(found) == {trial.referee}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("again", ["open", "end"], ids=["17 opened again", "17 ended again"])
def test_a_slot_is_thrown_once(again, seats) -> None:
    """A second open or result for a number that is used up is SLOT_REOPENED (case 17)."""
    trial = Trial(seats)
    assert trial.run(2) is None
    scribe = trial.scribe
    kind = E.SLOT_OPEN if again == "open" else E.SLOT_END
    old = next(entry for entry in scribe.entries if entry.type == kind)
    index = scribe.log(kind, old.payload)
    scribe.sign()
    found = trial.deliver()
    assert found.says == ("SLOT_REOPENED", Klass.C, index, trial.referee)
    assert convicted(found) == {trial.referee}


@pytest.mark.parametrize("seats", [2, 3])
def test_two_results_of_a_batch_are_not_exchanged(seats) -> None:
    """The seals of two shuffles of one batch exchanged are OPEN_PROOF at the first draw (case 29)."""

    def several(end) -> bool:
        return sum(result.HasField("sealed") for result in end.results) > 1

    trial, _, found = tried(seats, lambda t: t.scribe.at("SLOT_END", exchanged, several), turns=60)
    drawn = next(entry.index for entry in trial.scribe.entries if entry.type == E.DRAW)
    assert found.says == ("OPEN_PROOF", Klass.C, drawn, trial.referee)
    assert convicted(found) == {trial.referee}


@pytest.mark.parametrize("seats", [2, 3])
def test_a_slot_left_open_for_good_names_nobody(seats) -> None:
    """A referee that computes a result and keeps silent is SLOT_STALLED in the record: exit 2 (case 25)."""
    trial = Trial(seats)
    trial.begin()
    record = trial.scribe.record()
    report = audit(record, popular_front, BACKEND)
    stalled = report.failures[0]
    assert (stalled.code, stalled.klass, stalled.key) == ("SLOT_STALLED", Klass.D, None)
    judgement = judged(Found(stalled, record, 0).evidence)
    assert (judgement.exit_code, judgement.holds) == (2, True)
    assert "Nobody is named" in judgement.sentences()[0]
