"""Laws of a seat that catches up with a slow library.

Nothing leaves before its signatures are checked (spec 2.13).
"""

from __future__ import annotations

import pytest
from late_signatures import Late, appends, new_device

from sealed.fairness.live.verdicts import Klass
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1.fairness_pb2 import ActEntry
from sealed.wire.v1.referee_pb2 import Batch, Link, Submit
from sealed_client.seat_errors import StoppedError
from sealed_client.seat_return import restore
from sealed_client.seat_store import Kept, Kind
from sealed_client.sitting import exact_bytes
from sealed_client.text.checking import seal_lines
from sealed_client.text.speaking import alarms
from sealed_client.viewing import Viewer, own_of


@pytest.fixture
def at_a_slot(new_match, bots):
    """A match whose newest append is an answer of seat 2 and the slot it opens; nobody has heard of it."""
    match = new_match(2, seed=8)
    match.begin()
    players = bots(match, "random")
    while True:
        number = match.asked[0]
        seat = match.seats[number]
        draft = seat.draft()
        draft.add(players[number](draft.state, number))
        moves = seat.submit(draft)
        output = match.post(number, moves.send[0])
        kinds = [entry.type for entry in output.entries]
        if number == 2 and kinds == [EntryType.ACT, EntryType.SLOT_OPEN] and match.table.size > 60:
            return match
        match.deliver(number, output)
        match.settle()


def _caught_up(match, number, library, log):
    """Lets a new device take a whole log in, newest head first; returns it and what it wanted to send."""
    seat = new_device(match, number, library)
    seat.expect_tip(log[-1][1].size)
    seat.follower.put_off(log[-1][1])
    sent = []
    for entries, head in log:
        sent += seat.feed(entries, head).send
    for private in match.table.privates_from(number, 0):
        sent += seat.feed_private(private).send
    first = seat.follower.missing_handles
    if first is not None:
        sent += seat.feed_private(match.table.own_handles(number, first)).send
    assert seat.follower.caught_up
    return seat, sent


def _forged(match, log, forge):
    """Puts another signature under the newest ACT and signs a head over that, as only a referee can."""
    entries, head = log[-1]
    act = ActEntry.FromString(entries[0].payload)
    act.msg.sig = ActEntry.FromString(_acts(log)[-2].payload).msg.sig
    tail = [(EntryType.ACT, act), *((entry.type, entry.payload) for entry in entries[1:])]
    return [*log[:-1], forge(match, head.size - len(entries), tail)]


def _acts(log):
    return [entry for entries, _ in log for entry in entries if entry.type == EntryType.ACT]


def test_a_link_leaves_only_after_the_set_up_and_the_act_before_it_are_checked(at_a_slot):
    """GENESIS, START and the ACT that the slot answers to are checked first; the rest may wait."""
    library, log = Late(), list(appends(at_a_slot))
    seat, sent = _caught_up(at_a_slot, 1, library, log)
    assert sent == []
    assert not seat.ready
    owed = seat.owed
    while seat.owed and not sent:
        sent += seat.pay().send
    assert [type(one) for one in sent] == [Link]
    assert owed - seat.owed == 1 + 2 + 2 + 2 + 1  # parameters, joins, COMMITs, AGREEs, the ACT
    assert ActEntry.FromString(_acts(log)[-1].payload).msg.sig in library.asked
    while seat.owed:
        assert seat.pay().send == ()


def test_no_link_leaves_to_a_slot_after_a_forged_act(at_a_slot, forge):
    """A referee that forges the ACT just before a slot gets no link, and is convicted."""
    log = _forged(at_a_slot, list(appends(at_a_slot)), forge)
    seat, sent = _caught_up(at_a_slot, 1, Late(), log)
    while seat.owed:
        sent += seat.pay().send
    assert sent == []
    failure = seat.follower.failure
    assert (failure.code, failure.klass, failure.entry) == ("SIG_INVALID", Klass.C, _acts(log)[-1].index)
    assert failure.key == at_a_slot.referee.public
    assert seat.due().send == ()
    assert seat.again() == ()


def _last_act_of_another(match, bots):
    """Plays until seat 1 is asked by an answer of seat 2; the log ends with that."""
    players = bots(match, "random")
    while True:
        number = match.asked[0]
        log = list(appends(match))
        if match.table.size > 60 and number == 1 and [one.type for one in log[-1][0]] == [EntryType.ACT]:
            return log
        match.answer(number, players[number], 1)


def test_an_answer_leaves_only_after_the_act_that_it_answers_to_is_checked(begun, bots):
    """Whoever answers without waiting has the signatures checked at once that come first, and no others."""
    log = _last_act_of_another(begun, bots)
    seat, _ = _caught_up(begun, 1, Late(), log)
    draft = seat.draft()
    draft.add(draft.legal()[0])
    assert seat.ready
    assert [type(one) for one in seat.submit(draft).send] == [Submit]
    assert seat.owed > 10


