"""How the table judges messages: order, codes, and that a refusal changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from table_match import begin_match
from table_titles import SKIRMISH

from sealed.engine.frames import RuleBugError
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import verify_refusal
from sealed.wire.v1 import fairness_pb2 as wire
from sealed.wire.v1.fairness_pb2 import Signed


@pytest.fixture
def match():
    return begin_match(SKIRMISH, 2, Random(11), longest_draft=1)


def snapshot(match):
    table = match.table
    return (
        table.size,
        table.match.game.state,
        table.match.game.piles.made(1),
        table.owing(),
        len(match.entries),
    )


def refused(match, seat, sent) -> str:
    """Submits a message that has to be refused, and returns the code."""
    before = snapshot(match)
    output = match.submit(seat, sent)
    assert snapshot(match) == before
    assert output.refusal is not None, output
    assert verify_refusal(
        match.table.keys.signatures,
        match.table.keys.signer.public,
        match.table.table_id,
        seat.seat,
        output.refusal,
    )
    assert output.detail
    return output.refusal.code


def problem(match, seat, signed) -> str:
    """Submits what is no message of the seat, and returns the code of the problem."""
    before = snapshot(match)
    output = match.table.submit(seat.seat, signed, b"", match.tick())
    assert snapshot(match) == before
    assert output.change is None
    return output.problem.code


def test_the_same_bytes_get_the_same_entry_ten_entries_later(match):
    """A logged message sent again is answered with its own entry, whatever has happened since."""
    seat = match.asked()
    sent = seat.act()
    first = match.submit(seat, sent)
    size = match.table.size
    while match.table.size < size + 10:
        match.step()
    again = match.table.submit(seat.seat, sent.signed, sent.handles, match.tick())
    assert (again.answer, again.entries, again.change) == (first.answer, (), None)
    assert again.head == match.table.head


def test_the_same_refused_bytes_get_the_same_refusal(match):
    """A refused message sent again gets the same refusal, also when it would be stale by then."""
    seat = match.asked()
    sent = seat.forge([wire.Step(action="parry")])
    first = match.submit(seat, sent)
    match.submit(seat, seat.act())
    match.play(5)
    again = match.submit(seat, sent)
    assert again.refusal == first.refusal
    assert again.change is None


def test_other_bytes_under_a_used_counter_are_equivocation(match):
    """A counter that was used, logged or refused, takes no other bytes."""
    seat = match.asked()
    assert refused(match, seat, seat.forge([wire.Step(action="parry")])) == "ACT_ILLEGAL"
    seat.counter -= 1
    assert refused(match, seat, seat.forge([wire.Step(action="give Blade")])) == "ACT_EQUIVOCATED"
    seat.counter -= 1
    assert match.submit(seat, seat.forge([wire.Step(action="parry")])).refusal.code == "ACT_ILLEGAL"


def test_a_refusal_burns_its_counter_and_the_next_one_is_taken(match):
    """After a refusal the corrected draft comes under the next counter."""
    seat = match.asked()
    refused(match, seat, seat.forge([wire.Step(action="parry")]))
    assert match.submit(seat, seat.act()).answer is not None


def test_a_counter_below_the_last_logged_one_is_refused(match):
    """Counters of logged messages grow."""
    seat = match.asked()
    seat.counter = 100
    assert match.submit(seat, seat.act()).answer is not None
    seat.counter = 50
    assert refused(match, seat, seat.resign()) == "ACT_COUNTER"


def test_a_message_names_a_true_head(match):
    """A root that this log never had, or has not yet, is refused."""
    seat = match.asked()
    assert refused(match, seat, seat.forge([wire.Step(action="done")], seen_root=bytes(32))) == "HEAD_FALSE"
    assert refused(match, seat, seat.forge([wire.Step(action="done")], seen_size=9999)) == "HEAD_FALSE"


def test_a_message_names_a_head_that_was_signed(match):
    """A true root within an append has no head; logged, it would stop every client with HEAD_FALSE."""
    log = match.table.running.log
    sizes = {head.size for head in log.heads}
    within = next(size for size in range(log.size, 0, -1) if size not in sizes)
    seat = match.asked()
    header = {"seen_size": within, "seen_root": log.root_at(within)}
    assert refused(match, seat, seat.resign(**header)) == "HEAD_FALSE"
    assert match.submit(seat, seat.act()).answer is not None


def test_an_answer_to_an_older_question_is_stale(match):
    """An answer must have seen the entry after which its question was put."""
    seat = match.asked()
    old = seat.size, seat.root
    match.submit(seat, seat.act())
    while not seat.asked:
        match.step()
    header = {"seen_size": old[0], "seen_root": old[1]}
    assert refused(match, seat, seat.forge([wire.Step(action="done")], **header)) == "HEAD_STALE"


def test_an_answer_that_saw_all_but_its_question_is_stale(match):
    """The entry by which the question was put has to lie in the log that an answer saw (2.8)."""
    seat, log = match.asked(), match.table.running.log
    asked = match.table.match.game.asked[seat.seat]
    header = {"seen_size": asked, "seen_root": log.root_at(asked)}
    assert refused(match, seat, seat.forge([wire.Step(action="done")], **header)) == "HEAD_STALE"
    header = {"seen_size": asked + 1, "seen_root": log.root_at(asked + 1)}
    assert refused(match, seat, seat.forge([wire.Step(action="parry")], **header)) == "ACT_ILLEGAL"


def test_an_answer_to_a_question_put_to_several_stays_fresh(match):
    """Others' answers to the same question do not make an answer stale."""
    while not all(seat.asked for seat in match.seats):
        match.step()
    laying = match.seats
    second = laying[1].act()
    assert match.submit(laying[0], laying[0].act()).answer is not None
    assert match.submit(laying[1], second).answer is not None


