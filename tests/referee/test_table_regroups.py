"""What the table demands of a REGROUP: nobody left out, every card the way it is said to go (spec 2.16)."""

from __future__ import annotations

from random import Random

import pytest
from mixing_match import Crook, mixing_match, mixing_player, players
from mixing_title import NOTATION, TITLE, TWINS
from table_match import saved_of

from sealed.engine import kernel
from sealed.engine.zones import cards
from sealed.fairness.arithmetic.blind import Handle, make_ref
from sealed.fairness.arithmetic.identifiers import log_leaf_hash
from sealed.wire.v1 import fairness_pb2 as wire
from sealed_client.recovery import pages
from sealed_referee.problems import ServiceError
from sealed_referee.recovery import Recovery
from sealed_referee.restoring import restore_table

A, B, C = (Handle(0, 0, position) for position in (0, 1, 2))
"""The cards 1, 2 and 3 of seat 1: its list in order is the deck that it has drawn whole."""
RESERVE, UNIT, OTHER = 1, 256, 257
"""The protocol's numbers of the reserve, and of where cards lie face-down in the first two units."""
ARRIVED, FACE_UP, SEEN = 260, 262, 265
"""Of what has come to the second unit, and of the first unit's cards that lie face-up, or have been seen."""


def act(verb, *args):
    """Returns an action of Mixing."""
    return NOTATION.action(verb, *args)


@pytest.fixture
def match():
    """A match in which seat 1 has the cards 1, 2 and 3 in its first unit and 4 in the second."""
    made = mixing_match(TITLE, 3)
    crook = Crook(
        made, 1, [act("assign", 1, 1), act("assign", 1, 2), act("assign", 1, 3), act("assign", 2, 4)]
    )
    assert crook.send() == ""
    return made


def refused(crook) -> str:
    """Sends a spoilt draft and returns the code; nothing has changed, and the honest draft is still taken."""
    match, table = crook.match, crook.match.table
    before = (table.size, table.match.game.state, table.match.game.piles.made(1))
    code = crook.send()
    assert (table.size, table.match.game.state, table.match.game.piles.made(1)) == before
    assert match.answer(1, mixing_player(Random(1), ("done",))) is None
    assert not match.seats[1].asked
    return code


def moving(match, *more) -> Crook:
    """Returns the honest draft in which card 2 goes from the first unit to the second."""
    return Crook(match, 1, [act("reassign", 1, 2, 2), *more])


def exchange(handles, old, new):
    """Puts one handle in the place of another."""
    return [new if handle == old else handle for handle in handles]


def test_the_honest_drafts_are_taken(match):
    """What the other tests spoil is taken as it is, rebuilt by the same means."""
    crook = moving(match)
    crook.lay(crook.laid())
    assert crook.send() == ""
    assert len(match.table.match.game.piles.closed(1, ARRIVED)) == 1


def forget_one(crook):
    """One card that stays in the unit keeps its old reference."""
    del crook.regroup.takes[0].refs[0]
    laid = crook.laid()
    laid[UNIT].pop()
    crook.lay(laid)
    crook.regroup.flows[0].n -= 1


def take_elsewhere(crook):
    """A reference is named in a unit in which it does not lie."""
    crook.regroup.takes[0].refs.append(4)


def unordered(crook):
    """The zones put do not ascend."""
    crook.regroup.puts.reverse()


def two_bags(crook):
    """Cards are taken from two hands."""
    crook.regroup.takes.insert(0, wire.Take(zone=2, count=1))
    crook.regroup.takes.insert(0, wire.Take(zone=1, count=1))


def one_more_out(crook):
    """A flow has one card more than leaves the unit."""
    crook.regroup.flows[0].n += 1


def unknown_handle(crook):
    """A card that nobody has taken is laid."""
    crook.lay({zone: exchange(there, A, Handle(0, 0, 9)) for zone, there in crook.laid().items()})


