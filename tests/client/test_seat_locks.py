"""Laws of releasing links: the lock of the whole scheme (spec 2.4), and the receipt rule (spec 2.6)."""

from __future__ import annotations

from random import Random

import pytest

from sealed.engine.eye import FULL
from sealed.fairness.arithmetic.chain import LinkError, links_between
from sealed.fairness.bridge.duties import Answers, OrderDue, ShuffleDue, Slots
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header
from sealed.wire.v1.fairness_pb2 import Notice, SlotOpen
from sealed.wire.v1.referee_pb2 import Link
from sealed_client.locks import Lock
from sealed_client.seat_return import restore
from sealed_client.seat_store import Kind

N = 512
LEAF, OTHER_LEAF = b"a" * 32, b"b" * 32
DUE = Slots((ShuffleDue(0, 20, ()), OrderDue((1, 2))))


def _open(first_k=1, contributors=(1, 2), items=(1, 2), n=20, requests=2):
    slot = SlotOpen(first_k=first_k, contributors=contributors)
    shuffle = slot.requests.add().shuffle
    shuffle.deck, shuffle.n, shuffle.epoch, shuffle.scheme = 0, n, 1, 1
    if requests > 1:
        slot.requests.add().order.items.extend(items)
    return slot


def _objection(slot, last_ended=0, due=DUE, lock=None, leaf=LEAF):
    objection = (lock or Lock(2, N)).objection(slot, leaf, last_ended, due)
    return objection.code if objection else None


def test_an_open_that_is_due_gets_its_link():
    """The next number, all seats, exactly what the rules ask for: nothing stands against it."""
    assert _objection(_open()) is None
    assert _objection(_open(first_k=8), last_ended=7) is None


@pytest.mark.parametrize(("first_k", "last_ended"), [(2, 0), (1, 1), (3, 1), (0, 0), (N, N - 1)])
def test_no_link_for_a_number_that_is_not_next(first_k, last_ended):
    """A number passed over, used before, or beyond the chain gets no link."""
    assert _objection(_open(first_k=first_k), last_ended=last_ended) == "SLOT_SEQUENCE"


@pytest.mark.parametrize("contributors", [(), (1,), (2,), (1, 2, 3), (2, 1), (1, 1, 2)])
def test_no_link_unless_exactly_all_seats_contribute(contributors):
    """In LIVE_ALL the contributors are all seats, ascending."""
    assert _objection(_open(contributors=contributors)) == "SLOT_CONTRIBUTORS"


@pytest.mark.parametrize(
    ("slot", "due"),
    [
        (_open(), Answers((1,))),
        (_open(items=(1, 3)), DUE),
        (_open(n=19), DUE),
        (_open(requests=1), DUE),
        (_open(), Slots((OrderDue((1, 2)), ShuffleDue(0, 20, ())))),
    ],
)
def test_no_link_for_chance_that_the_rules_do_not_ask_for(slot, due):
    """What is asked for must be what the own rules make due, in their order."""
    assert _objection(slot, due=due) == "SLOT_PURPOSE"


def test_no_link_for_a_second_opening_of_a_slot():
    """Once a link went to one SLOT_OPEN, another for the same slot, or for an earlier one, gets none."""
    lock = Lock(2, N)
    lock.released(2, LEAF)
    assert lock.answered(2, LEAF)
    assert _objection(_open(), lock=lock) is None
    assert _objection(_open(), lock=lock, leaf=OTHER_LEAF) == "SLOT_REOPENED"
    assert _objection(_open(requests=1), lock=lock, due=Slots(DUE.requests[:1])) == "SLOT_SEQUENCE"


def test_a_released_link_is_the_one_for_the_last_slot_of_the_batch(new_match):
    """A seat answers a batch with the link of its last slot, which leads down to its anchor."""
    match = new_match(3)
    sent = []
    match.post = _spy(match.post, sent)
    match.begin()
    links = [one for one in sent if isinstance(one, Link)]
    verifier = match.seats[1].follower.verifier
    assert len(links) == 3
    slot = verifier.pending or match.seats[1].follower
    for number, link in enumerate(links, 1):
        assert link.k == 5
        seat = match.seats[number]
        pk = seat.enrolment.identity.public
        anchor = seat._place.chain.anchor
        assert len(links_between(match.table.table_id, pk, 5, link.link, 0, anchor)) == 5
        with pytest.raises(LinkError):
            links_between(match.table.table_id, pk, 6, link.link, 0, anchor)
    assert slot is not None


def _spy(post, sent):
    def posting(number, sending):
        sent.append(sending)
        return post(number, sending)

    return posting


def _before_the_first_slot_ends(match):
    """Plays the set-up until seat 1 has been asked for its first link, and returns that append."""
    kept = []
    tell = match.tell

    def telling(number, entries, head):
        if number == 1 and entries[-1].type == EntryType.SLOT_OPEN:
            kept.append((entries, head))
        elif number != 1 or not kept:
            tell(number, entries, head)

    match.tell = telling
    match.begin()
    return kept[0]


