"""Laws of the log and of the messages in it: forks, rollbacks, replays, counters, views (spec 2.8, 2.9)."""

from __future__ import annotations

from random import Random

import pytest
from scribe import Scribe

from sealed.fairness.audit.audit import audit
from sealed.fairness.live.verdicts import Klass
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType as E
from sealed.fairness.record import RefusalLine
from sealed.fairness.signing import messages
from sealed.fairness.signing.keys import Signer, load_backend
from sealed.games.popular_front import TITLE
from sealed.wire.v1 import fairness_pb2 as wire

BACKEND = load_backend("cryptography")


def popular_front(game, edition):
    """Returns the rules of Popular Front."""
    return TITLE


def begun(turns=4):
    """Returns a table after some appends of play."""
    scribe = Scribe(TITLE, 2, Random(1))
    scribe.begin()
    scribe.play(turns)
    return scribe


def following(scribe, **more):
    """Returns a verifier that has taken everything."""
    verifier = Verifier(popular_front, BACKEND, **more)
    for entries, head in scribe.appends():
        assert verifier.feed(entries, head) == []
    return verifier


def feed_last(scribe, verifier):
    """Feeds the last append and returns code, class and key of what was found."""
    *_, (entries, head) = scribe.appends()
    return [(one.code, one.klass, one.key) for one in verifier.feed(entries, head)]


def asked(scribe):
    """Returns the seat that is asked."""
    return scribe.due().seats[0]


def resigned(scribe, signed):
    """Logs a RESIGN made of a given message."""
    scribe.log(E.RESIGN, wire.ResignEntry(msg=signed, received_ms=scribe.now))
    scribe.sign()


def last_act(scribe):
    """Returns the last ACT in the log."""
    return wire.ActEntry.FromString(next(e.payload for e in reversed(scribe.entries) if e.type == E.ACT))


def test_a_message_stands_in_the_log_once() -> None:
    """The same ACT again is ACT_REPLAYED, C against the referee (case 36)."""
    scribe = begun()
    verifier = following(scribe)
    scribe.log(E.ACT, last_act(scribe))
    scribe.sign()
    assert feed_last(scribe, verifier) == [("ACT_REPLAYED", Klass.C, scribe.referee.public)]


def test_two_messages_under_one_counter_convict_their_seat() -> None:
    """Same counter, other bytes is ACT_EQUIVOCATED, C against the seat (case 40)."""
    scribe = begun()
    verifier = following(scribe)
    seat = messages.parse_header(last_act(scribe).msg.header).seat
    scribe.players[seat].counter -= 1
    resigned(scribe, scribe.say(seat, E.RESIGN, b""))
    key = scribe.players[seat].signer.public
    assert feed_last(scribe, verifier) == [("ACT_EQUIVOCATED", Klass.C, key)]


def test_a_refused_counter_is_burnt_and_accuses_nobody() -> None:
    """A counter may be left out: the corrected draft takes the next."""
    scribe = begun()
    verifier = following(scribe)
    scribe.players[asked(scribe)].counter += 1 << 20
    scribe.turn()
    assert feed_last(scribe, verifier) == []


def test_counters_ascend() -> None:
    """A counter below the last one that was not used is ACT_COUNTER."""
    scribe = begun()
    seat = asked(scribe)
    scribe.players[seat].counter += 5
    scribe.turn()
    verifier = following(scribe)
    scribe.players[seat].counter -= 3
    resigned(scribe, scribe.say(seat, E.RESIGN, b""))
    assert feed_last(scribe, verifier) == [("ACT_COUNTER", Klass.C, scribe.referee.public)]