def out_of_the_deck(crook):
    """A card of the other side's deck is smuggled in."""
    crook.lay({zone: exchange(there, A, Handle(1, 0, 0)) for zone, there in crook.laid().items()})


def one_card_twice(crook):
    """One card lies under two new references, another is gone."""
    crook.lay({zone: exchange(there, A, C) for zone, there in crook.laid().items()})


def against_the_tags(crook):
    """The new references lie in an order of the owner's choice."""
    crook.lay(crook.laid(), ordered=False)


def wrong_first_ref(crook):
    """The draft numbers on from another reference."""
    crook.draft.first_ref += 1


def one_handle_more(crook):
    """More handles are sent than references are made."""
    crook.handles.append(A)


def one_reference_less(crook):
    """Fewer references are made than cards lie there."""
    del crook.regroup.puts[0].outers[0]
    crook.handles.pop(0)


def foreign_commitment(crook):
    """A commitment is not to the handle sent with it."""
    crook.regroup.puts[0].outers[0] = bytes(32)


def never_made(crook):
    """A reference is taken that this seat has never made."""
    crook.regroup.takes[0].refs.append(4000)


def used_up(crook):
    """A reference is taken that an earlier regroup has used up."""
    crook.regroup.takes[0].refs.insert(0, 1)


def no_regroup(crook):
    """The act is not sent at all."""
    del crook.draft.steps[-1].cards[:]
    crook.draft.first_ref, crook.handles = 0, []


def two_regroups(crook):
    """The act is sent twice over."""
    crook.draft.steps[-1].cards.append(crook.draft.steps[-1].cards[0])
    crook.handles *= 2


def another_zone_too(crook):
    """A unit is regrouped that the action does not touch."""
    take = crook.regroup.takes.add(zone=OTHER, refs=list(crook.holdings.laid(OTHER)))
    laid = crook.laid() | {OTHER: [one.handle for one in crook.holdings.laid(OTHER).values()]}
    crook.lay(laid)
    crook.regroup.flows.insert(2, wire.Flow(from_zone=OTHER, to_zone=OTHER, n=len(take.refs)))


def said_aloud(crook):
    """The text names the card that goes."""
    crook.draft.steps[-1].action = act("reassign", 1, 2, 2).text


FALSE = {
    forget_one: "REGROUP_PARTIAL",
    take_elsewhere: "REGROUP_ZONE",
    unordered: "REGROUP_ZONE",
    two_bags: "REGROUP_ZONE",
    one_more_out: "REGROUP_COUNT",
    one_reference_less: "REGROUP_COUNT",
    unknown_handle: "BLIND_NOT_HELD",
    out_of_the_deck: "BLIND_NOT_HELD",
    one_card_twice: "BLIND_NOT_HELD",
    never_made: "BLIND_NOT_HELD",
    used_up: "BLIND_REUSED",
    against_the_tags: "REGROUP_ORDER",
    wrong_first_ref: "BLIND_REF_NO",
    one_handle_more: "PRIV_MISMATCH",
    foreign_commitment: "PRIV_MISMATCH",
    no_regroup: "ACT_ILLEGAL",
    two_regroups: "ACT_ILLEGAL",
    another_zone_too: "ACT_ILLEGAL",
    said_aloud: "ACT_ILLEGAL",
}


@pytest.mark.parametrize("spoil", FALSE, ids=lambda spoil: spoil.__name__)
def test_a_false_regroup_is_refused(match, spoil):
    """Each has its own code, changes nothing, and does not spoil the seat's honest answer."""
    crook = moving(match)
    spoil(crook)
    assert refused(crook) == FALSE[spoil]


def test_a_commitment_that_lies_on_the_table_is_not_used_again(match):
    """A copy of the commitment behind a live reference has a code of its own."""
    crook = moving(match)
    (lying,) = crook.holdings.laid(OTHER).items()
    number, one = lying
    old = make_ref(crook.table_id, 1, crook.seed, number, one.handle, one.card)
    crook.regroup.puts[0].outers[0] = old.outer
    assert refused(crook) == "BLIND_REUSED"


