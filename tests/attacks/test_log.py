"""Attacks 31-44 and 80 on the log and its messages: found at that entry, and the evidence alone convicts."""

from __future__ import annotations

import pytest
from witness import BACKEND, Found, Trial, convicted, judged, popular_front

from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import Record
from sealed.fairness.signing import messages
from sealed.wire.v1 import fairness_pb2 as wire

BOTH = pytest.mark.parametrize("seats", [2, 3])
TURNS = 8


def table(seats) -> Trial:
    """Returns a table after some honest appends that nobody objects to, a seat being asked."""
    trial = Trial(seats)
    assert trial.run(TURNS) is None
    while not hasattr(trial.scribe.due(), "seats"):
        assert trial.play(1) is None
    return trial


def logged(trial, kind, message) -> int:
    """Logs an entry in an append of its own and returns its index."""
    index = trial.scribe.log(kind, message)
    trial.scribe.sign()
    return index


def resigned(trial, signed) -> int:
    """Logs a RESIGN made of a given message."""
    return logged(trial, E.RESIGN, wire.ResignEntry(msg=signed, received_ms=trial.scribe.now))


def last_act(trial):
    """Returns the last ACT in the log."""
    return next(
        wire.ActEntry.FromString(e.payload) for e in reversed(trial.scribe.entries) if e.type == E.ACT
    )


def convicts_referee(trial, code, index) -> None:
    """Every witness finds a code at an entry, and each one's evidence names the referee alone."""
    found = trial.deliver()
    assert found.says == (code, Klass.C, index, trial.referee)
    assert all(witness.found.says == found.says for witness in trial.witnesses)
    assert convicted(found) == convicted(trial.witnesses[0].found) == {trial.referee}


@BOTH
def test_a_fork_is_seen_at_the_first_message_from_the_other_branch(seats) -> None:
    """Two histories for two seats: what a seat signed on one is HEAD_FALSE on the other (cases 31, 35)."""
    one, other = table(seats), table(seats)
    assert one.scribe.id == other.scribe.id
    logged(one, E.NOTICE, wire.Notice(kind="info", text="to seat 1"))
    logged(other, E.NOTICE, wire.Notice(kind="info", text="to seat 2"))
    assert one.deliver() is other.deliver() is None
    one.scribe.turn()
    relayed = last_act(one)
    other.scribe.now += 1000
    index = logged(other, E.ACT, relayed)
    found = other.deliver()
    assert found.says == ("HEAD_FALSE", Klass.C, index, other.referee)
    assert convicted(found) == {other.referee}


@BOTH
def test_two_heads_side_by_side_convict(seats) -> None:
    """A stored head and another branch's of the same size are LOG_FORK, and all it takes (33, 35, 63)."""
    one, other = table(seats), table(seats)
    logged(one, E.NOTICE, wire.Notice(kind="info", text="to seat 1"))
    logged(other, E.NOTICE, wire.Notice(kind="info", text="to seat 2"))
    one.deliver()
    witness = one.witnesses[1]
    witness.take([], other.scribe.heads[-1])
    assert witness.found.says[:2] == ("LOG_FORK", Klass.C)
    evidence = witness.found.evidence
    assert (len(evidence.heads), len(evidence.entries)) == (3, 1)
    assert convicted(witness.found) == {one.referee}


@BOTH
def test_a_rewound_log_convicts_by_a_head_in_the_middle(seats) -> None:
    """A head over a size that was none in the log I hold is LOG_FORK, with the log beside it (case 33)."""
    trial = table(seats)
    trial.scribe.log(E.NOTICE, wire.Notice(kind="info", text="one"))
    logged(trial, E.NOTICE, wire.Notice(kind="info", text="two"))
    trial.deliver()
    false = trial.scribe.another_head(len(trial.scribe.entries) - 1, root=b"\5" * 32)
    witness = trial.witnesses[2]
    witness.take([], false)
    assert witness.found.says[:2] == ("LOG_FORK", Klass.C)
    assert convicted(witness.found) == {trial.referee}


@BOTH
def test_a_later_head_over_less_convicts(seats) -> None:
    """A log that shrinks under a later head is LOG_ROLLBACK, by the two heads (cases 33, 34)."""
    trial = table(seats)
    witness = trial.witnesses[1]
    witness.take([], trial.scribe.another_head(3, time_ms=trial.scribe.now + 1))
    assert witness.found.says[:2] == ("LOG_ROLLBACK", Klass.C)
    assert convicted(witness.found) == {trial.referee}


