"""Laws of a seat in play: its replica, its drafts, its messages."""

from __future__ import annotations

from random import Random

import pytest
from match import play_match

from sealed.engine import kernel
from sealed.engine.eye import PUBLIC, seat_eye
from sealed.engine.message import Refusal as Reason
from sealed.engine.title import BAG, LAID
from sealed.engine.zones import cards
from sealed.fairness.arithmetic.blind import unpack_handles
from sealed.fairness.bridge.duties import Answers, duty
from sealed.fairness.payloads.codec import EntryType
from sealed.fairness.signing.messages import parse_header, sign_refusal
from sealed.games.popular_front import TITLE
from sealed.wire.v1.fairness_pb2 import ActEntry, Draft
from sealed_client.bots import make_bot
from sealed_client.follower import Follower
from sealed_client.seat_errors import AwaitingAnswerError, EmptyDraftError, NotAskedError, OverError


@pytest.mark.parametrize("seats", TITLE.seats)
def test_each_replica_is_the_full_state_as_its_seat_sees_it(new_match, bots, seats):
    """After every append a seat's replica equals the referee's state as the seat sees it."""
    match = new_match(seats, seed=seats)
    match.begin()
    players = bots(match, "random")
    for _ in range(60):
        if not match.asked:
            break
        match.answer(match.asked[0], players[match.asked[0]], most=3)
        full = match.table.match.game.state
        for number, seat in match.seats.items():
            assert seat.follower.caught_up
            assert seat.replica.state == kernel.view(full, seat_eye(number))
            assert seat.follower.verifier.state == kernel.view(full, PUBLIC)
    assert not match.refusals
    assert not match.problems


@pytest.mark.parametrize("seats", TITLE.seats)
def test_a_match_in_memory_is_audited_by_every_seat(seats):
    """A match from join to verdict leaves no failed and no undone check at any seat, for 2 to 6 seats."""
    rng = Random(seats)
    players = {
        number: make_bot("steady", TITLE, Random(rng.random())).answer for number in range(1, seats + 1)
    }
    finished = play_match(TITLE, seats, players, rng)
    assert finished.failures == ()
    for seat in finished.match.seats.values():
        assert seat.report.verdict == "PASS"
        assert not seat.report.not_checked
        assert not seat.follower.verifier.not_checked
        assert seat.again() == ()
    assert finished.record.table_id == finished.match.table.table_id


def test_a_spectator_sees_the_public_state_and_every_event_masked(new_match, bots):
    """A follower without a seat ends with the public state, and no event shows it a hidden card."""
    match = new_match(seed=3)
    match.begin()
    match.play(bots(match))
    rules = match.seats[1].enrolment.rules
    follower = Follower(
        rules,
        match.titles,
        match.signatures,
        referee_pk=match.referee.public,
        table_id=match.table.table_id,
    )
    events = []
    for output in match.outputs:
        if output.entries:
            told = follower.feed(output.entries, output.head)
            assert not told.verdicts
            events += told.events
    assert follower.replica.state == kernel.view(match.table.match.game.state, PUBLIC)
    assert all(event.args[0] == 0 for event in events if event.id == "moved" and not event.audience & PUBLIC)
    assert any(event.id == "moved" and event.args[0] == 0 for event in events)


def _place_turn(match):
    number = match.asked[0]
    return number, match.seats[number], match.seats[number].draft()


def test_undo_restores_an_equal_state(begun, bots):
    """Adding answers and taking them back one by one leads through equal states to the first."""
    players = bots(begun)
    while True:
        number = begun.asked[0]
        draft = begun.seats[number].draft()
        states = [draft.state]
        while not draft.done and len(states) < 6:
            draft.add(players[number](draft.state, number))
            states.append(draft.state)
        if len(states) > 3:
            break
        begun.answer(number, players[number])
    for expected in reversed(states[:-1]):
        assert draft.undo()
        assert draft.state == expected
    assert not draft.undo()
    assert draft.actions == ()


