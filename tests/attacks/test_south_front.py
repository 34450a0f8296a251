"""Cheats at a table of South Front: reactions that the rules forbid, a defence left out, false late cards."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
import scribe as writing
from lawless import LawlessDraft, carried_out
from malicious_referee import SEAL, MaliciousReferee
from match import InMemoryMatch
from south_front_script import EL_ALAMEIN, GIVING_BACK, MALTA_IN_WINTER, ONE_CONSCRIPT, Script

from sealed.engine import kernel
from sealed.engine.frames import pop
from sealed.engine.message import Refusal
from sealed.engine.zones import copies
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.audit.audit import audit
from sealed.fairness.evidence.file import evidence_bytes, read_evidence
from sealed.fairness.evidence.judging import judge
from sealed.fairness.evidence.making import evidence_of
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.payloads.codec import decode
from sealed.fairness.record import Record, read_record_bytes, record_bytes
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import load_backend
from sealed.games import title_of
from sealed.games.south_front import TITLE
from sealed.games.south_front.notation import CARD_KIND, NOTATION
from sealed.games.south_front.state import HAND
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.evidence import evidence_file
from second_verifier import V, no_title

BACKEND = load_backend("cryptography")
CODES = {name: code for code, name in NOTATION.names[CARD_KIND].items()}
SEEDS = range(1, 40)

REACTIONS = {
    "a card of another faction": (
        EL_ALAMEIN,
        (
            "advance",
            1,
            "advance {} Pact infantry 2",
            ("Rommel Strikes!", "Afrika Korps", "Operation Herkules"),
        ),
        "reaction-faction",
    ),
    "a card for another place": (
        EL_ALAMEIN,
        (
            "defend",
            2,
            "stand-fast {}",
            ("Rock of Gibraltar", "Unsinkable Carrier", "Britain Supports Greece"),
        ),
        "reaction-place",
    ),
    "a card out of season": (
        MALTA_IN_WINTER,
        ("continue", 1, "sustain {}", ("Greco-Italian War",)),
        "barred-by-season",
    ),
}


def fits(state, moment):
    """Returns the forbidden answer if its moment has come and the seat holds such a card, else nothing."""
    asked, seat, text, names = moment
    if seat not in kernel.asked(state) or kernel.question(state).id != asked:
        return None
    held = (name for name in names if copies(state.zones[HAND + seat - 1], CODES[name]))
    name = next(held, None)
    return NOTATION.parse(text.format(name)) if name else None


def moment_in_memory(lines, moment):
    """Plays tables until the moment has come; returns the match and the forbidden answer."""
    for seed in SEEDS:
        match = InMemoryMatch(TITLE, 2, Random(seed))
        script = Script(lines, moment[3])
        match.begin()
        while match.asked and match.table.running.game.state.round <= 4:
            state = match.seats[match.asked[0]].replica.state
            action = fits(state, moment)
            if action is not None:
                return match, action
            match.answer(match.asked[0], script, most=1)
    raise AssertionError("no table comes to that")


@pytest.mark.parametrize("name", REACTIONS)
def test_a_forbidden_reaction_of_a_seat_is_refused_and_the_game_goes_on(name):
    """The honest client says why; sent all the same it is ACT_ILLEGAL, unlogged, and no evidence."""
    lines, moment, code = REACTIONS[name]
    match, action = moment_in_memory(lines, moment)
    seat, size = match.seats[moment[1]], match.table.size
    draft = seat.draft()
    assert isinstance(draft.add(action), Refusal)
    assert [reason.code for reason in draft.why_not(action)] == [code]

    match.do(seat.number, seat.submit(LawlessDraft.of(draft, action)))
    match.settle()

    assert [refusal.code for refusal in match.refusals] == ["ACT_ILLEGAL"]
    assert match.table.size == size
    for number, one in match.seats.items():
        assert not [verdict for verdict in match.told[number].verdicts if verdict.failed]
        assert evidence_file(one.follower, one.report, match.titles, match.signatures) is None
    match.answer(seat.number, Script({}), most=1)
    assert match.table.size > size


# ---- Referees ----


def table(seed=1, cls=MaliciousReferee):
    """Returns a table that has not begun; its referee's key is ours."""
    return cls(TITLE, 2, Random(seed))


def found_in(scribe):
    """Returns the first failure that somebody without a seat finds in a log."""
    verifier = Verifier(title_of, BACKEND)
    for entries, head in scribe.appends():
        failed = [one for one in verifier.feed(entries, head) if one.failed]
        if failed:
            return failed[0]
    return None