@BOTH
def test_a_rewritten_log_contradicts_what_seats_have_signed(seats) -> None:
    """Everything rebuilt and signed anew around one other entry: HEAD_FALSE and FIN_FORK (case 35)."""
    trial = Trial(seats)
    trial.run(TURNS)
    logged(trial, E.NOTICE, wire.Notice(kind="info", text="before"))
    trial.play(TURNS)
    record = rewritten(trial)
    report = audit(record, popular_front, BACKEND)
    assert [one.code for one in report.failures] == ["HEAD_FALSE", "FIN_FORK"]
    assert convicted(Found(report.failures[0], record, 0)) == {trial.referee}


def rewritten(trial) -> Record:
    """Returns the log with another text of the first notice, and every head signed again."""
    scribe, edge, lines = trial.scribe, RightEdge(), []
    for line in scribe.lines:
        if isinstance(line, wire.Head):
            made = messages.sign_head(scribe.referee, scribe.id, edge.size, edge.root(), line.time_ms)
            lines.append(made)
            continue
        payload = line.payload
        if line.type == E.NOTICE:
            payload = wire.Notice(kind="info", text="after").SerializeToString()
        edge.append(log_leaf_hash(scribe.id, line.index, line.type, payload))
        lines.append(wire.Entry(index=line.index, type=line.type, payload=payload))
    return Record(scribe.id, "", "", tuple(lines))


@BOTH
def test_a_message_is_logged_once(seats) -> None:
    """The same ACT again is ACT_REPLAYED (case 36)."""
    trial = table(seats)
    convicts_referee(trial, "ACT_REPLAYED", logged(trial, E.ACT, last_act(trial)))


@BOTH
def test_a_message_of_another_table_is_nobodys_here(seats) -> None:
    """What the same players signed elsewhere is SIG_WRONG_CONTEXT; one entry with its path shows it (37)."""
    trial = table(seats)
    player = trial.scribe.players[seats]
    elsewhere = messages.Header(
        player.signer.public, bytes(32), seats, 50, 1, trial.scribe.roots[1], E.RESIGN
    )
    convicts_referee(
        trial, "SIG_WRONG_CONTEXT", resigned(trial, messages.sign_player(player.signer, elsewhere, b""))
    )
    assert len(trial.found.evidence.entries) == 2


@BOTH
def test_a_message_for_another_purpose_is_not_this_one(seats) -> None:
    """An AGREE that is logged as a RESIGN is SIG_WRONG_CONTEXT (case 38)."""
    trial = table(seats)
    convicts_referee(trial, "SIG_WRONG_CONTEXT", resigned(trial, trial.scribe.say(seats, E.AGREE, b"")))


@BOTH
def test_a_message_that_nobody_signed_convicts(seats) -> None:
    """An action put down to a seat is SIG_INVALID for everybody (case 42)."""
    trial = table(seats)
    signed = trial.scribe.say(1, E.RESIGN, b"")
    signed.sig = signed.sig[:32] + bytes(32)
    convicts_referee(trial, "SIG_INVALID", resigned(trial, signed))


@BOTH
def test_what_a_seat_did_not_send_is_its_word_only(seats) -> None:
    """The seat itself says ACT_NOT_MINE: local, no file (case 42)."""
    trial = table(seats)
    witness = trial.witnesses[1]
    witness.verifier.note_sent(trial.scribe.say(1, E.RESIGN, b"", seen=1))
    resigned(trial, trial.scribe.say(1, E.RESIGN, b""))
    trial.deliver()
    assert witness.found.says[:2] == ("ACT_NOT_MINE", Klass.L)
    assert witness.found.evidence is None


@BOTH
def test_an_answer_to_an_older_question_convicts_who_logs_it(seats) -> None:
    """An ACT whose view does not hold its question is HEAD_STALE, C for the referee (case 39)."""
    trial = table(seats)
    say, seat = trial.scribe.say, trial.scribe.due().seats[0]
    asked = trial.witnesses[0].verifier.asked(seat)
    trial.scribe.say = lambda seat, kind, payload: say(seat, kind, payload, asked)
    index = len(trial.scribe.entries)
    trial.scribe.turn()
    convicts_referee(trial, "HEAD_STALE", index)