def test_a_refused_answer_changes_nothing(begun):
    """An illegal answer comes back with its reason, and the draft is as it was."""
    number, _, draft = _place_turn(begun)
    before = draft.state
    refusal = draft.add(TITLE.notation.action("end"))
    assert isinstance(refusal, Reason)
    assert refusal.code == "not-now"
    assert draft.state is before
    assert draft.actions == ()
    assert draft.why_not(TITLE.notation.action("end"))[0] == refusal
    assert number in begun.asked


def test_a_draft_ends_at_the_question_to_another_seat(begun):
    """After an answer that puts the next question to another seat nothing can be added."""
    number, seat, draft = _place_turn(begun)
    assert draft.add(draft.legal()[0]) is None
    assert draft.done
    assert draft.legal() == ()
    assert draft.question is None
    assert draft.add(TITLE.notation.action("place", 5)) is not None
    begun.do(number, seat.submit(draft))
    begun.settle()
    assert not begun.refusals


def test_a_draft_ends_wherever_something_outside_its_seat_is_due(new_match, bots):
    """A draft stops exactly where a slot, a draw or another seat is due, and is then accepted."""
    match = new_match(seed=9)
    match.begin()
    players = bots(match, "random")
    barriers = set()
    for _ in range(400):
        if not match.asked:
            break
        number = match.asked[0]
        draft = match.seats[number].draft()
        while not draft.done:
            assert draft.add(players[number](draft.state, number)) is None
            due = duty(TITLE, match.seats[number].enrolment.rules.places, draft.state)
            assert draft.done == (not isinstance(due, Answers) or number not in due.seats)
        barriers.add(type(due).__name__)
        match.do(number, match.seats[number].submit(draft))
        match.settle()
    assert {"Answers", "Slots", "Draw"} <= barriers
    assert not match.refusals


def test_nothing_submitted_shows_a_hidden_card(new_match, bots):
    """What a seat signs masks each card that stays face-down, and holds no handle of it."""
    match = new_match(seed=4)
    match.begin()
    match.play(bots(match, "random"))
    hidden = 0
    for seat in match.seats.values():
        for entry in seat.follower.notebook.entries:
            if entry.type != EntryType.ACT:
                continue
            signed = ActEntry.FromString(entry.payload).msg
            draft = Draft.FromString(signed.payload)
            sent = seat.outbox.logged(signed)
            for step in draft.steps:
                verb = step.action.split(" ")[0]
                if verb in {"commit", "politics"}:
                    assert step.action == f"{verb} ?"
                    assert [act.WhichOneof("act") for act in step.cards] == ["place"]
                    hidden += 1
            for handle in unpack_handles(sent.handles) if sent else ():
                assert handle.pack() not in signed.payload
    assert hidden > 5


def test_a_payload_has_one_length_whatever_card_is_laid(new_match, bots):
    """The size of a signed draft does not tell which card was laid face-down."""
    match = new_match(seed=2)
    match.begin()
    players = bots(match)
    while True:
        number = match.asked[0]
        seat = match.seats[number]
        question = kernel.question(seat.replica.state)
        commits = [one for one in seat.draft().legal() if one.verb == "commit"]
        if question.id == "commit" and len(commits) > 1:
            break
        match.answer(number, players[number], most=1)
    sizes = set()
    for action in commits:
        draft = seat.draft()
        draft.add(action)
        moves = seat.submit(draft)
        sizes.add(len(moves.send[0].signed.payload))
        seat.outbox.drop(EntryType.ACT)
    assert len(sizes) == 1


def test_the_next_counter_follows_a_refusal(begun):
    """A refused draft burns its counter: the corrected one takes a higher one, and only after the refusal."""
    number, seat, draft = _place_turn(begun)
    draft.add(draft.legal()[0])
    first = seat.submit(draft).send[0]
    with pytest.raises(AwaitingAnswerError):
        seat.draft()
    counter = parse_header(first.signed.header).counter
    refusal = sign_refusal(begun.referee, begun.table.table_id, number, counter, first.signed, "HEAD_STALE")
    assert not any(verdict.failed for verdict in seat.feed_refusal(refusal).verdicts)
    assert seat.again() == ()
    draft = seat.draft()
    draft.add(draft.legal()[1])
    second = seat.submit(draft).send[0]
    assert parse_header(second.signed.header).counter > counter
    begun.deliver(number, begun.post(number, second))
    begun.settle()
    assert not begun.refusals