@pytest.mark.parametrize("size", [3, 10**6])
def test_a_false_view_in_the_log_convicts_the_referee(size) -> None:
    """A seen root that is not the root of that size is HEAD_FALSE; the audit adds FIN_FORK (cases 35, 41)."""
    scribe = begun()
    verifier = following(scribe)
    player = scribe.players[1]
    header = messages.Header(player.signer.public, scribe.id, 1, 99, size, b"\1" * 32, E.RESIGN)
    resigned(scribe, messages.sign_player(player.signer, header, b""))
    assert feed_last(scribe, verifier) == [("HEAD_FALSE", Klass.C, scribe.referee.public)]
    report = audit(scribe.record(), popular_front, BACKEND)
    assert [failure.code for failure in report.failures] == ["HEAD_FALSE", "FIN_FORK"]


def test_a_view_without_a_head_is_disputed() -> None:
    """A true root of a size for which no head is known is HEAD_FALSE, D, no FIN_FORK (decision 0007, 2)."""
    scribe = begun()
    verifier = following(scribe)
    size = max(set(range(verifier.size)) - {head.size for head in scribe.heads})
    player = scribe.players[1]
    header = messages.Header(player.signer.public, scribe.id, 1, 99, size, verifier.root_at(size), E.RESIGN)
    resigned(scribe, messages.sign_player(player.signer, header, b""))
    assert feed_last(scribe, verifier) == [("HEAD_FALSE", Klass.D, None)]
    report = audit(scribe.record(), popular_front, BACKEND)
    assert [(failure.code, failure.key) for failure in report.failures] == [("HEAD_FALSE", None)]


def test_an_answer_to_an_older_question_is_stale() -> None:
    """An ACT whose view does not hold the question is HEAD_STALE, C once it is logged (case 39)."""
    scribe = begun()
    verifier = following(scribe)
    say = scribe.say
    scribe.say = lambda seat, kind, payload: say(seat, kind, payload, verifier.asked(seat))
    scribe.turn()
    assert feed_last(scribe, verifier) == [("HEAD_STALE", Klass.C, scribe.referee.public)]


def test_a_view_just_beyond_the_question_will_do() -> None:
    """`seen_size` needs to be one more than the entry `asked`, not the whole log."""
    scribe = begun()
    verifier = following(scribe)
    say = scribe.say
    scribe.say = lambda seat, kind, payload: say(seat, kind, payload, verifier.asked(seat) + 1)
    scribe.turn()
    assert feed_last(scribe, verifier) == []


def test_a_resignation_is_never_stale() -> None:
    """RESIGN may rest on any view (case 99)."""
    scribe = begun()
    verifier = following(scribe)
    resigned(scribe, scribe.say(1, E.RESIGN, b"", seen=1))
    assert feed_last(scribe, verifier) == []


def forged(scribe, **fields):
    """Returns a RESIGN of seat 1 with some header fields changed and then signed."""
    player = scribe.players[1]
    usual = {
        "pk": player.signer.public,
        "table_id": scribe.id,
        "seat": 1,
        "counter": 50,
        "seen_size": 1,
        "seen_root": scribe.roots[1],
        "type": E.RESIGN,
    }
    signer = fields.pop("signer", player.signer)
    header = messages.Header(**{**usual, "pk": signer.public, **fields})
    return messages.sign_player(signer, header, b"")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"table_id": bytes(32)}, "SIG_WRONG_CONTEXT"),
        ({"seat": 2}, "SIG_INVALID"),
        ({"seat": 7}, "SIG_INVALID"),
        ({"signer": Signer(bytes(31) + b"\7", BACKEND)}, "SIG_INVALID"),
        ({"type": E.AGREE}, "SIG_WRONG_CONTEXT"),
        ({"type": 77}, "SIG_WRONG_CONTEXT"),
    ],
)
def test_a_message_of_somebody_or_for_something_else_convicts_the_referee(fields, code) -> None:
    """Another table, seat, key or purpose under a valid signature is found (cases 37, 38)."""
    scribe = begun()
    verifier = following(scribe)
    resigned(scribe, forged(scribe, **fields))
    assert feed_last(scribe, verifier) == [(code, Klass.C, scribe.referee.public)]