@BOTH
def test_two_messages_under_one_number_convict_their_seat(seats) -> None:
    """ACT_EQUIVOCATED names the seat and no referee; the two messages are the evidence (case 40)."""
    trial = table(seats)
    seat = messages.parse_header(last_act(trial).msg.header).seat
    trial.scribe.players[seat].counter -= 1
    index = resigned(trial, trial.scribe.say(seat, E.RESIGN, b""))
    found = trial.deliver()
    assert found.says == ("ACT_EQUIVOCATED", Klass.C, index, trial.key(seat))
    evidence = found.evidence
    assert (len(evidence.messages), len(evidence.entries), len(evidence.heads)) == (2, 1, 1)
    assert convicted(found) == {trial.key(seat)}


@BOTH
def test_an_invented_view_convicts_who_logs_it(seats) -> None:
    """A seat's invented seen root that the referee logs is HEAD_FALSE, C for the referee (case 41)."""
    trial = table(seats)
    player = trial.scribe.players[1]
    header = messages.Header(player.signer.public, trial.scribe.id, 1, 99, 3, b"\1" * 32, E.RESIGN)
    index = resigned(trial, messages.sign_player(player.signer, header, b""))
    convicts_referee(trial, "HEAD_FALSE", index)


@BOTH
def test_time_does_not_run_back(seats) -> None:
    """A head dated before the last one is LOG_TIME, by the two heads (cases 43, 96)."""
    trial = table(seats)
    trial.scribe.now -= 5000
    index = logged(trial, E.NOTICE, wire.Notice(kind="info", text="late"))
    found = trial.deliver()
    assert found.says[:2] == ("LOG_TIME", Klass.C)
    assert found.verdict.entry <= index
    assert len(found.evidence.heads) <= 3
    assert convicted(found) == {trial.referee}


@BOTH
def test_nothing_changes_the_result_after_the_end(seats) -> None:
    """A second GAME_OVER, or an ACT, after GAME_OVER is LOG_PHASE (cases 44, 98)."""
    for kind in (E.GAME_OVER, E.ACT):
        trial = table(seats)
        trial.scribe.resign(1)
        assert trial.deliver() is None
        payload = last_act(trial) if kind == E.ACT else trial.scribe.entries[-1].payload
        convicts_referee(trial, "LOG_PHASE", logged(trial, kind, payload))


@BOTH
@pytest.mark.parametrize("first", ["refusal", "message"])
def test_a_refused_message_in_the_log_convicts(seats, first) -> None:
    """The signed refusal and the entry are the evidence, in whichever order they came (case 80)."""
    trial = table(seats)
    scribe, witness = trial.scribe, trial.witnesses[1]
    signed = scribe.say(1, E.RESIGN, b"")
    counter = scribe.players[1].counter
    refusal = messages.sign_refusal(scribe.referee, scribe.id, 1, counter, signed, "HEAD_STALE")
    if first == "refusal":
        witness.refused(1, refusal)
    index = resigned(trial, signed)
    trial.deliver()
    if first == "message":
        witness.refused(1, refusal)
    assert witness.found.says[:2] == ("ACT_REFUSED_LOGGED", Klass.C)
    assert convicted(witness.found) == {trial.referee}
    assert {one.entry.index for one in witness.found.evidence.entries} >= {index}


@BOTH
def test_a_wrong_root_is_disputed(seats) -> None:
    """Entries that do not give the signed root are LOG_ROOT: exit 2, and nobody is named (case 108)."""
    trial = table(seats)
    trial.play(1)
    *_, (entries, head) = trial.scribe.appends()
    fresh = Trial(seats).witnesses[1]
    for one in list(trial.scribe.appends())[:-1]:
        fresh.take(*one)
    wrong = wire.Entry(index=entries[0].index, type=entries[0].type, payload=entries[0].payload + b"\x78\1")
    fresh.take([wrong, *entries[1:]], head)
    assert fresh.found.says == ("LOG_ROOT", Klass.D, entries[0].index, None)
    judgement = judged(fresh.found.evidence)
    assert (judgement.exit_code, judgement.holds) == (2, True)
    assert [one.key for one in judgement.failures] == [None]