def test_a_newcomer_is_not_laid_beside_old_references(match):
    """Cards that lie in the receiving unit are mixed with the one that comes."""
    crook = Crook(match, 1, [act("assign", 1, 5)])
    del crook.regroup.takes[1:]
    crook.lay({UNIT: [Handle(0, 0, 4)]})
    del crook.regroup.flows[1:]
    assert refused(crook) == "REGROUP_PARTIAL"


def crossing(match) -> Crook:
    """Returns a draft in which two cards go to the second unit, and one that went there comes back."""
    assert Crook(match, 1, [act("reassign", 1, 2, 2)]).send() == ""
    crook = Crook(match, 1, [act("reassign", 1, 2, 1)])
    crook.lay({UNIT: [B], ARRIVED: [A, C]})
    return crook


def test_two_there_and_one_back_is_not_one_there(match):
    """Equal totals are not enough: the true flow is the declared one, cell by cell."""
    assert refused(crossing(match)) == "REGROUP_FLOW"


def test_flows_that_are_declared_must_be_those_of_the_action(match):
    """Two there and one back, truly declared, is not what an action for one there allows."""
    crook = crossing(match)
    del crook.regroup.flows[:]
    for source, target, n in ((UNIT, ARRIVED, 2), (ARRIVED, UNIT, 1)):
        crook.regroup.flows.append(wire.Flow(from_zone=source, to_zone=target, n=n))
    assert refused(crook) == "ACT_ILLEGAL"


def test_of_equal_cards_in_a_hand_the_lowest_is_taken():
    """The order in a hand is nobody's choice, in a regroup as in a PLACE."""
    match = mixing_match(TWINS, 3)
    crook = Crook(match, 1, [act("assign", 1, 1)])
    assert crook.laid() == {UNIT: [A]}
    crook.lay({UNIT: [B]})
    assert refused(crook) == "REF_ORDER"


def test_a_hand_does_not_give_more_than_it_holds(match):
    """HAND_COUNT, though takes, puts and flows add up."""
    crook = Crook(match, 1, [act("assign", 3, 5)])
    crook.regroup.takes[0].count = 11
    crook.regroup.flows[0].n = 11
    crook.lay({258: [Handle(0, 0, position) for position in range(11)]})
    assert refused(crook) == "HAND_COUNT"


# -- cards that are turned down ------------------------------------------------------------------------------


@pytest.fixture
def flipped(match):
    """The match, with card 2 of the first unit flipped."""
    assert Crook(match, 1, [act("flip", 1, 2)]).send() == ""
    return match


def test_a_card_turned_down_is_not_renamed_alone(flipped):
    """It is mixed with the cards that lie face-down in its unit."""
    crook = Crook(flipped, 1, [act("turn-down")])
    assert [take.zone for take in crook.regroup.takes] == [UNIT, FACE_UP]
    crook.lay({UNIT: [B]})
    del crook.regroup.takes[0]
    del crook.regroup.flows[0]
    assert refused(crook) == "REGROUP_PARTIAL"


def test_a_card_that_lies_face_up_is_not_sent_on(flipped):
    """What the action does not turn down takes no part."""
    crook = Crook(flipped, 1, [act("reassign", 1, 2, 1)])
    (number,) = crook.holdings.laid(FACE_UP)
    crook.regroup.takes.append(wire.Take(zone=FACE_UP, refs=[number]))
    crook.lay({UNIT: [B, C], ARRIVED: [A]})
    crook.regroup.flows.append(wire.Flow(from_zone=FACE_UP, to_zone=UNIT, n=1))
    assert refused(crook) == "ACT_ILLEGAL"


def owing(match):
    """Plays on until seat 1 owes a turn-down."""
    match.answer(1, mixing_player(Random(1), ("done",)))
    while not (1 in match.asked and kernel.question(match.seats[1].replica.state).id == "turn-down"):
        match.answer(match.asked[0], mixing_player(Random(2), ("done",)))