def named_by_evidence(found, record):
    """Returns the keys that the evidence alone names."""
    evidence = evidence_of(found, record, title_of, BACKEND)
    judgement = judge(read_evidence(evidence_bytes(evidence)), title_of, BACKEND)
    assert judgement.exit_code == 1
    return {one.key for one in judgement.failures}


def moment_at_a_scribe(lines, moment):
    """Plays scribes until the moment has come; returns the scribe and the forbidden answer."""
    for seed in SEEDS:
        scribe, script = table(seed), Script(lines, moment[3])
        scribe.begin()
        while scribe.state.round <= 4:
            action = fits(scribe.state, moment)
            if action is not None:
                return scribe, action
            scribe.turn(script.choose)
    raise AssertionError("no table comes to that")


@pytest.mark.parametrize("name", REACTIONS)
def test_a_referee_that_logs_a_forbidden_reaction_is_convicted(name, monkeypatch):
    """Whoever follows the log sees ACT_ILLEGAL at that entry, and the evidence names the referee."""
    lines, moment, _ = REACTIONS[name]
    scribe, action = moment_at_a_scribe(lines, moment)
    monkeypatch.setattr(writing, "apply", carried_out)
    scribe.act(moment[1], action)
    scribe.sign()
    found = found_in(scribe)
    assert (found.code, found.klass, found.entry) == ("ACT_ILLEGAL", Klass.C, len(scribe.entries) - 1)
    assert named_by_evidence(found, scribe.record()) == {scribe.referee.public}


def test_a_referee_that_leaves_a_defence_out_is_convicted():
    """The attacker's next answer is logged although the defender is asked: ACT_ILLEGAL, by the referee."""
    scribe, _ = moment_at_a_scribe(EL_ALAMEIN, REACTIONS["a card for another place"][1])
    scribe.state = kernel.run(pop(scribe.state), [])
    assert kernel.asked(scribe.state) == (1,)
    logged = len(scribe.entries)
    scribe.turn(Script({}).choose)
    found = found_in(scribe)
    assert (found.code, found.klass, found.entry) == ("ACT_ILLEGAL", Klass.C, logged)
    assert named_by_evidence(found, scribe.record()) == {scribe.referee.public}


# ---- Cards ----


def to_round_eight(scribe):
    """Plays a table until the late cards are in, both first hands given back, and reveals it."""
    scribe.begin()
    script = Script(ONE_CONSCRIPT, quiet=GIVING_BACK)
    while scribe.state.round < 8:
        scribe.turn(script.choose)
    scribe.resign(1)
    scribe.finish()
    return scribe


@cache
def honest():
    """Returns an honest table with mulligans and late cards."""
    return to_round_eight(table())


def joins(opened):
    """Tells whether late cards go into the decks."""
    return len(opened.requests) == 2 and len(opened.requests[0].shuffle.inputs) == 2


def returns(opened):
    """Tells whether a hand is given back."""
    return any(one.HasField("bag") for one in opened.requests[0].shuffle.inputs)


def exchange_late(opened):
    """Gives each side the other's late cards, all of them, and says so."""
    one, other = (request.shuffle for request in opened.requests)
    n, late = one.inputs[1].range.count, other.inputs[1].range.count
    one.n, other.n = one.n - n + late, other.n - late + n
    kept = one.inputs[1].SerializeToString()
    one.inputs[1].CopyFrom(other.inputs[1])
    other.inputs[1].ParseFromString(kept)


def exchange_rests(opened):
    """Gives each side the other's undrawn cards, of which there are as many."""
    one, other = (request.shuffle.inputs[0].range for request in opened.requests)
    assert one.count == other.count
    kept = one.SerializeToString()
    one.CopyFrom(other)
    other.ParseFromString(kept)


def as_many_others(opened):
    """Gives the Axis as many late cards of the Allies as it has of its own."""
    opened.requests[0].shuffle.inputs[1].range.deck += 1


def without_late(opened):
    """Leaves the Axis's late cards out."""
    shuffle = opened.requests[0].shuffle
    shuffle.n -= shuffle.inputs[1].range.count
    del shuffle.inputs[1]


def without_rest(opened):
    """Leaves the undrawn cards of the Axis out."""
    shuffle = opened.requests[0].shuffle
    shuffle.n -= shuffle.inputs[0].range.count
    del shuffle.inputs[0]


def of_the_other(opened):
    """Takes the other side's hand."""
    bag = opened.requests[0].shuffle.inputs[1].bag
    bag.seat = 3 - bag.seat