# ---- heads ----


def test_two_heads_of_one_size_convict_the_referee() -> None:
    """Equal size and another root is LOG_FORK, C (case 33)."""
    scribe = begun()
    verifier = following(scribe)
    head = messages.sign_head(scribe.referee, scribe.id, 4, b"\5" * 32, scribe.now + 1)
    verdicts = verifier.feed([], head)
    assert [(one.code, one.klass, one.key) for one in verdicts] == [
        ("LOG_FORK", Klass.C, scribe.referee.public)
    ]


def test_an_old_head_sent_again_is_harmless() -> None:
    """The same head again finds nothing; as a rollback it convicts nobody (case 115)."""
    scribe = begun()
    verifier = following(scribe)
    assert verifier.feed([], scribe.heads[1]) == []
    assert verifier.failed is None


def test_a_later_head_over_less_is_a_rollback() -> None:
    """Smaller size and later time under a valid signature is LOG_ROLLBACK, C."""
    scribe = begun()
    verifier = following(scribe)
    head = messages.sign_head(scribe.referee, scribe.id, 3, scribe.roots[3], scribe.now + 1)
    assert [(one.code, one.klass) for one in verifier.feed([], head)] == [("LOG_ROLLBACK", Klass.C)]


def test_an_old_head_beside_new_entries_convicts_nobody() -> None:
    """Who puts an honest old head beside the next entries shows no rollback: its time is old too (115)."""
    scribe = begun()
    verifier = following(scribe)
    scribe.play(1)
    *_, (entries, _) = scribe.appends()
    found = verifier.feed(entries, scribe.heads[1])
    assert [(one.code, one.klass, one.key) for one in found] == [("LOG_ROLLBACK", Klass.L, None)]


@pytest.mark.parametrize("later", [0, 1])
def test_a_head_that_the_referee_did_not_sign_convicts_nobody(later) -> None:
    """A made-up head over an old size is the receiver's word, whatever root and time it states (case 109)."""
    scribe = begun()
    verifier = following(scribe)
    stranger = Signer(bytes(31) + b"\1", BACKEND)
    head = messages.sign_head(stranger, scribe.id, 3, bytes(32), scribe.now + later)
    found = verifier.feed([], head)
    assert [(one.code, one.klass, one.key) for one in found] == [("LOG_ROLLBACK", Klass.L, None)]


def test_a_gap_is_the_receivers_word_only() -> None:
    """Entries left out, or twice, are LOG_GAP or LOG_ROLLBACK of class L."""
    scribe = begun()
    appends = list(scribe.appends())
    for wrong in (appends[3], appends[1]):
        verifier = Verifier(popular_front, BACKEND)
        for entries, head in appends[:2]:
            verifier.feed(entries, head)
        assert [one.klass for one in verifier.feed(*wrong)] == [Klass.L]


def test_nothing_convicts_without_a_valid_head() -> None:
    """An edited entry beside an honest head is LOG_ROOT, D, whatever it holds (case 108)."""
    scribe = begun()
    appends = list(scribe.appends())
    entries, head = appends[2]
    wrong = wire.Entry(index=entries[0].index, type=entries[0].type, payload=b"\x78\x01")
    verifier = Verifier(popular_front, BACKEND)
    for one in appends[:2]:
        verifier.feed(*one)
    verdicts = verifier.feed([wrong, *entries[1:]], head)
    assert [(one.code, one.klass, one.key) for one in verdicts] == [("LOG_ROOT", Klass.D, None)]


def test_another_referee_than_the_one_asked_about_is_said_to_be_one() -> None:
    """A log under another key than the pinned one is KEY_UNPINNED: local, exit 2 (case 109)."""
    scribe = begun()
    report = audit(scribe.record(), popular_front, BACKEND, referee_pk=bytes(31) + b"\1")
    assert [(f.code, f.klass, f.key) for f in report.failures] == [("KEY_UNPINNED", Klass.L, None)]
    assert report.exit_code == 2