def test_what_is_owed_comes_first(flipped):
    """A seat that goes on without turning down is refused; with it in front the same is taken."""
    owing(flipped)
    crook = Crook(flipped, 1, [act("turn-down"), act("assign", 3, 5)])
    del crook.draft.steps[0]
    crook.lay({258: [Handle(0, 0, 4)]})
    assert crook.send() == "REGROUP_OWED"
    assert Crook(flipped, 1, [act("turn-down"), act("assign", 3, 5)]).send() == ""


def test_who_is_looked_at_is_asked_first_for_what_he_owes(flipped):
    """A look into a unit with a flipped card waits for its owner; then the viewer sees all of its cards."""
    flipped.answer(1, mixing_player(Random(1), ("done",)))
    flipped.answer(2, lambda state, number: act("scout", 1), most=1)
    assert flipped.asked == (1,)
    assert not flipped.table.match.game.piles.laid(1, SEEN)
    assert Crook(flipped, 1, [act("turn-down")]).send() == ""
    assert sorted(ref.card for ref in flipped.table.match.game.piles.closed(1, SEEN)) == [1, 2, 3]
    zone = flipped.table.match.game.places.zone(1, SEEN)
    assert cards(flipped.seats[2].replica.state.zones[zone]) == (1, 2, 3)


# -- kept and given back -------------------------------------------------------------------------------------


def saved(match):
    """Returns what a journal would give back."""
    return saved_of(output.change for output in match.outputs if output.change is not None)


def test_a_referee_that_dies_at_any_moment_comes_back_with_all_handles():
    """What was journalled gives an equal table after every answer, and the game ends audited."""
    match, who, rng, deaths = mixing_match(TITLE, 7), players(7), Random(7), 0
    while match.asked:
        if rng.random() < 0.3:
            lost = match.table
            match.table = restore_table(saved(match), match.titles, lost.keys)
            assert match.table.match.game.state == lost.match.game.state
            old, new = lost.match.game.piles, match.table.match.game.piles
            zones = [(seat, zone) for seat in (1, 2) for zone in range(600)]
            assert [new.laid(*at) for at in zones] == [old.laid(*at) for at in zones]
            assert [new.bag(*at) for at in zones] == [old.bag(*at) for at in zones]
            assert [new.made(seat) for seat in (1, 2)] == [old.made(seat) for seat in (1, 2)]
            deaths += 1
        match.answer(match.asked[0], who[match.asked[0]], most=3)
    match.finish()
    assert deaths > 5
    assert [seat.report.verdict for seat in match.seats.values()] == ["PASS", "PASS"]


def test_handles_that_the_devices_give_back_are_those_of_the_regroups():
    """A referee that has lost entries takes a regroup's handles from the seat, and no others."""
    match, who = mixing_match(TITLE, 8), players(8)
    while match.seats[1].replica.holdings.next_ref < 12:
        match.answer(match.asked[0], who[match.asked[0]], most=3)
    changes = [output.change for output in match.outputs if output.change is not None]
    begun = next(at for at, change in enumerate(changes) if change.head is not None and change.head.size > 1)
    old = restore_table(saved_of(changes[: begun + 1]), match.titles, match.table.keys)
    leaves = [log_leaf_hash(old.table_id, e.index, e.type, e.payload) for e in old.entries(0, old.size)]
    recovery = Recovery(old, leaves)
    for seat in (1, 2):
        for batches, handles in pages(match.seats[seat].follower, old.size):
            with pytest.raises(ServiceError, match="does not commit"):
                Recovery(old, leaves).put(seat, batches, handles[5:] + handles[:5])
            recovery.put(seat, batches, handles)
    assert recovery.ready
    for seat in (1, 2):
        given = b"".join(run for _, whose, _, run in recovery.handles() if whose == seat)
        assert given == match.table.match.game.piles.made(seat)