def test_an_unanswered_message_is_repeated_as_the_same_bytes(begun):
    """Until it is logged or refused a message comes again byte for byte; afterwards never."""
    number, seat, draft = _place_turn(begun)
    draft.add(draft.legal()[0])
    sent = seat.submit(draft).send[0]
    assert seat.again() == (sent,)
    assert seat.again()[0].SerializeToString() == sent.SerializeToString()
    begun.deliver(number, begun.post(number, sent))
    begun.settle()
    assert sent not in seat.again()
    again = begun.post(number, sent)
    assert again.answer is not None
    assert again.entries == ()


def test_a_refusal_that_is_not_the_referees_changes_nothing(begun):
    """A refusal with a wrong signature leaves the message waiting."""
    number, seat, draft = _place_turn(begun)
    draft.add(draft.legal()[0])
    sent = seat.submit(draft).send[0]
    stranger = begun.seats[3 - number].enrolment.identity.signer
    counter = parse_header(sent.signed.header).counter
    forged = sign_refusal(stranger, begun.table.table_id, number, counter, sent.signed, "HEAD_STALE")
    moves = seat.feed_refusal(forged)
    assert any(verdict.failed for verdict in moves.verdicts)
    assert moves.keep == ()
    assert seat.again() == (sent,)


def test_a_seat_that_is_not_asked_cannot_answer(begun):
    """Only who is asked gets a draft; an empty draft is not sent."""
    number, seat, draft = _place_turn(begun)
    with pytest.raises(EmptyDraftError):
        seat.submit(draft)
    with pytest.raises(NotAskedError):
        begun.seats[3 - number].draft()


def test_resigning_is_possible_at_any_moment_and_ends_the_game(begun):
    """A seat that is not asked may resign.

    The other side wins, everybody votes, and nothing more is played.
    """
    number = 3 - begun.asked[0]
    begun.do(number, begun.seats[number].resign())
    begun.settle()
    assert begun.table.description().result == f"side {3 - number}"
    with pytest.raises(OverError):
        begun.seats[number].resign()
    with pytest.raises(OverError):
        begun.seats[3 - number].draft()
    assert all(seat.follower.ended is not None for seat in begun.seats.values())


def test_a_draft_begun_before_another_answer_is_moved_along(begun):
    """A draft goes onto an equal later position, and onto no position where it does not fit."""
    _, seat, draft = _place_turn(begun)
    draft.add(draft.legal()[0])
    same = draft.onto(seat.replica.state)
    assert same is not None
    assert same.actions == draft.actions
    assert draft.onto(draft.state) is None


def test_the_holdings_of_a_seat_agree_with_its_zones(new_match, bots):
    """Handles and references of a seat count the same cards as the zones of its replica, at every step."""
    match = new_match(3, seed=21)
    match.begin()
    players = bots(match, "random")
    rng = Random(1)
    laid = 0
    for _ in range(120):
        if not match.asked:
            break
        number = rng.choice(match.asked)
        match.answer(number, players[number], most=2)
        for who, seat in match.seats.items():
            laid += _agree(who, seat)
    assert laid > 3


def _agree(who, seat):
    laid = 0
    replica, rules = seat.replica, seat.enrolment.rules
    for zone, (form, _, colour, _) in enumerate(rules.title.zone_forms):
        if colour >= rules.setup.colours or rules.places.of(zone).seat != who:
            continue
        number = rules.places.of(zone).number
        if form == BAG:
            assert sorted(replica.holdings.bag(number).values()) == list(cards(replica.state.zones[zone]))
        elif form == LAID:
            lying = replica.holdings.laid(number)
            assert sorted(one.card for one in lying.values()) == list(cards(replica.state.zones[zone]))
            laid += len(lying)
    return laid
