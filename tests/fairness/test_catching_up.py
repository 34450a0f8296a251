"""Laws of signatures that are put off (spec 2.13): late or at once, a verifier finds the same."""

from __future__ import annotations

from random import Random

import pytest
from late_signatures import Late, appends
from match import InMemoryMatch

from sealed.fairness.arithmetic.merkle import RightEdge
from sealed.fairness.live.debts import PENDING
from sealed.fairness.live.verdicts import Klass, Outcome, Skipped
from sealed.fairness.live.verifier import Verifier
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import sign_head
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import ActEntry, Entry, Head
from sealed_client.bots import make_bot
from sealed_client.evidence import evidence_file
from sealed_client.follower import Follower
from sealed_client.viewing import Own, Viewer

OWED = Skipped("SIG_INVALID", PENDING)


@pytest.fixture(scope="module")
def match():
    """A match of three that has gone on for a while."""
    made = InMemoryMatch(TITLE, 3, Random(8))
    made.begin()
    players = {number: make_bot("random", TITLE, Random(number)).answer for number in made.seats}
    while made.table.size < 500:
        made.answer(made.asked[0], players[made.asked[0]], 1)
    return made


@pytest.fixture(scope="module")
def log(match):
    """Its appends."""
    return list(appends(match))


@pytest.fixture(scope="module")
def every(match, log):
    """All signatures of the log, in the order in which they are checked."""
    library = Late()
    verifier = Verifier(match.titles, library)
    for entries, head in log:
        assert not verifier.feed(entries, head)
    return library.asked


def _at_once(match, log, library):
    """Follows a log and puts nothing off."""
    follower = _follower(match, library)
    for entries, head in log:
        follower.feed(entries, head)
    return follower


def _follower(match, library):
    rules = match.seats[1].enrolment.rules
    pinned = {"referee_pk": match.referee.public, "table_id": match.table.table_id}
    return Follower(rules, match.titles, library, **pinned)


def _late(match, log, library, rng):
    """Follows a log up to its newest head, or to one before it, and pays at any moments."""
    follower = _follower(match, library)
    tips = [*sorted(rng.sample(range(len(log)), 2)), len(log) - 1]
    for number, (entries, head) in enumerate(log):
        if tips and rng.random() < 0.1 * (number > 5) + (number == 0):
            follower.put_off(log[max(number, tips.pop(0))][1])
        follower.feed(entries, head)
        for _ in range(rng.choice((0, 0, 0, 1, 2, 40))):
            _pay(follower)
    while follower.owed:
        _pay(follower)
    return follower


def _pay(follower):
    """Pays one debt; as long as more are owed nothing is called verified, and no failure is told."""
    owed = follower.owed
    assert follower.verifier.not_checked[OWED] == owed
    if owed:
        assert follower.failure is None
        assert not Viewer("table", follower.rules, 0).snapshot(follower, Own()).verified
    follower.pay()
    assert follower.owed < owed or not owed


def test_a_good_log_is_found_good_in_any_order_and_every_signature_is_checked(match, log, every):
    """Whenever debts are made and paid: same counts as at once, nothing left, and no signature left out."""
    plain = _at_once(match, log, Late()).verifier
    for seed in range(3):
        library = Late()
        late = _late(match, log, library, Random(seed)).verifier
        assert late.failed is None
        assert late.executed == plain.executed
        assert late.not_checked == plain.not_checked
        assert set(library.asked) == set(every)


def test_whatever_signature_fails_the_verdict_and_the_evidence_are_those_of_a_check_at_once(
    match, log, every
):
    """One to three bad signatures anywhere in a long log, paid in any order: the first of them is told."""
    rng = Random(213)
    for turn in range(26):
        first = [every[turn]] if turn < 12 else []  # each of the set-up too
        library = Late(frozenset(first + rng.sample(every, rng.choice((1, 1, 2, 3)) - len(first))))
        plain, late = _at_once(match, log, library), _late(match, log, library, rng)
        assert plain.failure is not None
        assert late.failure == plain.failure
        assert late.verifier.failed == plain.verifier.failed
        assert late.notebook.lines == plain.notebook.lines
        assert late.failing == plain.failing
        if turn % 5 == 0:
            made = [evidence_file(one, None, match.titles, Late(library.bad)) for one in (plain, late)]
            assert made[0] is not None
            assert made[0] == made[1]


