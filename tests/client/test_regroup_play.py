"""Laws of a seat whose cards are mixed: it makes regroups, follows its own, and finds its handles again."""

from __future__ import annotations

from random import Random
from unittest import mock

import pytest
from mixing_match import agree, mixing_match, players
from mixing_title import NOTATION, TITLE, TWINS, mixing

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC
from sealed.fairness.payloads.codec import EntryType, decode, decode_signed
from sealed_client.follower import Follower
from sealed_client.seat import Seat
from sealed_client.seat_return import restore


def regroups(match):
    """Returns all regroups in the log."""
    found = []
    for entry in match.table.entries(0, match.table.size):
        if entry.type == EntryType.ACT:
            draft = decode_signed(entry.type, decode(entry.type, entry.payload).msg.payload)
            found += [a.regroup for step in draft.steps for a in step.cards if a.HasField("regroup")]
    return found


@pytest.mark.parametrize("title", [TITLE, TWINS], ids=["different", "copies"])
def test_honest_games_pass_live_and_at_the_audit(title):
    """Games of all verbs, 200 answers and more, fail no check of any seat; every kind of regroup comes up."""
    made, answers = [], 0
    for seed in range(4):
        match = mixing_match(title, seed)
        match.play(players(seed), most_steps=5)
        match.finish()
        assert not [one for told in match.told.values() for one in told.verdicts if one.failed]
        assert [seat.report.verdict for seat in match.seats.values()] == ["PASS", "PASS"]
        made += regroups(match)
        answers += sum(
            len(decode_signed(one.type, decode(one.type, one.payload).msg.payload).steps)
            for one in match.table.entries(0, match.table.size)
            if one.type == EntryType.ACT
        )
    assert answers >= 200
    into_bag = [act for act in made if any(put.count for put in act.puts)]
    from_bag = [act for act in made if any(take.count for take in act.takes)]
    moved = [act for act in made if len(act.puts) > 1]
    assert min(len(into_bag), len(from_bag), len(moved)) > 3
    assert any(not any(put.outers for put in act.puts) for act in made)


def test_the_handles_of_a_seat_are_its_cards_after_every_answer():
    """Holdings, zones and openness agree on both devices at every question."""
    match, laid = mixing_match(TWINS, 11), 0
    who = players(11)
    while match.asked:
        number = match.rng.choice(match.asked)
        match.answer(number, who[number], most=3)
        laid += sum(agree(seat) for seat in match.seats.values())
    assert laid > 50


def test_a_draft_ends_before_it_mixes_more_than_one_message_may_bring():
    """A long draft of regroups is done in time; what it makes fits, and taking one back opens it again."""
    match = mixing_match(mixing(60, 2), 9)
    seat = match.seats[1]
    draft = seat.draft()
    assert draft.add(NOTATION.action("assign", 1, 1)) is None
    with mock.patch("sealed_client.draft.ENOUGH_MIXED", 6):
        assert draft.add(NOTATION.action("assign", 1, 2)) is None
        assert not draft.done
        assert draft.add(NOTATION.action("assign", 1, 3)) is None
        assert draft.done
        draft.undo()
        assert not draft.done
        draft.add(NOTATION.action("assign", 1, 4))
    match.do(1, seat.submit(draft))
    match.settle()
    assert seat.replica.holdings.next_ref == 7


def test_a_spectator_follows_regroups_and_learns_no_card():
    """From the public log alone a replica comes to the end, equal to what anybody may see of the state."""
    match = mixing_match(TITLE, 10)
    match.play(players(10), most_steps=5)
    rules = match.seats[1].enrolment.rules
    keys = {"referee_pk": match.referee.public, "table_id": match.table.table_id}
    watching = Follower(rules, match.titles, match.signatures, **keys)
    size = 0
    for head in match.table.heads:
        assert not [
            one for one in watching.feed(match.table.entries(size, head.size), head).verdicts if one.failed
        ]
        size = head.size
        assert watching.failure is None
    assert watching.replica.state == kernel.view(match.table.match.game.state, PUBLIC)


def equal(one, other) -> None:
    """Checks that two devices of a seat know the same."""
    assert one.replica.state == other.replica.state
    mine, others = one.replica.holdings, other.replica.holdings
    assert mine.next_ref == others.next_ref
    zones = range(600)
    assert [mine.bag(zone) for zone in zones] == [others.bag(zone) for zone in zones]
    assert [mine.laid(zone) for zone in zones] == [others.laid(zone) for zone in zones]


def test_a_device_restored_in_mid_game_finds_its_handles_again():
    """Whenever a device dies, what it has kept gives an equal one, and the game ends audited."""
    match, restarts = mixing_match(TITLE, 5), 0
    who, rng = players(5), Random(5)
    while match.asked:
        if rng.random() < 0.2:
            number = rng.choice((1, 2))
            seat = match.seats[number]
            kept = match.stores[number].load(b"table")
            again, _ = restore(
                seat.enrolment.identity, match.titles, match.signatures, kept, match.referee.public
            )
            equal(seat, again)
            match.seats[number] = again
            restarts += 1
        number = match.asked[0]
        match.answer(number, who[number], most=3)
    match.finish()
    assert restarts > 3
    assert [seat.report.verdict for seat in match.seats.values()] == ["PASS", "PASS"]


def test_a_second_device_asks_for_its_handles_and_plays_on():
    """With the identity alone, entries and OWN give an equal seat that goes on regrouping."""
    match = mixing_match(TITLE, 6)
    who = players(6)
    while match.seats[1].replica.holdings.next_ref < 12:
        match.answer(match.asked[0], who[match.asked[0]], most=2)
    old = match.seats[1]
    match.stores[1]._tables.clear()
    new, moves = Seat.take_over(
        old.enrolment.identity,
        match.titles,
        match.signatures,
        match.table.description(),
        match.referee.public,
    )
    match.seats[1] = new
    match.do(1, moves)
    new.expect_tip(match.table.size)
    size = 0
    for head in match.table.heads:
        match.tell(1, match.table.entries(size, head.size), head)
        size = head.size
    for private in match.table.privates_from(1, 0):
        match.tell_private(1, private)
    assert new.follower.missing_handles == 1
    match.tell_private(1, match.table.own_handles(1, 1))
    assert new.follower.missing_handles is None
    equal(old, new)
    match.play(who)
    match.finish()
    assert [seat.report.verdict for seat in match.seats.values()] == ["PASS", "PASS"]