def test_after_a_failure_nothing_more_is_judged() -> None:
    """A verifier that has failed returns its failure to every later feed."""
    scribe = begun()
    verifier = following(scribe)
    scribe.log(E.ACT, last_act(scribe))
    scribe.sign()
    first = feed_last(scribe, verifier)
    scribe.turn()
    assert feed_last(scribe, verifier) == first


# ---- refusals ----


def refused(scribe, seat):
    """Returns a message of a seat and the referee's refusal of it."""
    signed = scribe.say(seat, E.RESIGN, b"", seen=1)
    return signed, messages.sign_refusal(
        scribe.referee, scribe.id, seat, scribe.players[seat].counter, signed, "HEAD_STALE"
    )


@pytest.mark.parametrize("first", ["refusal", "message"])
def test_a_refused_message_in_the_log_convicts_the_referee(first) -> None:
    """A signed refusal and the same message in the log, in either order, are ACT_REFUSED_LOGGED (case 80)."""
    scribe = begun()
    verifier = following(scribe)
    signed, refusal = refused(scribe, 1)
    if first == "refusal":
        assert verifier.feed_refusal(1, refusal) == []
    resigned(scribe, signed)
    found = feed_last(scribe, verifier)
    if first == "message":
        assert found == []
        found = [(one.code, one.klass, one.key) for one in verifier.feed_refusal(1, refusal)]
    assert found == [("ACT_REFUSED_LOGGED", Klass.C, scribe.referee.public)]


def test_an_honest_refusal_in_an_export_changes_nothing() -> None:
    """A seat's own export with a refusal of a message that is not in the log audits as before."""
    scribe = begun()
    _, refusal = refused(scribe, 1)
    scribe.resign(2)
    scribe.finish()
    record = scribe.record()
    report = audit(record._replace(lines=(*record.lines, RefusalLine(1, refusal))), popular_front, BACKEND)
    assert report.verdict == "PASS"
    assert report.executed["ACT_REFUSED_LOGGED"] > 0


def test_a_message_i_did_not_send_is_not_mine() -> None:
    """Once a seat has said what it sent, others in its name are ACT_NOT_MINE, class L (case 42)."""
    scribe = begun()
    verifier = following(scribe, seat=1)
    verifier.note_sent(scribe.say(1, E.RESIGN, b"", seen=1))
    scribe.players[1].counter += 1
    resigned(scribe, scribe.say(1, E.RESIGN, b""))
    assert feed_last(scribe, verifier) == [("ACT_NOT_MINE", Klass.L, None)]


@pytest.mark.parametrize(("beyond", "found"), [(1, []), (0, [("ACT_NOT_MINE", Klass.L, None)])])
def test_another_device_speaks_for_me_up_to_the_take_over_and_no_longer(beyond, found) -> None:
    """Before the size that came with the right to write entries may be another device's; none after."""
    scribe = begun()
    verifier = following(scribe, seat=1)
    verifier.note_sent(scribe.say(1, E.RESIGN, b"", seen=1))
    verifier.share(len(scribe.entries) + beyond)
    scribe.players[1].counter += 1
    resigned(scribe, scribe.say(1, E.RESIGN, b""))
    assert feed_last(scribe, verifier) == found


def test_my_own_join_and_commit_stand_unchanged() -> None:
    """A GENESIS with another valid COMMIT of mine is GEN_ALTERED, class L (case 106)."""
    scribe = begun()
    genesis = wire.Genesis.FromString(scribe.entries[0].payload)
    join, commit = genesis.joins[0].SerializeToString(), genesis.commits[0].SerializeToString()
    for own, found in (((join, commit), []), ((join, b""), ["GEN_ALTERED"])):
        verifier = Verifier(popular_front, BACKEND, seat=1)
        verifier.expect_own(*own)
        assert [one.code for one in verifier.feed(*next(iter(scribe.appends())))] == found