def test_an_answer_received_after_its_deadline_is_refused(match):
    """The deadline counts, even if nobody has declared the time-out yet."""
    seat = match.asked()
    match.now_ms = match.table.next_deadline
    assert refused(match, seat, seat.act()) == "TIME_UP"


def test_a_signature_that_does_not_hold_is_nobodys_message(match):
    """A bad signature burns no counter: the right one comes through afterwards."""
    seat = match.asked()
    sent = seat.act()
    bad = Signed(header=sent.signed.header, payload=sent.signed.payload, sig=bytes(64))
    assert problem(match, seat, bad) == "SIG_INVALID"
    assert match.submit(seat, sent).answer is not None


def test_a_message_for_another_seat_or_table_is_turned_away(match):
    """Key, table and seat in the header are those of the seat that sends it."""
    seat = match.asked()
    other = match.seats[2 - seat.seat]
    assert problem(match, other, seat.forge([]).signed) == "SIG_WRONG_CONTEXT"
    assert problem(match, seat, seat.forge([], table_id=bytes(32)).signed) == "SIG_WRONG_CONTEXT"


def test_a_header_that_is_none_is_turned_away(match):
    """A header has exactly its layout."""
    signed = match.seats[0].resign().signed
    cut = Signed(header=signed.header[:-1], payload=signed.payload, sig=signed.sig)
    assert problem(match, match.seats[0], cut) == "ENC_NOT_STRICT"


def test_an_unknown_field_in_the_envelope_is_turned_away(match):
    """The envelope is parsed strictly as well."""
    signed = match.seats[0].resign().signed
    raw = signed.SerializeToString() + b"\x20\x01"
    assert problem(match, match.seats[0], Signed.FromString(raw)) == "ENC_UNKNOWN_FIELD"


def test_an_oversized_payload_is_turned_away_unread(match):
    """A payload beyond 32 KiB is too large, whoever signed it."""
    seat = match.asked()
    assert problem(match, seat, seat.sign(EntryType.ACT, bytes(40_000))) == "ENC_TOO_LARGE"


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"\x08\x01", "ENC_NOT_STRICT"),
        (b"\x18\x01", "ENC_UNKNOWN_FIELD"),
        (b"", "ENC_BAD_VALUE"),
    ],
)
def test_a_signed_payload_is_parsed_strictly(match, payload, code):
    """A payload outside the strict encoding is refused with the parser's code."""
    seat = match.asked()
    sent = seat.forge([])
    sent.signed.CopyFrom(seat.sign(EntryType.ACT, payload))
    assert refused(match, seat, sent) == code