FALSE = {
    "each side the other's undrawn cards": (joins, exchange_rests, "DECK_INPUTS"),
    "each side the other's late cards": (joins, exchange_late, "SLOT_PURPOSE"),
    "as many late cards of the other side": (joins, as_many_others, "DECK_SIZE"),
    "no late cards": (joins, without_late, "SLOT_PURPOSE"),
    "late cards without the rest": (joins, without_rest, "SLOT_PURPOSE"),
    "a mulligan with the other's hand": (returns, of_the_other, "DECK_INPUTS"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_referee_that_shuffles_other_cards_is_convicted_at_once(name):
    """The request says how many cards come from where; rules or lists say otherwise, and that names him."""
    when, change, code = FALSE[name]
    index, message = first_that(when, change)
    record = signed_anew(honest(), index, message)
    verifier, found = Verifier(title_of, BACKEND), None
    for entries, head in record.appends():
        found = found or next((one for one in verifier.feed(entries, head) if one.failed), None)
    assert (found.code, found.klass, found.entry) == (code, Klass.C, index)
    assert named_by_evidence(found, record) == {honest().referee.public}


@pytest.mark.parametrize("name", FALSE)
def test_the_second_verifier_says_the_same_of_other_cards(name, tmp_path):
    """Code, class, entry and key are those of the first without the rules, at the end at the latest."""
    when, change, _ = FALSE[name]
    record = signed_anew(honest(), *first_that(when, change))
    file = tmp_path / "false.ftr"
    file.write_bytes(record_bytes(record))
    one, said = audit(record, no_title, BACKEND).failures[0], V.verify(str(file))[0]["failures"][0]
    found = (said["code"], said["class"], said["entry"], said["key"])
    assert found == (str(one.code), one.klass.value, one.entry, one.key.hex())


def first_that(when, change):
    """Returns the index of the first honest SLOT_OPEN that fits, and the entry with a change."""
    for entry in honest().entries:
        if entry.type == E.SLOT_OPEN:
            message = decode(E.SLOT_OPEN, entry.payload)
            if when(message):
                change(message)
                return entry.index, message
    raise AssertionError("no entry is like that")


def signed_anew(scribe, index, message):
    """Returns the record with one entry changed, under heads that the referee signs at the old times."""
    edge, lines, times = RightEdge(), [], {head.size: head.time_ms for head in scribe.heads}
    for entry in scribe.entries:
        data = message.SerializeToString(deterministic=True) if entry.index == index else entry.payload
        edge.append(log_leaf_hash(scribe.id, entry.index, entry.type, data))
        lines.append(wire.Entry(index=entry.index, type=entry.type, payload=data))
        if edge.size in times:
            told = times[edge.size]
            lines.append(messages.sign_head(scribe.referee, scribe.id, edge.size, edge.root(), told))
    return read_record_bytes(record_bytes(Record(scribe.id, "2026-01-01T00:00:00Z", "test", tuple(lines))))


def of_late_cards(shuffle, order):
    """Tells whether late cards go in."""
    return len(shuffle.inputs) == 2 and shuffle.inputs[1].HasField("range")


@pytest.mark.parametrize("change", ["another card", "another order"])
def test_late_cards_that_are_sealed_falsely_are_found_in_the_audit(change, tmp_path):
    """Other cards or another order than the inputs give are FIN_DECK_ROOT, for both verifiers."""
    last_two = {"another card": lambda one, two: (one, one), "another order": lambda one, two: (two, one)}
    scribe = table()
    hook = scribe.at(SEAL, lambda _, order: [*order[:-2], *last_two[change](*order[-2:])], of_late_cards)
    record = to_round_eight(scribe).record()
    file = tmp_path / "false.ftr"
    file.write_bytes(record_bytes(record))
    one = audit(record, title_of, BACKEND).failures[0]
    said = V.verify(str(file))[0]["failures"][0]
    assert (one.code, one.klass, one.entry) == ("FIN_DECK_ROOT", Klass.C, hook.done[0])
    assert (said["code"], said["entry"]) == ("FIN_DECK_ROOT", hook.done[0])
    assert said["key"] == one.key.hex() == scribe.referee.public.hex()


def test_an_honest_table_with_mulligans_and_late_cards_passes():
    """What the false ones were made of is fair."""
    report = audit(honest().record(), title_of, BACKEND)
    assert (report.verdict, dict(report.not_checked)) == ("PASS", {})