def test_the_newest_head_costs_one_signature(match, log):
    """A whole log is hashed up to its newest head, and judged, after the check of one signature."""
    library = Late()
    follower = _follower(match, library)
    follower.put_off(log[-1][1])
    for entries, head in log:
        follower.feed(entries, head)
    assert library.asked == [log[-1][1].sig]
    assert follower.verifier.root == log[-1][1].root
    assert follower.owed > len(log)


def test_debts_are_paid_from_new_to_old_messages_before_heads(match, log):
    """In idle time the newest message comes first, then older ones, then heads from new to old."""
    library = Late()
    follower = _follower(match, library)
    follower.put_off(log[-1][1])
    for entries, head in log:
        follower.feed(entries, head)
    while not follower.verifier.ready(0):
        follower.pay()
    paid = len(library.asked)
    while follower.owed:
        follower.pay()
    acts = [
        ActEntry.FromString(one.payload).msg.sig for es, _ in log for one in es if one.type == EntryType.ACT
    ]
    heads = [head.sig for _, head in log[:-1]]
    left = [sig for sig in acts if sig not in library.asked[:paid]]
    assert library.asked[paid:] == [*reversed(left), *reversed(heads)]


def test_what_has_no_good_form_fails_at_once(match, log):
    """A signature that no library needs to see, such as one too short, is not put off."""
    follower = _follower(match, Late())
    follower.put_off(log[-1][1])
    entries, head = log[0]
    follower.feed(entries, Head(size=head.size, root=head.root, time_ms=head.time_ms, sig=b"short"))
    assert follower.owed == 0
    assert (follower.failure.code, follower.failure.entry) == ("SIG_INVALID", 0)


def test_a_fast_library_puts_nothing_off(match, log):
    """With the fast library every signature is checked as it comes, newest head known or not."""
    follower = _follower(match, match.signatures)
    follower.put_off(log[-1][1])
    for entries, head in log:
        assert not any(one.outcome is Outcome.NOT_CHECKED for one in follower.feed(entries, head).verdicts)
        assert follower.owed == 0


def test_a_head_that_the_referee_did_not_sign_puts_nothing_off(match, log):
    """Only the referee's own word lets signatures wait; with any other head all is checked as it comes."""
    newest = Head()
    newest.CopyFrom(log[-1][1])
    newest.size += 5
    follower = _follower(match, Late())
    follower.put_off(newest)
    follower.feed(*log[0])
    assert follower.owed == 0
    assert follower.verifier.size == 1


def test_a_newest_head_over_other_entries_convicts_the_referee(match, log):
    """Two histories: the head that was shown first and the log that came after it are told as LOG_FORK."""
    entries, head = log[30]
    other = sign_head(match.referee, match.table.table_id, head.size, bytes([7]) * 32, head.time_ms)
    follower = _follower(match, Late())
    follower.put_off(other)
    for appended in log[:31]:
        follower.feed(*appended)
    while follower.owed:
        follower.pay()
    failure = follower.failure
    assert (failure.code, failure.klass, failure.key) == ("LOG_FORK", Klass.C, match.referee.public)
    assert evidence_file(follower, None, match.titles, match.signatures) is not None
    assert entries[-1].index == head.size - 1


def test_a_later_failure_waits_for_older_signatures(match, log):
    """A false root is not told before older signatures are checked, and not at all if one of them fails."""
    entries, head = log[60]
    edge = RightEdge()
    edge.append(b"x" * 32)
    false = sign_head(match.referee, match.table.table_id, head.size, edge.root(), head.time_ms)
    forged = log[20][1].sig
    for bad, told in ((frozenset(), "LOG_ROOT"), (frozenset((forged,)), "SIG_INVALID")):
        follower = _follower(match, Late(bad))
        follower.put_off(log[-1][1])
        for appended in log[:60]:
            follower.feed(*appended)
        follower.feed(entries, false)
        assert follower.failure is None
        assert follower.verifier.doubted
        assert not follower.verifier.ready(1)
        size = follower.verifier.size
        follower.feed([Entry(index=size)], log[-1][1])  # nothing more is taken
        assert follower.verifier.size == size
        while follower.owed:
            follower.pay()
        assert follower.failure.code == told