@pytest.mark.parametrize("kind", [EntryType.RESULT, EntryType.AUDIT, EntryType.AGREE, 99])
def test_what_cannot_come_now_is_refused(match, kind):
    """A type that is not known in this phase is ENC_BAD_TYPE."""
    seat = match.asked()
    sent = seat.forge([])
    sent.signed.CopyFrom(seat.sign(kind, b""))
    assert refused(match, seat, sent) == "ENC_BAD_TYPE"


@pytest.mark.parametrize("text", ["dance", "parry", "give War Banner", "strike Red Red", "done "])
def test_what_the_rules_do_not_allow_is_refused(match, text):
    """A text that is no action, or one that is not legal now, is ACT_ILLEGAL."""
    seat, _ = match.find("bury")
    assert refused(match, seat, seat.forge([wire.Step(action=text)])) == "ACT_ILLEGAL"


def test_the_engines_reason_comes_with_a_refusal(match):
    """Whoever is refused by the rules gets the engine's reason beside the code."""
    seat = match.asked()
    output = match.submit(seat, seat.forge([wire.Step(action="parry")]))
    assert output.words is not None
    assert output.words.code == "not-now"


def test_a_seat_that_is_not_asked_cannot_answer(match):
    """An answer of a seat that owes none is refused by the rules."""
    seat, _ = match.find("bury")
    other = match.seats[2 - seat.seat]
    assert refused(match, other, other.forge([wire.Step(action="done")])) == "ACT_ILLEGAL"


def test_nothing_may_follow_a_barrier(match):
    """A draft ends with the step that hands over to chance or to another seat."""
    seat, action = match.find("dismiss")
    steps, _ = seat.steps([action])
    assert refused(match, seat, seat.forge([*steps, wire.Step(action="done")])) == "DRAFT_BARRIER"


def test_a_draft_is_taken_as_a_whole_or_not_at_all(match):
    """If the second step is refused, the first has not happened."""
    seat, action = match.find("bury")
    steps, handles = seat.steps([action])
    forged = seat.forge(
        [*steps, wire.Step(action="parry")], b"".join(h.pack() for h in handles), seat.made + 1
    )
    assert refused(match, seat, forged) == "ACT_ILLEGAL"
    assert match.submit(seat, seat.draft([action])).answer is not None


def test_a_draft_of_several_steps_is_one_entry(match):
    """Steps of one draft take effect together, in one entry under one head."""
    seat, bury = match.find("bury")
    done = SKIRMISH.notation.parse("done")
    output = match.submit(seat, seat.draft([bury, done]))
    draft = wire.Draft.FromString(wire.ActEntry.FromString(output.answer.payload).msg.payload)
    assert [step.action for step in draft.steps] == ["bury ?", "done"]


def test_a_draft_on_which_the_rules_fail_is_refused(match, monkeypatch):
    """A bug of the rules met while judging costs the draft and not the table."""

    def broken(*_args):
        raise RuleBugError("no predicate says why")

    seat = match.asked()
    with monkeypatch.context() as patch:
        patch.setattr("sealed.engine.kernel.apply", broken)
        assert refused(match, seat, seat.forge([wire.Step(action="done")])) == "ACT_ILLEGAL"
    assert match.submit(seat, seat.act()).answer is not None


def test_no_text_whatever_breaks_the_table():
    """Random lines of the title's own vocabulary, chance included, are taken or refused, and nothing else."""
    rng = Random(6)
    match = begin_match(SKIRMISH, 3, Random(6), longest_draft=1)
    notation, codes = SKIRMISH.notation, set()
    for _ in range(600):
        verb = rng.choice(list(notation.verbs))
        words = [verb]
        for kind in notation.verbs[verb].kinds:
            names = list(notation.names.get(kind, {}).values()) or [str(rng.randrange(9))]
            words.append(rng.choice([*names, "?"]) if kind == "card" else rng.choice(names))
        seat = rng.choice(match.seats)
        sent = seat.forge([wire.Step(action=" ".join(words))])
        table = match.table
        output = table.submit(seat.seat, sent.signed, b"", match.tick())
        codes.add(output.refusal.code if output.refusal else "taken")
        if output.answer is not None:
            seat.mine.append(([notation.parse(" ".join(words))], []))
            match.deliver(output)
            match.step()
    assert codes <= {"ACT_ILLEGAL", "taken"}