def test_a_seat_never_answers_a_slot_for_another_opening(new_match, forge):
    """A restarted seat that released a link refuses it to any other SLOT_OPEN of that slot."""
    match = new_match()
    entries, head = _before_the_first_slot_ends(match)
    seat = match.seats[1]
    match.do(1, seat.feed(entries, head))
    kept = match.stores[1].load(b"table")
    assert kept[-1].kind == Kind.LINK
    without_log = [one for one in kept if one is not kept[-2]]
    assert kept[-2].kind == Kind.BATCH
    again, _ = restore(
        seat.enrolment.identity, match.titles, match.signatures, without_log, match.referee.public
    )
    start, slot = entries
    notice = Notice(kind="info", text="another history")
    other = forge(
        match,
        1,
        [(start.type, start.payload), (EntryType.NOTICE, notice), (slot.type, slot.payload)],
    )
    moves = again.feed(*other)
    assert not moves.send
    assert again.follower.failure.code == "SLOT_REOPENED"


def test_the_same_opening_gets_the_same_link_again(new_match):
    """After a restart a pending SLOT_OPEN is answered with the link that was released to it."""
    match = new_match()
    entries, head = _before_the_first_slot_ends(match)
    seat = match.seats[1]
    moves = seat.feed(entries, head)
    match.stores[1].keep(b"table", moves.keep)
    again, now = restore(
        seat.enrolment.identity,
        match.titles,
        match.signatures,
        match.stores[1].load(b"table"),
        match.referee.public,
    )
    assert now.send == ()
    assert again.again() == moves.send == seat.again()
    assert moves.keep[-1].kind == Kind.LINK


@pytest.mark.parametrize("what", ["first_k", "contributors", "requests"])
def test_a_forged_opening_gets_no_link(new_match, forge, what):
    """A SLOT_OPEN that is signed but wrong gets no link, and the seat signs nothing more."""
    match = new_match()
    entries, _ = _before_the_first_slot_ends(match)
    slot = SlotOpen.FromString(entries[1].payload)
    if what == "first_k":
        slot.first_k = 2
    elif what == "contributors":
        del slot.contributors[:]
        slot.contributors.append(1)
    else:
        del slot.requests[-1]
    seat = match.seats[1]
    forged = forge(match, 1, [(entries[0].type, entries[0].payload), (EntryType.SLOT_OPEN, slot)])
    assert seat.feed(*forged).send == ()
    assert seat.follower.failure is not None


def _draw_turn(match, players):
    """Plays until an append brings seat 1 cards; holds the private message back and returns it."""
    held = []
    tell = match.tell_private

    def telling(number, private):
        if number == 1 and not held and match.seats[1].follower.verifier.phase == "P":
            held.append(private)
        elif number != 1 or not held:
            tell(number, private)
        else:
            held.append(private)

    match.tell_private = telling
    while not held:
        match.answer(match.asked[0], players[match.asked[0]])
    match.tell_private = tell
    return held


def test_nothing_is_signed_beyond_an_unverified_private_message(new_match, bots):
    """Until its cards are opened a seat is not asked and acknowledges no entry from there on."""
    match = new_match(seed=6)
    match.begin()
    sent = []
    match.post = _spy(match.post, sent)
    held = _draw_turn(match, bots(match, "random"))
    seat = match.seats[1]
    missing = min(seat.follower.verifier.unopened)
    assert not seat.asked
    assert not seat.follower.caught_up
    moves = seat.resign()
    heads = {output.head.size for output in match.outputs if output.head is not None}
    seen = parse_header(moves.send[0].signed.header).seen_size
    assert seen == max(size for size in heads if size <= missing) < missing
    for private in held:
        match.tell_private(1, private)
    assert seat.follower.caught_up
    assert seat.replica.state.eye != FULL


def test_a_link_waits_for_the_private_message_before_it(new_match, bots):
    """A slot that opens while cards are still unopened gets the link when they are verified, not before."""
    match = new_match(seed=6)
    match.begin()
    players = bots(match, "random")
    seat, waited = match.seats[1], 0
    rng = Random(3)
    for _ in range(300):
        if not match.asked or waited:
            break
        tell = match.tell_private
        held = []
        match.tell_private = lambda number, private, t=tell, h=held: (
            h.append(private) if number == 1 else t(number, private)
        )
        number = rng.choice(match.asked)
        match.answer(number, players[number], most=4)
        match.tell_private = tell
        if held and seat.follower.open_slot is not None:
            assert not any(isinstance(one, Link) for one in seat.again())
            waited += 1
        for private in held:
            tell(1, private)
        match.settle()
    assert waited
    assert not match.problems
