"""Links and slots: nothing is random before every seat has spoken."""

from __future__ import annotations

from random import Random

import pytest
from table_match import begin_match
from table_titles import SKIRMISH

from sealed.engine.frames import RuleBugError
from sealed.fairness.payloads.codec import EntryType
from sealed.wire.v1 import fairness_pb2 as wire


@pytest.fixture
def match():
    match = begin_match(SKIRMISH, 3, Random(4), longest_draft=1)
    match.open_slot()
    return match


def contribute(match, seat, k, link):
    return match.deliver(match.table.contribute(seat.seat, k, link, match.tick()))


def refused(match, seat, k, link) -> str:
    """Offers a link that has to be turned away, and returns the code; the problem names the slot."""
    size, owing = match.table.size, match.table.owing()
    output = contribute(match, seat, k, link)
    assert (match.table.size, match.table.owing(), output.change) == (size, owing, None)
    assert output.problem.slot == k
    return output.problem.code


def test_a_slot_ends_with_the_last_link_and_not_before(match):
    """Until the last contributor has spoken nothing is logged, and then the end is logged at once."""
    size = match.table.size
    for seat in match.seats[:-1]:
        output = contribute(match, seat, *seat.link())
        assert (match.table.size, output.entries) == (size, ())
        assert output.change.facts
    output = contribute(match, match.seats[-1], *match.seats[-1].link())
    assert output.entries[0].type == EntryType.SLOT_END


def test_a_slot_cannot_be_ended_without_a_link(match):
    """The step that ends a slot refuses to run while a link is missing."""
    contribute(match, match.seats[0], *match.seats[0].link())
    with pytest.raises(RuleBugError):
        match.table.match.end_slots()


def test_the_same_link_again_is_the_same_answer(match):
    """A link is idempotent, while its slot is open and after it has ended."""
    links = [(seat, *seat.link()) for seat in match.seats]
    for one in links:
        contribute(match, *one)
        assert contribute(match, *one).problem is None
    for one in links:
        again = contribute(match, *one)
        assert (again.problem, again.change) == (None, None)


def test_a_link_leads_to_the_last_known_one_of_its_own_seat(match):
    """Random bytes, another seat's link and another slot's link are turned away."""
    one, other, _ = match.seats
    k, link = one.link()
    assert refused(match, one, k, bytes(32)) == "SLOT_LINK"
    assert refused(match, one, k, link[:-1]) == "SLOT_LINK"
    assert refused(match, one, k, other.link()[1]) == "SLOT_LINK"
    assert refused(match, one, k, one.chain.link(k + 1)) == "SLOT_LINK"
    assert contribute(match, one, k, link).problem is None
    assert refused(match, one, k, one.chain.link(k + 1)) == "SLOT_LINK"


def test_a_link_is_owed_for_the_last_slot_of_the_open_batch_only(match):
    """A link for any other slot, sooner or later, is not taken."""
    seat = match.seats[0]
    k, _ = seat.link()
    assert refused(match, seat, k + 1, seat.chain.link(k + 1)) == "SLOT_SEQUENCE"
    assert refused(match, seat, k + 50, seat.chain.link(k + 50)) == "SLOT_SEQUENCE"


def test_the_result_does_not_depend_on_who_speaks_first():
    """Links in another order and at other times give the same results."""
    ends = []
    for order in ((0, 1, 2), (2, 0, 1)):
        match = begin_match(SKIRMISH, 3, Random(4), longest_draft=1)
        match.open_slot()
        match.tick(sum(order[:2]) * 1000)
        for index in order:
            seat = match.seats[index]
            output = contribute(match, seat, *seat.link())
        end = wire.SlotEnd.FromString(output.entries[0].payload)
        ends.append((end.links, end.results))
    assert ends[0] == ends[1]


def test_waits_are_what_each_seat_took(match):
    """`waits` says how long after the opening each link came."""
    start = match.heads[-1].time_ms
    waits = []
    for seat in match.seats:
        output = contribute(match, seat, *seat.link())
        waits.append(match.now_ms - start)
    assert list(wire.SlotEnd.FromString(output.entries[0].payload).waits) == waits


def test_no_act_is_taken_while_a_slot_is_open():
    """An answer cannot come before what chance owes."""
    match = begin_match(SKIRMISH, 2, Random(4), longest_draft=1)
    seat, action = match.find("dismiss")
    match.submit(seat, seat.draft([action]))
    while match.seats[0].opened is None:
        seat, action = match.find("dismiss", "done", "lay")
        match.submit(seat, seat.draft([action]))
    output = match.submit(seat, seat.forge([wire.Step(action="done")]))
    assert output.refusal.code == "ACT_ILLEGAL"
    assert output.words.code == "chance-due"


def test_a_table_that_runs_out_of_slots_ends():
    """When the tape is used up the game ends by the title's rule for an unfinished game."""
    match = begin_match(SKIRMISH, 2, Random(4), longest_draft=1)
    match.table.match._n_slots = 3
    match.play()
    over = match.table.match.over
    assert (over.cause, over.seats) == ("exhausted", ())
    assert over.result == SKIRMISH.unfinished(match.table.match.game.state)