@pytest.mark.parametrize("wish", ["draft", "resign", "pause"])
def test_nothing_is_answered_to_a_forged_act(begun, bots, forge, wish):
    """After a forged ACT the seat is stopped before it can answer; the failure is known before it resigns."""
    log = _forged(begun, _last_act_of_another(begun, bots), forge)
    seat, _ = _caught_up(begun, 1, Late(), log)
    assert seat.follower.failure is None
    calls = {"draft": seat.draft, "resign": seat.resign, "pause": lambda: seat.pause(on=True)}
    if wish == "draft":
        with pytest.raises(StoppedError):
            calls[wish]()
    else:
        calls[wish]()
    assert seat.follower.failure.code == "SIG_INVALID"
    assert seat.owed == 0


def test_a_message_without_an_answer_is_repeated_when_its_signatures_are_checked(begun, bots):
    """A device that comes back with a slow library repeats the same bytes, but not before it is ready."""
    _last_act_of_another(begun, bots)
    seat = begun.seats[1]
    draft = seat.draft()
    draft.add(draft.legal()[0])
    moves = seat.submit(draft)
    begun.stores[1].keep(b"table", moves.keep)
    again = _restored(begun, 1, Late())
    assert again.again() == ()
    sent = []
    while again.owed:
        sent += again.pay().send
    assert tuple(sent) == moves.send
    assert again.again() == moves.send


def _restored(match, number, library):
    kept = match.stores[number].load(b"table")
    identity = match.seats[number].enrolment.identity
    return restore(identity, match.titles, library, kept, match.referee.public)[0]


def test_what_was_kept_is_checked_again_the_newest_head_first(begun, bots):
    """A restored seat is equal after one signature of the log, and in the end has checked every one again."""
    log, library = _last_act_of_another(begun, bots), Late()
    again = _restored(begun, 1, library)
    assert again.follower.verifier.root == begun.seats[1].follower.verifier.root
    assert again.replica.state == begun.seats[1].replica.state
    heads = {head.sig for _, head in log}
    assert heads.intersection(library.asked) == {log[-1][1].sig}
    while again.owed:
        again.pay()
    assert again.follower.failure is None
    assert again.follower.verifier.executed == begun.seats[1].follower.verifier.executed
    assert heads <= set(library.asked)


def test_a_store_that_was_tampered_with_is_found_out(begun, bots, forge):
    """What was kept counts for nothing: a forged ACT in the store stops the restored seat as a live one."""
    log = _forged(begun, _last_act_of_another(begun, bots), forge)
    kept = list(begun.stores[1].load(b"table"))
    at = max(at for at, one in enumerate(kept) if one.kind == Kind.BATCH)
    kept[at] = Kept(Kind.BATCH, exact_bytes(Batch(entries=log[-1][0], head=log[-1][1])))
    begun.stores[1].load = lambda table: kept
    again = _restored(begun, 1, Late())
    while again.owed:
        again.pay()
    assert again.follower.failure.code == "SIG_INVALID"


def test_a_result_is_signed_only_when_everything_is_checked(new_match, bots):
    """A seat that comes back to a game that is over agrees with the result after its last debt only."""
    match = new_match(2, seed=5)
    match.begin()
    match.play(bots(match))
    log = list(appends(match))
    end = next(at for at, (entries, _) in enumerate(log) if entries[-1].type == EntryType.GAME_OVER)
    seat, sent = _caught_up(match, 1, Late(), log[: end + 1])
    while seat.owed > 1:
        sent += seat.pay().send
    assert sent == []
    assert [type(one) for one in seat.pay().send] == [Submit]


def test_the_table_says_how_many_signatures_are_left_and_never_verified(begun, bots):
    """Until the last signature is checked the seal names the number and does not claim anything."""
    log = _last_act_of_another(begun, bots)
    seat, _ = _caught_up(begun, 1, Late(), log)
    viewer = Viewer("table", seat.enrolment.rules, 1)
    while seat.owed:
        view = viewer.snapshot(seat.follower, own_of(seat, None))
        text = " ".join(seal_lines(seat.follower, view))
        assert view.pending == seat.owed
        assert not view.verified
        assert f"{seat.owed} signature{'s' if seat.owed > 1 else ''} still to check" in text
        assert "Verified" not in text
        seat.pay()
    assert viewer.snapshot(seat.follower, own_of(seat, None)).verified
    assert "Verified on this device" in " ".join(seal_lines(seat.follower))


def test_the_player_hears_once_that_signatures_are_left_and_once_that_none_is(begun, bots):
    """The text client says how many signatures are still to check, and at the end that all are checked."""
    log = _last_act_of_another(begun, bots)
    seat, _ = _caught_up(begun, 1, Late(), log)
    viewer, before, said = Viewer("table", seat.enrolment.rules, 1), None, []
    owed = seat.owed
    for _ in range(owed + 1):
        view = viewer.snapshot(seat.follower, own_of(seat, None))
        said += alarms(before, view)
        before = view
        seat.pay()
    assert [line.partition(";")[0] for line in said] == [
        f"{owed} signatures still to check",
        "All signatures have been checked.",
    ]


def test_a_failure_in_doubt_is_told_as_such(at_a_slot, forge):
    """While it is open which check is to be named, the seal says that one has failed and names none."""
    log = _forged(at_a_slot, list(appends(at_a_slot)), forge)
    seat, _ = _caught_up(at_a_slot, 1, Late(), log)
    seat.pay()
    text = " ".join(seal_lines(seat.follower))
    assert seat.follower.verifier.doubted
    assert "A check has FAILED" in text
    assert "SIG_INVALID" not in text
    assert "has passed" not in text
